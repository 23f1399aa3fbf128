/* Markers that move at random, and where they are a little later: everything a test knows of motion
 * without asking the code it checks. */
#ifndef RANDOM_MOTION_H
#define RANDOM_MOTION_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lash_motion.h"

static uint64_t random_state = 1;

/* Uniform in -1 … 1. */
static inline double random_number(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (double)(random_state >> 11) / 4503599627370496.0 - 1;
}

static inline void random_vector(double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = random_number();
}

/* axes turned by the rotation vector p (Rodrigues). */
static inline void turn_axes(const double p[3], const double axes[3][3], double out[3][3]) {
  const double angle = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  double turned[3][3];
  for (int c = 0; c < 3; c++) {
    const double a[3] = {axes[0][c], axes[1][c], axes[2][c]};
    const double s = angle > 0 ? sin(angle) / angle : 1;
    const double h = angle > 0 ? (1 - cos(angle)) / (angle * angle) : 0.5;
    const double along = p[0] * a[0] + p[1] * a[1] + p[2] * a[2];
    for (int k = 0; k < 3; k++) {
      const int m = (k + 1) % 3, n = (k + 2) % 3;
      turned[k][c] = cos(angle) * a[k] + s * (p[m] * a[n] - p[n] * a[m]) + h * along * p[k];
    }
  }
  memcpy(out, turned, sizeof turned);
}

static inline lash_marker_motion random_motion(void) {
  lash_marker_motion m = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double turn[3];
  random_vector(turn);
  for (int k = 0; k < 3; k++) turn[k] *= 3;
  turn_axes(turn, m.axes, m.axes);
  random_vector(m.r), random_vector(m.v), random_vector(m.w);
  random_vector(m.a), random_vector(m.wd);
  return m;
}

/* The marker after t, exact to second order in t for places and turns, to first for rates. */
static inline lash_marker_motion later(const lash_marker_motion *m, double t) {
  lash_marker_motion out = *m;
  double turn[3];
  for (int k = 0; k < 3; k++) {
    out.r[k] += t * m->v[k] + 0.5 * t * t * m->a[k];
    out.v[k] += t * m->a[k];
    out.w[k] += t * m->wd[k];
    turn[k] = t * m->w[k] + 0.5 * t * t * m->wd[k];
  }
  turn_axes(turn, m->axes, out.axes);
  return out;
}

/* First and second derivative at 0 from five values at -2h … 2h. */
static inline double slope(const double f[5], double h) {
  return (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * h);
}

static inline double curvature(const double f[5], double h) {
  return (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * h * h);
}

#endif
