/* Explicit Runge-Kutta pairs of Dormand and Prince, of orders 5 and 8, with PI step control
 * (Gustafsson) and interpolants of their own (Hairer, Norsett and Wanner, Solving Ordinary
 * Differential Equations I, II.4 to II.6). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_pairs.h"
#include "integrate_stepper.h"
#include "lash_batch.h"

typedef struct dopri {
  stepper base;
  const pair *pair;
  double *memory;
  double *k[STAGES_MOST]; /* the last one of a step is k[0] of the next */
  double *y, *tolerance, *scratch, *zero;
  double *before;                /* y of the last stage but one, at the step's end as well */
  double *dense[3 + INNER_MOST]; /* change over the step, bow, bow at the end; inner terms */
  bool dense_known;
  double offered; /* a step of this size is known already; 0: none */
  double *offer[STAGES_MOST];
  double step;           /* the last one */
  double previous_error; /* of the step before, for the PI controller */
} dopri;

static double **last_rates(dopri *s) { return &s->k[s->pair->stages - 1]; }

/* Arrays have room for whole blocks, so that loops over them have no rest. */
enum { BLOCK = STEPPER_BLOCK };
static size_t whole_blocks(size_t size) { return (size + BLOCK - 1) / BLOCK * BLOCK; }

static lash_status create_with(stepper *base, const pair *formula, lash_error *error) {
  dopri *s = (dopri *)base;
  const size_t ny = whole_blocks(base->size);
  const int stages = formula->stages + formula->more, terms = 3 + formula->inner;
  double *memory = calloc((size_t)(stages + terms + 7) * ny + 1, sizeof *memory);
  s->pair = formula;
  s->memory = memory;
  if (!memory) return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  for (int i = 0; i < stages; i++, memory += ny) s->k[i] = memory;
  for (int i = 0; i < terms; i++, memory += ny) s->dense[i] = memory;
  s->y = memory, s->tolerance = s->y + ny, s->before = s->tolerance + ny;
  s->zero = s->before + ny, s->scratch = s->zero + ny;
  return LASH_OK;
}

static lash_status create5(stepper *base, lash_error *error) {
  return create_with(base, &order5, error);
}

static lash_status create8(stepper *base, lash_error *error) {
  return create_with(base, &order8, error);
}

static void destroy(stepper *base) { free(((dopri *)base)->memory); }

static lash_status restart(stepper *base, double h, lash_error *error) {
  dopri *s = (dopri *)base;
  base->next = h;
  s->offered = 0;
  s->previous_error = 1e-4;
  base->stiff_steps = 0;
  return stepper_rates(base, base->t1, base->y1, *last_rates(s), error);
}

/* out = start + w[0] k[0] + w[1] k[1] + … in this order; whole blocks. */
LASH_BATCH static void add_up(size_t size, const double *start, const double *const *k,
                              const double *w, int terms, double *out) {
  for (size_t i = 0; i < size; i += BLOCK) {
    lash_four low = lash_four_at(start + i)[0], high = lash_four_at(start + i)[1];
    for (int j = 0; j < terms; j++) {
      const lash_four *rate = lash_four_at(k[j] + i);
      low = low + w[j] * rate[0];
      high = high + w[j] * rate[1];
    }
    lash_four *sum = (lash_four *)(void *)(out + i);
    sum[0] = low, sum[1] = high;
  }
}

/* out = start + sum of h weight[j] k[j] over the first `count` stages. */
static void combine(const dopri *s, const double *start, double h, const double *weight, int count,
                    double *out) {
  const double *k[STAGES_MOST];
  double w[STAGES_MOST];
  int terms = 0;
  for (int j = 0; j < count; j++) {
    if (weight[j] == 0) continue;
    k[terms] = s->k[j];
    w[terms++] = h * weight[j];
  }
  add_up(whole_blocks(s->base.size), start, k, w, terms, out);
}

/* One attempt from (t, y) with step h; the last stage is taken at the new y. */
static lash_status attempt(dopri *s, double t, const double *y, double h, lash_error *error) {
  const pair *p = s->pair;
  lash_status status = LASH_OK;
  const bool known = h == s->offered;
  s->offered = 0;
  if (known) s->base.count->evaluations += (size_t)p->stages - 1;
  for (int stage = known ? p->stages : 1; stage < p->stages && status == LASH_OK; stage++) {
    if (stage == p->stages - 1) memcpy(s->before, s->y, s->base.size * sizeof *s->y);
    combine(s, y, h, p->a[stage], stage, s->y);
    status = stepper_rates(&s->base, t + p->place[stage] * h, s->y, s->k[stage], error);
  }
  return status;
}

/* Driven coordinates, which are known at all times, have no part in the mean of the others. */
static double norm_of(const dopri *s, const double *e) {
  const equations *by = s->base.equations;
  const size_t own = by->own, followed = s->base.size - own - by->works;
  const double a = stepper_norm(e, s->tolerance, own);
  const double b = stepper_norm(e + own, s->tolerance + own, followed);
  return b > a ? b : a; /* NaN when the first is */
}

