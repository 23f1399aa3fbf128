/* The scalar functions of Adams expressions, as pure functions that give their value and first and
 * second derivatives together. A call that makes no sense (a step with x1 <= x0, a stop with d <=
 * 0) gives NaN, never a crash. Where a function has a corner, derivatives are those of one side. */
#ifndef LASH_FUNCTIONS_H
#define LASH_FUNCTIONS_H

#include <stddef.h>

#include "lash_jet.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes: 0 for u <= 0, 1 for u >= 1, smooth between. */
lash_jet lash_shape_cubic(double u);   /* u^2 (3 - 2u) */
lash_jet lash_shape_quintic(double u); /* u^3 (10 - 15u + 6u^2) */
lash_jet lash_shape_sine(double u);    /* (1 - cos(pi u)) / 2 */

/* From h0 at x <= x0 to h1 at x >= x1 along one of the shapes. */
lash_jet lash_step(double x, double x0, double h0, double x1, double h1);
lash_jet lash_step5(double x, double x0, double h0, double x1, double h1);
lash_jet lash_havsin(double x, double x0, double h0, double x1, double h1);

/* sum a_j (x - x0)^j and sum a_j T_j(x - x0), j = 0 to count - 1, T_j the Chebyshev polynomials. */
lash_jet lash_poly(double x, double x0, const double *a, size_t count);
lash_jet lash_cheby(double x, double x0, const double *a, size_t count);

/* c_0 + sum c_j cos(j w (x - x0)), j = 1 to count - 1, and the same with sines. */
lash_jet lash_forcos(double x, double x0, double w, const double *c, size_t count);
lash_jet lash_forsin(double x, double x0, double w, const double *c, size_t count);

/* Simple harmonic: a sin(w (x - x0) - phi) + b. */
lash_jet lash_shf(double x, double x0, double a, double w, double phi, double b);

/* A force of a distance x and its rate v, with first and second partial derivatives. */
typedef struct lash_impact_value {
  double f;
  double d_x, d_v;
  double d_xx, d_xv, d_vv;
} lash_impact_value;

/* One-sided stop: max(0, k (x1 - x)^e - c v) for x < x1, else 0; the damping c rises along the
 * cubic shape from 0 at x = x1 to cmax at penetration d (> 0). */
lash_impact_value lash_impact(double x, double v, double x1, double k, double e, double cmax,
                              double d);

/* Two-sided stop: IMPACT against x1 from above, its mirror image against x2 (> x1) from below. */
lash_impact_value lash_bistop(double x, double v, double x1, double x2, double k, double e,
                              double cmax, double d);

#ifdef __cplusplus
}
#endif

#endif
