/* Vectors, 3 by 3 matrices and rotations in space, for every folder.
 *
 * A matrix is nine numbers by rows; the functions mat_… take it as [3][3]. Columns of a rotation
 * are the axes of the turned frame. Unless it says otherwise, a result may be one of the arguments.
 *
 * Results are stored last: a compiler that must expect `out` to overlap its arguments would
 * otherwise load them again after each store. The order of operations is part of the contract:
 * results are compared bit by bit. */
#ifndef LASH_SPACE_H
#define LASH_SPACE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- vectors */

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

static inline void add3(const double a[3], const double b[3], double out[3]) {
  store3(a[0] + b[0], a[1] + b[1], a[2] + b[2], out);
}

static inline void sub3(const double a[3], const double b[3], double out[3]) {
  store3(a[0] - b[0], a[1] - b[1], a[2] - b[2], out);
}

/* out = f a */
static inline void scale3(double f, const double a[3], double out[3]) {
  store3(f * a[0], f * a[1], f * a[2], out);
}

/* out += f a */
static inline void axpy3(double f, const double a[3], double out[3]) {
  store3(out[0] + f * a[0], out[1] + f * a[1], out[2] + f * a[2], out);
}

/* Divides by the length; false, and unchanged, when there is none or it is not finite. */
static inline bool normalise3(double a[3]) {
  const double length = norm3(a);
  if (!(length > 0) || !isfinite(length)) return false;
  store3(a[0] / length, a[1] / length, a[2] / length, a);
  return true;
}

static inline void cross3(const double a[3], const double b[3], double out[3]) {
  store3(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], out);
}

/* out += f a x b */
static inline void add_cross3(double f, const double a[3], const double b[3], double out[3]) {
  double c[3];
  cross3(a, b, c);
  axpy3(f, c, out);
}

/* out = d(a x b); `out` may be none of the arguments. */
static inline void cross_change3(const double a[3], const double da[3], const double b[3],
                                 const double db[3], double out[3]) {
  cross3(da, b, out);
  add_cross3(1, a, db, out);
}

/* ------------------------------------------------------------------------------------ matrices */

/* out = A b */
static inline void mul33_3(const double A[9], const double b[3], double out[3]) {
  store3(A[0] * b[0] + A[1] * b[1] + A[2] * b[2], A[3] * b[0] + A[4] * b[1] + A[5] * b[2],
         A[6] * b[0] + A[7] * b[1] + A[8] * b[2], out);
}

/* out = A^T b */
static inline void mult33_3(const double A[9], const double b[3], double out[3]) {
  store3(A[0] * b[0] + A[3] * b[1] + A[6] * b[2], A[1] * b[0] + A[4] * b[1] + A[7] * b[2],
         A[2] * b[0] + A[5] * b[1] + A[8] * b[2], out);
}

/* out = A B; `out` may be neither. */
static inline void mul33(const double A[9], const double B[9], double *__restrict out) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = A[3 * r] * B[c] + A[3 * r + 1] * B[3 + c] + A[3 * r + 2] * B[6 + c];
}

/* out = A^T B; `out` may be neither. */
static inline void mult33(const double A[9], const double B[9], double *__restrict out) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = A[r] * B[c] + A[3 + r] * B[3 + c] + A[6 + r] * B[6 + c];
}

/* out = A^T; `out` may not be A. */
static inline void transpose33(const double A[9], double *__restrict out) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * r + c] = A[3 * c + r];
}

/* Column `c`: an axis of a frame. */
static inline void column3(const double A[9], int c, double out[3]) {
  store3(A[c], A[3 + c], A[6 + c], out);
}

/* y = M x, y = M^T x */
static inline void mat_apply(const double M[3][3], const double x[3], double y[3]) {
  store3(dot3(M[0], x), dot3(M[1], x), dot3(M[2], x), y);
}

static inline void mat_apply_transposed(const double M[3][3], const double x[3], double y[3]) {
  store3(M[0][0] * x[0] + M[1][0] * x[1] + M[2][0] * x[2],
         M[0][1] * x[0] + M[1][1] * x[1] + M[2][1] * x[2],
         M[0][2] * x[0] + M[1][2] * x[1] + M[2][2] * x[2], y);
}

static inline void mat_column(const double M[3][3], int c, double out[3]) {
  store3(M[0][c], M[1][c], M[2][c], out);
}

/* A += factor B */
static inline void mat_add(double A[3][3], double factor, const double B[3][3]) {
  for (int i = 0; i < 3; i++) axpy3(factor, B[i], A[i]);
}

