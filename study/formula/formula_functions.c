/* The functions formulas know: pointwise ones, and measures that make one number of a curve. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curve_diff.h"
#include "formula.h"

typedef const formula_value *arguments;

static bool give(formula_value *value, double number) {
  *value = (formula_value){.number = number};
  return true;
}

static bool want_curve(const formula_value *argument, lash_error *error) {
  if (argument->n) return true;
  lash_fail(error, LASH_BAD_INPUT, "a curve is wanted");
  return false;
}

/* ------------------------------------------------------------------------------------ pointwise */

static bool map(const formula_value *a, double (*f)(double), formula_memory *memory,
                formula_value *value, lash_error *error) {
  if (!a->n) return give(value, f(a->number));
  double *x = formula_take(memory, a->n);
  if (!x) return lash_fail(error, LASH_FAILURE, "out of memory"), false;
  for (size_t i = 0; i < a->n; i++) x[i] = f(a->x[i]);
  *value = (formula_value){.n = a->n, .t = a->t, .x = x};
  return true;
}

#define POINTWISE(name, function)                                                             \
  static bool name##_of(arguments a, int count, formula_memory *memory, formula_value *value, \
                        lash_error *error) {                                                  \
    (void)count;                                                                              \
    return map(a, function, memory, value, error);                                            \
  }
POINTWISE(abs, fabs)
POINTWISE(sqrt, sqrt)
POINTWISE(sin, sin)
POINTWISE(cos, cos)
POINTWISE(acos, acos)
POINTWISE(exp, exp)

static bool atan2_of(arguments a, int count, formula_memory *memory, formula_value *value,
                     lash_error *error) {
  (void)count, (void)memory;
  if (a[0].n || a[1].n) return lash_fail(error, LASH_BAD_INPUT, "numbers are wanted"), false;
  return give(value, atan2(a[0].number, a[1].number));
}

/* ------------------------------------------------------------------------ one number of a curve */

/* Index of the greatest value; points that are not numbers are passed over. */
static size_t top_of(const formula_value *a) {
  size_t top = 0;
  for (size_t i = 1; i < a->n; i++) {
    if (!(a->x[i] <= a->x[top])) top = i;
  }
  return top;
}

static double max_of_curve(const formula_value *a) { return a->x[top_of(a)]; }

static double min_of_curve(const formula_value *a) {
  double least = a->x[0];
  for (size_t i = 1; i < a->n; i++) least = fmin(least, a->x[i]);
  return least;
}

/* The maximum between outputs: top of the parabola through the greatest output and its neighbours.
 */
static double peak_of_curve(const formula_value *a) {
  const size_t i = top_of(a);
  if (i == 0 || i + 1 == a->n) return a->x[i];
  const double bend = a->x[i - 1] - 2 * a->x[i] + a->x[i + 1], slope = a->x[i + 1] - a->x[i - 1];
  return bend < 0 ? a->x[i] - slope * slope / (8 * bend) : a->x[i];
}

/* When that maximum is. */
static double when_peak_of_curve(const formula_value *a) {
  const size_t i = top_of(a);
  if (i == 0 || i + 1 == a->n) return a->t[i];
  const double bend = a->x[i - 1] - 2 * a->x[i] + a->x[i + 1], slope = a->x[i + 1] - a->x[i - 1];
  return bend < 0 ? a->t[i] - (a->t[i + 1] - a->t[i]) * slope / (2 * bend) : a->t[i];
}

static double integral_of_curve(const formula_value *a) {
  double sum = 0;
  for (size_t i = 1; i < a->n; i++) sum += (a->t[i] - a->t[i - 1]) * (a->x[i] + a->x[i - 1]) / 2;
  return sum;
}

