/* The table of integrators and what they share: tolerances, first steps, interpolation. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_stepper.h"
#include "lash_batch.h"

static const stepper_class *const classes[] = {&stepper_bdf,    &stepper_genalpha, &stepper_dopri,
                                               &stepper_dop853, &stepper_rk4,      &stepper_abam};
enum { CLASS_COUNT = sizeof classes / sizeof classes[0] };

size_t lash_integrator_count(void) { return CLASS_COUNT; }

lash_integrator_info lash_integrator_at(size_t index) { return classes[index]->info; }

/* Beams ring at frequencies that nobody wants to follow: bdf does, generalised-alpha damps them. */
const char *lash_integrator_default(const lash_system *system) {
  return lash_system_size(system)->flexible ? stepper_genalpha.info.name : classes[0]->info.name;
}

static const char *name_at(size_t index, const void *context) {
  (void)context;
  return classes[index]->info.name;
}

const stepper_class *stepper_find(const char *name, lash_error *error) {
  for (size_t i = 0; i < CLASS_COUNT; i++) {
    if (lash_same_name(name, classes[i]->info.name)) return classes[i];
  }
  const char *near = lash_nearest_name(name, CLASS_COUNT, name_at, NULL);
  lash_fail(error, LASH_BAD_INPUT,
            "there is no integrator '%s'%s%s%s; choose bdf, genalpha, rk45, rk8, rk4 or abam", name,
            near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
  return NULL;
}

/* ----------------------------------------------------------------------------------- life cycle */

/* Flexible bodies may reach farther than the mass centres. */
static double reach_of(const lash_system *system, double *scale) {
  const lash_system_sizes *n = lash_system_size(system);
  const double *q = lash_system_state(system) + 7 * n->bodies, *first = NULL, mark = 2;
  double reach = 0;
  lash_system_scale(system, mark, scale);
  for (size_t k = 0; k < 6 * n->cells; k += 3) {
    if (scale[6 * n->bodies + k] != mark) continue; /* no displacement */
    if (!first) first = q + k;
    reach = fmax(reach, hypot(hypot(q[k] - first[0], q[k + 1] - first[1]), q[k + 2] - first[2]));
  }
  return reach;
}

static double apart(const double *a, const double *b) {
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* The body farthest from body `from`. */
static size_t farthest(const double *q, size_t bodies, size_t from) {
  size_t far = from;
  for (size_t b = 0; b < bodies; b++)
    if (apart(q + 7 * b, q + 7 * from) > apart(q + 7 * far, q + 7 * from)) far = b;
  return far;
}

/* Greatest distance between mass centres. Among very many it is sought from the farthest of one to
 * the farthest of that, and so on: never more than the greatest, nor less than 0.57 of it. */
static double spread_of(const double *q, size_t bodies) {
  enum { MANY = 1000, ROUNDS = 8 };
  double spread = 0;
  for (size_t a = 0; bodies <= MANY && a < bodies; a++)
    for (size_t b = 0; b < a; b++) spread = fmax(spread, apart(q + 7 * a, q + 7 * b));
  size_t end = 0;
  for (int k = 0; bodies > MANY && k < ROUNDS; k++) {
    const size_t next = farthest(q, bodies, end);
    spread = fmax(spread, apart(q + 7 * next, q + 7 * end));
    end = next;
  }
  return spread;
}

/* Size of the mechanism: greatest distance between mass centres, and of any from the origin; 1 when
 * everything sits in the origin. */
static double length_of(const lash_system *system, double reach) {
  const size_t bodies = lash_system_size(system)->bodies;
  const double *q = lash_system_state(system), origin[3] = {0, 0, 0};
  double length = fmax(reach, spread_of(q, bodies));
  for (size_t b = 0; b < bodies; b++) length = fmax(length, apart(q + 7 * b, origin));
  return length > 0 ? length : 1;
}

lash_status stepper_create(const stepper_class *class, equations *integrated,
                           const lash_integrate_options *options, lash_integrate_statistics *count,
                           stepper **made, lash_error *error) {
  stepper *s = calloc(1, class->size);
  if (!s) return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  lash_system *system = integrated->system;
  const lash_system_sizes *n = lash_system_size(system);
  const size_t size = integrated->size;
  *s = (stepper){.class = class,
                 .equations = integrated,
                 .size = size,
                 .system = system,
                 .n = n,
                 .options = options,
                 .count = count};
  const size_t room = equations_room(system), rest = STEPPER_BLOCK; /* they work in blocks */
  s->memory = calloc(3 * room + n->v + rest, sizeof *s->memory);
  lash_status status =
      s->memory ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  if (status == LASH_OK) {
    s->y0 = s->memory, s->y1 = s->y0 + room, s->magnitude = s->y1 + room;
    s->scale = s->magnitude + room;
    s->length = length_of(system, reach_of(system, s->scale));
    s->error = options->error;
    lash_system_scale(system, s->length, s->scale);
    status = class->create(s, error);
  }
  if (status != LASH_OK) {
    stepper_free(s);
    return status;
  }
  *made = s;
  return LASH_OK;
}

double stepper_part(double error, double share) { return fmin(error, fmax(share * error, 1e-12)); }

void stepper_free(stepper *s) {
  if (!s) return;
  s->class->destroy(s);
  free(s->memory);
  free(s);
}

/* ----------------------------------------------------------------------------------- tolerances */

/* Positions are judged against the mechanism's size, not against their distance from a far origin.
 * Velocities are judged against the fastest the body has been, with a floor of one size (one
 * radian) per unit of time, so that a rest does not ask for infinite accuracy. Extra states have no
 * known scale: theirs is the greatest value met, with a small floor. */
void stepper_tolerances(const stepper *s, const double *y, double *tolerance) {
  const double error = s->error;
  const double state_floor = 1e-4;
  size_t k = 0;
  if (s->equations->record) {
    lash_recording_tolerances(s->equations->record, error, s->length, s->magnitude, y, tolerance);
    for (k = s->size - s->equations->works; k < s->size; k++) tolerance[k] = INFINITY;
    return;
  }
  for (size_t b = 0; b < s->n->bodies; b++) {
    for (int c = 0; c < 3; c++) tolerance[k++] = error * s->length;
    for (int c = 0; c < 4; c++) tolerance[k++] = 0.5 * error;
  }
  const double *flexible = s->scale + 6 * s->n->bodies;
  for (size_t c = 0; c < 6 * s->n->cells; c++) tolerance[k++] = error * flexible[c];
  for (size_t c = 0; c < s->n->v; c += 3, k += 3) {
    double size = s->scale[c];
    for (size_t i = k; i < k + 3; i++) size = fmax(size, fmax(fabs(y[i]), s->magnitude[i]));
    for (size_t i = k; i < k + 3; i++) tolerance[i] = error * size;
  }
  for (; k < s->n->y; k++) {
    tolerance[k] = error * fmax(state_floor, fmax(fabs(y[k]), s->magnitude[k]));
  }
}

static void note_sizes(size_t count, const double *restrict y, double *restrict magnitude) {
  for (size_t k = 0; k < count; k++) {
    const double size = fabs(y[k]);
    magnitude[k] = size > magnitude[k] ? size : magnitude[k];
  }
}

void stepper_note(stepper *s, const double *y) {
  const size_t first = s->equations->record ? 0 : s->n->q;
  note_sizes(s->size - first, y + first, s->magnitude + first);
}

/* Quotients come side by side, the sum in its order. */
LASH_BATCH static double sum_of_squares(const double *error, const double *tolerance,
                                        size_t count) {
  enum { SIDE = 4 };
  double square[SIDE], sum = 0;
  size_t k = 0;
  for (; k + SIDE <= count; k += SIDE) {
    for (size_t l = 0; l < SIDE; l++) {
      const double ratio = error[k + l] / tolerance[k + l];
      square[l] = ratio * ratio;
    }
    for (size_t l = 0; l < SIDE; l++) sum += square[l];
  }
  for (; k < count; k++) {
    const double ratio = error[k] / tolerance[k];
    sum += ratio * ratio;
  }
  return sum;
}

double stepper_norm(const double *error, const double *tolerance, size_t count) {
  return count > 0 ? sqrt(sum_of_squares(error, tolerance, count) / (double)count) : 0;
}

/* ---------------------------------------------------------------------------------------- steps */

/* Products of four states stay finite: rotations and spins make such. */
static bool within_numbers(const double *y, size_t count) {
  double sum[4] = {0}; /* of squares, four at a time: in every evaluation of every method */
  size_t k = 0;
  for (; k + 4 <= count; k += 4)
    for (size_t l = 0; l < 4; l++) sum[l] += y[k + l] * y[k + l];
  for (; k < count; k++) sum[0] += y[k] * y[k];
  return sum[0] + sum[1] + sum[2] + sum[3] < 1e150;
}

lash_status stepper_rates(stepper *s, double t, const double *y, double *ydot, lash_error *error) {
  s->count->evaluations++;
  /* a stage of a step that is far too long: forces are not to be troubled with it */
  if (!within_numbers(y, s->size))
    return lash_fail(error, LASH_FAILURE, "at t = %g the motion leaves all numbers", t);
  return equations_rates(s->equations, t, y, ydot, error);
}

bool stepper_fuses(stepper *s, const lash_stages *stages) {
  enum { WORTH_WHILE = 100 };
  return s->equations->record && s->asked++ >= WORTH_WHILE &&
         lash_recording_fuse(s->equations->record, stages);
}

lash_status stepper_first_step(stepper *s, const double *f, int order, double limit,
                               double *scratch, double *h, lash_error *error) {
  const size_t ny = s->size;
  double *tolerance = scratch, *y = scratch + ny, *g = y + ny;
  const double room = limit - s->t1;
  stepper_tolerances(s, s->y1, tolerance);
  const double speed = stepper_norm(f, tolerance, s->equations->own);

  /* an explicit Euler step that moves things by a hundredth of their size */
  const double size = 1 / s->error;
  double trial = speed > 0 ? 0.01 * size / speed : room;
  trial = fmin(trial, 0.01 * room);
  for (size_t k = 0; k < ny; k++) y[k] = s->y1[k] + trial * f[k];
  lash_status status = stepper_rates(s, s->t1 + trial, y, g, error);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < ny; k++) g[k] = (g[k] - f[k]) / trial;
  const double bend = stepper_norm(g, tolerance, s->equations->own);

  const double fastest = fmax(fmax(speed, bend), 1e-10);
  *h = fmin(fmin(100 * trial, pow(0.01 / fastest, 1.0 / (order + 1))), room);
  if (s->options->hmax > 0) *h = fmin(*h, s->options->hmax);
  return LASH_OK;
}

double stepper_fit(double t, double h, double limit) {
  const double room = limit - t;
  if (h >= room * (1 - 1e-10)) return room;
  return h > 0.5 * room ? 0.5 * room : h;
}

double stepper_least(const stepper *s) {
  return fmax(s->options->hmin, 16 * DBL_EPSILON * fabs(s->t1));
}

lash_status stepper_too_small(const stepper *s, double t, double h, lash_error *error) {
  const double least = fmax(s->options->hmin, 16 * DBL_EPSILON * fabs(t));
  if (h > least && h > DBL_MIN) return LASH_OK;
  return lash_fail(
      error, LASH_FAILURE,
      "%s: the step fell to %g at time %.10g; a force is discontinuous or not "
      "finite there, the constraints lock (a dead centre), or the error asked for (%g) "
      "cannot be met",
      s->class->info.name, h, t, s->options->error);
}

void stepper_hermite(const stepper *s, const double *f0, const double *f1, double t, double *y) {
  const double h = s->t1 - s->t0, a = (t - s->t0) / h, b = 1 - a;
  const double w0 = (1 + 2 * a) * b * b, w1 = a * a * (3 - 2 * a);
  const double d0 = h * a * b * b, d1 = -h * a * a * b;
  for (size_t k = 0; k < s->size; k++) {
    y[k] = w0 * s->y0[k] + w1 * s->y1[k] + d0 * f0[k] + d1 * f1[k];
  }
  equations_normalise(s->equations, y);
}
