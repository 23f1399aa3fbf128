/* Exact partial derivatives of measures, by reverse accumulation: a measure gives the weights of
 * the positions, axes, velocities and spins of its markers; what those mean for a body's six
 * increments and six velocities is the same for all measures. */
#include "angle.h"
#include "lash_expr.h"
#include "measure.h"
#include "system_states.h"

/* Adds a ground-axes turning gradient to the three rotation entries of a body. */
static void add_turn(const lash_body *body, const double turn[3], double *entries) {
  double local[3];
  mult33_3(body->R, turn, local);
  axpy3(1, local, entries);
}

static void weigh_position(lash_system *system, int mark, const double g[3],
                           lash_gradient *gradient) {
  const lash_mark *m = lash_mark_at(system, mark);
  if (!m->body) return;
  double *q = gradient->q + 6 * (m->body - 1), turn[3];
  axpy3(1, g, q);
  cross3(m->arm, g, turn);
  add_turn(&system->body[m->body], turn, q + 3);
}

static void weigh_axis(lash_system *system, int mark, const double axis[3], const double g[3],
                       lash_gradient *gradient) {
  const int body = system->mark[mark].body;
  if (!body) return;
  double turn[3];
  cross3(axis, g, turn);
  add_turn(&system->body[body], turn, gradient->q + 6 * (body - 1) + 3);
}

static void weigh_velocity(lash_system *system, int mark, const double g[3],
                           lash_gradient *gradient) {
  const lash_mark *m = lash_mark_at(system, mark);
  if (!m->body) return;
  const lash_body *body = &system->body[m->body];
  double *q = gradient->q + 6 * (m->body - 1), *v = gradient->v + 6 * (m->body - 1);
  double turn[3], swing[3];
  axpy3(1, g, v);
  cross3(m->arm, g, turn);
  add_turn(body, turn, v + 3);
  cross3(body->w, m->arm, swing); /* turns with the body */
  cross3(swing, g, turn);
  add_turn(body, turn, q + 3);
}

static void weigh_spin(lash_system *system, int mark, const double g[3], lash_gradient *gradient) {
  const int index = system->mark[mark].body;
  if (!index) return;
  const lash_body *body = &system->body[index];
  double turn[3];
  add_turn(body, g, gradient->v + 6 * (index - 1) + 3);
  cross3(body->w, g, turn);
  add_turn(body, turn, gradient->q + 6 * (index - 1) + 3);
}

static void negate(const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = -a[k];
}

static void weigh_separation(lash_system *system, const lash_bound *bound, const double g[3],
                             lash_gradient *gradient) {
  double minus[3];
  negate(g, minus);
  weigh_position(system, bound->mark[0], g, gradient);
  weigh_position(system, bound->mark[1], minus, gradient);
}

/* u = v_i - v_j - w_l x d */
static void weigh_relative_velocity(lash_system *system, const lash_bound *bound, const double g[3],
                                    lash_gradient *gradient) {
  double minus[3];
  negate(g, minus);
  weigh_velocity(system, bound->mark[0], g, gradient);
  weigh_velocity(system, bound->mark[1], minus, gradient);
  const int l = system->mark[bound->mark[3]].body;
  if (!l) return;
  double d[3], spin[3], place[3];
  sub3(lash_mark_at(system, bound->mark[0])->r, lash_mark_at(system, bound->mark[1])->r, d);
  cross3(g, d, spin); /* -(w x d) . g = w . (g x d) */
  weigh_spin(system, bound->mark[3], spin, gradient);
  cross3(system->body[l].w, g, place); /* -(w x d) . g = d . (w x g) */
  weigh_separation(system, bound, place, gradient);
}

/* Unit vector; zero stays zero. */
static void unit(const double a[3], double out[3]) {
  const double length = norm3(a);
  scale3(length > 0 ? 1 / length : 0, a, out);
}

