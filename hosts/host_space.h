/* Vectors and 3 by 3 matrices (row-major), as far as the hosts need them. */
#ifndef LASH_HOSTS_SPACE_H
#define LASH_HOSTS_SPACE_H

#include <math.h>
#include <string.h>

static inline void space_copy(const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k];
}

static inline void space_subtract(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

/* out += scale a */
static inline void space_add(double scale, const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] += scale * a[k];
}

static inline double space_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double space_length(const double a[3]) { return sqrt(space_dot(a, a)); }

/* out += scale (a x b) */
static inline void space_add_cross(double scale, const double a[3], const double b[3],
                                   double out[3]) {
  out[0] += scale * (a[1] * b[2] - a[2] * b[1]);
  out[1] += scale * (a[2] * b[0] - a[0] * b[2]);
  out[2] += scale * (a[0] * b[1] - a[1] * b[0]);
}

/* out = m a; out must not be a. */
static inline void space_turn(const double m[9], const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = m[3 * k] * a[0] + m[3 * k + 1] * a[1] + m[3 * k + 2] * a[2];
}

/* out = m^T a; out must not be a. */
static inline void space_turn_back(const double m[9], const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = m[k] * a[0] + m[3 + k] * a[1] + m[6 + k] * a[2];
}

static inline void space_axis(const double axes[3][3], int column, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = axes[k][column];
}

#endif
