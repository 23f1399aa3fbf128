/* Three-vectors and 3 x 3 matrices, written out. */
#ifndef LASH_FLEX_VECTOR_H
#define LASH_FLEX_VECTOR_H

static inline double vec_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void vec_cross(const double a[3], const double b[3], double c[3]) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y = M x, y = M' x */
static inline void mat_apply(const double M[3][3], const double x[3], double y[3]) {
  for (int i = 0; i < 3; i++) y[i] = vec_dot(M[i], x);
}

static inline void mat_apply_transposed(const double M[3][3], const double x[3], double y[3]) {
  for (int i = 0; i < 3; i++) y[i] = M[0][i] * x[0] + M[1][i] * x[1] + M[2][i] * x[2];
}

/* A += factor B */
static inline void mat_add(double A[3][3], double factor, const double B[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[i][j] += factor * B[i][j];
}

static inline double mat_trace(const double M[3][3]) { return M[0][0] + M[1][1] + M[2][2]; }

/* The vector sum of a x b when M is the sum of a b^T. */
static inline void mat_axial(const double M[3][3], double out[3]) {
  out[0] = M[1][2] - M[2][1];
  out[1] = M[2][0] - M[0][2];
  out[2] = M[0][1] - M[1][0];
}

#endif
