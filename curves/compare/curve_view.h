/* One curve: x over t, with straight lines between its points. */
#ifndef LASH_CURVE_VIEW_H
#define LASH_CURVE_VIEW_H

#include "curve_set.h"

typedef struct curve_view {
  size_t n;
  const double *t, *x;   /* t does not fall; x holds numbers only */
  const double *dt, *dx; /* half the error bars of each point; NULL: none */
} curve_view;

/* A column over the first one of its table. Points that are no numbers are left out: the view is of
 * copies, to be freed by curve_view_free(). Fails with less than two points. */
lash_status curve_view_of(const curve_table *t, size_t column, curve_view *view, lash_error *error);
void curve_view_free(curve_view *view);

/* The value at t: on the right where t is there twice, the first or last one outside. */
double curve_view_at(const curve_view *view, double t);

/* Median of the time between points that are not at the same time. */
double curve_view_step(const curve_view *view);

/* The part from `from` to `to`; it shares the numbers. */
curve_view curve_view_within(const curve_view *view, double from, double to);

/* `count` values at equal steps from `from` to `to`. */
void curve_view_sample(const curve_view *view, double from, double to, size_t count, double *x);

/* Where a curve is at home: all that is within half-widths `time` and `value` of some point of it.
 * Where its points have error bars these count instead, where they are larger. This is the band
 * that the rectangles around all points of the curve fill, as in the comparison of results of the
 * Modelica Association. */
typedef struct curve_tube {
  double time, value;
} curve_tube;

void curve_tube_at(const curve_view *view, curve_tube tube, double t, double *low, double *high);

#endif
