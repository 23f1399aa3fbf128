/* Dormand and Prince's explicit Runge-Kutta pair of orders 5 and 4 (J. Comp. Appl. Math. 6, 1980,
 * 19-26) with PI step control (Gustafsson) and the fourth-order dense output of Hairer, Norsett and
 * Wanner, Solving Ordinary Differential Equations I, II.6. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_stepper.h"

enum { STAGES = 7 };

typedef struct dopri {
  stepper base;
  double *memory;
  double *k[STAGES]; /* k[6] of one step is k[0] of the next */
  double *y, *tolerance, *scratch;
  double *before; /* y of the last stage but one, at the step's end as well */
  double *dense[5];
  double previous_error; /* of the step before, for the PI controller */
} dopri;

static const double place[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double a[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
/* fifth-order minus fourth-order weights */
static const double difference[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                          -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double fourth[STAGES] = {-12715105075.0 / 11282082432,  0,
                                      87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                      701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                      69997945.0 / 29380423};

static lash_status create(stepper *base, lash_error *error) {
  dopri *s = (dopri *)base;
  const size_t ny = base->size;
  double *memory = calloc((STAGES + 5 + 6) * ny + 1, sizeof *memory);
  s->memory = memory;
  if (!memory) return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  for (int i = 0; i < STAGES; i++, memory += ny) s->k[i] = memory;
  for (int i = 0; i < 5; i++, memory += ny) s->dense[i] = memory;
  s->y = memory, s->tolerance = s->y + ny, s->before = s->tolerance + ny;
  s->scratch = s->before + ny;
  return LASH_OK;
}

static void destroy(stepper *base) { free(((dopri *)base)->memory); }

static lash_status restart(stepper *base, double h, lash_error *error) {
  dopri *s = (dopri *)base;
  base->next = h;
  s->previous_error = 1e-4;
  base->stiff_steps = 0;
  return stepper_rates(base, base->t1, base->y1, s->k[STAGES - 1], error);
}

/* out = start + sum of h weight[j] k[j] over the first `count` stages, in one pass; start NULL: 0.
 */
static void combine(const dopri *s, const double *start, double h, const double *weight, int count,
                    double *restrict out) {
  const double *k[STAGES];
  double w[STAGES] = {0};
  int terms = 0;
  for (int j = 0; j < count; j++) {
    if (weight[j] == 0) continue;
    k[terms] = s->k[j];
    w[terms++] = h * weight[j];
  }
  for (; terms < STAGES - 1; terms++) k[terms] = s->k[0]; /* their weights are zero */
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], *k4 = k[4], *k5 = k[5];
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5];
  for (size_t i = 0; i < s->base.size; i++)
    out[i] = (start ? start[i] : 0) + w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i] +
             w4 * k4[i] + w5 * k5[i];
}

/* One attempt from (t, y) with step h: stages 1 to 6; stage 6 is taken at the new y. */
static lash_status attempt(dopri *s, double t, const double *y, double h, lash_error *error) {
  const size_t ny = s->base.size;
  lash_status status = LASH_OK;
  for (int stage = 1; stage < STAGES && status == LASH_OK; stage++) {
    if (stage == STAGES - 1) memcpy(s->before, s->y, ny * sizeof *s->y);
    combine(s, y, h, a[stage], stage, s->y);
    status = stepper_rates(&s->base, t + place[stage] * h, s->y, s->k[stage], error);
  }
  return status;
}

static double estimate(dopri *s, const double *y, double h) {
  const size_t ny = s->base.size;
  double *e = s->scratch;
  combine(s, NULL, h, difference, STAGES, e);
  stepper_tolerances(&s->base, y, s->tolerance);
  const double norm = stepper_norm(e, s->tolerance, ny);
  return isfinite(norm) ? norm : 1e6;
}

