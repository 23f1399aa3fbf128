/* Analyses of a single instant: assembly of initial conditions, kinematics. */
#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "lapack.h"
#include "lash_expr.h"
#include "measure.h"
#include "reaction.h"
#include "schur.h"
#include "storage.h"

/* ------------------------------------------------- smallest corrections, some coordinates held */

/* Weights of the increments: 1/sqrt(mass), 0 for what must not change. */
static double *move_weights(const lash_system *system, const unsigned *held) {
  double *weight = lash_borrow(system->size.v, sizeof *weight);
  for (size_t b = 1; b < system->body_count; b++) {
    const lash_body *body = &system->body[b];
    double *w = weight + 6 * (b - 1);
    for (int k = 0; k < 3; k++) {
      w[k] = held[b] & 1u << k ? 0 : sqrt(body->inverse_mass);
      w[k + 3] = held[b] & 8u << k || body->point ? 0 : sqrt(body->inverse_inertia[4 * k]);
    }
  }
  return weight;
}

/* Flexible bodies are assembled as if they were rigid, so that no start bends them more than it
 * must: six fields of velocities each, of unit kinetic energy; `size` is what they were divided by.
 */
typedef struct rigid_fields {
  int count;
  double *field, *size;
} rigid_fields;

static rigid_fields find_fields(const lash_system *system) {
  const size_t nv = system->size.v, count = 6 * system->flexible_count;
  rigid_fields fields = {(int)count, lash_borrow(count * nv, sizeof(double)),
                         lash_borrow(count, sizeof(double))};
  for (size_t k = 0; k < count; k++) {
    const lash_flexible *body = &system->flexible[k / 6];
    double xi[6] = {0}, *out = fields.field + k * nv, square = 0;
    fields.size[k] = 1;
    if (!body->class->rigid_velocity) continue;
    xi[k % 6] = 1;
    body->class->rigid_velocity(system, body, xi, out);
    memset(system->work_v, 0, nv * sizeof *out);
    body->class->mass_times(system, body, out, system->work_v);
    for (size_t c = 0; c < nv; c++) square += out[c] * system->work_v[c];
    fields.size[k] = sqrt(square);
    for (size_t c = 0; c < nv; c++) out[c] /= fields.size[k];
  }
  return fields;
}

/* A correction: increments, and for flexible bodies the rigid motion xi that they stand for. */
typedef struct correction {
  double *d, *xi;
} correction;

static correction take_correction(const lash_system *system) {
  return (correction){lash_borrow(system->size.v, sizeof(double)),
                      lash_borrow(6 * system->flexible_count, sizeof(double))};
}

static void apply_correction(lash_system *system, const correction *c) {
  double *cells = system->y + 7 * system->size.bodies;
  memset(c->d + 6 * system->size.bodies, 0, 6 * system->size.cells * sizeof(double));
  lash_system_increment(system->y, c->d, 1, &system->size, system->y);
  for (size_t k = 0; k < system->flexible_count; k++) {
    const lash_flexible *body = &system->flexible[k];
    if (body->class->rigid_move)
      body->class->rigid_move(system, body, c->xi + 6 * k, cells + 6 * body->first_cell);
  }
}

/* ------------------------------------------------------------------------ where joints start */

static lash_bound start_measure(const lash_start *start) {
  return (lash_bound){.kind = start->turns ? LASH_MEASURE_AZ : LASH_MEASURE_DZ,
                      .mark = {start->i, start->j, start->turns ? 0 : start->j, 0},
                      .target = -1,
                      .angle = -1};
}

static bool is_wanted(const lash_start *start, bool velocity) {
  return !isnan(velocity ? start->rate : start->place);
}

static size_t wanted_starts(const lash_system *system, bool velocity) {
  size_t count = 0;
  for (size_t k = 0; k < system->start_count; k++) count += is_wanted(&system->start[k], velocity);
  return count;
}

