/* Accelerations, rates and projections: the equations solved. */
#include <stdarg.h>
#include <stdio.h>

#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "force_elements.h"
#include "kkt.h"
#include "reaction.h"
#include "schur.h"
#include "system_states.h"

void lash_system_note(lash_system *system, lash_status status, const char *format, ...) {
  if (system->failed) return;
  va_list arguments;
  va_start(arguments, format);
  system->failed = true;
  system->failure.status = status;
  vsnprintf(system->failure.message, sizeof system->failure.message, format, arguments);
  va_end(arguments);
}

void lash_system_say(const lash_system *system, const char *format, ...) {
  char text[LASH_MESSAGE_MAX];
  if (!system->options.message) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  system->options.message(system->options.message_context, text);
}

/* Hands out and forgets a failure noted since the last time. */
lash_status lash_system_take_failure(lash_system *system, lash_error *error) {
  if (!system->failed) return LASH_OK;
  system->failed = false;
  return lash_fail(error, system->failure.status, "%s (time %g)", system->failure.message,
                   system->t);
}

lash_status lash_system_forces(lash_system *system, double *f, double *g, lash_error *error) {
  const lash_status status = lash_forces_update(system, error);
  if (status != LASH_OK) return status;
  if (f) memcpy(f, system->f, system->size.v * sizeof *f);
  if (g) {
    lash_state_rates(system, g);
    return lash_system_take_failure(system, error);
  }
  return LASH_OK;
}

/* gamma with Baumgarte terms. */
static double stabilised(const lash_system *system, int row, double rate) {
  const double a = system->options.alpha, b = system->options.beta;
  return system->gamma[row] - 2 * a * (rate - system->nu[row]) - b * b * system->phi[row];
}

static bool stabilises(const lash_system *system) {
  return system->options.alpha != 0 || system->options.beta != 0;
}

static void right_hand_side(lash_system *system, double *right) {
  if (!stabilises(system)) {
    for (size_t k = 0; k < system->schur->skyline.order; k++)
      right[system->schur->order[k]] = system->gamma[system->kept[system->schur->order[k]]];
    for (size_t h = 0; h < system->schur->hinge_count; h++)
      for (int r = 0; r < 5 && !system->schur->hinge[h].direct; r++)
        right[system->schur->hinge[h].kept[r]] =
            system->gamma[system->kept[system->schur->hinge[h].kept[r]]];
    return;
  }
  lash_constraints_update(system);
  lash_jacobian_times(system, system->y + system->size.q, right);
  for (size_t k = 0; k < system->size.constraints; k++)
    right[k] = stabilised(system, system->kept[k], right[k]);
}

/* Rows of hinges that their bodies meet by themselves too. */
static void whole_right_hand_side(lash_system *system, double *right) {
  lash_constraints_update(system);
  if (stabilises(system)) {
    right_hand_side(system, right);
    return;
  }
  for (size_t k = 0; k < system->size.constraints; k++) right[k] = system->gamma[system->kept[k]];
}

static lash_status solve_accelerations(lash_system *system, lash_error *error) {
  lash_status status = lash_forces_update(system, error);
  if (status != LASH_OK) return status;
  if (system->kkt) {
    whole_right_hand_side(system, system->right);
    status = lash_kkt_solve(system, system->f, system->right, system->vdot, system->lambda, error);
    if (status == LASH_OK) system->lambda_stamp = system->stamp;
  } else {
    status = lash_schur_factor(system, error);
    if (status != LASH_OK) return status;
    right_hand_side(system, system->right);
    (stabilises(system) ? lash_schur_solve : lash_schur_accelerate)(
        system, system->f, system->right, system->vdot, system->lambda);
  }
  if (status == LASH_OK) system->acceleration_stamp = system->stamp;
  return status;
}

/* All multipliers of the accelerations at hand. */
static void complete_multipliers(lash_system *system) {
  if (system->lambda_stamp == system->stamp) return;
  system->lambda_stamp = system->stamp;
  lash_schur_complete(system, system->f, system->vdot, system->lambda);
}

