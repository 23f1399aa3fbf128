/* Splines as Hermite cubics: both methods only differ in how they choose the slopes at the knots.
 *
 * Akima: H. Akima, J. ACM 17 (1970) 589-602. Cubic: continuous curvature; at each end the third
 * derivative is that of the cubic through the four end points (Forsythe, Malcolm and Moler,
 * Computer Methods for Mathematical Computations, 1977, chapter 4). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_functions.h"

/* -------------------------------------------------------------------------------------- slopes */

/* Slope of chord i, continued linearly for two chords beyond either end, as Akima proposes. */
static double chord(const double *x, const double *y, long n, long i) {
  if (i < 0) return 2 * chord(x, y, n, i + 1) - chord(x, y, n, i + 2);
  if (i > n - 2) return 2 * chord(x, y, n, i - 1) - chord(x, y, n, i - 2);
  return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

static void akima_slopes(const double *x, const double *y, size_t nx, double *slope) {
  long n = (long)nx;
  for (long i = 0; i < n; i++) {
    double m1 = chord(x, y, n, i - 2), m2 = chord(x, y, n, i - 1);
    double m3 = chord(x, y, n, i), m4 = chord(x, y, n, i + 1);
    double w2 = fabs(m4 - m3), w3 = fabs(m2 - m1);
    slope[i] = w2 + w3 > 0 ? (w2 * m2 + w3 * m3) / (w2 + w3) : 0.5 * (m2 + m3);
  }
}

/* Third divided difference: a sixth of the third derivative of the cubic through points i .. i+3.
 */
static double third_difference(const double *x, const double *y, size_t i) {
  double s0 = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  double s1 = (y[i + 2] - y[i + 1]) / (x[i + 2] - x[i + 1]);
  double s2 = (y[i + 3] - y[i + 2]) / (x[i + 3] - x[i + 2]);
  return ((s2 - s1) / (x[i + 3] - x[i + 1]) - (s1 - s0) / (x[i + 2] - x[i])) / (x[i + 3] - x[i]);
}

/* Solves the tridiagonal system for the second derivatives m; `work` holds nx numbers. Rows 0 and
 * nx-1 say that the third derivative of the end pieces is 6 times the divided difference. */
static void cubic_slopes(const double *x, const double *y, size_t nx, double *slope, double *work) {
  size_t last = nx - 1;
  double *diagonal = work, *m = slope;
  double h = x[1] - x[0];
  diagonal[0] = -h;
  m[0] = 6 * h * h * third_difference(x, y, 0);
  for (size_t i = 1; i <= last; i++) {
    double before = x[i] - x[i - 1], right;
    if (i < last) {
      double after = x[i + 1] - x[i];
      diagonal[i] = 2 * (before + after);
      right = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    } else {
      diagonal[i] = -before;
      right = -6 * before * before * third_difference(x, y, last - 3);
    }
    double factor = before / diagonal[i - 1];
    diagonal[i] -= factor * before;
    m[i] = right - factor * m[i - 1];
  }
  m[last] /= diagonal[last];
  for (size_t i = last; i-- > 0;) m[i] = (m[i] - (x[i + 1] - x[i]) * m[i + 1]) / diagonal[i];

  /* from second derivatives to slopes, in place */
  double width = x[last] - x[last - 1];
  double end = (y[last] - y[last - 1]) / width + width * (2 * m[last] + m[last - 1]) / 6;
  for (size_t i = 0; i < last; i++) {
    double step = x[i + 1] - x[i];
    slope[i] = (y[i + 1] - y[i]) / step - step * (2 * m[i] + m[i + 1]) / 6;
  }
  slope[last] = end;
}

/* ---------------------------------------------------------------------------- making and freeing
 */

static lash_status check_increasing(const double *values, size_t n, const char *name,
                                    lash_error *error) {
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(values[i])) {
      return lash_fail(error, LASH_BAD_INPUT, "%s value %zu of the spline is not a finite number",
                       name, i + 1);
    }
    if (i > 0 && !(values[i] > values[i - 1])) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "%s values of a spline must increase: value %zu is %g after %g", name, i + 1,
                       values[i], values[i - 1]);
    }
  }
  return LASH_OK;
}

static lash_status check_points(size_t nx, size_t nz, const double *x, const double *y,
                                const double *z, lash_error *error) {
  if (nx < 4) {
    return lash_fail(error, LASH_BAD_INPUT, "a spline needs at least 4 points; it has %zu", nx);
  }
  if (nz < 1 || (nz > 1 && !z)) {
    return lash_fail(error, LASH_BAD_INPUT, "a family of curves needs one z value per curve");
  }
  lash_status status = check_increasing(x, nx, "x", error);
  if (status == LASH_OK && z) status = check_increasing(z, nz, "z", error);
  for (size_t i = 0; status == LASH_OK && i < nx * nz; i++) {
    if (!isfinite(y[i])) {
      status = lash_fail(error, LASH_BAD_INPUT, "y value %zu of the spline is not a finite number",
                         i + 1);
    }
  }
  return status;
}

