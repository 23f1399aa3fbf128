#include "angle.h"

/* sign * (axis a of I) . (axis b of J) */
typedef struct cosine {
  double sign;
  int a, b;
} cosine;

enum { X, Y, Z };

/* ARC_TANGENT of sine and cosine, or the arc sine / arc cosine of `first` alone. */
typedef struct angle_row {
  enum { ARC_TANGENT, ARC_SINE, ARC_COSINE } function;
  cosine first, second;
} angle_row;

static const angle_row table[LASH_ANGLE_FORMS] = {
    [LASH_ANGLE_AX] = {ARC_TANGENT, {-1, Z, Y}, {1, Z, Z}},
    [LASH_ANGLE_AY] = {ARC_TANGENT, {1, Z, X}, {1, Z, Z}},
    [LASH_ANGLE_AZ] = {ARC_TANGENT, {-1, Y, X}, {1, X, X}},
    [LASH_ANGLE_B2] = {ARC_SINE, {1, Z, X}, {0, 0, 0}},
    [LASH_ANGLE_PSI] = {ARC_TANGENT, {1, Z, X}, {-1, Z, Y}},
    [LASH_ANGLE_THETA] = {ARC_COSINE, {1, Z, Z}, {0, 0, 0}},
    [LASH_ANGLE_PHI] = {ARC_TANGENT, {1, X, Z}, {1, Y, Z}},
    [LASH_ANGLE_YAW] = {ARC_TANGENT, {1, X, Y}, {1, X, X}},
    [LASH_ANGLE_PITCH] = {ARC_SINE, {1, X, Z}, {0, 0, 0}},
    [LASH_ANGLE_ROLL] = {ARC_TANGENT, {1, Y, Z}, {1, Z, Z}},
    [LASH_ANGLE_PINION] = {ARC_TANGENT, {1, X, Z}, {1, Y, Z}},
};

static double cosine_value(const cosine *c, const lash_mark *i, const lash_mark *j) {
  const double *A = i->A + c->a, *B = j->A + c->b;
  return c->sign * (A[0] * B[0] + A[3] * B[3] + A[6] * B[6]);
}

static void cosine_gradient(const cosine *c, const lash_mark *i, const lash_mark *j, double factor,
                            double n[3]) {
  double a[3], b[3];
  column3(i->A, c->a, a);
  column3(j->A, c->b, b);
  add_cross3(c->sign * factor, a, b, n);
}

/* First and second derivative for constant angular velocities: axes only turn. */
static void cosine_rates(const cosine *c, const lash_mark *i, const lash_mark *j,
                         const double w_i[3], const double w_j[3], double rates[2]) {
  double a[3], b[3], a1[3], b1[3], a2[3], b2[3];
  column3(i->A, c->a, a);
  column3(j->A, c->b, b);
  cross3(w_i, a, a1);
  cross3(w_j, b, b1);
  cross3(w_i, a1, a2);
  cross3(w_j, b1, b2);
  rates[0] = c->sign * (dot3(a1, b) + dot3(a, b1));
  rates[1] = c->sign * (dot3(a2, b) + 2 * dot3(a1, b1) + dot3(a, b2));
}

/* With the z axes in line, psi and phi turn about the same axis: psi is taken for both. */
static double angle_in_line(lash_angle_form form, const lash_mark *i, const lash_mark *j) {
  const angle_row *yaw = &table[LASH_ANGLE_YAW];
  if (form != LASH_ANGLE_PSI) return 0;
  return atan2(cosine_value(&yaw->first, i, j), cosine_value(&yaw->second, i, j));
}

double lash_angle_value(lash_angle_form form, const lash_mark *i, const lash_mark *j) {
  const angle_row *row = &table[form];
  const double first = cosine_value(&row->first, i, j);
  if (row->function == ARC_TANGENT) {
    const double second = cosine_value(&row->second, i, j);
    const bool euler = form == LASH_ANGLE_PSI || form == LASH_ANGLE_PHI;
    if (euler && hypot(first, second) <= 1e-12) return angle_in_line(form, i, j);
    return atan2(first, second);
  }
  const double bounded = fmin(1, fmax(-1, first));
  return row->function == ARC_SINE ? asin(bounded) : acos(bounded);
}

/* Slope of arc sine or arc cosine at s; 0 at the ends, where it has none. */
static double arc_slope(const angle_row *row, double s) {
  const double rest = 1 - s * s;
  if (rest <= 0) return 0;
  return (row->function == ARC_SINE ? 1 : -1) / sqrt(rest);
}

void lash_angle_gradient(lash_angle_form form, const lash_mark *i, const lash_mark *j,
                         double n[3]) {
  const angle_row *row = &table[form];
  const double s = cosine_value(&row->first, i, j);
  n[0] = n[1] = n[2] = 0;
  if (row->function != ARC_TANGENT) {
    cosine_gradient(&row->first, i, j, arc_slope(row, s), n);
    return;
  }
  const double c = cosine_value(&row->second, i, j), square = s * s + c * c;
  if (square == 0) return;
  cosine_gradient(&row->first, i, j, c / square, n);
  cosine_gradient(&row->second, i, j, -s / square, n);
}

void lash_angle_rates(lash_angle_form form, const lash_mark *i, const lash_mark *j,
                      const double w_i[3], const double w_j[3], double *rate, double *bias) {
  const angle_row *row = &table[form];
  const double s = cosine_value(&row->first, i, j);
  double s_rates[2], c_rates[2];
  cosine_rates(&row->first, i, j, w_i, w_j, s_rates);
  if (row->function != ARC_TANGENT) {
    const double slope = arc_slope(row, s);
    *rate = slope * s_rates[0];
    *bias = slope * s_rates[1] + s * slope * slope * slope * s_rates[0] * s_rates[0];
    return;
  }
  const double c = cosine_value(&row->second, i, j), square = s * s + c * c;
  if (square == 0) {
    *rate = *bias = 0;
    return;
  }
  cosine_rates(&row->second, i, j, w_i, w_j, c_rates);
  const double swell = 2 * (c * c_rates[0] + s * s_rates[0]) / square;
  *rate = (c * s_rates[0] - s * c_rates[0]) / square;
  *bias = (c * s_rates[1] - s * c_rates[1]) / square - *rate * swell;
}