/* What is missing to a start; its gradient over the increments goes to system->gradient. */
static double missing(lash_system *system, const lash_start *start, bool velocity) {
  const lash_bound bound = start_measure(start);
  const double *v = system->y + system->size.q;
  double rate = 0, lacks;
  memset(system->gradient.q, 0, system->size.v * sizeof(double));
  lash_measure_gradient(system, &bound, 1, &system->gradient);
  for (size_t k = 0; k < system->size.v; k++) rate += system->gradient.q[k] * v[k];
  if (velocity) return start->rate - rate;
  lacks = start->place - lash_measure_value(system, &bound);
  return start->turns ? wrap_angle(lacks) : lacks;
}

static double most_missing(lash_system *system, bool velocity) {
  double most = 0;
  for (size_t k = 0; k < system->start_count; k++) {
    if (!is_wanted(&system->start[k], velocity)) continue;
    const double size = system->start[k].turns ? 1 : system->length;
    most = fmax(most, fabs(missing(system, &system->start[k], velocity)) / size);
  }
  return most;
}

/* ------------------------------------------------------------------------------ one correction */

/* Smallest weighted d with J d = right, and with the starts met when asked for: least squares of
 * minimal norm. */
typedef enum goal { MEET_NONE, MEET_PLACES, MEET_RATES } goal;

static bool weighted_step(lash_system *system, const double *weight, const double *right, goal meet,
                          correction *out) {
  const int m = (int)system->size.constraints, bodies = 6 * (int)system->size.bodies;
  const int rows = m + (meet ? (int)wanted_starts(system, meet == MEET_RATES) : 0);
  const size_t nv = system->size.v;
  memset(out->d, 0, nv * sizeof(double));
  memset(out->xi, 0, 6 * system->flexible_count * sizeof(double));
  if (!rows || !nv) return true;
  rigid_fields fields = find_fields(system);
  const int n = bodies + fields.count;
  const int longest = rows > n ? rows : n, one = 1, room = 64 * (n + rows) + 3 * n + 1;
  double *A = lash_borrow((size_t)rows * (size_t)n, sizeof *A);
  double *b = lash_borrow((size_t)longest, sizeof *b);
  double *work = lash_borrow((size_t)room, sizeof *work);
  int *pivot = lash_borrow((size_t)n, sizeof *pivot), rank, info, next = m;
  const double tolerance = 1e-9;
  for (int k = 0; k < m; k++) {
    const int row = system->kept[k];
    b[k] = right[k];
    for (size_t j = system->row_block[row]; j < system->row_block[row + 1]; j++)
      for (int c = 0; c < 6; c++) {
        const int column = 6 * (system->block_body[j] - 1) + c;
        const double J = system->jacobian[6 * j + (size_t)c];
        if (column < bodies) A[column * rows + k] = weight[column] * J;
        for (int f = 0; column >= bodies && f < fields.count; f++)
          A[(bodies + f) * rows + k] += J * fields.field[(size_t)f * nv + (size_t)column];
      }
  }
  for (size_t k = 0; meet && k < system->start_count; k++) {
    if (!is_wanted(&system->start[k], meet == MEET_RATES)) continue;
    b[next] = missing(system, &system->start[k], meet == MEET_RATES);
    for (int c = 0; c < bodies; c++) A[c * rows + next] = weight[c] * system->gradient.q[c];
    next++;
  }
  dgelsy_(&rows, &n, &one, A, &rows, b, &longest, pivot, &tolerance, &rank, work, &room, &info);
  for (int c = 0; c < bodies; c++) out->d[c] = weight[c] * b[c];
  for (int f = 0; f < fields.count; f++) {
    const double share = b[bodies + f], *field = fields.field + (size_t)f * nv;
    out->xi[f] = share / fields.size[f];
    for (size_t c = (size_t)bodies; c < nv; c++) out->d[c] += share * field[c];
  }
  lash_drop(fields.field); /* many steps may follow */
  lash_drop(fields.size);
  lash_drop(A);
  lash_drop(b);
  lash_drop(work);
  lash_drop(pivot);
  return info == 0;
}