static void relative(lash_system *system, const lash_bound *bound, double d[3], double u[3],
                     double w[3]) {
  const lash_mark *i = lash_mark_at(system, bound->mark[0]);
  const lash_mark *j = lash_mark_at(system, bound->mark[1]);
  const int l = system->mark[bound->mark[3]].body;
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, u);
  if (l) add_cross3(-1, system->body[l].w, d, u);
  sub3(system->body[i->body].w, system->body[j->body].w, w);
}

static void gradient_distance_rate(lash_system *system, const lash_bound *bound, const double d[3],
                                   const double u[3], double weight, lash_gradient *gradient) {
  const double distance = norm3(d);
  if (distance == 0) return;
  double e[3], g[3];
  unit(d, e);
  const double radial = dot3(e, u);
  for (int k = 0; k < 3; k++) g[k] = weight * (u[k] - radial * e[k]) / distance;
  weigh_separation(system, bound, g, gradient);
  scale3(weight, e, g);
  weigh_relative_velocity(system, bound, g, gradient);
}

void lash_measure_gradient(lash_system *system, const lash_bound *bound, double weight,
                           lash_gradient *gradient) {
  double d[3], u[3], w[3], g[3], axis[3];
  const int *mark = bound->mark;
  relative(system, bound, d, u, w);
  switch (bound->kind) {
    case LASH_MEASURE_DX:
    case LASH_MEASURE_DY:
    case LASH_MEASURE_DZ:
      column3(lash_mark_at(system, mark[2])->A, bound->kind - LASH_MEASURE_DX, axis);
      scale3(weight, axis, g);
      weigh_separation(system, bound, g, gradient);
      scale3(weight, d, g);
      weigh_axis(system, mark[2], axis, g, gradient);
      break;
    case LASH_MEASURE_DM:
      unit(d, axis);
      scale3(weight, axis, g);
      weigh_separation(system, bound, g, gradient);
      break;
    case LASH_MEASURE_UVX:
    case LASH_MEASURE_UVY:
    case LASH_MEASURE_UVZ:
      column3(lash_mark_at(system, mark[0])->A, bound->kind - LASH_MEASURE_UVX, u);
      column3(lash_mark_at(system, mark[1])->A, bound->detail[0] - 1, axis);
      scale3(weight, axis, g);
      weigh_axis(system, mark[0], u, g, gradient);
      scale3(weight, u, g);
      weigh_axis(system, mark[1], axis, g, gradient);
      break;
    case LASH_MEASURE_VX:
    case LASH_MEASURE_VY:
    case LASH_MEASURE_VZ:
      column3(lash_mark_at(system, mark[2])->A, bound->kind - LASH_MEASURE_VX, axis);
      scale3(weight, axis, g);
      weigh_relative_velocity(system, bound, g, gradient);
      scale3(weight, u, g);
      weigh_axis(system, mark[2], axis, g, gradient);
      break;
    case LASH_MEASURE_VM:
      unit(u, axis);
      scale3(weight, axis, g);
      weigh_relative_velocity(system, bound, g, gradient);
      break;
    case LASH_MEASURE_VR:
      gradient_distance_rate(system, bound, d, u, weight, gradient);
      break;
    case LASH_MEASURE_WX:
    case LASH_MEASURE_WY:
    case LASH_MEASURE_WZ:
    case LASH_MEASURE_WM: {
      const bool magnitude = bound->kind == LASH_MEASURE_WM;
      if (magnitude)
        unit(w, axis);
      else
        column3(lash_mark_at(system, mark[2])->A, bound->kind - LASH_MEASURE_WX, axis);
      scale3(weight, axis, g);
      weigh_spin(system, mark[0], g, gradient);
      negate(g, u);
      weigh_spin(system, mark[1], u, gradient);
      scale3(weight, w, g);
      if (!magnitude) weigh_axis(system, mark[2], axis, g, gradient);
      break;
    }
    case LASH_MEASURE_VARVAL:
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      lash_variable_gradient(system, bound->target, weight, gradient);
      break;
    case LASH_MEASURE_DIF:
      gradient->x[bound->target] += weight;
      break;
    case LASH_MEASURE_DIF1:
      lash_state_rate_gradient(system, bound->target, weight, gradient);
      break;
    case LASH_MEASURE_ARYVAL:
      lash_array_gradient(system, bound->target, bound->detail[0], weight, gradient);
      break;
    default: {
      const int form = lash_measure_angle_form(bound->kind);
      if (bound->kind == LASH_MEASURE_ORIENT)
        lash_orientation_gradient(system, bound, axis);
      else if (form >= 0)
        lash_angle_gradient((lash_angle_form)form, lash_mark_at(system, mark[0]),
                            lash_mark_at(system, mark[1]), axis);
      else
        break; /* forces and accelerations: refused where gradients are needed */
      const int i = system->mark[mark[0]].body, j = system->mark[mark[1]].body;
      scale3(weight, axis, g);
      if (i) add_turn(&system->body[i], g, gradient->q + 6 * (i - 1) + 3);
      negate(g, u);
      if (j) add_turn(&system->body[j], u, gradient->q + 6 * (j - 1) + 3);
    }
  }
}

