/* What measures mean: value, partial derivatives, second derivative along the motion. */
#include "lash_measures.h"
#include "lash_space.h"

enum { I, J, K, L }; /* roles */

static bool is_vector(lash_measure_form form) { return form <= LASH_FORM_SPIN_RATE; }

/* -------------------------------------------------------------------------------------- vectors */

static void velocity(const lash_measured *at, double u[3]) {
  sub3(at->i->v, at->j->v, u);
  if (!at->l) return;
  double d[3];
  sub3(at->i->r, at->j->r, d);
  add_cross3(-1, at->l->w, d, u);
}

static void acceleration(const lash_measured *at, double a[3]) {
  sub3(at->i->a, at->j->a, a);
  if (!at->l) return;
  const double *w = at->l->w;
  double d[3], u[3], inner[3];
  sub3(at->i->r, at->j->r, d);
  velocity(at, u);
  add_cross3(-1, at->l->wd, d, a);
  add_cross3(-2, w, u, a);
  cross3(w, d, inner);
  add_cross3(-1, w, inner, a);
}

static void spin_rate(const lash_measured *at, double wd[3]) {
  sub3(at->i->wd, at->j->wd, wd);
  if (!at->l) return;
  double w[3];
  sub3(at->i->w, at->j->w, w);
  add_cross3(-1, at->l->w, w, wd);
}

static inline void vector(lash_measure_form form, const lash_measured *at, double u[3]) {
  switch (form) {
    case LASH_FORM_SEPARATION:
      sub3(at->i->r, at->j->r, u);
      break;
    case LASH_FORM_VELOCITY:
      velocity(at, u);
      break;
    case LASH_FORM_SPIN:
      sub3(at->i->w, at->j->w, u);
      break;
    case LASH_FORM_ACCELERATION:
      acceleration(at, u);
      break;
    default:
      spin_rate(at, u);
  }
}

/* --------------------------------------------------------------------------------------- values */

/* Rate of the distance, the same in every frame. Where the markers coincide the distance grows as
 * fast as they part. */
static double approach(const lash_measured *at) {
  double d[3], u[3];
  sub3(at->i->r, at->j->r, d);
  sub3(at->i->v, at->j->v, u);
  const double distance = norm3(d);
  return distance > 0 ? dot3(d, u) / distance : norm3(u);
}

/* Euler parameters of I in J, the first of them not negative. */
static void relative_parameters(const lash_measured *at, double e[4]) {
  double R[9];
  mult33((const double *)at->j->axes, (const double *)at->i->axes, R);
  parameters_of_matrix(R, e);
  if (e[0] < 0)
    for (int k = 0; k < 4; k++) e[k] = -e[k];
}

/* The angle of a sequence of turns that ORIENT asks for. */
static bool is_turn(const lash_measured *at) { return at->component >= LASH_ORIENT_ANGLES; }

static lash_angle_form turn_of(const lash_measured *at) {
  return (lash_angle_form)(LASH_ANGLE_SEQUENCES + at->component - LASH_ORIENT_ANGLES);
}

/* The angle between two lines from the vertex j, and how it changes. */
typedef struct included {
  double a[3], b[3], n[3], sine, cosine; /* a and b to i and k; n = a x b; both times |a| |b| */
} included;

static included included_at(const lash_measured *at) {
  included in;
  sub3(at->i->r, at->j->r, in.a);
  sub3(at->k->r, at->j->r, in.b);
  cross3(in.a, in.b, in.n);
  in.sine = norm3(in.n);
  in.cosine = dot3(in.a, in.b);
  return in;
}

static double along(const double u[3], const lash_marker_motion *k, int axis) {
  return u[0] * k->axes[0][axis] + u[1] * k->axes[1][axis] + u[2] * k->axes[2][axis];
}

