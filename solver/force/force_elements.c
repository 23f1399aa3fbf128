/* Applied forces: what each element does to its two parts, and their sum. */
#include "force_elements.h"

#include "angle.h"
#include "flexible.h"
#include "measure.h"
#include "user.h"

/* ------------------------------------------------------------------------------ small pieces */

/* From J to I: direction and distance; the direction is zero when the markers coincide. */
static double line_of(const lash_mark *i, const lash_mark *j, double unit[3]) {
  sub3(i->r, j->r, unit);
  const double distance = norm3(unit);
  if (distance > 0)
    for (int k = 0; k < 3; k++) unit[k] /= distance;
  return distance;
}

static void push_apart(lash_load *load, const double unit[3], double force) {
  axpy3(force, unit, load->force_i);
  axpy3(-force, unit, load->force_j);
}

static void turn_about(lash_load *load, const double axis[3], double torque) {
  axpy3(torque, axis, load->torque_i);
  axpy3(-torque, axis, load->torque_j);
}

static void spin_between(const lash_system *system, const lash_mark *i, const lash_mark *j,
                         double w[3]) {
  sub3(system->body[i->body].w, system->body[j->body].w, w);
}

static double force_scalar(lash_system *system, const lash_force *force) {
  if (force->frozen) return force->held[0];
  return force->user >= 0 ? lash_user_scalar(system, force->user)
                          : lash_function_value(system, force->component[0]);
}

/* ----------------------------------------------------------------------------- kinds of forces */

static void line_load(lash_system *system, lash_force *force, const lash_mark *i,
                      const lash_mark *j, lash_load *load) {
  double unit[3];
  const double value = force_scalar(system, force);
  if (line_of(i, j, unit) == 0 && value != 0) {
    lash_system_note(system, LASH_FAILURE,
                     "%s:%d: SFORCE/%d: I and J coincide, so the force has no direction; use a "
                     "VFORCE or move a marker",
                     system->file, force->line, force->id);
    return;
  }
  push_apart(load, unit, value);
}

static void axial_load(lash_system *system, lash_force *force, const lash_mark *j,
                       lash_load *load) {
  double axis[3];
  column3(j->A, 2, axis);
  axpy3(force_scalar(system, force), axis, load->force_i);
}

static void twist_load(lash_system *system, lash_force *force, const lash_mark *j,
                       lash_load *load) {
  double axis[3];
  column3(j->A, 2, axis);
  turn_about(load, axis, force_scalar(system, force));
}

static void vector_load(lash_system *system, lash_force *force, lash_load *load) {
  double local[6] = {0};
  if (force->frozen)
    memcpy(local, force->held, sizeof local);
  else if (force->user >= 0)
    lash_user_vector(system, force->user, local);
  else
    for (int k = 0; k < 6; k++)
      if (force->component[k] >= 0) local[k] = lash_function_value(system, force->component[k]);
  const lash_mark *rm = lash_mark_at(system, force->rm);
  mul33_3(rm->A, local, load->force_i);
  mul33_3(rm->A, local + 3, load->torque_i);
  for (int k = 0; k < 3; k++) {
    load->force_j[k] = -load->force_i[k];
    load->torque_j[k] = -load->torque_i[k];
  }
}

static void spring_load(const lash_force *force, const lash_mark *i, const lash_mark *j,
                        lash_load *load) {
  double unit[3], u[3];
  const double distance = line_of(i, j, unit);
  sub3(i->v, j->v, u);
  push_apart(load, unit,
             force->preload - force->k * (distance - force->reference) - force->c * dot3(unit, u));
}

static double coil_angle(const lash_system *system, const lash_force *force, const lash_mark *i,
                         const lash_mark *j) {
  return lash_remembered_angle(system, force->angle, lash_angle_value(LASH_ANGLE_AZ, i, j));
}

static void coil_load(const lash_system *system, const lash_force *force, const lash_mark *i,
                      const lash_mark *j, lash_load *load) {
  double axis[3], w[3];
  column3(j->A, 2, axis);
  spin_between(system, i, j, w);
  turn_about(load, axis,
             force->preload - force->k * (coil_angle(system, force, i, j) - force->reference) -
                 force->c * dot3(axis, w));
}

/* Displacement (x, y, z and projected angles) of I in J and its rate, both in axes of J. */
void lash_six_displacement(const lash_system *system, const lash_mark *i, const lash_mark *j,
                           double displacement[6], double rate[6]) {
  double d[3], u[3], w[3];
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  add_cross3(-1, system->body[j->body].w, d, u);
  spin_between(system, i, j, w);
  mult33_3(j->A, d, displacement);
  displacement[3] = lash_angle_value(LASH_ANGLE_AX, i, j);
  displacement[4] = lash_angle_value(LASH_ANGLE_AY, i, j);
  displacement[5] = lash_angle_value(LASH_ANGLE_AZ, i, j);
  mult33_3(j->A, u, rate);
  mult33_3(j->A, w, rate + 3);
}

