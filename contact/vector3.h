/* The few vector operations contact geometry needs. */
#ifndef LASH_VECTOR3_H
#define LASH_VECTOR3_H

static inline double dot3(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out = s a */
static inline void scale3(double s, const double a[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = s * a[k];
}

/* y += s a */
static inline void add3(double s, const double a[3], double y[3]) {
  for (int k = 0; k < 3; k++) y[k] += s * a[k];
}

static inline void subtract3(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

/* out = d(a x b) */
static inline void cross_change3(const double a[3], const double da[3], const double b[3],
                                 const double db[3], double out[3]) {
  double second[3];
  cross3(da, b, out);
  cross3(a, db, second);
  add3(1, second, out);
}

#endif