/* Simpson's rule on evenly spaced points. */
static double simpson_of_curve(const formula_value *a) {
  if (a->n < 3 || a->n % 2 == 0) return integral_of_curve(a);
  double sum = a->x[0] + a->x[a->n - 1];
  for (size_t i = 1; i + 1 < a->n; i++) sum += (i % 2 ? 4 : 2) * a->x[i];
  return sum * (a->t[a->n - 1] - a->t[0]) / (3 * (double)(a->n - 1));
}

static double mean_of_curve(const formula_value *a) {
  double sum = 0;
  for (size_t i = 0; i < a->n; i++) sum += a->x[i];
  return sum / (double)a->n;
}

static double rms_of_curve(const formula_value *a) {
  double sum = 0;
  for (size_t i = 0; i < a->n; i++) sum += a->x[i] * a->x[i];
  return sqrt(sum / (double)a->n);
}

static double ptp_of_curve(const formula_value *a) { return max_of_curve(a) - min_of_curve(a); }
static double first_of_curve(const formula_value *a) { return a->x[0]; }
static double final_of_curve(const formula_value *a) { return a->x[a->n - 1]; }
static double when_max_of_curve(const formula_value *a) { return a->t[top_of(a)]; }

/* How often the curve rises through zero. */
static double rises_of_curve(const formula_value *a) {
  double count = 0;
  for (size_t i = 1; i < a->n; i++) count += a->x[i - 1] <= 0 && a->x[i] > 0;
  return count;
}

/* The longest time the curve stays above zero. */
static double longest_of_curve(const formula_value *a) {
  double longest = 0;
  for (size_t i = 0, from = 0; i < a->n; i++) {
    if (!(a->x[i] > 0))
      from = i + 1;
    else
      longest = fmax(longest, a->t[i] - a->t[from]);
  }
  return longest;
}

/* When the curve first rises above zero, between outputs by a straight line. */
static double when_above_of_curve(const formula_value *a) {
  if (a->x[0] > 0) return a->t[0];
  for (size_t i = 1; i < a->n; i++) {
    if (!(a->x[i] > 0)) continue;
    const double share = -a->x[i - 1] / (a->x[i] - a->x[i - 1]);
    return a->t[i - 1] + share * (a->t[i] - a->t[i - 1]);
  }
  return NAN;
}

