#include "lash_angles.h"

#include <stdbool.h>

#include "lash_space.h"

/* sign * (axis a of I) . (axis b of J) */
typedef struct cosine {
  double sign;
  int a, b;
} cosine;

enum { X, Y, Z };

/* ARC_TANGENT of sine and cosine, or the arc sine / arc cosine of `first` alone. Where `first` and
 * `second` both vanish, ARC_TANGENT takes the next two instead; without these the angle is 0 there.
 */
typedef struct angle_row {
  enum { ARC_TANGENT, ARC_SINE, ARC_COSINE } function;
  cosine first, second;
  cosine spare_first, spare_second;
} angle_row;

/* At theta = 0 or pi only the sum or difference of psi and phi is determined: psi takes it all and
 * phi is 0, so that equal axes have angles 0, 0, 0. Likewise yaw takes all at a pitch of +-pi/2. */
static const angle_row table[LASH_ANGLE_SEQUENCES] = {
    [LASH_ANGLE_AX] = {.first = {-1, Z, Y}, .second = {1, Z, Z}},
    [LASH_ANGLE_AY] = {.first = {1, Z, X}, .second = {1, Z, Z}},
    [LASH_ANGLE_AZ] = {.first = {-1, Y, X}, .second = {1, X, X}},
    [LASH_ANGLE_B2] = {ARC_SINE, .first = {1, Z, X}},
    [LASH_ANGLE_PSI] = {ARC_TANGENT, {1, Z, X}, {-1, Z, Y}, {1, X, Y}, {1, X, X}},
    [LASH_ANGLE_THETA] = {ARC_COSINE, .first = {1, Z, Z}},
    [LASH_ANGLE_PHI] = {.first = {1, X, Z}, .second = {1, Y, Z}},
    [LASH_ANGLE_YAW] = {ARC_TANGENT, {1, X, Y}, {1, X, X}, {-1, Y, X}, {1, Y, Y}},
    [LASH_ANGLE_PITCH] = {ARC_SINE, .first = {1, X, Z}},
    [LASH_ANGLE_ROLL] = {.first = {1, Y, Z}, .second = {1, Z, Z}},
    [LASH_ANGLE_PINION] = {.first = {1, X, Z}, .second = {1, Y, Z}},
};

static const int sequences[12][3] = {{X, Y, Z}, {Y, Z, X}, {Z, X, Y}, {X, Z, Y},
                                     {Y, X, Z}, {Z, Y, X}, {X, Y, X}, {X, Z, X},
                                     {Y, X, Y}, {Y, Z, Y}, {Z, X, Z}, {Z, Y, Z}};

/* The turns of a sequence about i, j and k, or i, j and i; k is then the axis that is left. The
 * sign is that of the order i, j, k. Undetermined, the first turn takes all. */
static angle_row sequence_row(const int axes[3], int turn) {
  const int i = axes[0], j = axes[1], k = 3 - i - j;
  const double sign = (j - i + 3) % 3 == 1 ? 1 : -1;
  const bool distinct = axes[2] == k;
  if (turn == 1)
    return distinct ? (angle_row){ARC_SINE, .first = {sign, k, i}}
                    : (angle_row){ARC_COSINE, .first = {1, i, i}};
  if (turn == 0)
    return distinct ? (angle_row){ARC_TANGENT, {-sign, k, j}, {1, k, k}, {sign, j, k}, {1, j, j}}
                    : (angle_row){ARC_TANGENT, {1, i, j}, {-sign, i, k}, {sign, j, k}, {1, j, j}};
  return distinct ? (angle_row){.first = {-sign, j, i}, .second = {1, i, i}}
                  : (angle_row){.first = {1, j, i}, .second = {sign, k, i}};
}

static angle_row row_of(lash_angle_form form) {
  if (form < LASH_ANGLE_SEQUENCES) return table[form];
  const int n = (int)form - LASH_ANGLE_SEQUENCES;
  return sequence_row(sequences[n / 3], n % 3);
}

static double cosine_value(const cosine *c, const lash_marker_motion *i,
                           const lash_marker_motion *j) {
  const int a = c->a, b = c->b;
  return c->sign * (i->axes[0][a] * j->axes[0][b] + i->axes[1][a] * j->axes[1][b] +
                    i->axes[2][a] * j->axes[2][b]);
}

static void cosine_gradient(const cosine *c, const lash_marker_motion *i,
                            const lash_marker_motion *j, double factor, double n[3]) {
  double a[3], b[3];
  mat_column(i->axes, c->a, a);
  mat_column(j->axes, c->b, b);
  add_cross3(c->sign * factor, a, b, n);
}