/* Where there is a coarse formula too, the estimate e e / sqrt(e^2 + (c / 10)^2) falls with the
 * order of the pair (Hairer, Norsett and Wanner, II.10). */
static double estimate(dopri *s, const double *y, double h) {
  const pair *p = s->pair;
  double *e = s->scratch;
  combine(s, s->zero, h, p->difference, p->stages, e);
  stepper_tolerances(&s->base, y, s->tolerance);
  double norm = norm_of(s, e);
  if (p->coarse && norm > 0) {
    combine(s, s->zero, h, p->coarse, p->stages, e);
    norm *= norm / hypot(norm, 0.1 * norm_of(s, e));
  }
  return isfinite(norm) ? norm : 1e6;
}

/* Squares of how far a is from b, in tolerances. */
LASH_BATCH static void weigh(size_t count, const double *restrict a, const double *restrict b,
                             const double *restrict tolerance, double *restrict square) {
  for (size_t i = 0; i < count; i++) {
    const double scaled = 1 / tolerance[i] * (a[i] - b[i]);
    square[i] = scaled * scaled;
  }
}

/* Two stages at the step's end show how strongly rates depend on the state; where that, times the
 * step, comes near the end of the stability region, an implicit method would be better
 * (Hairer & Wanner, Solving Ordinary Differential Equations II, IV.2). */
static void judge_stiffness(dopri *s, double h, double rates, double states) {
  const double end = s->pair->stable;
  const bool stiff = h * h * rates > end * end * states && states > 0;
  s->base.stiff_steps = stiff ? s->base.stiff_steps + 1 : 0;
}

static void watch_stiffness(dopri *s, double h) {
  const double *last = *last_rates(s), *first = s->k[s->pair->stages - 2];
  const size_t own = s->base.equations->own;
  double *rate = s->dense[0], *state = s->dense[1], rates = 0, states = 0;
  weigh(own, last, first, s->tolerance, rate);
  weigh(own, s->y, s->before, s->tolerance, state);
  for (size_t i = 0; i < own; i++) rates += rate[i], states += state[i];
  judge_stiffness(s, h, rates, states);
}

/* Terms of the interpolant between y0 and s->y, the step's end before it was projected. */
static lash_status prepare_dense(dopri *s, lash_error *error) {
  const pair *p = s->pair;
  const double *first = s->k[0], *last = *last_rates(s), *y = s->base.y0;
  const double t = s->base.t0, h = s->step;
  double *restrict change = s->dense[0], *restrict bow = s->dense[1], *restrict end = s->dense[2];
  lash_status status = LASH_OK;
  for (size_t i = 0; i < s->base.size; i++) {
    change[i] = s->y[i] - y[i];
    bow[i] = h * first[i] - change[i];
    end[i] = change[i] - h * last[i] - bow[i];
  }
  for (int k = p->stages; k < p->stages + p->more && status == LASH_OK; k++) {
    combine(s, y, h, p->a[k], k, s->scratch);
    status = stepper_rates(&s->base, t + p->place[k] * h, s->scratch, s->k[k], error);
  }
  for (int k = 0; k < p->inner; k++)
    combine(s, s->zero, h, p->bend[k], p->stages + p->more, s->dense[3 + k]);
  s->dense_known = status == LASH_OK;
  return status;
}

/* The step after one that was accepted. */
static void choose_next(dopri *s, double h, double norm, bool rejected) {
  const double q = s->pair->order;
  double factor = 0.9 * pow(larger(norm, 1e-10), -0.7 / q) * pow(s->previous_error, 0.4 / q);
  factor = smaller(rejected ? 1 : 10, larger(0.2, factor));
  s->previous_error = larger(norm, 1e-4);
  s->base.next = h * factor;
}

/* A force that cannot be evaluated inside a trial step only makes the step smaller; from the
 * smallest one the message stands. */
static lash_status try_until_accepted(dopri *s, double limit, double hmax, double *h_taken,
                                      lash_error *error) {
  stepper *base = &s->base;
  const double q = s->pair->order;
  bool rejected = false;
  for (double h = base->next;;) {
    h = stepper_fit(base->t1, smaller(h, hmax), limit);
    lash_status status = attempt(s, base->t1, base->y1, h, error);
    const double norm = status == LASH_OK ? estimate(s, base->y1, h) : 1e6;
    if (norm <= 1) {
      choose_next(s, h, norm, rejected);
      *h_taken = h;
      return LASH_OK;
    }
    base->count->rejections++;
    rejected = true;
    h *= larger(0.1, 0.9 * pow(norm, -1 / q));
    lash_error small;
    if (stepper_too_small(base, base->t1, h, &small) != LASH_OK) {
      if (status == LASH_OK && error) *error = small;
      return LASH_FAILURE;
    }
  }
}

/* Right beside a singular position there is no projection; the step then stays as it came, in s->y.
 */
