/* Akima and cubic splines: every interval, and both outsides, becomes a cubic about a knot. */
#include "lash_interpolant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COEFFICIENTS = 4, METHODS = 2, LEAST_POINTS = 4 };

typedef double cubic[COEFFICIENTS]; /* c0 + c1 h + c2 h^2 + c3 h^3, h = x - base */

struct lash_interpolant {
  size_t points, curves;
  double *x, *z;
  /* per method and curve, points + 1 pieces: left outside, the intervals, right outside */
  cubic *pieces;
};

static size_t pieces_per_curve(const lash_interpolant *spline) { return spline->points + 1; }

static cubic *curve_pieces(const lash_interpolant *spline, lash_interpolation method,
                           size_t curve) {
  return spline->pieces + ((size_t)method * spline->curves + curve) * pieces_per_curve(spline);
}

/* ----------------------------------------------------------------------------------- outsides */

/* The parabola through three points, or the line through the first two, about the first of them. */
static void outside(const double *x, const double *y, int step, bool line, cubic c) {
  double h1 = x[step] - x[0], slope = (y[step] - y[0]) / h1;
  c[0] = y[0], c[1] = slope, c[2] = c[3] = 0;
  if (line) return;
  double h2 = x[2 * step] - x[0], far_slope = (y[2 * step] - y[0]) / h2;
  c[2] = (far_slope - slope) / (h2 - h1);
  c[1] = slope - c[2] * h1;
}

/* -------------------------------------------------------------------------------------- akima */

/* Slope at a knot from the chord slopes m[0], m[1] on its left and m[2], m[3] on its right. */
static double akima_slope(const double *m) {
  double left = fabs(m[1] - m[0]), right = fabs(m[3] - m[2]);
  if (left + right == 0) return (m[1] + m[2]) / 2;
  return (right * m[1] + left * m[2]) / (right + left);
}

/* `work` holds n + 3 chord slopes: two imagined ones beyond each end (Akima 1970, section 2.3). */
static void akima(size_t n, const double *x, const double *y, double *work, cubic *intervals) {
  double *m = work + 2;
  for (size_t i = 0; i + 1 < n; i++) m[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  work[1] = 2 * m[0] - m[1];
  work[0] = 2 * work[1] - m[0];
  m[n - 1] = 2 * m[n - 2] - m[n - 3];
  m[n] = 2 * m[n - 1] - m[n - 2];
  for (size_t i = 0; i + 1 < n; i++) {
    double h = x[i + 1] - x[i], left = akima_slope(work + i), right = akima_slope(work + i + 1);
    intervals[i][0] = y[i];
    intervals[i][1] = left;
    intervals[i][2] = (3 * m[i] - 2 * left - right) / h;
    intervals[i][3] = (left + right - 2 * m[i]) / (h * h);
  }
}

/* -------------------------------------------------------------------------------------- cubic */

static double third_difference(const double *x, const double *y) {
  double d1 = (y[1] - y[0]) / (x[1] - x[0]), d2 = (y[2] - y[1]) / (x[2] - x[1]);
  double d3 = (y[3] - y[2]) / (x[3] - x[2]);
  return ((d3 - d2) / (x[3] - x[1]) - (d2 - d1) / (x[2] - x[0])) / (x[3] - x[0]);
}

/* Solves for s = y''/6 at the knots: a symmetric tridiagonal system whose first and last rows set
 * the third derivative. `work` holds 2 n numbers: the diagonal and s. */
static void cubic_spline(size_t n, const double *x, const double *y, double *work,
                         cubic *intervals) {
  double *diagonal = work, *s = work + n;
  double first = x[1] - x[0], last = x[n - 1] - x[n - 2];
  diagonal[0] = -first;
  s[0] = first * first * third_difference(x, y);
  for (size_t i = 1; i + 1 < n; i++) {
    double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    diagonal[i] = 2 * (before + after);
    s[i] = (y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before;
  }
  diagonal[n - 1] = -last;
  s[n - 1] = -last * last * third_difference(x + n - 4, y + n - 4);

  for (size_t i = 1; i < n; i++) {
    double h = x[i] - x[i - 1], factor = h / diagonal[i - 1];
    diagonal[i] -= factor * h;
    s[i] -= factor * s[i - 1];
  }
  s[n - 1] /= diagonal[n - 1];
  for (size_t i = n - 1; i-- > 0;) s[i] = (s[i] - (x[i + 1] - x[i]) * s[i + 1]) / diagonal[i];

  for (size_t i = 0; i + 1 < n; i++) {
    double h = x[i + 1] - x[i];
    intervals[i][0] = y[i];
    intervals[i][1] = (y[i + 1] - y[i]) / h - h * (2 * s[i] + s[i + 1]);
    intervals[i][2] = 3 * s[i];
    intervals[i][3] = (s[i + 1] - s[i]) / h;
  }
}

/* ----------------------------------------------------------------------------------- creating */

static lash_status check_increasing(const char *name, const double *values, size_t count,
                                    lash_error *error) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) {
      return lash_fail(error, LASH_BAD_INPUT, "spline: %s number %zu is not a finite number", name,
                       i + 1);
    }
    if (i && !(values[i] > values[i - 1])) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "spline: %s must increase from point to point, but number %zu (%g) follows "
                       "%g; sort the points and drop repeated ones",
                       name, i + 1, values[i], values[i - 1]);
    }
  }
  return LASH_OK;
}