/* Two stages at the step's end show how strongly rates depend on the state; where that, times the
 * step, comes near the end of the stability region (3.3), an implicit method would be better
 * (Hairer & Wanner, Solving Ordinary Differential Equations II, IV.2). */
static void watch_stiffness(dopri *s, double h) {
  double rates = 0, states = 0;
  for (size_t i = 0; i < s->base.size; i++) {
    const double scale = 1 / s->tolerance[i];
    const double rate = scale * (s->k[STAGES - 1][i] - s->k[STAGES - 2][i]);
    const double state = scale * (s->y[i] - s->before[i]);
    rates += rate * rate;
    states += state * state;
  }
  const bool stiff = h * h * rates > 3.25 * 3.25 * states && states > 0;
  s->base.stiff_steps = stiff ? s->base.stiff_steps + 1 : 0;
}

/* Coefficients of the interpolant between y (at the start) and s->y (at the end). */
static void prepare_dense(dopri *s, const double *y, double h) {
  const double *first = s->k[0], *last = s->k[STAGES - 1];
  double *restrict change = s->dense[1], *restrict bow = s->dense[2], *restrict end = s->dense[3];
  memcpy(s->dense[0], y, s->base.size * sizeof *y);
  combine(s, NULL, h, fourth, STAGES, s->dense[4]);
  for (size_t i = 0; i < s->base.size; i++) {
    change[i] = s->y[i] - y[i];
    bow[i] = h * first[i] - change[i];
    end[i] = change[i] - h * last[i] - bow[i];
  }
}

/* A force that cannot be evaluated inside a trial step only makes the step smaller; from the
 * smallest one the message stands. */
static lash_status try_until_accepted(dopri *s, double limit, double hmax, double *h_taken,
                                      lash_error *error) {
  stepper *base = &s->base;
  bool rejected = false;
  for (double h = base->next;;) {
    h = stepper_fit(base->t1, fmin(h, hmax), limit);
    lash_status status = attempt(s, base->t1, base->y1, h, error);
    const double norm = status == LASH_OK ? estimate(s, base->y1, h) : 1e6;
    if (norm <= 1) {
      double factor = 0.9 * pow(fmax(norm, 1e-10), -0.7 / 5) * pow(s->previous_error, 0.4 / 5);
      factor = fmin(rejected ? 1 : 10, fmax(0.2, factor));
      s->previous_error = fmax(norm, 1e-4);
      base->next = h * factor;
      *h_taken = h;
      return LASH_OK;
    }
    base->count->rejections++;
    rejected = true;
    h *= fmax(0.1, 0.9 * pow(norm, -1.0 / 5));
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
  s->k[0] = s->k[STAGES - 1], s->k[STAGES - 1] = swap;
  if (!(base->next > 0)) {
    const double chosen = base->options->hinit;
    base->next = chosen;
    if (!(chosen > 0))
      status = stepper_first_step(base, s->k[0], 5, limit, s->scratch, &base->next, error);
  }
  double h = 0;
  if (status == LASH_OK) status = try_until_accepted(s, limit, hmax, &h, error);
  if (status != LASH_OK) return status;

  watch_stiffness(s, h);
  prepare_dense(s, base->y1, h);
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

static lash_status dense(stepper *base, double t, double *y, lash_error *error) {
  const dopri *s = (const dopri *)base;
  (void)error;
  const double u = (t - base->t0) / (base->t1 - base->t0), w = 1 - u;
  for (size_t i = 0; i < base->size; i++) {
    const double inner = s->dense[3][i] + w * s->dense[4][i];
    y[i] = s->dense[0][i] + u * (s->dense[1][i] + w * (s->dense[2][i] + u * inner));
  }
  equations_normalise(base->equations, y);
  return LASH_OK;
}

const stepper_class stepper_dopri = {
    .info = {"rk45", "explicit Runge-Kutta 5(4) of Dormand and Prince, variable step", false},
    .size = sizeof(dopri),
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .lands_on_constraints = true,
};