lash_status lash_system_accelerations(lash_system *system, double *vdot, double *lambda,
                                      lash_error *error) {
  if (system->acceleration_stamp != system->stamp) {
    lash_status status = solve_accelerations(system, error);
    if (status == LASH_OK) status = lash_system_take_failure(system, error);
    if (status != LASH_OK) return status;
  }
  if (vdot) memcpy(vdot, system->vdot, system->size.v * sizeof *vdot);
  if (lambda) {
    complete_multipliers(system);
    memcpy(lambda, system->lambda, system->size.constraints * sizeof *lambda);
  }
  return LASH_OK;
}

void lash_system_set_accelerations(lash_system *system, const double *vdot, const double *lambda) {
  memcpy(system->vdot, vdot, system->size.v * sizeof *vdot);
  if (system->size.constraints)
    memcpy(system->lambda, lambda, system->size.constraints * sizeof *lambda);
  system->acceleration_stamp = system->lambda_stamp = system->stamp;
}

lash_status lash_accelerations_refine(lash_system *system, lash_error *error) {
  if (system->kkt) return LASH_OK;
  const size_t n = system->size.constraints;
  const lash_status status = lash_schur_factor(system, error);
  if (status != LASH_OK) return status;
  double *missing = system->missing, *correction = missing + n;
  whole_right_hand_side(system, missing);
  lash_jacobian_times(system, system->vdot, system->right);
  for (size_t k = 0; k < n; k++) missing[k] -= system->right[k];
  lash_schur_solve(system, NULL, missing, system->work_v, correction);
  for (size_t k = 0; k < system->size.v; k++) system->vdot[k] += system->work_v[k];
  for (size_t k = 0; k < system->schur->skyline.order; k++) {
    system->lambda[system->schur->order[k]] += correction[system->schur->order[k]];
  }
  system->lambda_stamp = 0; /* those of hinges follow from the others */
  return LASH_OK;
}

void lash_accelerations_ensure(lash_system *system) {
  if (system->acceleration_stamp != system->stamp) {
    lash_error error;
    const lash_status status = solve_accelerations(system, &error);
    if (status != LASH_OK) {
      lash_system_note(system, status, "%s", error.message);
      return;
    }
  }
  complete_multipliers(system);
}

lash_status lash_system_rates(lash_system *system, double t, const double *y, double *ydot,
                              lash_error *error) {
  const lash_system_sizes *n = &system->size;
  lash_system_set(system, t, y);
  lash_system_qdot(system->y, system->y + n->q, n, ydot);
  lash_status status = lash_system_accelerations(system, ydot + n->q, NULL, error);
  if (status != LASH_OK || !n->x) return status;
  lash_state_rates(system, ydot + n->q + n->v);
  return lash_system_take_failure(system, error);
}

/* ----------------------------------------------------------------------------------- projection */

/* Size of the mechanism: residuals below 1e-15 of it are round-off. */
double lash_system_length(const lash_system *system) {
  double length = 1e-3;
  for (size_t b = 1; b < system->body_count; b++) length = fmax(length, norm3(system->body[b].x));
  for (size_t m = 0; m < system->mark_count; m++) {
    double r[3];
    mul33_3(system->body[system->mark[m].body].R, system->mark[m].arm0, r);
    length = fmax(length, norm3(r));
  }
  /* displacements of flexible bodies: what is measured against a length */
  const double mark = 2, *q = system->y + 7 * system->size.bodies;
  lash_flexible_scale(system, mark, system->work_v);
  for (size_t k = 0; k < 6 * system->size.cells; k += 3)
    if (system->work_v[6 * system->size.bodies + k] == mark) length = fmax(length, norm3(q + k));
  return length;
}

/* What counts as met: a little above the round-off of positions of the mechanism's size. */
static const double met = 1e-14;