lash_status lash_spline_make(lash_spline *spline, size_t nx, size_t nz, const double *x,
                             const double *y, const double *z, bool linear, lash_error *error) {
  *spline = (lash_spline){.nx = nx, .nz = nz, .linear = linear};
  lash_status status = check_points(nx, nz, x, y, z, error);
  if (status != LASH_OK) return status;

  /* one block: x, z, y, both sets of slopes, work */
  double *block = malloc((nx + nz + 3 * nx * nz + nx) * sizeof *block);
  if (!block)
    return lash_fail(error, LASH_FAILURE, "no memory for a spline of %zu points", nx * nz);
  spline->x = block;
  spline->z = spline->x + nx;
  spline->y = spline->z + nz;
  spline->akima = spline->y + nx * nz;
  spline->cubic = spline->akima + nx * nz;
  double *work = spline->cubic + nx * nz;
  memcpy(spline->x, x, nx * sizeof *x);
  memcpy(spline->y, y, nx * nz * sizeof *y);
  for (size_t i = 0; i < nz; i++) spline->z[i] = z ? z[i] : 0;
  for (size_t i = 0; i < nz; i++) {
    akima_slopes(x, y + i * nx, nx, spline->akima + i * nx);
    cubic_slopes(x, y + i * nx, nx, spline->cubic + i * nx, work);
  }
  return LASH_OK;
}

void lash_spline_free(lash_spline *spline) {
  free(spline->x);
  *spline = (lash_spline){0};
}

/* ---------------------------------------------------------------------------------- evaluation */

/* Index of the interval that holds `value`; the end intervals hold what lies beyond them. */
static size_t interval(const double *knots, size_t n, double value) {
  size_t low = 0, high = n - 1;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (value < knots[middle]) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

static lash_jet hermite(double t, double h, double y0, double y1, double s0, double s1) {
  double rise = (y1 - y0) / h;
  double c = (3 * rise - 2 * s0 - s1) / h, d = (s0 + s1 - 2 * rise) / (h * h);
  return (lash_jet){y0 + t * (s0 + t * (c + t * d)), s0 + t * (2 * c + 3 * d * t),
                    2 * c + 6 * d * t};
}

/* Parabola through three points in Newton's form. */
static lash_jet parabola(const double *x, const double *y, double at) {
  double s0 = (y[1] - y[0]) / (x[1] - x[0]), s1 = (y[2] - y[1]) / (x[2] - x[1]);
  double c = (s1 - s0) / (x[2] - x[0]);
  return (lash_jet){y[0] + (at - x[0]) * (s0 + c * (at - x[1])), s0 + c * (2 * at - x[0] - x[1]),
                    2 * c};
}

static lash_jet line(const double *x, const double *y, double at) {
  double slope = (y[1] - y[0]) / (x[1] - x[0]);
  return (lash_jet){y[0] + slope * (at - x[0]), slope, 0};
}

static lash_jet curve(const lash_spline *s, const double *slopes, size_t member, double at) {
  const double *x = s->x, *y = s->y + member * s->nx, *slope = slopes + member * s->nx;
  size_t n = s->nx;
  if (at < x[0]) return s->linear ? line(x, y, at) : parabola(x, y, at);
  if (at > x[n - 1]) {
    return s->linear ? line(x + n - 2, y + n - 2, at) : parabola(x + n - 3, y + n - 3, at);
  }
  size_t i = interval(x, n, at);
  return hermite(at - x[i], x[i + 1] - x[i], y[i], y[i + 1], slope[i], slope[i + 1]);
}

lash_spline_value lash_spline_eval(const lash_spline *spline, lash_spline_method method, double x,
                                   double z) {
  const double *slopes = method == LASH_AKISPL ? spline->akima : spline->cubic;
  if (spline->nz == 1) {
    lash_jet only = curve(spline, slopes, 0, x);
    return (lash_spline_value){only.f, only.d, only.dd, 0};
  }
  size_t i = interval(spline->z, spline->nz, z);
  lash_jet a = curve(spline, slopes, i, x), b = curve(spline, slopes, i + 1, x);
  double width = spline->z[i + 1] - spline->z[i], u = (z - spline->z[i]) / width;
  return (lash_spline_value){a.f + u * (b.f - a.f), a.d + u * (b.d - a.d), a.dd + u * (b.dd - a.dd),
                             (b.f - a.f) / width};
}
