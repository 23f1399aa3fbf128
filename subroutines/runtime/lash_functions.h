/* The built-in functions of the dataset language, with exact derivatives.
 *
 * Pure functions without state: the SDK functions (c_step, c_impact, …) and FUNCTION= expressions
 * share them. Where a formula has a corner or a jump, the derivative is that of the branch taken.
 */
#ifndef LASH_FUNCTIONS_H
#define LASH_FUNCTIONS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A function of one variable: value, first and second derivative. */
typedef struct lash_fn_jet {
  double f, d, dd;
} lash_fn_jet;

/* From h0 at x <= x0 to h1 at x >= x1 (x0 < x1) with zero slope at both ends: by a cubic, by a
 * quintic (zero curvature at the ends too), by half a sine wave. */
lash_fn_jet lash_fn_step(double x, double x0, double h0, double x1, double h1);
lash_fn_jet lash_fn_step5(double x, double x0, double h0, double x1, double h1);
lash_fn_jet lash_fn_havsin(double x, double x0, double h0, double x1, double h1);

/* Series in u = x - x0 with n coefficients: powers, Chebyshev polynomials, cosines and sines of the
 * multiples of w (the first coefficient is the constant). */
lash_fn_jet lash_fn_poly(double x, double x0, const double *a, size_t n);
lash_fn_jet lash_fn_cheby(double x, double x0, const double *a, size_t n);
lash_fn_jet lash_fn_forcos(double x, double x0, double w, const double *a, size_t n);
lash_fn_jet lash_fn_forsin(double x, double x0, double w, const double *a, size_t n);

/* a sin(w (x - x0) - phi) + b */
lash_fn_jet lash_fn_shf(double x, double x0, double a, double w, double phi, double b);

/* A force of distance x and its rate v: value, first and second partial derivatives. */
typedef struct lash_fn_stop {
  double f;
  double d_x, d_v;
  double d_xx, d_xv, d_vv;
} lash_fn_stop;

/* IMPACT: 0 for x >= x1, otherwise max(0, k (x1-x)^e - STEP(x, x1-d, c, x1, 0) v). */
lash_fn_stop lash_fn_impact(double x, double v, double x1, double k, double e, double c, double d);

/* BISTOP: IMPACT below x1, its mirror image above x2 (where the force is negative). */
lash_fn_stop lash_fn_bistop(double x, double v, double x1, double x2, double k, double e, double c,
                            double d);

#ifdef __cplusplus
}
#endif

#endif