double lash_motion_measure(lash_measure_kind kind, const lash_measured *at) {
  const lash_measure_row *m = &lash_measure_table[kind];
  double u[3], e[4];
  switch (m->form) {
    case LASH_FORM_INCLUDED: {
      const included in = included_at(at);
      return atan2(in.sine, in.cosine);
    }
    case LASH_FORM_APPROACH:
      return approach(at);
    case LASH_FORM_DIRECTION:
      mat_column(at->i->axes, m->pick, u);
      return along(u, at->j, at->component);
    case LASH_FORM_ANGLE:
      return lash_angle_value((lash_angle_form)m->pick, at->i, at->j);
    case LASH_FORM_ORIENTATION:
      if (is_turn(at)) return lash_angle_value(turn_of(at), at->i, at->j);
      relative_parameters(at, e);
      return e[at->component];
    default:
      vector(m->form, at, u);
      return m->pick < 3 ? along(u, at->k, m->pick) : norm3(u);
  }
}

void lash_motion_array(const lash_measure_array *array, const lash_measured *markers,
                       double *values) {
  lash_measured at = *markers;
  for (int n = 0; n < array->count; n++) {
    const lash_measure_row *m = &lash_measure_table[array->kind[n]];
    if (is_vector(m->form)) { /* three components at once */
      double u[3];
      vector(m->form, &at, u);
      mat_apply_transposed(at.k->axes, u, values + n);
      n += 2;
    } else {
      at.component = n % 3;
      values[n] = lash_motion_measure(array->kind[n], &at);
    }
  }
}

/* -------------------------------------------------------------------------- partial derivatives */

static void put(lash_motion_weights *weights, int role, int part, double factor,
                const double g[3]) {
  lash_motion_weight *item = &weights->item[weights->count++];
  item->role = role;
  item->part = part;
  scale3(factor, g, item->g);
}

/* The same part of I, and with the other sign of J. */
static void put_pair(lash_motion_weights *weights, int part, const double g[3]) {
  put(weights, I, part, 1, g);
  put(weights, J, part, -1, g);
}

/* u = v_i - v_j - w_l x d */
static void weigh_velocity(const lash_measured *at, const double g[3],
                           lash_motion_weights *weights) {
  double d[3], cross[3];
  put_pair(weights, LASH_BY_VELOCITY, g);
  if (!at->l) return;
  sub3(at->i->r, at->j->r, d);
  cross3(g, d, cross); /* -(w x d) . g = w . (g x d) */
  put(weights, L, LASH_BY_SPIN, 1, cross);
  cross3(at->l->w, g, cross); /* -(w x d) . g = d . (w x g) */
  put_pair(weights, LASH_BY_PLACE, cross);
}

/* Unit vector; zero stays zero. */
static void unit(const double a[3], double out[3]) {
  const double length = norm3(a);
  scale3(length > 0 ? 1 / length : 0, a, out);
}

static void weigh_vector(const lash_measure_row *m, const lash_measured *at, double weight,
                         lash_motion_weights *weights) {
  double u[3], axis[3], g[3];
  if (m->form == LASH_FORM_ACCELERATION || m->form == LASH_FORM_SPIN_RATE) return;
  vector(m->form, at, u);
  if (m->pick < 3)
    mat_column(at->k->axes, m->pick, axis);
  else
    unit(u, axis);
  scale3(weight, axis, g);
  if (m->form == LASH_FORM_VELOCITY)
    weigh_velocity(at, g, weights);
  else
    put_pair(weights, m->form == LASH_FORM_SPIN ? LASH_BY_SPIN : LASH_BY_PLACE, g);
  if (m->pick == 3) return;
  scale3(weight, u, g);
  cross3(axis, g, u);
  put(weights, K, LASH_BY_TURN, 1, u);
}

static void weigh_approach(const lash_measured *at, double weight, lash_motion_weights *weights) {
  double d[3], u[3], e[3], g[3];
  sub3(at->i->r, at->j->r, d);
  sub3(at->i->v, at->j->v, u);
  const double distance = norm3(d);
  if (distance == 0) return;
  unit(d, e);
  const double radial = dot3(e, u);
  for (int k = 0; k < 3; k++) g[k] = weight * (u[k] - radial * e[k]) / distance;
  put_pair(weights, LASH_BY_PLACE, g);
  scale3(weight, e, g);
  put_pair(weights, LASH_BY_VELOCITY, g);
}

