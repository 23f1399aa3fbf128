/* Analyses of a single instant: assembly of initial conditions, kinematics. */
#include "lapack.h"
#include "reaction.h"
#include "schur.h"
#include "storage.h"

/* ------------------------------------------------- smallest corrections, some coordinates held */

/* Weights of the increments: 1/sqrt(mass), 0 for what must not change. */
static double *move_weights(const lash_system *system, const unsigned *held) {
  double *weight = lash_take(system->size.v, sizeof *weight);
  for (size_t b = 1; b < system->body_count; b++) {
    const lash_body *body = &system->body[b];
    double *w = weight + 6 * (b - 1);
    for (int k = 0; k < 3; k++) {
      w[k] = held[b] & 1u << k ? 0 : sqrt(body->inverse_mass);
      w[k + 3] = held[b] & 8u << k || body->point ? 0 : sqrt(body->inverse_inertia[4 * k]);
    }
  }
  for (size_t k = 0; k < 6 * system->size.cells; k++)
    weight[6 * system->size.bodies + k] = sqrt(system->cell_inverse[k]);
  return weight;
}

/* Smallest weighted d with J d = right: least squares of minimal norm. */
static bool weighted_step(lash_system *system, const double *weight, const double *right,
                          double *d) {
  const int m = (int)system->size.constraints, n = (int)system->size.v;
  const int longest = m > n ? m : n, one = 1, room = 64 * (n + m) + 3 * n + 1;
  double *A = lash_take((size_t)m * (size_t)n, sizeof *A);
  double *b = lash_take((size_t)longest, sizeof *b);
  double *work = lash_take((size_t)room, sizeof *work);
  int *pivot = lash_take((size_t)n, sizeof *pivot), rank, info;
  const double tolerance = 1e-9;
  for (int k = 0; k < m; k++) {
    const int row = system->kept[k];
    b[k] = right[k];
    for (size_t j = system->row_block[row]; j < system->row_block[row + 1]; j++)
      for (int c = 0; c < 6; c++) {
        const int column = 6 * (system->block_body[j] - 1) + c;
        A[column * m + k] = weight[column] * system->jacobian[6 * j + (size_t)c];
      }
  }
  dgelsy_(&m, &n, &one, A, &m, b, &longest, pivot, &tolerance, &rank, work, &room, &info);
  for (int c = 0; c < n; c++) d[c] = weight[c] * b[c];
  free(A);
  free(b);
  free(work);
  free(pivot);
  return info == 0;
}

/* Coordinates to hold of every body: EXACT positions, or velocities that the dataset gives. */
static unsigned *held_coordinates(const lash_system *system, bool velocity) {
  unsigned *held = lash_take(system->body_count, sizeof *held);
  for (size_t b = 1; b < system->body_count; b++) {
    held[b] = velocity ? system->body[b].given : system->body[b].exact;
    /* three angles together make an orientation: hold all when one must stay */
    if (!velocity && held[b] >> 3) held[b] |= 56u;
  }
  return held;
}

/* Is anything held that a constraint could move? */
static bool any(const lash_system *system, const unsigned *held) {
  if (!system->size.constraints) return false;
  for (size_t b = 1; b < system->body_count; b++)
    if (held[b]) return true;
  return false;
}

/* Newton with EXACT coordinates held; false when they do not allow an assembly. */
static bool assemble_exact(lash_system *system, double t, const unsigned *held, int *iterations) {
  double *weight = move_weights(system, held), position = INFINITY;
  const double bound = 1e-12 * system->length;
  for (*iterations = 0; *iterations < 30; ++*iterations) {
    lash_system_set(system, t, system->y);
    lash_system_drift(system, &position, NULL);
    if (!(position > bound) || !isfinite(position)) break;
    for (size_t k = 0; k < system->size.constraints; k++)
      system->right[k] = -system->phi[system->kept[k]];
    if (!weighted_step(system, weight, system->right, system->work_v)) break;
    lash_system_increment(system->y, system->work_v, 1, &system->size, system->y);
  }
  free(weight);
  return position <= 1e3 * bound;
}

/* Velocities that the dataset does not give are adapted to those it gives. */
static void adapt_velocities(lash_system *system, double t, const unsigned *held) {
  double *weight = move_weights(system, held), *v = system->y + system->size.q;
  lash_system_set(system, t, system->y);
  lash_constraints_update(system);
  lash_jacobian_times(system, v, system->right);
  for (size_t k = 0; k < system->size.constraints; k++)
    system->right[k] = system->nu[system->kept[k]] - system->right[k];
  if (weighted_step(system, weight, system->right, system->work_v))
    for (size_t k = 0; k < system->size.v; k++) v[k] += system->work_v[k];
  free(weight);
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

lash_status lash_system_assemble(lash_system *system, double t, double *y,
                                 lash_assembly_report *report, lash_error *error) {
  lash_assembly_report own;
  if (!report) report = &own;
  *report = (lash_assembly_report){.exact_kept = true};
  lash_system_set(system, t, y);
  lash_system_drift(system, &report->position_residual, &report->velocity_residual);
  double *trial = lash_take(system->size.y, sizeof *trial);
  memcpy(trial, y, system->size.y * sizeof *trial);
  unsigned *exact = held_coordinates(system, false), *given = held_coordinates(system, true);
  if (any(system, exact)) {
    report->exact_kept = assemble_exact(system, t, exact, &report->position_iterations);
    if (report->exact_kept) memcpy(trial, system->y, system->size.y * sizeof *trial);
  }
  /* after an exact assembly this removes round-off only */
  lash_status status = lash_system_project(system, t, trial, LASH_PROJECT_POSITION, 50, error);
  if (status == LASH_OK) {
    if (any(system, given)) adapt_velocities(system, t, given);
    memcpy(trial, system->y, system->size.y * sizeof *trial);
    status = lash_system_project(system, t, trial, LASH_PROJECT_VELOCITY, 0, error);
  }
  free(exact);
  free(given);
  if (status == LASH_OK) {
    report->largest_move = largest_move(system, y);
    report->velocity_iterations = 1;
    status = lash_system_accelerations(system, NULL, NULL, error);
  }
  if (status == LASH_OK) memcpy(y, trial, system->size.y * sizeof *y);
  free(trial);
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
