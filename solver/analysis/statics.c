/* Static equilibrium by pseudo-transient continuation: implicit Euler steps of the flow
 * M q' = forces + reactions, on the constraints, which runs downhill from any start and ends where
 * all is in balance. The step grows as the imbalance falls (switched evolution relaxation: Mulder,
 * van Leer 1985; Kelley, Keyes 1998), so that the end is Newton's method. Directions that nothing
 * holds are left alone (least-norm steps). */
#include <float.h>

#include "bodies.h"
#include "force_elements.h"
#include "lapack.h"
#include "sparse_linear.h"
#include "storage.h"
#include "system_states.h"
#include "tangent.h"

typedef struct balance {
  int n; /* unknowns: increments, extra states, multipliers */
  double *values, *matrix, *right, *work, *lambda;
  double *y_before, *lambda_before; /* to step back to */
  int *pivot, room;
  double step, least_step, longest_step; /* of the flow */
  linear *sparse;                        /* with flexible bodies, else NULL */
  bool newton;                           /* no flow, full steps */
  double round_off;                      /* of the forces in flexible bodies */
} balance;

static void release(void *matrix) { linear_free(matrix); }

static balance begin(const lash_system *system) {
  const size_t n = system->tangent_pattern.columns;
  balance b = {.n = (int)n, .room = (int)(64 * 2 * n + 3 * n + 1)};
  b.values = lash_borrow(system->size.tangent, sizeof(double));
  b.right = lash_borrow(n, sizeof(double));
  b.work = lash_borrow((size_t)b.room, sizeof(double));
  b.lambda = lash_borrow(system->size.constraints, sizeof(double));
  b.lambda_before = lash_borrow(system->size.constraints, sizeof(double));
  b.y_before = lash_borrow(system->size.y, sizeof(double));
  b.pivot = lash_borrow(n, sizeof(int));
  lash_error error;
  if (system->flexible_count &&
      linear_create(&system->tangent_pattern, &b.sparse, &error) == LASH_OK)
    lash_entrust(NULL, b.sparse, release);
  return b;
}

/* Extra states that STATIC_HOLD keeps as they are. */
static bool held(const lash_system *system, size_t state) {
  return lash_states_at(system, (int)state)->static_hold;
}

/* -residual: f - Phi^T lambda, g, -Phi. Gives the largest force left, and the largest acting or
 * weight. */
static lash_status residual(lash_system *system, balance *b, double *imbalance, double *scale,
                            lash_error *error) {
  const size_t nv = system->size.v, nx = system->size.x;
  const lash_status status = lash_system_forces(system, b->right, b->right + nv, error);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < nx; k++)
    if (held(system, k)) b->right[nv + k] = 0;
  *imbalance = *scale = 0;
  for (size_t k = 1; k < system->body_count; k++)
    *scale = fmax(*scale, system->body[k].mass * norm3(system->gravity));
  for (size_t k = 0; k < nv; k++) *scale = fmax(*scale, fabs(b->right[k]));
  for (size_t k = 0; k < system->force_count; k++)
    if (system->force[k].active) *scale = fmax(*scale, norm3(system->force[k].load.force_i));
  lash_system_add_reactions(system, b->lambda, -1, b->right);
  for (size_t k = 0; k < nv + nx; k++) *imbalance = fmax(*imbalance, fabs(b->right[k]));
  lash_system_constraints(system, b->right + nv + nx, NULL, NULL);
  for (size_t k = 0; k < system->size.constraints; k++) b->right[nv + nx + k] *= -1;
  return LASH_OK;
}

/* Rows of held states say that they do not change. */
static void hold_states(const lash_system *system, balance *b) {
  const lash_pattern *pattern = &system->tangent_pattern;
  const size_t nv = system->size.v, nx = system->size.x;
  for (size_t column = 0; nx && column < pattern->columns; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++) {
      const size_t row = (size_t)pattern->index[k];
      if (row >= nv && row < nv + nx && held(system, row - nv)) b->values[k] = column == row;
    }
}

