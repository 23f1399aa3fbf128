#include "curve_view.h"

#include <math.h>
#include <stdlib.h>

/* --------------------------------------------------------------------------------------- making */

lash_status curve_view_of(const curve_table *t, size_t column, curve_view *view,
                          lash_error *error) {
  const double *dt = curve_table_errors(t, 0), *dx = curve_table_errors(t, column);
  double *copy[4] = {NULL};
  const double *from[4] = {t->number[0], t->number[column], dt, dx};
  size_t n = 0;
  *view = (curve_view){0};
  if (!from[0] || !from[1])
    return lash_fail(error, LASH_BAD_INPUT, "%s has no numbers under %s", t->name,
                     t->heading[from[0] ? column : 0]);
  for (size_t k = 0; k < 4; k++) {
    copy[k] = from[k] ? malloc((t->rows + 1) * sizeof **copy) : NULL;
    if (!from[k] || copy[k]) continue;
    for (size_t i = 0; i < k; i++) free(copy[i]);
    return lash_fail(error, LASH_FAILURE, "out of memory for a curve");
  }
  for (size_t r = 0; r < t->rows; r++) {
    if (!isfinite(from[0][r]) || !isfinite(from[1][r])) continue;
    for (size_t k = 0; k < 4; k++) {
      if (copy[k]) copy[k][n] = k > 1 && !isfinite(from[k][r]) ? 0 : from[k][r];
    }
    n++;
  }
  *view = (curve_view){n, copy[0], copy[1], copy[2], copy[3]};
  if (n >= 2) return LASH_OK;
  curve_view_free(view);
  return lash_fail(error, LASH_BAD_INPUT, "%s: %s has less than two points", t->name,
                   t->heading[column]);
}

void curve_view_free(curve_view *view) {
  free((double *)(size_t)view->t), free((double *)(size_t)view->x);
  free((double *)(size_t)view->dt), free((double *)(size_t)view->dx);
  *view = (curve_view){0};
}

/* -------------------------------------------------------------------------------------- looking */

/* The last point at or before t; 0 when there is none. */
static size_t point_before(const curve_view *v, double t) {
  size_t low = 0, high = v->n;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (v->t[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static double between(const curve_view *v, const double *x, size_t i, double t) {
  if (i + 1 >= v->n || t <= v->t[i]) return x[i];
  const double share = (t - v->t[i]) / (v->t[i + 1] - v->t[i]);
  return x[i] + share * (x[i + 1] - x[i]);
}

double curve_view_at(const curve_view *v, double t) {
  return between(v, v->x, point_before(v, t), t);
}

static int ascending(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

double curve_view_step(const curve_view *v) {
  double *step = malloc(v->n * sizeof *step), median = NAN;
  size_t count = 0;
  for (size_t i = 1; step && i < v->n; i++) {
    if (v->t[i] > v->t[i - 1]) step[count++] = v->t[i] - v->t[i - 1];
  }
  if (count) {
    qsort(step, count, sizeof *step, ascending);
    median = step[count / 2];
  }
  free(step);
  return median;
}

curve_view curve_view_within(const curve_view *v, double from, double to) {
  const double near = 1e-12 * (v->t[v->n - 1] - v->t[0]);
  size_t first = 0, last = v->n;
  while (first < last && v->t[first] < from - near) first++;
  while (last > first && v->t[last - 1] > to + near) last--;
  return (curve_view){last - first, v->t + first, v->x + first, v->dt ? v->dt + first : NULL,
                      v->dx ? v->dx + first : NULL};
}

void curve_view_sample(const curve_view *v, double from, double to, size_t count, double *x) {
  for (size_t i = 0; i < count; i++)
    x[i] = curve_view_at(v, from + (to - from) * (double)i / (double)(count - 1));
}

/* ----------------------------------------------------------------------------------------- tube */

/* Takes a point of the curve, at most its width away, into the band at t. */
static void take(double x, double half, double *low, double *high) {
  *low = fmin(*low, x - half);
  *high = fmax(*high, x + half);
}

void curve_tube_at(const curve_view *v, curve_tube tube, double t, double *low, double *high) {
  const size_t here = point_before(v, t);
  const double dt = fmax(tube.time, v->dt ? between(v, v->dt, here, t) : 0);
  const double dx = fmax(tube.value, v->dx ? between(v, v->dx, here, t) : 0);
  double widest = dt;
  for (size_t i = 0; v->dt && i < v->n; i++) widest = fmax(widest, v->dt[i]);
  *low = INFINITY, *high = -INFINITY;
  take(curve_view_at(v, t), dx, low, high);
  if (t - dt > v->t[0]) take(curve_view_at(v, t - dt), dx, low, high);
  if (t + dt < v->t[v->n - 1]) take(curve_view_at(v, t + dt), dx, low, high);
  size_t i = point_before(v, t - widest);
  for (; i < v->n && v->t[i] <= t + widest; i++) {
    if (fabs(v->t[i] - t) > fmax(tube.time, v->dt ? v->dt[i] : 0)) continue;
    take(v->x[i], fmax(tube.value, v->dx ? v->dx[i] : 0), low, high);
  }
}