static void project_if_possible(dopri *s) {
  stepper *base = &s->base;
  lash_error unused;
  if (equations_project(base->equations, base->t1, base->y1, &unused) == LASH_OK) {
    return;
  }
  memcpy(base->y1, s->y, base->size * sizeof *base->y1);
  equations_normalise(base->equations, base->y1);
}

static lash_status advance(stepper *base, double limit, double hmax, lash_error *error) {
  dopri *s = (dopri *)base;
  double *swap = s->k[0];
  lash_status status = LASH_OK;
  s->k[0] = *last_rates(s), *last_rates(s) = swap;
  if (!(base->next > 0)) {
    const double chosen = base->options->hinit;
    base->next = chosen;
    if (!(chosen > 0))
      status =
          stepper_first_step(base, s->k[0], s->pair->order, limit, s->scratch, &base->next, error);
  }
  double h = 0;
  if (status == LASH_OK) status = try_until_accepted(s, limit, hmax, &h, error);
  if (status != LASH_OK) return status;

  watch_stiffness(s, h);
  s->step = h;
  s->dense_known = false;
  memcpy(base->y0, base->y1, base->size * sizeof *base->y0);
  memcpy(base->y1, s->y, base->size * sizeof *base->y1);
  base->t0 = base->t1;
  base->t1 = base->t0 + h >= limit ? limit : base->t0 + h;
  base->count->steps++;
  equations_normalise(base->equations, base->y1);
  /* The last stage stays as the next step's first: projection moves y by less than the step's own
   * error, so that its rates differ by less than that too. */
  if (base->options->project) project_if_possible(s);
  return LASH_OK;
}

static void bend(size_t n, double part, const double *restrict term, double *restrict sum) {
  for (size_t i = 0; i < n; i++) sum[i] = part * (term[i] + sum[i]);
}

/* y = y0 + u (term[0] + v (term[1] + u (term[2] + v (inner)))). */
LASH_BATCH static void curve(size_t n, double u, double v, const double *restrict y0,
                             double *const term[3], const double *restrict inner,
                             double *restrict y) {
  const double *restrict a = term[0], *restrict b = term[1], *restrict c = term[2];
  for (size_t i = 0; i < n; i++)
    y[i] = u * (a[i] + v * (b[i] + u * (c[i] + v * (inner[i] + 0)))) + y0[i];
}

/* Without the inner terms: a cubic. */
static void sketch(const stepper *base, double t, double *y) {
  const dopri *s = (const dopri *)base;
  const double *first = s->k[0], *last = s->k[s->pair->stages - 1];
  const double u = (t - base->t0) / (base->t1 - base->t0), v = 1 - u;
  for (size_t i = 0; i < base->size; i++) {
    const double change = s->y[i] - base->y0[i], bow = s->step * first[i] - change;
    const double end = change - s->step * last[i] - bow;
    y[i] = base->y0[i] + u * (change + v * (bow + u * end));
  }
  equations_normalise(base->equations, y);
}

static lash_status dense(stepper *base, double t, double *y, lash_error *error) {
  dopri *s = (dopri *)base;
  const double u = (t - base->t0) / (base->t1 - base->t0), part[2] = {u, 1 - u};
  const int terms = 3 + s->pair->inner;
  const lash_status status = s->dense_known ? LASH_OK : prepare_dense(s, error);
  if (status != LASH_OK) return status;
  if (terms == 4) {
    curve(base->size, part[0], part[1], base->y0, s->dense, s->dense[3], y);
  } else {
    for (size_t i = 0; i < base->size; i++) y[i] = 0;
    for (int k = terms; k-- > 0;) bend(base->size, part[k % 2], s->dense[k], y);
    for (size_t i = 0; i < base->size; i++) y[i] += base->y0[i];
  }
  equations_normalise(base->equations, y);
  return LASH_OK;
}

const lash_stages *stepper_dopri_stages(void) { return &stages5; }
double *stepper_dopri_rates(stepper *base) { return *last_rates((dopri *)base); }
/* Rates at the ends change places when the step begins. */
stepper_offer stepper_dopri_offer(stepper *base, double h) {
  dopri *s = (dopri *)base;
  const int last = s->pair->stages - 1;
  s->offered = h;
  for (int k = 1; k < last; k++) s->offer[k] = s->k[k];
  s->offer[last] = s->k[0];
  return (stepper_offer){s->y, s->before, s->offer};
}

void stepper_dopri_accept(stepper *base, double h, double norm, double rates, double states) {
  choose_next((dopri *)base, h, norm, false);
  judge_stiffness((dopri *)base, h, rates, states);
}

const stepper_class stepper_dopri = {
    .info = {"rk45", "explicit Runge-Kutta 5(4) of Dormand and Prince, variable step", false},
    .size = sizeof(dopri),
    .create = create5,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .lands_on_constraints = true,
};

const stepper_class stepper_dop853 = {
    .info = {"rk8", "explicit Runge-Kutta 8(5,3) of Dormand and Prince, variable step", false},
    .size = sizeof(dopri),
    .create = create8,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .sketch = sketch,
    .lands_on_constraints = true,
};