/* Coordinates to hold of every body: EXACT positions, or velocities that the dataset gives. */
static unsigned *held_coordinates(const lash_system *system, bool velocity) {
  unsigned *held = lash_borrow(system->body_count, sizeof *held);
  for (size_t b = 1; b < system->body_count; b++) {
    held[b] = velocity ? system->body[b].given : system->body[b].exact;
    /* three angles together make an orientation: hold all when one must stay */
    if (!velocity && held[b] >> 3) held[b] |= 56u;
  }
  return held;
}

/* Is anything held? */
static bool any(const lash_system *system, const unsigned *held) {
  for (size_t b = 1; b < system->body_count; b++)
    if (held[b]) return true;
  return false;
}

/* Newton from y with coordinates held (NULL: none) and starts met; false when that does not allow
 * an assembly. */
static bool assemble_holding(lash_system *system, double t, const double *y, const unsigned *held,
                             goal meet, int *iterations) {
  unsigned *none = lash_borrow(system->body_count, sizeof *none);
  double *weight = move_weights(system, held ? held : none), position = INFINITY, start = 0;
  const double bound = 1e-12 * system->length;
  correction step = take_correction(system);
  memcpy(system->y, y, system->size.y * sizeof *y);
  for (*iterations = 0; *iterations < 30; ++*iterations) {
    lash_system_set(system, t, system->y);
    lash_system_drift(system, &position, NULL);
    start = meet ? most_missing(system, false) : 0;
    if ((position <= bound && start <= 1e-12) || !isfinite(position)) break;
    for (size_t k = 0; k < system->size.constraints; k++)
      system->right[k] = -system->phi[system->kept[k]];
    if (!weighted_step(system, weight, system->right, meet, &step)) break;
    apply_correction(system, &step);
  }
  return position <= 1e3 * bound && start <= 1e-9;
}

/* Velocities that the dataset does not give are adapted to those it gives, as well as can be, and
 * where they have to. False and unchanged when that misses a start. */
static bool adapt_velocities(lash_system *system, double t, const unsigned *held, goal meet) {
  double drift, fastest = 0;
  lash_system_set(system, t, system->y);
  lash_system_drift(system, NULL, &drift);
  if (meet) drift = fmax(drift, most_missing(system, true));
  if (drift <= 1e-12 * lash_system_speed(system)) return true;
  double *weight = move_weights(system, held), *v = system->y + system->size.q;
  double *before = lash_borrow(system->size.v, sizeof *before);
  memcpy(before, v, system->size.v * sizeof *v);
  lash_jacobian_times(system, v, system->right);
  for (size_t k = 0; k < system->size.constraints; k++)
    system->right[k] = system->nu[system->kept[k]] - system->right[k];
  correction step = take_correction(system);
  if (weighted_step(system, weight, system->right, meet, &step))
    for (size_t k = 0; k < system->size.v; k++) v[k] += step.d[k];
  lash_system_set(system, t, system->y);
  lash_system_drift(system, NULL, &drift);
  if (meet) drift = fmax(drift, most_missing(system, true));
  for (size_t k = 0; k < system->size.v; k++) fastest = fmax(fastest, fabs(v[k]));
  const bool done = !meet || drift <= 1e-9 * (1 + fastest);
  if (!done) memcpy(v, before, system->size.v * sizeof *v);
  lash_system_set(system, t, system->y);
  return done;
}

static double largest_move(const lash_system *system, const double *before) {
  double largest = 0;
  for (size_t b = 0; b < system->size.bodies; b++) {
    double d[3];
    sub3(system->y + 7 * b, before + 7 * b, d);
    largest = fmax(largest, norm3(d));
  }
  return largest;
}

/* What the dataset asks for in `trial`, as far as the constraints allow it: first all of it, then
 * the starts of joints before the coordinates of parts. */
