/* The classical Runge-Kutta method of order four with fixed steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_stepper.h"

typedef struct rk4 {
  stepper base;
  double *memory;
  double *f0, *f1; /* rates at the ends of the last step */
  double *k, *y;
  int wait, interval; /* steps until the drift is looked at, and from look to look */
  double part;        /* of what a projection leaves alone, at the last look */
} rk4;

/* Drift is looked at when, as it grew between the last two looks, it has come half of the way to
 * where a projection is due; after twice as many steps as the last time at most. */
enum { LONGEST_WAIT = 16 };

static lash_status create(stepper *base, lash_error *error) {
  rk4 *s = (rk4 *)base;
  if (!(base->options->step > 0)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "rk4 takes fixed steps: give their size, for example --step 1e-3");
  }
  const size_t ny = base->size;
  s->memory = calloc(4 * ny + 1, sizeof *s->memory);
  if (!s->memory) return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  s->f0 = s->memory, s->f1 = s->f0 + ny, s->k = s->f1 + ny, s->y = s->k + ny;
  return LASH_OK;
}

static void destroy(stepper *base) { free(((rk4 *)base)->memory); }

static lash_status restart(stepper *base, double h, lash_error *error) {
  rk4 *s = (rk4 *)base;
  base->next = h > 0 ? h : base->options->step;
  s->wait = 0;
  s->interval = 1;
  s->part = 0;
  return stepper_rates(base, base->t1, base->y1, s->f1, error);
}

/* Stages: where they stand, and how they weigh in the step. */
static const double place[] = {0, 0.5, 0.5, 1, 1};
static const double a[][LASH_STAGES_MOST] = {
    {0}, {0.5}, {0, 0.5}, {0, 0, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
static const double *const weight = a[4];
static const lash_stages stages = {.count = 5, .a = a, .place = place};

/* next = start + reach slope, and sum += share slope. */
static void use_slope(size_t n, const double *restrict start, const double *restrict slope,
                      double reach, double *restrict next, double share, double *restrict sum) {
  for (size_t i = 0; i < n; i++) {
    next[i] = start[i] + reach * slope[i];
    sum[i] += share * slope[i];
  }
}

static lash_status keep_on_constraints(rk4 *s, lash_error *error) {
  stepper *base = &s->base;
  equations_set(base->equations, base->t1, base->y1);
  const double part = equations_drift_part(base->equations);
  const bool due = !(part <= 1); /* NAN is for the projection to tell of */
  const double growth = (part - s->part) / s->interval, room = 0.5 * (1 - part);
  const int longest = s->interval < LONGEST_WAIT ? 2 * s->interval : LONGEST_WAIT;
  s->wait = due ? 1 : growth * longest <= room ? longest : (int)larger(1, room / growth);
  s->interval = s->wait;
  s->part = part;
  return due ? equations_project(base->equations, base->t1, base->y1, error) : LASH_OK;
}

/* From y0 with rates f0 to y1, Euler parameters made unit. */
static lash_status take_by_stages(rk4 *s, double h, lash_error *error) {
  stepper *base = &s->base;
  const size_t ny = base->size;
  lash_status status = LASH_OK;
  memcpy(base->y1, base->y0, ny * sizeof *base->y1);
  for (int stage = 1; stage < 4 && status == LASH_OK; stage++) {
    use_slope(ny, base->y0, stage == 1 ? s->f0 : s->k, h * place[stage], s->y,
              h * weight[stage - 1], base->y1);
    status = stepper_rates(base, base->t0 + place[stage] * h, s->y, s->k, error);
  }
  if (status != LASH_OK) return status;
  for (size_t i = 0; i < ny; i++) base->y1[i] += h * weight[3] * s->k[i];
  equations_normalise(base->equations, base->y1);
  return LASH_OK;
}

/* The same by one list, with f1 where no projection comes between. */
static bool take_at_once(rk4 *s, double h) {
  stepper *base = &s->base;
  double *k[] = {s->f0, NULL, NULL, NULL, s->f1};
  if (!lash_recording_stages(base->equations->record, base->t0, base->t1, h, base->y0, base->y1, k))
    return false;
  base->count->evaluations += base->equations->has_rows ? 3 : 4;
  return true;
}

static lash_status advance(stepper *base, double limit, double hmax, lash_error *error) {
  rk4 *s = (rk4 *)base;
  const double room = limit - base->t1;
  double h = smaller(base->next, hmax);
  /* a last step may be a little longer or shorter than the others, never a sliver */
  if (h > room * (1 - 1e-6)) h = room;

  double *swap = base->y0;
  base->y0 = base->y1, base->y1 = swap;
  swap = s->f0, s->f0 = s->f1, s->f1 = swap;
  base->t0 = base->t1;
  base->t1 = h == room ? limit : base->t0 + h;
  base->next = base->options->step;

  const bool ahead = stepper_fuses(base, &stages) && take_at_once(s, h);
  lash_status status = ahead ? LASH_OK : take_by_stages(s, h, error);
  if (status != LASH_OK) return status;
  base->unchecked = base->options->project && --s->wait > 0;
  if (base->options->project && !base->unchecked) status = keep_on_constraints(s, error);
  base->count->steps++;
  if (ahead && !base->equations->has_rows) return status;
  return status == LASH_OK ? stepper_rates(base, base->t1, base->y1, s->f1, error) : status;
}

static lash_status dense(stepper *base, double t, double *y, lash_error *error) {
  const rk4 *s = (const rk4 *)base;
  (void)error;
  stepper_hermite(base, s->f0, s->f1, t, y);
  return LASH_OK;
}

const lash_stages *stepper_rk4_stages(void) { return &stages; }
double *stepper_rk4_rates(stepper *base) { return ((rk4 *)base)->f1; }

const stepper_class stepper_rk4 = {
    .info = {"rk4", "explicit Runge-Kutta of order 4, fixed step", true},
    .size = sizeof(rk4),
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .lands_on_constraints = true,
};