#define MEASURE(name)                                                                         \
  static bool name##_of(arguments a, int count, formula_memory *memory, formula_value *value, \
                        lash_error *error) {                                                  \
    (void)count, (void)memory;                                                                \
    return want_curve(a, error) && give(value, name##_of_curve(a));                           \
  }
MEASURE(peak)
MEASURE(integral)
MEASURE(simpson)
MEASURE(mean)
MEASURE(rms)
MEASURE(ptp)
MEASURE(first)
MEASURE(final)
MEASURE(when_max)
MEASURE(when_peak)
MEASURE(rises)
MEASURE(longest)
MEASURE(when_above)

/* Of a curve, or of two numbers. */
static bool max_of(arguments a, int count, formula_memory *memory, formula_value *value,
                   lash_error *error) {
  (void)memory;
  if (count == 2 && !a[0].n && !a[1].n) return give(value, fmax(a[0].number, a[1].number));
  return want_curve(a, error) && give(value, max_of_curve(a));
}

static bool min_of(arguments a, int count, formula_memory *memory, formula_value *value,
                   lash_error *error) {
  (void)memory;
  if (count == 2 && !a[0].n && !a[1].n) return give(value, fmin(a[0].number, a[1].number));
  return want_curve(a, error) && give(value, min_of_curve(a));
}

/* ------------------------------------------------------------------------------ reading between */

/* Value at time t: an output, or the cubic through the four outputs around t. */
static double value_at(const formula_value *a, double t) {
  const size_t n = a->n;
  size_t low = 0, high = n - 1;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (a->t[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  const double near = 1e-9 * (a->t[high] - a->t[low]);
  if (fabs(t - a->t[low]) <= near) return a->x[low];
  if (fabs(t - a->t[high]) <= near) return a->x[high];
  if (n < 4)
    return a->x[low] + (a->x[high] - a->x[low]) * (t - a->t[low]) / (a->t[high] - a->t[low]);
  size_t from = low > 0 ? low - 1 : 0;
  if (from + 4 > n) from = n - 4;
  double sum = 0;
  for (size_t i = from; i < from + 4; i++) {
    double weight = a->x[i];
    for (size_t j = from; j < from + 4; j++) {
      if (j != i) weight *= (t - a->t[j]) / (a->t[i] - a->t[j]);
    }
    sum += weight;
  }
  return sum;
}

static bool at_of(arguments a, int count, formula_memory *memory, formula_value *value,
                  lash_error *error) {
  (void)count, (void)memory;
  if (!want_curve(a, error)) return false;
  const double t = a[1].number, near = 1e-9 * (a->t[a->n - 1] - a->t[0]);
  if (!(t >= a->t[0] - near && t <= a->t[a->n - 1] + near)) {
    lash_fail(error, LASH_BAD_INPUT, "time %g lies outside the curve", t);
    return false;
  }
  return give(value, value_at(a, t));
}

/* window(curve, from, to) */
static bool window_of(arguments a, int count, formula_memory *memory, formula_value *value,
                      lash_error *error) {
  (void)count, (void)memory;
  if (!want_curve(a, error)) return false;
  const double near = 1e-9 * (a->t[a->n - 1] - a->t[0]);
  size_t from = 0, to = a->n;
  while (from < to && a->t[from] < a[1].number - near) from++;
  while (to > from && a->t[to - 1] > a[2].number + near) to--;
  if (from == to) return lash_fail(error, LASH_BAD_INPUT, "the window is empty"), false;
  *value = (formula_value){.n = to - from, .t = a->t + from, .x = a->x + from};
  return true;
}

/* A new curve on the same times, read from the old one at other times. */
static bool reread(const formula_value *a, double slope, double offset, formula_memory *memory,
                   formula_value *value, lash_error *error) {
  if (!want_curve(a, error)) return false;
  double *x = formula_take(memory, a->n);
  if (!x) return lash_fail(error, LASH_FAILURE, "out of memory"), false;
  const double start = a->t[0], period = a->t[a->n - 1] - start;
  for (size_t i = 0; i < a->n; i++) {
    double t = slope * (a->t[i] - start) + offset;
    t -= period * floor(t / period + 1e-9);
    x[i] = value_at(a, start + fmax(t, 0));
  }
  *value = (formula_value){.n = a->n, .t = a->t, .x = x};
  return true;
}

/* shift(curve, dt): the curve dt later, taken as periodic over its length. */
static bool shift_of(arguments a, int count, formula_memory *memory, formula_value *value,
                     lash_error *error) {
  (void)count;
  return reread(a, 1, a[1].number, memory, value, error);
}

/* mirror(curve): backwards in time. */
static bool mirror_of(arguments a, int count, formula_memory *memory, formula_value *value,
                      lash_error *error) {
  (void)count;
  return reread(a, -1, 0, memory, value, error);
}

/* derivative(curve): central differences. */
static bool derivative_of(arguments a, int count, formula_memory *memory, formula_value *value,
                          lash_error *error) {
  (void)count;
  if (!want_curve(a, error)) return false;
  double *x = formula_take(memory, a->n);
  if (!x) return lash_fail(error, LASH_FAILURE, "out of memory"), false;
  for (size_t i = 0; i < a->n; i++) {
    const size_t low = i ? i - 1 : 0, high = i + 1 < a->n ? i + 1 : i;
    x[i] = high > low ? (a->x[high] - a->x[low]) / (a->t[high] - a->t[low]) : 0;
  }
  *value = (formula_value){.n = a->n, .t = a->t, .x = x};
  return true;
}

/* running_max(curve, width): the greatest value within that time from each point on; of the last
 * points, within what is left. */
static bool running_max_of(arguments a, int count, formula_memory *memory, formula_value *value,
                           lash_error *error) {
  (void)count;
  if (!want_curve(a, error)) return false;
  double *x = formula_take(memory, a->n);
  if (!x) return lash_fail(error, LASH_FAILURE, "out of memory"), false;
  const double width = a[1].number + 1e-9 * (a->t[a->n - 1] - a->t[0]);
  for (size_t i = 0, top = 0, end = 1; i < a->n; i++) {
    if (top < i) /* the greatest has left the window: looked for anew */
      for (size_t k = top = i; k < end; k++)
        if (a->x[k] > a->x[top]) top = k;
    for (; end < a->n && a->t[end] <= a->t[i] + width; end++)
      if (a->x[end] > a->x[top]) top = end;
    x[i] = a->x[top];
  }
  *value = (formula_value){.n = a->n, .t = a->t, .x = x};
  return true;
}

/* ------------------------------------------------------------------ against another curve, which
 * may have other times */

static bool two_curves(arguments a, curve_view view[2], lash_error *error) {
  for (int i = 0; i < 2; i++) {
    if (!want_curve(&a[i], error)) return false;
    view[i] = (curve_view){a[i].n, a[i].t, a[i].x, a[i].dt, a[i].dx};
    if (a[i].n < 2) return lash_fail(error, LASH_BAD_INPUT, "two points are wanted"), false;
  }
  if (fmin(a[0].t[a[0].n - 1], a[1].t[a[1].n - 1]) > fmax(a[0].t[0], a[1].t[0])) return true;
  return lash_fail(error, LASH_BAD_INPUT, "the two curves have no time in common"), false;
}

/* rms_to(curve, reference): rms of the difference as a share of the reference's range. */
static bool rms_to_of(arguments a, int count, formula_memory *memory, formula_value *value,
                      lash_error *error) {
  curve_view v[2];
  (void)count, (void)memory;
  return two_curves(a, v, error) && give(value, curve_rms_to(&v[0], &v[1]));
}

/* phase_to(curve, reference): degrees by which it lags at the reference's main frequency. */
static bool phase_to_of(arguments a, int count, formula_memory *memory, formula_value *value,
                        lash_error *error) {
  curve_view v[2];
  (void)count, (void)memory;
  return two_curves(a, v, error) && give(value, curve_phase_to(&v[0], &v[1]));
}

/* peak_to(curve, reference): its greatest magnitude over the reference's. */
static bool peak_to_of(arguments a, int count, formula_memory *memory, formula_value *value,
                       lash_error *error) {
  double peak[2] = {0, 0};
  curve_view v[2];
  (void)count, (void)memory;
  if (!two_curves(a, v, error)) return false;
  for (int i = 0; i < 2; i++) {
    for (size_t k = 0; k < a[i].n; k++) peak[i] = fmax(peak[i], fabs(a[i].x[k]));
  }
  return give(value, peak[0] / peak[1]);
}

/* tube(curve, reference, time, value): share of the times at which the curve is outside of the tube
 * of these half-widths; without them, of the reference's own error bars. */
static bool tube_of(arguments a, int count, formula_memory *memory, formula_value *value,
                    lash_error *error) {
  curve_view v[2];
  (void)memory;
  if (!two_curves(a, v, error)) return false;
  if (count == 3)
    return lash_fail(error, LASH_BAD_INPUT, "half-widths in time and in value"), false;
  if (count == 2 && !a[1].dt && !a[1].dx)
    return lash_fail(error, LASH_BAD_INPUT, "the reference has no error bars: give half-widths"),
           false;
  const curve_tube tube = {count == 4 ? a[2].number : 0, count == 4 ? a[3].number : 0};
  return give(value, curve_outside(&v[0], &v[1], tube));
}

/* ------------------------------------------------------------------------------- directions */

enum { CAP_CENTRES = 3000 }; /* 4 degrees apart */

/* A vector as length and direction. */
typedef struct ray {
  double length, x, y, z;
} ray;

/* Directions spread evenly over the sphere, along a spiral. */
static ray centre_of(size_t i) {
  const double golden_angle = 2.39996322972865332, turn = golden_angle * (double)i;
  const double z = 1 - (2 * (double)i + 1) / CAP_CENTRES, radius = sqrt(1 - z * z);
  return (ray){0, radius * cos(turn), radius * sin(turn), z};
}

/* The cap that gathers most length: takes its rays out of the list and returns their sum. */
static double take_best_cap(ray *rays, size_t *count, double cosine) {
  ray best = {0};
  for (size_t c = 0; c < CAP_CENTRES; c++) {
    ray centre = centre_of(c);
    for (size_t i = 0; i < *count; i++) {
      const ray *r = &rays[i];
      if (r->x * centre.x + r->y * centre.y + r->z * centre.z > cosine) centre.length += r->length;
    }
    if (centre.length > best.length) best = centre;
  }
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++) {
    const ray r = rays[i];
    if (r.x * best.x + r.y * best.y + r.z * best.z <= cosine) rays[kept++] = r;
  }
  *count = kept;
  return best.length;
}

/* caps(x, y, z, angle): the share of the vectors' lengths that lies in two caps of that half angle
 * [degrees], the second the best for what the first leaves. */
static bool caps_of(arguments a, int count, formula_memory *memory, formula_value *value,
                    lash_error *error) {
  (void)count;
  for (size_t i = 0; i < 3; i++) {
    if (!want_curve(&a[i], error)) return false;
  }
  ray *rays = (ray *)formula_take(memory, a->n * sizeof *rays / sizeof(double));
  if (!rays) return lash_fail(error, LASH_FAILURE, "out of memory"), false;
  size_t n = 0;
  double total = 0;
  for (size_t i = 0; i < a->n; i++) {
    const double x = a[0].x[i], y = a[1].x[i], z = a[2].x[i], length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    rays[n++] = (ray){length, x / length, y / length, z / length};
    total += length;
  }
  const double cosine = cos(a[3].number * 3.14159265358979324 / 180);
  const double first = take_best_cap(rays, &n, cosine);
  return give(value, total > 0 ? (first + take_best_cap(rays, &n, cosine)) / total : 0);
}

static const formula_function functions[] = {
    {"abs", 1, 1, abs_of},
    {"sqrt", 1, 1, sqrt_of},
    {"sin", 1, 1, sin_of},
    {"cos", 1, 1, cos_of},
    {"acos", 1, 1, acos_of},
    {"exp", 1, 1, exp_of},
    {"atan2", 2, 2, atan2_of},
    {"max", 1, 2, max_of},
    {"min", 1, 2, min_of},
    {"peak", 1, 1, peak_of},
    {"integral", 1, 1, integral_of},
    {"simpson", 1, 1, simpson_of},
    {"mean", 1, 1, mean_of},
    {"rms", 1, 1, rms_of},
    {"ptp", 1, 1, ptp_of},
    {"first", 1, 1, first_of},
    {"final", 1, 1, final_of},
    {"when_max", 1, 1, when_max_of},
    {"when_peak", 1, 1, when_peak_of},
    {"rises", 1, 1, rises_of},
    {"longest", 1, 1, longest_of},
    {"when_above", 1, 1, when_above_of},
    {"at", 2, 2, at_of},
    {"window", 3, 3, window_of},
    {"shift", 2, 2, shift_of},
    {"mirror", 1, 1, mirror_of},
    {"derivative", 1, 1, derivative_of},
    {"running_max", 2, 2, running_max_of},
    {"caps", 4, 4, caps_of},
    {"rms_to", 2, 2, rms_to_of},
    {"phase_to", 2, 2, phase_to_of},
    {"peak_to", 2, 2, peak_to_of},
    {"tube", 2, 4, tube_of},
};

const formula_function *formula_find(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    if (strcmp(name, functions[i].name) == 0) return &functions[i];
  }
  return NULL;
}
