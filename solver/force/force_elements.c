/* Applied forces: what each element does to its two parts, and their sum. */
#include "force_elements.h"

#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "lash_angles.h"
#include "measure.h"
#include "own_force.h"
#include "user.h"

/* ------------------------------------------------------------------------------------- one, all */

static double coil_angle(const lash_system *system, const lash_force *force, const lash_mark *i,
                         const lash_mark *j) {
  return lash_remembered_angle(system, force->angle,
                               lash_angle_value(LASH_ANGLE_AZ, &i->motion, &j->motion));
}

static void ask_owner(lash_system *system, const lash_force *force, const lash_mark *i,
                      const lash_mark *j, double wrench[6]) {
  const lash_own_call call = {system->t, &i->motion,        &j->motion,      force->statement,
                              force->id, force->parameters, force->parameter};
  lash_error error;
  const lash_status status = lash_own_evaluate(force->own, &call, j->floating, wrench, &error);
  if (status != LASH_OK) lash_system_note(system, status, "%s: %s", system->file, error.message);
}

/* What the law leaves to functions, routines and remembered angles; NULL when that is nothing. */
static const double *given_numbers(lash_system *system, const lash_force *force, const lash_mark *i,
                                   const lash_mark *j, double given[6]) {
  double displacement[6], rate[6];
  if (force->frozen) return force->held;
  if (force->own) {
    ask_owner(system, force, i, j, given);
    return given;
  }
  switch (force->law.kind) {
    case LASH_FORCE_VECTOR:
      if (force->user >= 0) {
        lash_user_vector(system, force->user, given);
        return given;
      }
      for (int k = 0; k < 6; k++)
        given[k] = force->component[k] >= 0 ? lash_function_value(system, force->component[k]) : 0;
      return given;
    case LASH_FORCE_COIL:
      given[0] = coil_angle(system, force, i, j);
      return given;
    case LASH_FORCE_SPRING:
      return NULL;
    case LASH_FORCE_MATRIX:
      if (force->user < 0) return NULL;
      lash_six_displacement(&i->motion, &j->motion, displacement, rate);
      lash_user_field(system, force->user, displacement, rate, given);
      return given;
    default:
      given[0] = force->user >= 0 ? lash_user_scalar(system, force->user)
                                  : lash_function_value(system, force->component[0]);
      return given;
  }
}

static void evaluate(lash_system *system, lash_force *force) {
  lash_load *load = &force->load;
  const lash_force_kind kind = force->law.kind;
  if (!force->active || kind >= LASH_FORCE_CONTACT) memset(load, 0, sizeof *load);
  if (!force->active) return;
  if (kind == LASH_FORCE_CONTACT) {
    lash_contact_load(system, force, load);
    return;
  }
  if (kind == LASH_FORCE_FRICTION) {
    lash_friction_load(system, force, load);
    return;
  }
  if (kind == LASH_FORCE_MODAL) {
    lash_modal_load_value(system, force, load);
    return;
  }
  const bool needs_axes = force->own || (kind != LASH_FORCE_VECTOR && kind != LASH_FORCE_LINE &&
                                         kind != LASH_FORCE_SPRING);
  const lash_mark *i =
      needs_axes ? lash_mark_at(system, force->i) : lash_mark_place(system, force->i);
  const lash_mark *j = needs_axes            ? lash_mark_at(system, force->j)
                       : force->law.floating ? &system->mark[force->j] /* only its body counts */
                                             : lash_mark_place(system, force->j);
  double numbers[6];
  const double *given = given_numbers(system, force, i, j, numbers);
  const lash_mark *rm = kind == LASH_FORCE_VECTOR ? lash_mark_at(system, force->rm) : i;
  const char *trouble =
      lash_force_evaluate(&force->law, &i->motion, &j->motion, &rm->motion, given, load);
  if (trouble)
    lash_system_note(system, LASH_FAILURE, "%s:%d: %s/%d: %s", system->file, force->line,
                     force->statement, force->id, trouble);
}