/* None where the lines lie along each other. */
static void weigh_included(const lash_measured *at, double weight, lash_motion_weights *weights) {
  const included in = included_at(at);
  const double square = in.sine * in.sine + in.cosine * in.cosine;
  double by_a[3] = {0}, by_b[3] = {0};
  if (!(in.sine > 0)) return;
  add_cross3(weight * in.cosine / (in.sine * square), in.b, in.n, by_a);
  axpy3(-weight * in.sine / square, in.b, by_a);
  add_cross3(weight * in.cosine / (in.sine * square), in.n, in.a, by_b);
  axpy3(-weight * in.sine / square, in.a, by_b);
  put(weights, I, LASH_BY_PLACE, 1, by_a);
  put(weights, K, LASH_BY_PLACE, 1, by_b);
  add3(by_a, by_b, by_a);
  put(weights, J, LASH_BY_PLACE, -1, by_a);
}

/* A small turn d (axes of J) changes e by half of (-eps . d, e0 d + d x eps). */
static void orientation_gradient(const lash_measured *at, double n[3]) {
  double e[4], local[3] = {0};
  relative_parameters(at, e);
  if (at->component == 0) {
    axpy3(-0.5, e + 1, local);
  } else {
    double axis[3] = {0};
    axis[at->component - 1] = 1;
    axpy3(0.5 * e[0], axis, local);
    add_cross3(0.5, e + 1, axis, local);
  }
  mat_apply(at->j->axes, local, n);
}

void lash_motion_weigh(lash_measure_kind kind, const lash_measured *at, double weight,
                       lash_motion_weights *weights) {
  const lash_measure_row *m = &lash_measure_table[kind];
  double a[3], b[3], g[3];
  weights->count = 0;
  switch (m->form) {
    case LASH_FORM_INCLUDED:
      weigh_included(at, weight, weights);
      return;
    case LASH_FORM_APPROACH:
      weigh_approach(at, weight, weights);
      return;
    case LASH_FORM_DIRECTION:
      mat_column(at->i->axes, m->pick, a);
      mat_column(at->j->axes, at->component, b);
      scale3(weight, b, g);
      cross3(a, g, g);
      put(weights, I, LASH_BY_TURN, 1, g);
      scale3(weight, a, g);
      cross3(b, g, g);
      put(weights, J, LASH_BY_TURN, 1, g);
      return;
    case LASH_FORM_ANGLE:
      lash_angle_gradient((lash_angle_form)m->pick, at->i, at->j, a);
      scale3(weight, a, g);
      put_pair(weights, LASH_BY_TURN, g);
      return;
    case LASH_FORM_ORIENTATION:
      if (is_turn(at))
        lash_angle_gradient(turn_of(at), at->i, at->j, a);
      else
        orientation_gradient(at, a);
      scale3(weight, a, g);
      put_pair(weights, LASH_BY_TURN, g);
      return;
    default:
      if (is_vector(m->form)) weigh_vector(m, at, weight, weights);
  }
}

/* ---------------------------------------------------------------------- second time derivatives */

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

static void separation_jet(const lash_measure_row *m, const lash_measured *at,
                           const double bias_i[3], const double bias_j[3], double jet[3]) {
  double d[3], d1[3], d2[3], axis[3];
  sub3(at->i->r, at->j->r, d);
  sub3(at->i->v, at->j->v, d1);
  sub3(bias_i, bias_j, d2);
  if (m->pick < 3) {
    mat_column(at->k->axes, m->pick, axis);
    component_jet(axis, at->k->w, d, d1, d2, jet);
    return;
  }
  jet[0] = norm3(d);
  jet[1] = jet[0] > 0 ? dot3(d, d1) / jet[0] : norm3(d1);
  jet[2] = jet[0] > 0 ? (dot3(d1, d1) + dot3(d, d2) - jet[1] * jet[1]) / jet[0] : 0;
}

