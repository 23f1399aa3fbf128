/* SDK functions: the built-in functions and number checks. */
#include <math.h>

#include "lash_functions.h"
#include "running.h"
#include "slv_c_utils.h"

/* Writes the derivative of order iord; any other order than 0, 1, 2 is an error. */
static void give(const char *function, lash_fn_jet jet, int iord, double *value, int *errflg) {
  *errflg = iord < 0 || iord > 2;
  *value = iord == 0 ? jet.f : iord == 1 ? jet.d : iord == 2 ? jet.dd : 0;
  if (*errflg) lash_running_trouble(function, "the order of the derivative must be 0, 1 or 2");
}

void c_step(double x, double x0, double h0, double x1, double h1, int iord, double *value,
            int *errflg) {
  give("c_step", lash_fn_step(x, x0, h0, x1, h1), iord, value, errflg);
}

void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double *value,
             int *errflg) {
  give("c_step5", lash_fn_step5(x, x0, h0, x1, h1), iord, value, errflg);
}

void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value,
              int *errflg) {
  give("c_havsin", lash_fn_havsin(x, x0, h0, x1, h1), iord, value, errflg);
}

void c_shf(double x, double x0, double a, double w, double phi, double b, int iord, double *value,
           int *errflg) {
  give("c_shf", lash_fn_shf(x, x0, a, w, phi, b), iord, value, errflg);
}

/* Series: as `give`, and without coefficients an error. */
static void give_series(const char *function, lash_fn_jet jet, int npar, int iord, double *value,
                        int *errflg) {
  give(function, jet, iord, value, errflg);
  if (npar > 0) return;
  *errflg = 1;
  lash_running_trouble(function, "there are no coefficients");
}

static size_t count_of(int npar) { return npar > 0 ? (size_t)npar : 0; }

void c_poly(double x, double x0, const double *par, int npar, int iord, double *value,
            int *errflg) {
  give_series("c_poly", lash_fn_poly(x, x0, par, count_of(npar)), npar, iord, value, errflg);
}

void c_cheby(double x, double x0, const double *par, int npar, int iord, double *value,
             int *errflg) {
  give_series("c_cheby", lash_fn_cheby(x, x0, par, count_of(npar)), npar, iord, value, errflg);
}

void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value,
              int *errflg) {
  give_series("c_forcos", lash_fn_forcos(x, x0, w, par, count_of(npar)), npar, iord, value, errflg);
}

void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value,
              int *errflg) {
  give_series("c_forsin", lash_fn_forsin(x, x0, w, par, count_of(npar)), npar, iord, value, errflg);
}

/* Order 1 gives two numbers, order 2 three; the rest of the three is set to zero. */
static void give_stop(const char *function, lash_fn_stop s, double d, int iord, double *vec,
                      int *errflg) {
  *errflg = iord < 0 || iord > 2 || d < 0;
  vec[0] = iord == 0 ? s.f : 0;
  if (iord == 1) vec[0] = s.d_x, vec[1] = s.d_v;
  if (iord == 2) vec[0] = s.d_xx, vec[1] = s.d_xv, vec[2] = s.d_vv;
  if (*errflg) {
    lash_running_trouble(function, d < 0 ? "the damping depth is negative"
                                         : "the order of the derivative must be 0, 1 or 2");
  }
}

void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord,
              double *vec, int *errflg) {
  give_stop("c_impact", lash_fn_impact(x, dxdt, x1, k, e, cmax, d), d, iord, vec, errflg);
}

void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax,
              double d, int iord, double *vec, int *errflg) {
  give_stop("c_bistop", lash_fn_bistop(x, dxdt, x1, x2, k, e, cmax, d), d, iord, vec, errflg);
}

/* Order 1 also gives the derivative with respect to z of a family of curves. */
static void give_spline(const char *function, bool cubic, double x, double z, int id, int iord,
                        double *array, int *errflg) {
  const lash_sdk_host *host = lash_running_host();
  double value = 0, d_z = 0;
  bool order = iord >= 0 && iord <= 2;
  *errflg =
      !order || !host->spline || host->spline(host->data, id, cubic, x, z, iord, &value, &d_z) != 0;
  array[0] = *errflg ? 0 : value;
  if (iord == 1 && !*errflg && d_z != 0) array[1] = d_z;
  if (*errflg) {
    lash_running_trouble(function, order ? "the host has no such SPLINE"
                                         : "the order of the derivative must be 0, 1 or 2");
  }
}

void c_akispl(double xval, double zval, int id, int iord, double *array, int *errflg) {
  give_spline("c_akispl", false, xval, zval, id, iord, array, errflg);
}

void c_cubspl(double xval, double zval, int id, int iord, double *array, int *errflg) {
  give_spline("c_cubspl", true, xval, zval, id, iord, array, errflg);
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