static void meet_positions(lash_system *system, double t, double *trial,
                           lash_assembly_report *report) {
  unsigned *exact = held_coordinates(system, false);
  const bool holds = any(system, exact) && system->size.constraints;
  const bool flexible = system->flexible_count && system->size.constraints;
  const goal meet = wanted_starts(system, false) ? MEET_PLACES : MEET_NONE;
  int *const iterations = &report->position_iterations;
  bool done =
      (holds || meet || flexible) && assemble_holding(system, t, trial, exact, meet, iterations);
  report->exact_kept = done || !any(system, exact) || !system->size.constraints;
  if (!done && meet) done = assemble_holding(system, t, trial, NULL, meet, iterations);
  if (!done && meet && holds)
    report->exact_kept = done = assemble_holding(system, t, trial, exact, MEET_NONE, iterations);
  if (!done && flexible) done = assemble_holding(system, t, trial, NULL, MEET_NONE, iterations);
  if (done) memcpy(trial, system->y, system->size.y * sizeof *trial);
}

static void meet_velocities(lash_system *system, double t) {
  unsigned *given = held_coordinates(system, true);
  unsigned *none = lash_borrow(system->body_count, sizeof *none);
  const bool holds = any(system, given) || system->flexible_count;
  const goal meet = wanted_starts(system, true) ? MEET_RATES : MEET_NONE;
  bool done = (holds || meet) && adapt_velocities(system, t, given, meet);
  if (!done && meet) done = adapt_velocities(system, t, none, meet);
  if (!done && meet && holds) adapt_velocities(system, t, given, MEET_NONE);
}

/* A mechanism that is driven, or closed in loops, decides where its joints start. */
static void say_missed(lash_system *system) {
  for (size_t k = 0; k < system->start_count; k++) {
    const lash_start *start = &system->start[k];
    const double place = isnan(start->place) ? 0 : missing(system, start, false);
    const double rate = isnan(start->rate) ? 0 : missing(system, start, true);
    if (fabs(place) <= 1e-9 * (start->turns ? 1 : system->length) &&
        (rate == 0 || fabs(rate) <= 1e-9 * (1 + fabs(start->rate))))
      continue;
    lash_system_say(
        system,
        "%s:%d: JOINT/%d: the constraints or other initial conditions do not allow its initial "
        "conditions; they are missed by %g and %g",
        system->file, start->line, start->id, place, rate);
  }
}

static lash_status assemble(lash_system *system, double t, double *y, lash_assembly_report *report,
                            lash_error *error) {
  lash_assembly_report own;
  if (!report) report = &own;
  *report = (lash_assembly_report){.exact_kept = true};
  lash_system_set(system, t, y);
  lash_system_drift(system, &report->position_residual, &report->velocity_residual);
  double *trial = lash_borrow(system->size.y, sizeof *trial);
  memcpy(trial, y, system->size.y * sizeof *trial);
  meet_positions(system, t, trial, report);
  /* after an exact assembly this removes round-off only */
  lash_status status = lash_system_project(system, t, trial, LASH_PROJECT_POSITION, 50, error);
  if (status == LASH_OK) {
    meet_velocities(system, t);
    memcpy(trial, system->y, system->size.y * sizeof *trial);
    status = lash_system_project(system, t, trial, LASH_PROJECT_VELOCITY, 0, error);
  }
  if (status == LASH_OK) {
    say_missed(system);
    report->largest_move = largest_move(system, y);
    report->velocity_iterations = 1;
    status = lash_system_accelerations(system, NULL, NULL, error);
  }
  if (status == LASH_OK) memcpy(y, trial, system->size.y * sizeof *y);
  return status;
}

lash_status lash_system_assemble(lash_system *system, double t, double *y,
                                 lash_assembly_report *report, lash_error *error) {
  lash_status status;
  LASH_GUARDED(status, assemble(system, t, y, report, error), error);
  return status;
}

/* ---------------------------------------------------------------------------------- kinematics */

lash_status lash_system_kinematics(lash_system *system, double t, double *y, lash_error *error) {
  if (system->size.dof > 0)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: a kinematic analysis needs a mechanism without freedom, this one has %d; "
                     "add motions or run a dynamic analysis",
                     system->file, system->size.dof);
  lash_status status = lash_system_project(system, t, y, LASH_PROJECT_BOTH, 50, error);
  if (status == LASH_OK) status = lash_system_accelerations(system, NULL, NULL, error);
  return status == LASH_OK ? lash_accelerations_refine(system, error) : status;
}