const lash_load *lash_force_load(lash_system *system, lash_force *force) {
  if (force->stamp != system->stamp) {
    force->stamp = system->stamp;
    force->busy = true;
    evaluate(system, force);
    force->busy = false;
  } else if (force->busy) { /* expressions that would do this were refused */
    lash_system_note(system, LASH_BAD_INPUT,
                     "%s:%d: %s/%d: its routine asks for the value that it is computing; ask for "
                     "what that depends on instead",
                     system->file, force->line, force->statement, force->id);
  }
  return &force->load;
}

/* Adds a force at a point and a torque to the six generalised forces of a moving body. */
void lash_apply_load(const lash_system *system, int index, const double force[3],
                     const double torque[3], const double point[3], double target[6]) {
  const lash_body *body = &system->body[index];
  double arm[3], total[3], local[3];
  axpy3(1, force, target);
  if (body->point) return;
  sub3(point, body->x, arm);
  cross3(arm, force, total);
  axpy3(1, torque, total);
  mult33_3(body->R, total, local);
  axpy3(1, local, target + 3);
}

static void inertia_forces(const lash_system *system, double *f) {
  for (size_t b = 1; b < system->body_count; b++, f += 6) {
    const lash_body *body = &system->body[b];
    double momentum[3];
    for (int k = 0; k < 3; k++) f[k] = body->mass * system->gravity[k];
    f[3] = f[4] = f[5] = 0;
    if (body->point) continue;
    mul33_3(body->inertia, body->wb, momentum);
    cross3(momentum, body->wb, f + 3);
  }
}

/* A sum tells unless it overflows; two at a time, since this is asked in every evaluation. */
static bool all_finite(const double *x, size_t n) {
  double even = 0, odd = 0, check = 0;
  for (size_t k = 0; k + 1 < n; k += 2) even += x[k], odd += x[k + 1];
  if (n % 2) even += x[n - 1];
  if (isfinite(even + odd)) return true;
  for (size_t k = 0; k < n; k++) check += x[k] * 0;
  return check == 0;
}

lash_status lash_forces_update(lash_system *system, lash_error *error) {
  if (system->force_stamp == system->stamp) return LASH_OK;
  system->summing_forces = true;
  inertia_forces(system, system->f);
  if (system->flexible_count) lash_flexible_forces(system, system->f);
  for (size_t k = 0; k < system->force_count; k++) {
    lash_force *force = &system->force[k];
    if (!force->active) continue;
    const int body_i = system->mark[force->i].body, body_j = system->mark[force->j].body;
    const lash_load *load = lash_force_load(system, force);
    if (body_i)
      lash_apply_load(system, body_i, load->force_i, load->torque_i, load->point_i,
                      system->f + 6 * (body_i - 1));
    if (body_j)
      lash_apply_load(system, body_j, load->force_j, load->torque_j, load->point_j,
                      system->f + 6 * (body_j - 1));
    if (force->modal) lash_modal_load_add(system, force, system->f);
  }
  system->summing_forces = false;
  const lash_status status = lash_system_take_failure(system, error);
  if (status != LASH_OK) return status;
  if (!all_finite(system->f, system->size.v))
    return lash_fail(error, LASH_FAILURE, "%s: at time %g a force is not finite", system->file,
                     system->t);
  system->force_stamp = system->stamp;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- energy */

/* Potential energy stored in an element; 0 for those that are not springs. */
double lash_force_potential(lash_system *system, const lash_force *force) {
  if (!force->active || force->law.kind < LASH_FORCE_SPRING || force->user >= 0) return 0;
  const lash_mark *i = lash_mark_at(system, force->i), *j = lash_mark_at(system, force->j);
  const double angle = force->law.kind == LASH_FORCE_COIL ? coil_angle(system, force, i, j) : 0;
  return lash_force_energy(&force->law, &i->motion, &j->motion, angle);
}
