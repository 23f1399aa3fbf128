/* Static equilibrium: Newton on forces and constraints together, with steps kept within the
 * mechanism's size. Directions that nothing holds are left alone (least-norm steps). */
#include "lapack.h"
#include "schur.h"
#include "storage.h"

typedef struct balance {
  int n; /* unknowns: increments, extra states, multipliers */
  double *values, *matrix, *right, *work, *lambda;
  int *pivot, room;
} balance;

static balance begin(const lash_system *system) {
  const size_t n = system->tangent_pattern.columns;
  balance b = {.n = (int)n, .room = (int)(64 * 2 * n + 3 * n + 1)};
  b.values = lash_take(system->size.tangent, sizeof(double));
  b.matrix = lash_take(n * n, sizeof(double));
  b.right = lash_take(n, sizeof(double));
  b.work = lash_take((size_t)b.room, sizeof(double));
  b.lambda = lash_take(system->size.constraints, sizeof(double));
  b.pivot = lash_take(n, sizeof(int));
  return b;
}

static void end(balance *b) {
  free(b->values);
  free(b->matrix);
  free(b->right);
  free(b->work);
  free(b->lambda);
  free(b->pivot);
}

/* -residual: f - Phi^T lambda, g, -Phi. Returns the largest force left, and *scale the largest
 * acting. */
static lash_status residual(lash_system *system, balance *b, double *imbalance, double *scale,
                            lash_error *error) {
  const size_t nv = system->size.v, nx = system->size.x;
  const lash_status status = lash_system_forces(system, b->right, b->right + nv, error);
  if (status != LASH_OK) return status;
  *imbalance = 0;
  for (size_t k = 0; k < nv; k++) *scale = fmax(*scale, fabs(b->right[k]));
  lash_system_add_reactions(system, b->lambda, -1, b->right);
  for (size_t k = 0; k < nv + nx; k++) *imbalance = fmax(*imbalance, fabs(b->right[k]));
  lash_system_constraints(system, b->right + nv + nx, NULL, NULL);
  for (size_t k = 0; k < system->size.constraints; k++) b->right[nv + nx + k] *= -1;
  return LASH_OK;
}

static lash_status newton_step(lash_system *system, balance *b, lash_error *error) {
  static const lash_tangent_weights weights = {.position = 1, .state = 1};
  const lash_pattern *pattern = lash_system_tangent_pattern(system);
  const lash_status status = lash_system_tangent(system, &weights, b->lambda, b->values, error);
  if (status != LASH_OK) return status;
  const size_t n = (size_t)b->n;
  memset(b->matrix, 0, n * n * sizeof(double));
  for (size_t column = 0; column < n; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      b->matrix[column * n + (size_t)pattern->index[k]] = b->values[k];
  const double tolerance = 1e-13;
  int one = 1, rank, info;
  memset(b->pivot, 0, n * sizeof(int));
  dgelsy_(&b->n, &b->n, &one, b->matrix, &b->n, b->right, &b->n, b->pivot, &tolerance, &rank,
          b->work, &b->room, &info);
  return LASH_OK;
}

/* Moves by the step, at most a tenth of the mechanism or of a turn at once. */
static void move(lash_system *system, balance *b, double t) {
  const size_t nv = system->size.v, nx = system->size.x;
  double longest = 0;
  lash_system_scale(system, system->length, system->work_v);
  for (size_t k = 0; k < nv; k++) longest = fmax(longest, fabs(b->right[k]) / system->work_v[k]);
  const double factor = longest > 0.1 ? 0.1 / longest : 1;
  lash_system_increment(system->y, b->right, factor, &system->size, system->y);
  for (size_t k = 0; k < nx; k++) system->y[system->size.q + nv + k] += factor * b->right[nv + k];
  for (size_t k = 0; k < system->size.constraints; k++)
    b->lambda[k] += factor * b->right[nv + nx + k];
  lash_system_set(system, t, system->y);
}

static lash_status iterate(lash_system *system, balance *b, double t, double bound, int iterations,
                           lash_statics_report *report, lash_error *error) {
  double scale = 0, drift;
  for (size_t k = 1; k < system->body_count; k++)
    scale = fmax(scale, system->body[k].mass * norm3(system->gravity));
  for (report->iterations = 0;; report->iterations++) {
    lash_status status = residual(system, b, &report->imbalance, &scale, error);
    if (status != LASH_OK) return status;
    lash_system_drift(system, &drift, NULL);
    const double limit = bound > 0 ? bound : 1e-9 * scale;
    if (report->imbalance <= limit && drift <= 1e-10 * system->length) return LASH_OK;
    if (report->iterations == iterations)
      return lash_fail(
          error, LASH_FAILURE,
          "%s: no equilibrium found in %d iterations, an imbalance of %g is left; start "
          "nearer to it, or let the motion settle in a dynamic analysis",
          system->file, iterations, report->imbalance);
    status = newton_step(system, b, error);
    if (status != LASH_OK) return status;
    move(system, b, t);
  }
}

lash_status lash_system_statics(lash_system *system, double t, double *y, double imbalance,
                                int iterations, lash_statics_report *report, lash_error *error) {
  lash_statics_report own;
  const int mode = system->analysis_mode;
  if (!report) report = &own;
  *report = (lash_statics_report){0};
  lash_system_set(system, t, y);
  memset(system->y + system->size.q, 0, system->size.v * sizeof(double));
  lash_system_set(system, t, system->y);
  balance b = begin(system);
  system->analysis_mode = 5;
  const lash_status status =
      iterate(system, &b, t, imbalance, iterations > 0 ? iterations : 100, report, error);
  system->analysis_mode = mode;
  if (status == LASH_OK) {
    double *still = lash_take(system->size.v, sizeof *still);
    lash_system_set_accelerations(system, still, b.lambda);
    free(still);
    memcpy(y, system->y, system->size.y * sizeof *y);
  }
  end(&b);
  return status;
}
