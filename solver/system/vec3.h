/* Small vectors and matrices (row major) in space. Results are stored last: a compiler that must
 * expect `out` to overlap its arguments would otherwise load them again after each store. */
#ifndef LASH_SOLVER_VEC3_H
#define LASH_SOLVER_VEC3_H

#include <math.h>
#include <string.h>

static inline void store3(double x, double y, double z, double out[3]) {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

static inline double dot3(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double dot6(const double a[6], const double b[6]) {
  return dot3(a, b) + dot3(a + 3, b + 3);
}

static inline double norm3(const double a[3]) { return sqrt(dot3(a, a)); }

static inline void copy3(const double a[3], double out[3]) { memcpy(out, a, 3 * sizeof *a); }

static inline void sub3(const double a[3], const double b[3], double out[3]) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  store3(x, y, z, out);
}

static inline void add3(const double a[3], const double b[3], double out[3]) {
  const double x = a[0] + b[0], y = a[1] + b[1], z = a[2] + b[2];
  store3(x, y, z, out);
}

/* out += f a */
static inline void axpy3(double f, const double a[3], double out[3]) {
  const double x = out[0] + f * a[0], y = out[1] + f * a[1], z = out[2] + f * a[2];
  store3(x, y, z, out);
}

static inline void cross3(const double a[3], const double b[3], double out[3]) {
  const double x = a[1] * b[2] - a[2] * b[1];
  const double y = a[2] * b[0] - a[0] * b[2];
  const double z = a[0] * b[1] - a[1] * b[0];
  store3(x, y, z, out);
}

/* out += f a x b */
static inline void add_cross3(double f, const double a[3], const double b[3], double out[3]) {
  double c[3];
  cross3(a, b, c);
  axpy3(f, c, out);
}

/* out = A b */
static inline void mul33_3(const double A[9], const double b[3], double out[3]) {
  const double x = A[0] * b[0] + A[1] * b[1] + A[2] * b[2];
  const double y = A[3] * b[0] + A[4] * b[1] + A[5] * b[2];
  const double z = A[6] * b[0] + A[7] * b[1] + A[8] * b[2];
  store3(x, y, z, out);
}

/* out = A^T b */
static inline void mult33_3(const double A[9], const double b[3], double out[3]) {
  const double x = A[0] * b[0] + A[3] * b[1] + A[6] * b[2];
  const double y = A[1] * b[0] + A[4] * b[1] + A[7] * b[2];
  const double z = A[2] * b[0] + A[5] * b[1] + A[8] * b[2];
  store3(x, y, z, out);
}

/* out = A B; `out` may be neither. */
static inline void mul33(const double A[9], const double B[9], double *restrict out) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = A[3 * r] * B[c] + A[3 * r + 1] * B[3 + c] + A[3 * r + 2] * B[6 + c];
}

/* out = A^T B; `out` may be neither. */
static inline void mult33(const double A[9], const double B[9], double *restrict out) {
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
