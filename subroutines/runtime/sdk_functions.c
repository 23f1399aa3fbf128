/* SDK functions: the built-in functions and number checks. */
#include <math.h>

#include "lash_functions.h"
#include "running.h"
#include "slv_c_utils.h"

/* Remembers what is wrong with the order or the arguments; returns the error flag. */
static int judged(const char *function, int iord, double value) {
  if (iord < 0 || iord > 2) {
    lash_running_trouble(function, "the order of the derivative must be 0, 1 or 2");
  } else if (isnan(value)) {
    lash_running_trouble(function, "the arguments make no sense (or are not numbers)");
  } else {
    return 0;
  }
  return 1;
}

/* Writes the derivative of order iord, or zero with the error flag. */
static void give(const char *function, lash_jet jet, int iord, double *value, int *errflg) {
  *errflg = judged(function, iord, jet.value);
  *value = *errflg ? 0 : iord == 0 ? jet.value : iord == 1 ? jet.d1 : jet.d2;
}

#define STEP(name)                                                                             \
  void c_##name(double x, double x0, double h0, double x1, double h1, int iord, double *value, \
                int *errflg) {                                                                 \
    give("c_" #name, lash_##name(x, x0, h0, x1, h1), iord, value, errflg);                     \
  }
STEP(step)
STEP(step5)
STEP(havsin)

void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value,
           int *errflg) {
  give("c_shf", lash_shf(x, x0, a, w, phi, b), iord, value, errflg);
}

/* Series: as `give`, and without coefficients an error. */
static void give_series(const char *function, lash_jet jet, int npar, int iord, double *value,
                        int *errflg) {
  give(function, jet, iord, value, errflg);
  if (npar > 0) return;
  *errflg = 1;
  lash_running_trouble(function, "there are no coefficients");
}

static size_t count_of(int npar) { return npar > 0 ? (size_t)npar : 0; }

#define POLYNOMIAL(name)                                                                         \
  void c_##name(double x, double x0, const double *par, int npar, int iord, double *value,       \
                int *errflg) {                                                                   \
    give_series("c_" #name, lash_##name(x, x0, par, count_of(npar)), npar, iord, value, errflg); \
  }
POLYNOMIAL(poly)
POLYNOMIAL(cheby)

#define WAVES(name)                                                                        \
  void c_##name(double x, double x0, double w, const double *par, int npar, int iord,      \
                double *value, int *errflg) {                                              \
    give_series("c_" #name, lash_##name(x, x0, w, par, count_of(npar)), npar, iord, value, \
                errflg);                                                                   \
  }
WAVES(forcos)
WAVES(forsin)

/* Order 1 gives two numbers, order 2 three. */
static void give_stop(const char *function, lash_impact_value s, int iord, double *vec,
                      int *errflg) {
  *errflg = judged(function, iord, s.f);
  vec[0] = *errflg ? 0 : s.f;
  if (*errflg) return;
  if (iord == 1) vec[0] = s.d_x, vec[1] = s.d_v;
  if (iord == 2) vec[0] = s.d_xx, vec[1] = s.d_xv, vec[2] = s.d_vv;
}

void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord,
              double *vec, int *errflg) {
  give_stop("c_impact", lash_impact(x, dxdt, x1, k, e, cmax, d), iord, vec, errflg);
}

void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax,
              double d, int iord, double *vec, int *errflg) {
  give_stop("c_bistop", lash_bistop(x, dxdt, x1, x2, k, e, cmax, d), iord, vec, errflg);
}

/* Order 1 also gives the derivative with respect to z of a family of curves. */
static void give_spline(const char *function, lash_interpolation method, double x, double z, int id,
                        int iord, double *array, int *errflg) {
  const lash_sdk_host *host = lash_running_host();
  const lash_interpolant *spline = host->spline ? host->spline(host->data, id) : NULL;
  array[0] = 0;
  *errflg = spline == NULL;
  if (!spline) {
    lash_running_trouble(function, "there is no such SPLINE");
    return;
  }
  lash_interpolant_point point;
  lash_interpolant_evaluate(spline, method, x, z, &point);
  *errflg = judged(function, iord, point.dx[0]);
  if (*errflg) return;
  array[0] = point.dx[iord];
  if (iord == 1 && point.dz[0] != 0) array[1] = point.dz[0];
}

void c_akispl(double xval, double zval, int id, int iord, double *array, int *errflg) {
  give_spline("c_akispl", LASH_AKIMA, xval, zval, id, iord, array, errflg);
}

void c_cubspl(double xval, double zval, int id, int iord, double *array, int *errflg) {
  give_spline("c_cubspl", LASH_CUBIC, xval, zval, id, iord, array, errflg);
}

/* outcome: 0 all numbers are finite, 1 a NaN, 2 an infinity; index counts from 1. */
void c_naninf(const double *val, const int *size, int *outcome, int *index) {
  *outcome = *index = 0;
  for (int i = 0; i < *size && !*outcome; i++) {
    if (isfinite(val[i])) continue;
    *outcome = isnan(val[i]) ? 1 : 2;
    *index = i + 1;
  }
}
