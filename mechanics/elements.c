#include "lash_elements.h"

#include "lash_angles.h"
#include "lash_space.h"

/* --------------------------------------------------------------------------------- small pieces */

/* From J to I: direction and distance; the direction is zero when the markers coincide. */
static double line_of(const lash_marker_motion *i, const lash_marker_motion *j, double unit[3]) {
  sub3(i->r, j->r, unit);
  const double distance = norm3(unit);
  if (distance > 0)
    for (int k = 0; k < 3; k++) unit[k] /= distance;
  return distance;
}

static const char *push_apart(lash_load *load, double distance, const double unit[3],
                              double force) {
  if (distance == 0 && force != 0)
    return "I and J coincide, so the force has no direction; move a marker or use a vector force";
  axpy3(force, unit, load->force_i);
  axpy3(-force, unit, load->force_j);
  return NULL;
}

static void turn_about(lash_load *load, const double axis[3], double torque) {
  axpy3(torque, axis, load->torque_i);
  axpy3(-torque, axis, load->torque_j);
}

static void answer(lash_load *load) {
  for (int k = 0; k < 3; k++) {
    load->force_j[k] = -load->force_i[k];
    load->torque_j[k] = -load->torque_i[k];
  }
}

/* ------------------------------------------------------------------------------ kinds of forces */

static void vector_load(const lash_marker_motion *rm, const double given[6], lash_load *load) {
  mat_apply(rm->axes, given, load->force_i);
  mat_apply(rm->axes, given + 3, load->torque_i);
  answer(load);
}

static const char *spring_load(const lash_force_law *law, const lash_marker_motion *i,
                               const lash_marker_motion *j, lash_load *load) {
  double unit[3], u[3];
  const double distance = line_of(i, j, unit);
  sub3(i->v, j->v, u);
  return push_apart(load, distance, unit,
                    law->preload - law->k * (distance - law->reference) - law->c * dot3(unit, u));
}

static void coil_load(const lash_force_law *law, const lash_marker_motion *i,
                      const lash_marker_motion *j, double angle, lash_load *load) {
  double axis[3], w[3];
  mat_column(j->axes, 2, axis);
  sub3(i->w, j->w, w);
  turn_about(load, axis, law->preload - law->k * (angle - law->reference) - law->c * dot3(axis, w));
}

void lash_six_displacement(const lash_marker_motion *i, const lash_marker_motion *j,
                           double displacement[6], double rate[6]) {
  double d[3], u[3], w[3];
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  add_cross3(-1, j->w, d, u);
  sub3(i->w, j->w, w);
  mat_apply_transposed(j->axes, d, displacement);
  displacement[3] = lash_angle_value(LASH_ANGLE_AX, i, j);
  displacement[4] = lash_angle_value(LASH_ANGLE_AY, i, j);
  displacement[5] = lash_angle_value(LASH_ANGLE_AZ, i, j);
  mat_apply_transposed(j->axes, u, rate);
  mat_apply_transposed(j->axes, w, rate + 3);
}

static void matrix_load(const lash_matrix_law *m, const lash_marker_motion *i,
                        const lash_marker_motion *j, const double *given, lash_load *load) {
  double displacement[6], rate[6], local[6], d[3];
  if (given) {
    memcpy(local, given, sizeof local);
  } else {
    lash_six_displacement(i, j, displacement, rate);
    for (int r = 0; r < 6; r++) {
      local[r] = m->preload[r];
      for (int c = 0; c < 6; c++)
        local[r] -= m->K[6 * r + c] * (displacement[c] - m->length[c]) + m->C[6 * r + c] * rate[c];
    }
  }
  mat_apply(j->axes, local, load->force_i);
  mat_apply(j->axes, local + 3, load->torque_i);
  answer(load);
  sub3(i->r, j->r, d);
  add_cross3(-1, d, load->force_i, load->torque_j);
  if (m->bent && !given) lash_beam_load(&m->beam, i, j, load);
}

const char *lash_force_evaluate(const lash_force_law *law, const lash_marker_motion *i,
                                const lash_marker_motion *j, const lash_marker_motion *rm,
                                const double *given, lash_load *load) {
  const char *trouble = NULL;
  double axis[3];
  if (law->kind != LASH_FORCE_VECTOR) memset(load, 0, sizeof *load);
  copy3(i->r, load->point_i);
  copy3(law->floating ? i->r : j->r, load->point_j);
  switch (law->kind) {
    case LASH_FORCE_LINE: {
      const double distance = line_of(i, j, axis);
      trouble = push_apart(load, distance, axis, given[0]);
      break;
    }
    case LASH_FORCE_AXIAL:
      mat_column(j->axes, 2, axis);
      axpy3(given[0], axis, load->force_i);
      break;
    case LASH_FORCE_TWIST:
      mat_column(j->axes, 2, axis);
      turn_about(load, axis, given[0]);
      break;
    case LASH_FORCE_VECTOR:
      vector_load(rm, given, load);
      break;
    case LASH_FORCE_SPRING:
      trouble = spring_load(law, i, j, load);
      break;
    case LASH_FORCE_COIL:
      coil_load(law, i, j, given[0], load);
      break;
    case LASH_FORCE_MATRIX:
      matrix_load(law->matrix, i, j, given, load);
      break;
    case LASH_FORCE_CONTACT:
    case LASH_FORCE_FRICTION:
    case LASH_FORCE_MODAL:
      break;
  }
  if (law->action_only) {
    memset(load->force_j, 0, sizeof load->force_j);
    memset(load->torque_j, 0, sizeof load->torque_j);
  }
  return trouble;
}

/* --------------------------------------------------------------------------------------- energy */

static double stretched(const lash_force_law *law, double stretch) {
  return stretch * (0.5 * law->k * stretch - law->preload);
}

static double matrix_energy(const lash_matrix_law *m, const lash_marker_motion *i,
                            const lash_marker_motion *j) {
  double displacement[6], rate[6], sum = 0;
  if (m->bent) return lash_beam_energy(&m->beam, i, j);
  lash_six_displacement(i, j, displacement, rate);
  for (int r = 0; r < 6; r++) displacement[r] -= m->length[r];
  for (int r = 0; r < 6; r++) {
    sum -= m->preload[r] * displacement[r];
    for (int c = 0; c < 6; c++) sum += 0.5 * displacement[r] * m->K[6 * r + c] * displacement[c];
  }
  return sum;
}

double lash_force_energy(const lash_force_law *law, const lash_marker_motion *i,
                         const lash_marker_motion *j, double angle) {
  double unit[3];
  switch (law->kind) {
    case LASH_FORCE_SPRING:
      return stretched(law, line_of(i, j, unit) - law->reference);
    case LASH_FORCE_COIL:
      return stretched(law, angle - law->reference);
    case LASH_FORCE_MATRIX:
      return matrix_energy(law->matrix, i, j);
    default:
      return 0;
  }
}
