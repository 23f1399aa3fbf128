/* Values of measures at the current state. */
#include "measure.h"

#include "angle.h"
#include "lash_expr.h"
#include "reaction.h"
#include "system_states.h"

/* r_i - r_j */
static void separation(const lash_mark *i, const lash_mark *j, double d[3]) { sub3(i->r, j->r, d); }

/* Velocity of i against j as seen from frame l. */
static void relative_velocity(lash_system *system, const lash_bound *bound, double u[3]) {
  const lash_mark *i = lash_mark_place(system, bound->mark[0]);
  const lash_mark *j = lash_mark_place(system, bound->mark[1]);
  const lash_mark *l = &system->mark[bound->mark[3]];
  sub3(i->v, j->v, u);
  if (!l->body) return;
  double d[3];
  separation(i, j, d);
  add_cross3(-1, system->body[l->body].w, d, u);
}

static void relative_spin(lash_system *system, const lash_bound *bound, double w[3]) {
  const int i = system->mark[bound->mark[0]].body, j = system->mark[bound->mark[1]].body;
  sub3(system->body[i].w, system->body[j].w, w);
}

void lash_mark_acceleration(const lash_system *system, const lash_mark *mark, double a[3],
                            double alpha[3]) {
  for (int k = 0; k < 3; k++) a[k] = alpha[k] = 0;
  if (!mark->body) return;
  const lash_body *body = &system->body[mark->body];
  const double *vdot = system->vdot + 6 * (mark->body - 1);
  double v[3];
  mul33_3(body->R, vdot + 3, alpha);
  copy3(vdot, a);
  add_cross3(1, alpha, mark->arm, a);
  cross3(body->w, mark->arm, v);
  add_cross3(1, body->w, v, a);
}

static void relative_acceleration(lash_system *system, const lash_bound *bound, double a[3]) {
  const lash_mark *i = lash_mark_at(system, bound->mark[0]);
  const lash_mark *j = lash_mark_at(system, bound->mark[1]);
  const lash_mark *l = lash_mark_at(system, bound->mark[3]);
  const double *w = system->body[l->body].w;
  double a_j[3], a_l[3], alpha[3], d[3], u[3], inner[3];
  lash_mark_acceleration(system, i, a, alpha);
  lash_mark_acceleration(system, j, a_j, alpha);
  lash_mark_acceleration(system, l, a_l, alpha);
  separation(i, j, d);
  relative_velocity(system, bound, u);
  axpy3(-1, a_j, a);
  add_cross3(-1, alpha, d, a);
  add_cross3(-2, w, u, a);
  cross3(w, d, inner);
  add_cross3(-1, w, inner, a);
}

static void relative_angular_acceleration(lash_system *system, const lash_bound *bound,
                                          double alpha[3]) {
  const lash_mark *i = lash_mark_at(system, bound->mark[0]);
  const lash_mark *j = lash_mark_at(system, bound->mark[1]);
  double a[3], alpha_j[3], w[3];
  lash_mark_acceleration(system, i, a, alpha);
  lash_mark_acceleration(system, j, a, alpha_j);
  relative_spin(system, bound, w);
  axpy3(-1, alpha_j, alpha);
  add_cross3(-1, system->body[system->mark[bound->mark[3]].body].w, w, alpha);
}

/* Component of a ground-axes vector along an axis of marker k. */
static double along(lash_system *system, const double vector[3], int k, int axis) {
  const lash_mark *mark = lash_mark_at(system, k);
  return vector[0] * mark->A[axis] + vector[1] * mark->A[3 + axis] + vector[2] * mark->A[6 + axis];
}

static double angle(lash_system *system, const lash_bound *bound, lash_angle_form form) {
  const double raw = lash_angle_value(form, lash_mark_at(system, bound->mark[0]),
                                      lash_mark_at(system, bound->mark[1]));
  return lash_remembered_angle(system, bound->angle, raw);
}

int lash_measure_angle_form(int kind) {
  switch (kind) {
    case LASH_MEASURE_AX:
      return LASH_ANGLE_AX;
    case LASH_MEASURE_AY:
      return LASH_ANGLE_AY;
    case LASH_MEASURE_AZ:
      return LASH_ANGLE_AZ;
    case LASH_MEASURE_PSI:
      return LASH_ANGLE_PSI;
    case LASH_MEASURE_THETA:
      return LASH_ANGLE_THETA;
    case LASH_MEASURE_PHI:
      return LASH_ANGLE_PHI;
    case LASH_MEASURE_YAW:
      return LASH_ANGLE_YAW;
    case LASH_MEASURE_PITCH:
      return LASH_ANGLE_PITCH;
    case LASH_MEASURE_ROLL:
      return LASH_ANGLE_ROLL;
    default:
      return -1;
  }
}

/* Euler parameters of I in J. */
static void relative_parameters(lash_system *system, const lash_bound *bound, double e[4]) {
  double R[9];
  mult33(lash_mark_at(system, bound->mark[1])->A, lash_mark_at(system, bound->mark[0])->A, R);
  parameters_of_matrix(R, e);
  if (e[0] < 0)
    for (int k = 0; k < 4; k++) e[k] = -e[k];
}

/* A small turn d (axes of J) changes e by half of (-eps . d, e0 d + d x eps). */
void lash_orientation_gradient(lash_system *system, const lash_bound *bound, double n[3]) {
  const lash_mark *j = lash_mark_at(system, bound->mark[1]);
  const int component = bound->detail[0];
  double e[4], local[3] = {0};
  relative_parameters(system, bound, e);
  if (component == 0) {
    axpy3(-0.5, e + 1, local);
  } else {
    double unit[3] = {0};
    unit[component - 1] = 1;
    axpy3(0.5 * e[0], unit, local);
    add_cross3(0.5, e + 1, unit, local);
  }
  mul33_3(j->A, local, n);
}

