/* The functions formulas know: pointwise ones, and measures that make one number of a curve. */
#include <math.h>
#include <string.h>

#include "curve_diff.h"
#include "formula.h"

static bool refuse(const formula_call *c, const char *words) {
  lash_fail(c->error, LASH_BAD_INPUT, "%s", words);
  return false;
}

static bool give(formula_call *c, double number) {
  c->value = (formula_value){.number = number};
  return true;
}

static bool want_curve(const formula_call *c, int index) {
  return c->a[index].n || refuse(c, "a curve is wanted");
}

/* A new curve at the times of the first argument, to be filled in; NULL: it is none, or no memory.
 */
static double *new_curve(formula_call *c) {
  if (!want_curve(c, 0)) return NULL;
  double *x = formula_take(c->memory, c->a->n);
  if (!x) lash_fail(c->error, LASH_FAILURE, "out of memory");
  c->value = (formula_value){.n = c->a->n, .t = c->a->t, .x = x};
  return x;
}

/* ------------------------------------------------------------------------------------ pointwise */

static bool map(formula_call *c, double (*f)(double)) {
  const formula_value *a = c->a;
  if (!a->n) return give(c, f(a->number));
  double *x = new_curve(c);
  for (size_t i = 0; x && i < a->n; i++) x[i] = f(a->x[i]);
  return x != NULL;
}