static void matrix_load(lash_system *system, const lash_force *force, const lash_mark *i,
                        const lash_mark *j, lash_load *load) {
  const lash_matrix_force *m = force->matrix;
  double displacement[6], rate[6], local[6], d[3];
  lash_six_displacement(system, i, j, displacement, rate);
  if (force->user >= 0) {
    lash_user_field(system, force->user, displacement, rate, local);
  } else {
    for (int r = 0; r < 6; r++) {
      local[r] = m->preload[r];
      for (int c = 0; c < 6; c++)
        local[r] -= m->K[6 * r + c] * (displacement[c] - m->length[c]) + m->C[6 * r + c] * rate[c];
    }
  }
  mul33_3(j->A, local, load->force_i);
  mul33_3(j->A, local + 3, load->torque_i);
  sub3(i->r, j->r, d);
  for (int k = 0; k < 3; k++) {
    load->force_j[k] = -load->force_i[k];
    load->torque_j[k] = -load->torque_i[k];
  }
  add_cross3(-1, d, load->force_i, load->torque_j);
}

/* ------------------------------------------------------------------------------------ one, all */

static void evaluate(lash_system *system, lash_force *force) {
  lash_load *load = &force->load;
  if (force->kind != LASH_FORCE_VECTOR || !force->active) memset(load, 0, sizeof *load);
  if (!force->active) return;
  if (force->kind == LASH_FORCE_CONTACT) {
    lash_contact_load(system, force, load);
    return;
  }
  if (force->kind == LASH_FORCE_FRICTION) {
    lash_friction_load(system, force, load);
    return;
  }
  const bool needs_axes = force->kind != LASH_FORCE_VECTOR && force->kind != LASH_FORCE_LINE &&
                          force->kind != LASH_FORCE_SPRING;
  const lash_mark *i =
      needs_axes ? lash_mark_at(system, force->i) : lash_mark_place(system, force->i);
  const lash_mark *j = needs_axes        ? lash_mark_at(system, force->j)
                       : force->floating ? &system->mark[force->j] /* only its body counts */
                                         : lash_mark_place(system, force->j);
  copy3(i->r, load->point_i);
  copy3(force->floating ? i->r : j->r, load->point_j);
  switch (force->kind) {
    case LASH_FORCE_LINE:
      line_load(system, force, i, j, load);
      break;
    case LASH_FORCE_AXIAL:
      axial_load(system, force, j, load);
      break;
    case LASH_FORCE_TWIST:
      twist_load(system, force, j, load);
      break;
    case LASH_FORCE_VECTOR:
      vector_load(system, force, load);
      break;
    case LASH_FORCE_SPRING:
      spring_load(force, i, j, load);
      break;
    case LASH_FORCE_COIL:
      coil_load(system, force, i, j, load);
      break;
    case LASH_FORCE_MATRIX:
      matrix_load(system, force, i, j, load);
      break;
    case LASH_FORCE_CONTACT:
    case LASH_FORCE_FRICTION:
      break;
  }
  if (!force->action_only) return;
  memset(load->force_j, 0, sizeof load->force_j);
  memset(load->torque_j, 0, sizeof load->torque_j);
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

lash_status lash_forces_update(lash_system *system, lash_error *error) {
  if (system->force_stamp == system->stamp) return LASH_OK;
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
  }
  const lash_status status = lash_system_take_failure(system, error);
  if (status != LASH_OK) return status;
  double check = 0;
  for (size_t k = 0; k < system->size.v; k++) check += system->f[k] * 0;
  if (check != 0)
    return lash_fail(error, LASH_FAILURE, "%s: at time %g a force is not finite", system->file,
                     system->t);
  system->force_stamp = system->stamp;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- energy */

/* Potential energy stored in an element; 0 for those that are not springs. */
double lash_force_potential(lash_system *system, const lash_force *force) {
  const bool stores = force->kind == LASH_FORCE_SPRING || force->kind == LASH_FORCE_COIL ||
                      force->kind == LASH_FORCE_MATRIX;
  if (!force->active || !stores) return 0;
  const lash_mark *i = lash_mark_at(system, force->i), *j = lash_mark_at(system, force->j);
  double unit[3], displacement[6], rate[6], stretch;
  switch (force->kind) {
    case LASH_FORCE_SPRING:
      stretch = line_of(i, j, unit) - force->reference;
      return stretch * (0.5 * force->k * stretch - force->preload);
    case LASH_FORCE_COIL:
      stretch = coil_angle(system, force, i, j) - force->reference;
      return stretch * (0.5 * force->k * stretch - force->preload);
    case LASH_FORCE_MATRIX: {
      if (force->user >= 0) return 0;
      double sum = 0;
      lash_six_displacement(system, i, j, displacement, rate);
      for (int r = 0; r < 6; r++) displacement[r] -= force->matrix->length[r];
      for (int r = 0; r < 6; r++) {
        sum -= force->matrix->preload[r] * displacement[r];
        for (int c = 0; c < 6; c++)
          sum += 0.5 * displacement[r] * force->matrix->K[6 * r + c] * displacement[c];
      }
      return sum;
    }
    default:
      return 0;
  }
}