static void direction_jet(const lash_measure_row *m, const lash_measured *at, double jet[3]) {
  double d[3], d1[3], d2[3], axis[3];
  mat_column(at->i->axes, m->pick, d);
  cross3(at->i->w, d, d1);
  cross3(at->i->w, d1, d2);
  mat_column(at->j->axes, at->component, axis);
  component_jet(axis, at->j->w, d, d1, d2, jet);
}

/* Half of (-eps . w, e0 w + w x eps). */
static void parameters_turned(const double e[4], const double w[3], double rate[4]) {
  rate[0] = -0.5 * dot3(e + 1, w);
  scale3(0.5 * e[0], w, rate + 1);
  add_cross3(0.5, w, e + 1, rate + 1);
}

/* In axes of J the angular velocity w of I in J changes by w_i x w_j. */
static void orientation_jet(const lash_measured *at, double jet[3]) {
  double e[4], e1[4], by_e[4], by_w[4], u[3], w[3], w1[3];
  relative_parameters(at, e);
  sub3(at->i->w, at->j->w, u);
  mat_apply_transposed(at->j->axes, u, w);
  cross3(at->i->w, at->j->w, u);
  mat_apply_transposed(at->j->axes, u, w1);
  parameters_turned(e, w, e1);
  parameters_turned(e1, w, by_e);
  parameters_turned(e, w1, by_w);
  jet[0] = e[at->component];
  jet[1] = e1[at->component];
  jet[2] = by_e[at->component] + by_w[at->component];
}

static void included_jet(const lash_measured *at, const double bias[3][3], double jet[3]) {
  const included in = included_at(at);
  const double square = in.sine * in.sine + in.cosine * in.cosine;
  double a1[3], a2[3], b1[3], b2[3], n1[3], n2[3];
  jet[0] = atan2(in.sine, in.cosine);
  jet[1] = jet[2] = 0;
  if (!(in.sine > 0)) return;
  sub3(at->i->v, at->j->v, a1);
  sub3(at->k->v, at->j->v, b1);
  sub3(bias[I], bias[J], a2);
  sub3(bias[K], bias[J], b2);
  cross3(a1, in.b, n1);
  add_cross3(1, in.a, b1, n1);
  cross3(a2, in.b, n2);
  add_cross3(2, a1, b1, n2);
  add_cross3(1, in.a, b2, n2);
  const double c1 = dot3(a1, in.b) + dot3(in.a, b1);
  const double c2 = dot3(a2, in.b) + 2 * dot3(a1, b1) + dot3(in.a, b2);
  const double s1 = dot3(in.n, n1) / in.sine;
  const double s2 = (dot3(n1, n1) + dot3(in.n, n2) - s1 * s1) / in.sine;
  jet[1] = (in.cosine * s1 - in.sine * c1) / square;
  jet[2] = (in.cosine * s2 - in.sine * c2 - 2 * jet[1] * (in.cosine * c1 + in.sine * s1)) / square;
}

void lash_motion_jet(lash_measure_kind kind, const lash_measured *at, const double bias[3][3],
                     double jet[3]) {
  const lash_measure_row *m = &lash_measure_table[kind];
  switch (m->form) {
    case LASH_FORM_SEPARATION:
      separation_jet(m, at, bias[I], bias[J], jet);
      return;
    case LASH_FORM_DIRECTION:
      direction_jet(m, at, jet);
      return;
    case LASH_FORM_INCLUDED:
      included_jet(at, bias, jet);
      return;
    case LASH_FORM_ORIENTATION:
      if (!is_turn(at)) {
        orientation_jet(at, jet);
        return;
      }
      jet[0] = lash_motion_measure(kind, at);
      lash_angle_rates(turn_of(at), at->i, at->j, &jet[1], &jet[2]);
      return;
    case LASH_FORM_ANGLE:
      jet[0] = lash_motion_measure(kind, at);
      lash_angle_rates((lash_angle_form)m->pick, at->i, at->j, &jet[1], &jet[2]);
      return;
    default:
      jet[0] = lash_motion_measure(kind, at);
      jet[1] = jet[2] = 0;
  }
}
