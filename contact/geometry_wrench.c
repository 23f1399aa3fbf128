/* From forces at a contact point to wrenches on both bodies, and their derivatives. */
#include <string.h>

#include "lash_geometry.h"
#include "lash_space.h"

void lash_point_wrench(const lash_contact_point *point, double normal, const double tangential[3],
                       lash_wrench *on_i, lash_wrench *on_j) {
  memcpy(on_j->force, tangential, sizeof on_j->force);
  axpy3(normal, point->normal, on_j->force);
  scale3(-1, on_j->force, on_i->force);
  cross3(point->arm_j, on_j->force, on_j->torque);
  cross3(point->arm_i, on_i->force, on_i->torque);
}

void lash_point_tangential(const lash_contact_point *point, const lash_point_load *load,
                           double tangential[3]) {
  scale3(-load->friction[0], point->tangent[0], tangential);
  axpy3(-load->friction[1], point->tangent[1], tangential);
}

static double normal_change(const lash_point_jacobian *jac, const lash_point_load *load, int c) {
  return load->normal_d_delta * jac->delta[c] + load->normal_d_v * jac->v[c] +
         load->normal_d_share * jac->share[c];
}

/* What turns i against spin and rolling; j is turned the other way. */
static void couple_on_i(const lash_contact_point *point, const lash_point_load *load,
                        double couple[3]) {
  scale3(load->torque, point->normal, couple);
  for (int t = 0; t < 2; t++) axpy3(load->couple[t], point->tangent[t], couple);
}

void lash_point_couples(const lash_contact_point *point, const lash_point_load *load,
                        lash_wrench *on_i, lash_wrench *on_j) {
  double couple[3];
  if (!load->turns) return;
  couple_on_i(point, load, couple);
  add3(on_i->torque, couple, on_i->torque);
  sub3(on_j->torque, couple, on_j->torque);
}

/* Change of that couple with one column's variable. */
static void couple_change(const lash_contact_point *point, const lash_point_jacobian *jac,
                          const lash_point_load *load, int c, double out[3]) {
  const double d_normal = normal_change(jac, load, c);
  const double spin = jac->spin[c], turn = load->turn ? load->turn[c] : 0;
  const double d_torque = load->torque_d_normal * d_normal + load->torque_d_spin * spin +
                          load->torque_d_delta * jac->delta[c] + load->torque_d_turn * turn +
                          load->torque_d_vt[0] * jac->slip2[0][c] +
                          load->torque_d_vt[1] * jac->slip2[1][c];
  for (int k = 0; k < 3; k++)
    out[k] = d_torque * point->normal[k] + load->torque * jac->normal[k][c];
  for (int t = 0; t < 2; t++) {
    const double d_couple = load->couple_d_normal[t] * d_normal + load->couple_d_spin[t] * spin +
                            load->couple_d_turn[t] * turn +
                            load->couple_d_roll[t][0] * jac->roll[0][c] +
                            load->couple_d_roll[t][1] * jac->roll[1][c];
    for (int k = 0; k < 3; k++)
      out[k] += d_couple * point->tangent[t][k] + load->couple[t] * jac->tangent[t][k][c];
  }
}

/* Change of the force on j with one column's variable. */
static void force_change(const lash_contact_point *point, const lash_point_jacobian *jac,
                         const lash_point_load *load, int c, double df[3]) {
  double d_normal = normal_change(jac, load, c);
  double d_friction[2];
  for (int t = 0; t < 2; t++) {
    d_friction[t] = load->friction_d_normal[t] * d_normal +
                    load->friction_d_vt[t][0] * jac->slip2[0][c] +
                    load->friction_d_vt[t][1] * jac->slip2[1][c];
    if (load->turns)
      d_friction[t] += load->friction_d_spin[t] * jac->spin[c] +
                       load->friction_d_delta[t] * jac->delta[c] +
                       load->friction_d_turn[t] * (load->turn ? load->turn[c] : 0);
  }
  for (int k = 0; k < 3; k++) {
    df[k] = d_normal * point->normal[k] + load->normal * jac->normal[k][c];
    for (int t = 0; t < 2; t++) {
      df[k] -= d_friction[t] * point->tangent[t][k] + load->friction[t] * jac->tangent[t][k][c];
    }
  }
}

void lash_point_wrench_jacobian(const lash_contact_point *point, const lash_point_jacobian *jac,
                                const lash_point_load *load, double on_i[6][LASH_D_COUNT],
                                double on_j[6][LASH_D_COUNT]) {
  double force[3];
  lash_point_tangential(point, load, force);
  axpy3(load->normal, point->normal, force);
  for (int c = 0; c < LASH_D_COUNT; c++) {
    double df[3], torque_i[3], torque_j[3], couple[3] = {0, 0, 0};
    double d_arm_i[3] = {jac->arm_i[0][c], jac->arm_i[1][c], jac->arm_i[2][c]};
    double d_arm_j[3] = {jac->arm_j[0][c], jac->arm_j[1][c], jac->arm_j[2][c]};
    force_change(point, jac, load, c, df);
    cross_change3(point->arm_i, d_arm_i, force, df, torque_i);
    cross_change3(point->arm_j, d_arm_j, force, df, torque_j);
    if (load->turns) couple_change(point, jac, load, c, couple);
    for (int k = 0; k < 3; k++) {
      on_j[k][c] = df[k];
      on_i[k][c] = -df[k];
      on_j[3 + k][c] = torque_j[k] - couple[k];
      on_i[3 + k][c] = couple[k] - torque_i[k];
    }
  }
}
