/* Interpolants: the curve y(x), or family of curves y(x, z), behind the SPLINE statement of a
 * dataset.
 *
 * One object answers both interpolations of Adams: AKISPL (Akima 1970, local, slopes only) and
 * CUBSPL (a global cubic, twice continuously differentiable; its end conditions take the third
 * derivative from the cubic through the four end points, Forsythe, Malcolm & Moler 1977). Between
 * two curves of a family values are linear in z. Outside the data a curve continues as the parabola
 * through its last three points, or as the line through its last two; z continues the nearest two
 * curves linearly. */
#ifndef LASH_INTERPOLANT_H
#define LASH_INTERPOLANT_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_interpolant lash_interpolant;

typedef enum lash_interpolation { LASH_AKIMA = 0, LASH_CUBIC = 1 } lash_interpolation;

/* Derivatives of order 0 … LASH_INTERPOLANT_ORDERS - 1 in x are given. */
#define LASH_INTERPOLANT_ORDERS 5

typedef struct lash_interpolant_point {
  double dx[LASH_INTERPOLANT_ORDERS]; /* k-th derivative in x */
  double dz[LASH_INTERPOLANT_ORDERS]; /* k-th derivative in x of the first derivative in z */
} lash_interpolant_point;

/* What a spline is made of. `y` holds `curves` rows of `points` values, one row per entry of `z`.
 * For a plain curve, curves = 1 and z may be NULL. x and z must increase strictly. */
typedef struct lash_interpolant_data {
  size_t points; /* at least 4 */
  size_t curves; /* at least 1 */
  const double *x, *y, *z;
  bool linear_extrapolate; /* LINEAR_EXTRAPOLATE: a line, not a parabola, outside the data */
} lash_interpolant_data;

/* Copies the data and prepares both interpolations. Free with lash_interpolant_free. */
LASH_API lash_status lash_interpolant_create(const lash_interpolant_data *data,
                                             lash_interpolant **spline, lash_error *error);
LASH_API void lash_interpolant_free(lash_interpolant *spline);

/* Value and all derivatives at (x, z); z is ignored by a plain curve. At a knot the derivatives
 * that jump are those of the interval on the right. Never fails; NaN in, NaN out. */
LASH_API void lash_interpolant_evaluate(const lash_interpolant *spline, lash_interpolation method,
                                        double x, double z, lash_interpolant_point *point);

#ifdef __cplusplus
}
#endif

#endif
