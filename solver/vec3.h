/* Small vectors and matrices (row major) in space. Plain loops that a compiler unrolls. */
#ifndef LASH_SOLVER_VEC3_H
#define LASH_SOLVER_VEC3_H

#include <math.h>
#include <string.h>

static inline double dot3(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double norm3(const double a[3]) { return sqrt(dot3(a, a)); }

static inline void copy3(const double a[3], double out[3]) { memcpy(out, a, 3 * sizeof *a); }

static inline void sub3(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

static inline void add3(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] + b[k];
}

/* out += f a */
static inline void axpy3(double f, const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] += f * a[k];
}

/* `out` may not be `a` or `b`. */
static inline void cross3(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out += f a x b */
static inline void add_cross3(double f, const double a[3], const double b[3], double out[3]) {
  double c[3];
  cross3(a, b, c);
  axpy3(f, c, out);
}

/* out = A b; `out` may not be `b`. */
static inline void mul33_3(const double A[9], const double b[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = A[3 * r] * b[0] + A[3 * r + 1] * b[1] + A[3 * r + 2] * b[2];
}

/* out = A^T b; `out` may not be `b`. */
static inline void mult33_3(const double A[9], const double b[3], double out[3]) {
  for (int c = 0; c < 3; c++) out[c] = A[c] * b[0] + A[3 + c] * b[1] + A[6 + c] * b[2];
}

static inline void mul33(const double A[9], const double B[9], double out[9]) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = A[3 * r] * B[c] + A[3 * r + 1] * B[3 + c] + A[3 * r + 2] * B[6 + c];
}

/* out = A^T B */
static inline void mult33(const double A[9], const double B[9], double out[9]) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = A[r] * B[c] + A[3 + r] * B[3 + c] + A[6 + r] * B[6 + c];
}

/* Column `c` of a row-major matrix: an axis of a frame. */
static inline void column3(const double A[9], int c, double out[3]) {
  out[0] = A[c];
  out[1] = A[3 + c];
  out[2] = A[6 + c];
}

/* Angle brought into (-pi, pi]. */
static inline double wrap_angle(double angle) {
  const double turn = 6.283185307179586476925286766559;
  return angle - turn * rint(angle / turn);
}

#endif