/* Magnitude or a component of a wrench: 1 |F|, 2-4 F, 5 |T|, 6-8 T. */
static double wrench_component(const double wrench[6], int component) {
  if (component == 1) return norm3(wrench);
  if (component == 5) return norm3(wrench + 3);
  return component < 5 ? wrench[component - 2] : wrench[component - 3];
}

static double element_force(lash_system *system, const lash_bound *bound) {
  double wrench[6];
  lash_element_wrench(system, bound->target, bound->detail[0] != 0, bound->detail[2], wrench);
  return wrench_component(wrench, bound->detail[1]);
}

/* FX … TM: everything that acts at i because of elements between i and j. */
static double marker_force(lash_system *system, const lash_bound *bound) {
  double wrench[6];
  lash_marker_wrench(system, bound->mark[0], bound->mark[1], bound->mark[2], wrench);
  switch (bound->kind) {
    case LASH_MEASURE_FM:
      return norm3(wrench);
    case LASH_MEASURE_TM:
      return norm3(wrench + 3);
    case LASH_MEASURE_FX:
    case LASH_MEASURE_FY:
    case LASH_MEASURE_FZ:
      return wrench[bound->kind - LASH_MEASURE_FX];
    default:
      return wrench[3 + bound->kind - LASH_MEASURE_TX];
  }
}

double lash_measure_value(lash_system *system, const lash_bound *bound) {
  double u[3];
  const int *mark = bound->mark;
  switch (bound->kind) {
    case LASH_MEASURE_DX:
    case LASH_MEASURE_DY:
    case LASH_MEASURE_DZ:
      separation(lash_mark_place(system, mark[0]), lash_mark_place(system, mark[1]), u);
      return along(system, u, mark[2], bound->kind - LASH_MEASURE_DX);
    case LASH_MEASURE_DM:
      separation(lash_mark_place(system, mark[0]), lash_mark_place(system, mark[1]), u);
      return norm3(u);
    case LASH_MEASURE_UVX:
    case LASH_MEASURE_UVY:
    case LASH_MEASURE_UVZ:
      column3(lash_mark_at(system, mark[0])->A, bound->kind - LASH_MEASURE_UVX, u);
      return along(system, u, mark[1], bound->detail[0] - 1);
    case LASH_MEASURE_ORIENT: {
      double e[4];
      relative_parameters(system, bound, e);
      return e[bound->detail[0]];
    }
    case LASH_MEASURE_VX:
    case LASH_MEASURE_VY:
    case LASH_MEASURE_VZ:
      relative_velocity(system, bound, u);
      return along(system, u, mark[2], bound->kind - LASH_MEASURE_VX);
    case LASH_MEASURE_VM:
      relative_velocity(system, bound, u);
      return norm3(u);
    case LASH_MEASURE_VR: {
      double d[3];
      separation(lash_mark_place(system, mark[0]), lash_mark_place(system, mark[1]), d);
      relative_velocity(system, bound, u);
      const double distance = norm3(d);
      return distance > 0 ? dot3(d, u) / distance : norm3(u);
    }
    case LASH_MEASURE_WX:
    case LASH_MEASURE_WY:
    case LASH_MEASURE_WZ:
      relative_spin(system, bound, u);
      return along(system, u, mark[2], bound->kind - LASH_MEASURE_WX);
    case LASH_MEASURE_WM:
      relative_spin(system, bound, u);
      return norm3(u);
    case LASH_MEASURE_ACCX:
    case LASH_MEASURE_ACCY:
    case LASH_MEASURE_ACCZ:
      lash_accelerations_ensure(system);
      relative_acceleration(system, bound, u);
      return along(system, u, mark[2], bound->kind - LASH_MEASURE_ACCX);
    case LASH_MEASURE_ACCM:
      lash_accelerations_ensure(system);
      relative_acceleration(system, bound, u);
      return norm3(u);
    case LASH_MEASURE_WDTX:
    case LASH_MEASURE_WDTY:
    case LASH_MEASURE_WDTZ:
      lash_accelerations_ensure(system);
      relative_angular_acceleration(system, bound, u);
      return along(system, u, mark[2], bound->kind - LASH_MEASURE_WDTX);
    case LASH_MEASURE_WDTM:
      lash_accelerations_ensure(system);
      relative_angular_acceleration(system, bound, u);
      return norm3(u);
    case LASH_MEASURE_FX:
    case LASH_MEASURE_FY:
    case LASH_MEASURE_FZ:
    case LASH_MEASURE_FM:
    case LASH_MEASURE_TX:
    case LASH_MEASURE_TY:
    case LASH_MEASURE_TZ:
    case LASH_MEASURE_TM:
      return marker_force(system, bound);
    case LASH_MEASURE_VARVAL:
      return lash_variable_at(system, bound->target);
    case LASH_MEASURE_DIF:
      return lash_extra_states(system)[bound->target];
    case LASH_MEASURE_DIF1:
      return lash_state_rate(system, bound->target);
    case LASH_MEASURE_ARYVAL:
      return lash_array_component(system, bound->target, bound->detail[0]);
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      return lash_variable_at(system, bound->target);
    case LASH_MEASURE_SENVAL:
      return system->sensor[bound->target].held;
    case LASH_MEASURE_MODE:
      return system->analysis_mode;
    default: {
      const int form = lash_measure_angle_form(bound->kind);
      return form >= 0 ? angle(system, bound, (lash_angle_form)form) : element_force(system, bound);
    }
  }
}