static lash_status check_data(const lash_interpolant_data *data, lash_error *error) {
  if (data->points < LEAST_POINTS) {
    return lash_fail(error, LASH_BAD_INPUT, "spline: %zu points given, at least %d are needed",
                     data->points, LEAST_POINTS);
  }
  if (data->curves < 1 || (data->curves > 1 && !data->z)) {
    return lash_fail(error, LASH_BAD_INPUT, "spline: %s",
                     data->curves < 1 ? "it has no curve of y values"
                                      : "a family of curves needs a z value for each");
  }
  lash_status status = check_increasing("x", data->x, data->points, error);
  if (status == LASH_OK && data->curves > 1) {
    status = check_increasing("z", data->z, data->curves, error);
  }
  if (status != LASH_OK) return status;
  for (size_t i = 0; i < data->points * data->curves; i++) {
    if (isfinite(data->y[i])) continue;
    return lash_fail(error, LASH_BAD_INPUT, "spline: y number %zu is not a finite number", i + 1);
  }
  return LASH_OK;
}

static void prepare(lash_interpolant *spline, const lash_interpolant_data *data, double *work) {
  size_t n = data->points;
  for (size_t curve = 0; curve < data->curves; curve++) {
    const double *x = data->x, *y = data->y + curve * n;
    akima(n, x, y, work, curve_pieces(spline, LASH_AKIMA, curve) + 1);
    cubic_spline(n, x, y, work, curve_pieces(spline, LASH_CUBIC, curve) + 1);
    for (int method = 0; method < METHODS; method++) {
      cubic *pieces = curve_pieces(spline, (lash_interpolation)method, curve);
      outside(x, y, 1, data->linear_extrapolate, pieces[0]);
      outside(x + n - 1, y + n - 1, -1, data->linear_extrapolate, pieces[n]);
    }
  }
}

lash_status lash_interpolant_create(const lash_interpolant_data *data, lash_interpolant **spline,
                                    lash_error *error) {
  *spline = NULL;
  lash_status status = check_data(data, error);
  if (status != LASH_OK) return status;

  size_t n = data->points, count = METHODS * data->curves * (n + 1);
  double *work = calloc(2 * n + 4, sizeof *work);
  lash_interpolant *made = calloc(1, sizeof *made);
  if (made) {
    made->points = n;
    made->curves = data->curves;
    made->x = malloc(n * sizeof *made->x);
    made->z = calloc(data->curves, sizeof *made->z);
    made->pieces = calloc(count, sizeof *made->pieces);
  }
  if (!work || !made || !made->x || !made->z || !made->pieces) {
    free(work);
    lash_interpolant_free(made);
    return lash_fail(error, LASH_FAILURE, "spline: no memory for %zu points", n);
  }
  memcpy(made->x, data->x, n * sizeof *made->x);
  if (data->curves > 1) memcpy(made->z, data->z, data->curves * sizeof *made->z);
  prepare(made, data, work);
  free(work);
  *spline = made;
  return LASH_OK;
}

void lash_interpolant_free(lash_interpolant *spline) {
  if (!spline) return;
  free(spline->x);
  free(spline->z);
  free(spline->pieces);
  free(spline);
}

/* --------------------------------------------------------------------------------- evaluating */

/* Number of knots at or left of `at`, by bisection: 0 … count. */
static size_t knots_left_of(const double *knots, size_t count, double at) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (knots[middle] <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void evaluate_piece(const cubic c, double h, double out[LASH_INTERPOLANT_ORDERS]) {
  out[0] = c[0] + h * (c[1] + h * (c[2] + h * c[3]));
  out[1] = c[1] + h * (2 * c[2] + h * 3 * c[3]);
  out[2] = 2 * c[2] + h * 6 * c[3];
  out[3] = 6 * c[3];
  out[4] = 0;
}

void lash_interpolant_evaluate(const lash_interpolant *spline, lash_interpolation method, double x,
                               double z, lash_interpolant_point *point) {
  size_t n = spline->points, piece = knots_left_of(spline->x, n, x);
  if (piece == n && x == spline->x[n - 1]) piece = n - 1; /* the last knot belongs to the data */
  double h = x - spline->x[piece ? piece - 1 : 0];
  memset(point->dz, 0, sizeof point->dz);
  if (spline->curves == 1) {
    evaluate_piece(curve_pieces(spline, method, 0)[piece], h, point->dx);
    return;
  }

  size_t below = knots_left_of(spline->z, spline->curves, z);
  below = below ? below - 1 : 0;
  if (below > spline->curves - 2) below = spline->curves - 2;
  double low[LASH_INTERPOLANT_ORDERS], high[LASH_INTERPOLANT_ORDERS];
  evaluate_piece(curve_pieces(spline, method, below)[piece], h, low);
  evaluate_piece(curve_pieces(spline, method, below + 1)[piece], h, high);
  double width = spline->z[below + 1] - spline->z[below], share = (z - spline->z[below]) / width;
  for (int k = 0; k < LASH_INTERPOLANT_ORDERS; k++) {
    point->dx[k] = low[k] * (1 - share) + high[k] * share;
    point->dz[k] = (high[k] - low[k]) / width;
  }
}