/* Least-norm solution; many unknowns make it slow. */
static void solve_dense(const lash_system *system, balance *b) {
  const size_t n = (size_t)b->n;
  if (!b->matrix) b->matrix = lash_borrow(n * n, sizeof(double));
  lash_tangent_dense(system, b->values, b->matrix);
  const double tolerance = 1e-13;
  int one = 1, rank, info;
  memset(b->pivot, 0, n * sizeof(int));
  dgelsy_(&b->n, &b->n, &one, b->matrix, &b->n, b->right, &b->n, b->pivot, &tolerance, &rank,
          b->work, &b->room, &info);
}

/* False when the matrix is singular: the dense way is then tried. */
static bool solve_sparse(const lash_system *system, balance *b) {
  lash_error error;
  if (!b->sparse) return false;
  memcpy(linear_values(b->sparse), b->values, system->size.tangent * sizeof(double));
  linear_reset(b->sparse);
  if (linear_factor(b->sparse, &error) != LASH_OK) return false;
  linear_solve(b->sparse, b->right);
  return true;
}

/* Forces in a beam are small differences of stiffness times coordinates: what they lose by that. */
static double round_off(const lash_system *system, const balance *b) {
  const lash_pattern *pattern = &system->tangent_pattern;
  const size_t first = 6 * system->size.bodies;
  const double *q = system->y + system->size.bodies; /* of a cell: at its unknown + bodies */
  double *sum = system->work_v, largest = 0;
  memset(sum, 0, system->size.v * sizeof *sum);
  for (size_t column = first; column < system->size.v; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      if ((size_t)pattern->index[k] < system->size.v)
        sum[pattern->index[k]] += fabs(b->values[k] * q[column]);
  for (size_t k = first; k < system->size.v; k++) largest = fmax(largest, sum[k]);
  return 2 * DBL_EPSILON * largest;
}

/* Solves for the increments, given the residual in `right`. */
static lash_status flow_step(lash_system *system, balance *b, lash_error *error) {
  const lash_tangent_weights weights = {
      .position = 1, .state = 1, .acceleration = b->step < b->longest_step ? 1 / b->step : 0};
  const lash_status status = lash_system_tangent(system, &weights, b->lambda, b->values, error);
  if (status != LASH_OK) return status;
  hold_states(system, b);
  if (system->flexible_count) b->round_off = round_off(system, b);
  if (!solve_sparse(system, b)) solve_dense(system, b);
  return LASH_OK;
}

/* Moves by the step, at most a tenth of the mechanism or of a radian at once; reactions are those
 * of the whole step. */
static void move(lash_system *system, balance *b, double t) {
  const size_t nv = system->size.v, nx = system->size.x;
  double longest = 0;
  memcpy(b->y_before, system->y, system->size.y * sizeof(double));
  memcpy(b->lambda_before, b->lambda, system->size.constraints * sizeof(double));
  lash_system_scale(system, system->length, system->work_v);
  for (size_t k = 0; k < nv; k++) longest = fmax(longest, fabs(b->right[k]) / system->work_v[k]);
  const double factor = longest > 0.1 ? 0.1 / longest : 1;
  lash_system_increment(system->y, b->right, factor, &system->size, system->y);
  for (size_t k = 0; k < nx; k++) system->y[system->size.q + nv + k] += factor * b->right[nv + k];
  for (size_t k = 0; k < system->size.constraints; k++) b->lambda[k] += b->right[nv + nx + k];
  lash_system_set(system, t, system->y);
}

static void step_back(lash_system *system, balance *b, double t) {
  memcpy(b->lambda, b->lambda_before, system->size.constraints * sizeof(double));
  lash_system_set(system, t, b->y_before);
}

/* The first step of the flow goes about as far as a step may, and no farther than where weight
 * outdoes the pull of an unstable equilibrium; reactions are those at rest. */
static void first_step(lash_system *system, balance *b) {
  double *vdot = lash_borrow(system->size.v, sizeof *vdot), fastest;
  lash_error ignored;
  if (lash_system_accelerations(system, vdot, b->lambda, &ignored) != LASH_OK) {
    memset(b->lambda, 0, system->size.constraints * sizeof(double));
  }
  fastest = norm3(system->gravity) / system->length;
  lash_system_scale(system, system->length, system->work_v);
  for (size_t k = 0; k < system->size.v; k++)
    fastest = fmax(fastest, fabs(vdot[k]) / system->work_v[k]);
  b->step = b->least_step = fastest > 0 ? 0.3 / fastest : 1;
  b->longest_step = 1e10 * b->step;
  if (b->newton) b->step = b->longest_step;
}

/* Between two steps: the imbalance decides on the next. False: go back and try a shorter one. */
static bool adapt_step(balance *b, lash_status status, double before, double after) {
  if (b->newton) return true;
  const double worse = 100, shortest = 1e-6 * b->least_step;
  if ((status != LASH_OK || !(after <= worse * before)) && b->step > shortest) {
    b->step *= 0.1;
    return false;
  }
  if (after > 0) b->step *= fmin(10, fmax(0.1, before / after));
  b->step = fmax(b->step, b->least_step);
  return true;
}

static lash_status iterate(lash_system *system, balance *b, double t, double bound, int iterations,
                           lash_statics_report *report, lash_error *error) {
  double scale, drift, before = INFINITY;
  first_step(system, b);
  for (report->iterations = 0;; report->iterations++) {
    lash_status status = residual(system, b, &report->imbalance, &scale, error);
    if (status != LASH_OK && !isfinite(before)) return status;
    lash_system_drift(system, &drift, NULL);
    const double limit = fmax(bound > 0 ? bound : 1e-9 * scale, b->round_off);
    if (status == LASH_OK && report->imbalance <= limit && drift <= 1e-10 * system->length)
      return LASH_OK;
    if (report->iterations == iterations)
      return lash_fail(
          error, LASH_FAILURE,
          "%s: no equilibrium found in %d iterations, an imbalance of %g is left; start "
          "nearer to it, or let the motion settle in a dynamic analysis",
          system->file, iterations, report->imbalance);
    if (isfinite(before) && !adapt_step(b, status, before, report->imbalance)) {
      step_back(system, b, t);
      status = residual(system, b, &report->imbalance, &scale, error);
    }
    before = report->imbalance;
    if (status == LASH_OK) status = flow_step(system, b, error);
    if (status != LASH_OK) return status;
    move(system, b, t);
  }
}

/* Beams bend along narrow valleys, which the flow follows slowly and Newton's method crosses: with
 * flexible bodies it is tried first. */
static lash_status seek(lash_system *system, balance *b, double t, double bound, int iterations,
                        lash_statics_report *report, lash_error *error) {
  if (system->flexible_count) {
    double *start = lash_borrow(system->size.y, sizeof *start);
    memcpy(start, system->y, system->size.y * sizeof *start);
    b->newton = true;
    const lash_status status = iterate(system, b, t, bound, iterations, report, error);
    if (status != LASH_OK) lash_system_set(system, t, start);
    if (status == LASH_OK) return LASH_OK;
    b->newton = false;
    b->round_off = 0;
  }
  return iterate(system, b, t, bound, iterations, report, error);
}

static lash_status find_equilibrium(lash_system *system, double t, double *y, double imbalance,
                                    int iterations, lash_statics_report *report,
                                    lash_error *error) {
  lash_statics_report own;
  if (!report) report = &own;
  *report = (lash_statics_report){0};
  lash_system_set(system, t, y);
  memset(system->y + system->size.q, 0, system->size.v * sizeof(double));
  lash_system_set(system, t, system->y);
  balance b = begin(system);
  system->analysis_mode = 5;
  const lash_status status =
      seek(system, &b, t, imbalance, iterations > 0 ? iterations : 300, report, error);
  if (status != LASH_OK) return status;
  lash_system_set_accelerations(system, lash_borrow(system->size.v, sizeof(double)), b.lambda);
  memcpy(y, system->y, system->size.y * sizeof *y);
  return LASH_OK;
}

lash_status lash_system_statics(lash_system *system, double t, double *y, double imbalance,
                                int iterations, lash_statics_report *report, lash_error *error) {
  lash_status status;
  const int mode = system->analysis_mode;
  LASH_GUARDED(status, find_equilibrium(system, t, y, imbalance, iterations, report, error), error);
  system->analysis_mode = mode;
  return status;
}