/* First and second derivative for constant angular velocities: axes only turn. */
static void cosine_rates(const cosine *c, const lash_marker_motion *i, const lash_marker_motion *j,
                         double rates[2]) {
  double a[3], b[3], a1[3], b1[3], a2[3], b2[3];
  mat_column(i->axes, c->a, a);
  mat_column(j->axes, c->b, b);
  cross3(i->w, a, a1);
  cross3(j->w, b, b1);
  cross3(i->w, a1, a2);
  cross3(j->w, b1, b2);
  rates[0] = c->sign * (dot3(a1, b) + dot3(a, b1));
  rates[1] = c->sign * (dot3(a2, b) + 2 * dot3(a1, b1) + dot3(a, b2));
}

/* Sine and cosine that determine an angle of ARC_TANGENT; false when nothing does. */
typedef struct sine_cosine {
  const cosine *first, *second;
  double s, c, square;
} sine_cosine;

static bool determine(const angle_row *row, const lash_marker_motion *i,
                      const lash_marker_motion *j, sine_cosine *found) {
  *found = (sine_cosine){.first = &row->first, .second = &row->second};
  for (int k = 0; k < 2; k++) {
    found->s = cosine_value(found->first, i, j);
    found->c = cosine_value(found->second, i, j);
    found->square = found->s * found->s + found->c * found->c;
    if (found->square > LASH_ANGLE_UNDETERMINED * LASH_ANGLE_UNDETERMINED) return true;
    found->first = &row->spare_first;
    found->second = &row->spare_second;
  }
  return false;
}

/* sqrt(1 - cosine^2) of the axis of I, from its other two components in J: exact near 0 too. */
static double complement(const cosine *c, const lash_marker_motion *i,
                         const lash_marker_motion *j) {
  const cosine one = {1, c->a, (c->b + 1) % 3}, two = {1, c->a, (c->b + 2) % 3};
  return hypot(cosine_value(&one, i, j), cosine_value(&two, i, j));
}

double lash_angle_value(lash_angle_form form, const lash_marker_motion *i,
                        const lash_marker_motion *j) {
  const angle_row made = row_of(form), *row = &made;
  if (row->function == ARC_TANGENT) {
    sine_cosine at;
    return determine(row, i, j, &at) ? atan2(at.s, at.c) : 0;
  }
  const double first = cosine_value(&row->first, i, j), rest = complement(&row->first, i, j);
  return row->function == ARC_SINE ? atan2(first, rest) : atan2(rest, first);
}

/* Slope of the arc sine or arc cosine; 0 at the ends, where it has none. */
static double arc_slope(const angle_row *row, const lash_marker_motion *i,
                        const lash_marker_motion *j) {
  const double rest = complement(&row->first, i, j);
  if (rest <= LASH_ANGLE_UNDETERMINED) return 0;
  return (row->function == ARC_SINE ? 1 : -1) / rest;
}

void lash_angle_gradient(lash_angle_form form, const lash_marker_motion *i,
                         const lash_marker_motion *j, double n[3]) {
  const angle_row made = row_of(form), *row = &made;
  sine_cosine at;
  n[0] = n[1] = n[2] = 0;
  if (row->function != ARC_TANGENT) {
    cosine_gradient(&row->first, i, j, arc_slope(row, i, j), n);
    return;
  }
  if (!determine(row, i, j, &at)) return;
  cosine_gradient(at.first, i, j, at.c / at.square, n);
  cosine_gradient(at.second, i, j, -at.s / at.square, n);
}

void lash_angle_rates(lash_angle_form form, const lash_marker_motion *i,
                      const lash_marker_motion *j, double *rate, double *bias) {
  const angle_row made = row_of(form), *row = &made;
  double s_rates[2], c_rates[2];
  sine_cosine at;
  if (row->function != ARC_TANGENT) {
    const double slope = arc_slope(row, i, j), s = cosine_value(&row->first, i, j);
    cosine_rates(&row->first, i, j, s_rates);
    *rate = slope * s_rates[0];
    *bias = slope * s_rates[1] + s * slope * slope * slope * s_rates[0] * s_rates[0];
    return;
  }
  *rate = *bias = 0;
  if (!determine(row, i, j, &at)) return;
  cosine_rates(at.first, i, j, s_rates);
  cosine_rates(at.second, i, j, c_rates);
  const double swell = 2 * (at.c * c_rates[0] + at.s * s_rates[0]) / at.square;
  *rate = (at.c * s_rates[0] - at.s * c_rates[0]) / at.square;
  *bias = (at.c * s_rates[1] - at.s * c_rates[1]) / at.square - *rate * swell;
}
