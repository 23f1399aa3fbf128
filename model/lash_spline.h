/* Splines of a dataset (SPLINE/id): curves y(x), or a family of curves over a second variable z.
 *
 * One object answers both interpolations of Adams: AKISPL (Akima 1970, local, slopes only) and
 * CUBSPL (a global cubic, twice continuously differentiable; its end conditions take the third
 * derivative from the cubic through the four end points, Forsythe, Malcolm & Moler 1977). Between
 * two curves of a family values are linear in z. Outside the data a curve continues as the parabola
 * through its last three points, or as the line through its last two; z continues the nearest two
 * curves linearly. */
#ifndef LASH_MODEL_SPLINE_H
#define LASH_MODEL_SPLINE_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_spline lash_spline;

typedef enum lash_spline_method { LASH_AKISPL = 0, LASH_CUBSPL = 1 } lash_spline_method;

/* Derivatives of order 0 … LASH_SPLINE_ORDERS - 1 in x are given. */
#define LASH_SPLINE_ORDERS 5

typedef struct lash_spline_point {
  double dx[LASH_SPLINE_ORDERS]; /* k-th derivative in x */
  double dz[LASH_SPLINE_ORDERS]; /* k-th derivative in x of the first derivative in z */
} lash_spline_point;

/* What a spline is made of. `y` holds `curves` rows of `points` values, one row per entry of `z`.
 * For a plain curve, curves = 1 and z may be NULL. x and z must increase strictly. */
typedef struct lash_spline_data {
  size_t points; /* at least 4 */
  size_t curves; /* at least 1 */
  const double *x, *y, *z;
  bool linear_extrapolate; /* LINEAR_EXTRAPOLATE: a line, not a parabola, outside the data */
} lash_spline_data;

/* Copies the data and prepares both interpolations. Free with lash_spline_free. */
lash_status lash_spline_create(const lash_spline_data *data, lash_spline **spline,
                               lash_error *error);
void lash_spline_free(lash_spline *spline);

/* Value and all derivatives at (x, z); z is ignored by a plain curve. At a knot the derivatives
 * that jump are those of the interval on the right. Never fails; NaN in, NaN out. */
void lash_spline_evaluate(const lash_spline *spline, lash_spline_method method, double x, double z,
                          lash_spline_point *point);

#ifdef __cplusplus
}
#endif

#endif