static bool atan2_of(formula_call *c) {
  if (c->a[0].n || c->a[1].n) return refuse(c, "numbers are wanted");
  return give(c, atan2(c->a[0].number, c->a[1].number));
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

/* Of a curve, or of two numbers. */
static bool max_of(formula_call *c) {
  if (c->count == 2 && !c->a[0].n && !c->a[1].n)
    return give(c, fmax(c->a[0].number, c->a[1].number));
  return want_curve(c, 0) && give(c, max_of_curve(c->a));
}

static bool min_of(formula_call *c) {
  if (c->count == 2 && !c->a[0].n && !c->a[1].n)
    return give(c, fmin(c->a[0].number, c->a[1].number));
  return want_curve(c, 0) && give(c, min_of_curve(c->a));
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

static bool at_of(formula_call *c) {
  if (!want_curve(c, 0)) return false;
  const formula_value *a = c->a;
  const double t = a[1].number, near = 1e-9 * (a->t[a->n - 1] - a->t[0]);
  if (t >= a->t[0] - near && t <= a->t[a->n - 1] + near) return give(c, value_at(a, t));
  lash_fail(c->error, LASH_BAD_INPUT, "time %g lies outside the curve", t);
  return false;
}

/* window(curve, from, to) */
static bool window_of(formula_call *c) {
  if (!want_curve(c, 0)) return false;
  const formula_value *a = c->a;
  const double near = 1e-9 * (a->t[a->n - 1] - a->t[0]);
  size_t from = 0, to = a->n;
  while (from < to && a->t[from] < a[1].number - near) from++;
  while (to > from && a->t[to - 1] > a[2].number + near) to--;
  if (from == to) return refuse(c, "the window is empty");
  c->value = (formula_value){.n = to - from, .t = a->t + from, .x = a->x + from};
  return true;
}

/* A new curve on the same times, read from the old one at other times. */
static bool reread(formula_call *c, double slope, double offset) {
  const formula_value *a = c->a;
  double *x = new_curve(c);
  if (!x) return false;
  const double start = a->t[0], period = a->t[a->n - 1] - start;
  for (size_t i = 0; i < a->n; i++) {
    double t = slope * (a->t[i] - start) + offset;
    t -= period * floor(t / period + 1e-9);
    x[i] = value_at(a, start + fmax(t, 0));
  }
  return true;
}

/* shift(curve, dt): the curve dt later, taken as periodic over its length. */
static bool shift_of(formula_call *c) { return reread(c, 1, c->a[1].number); }

/* mirror(curve): backwards in time. */
static bool mirror_of(formula_call *c) { return reread(c, -1, 0); }

/* derivative(curve): central differences. */
static bool derivative_of(formula_call *c) {
  const formula_value *a = c->a;
  double *x = new_curve(c);
  for (size_t i = 0; x && i < a->n; i++) {
    const size_t low = i ? i - 1 : 0, high = i + 1 < a->n ? i + 1 : i;
    x[i] = high > low ? (a->x[high] - a->x[low]) / (a->t[high] - a->t[low]) : 0;
  }
  return x != NULL;
}

/* running_max(curve, width): the greatest value within that time from each point on; of the last
 * points, within what is left. */
static bool running_max_of(formula_call *c) {
  const formula_value *a = c->a;
  double *x = new_curve(c);
  if (!x) return false;
  const double width = a[1].number + 1e-9 * (a->t[a->n - 1] - a->t[0]);
  for (size_t i = 0, top = 0, end = 1; i < a->n; i++) {
    if (top < i) /* the greatest has left the window: looked for anew */
      for (size_t k = top = i; k < end; k++)
        if (a->x[k] > a->x[top]) top = k;
    for (; end < a->n && a->t[end] <= a->t[i] + width; end++)
      if (a->x[end] > a->x[top]) top = end;
    x[i] = a->x[top];
  }
  return true;
}

/* ------------------------------------------------------------------ against another curve, which
 * may have other times */

static bool two_curves(const formula_call *c, curve_view view[2]) {
  const formula_value *a = c->a;
  for (int i = 0; i < 2; i++) {
    if (!want_curve(c, i)) return false;
    view[i] = (curve_view){a[i].n, a[i].t, a[i].x, a[i].dt, a[i].dx};
    if (a[i].n < 2) return refuse(c, "two points are wanted");
  }
  return fmin(a[0].t[a[0].n - 1], a[1].t[a[1].n - 1]) > fmax(a[0].t[0], a[1].t[0]) ||
         refuse(c, "the two curves have no time in common");
}

/* rms_to(curve, reference): rms of the difference as a share of the reference's range. */
static bool rms_to_of(formula_call *c) {
  curve_view v[2];
  return two_curves(c, v) && give(c, curve_rms_to(&v[0], &v[1]));
}

/* phase_to(curve, reference): degrees by which it lags at the reference's main frequency. */
static bool phase_to_of(formula_call *c) {
  curve_view v[2];
  return two_curves(c, v) && give(c, curve_phase_to(&v[0], &v[1]));
}

/* peak_to(curve, reference): its greatest magnitude over the reference's. */
static bool peak_to_of(formula_call *c) {
  double peak[2] = {0, 0};
  curve_view v[2];
  if (!two_curves(c, v)) return false;
  for (int i = 0; i < 2; i++) {
    for (size_t k = 0; k < v[i].n; k++) peak[i] = fmax(peak[i], fabs(v[i].x[k]));
  }
  return give(c, peak[0] / peak[1]);
}

/* tube(curve, reference, time, value): share of the times at which the curve is outside of the tube
 * of these half-widths; without them, of the reference's own error bars. */
static bool tube_of(formula_call *c) {
  curve_view v[2];
  if (!two_curves(c, v)) return false;
  if (c->count == 3) return refuse(c, "half-widths in time and in value");
  if (c->count == 2 && !v[1].dt && !v[1].dx)
    return refuse(c, "the reference has no error bars: give half-widths");
  const curve_tube tube = {c->count == 4 ? c->a[2].number : 0, c->count == 4 ? c->a[3].number : 0};
  return give(c, curve_outside(&v[0], &v[1], tube));
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
static bool caps_of(formula_call *c) {
  const formula_value *a = c->a;
  for (int i = 0; i < 3; i++) {
    if (!want_curve(c, i)) return false;
  }
  ray *rays = (ray *)formula_take(c->memory, a->n * sizeof *rays / sizeof(double));
  if (!rays) return lash_fail(c->error, LASH_FAILURE, "out of memory"), false;
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
  return give(c, total > 0 ? (first + take_best_cap(rays, &n, cosine)) / total : 0);
}

/* ----------------------------------------------------------------------------------- all of them
 */

static const formula_function functions[] = {
    {"abs", 1, 1, .pointwise = fabs},
    {"sqrt", 1, 1, .pointwise = sqrt},
    {"sin", 1, 1, .pointwise = sin},
    {"cos", 1, 1, .pointwise = cos},
    {"acos", 1, 1, .pointwise = acos},
    {"exp", 1, 1, .pointwise = exp},
    {"atan2", 2, 2, .call = atan2_of},
    {"max", 1, 2, .call = max_of},
    {"min", 1, 2, .call = min_of},
    {"peak", 1, 1, .measure = peak_of_curve},
    {"integral", 1, 1, .measure = integral_of_curve},
    {"simpson", 1, 1, .measure = simpson_of_curve},
    {"mean", 1, 1, .measure = mean_of_curve},
    {"rms", 1, 1, .measure = rms_of_curve},
    {"ptp", 1, 1, .measure = ptp_of_curve},
    {"first", 1, 1, .measure = first_of_curve},
    {"final", 1, 1, .measure = final_of_curve},
    {"when_max", 1, 1, .measure = when_max_of_curve},
    {"when_peak", 1, 1, .measure = when_peak_of_curve},
    {"rises", 1, 1, .measure = rises_of_curve},
    {"longest", 1, 1, .measure = longest_of_curve},
    {"when_above", 1, 1, .measure = when_above_of_curve},
    {"at", 2, 2, .call = at_of},
    {"window", 3, 3, .call = window_of},
    {"shift", 2, 2, .call = shift_of},
    {"mirror", 1, 1, .call = mirror_of},
    {"derivative", 1, 1, .call = derivative_of},
    {"running_max", 2, 2, .call = running_max_of},
    {"caps", 4, 4, .call = caps_of},
    {"rms_to", 2, 2, .call = rms_to_of},
    {"phase_to", 2, 2, .call = phase_to_of},
    {"peak_to", 2, 2, .call = peak_to_of},
    {"tube", 2, 4, .call = tube_of},
};

const formula_function *formula_find(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    if (strcmp(name, functions[i].name) == 0) return &functions[i];
  }
  return NULL;
}

bool formula_apply(const formula_function *f, formula_call *c) {
  if (f->pointwise) return map(c, f->pointwise);
  if (f->measure) return want_curve(c, 0) && give(c, f->measure(c->a));
  return f->call(c);
}