/* --------------------------------------------------------------------- second time derivatives */

static void accelerate(const lash_system *system, const lash_mark *mark, double a[3]) {
  const double *w = system->body[mark->body].w;
  double v[3];
  cross3(w, mark->arm, v);
  cross3(w, v, a);
}

/* Of axis . vector, where the axis turns with `w` and the vector moves as given. */
static void component_jet(const double axis[3], const double w[3], const double d[3],
                          const double d1[3], const double d2[3], double jet[3]) {
  double a1[3], a2[3];
  cross3(w, axis, a1);
  cross3(w, a1, a2);
  jet[0] = dot3(axis, d);
  jet[1] = dot3(a1, d) + dot3(axis, d1);
  jet[2] = dot3(a2, d) + 2 * dot3(a1, d1) + dot3(axis, d2);
}

void lash_measure_jet(lash_system *system, const lash_bound *bound, double jet[3]) {
  const lash_mark *i = lash_mark_at(system, bound->mark[0]);
  const lash_mark *j = lash_mark_at(system, bound->mark[1]);
  const lash_mark *k = lash_mark_at(system, bound->mark[2]);
  double d[3], d1[3], d2[3], other[3], axis[3];
  sub3(i->r, j->r, d);
  sub3(i->v, j->v, d1);
  accelerate(system, i, d2);
  accelerate(system, j, other);
  axpy3(-1, other, d2);
  switch (bound->kind) {
    case LASH_MEASURE_DX:
    case LASH_MEASURE_DY:
    case LASH_MEASURE_DZ:
      column3(k->A, bound->kind - LASH_MEASURE_DX, axis);
      component_jet(axis, system->body[k->body].w, d, d1, d2, jet);
      break;
    case LASH_MEASURE_DM:
      jet[0] = norm3(d);
      jet[1] = jet[0] > 0 ? dot3(d, d1) / jet[0] : norm3(d1);
      jet[2] = jet[0] > 0 ? (dot3(d1, d1) + dot3(d, d2) - jet[1] * jet[1]) / jet[0] : 0;
      break;
    case LASH_MEASURE_UVX:
    case LASH_MEASURE_UVY:
    case LASH_MEASURE_UVZ:
      column3(i->A, bound->kind - LASH_MEASURE_UVX, d);
      cross3(system->body[i->body].w, d, d1);
      cross3(system->body[i->body].w, d1, d2);
      column3(j->A, bound->detail[0] - 1, axis);
      component_jet(axis, system->body[j->body].w, d, d1, d2, jet);
      break;
    case LASH_MEASURE_VARVAL:
    case LASH_MEASURE_PINVAL:
    case LASH_MEASURE_POUVAL:
      lash_variable_jet(system, bound->target, jet);
      break;
    default: {
      const int form = lash_measure_angle_form(bound->kind);
      jet[0] = lash_measure_value(system, bound);
      jet[1] = jet[2] = 0;
      if (form >= 0)
        lash_angle_rates((lash_angle_form)form, i, j, system->body[i->body].w,
                         system->body[j->body].w, &jet[1], &jet[2]);
    }
  }
}
