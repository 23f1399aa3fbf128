/* The scalar functions of Adams expressions, as pure functions with derivatives.
 *
 * `order` is 0 for the value, 1 or 2 for the first or second derivative with respect to x. A call
 * that makes no sense (a step with x1 <= x0, an order above 2) gives NaN, never a crash. */
#ifndef LASH_FUNCTIONS_H
#define LASH_FUNCTIONS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes: 0 for u <= 0, 1 for u >= 1, smooth between. out = value, first, second derivative in u.
 */
void lash_shape_cubic(double u, double out[3]);   /* u^2 (3 - 2u) */
void lash_shape_quintic(double u, double out[3]); /* u^3 (10 - 15u + 6u^2) */
void lash_shape_sine(double u, double out[3]);    /* (1 - cos(pi u)) / 2 */

/* From h0 at x <= x0 to h1 at x >= x1 along one of the shapes. */
double lash_step(double x, double x0, double h0, double x1, double h1, int order);
double lash_step5(double x, double x0, double h0, double x1, double h1, int order);
double lash_havsin(double x, double x0, double h0, double x1, double h1, int order);

/* sum a_j (x - x0)^j and sum a_j T_j(x - x0), j = 0 … count - 1, T_j the Chebyshev polynomials. */
double lash_poly(double x, double x0, const double *a, size_t count, int order);
double lash_cheby(double x, double x0, const double *a, size_t count, int order);

/* c_0 + sum c_j cos(j w (x - x0)), j = 1 … count - 1, and the same with sines. */
double lash_forcos(double x, double x0, double w, const double *c, size_t count, int order);
double lash_forsin(double x, double x0, double w, const double *c, size_t count, int order);

/* Simple harmonic: a sin(w (x - x0) - phi) + b. */
double lash_shf(double x, double x0, double a, double w, double phi, double b, int order);

/* One-sided stop: max(0, k (x1 - x)^e - c xdot) for x < x1, else 0; the damping c rises along the
 * cubic shape from 0 at x = x1 to cmax at penetration d (> 0).
 *   order 0: out[0] = F;   order 1: out = dF/dx, dF/dxdot;   order 2: out = Fxx, Fxv, Fvv
 * Entries not named are 0. */
void lash_impact(double x, double xdot, double x1, double k, double e, double cmax, double d,
                 int order, double out[3]);

/* Two-sided stop: IMPACT against x1 from above, its mirror image against x2 (> x1) from below. */
void lash_bistop(double x, double xdot, double x1, double x2, double k, double e, double cmax,
                 double d, int order, double out[3]);

#ifdef __cplusplus
}
#endif

#endif