static inline double mat_trace(const double M[3][3]) { return M[0][0] + M[1][1] + M[2][2]; }

/* The vector sum of a x b when M is the sum of a b^T. */
static inline void mat_axial(const double M[3][3], double out[3]) {
  store3(M[1][2] - M[2][1], M[2][0] - M[0][2], M[0][1] - M[1][0], out);
}

/* ----------------------------------------------------------------------------------- rotations */

/* Angle brought into (-pi, pi]. */
static inline double wrap_angle(double angle) {
  const double turn = 6.283185307179586476925286766559;
  return angle - turn * rint(angle / turn);
}

/* The rotation by three angles about the body's own z, x and again z. */
static inline void rotation_313(const double angles[3], double R[9]) {
  const double s1 = sin(angles[0]), c1 = cos(angles[0]);
  const double s2 = sin(angles[1]), c2 = cos(angles[1]);
  const double s3 = sin(angles[2]), c3 = cos(angles[2]);
  store3(c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2, R);
  store3(s1 * c3 + c1 * c2 * s3, -s1 * s3 + c1 * c2 * c3, -c1 * s2, R + 3);
  store3(s2 * s3, s2 * c3, c2, R + 6);
}

/* Euler parameters: e[0] = cos(angle/2), e[1..3] = sin(angle/2) axis. */

static inline double parameters_square(const double e[4]) {
  return e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
}

static inline void parameters_normalise(double e[4]) {
  const double n = sqrt(parameters_square(e));
  for (int k = 0; k < 4; k++) e[k] /= n;
}

/* One rotation after another, each about the axes that the one before has turned. */
static inline void parameters_product(const double a[4], const double b[4], double out[4]) {
  const double c[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                       a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                       a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
                       a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
  memcpy(out, c, sizeof c);
}

/* Rates for an angular velocity in body axes. */
static inline void parameters_rate(const double e[4], const double w[3], double rate[4]) {
  rate[0] = -0.5 * (e[1] * w[0] + e[2] * w[1] + e[3] * w[2]);
  rate[1] = 0.5 * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]);
  rate[2] = 0.5 * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]);
  rate[3] = 0.5 * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]);
}

/* Of a rotation vector; exact to round-off also near zero. */
static inline void parameters_of_vector(const double d[3], double e[4]) {
  const double angle = norm3(d), half = 0.5 * angle;
  const double s = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(half) / angle;
  e[0] = cos(half);
  for (int k = 0; k < 3; k++) e[k + 1] = s * d[k];
}

/* Of a rotation matrix (Shepperd's choice of the largest component). */
static inline void parameters_of_matrix(const double R[9], double e[4]) {
  const double trace = R[0] + R[4] + R[8];
  const double square[4] = {1 + trace, 1 + 2 * R[0] - trace, 1 + 2 * R[4] - trace,
                            1 + 2 * R[8] - trace};
  int best = 0;
  for (int k = 1; k < 4; k++)
    if (square[k] > square[best]) best = k;
  const double twice = sqrt(square[best]), factor = 0.5 / twice;
  const double skew[3] = {R[7] - R[5], R[2] - R[6], R[3] - R[1]};
  const double even[3] = {R[7] + R[5], R[2] + R[6], R[3] + R[1]}; /* yz, xz, xy */
  e[best] = 0.5 * twice;
  if (best == 0) {
    for (int k = 0; k < 3; k++) e[k + 1] = factor * skew[k];
    return;
  }
  const int axis = best - 1;
  e[0] = factor * skew[axis];
  for (int k = 0; k < 3; k++)
    if (k != axis) e[k + 1] = factor * even[3 - axis - k];
}

/* The rotation matrix of Euler parameters. The length is divided out, so an integrator that drifts
 * off the unit sphere within a step still sees a pure rotation. */
static inline void matrix_of_parameters(const double e[4], double R[9]) {
  const double s = 2.0 / parameters_square(e);
  const double a = e[1] * s, b = e[2] * s, c = e[3] * s;
  const double wx = e[0] * a, wy = e[0] * b, wz = e[0] * c;
  const double xx = e[1] * a, xy = e[1] * b, xz = e[1] * c;
  const double yy = e[2] * b, yz = e[2] * c, zz = e[3] * c;
  store3(1 - yy - zz, xy - wz, xz + wy, R);
  store3(xy + wz, 1 - xx - zz, yz - wx, R + 3);
  store3(xz - wy, yz + wx, 1 - xx - yy, R + 6);
}

#endif
