/* SDK functions: the built-in functions and number checks. */
#include <math.h>

#include "frame.h"
#include "slv_c_utils.h"

/* Writes the derivative of order iord; any other order than 0, 1, 2 is an error. */
static void give(const char *function, lash_jet jet, int iord, double *value, int *errflg) {
  *errflg = iord < 0 || iord > 2;
  *value = iord == 0 ? jet.f : iord == 1 ? jet.d : iord == 2 ? jet.dd : 0;
  if (*errflg) lash_frame_trouble(function, "the order of the derivative must be 0, 1 or 2");
}

void c_step(double x, double x0, double h0, double x1, double h1, int iord, double *value,
            int *errflg) {
  give("c_step", lash_step(x, x0, h0, x1, h1), iord, value, errflg);
}

void c_step5(double x, double x0, double h0, double x1, double h1, int iord, double *value,
             int *errflg) {
  give("c_step5", lash_step5(x, x0, h0, x1, h1), iord, value, errflg);
}

void c_havsin(double x, double x0, double h0, double x1, double h1, int iord, double *value,
              int *errflg) {
  give("c_havsin", lash_havsin(x, x0, h0, x1, h1), iord, value, errflg);
}

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
  lash_frame_trouble(function, "there are no coefficients");
}

static size_t count_of(int npar) { return npar > 0 ? (size_t)npar : 0; }

void c_poly(double x, double x0, const double *par, int npar, int iord, double *value,
            int *errflg) {
  give_series("c_poly", lash_poly(x, x0, par, count_of(npar)), npar, iord, value, errflg);
}

void c_cheby(double x, double x0, const double *par, int npar, int iord, double *value,
             int *errflg) {
  give_series("c_cheby", lash_cheby(x, x0, par, count_of(npar)), npar, iord, value, errflg);
}

void c_forcos(double x, double x0, double w, const double *par, int npar, int iord, double *value,
              int *errflg) {
  give_series("c_forcos", lash_forcos(x, x0, w, par, count_of(npar)), npar, iord, value, errflg);
}

void c_forsin(double x, double x0, double w, const double *par, int npar, int iord, double *value,
              int *errflg) {
  give_series("c_forsin", lash_forsin(x, x0, w, par, count_of(npar)), npar, iord, value, errflg);
}

/* Order 1 gives two numbers, order 2 three; the rest of the three is set to zero. */
static void give_stop(const char *function, lash_impact_value s, double d, int iord, double *vec,
                      int *errflg) {
  *errflg = iord < 0 || iord > 2 || d < 0;
  vec[0] = iord == 0 ? s.f : 0;
  if (iord == 1) vec[0] = s.d_x, vec[1] = s.d_v;
  if (iord == 2) vec[0] = s.d_xx, vec[1] = s.d_xv, vec[2] = s.d_vv;
  if (*errflg) {
    lash_frame_trouble(function, d < 0 ? "the damping depth is negative"
                                       : "the order of the derivative must be 0, 1 or 2");
  }
}

void c_impact(double x, double dxdt, double x1, double k, double e, double cmax, double d, int iord,
              double *vec, int *errflg) {
  give_stop("c_impact", lash_impact(x, dxdt, x1, k, e, cmax, d), d, iord, vec, errflg);
}

void c_bistop(double x, double dxdt, double x1, double x2, double k, double e, double cmax,
              double d, int iord, double *vec, int *errflg) {
  give_stop("c_bistop", lash_bistop(x, dxdt, x1, x2, k, e, cmax, d), d, iord, vec, errflg);
}

/* Order 1 also gives the derivative with respect to z of a family of curves. */
static void give_spline(const char *function, lash_spline_method method, double x, double z, int id,
                        int iord, double *array, int *errflg) {
  const lash_host *host = lash_frame_host();
  const lash_spline *spline = host->spline ? host->spline(host->data, id) : NULL;
  *errflg = !spline || iord < 0 || iord > 2;
  array[0] = 0;
  if (*errflg) {
    lash_frame_trouble(function, spline ? "the order of the derivative must be 0, 1 or 2"
                                        : "there is no such SPLINE");
    return;
  }
  lash_spline_value v = lash_spline_eval(spline, method, x, z);
  array[0] = iord == 0 ? v.f : iord == 1 ? v.d_x : v.d_xx;
  if (iord == 1 && spline->nz > 1) array[1] = v.d_z;
}

void c_akispl(double xval, double zval, int id, int iord, double *array, int *errflg) {
  give_spline("c_akispl", LASH_AKISPL, xval, zval, id, iord, array, errflg);
}

void c_cubspl(double xval, double zval, int id, int iord, double *array, int *errflg) {
  give_spline("c_cubspl", LASH_CUBSPL, xval, zval, id, iord, array, errflg);
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