/* work_v, smallest in the mass metric, with J work_v = right. */
static lash_status smallest_move(lash_system *system, lash_error *error) {
  const lash_status status = lash_schur_factor(system, error);
  if (status == LASH_OK)
    lash_schur_solve(system, NULL, system->right, system->work_v, system->lambda);
  return status;
}

double lash_system_independence(lash_system *system) {
  lash_error ignored; /* what cannot be eliminated depends on something */
  if (system->schur->skyline.order == 0) return 1;
  if (lash_schur_factor(system, &ignored) != LASH_OK) return 0;
  return sqrt(lash_schur_least(system->schur, NULL));
}

void lash_system_dependent_row(lash_system *system, char *text, size_t size) {
  size_t row = 0;
  lash_schur_least(system->schur, &row);
  lash_system_constraint_name(system, row, text, size);
}

static lash_status project_position(lash_system *system, double t, int iterations,
                                    lash_error *error) {
  const double length = system->length;
  double last = INFINITY;
  for (int k = 0;; k++) {
    if (k) lash_system_set(system, t, system->y);
    double residual;
    lash_system_drift(system, &residual, NULL);
    if (!isfinite(residual)) break;
    if (residual <= met * length) return LASH_OK;
    /* round-off reached: Newton no longer gains */
    if (residual < 1e-9 * length && residual > 0.3 * last) return LASH_OK;
    if (k == iterations) break;
    last = residual;
    for (size_t c = 0; c < system->size.constraints; c++)
      system->right[c] = -system->phi[system->kept[c]];
    const lash_status status = smallest_move(system, error);
    if (status != LASH_OK) return status;
    lash_system_increment(system->y, system->work_v, 1, &system->size, system->y);
  }
  return lash_fail(
      error, LASH_FAILURE,
      "%s: at time %g the constraints cannot be met: a residual of %g is left after %d "
      "iterations; check marker positions and motions",
      system->file, t, system->drift[0], iterations);
}

/* Largest speed of a mass centre or, at the mechanism's size, by rotation. */
double lash_system_speed(const lash_system *system) {
  const double length2 = system->length * system->length;
  double square = 0;
  for (size_t b = 1; b < system->body_count; b++) {
    const lash_body *body = &system->body[b];
    const double moves = dot3(body->u, body->u), turns = length2 * dot3(body->wb, body->wb);
    square = moves > square ? moves : square;
    square = turns > square ? turns : square;
  }
  const double *rate = system->y + system->size.q + 6 * system->size.bodies;
  for (size_t k = 0; k < 6 * system->size.cells; k++) square = fmax(square, rate[k] * rate[k]);
  return sqrt(square);
}

double lash_system_drift_part(lash_system *system) {
  double position, velocity;
  lash_system_drift(system, &position, &velocity);
  const double fast = 10 * met * lash_system_speed(system);
  const double part = velocity > 0 ? velocity / fast : 0;
  return fmax(position / (met * system->length), part);
}

static lash_status project_velocity(lash_system *system, double t, lash_error *error) {
  double *v = system->y + system->size.q, largest;
  lash_system_drift(system, NULL, &largest);
  if (largest <= 10 * met * lash_system_speed(system)) return LASH_OK;
  lash_jacobian_times(system, v, system->right);
  for (size_t k = 0; k < system->size.constraints; k++)
    system->right[k] = system->nu[system->kept[k]] - system->right[k];
  const lash_status status = smallest_move(system, error);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < system->size.v; k++) v[k] += system->work_v[k];
  lash_system_set(system, t, system->y);
  return LASH_OK;
}

lash_status lash_system_project(lash_system *system, double t, double *y, unsigned what,
                                int iterations, lash_error *error) {
  lash_status status = LASH_OK;
  lash_system_set(system, t, y);
  if (what & LASH_PROJECT_POSITION)
    status = project_position(system, t, iterations > 0 ? iterations : 10, error);
  if (status == LASH_OK && what & LASH_PROJECT_VELOCITY)
    status = project_velocity(system, t, error);
  if (status == LASH_OK) memcpy(y, system->y, system->size.y * sizeof *y);
  return status;
}
