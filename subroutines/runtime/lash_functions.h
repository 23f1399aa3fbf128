/* The built-in functions of the dataset language, with exact derivatives.
 *
 * Pure functions without state: the SDK functions (c_step, c_impact, …) and FUNCTION= expressions
 * share them. Where a formula has a corner or a jump, the derivative is that of the branch taken.
 */
#ifndef LASH_FUNCTIONS_H
#define LASH_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of one variable: value, first and second derivative. */
typedef struct lash_jet {
  double f, d, dd;
} lash_jet;

/* From h0 at x <= x0 to h1 at x >= x1 (x0 < x1) with zero slope at both ends: by a cubic, by a
 * quintic (zero curvature at the ends too), by half a sine wave. */
lash_jet lash_step(double x, double x0, double h0, double x1, double h1);
lash_jet lash_step5(double x, double x0, double h0, double x1, double h1);
lash_jet lash_havsin(double x, double x0, double h0, double x1, double h1);

/* Series in u = x - x0 with n coefficients: powers, Chebyshev polynomials, cosines and sines of the
 * multiples of w (the first coefficient is the constant). */
lash_jet lash_poly(double x, double x0, const double *a, size_t n);
lash_jet lash_cheby(double x, double x0, const double *a, size_t n);
lash_jet lash_forcos(double x, double x0, double w, const double *a, size_t n);
lash_jet lash_forsin(double x, double x0, double w, const double *a, size_t n);

/* a sin(w (x - x0) - phi) + b */
lash_jet lash_shf(double x, double x0, double a, double w, double phi, double b);

/* A force of distance x and its rate v: value, first and second partial derivatives. */
typedef struct lash_impact_value {
  double f;
  double d_x, d_v;
  double d_xx, d_xv, d_vv;
} lash_impact_value;

/* IMPACT: 0 for x >= x1, otherwise max(0, k (x1-x)^e - STEP(x, x1-d, c, x1, 0) v). */
lash_impact_value lash_impact(double x, double v, double x1, double k, double e, double c,
                              double d);

/* BISTOP: IMPACT below x1, its mirror image above x2 (where the force is negative). */
lash_impact_value lash_bistop(double x, double v, double x1, double x2, double k, double e,
                              double c, double d);

/* ------------------------------------------------------------------------------------- splines */

/* A curve y(x), or a family y(x, z). Between knots it is a cubic with the slopes stored here;
 * between members of a family, and beyond the first and last, it is linear in z. Beyond the ends in
 * x it is the parabola through the last three points, or the line through the last two. */
typedef struct lash_spline {
  size_t nx, nz; /* nz is 1 for a curve */
  bool linear;   /* extrapolate by a line */
  double *x;     /* nx, increasing */
  double *z;     /* nz, increasing */
  double *y;     /* y[ix + iz*nx] */
  double *akima; /* slopes at the knots, laid out as y: Akima's method */
  double *cubic; /* slopes at the knots of the cubic spline with continuous curvature */
} lash_spline;

typedef enum lash_spline_method { LASH_AKISPL, LASH_CUBSPL } lash_spline_method;

typedef struct lash_spline_value {
  double f, d_x, d_xx, d_z;
} lash_spline_value;

/* Copies the points and computes both sets of slopes. z may be NULL when nz is 1. At least 4 points
 * in x; x and z must increase. */
lash_status lash_spline_make(lash_spline *spline, size_t nx, size_t nz, const double *x,
                             const double *y, const double *z, bool linear, lash_error *error);
void lash_spline_free(lash_spline *spline);

lash_spline_value lash_spline_eval(const lash_spline *spline, lash_spline_method method, double x,
                                   double z);

#ifdef __cplusplus
}
#endif

#endif
