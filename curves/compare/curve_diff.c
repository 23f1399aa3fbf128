#include "curve_diff.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "curve_fit.h"
#include "lash_spectrum.h"

/* The share of its size within which a curve is nearly constant. */
static const double steady = 0.01;

/* How much smaller the rms must become for a cause to explain a difference. */
static const double explains = 0.2;

const char *curve_cause_name(curve_cause cause) {
  static const char *const names[] = {"none",  "shifted", "scaled", "offset", "spike",  "stretched",
                                      "moved", "line",    "apart",  "short",  "steady", "other"};
  return names[cause];
}

/* -------------------------------------------------------------------------------------- on one
 * grid
 */

/* Both curves at the times of both. */
typedef struct pair {
  size_t n;
  double *t, *a, *b; /* result, reference */
} pair;

static void pair_free(pair *p) {
  free(p->t), free(p->a), free(p->b);
  *p = (pair){0};
}

static lash_status pair_make(const curve_view *result, const curve_view *reference, pair *p,
                             lash_error *error) {
  const double from = fmax(result->t[0], reference->t[0]),
               to = fmin(result->t[result->n - 1], reference->t[reference->n - 1]);
  const size_t most = result->n + reference->n + 2;
  const double near = 1e-12 * fmax(fabs(from), fabs(to));
  *p = (pair){.t = malloc(most * sizeof *p->t),
              .a = malloc(most * sizeof *p->a),
              .b = malloc(most * sizeof *p->b)};
  if (!p->t || !p->a || !p->b) {
    pair_free(p);
    return lash_fail(error, LASH_FAILURE, "out of memory for a comparison");
  }
  if (!(to > from)) {
    pair_free(p);
    return lash_fail(error, LASH_BAD_INPUT,
                     "the result is from %g to %g, the reference from %g to %g: nothing in common",
                     result->t[0], result->t[result->n - 1], reference->t[0],
                     reference->t[reference->n - 1]);
  }
  for (size_t i = 0, k = 0; i < result->n || k < reference->n;) {
    const double u = i < result->n ? result->t[i] : INFINITY;
    const double v = k < reference->n ? reference->t[k] : INFINITY;
    const double t = fmin(u, v);
    i += u <= t + near;
    k += v <= t + near;
    if (t < from - near || t > to + near || (p->n && t <= p->t[p->n - 1] + near)) continue;
    p->t[p->n] = t;
    p->a[p->n] = curve_view_at(result, t);
    p->b[p->n++] = curve_view_at(reference, t);
  }
  return LASH_OK;
}

static double range_of(const double *x, size_t n) {
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < n; i++) low = fmin(low, x[i]), high = fmax(high, x[i]);
  return high - low;
}

static double rms_of_pair(const pair *p, double factor, double offset) {
  double sum = 0;
  for (size_t i = 0; i < p->n; i++) {
    const double d = p->a[i] - (factor * p->b[i] + offset);
    sum += d * d;
  }
  return sqrt(sum / (double)p->n);
}

static void find_differences(const pair *p, curve_difference *d) {
  size_t worst = 0;
  for (size_t i = 1; i < p->n; i++) {
    if (fabs(p->a[i] - p->b[i]) > fabs(p->a[worst] - p->b[worst])) worst = i;
  }
  d->greatest = fabs(p->a[worst] - p->b[worst]) / d->range;
  d->greatest_at = p->t[worst];
  d->rms = rms_of_pair(p, 1, 0) / d->range;
}

static void find_factor_and_offset(const pair *p, curve_difference *d) {
  double ab = 0, bb = 0, sum = 0;
  for (size_t i = 0; i < p->n; i++) {
    ab += p->a[i] * p->b[i];
    bb += p->b[i] * p->b[i];
    sum += p->a[i] - p->b[i];
  }
  d->scale = bb > 0 ? ab / bb : 1;
  d->offset = sum / (double)p->n;
  d->scale_leaves = rms_of_pair(p, d->scale, 0) / d->range;
  d->offset_leaves = rms_of_pair(p, 1, d->offset) / d->range;
}

static void find_peak(const curve_view *v, double from, double to, double *peak, double *at) {
  const curve_view part = curve_view_within(v, from, to);
  *peak = curve_view_at(v, from), *at = from;
  for (size_t i = 0; i < part.n; i++) {
    if (fabs(part.x[i]) > fabs(*peak)) *peak = part.x[i], *at = part.t[i];
  }
}

static lash_status find_shift(const curve_view *result, const curve_view *reference,
                              curve_difference *d, lash_error *error) {
  curve_fit fit;
  const lash_status status = curve_fit_shift(result, reference, d->from, d->to, false, &fit, error);
  if (status != LASH_OK) return status;
  d->shift = fit.shift;
  d->shift_leaves = fit.shift != 0 ? fit.leaves / d->range : d->rms;
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------------- phase */

/* The complex amplitude at a frequency, through Hann's window. */
static void amplitude_at(const double *x, double cycles, double *real, double *imaginary) {
  const double turn = 2 * acos(-1.0);
  double mean = 0;
  for (int i = 0; i < CURVE_GRID; i++) mean += x[i] / CURVE_GRID;
  *real = *imaginary = 0;
  for (int i = 0; i < CURVE_GRID; i++) {
    const double u = (double)i / (CURVE_GRID - 1), w = (x[i] - mean) * (1 - cos(turn * u));
    *real += w * cos(turn * cycles * u);
    *imaginary -= w * sin(turn * cycles * u);
  }
}

static double main_frequency(const double *x, double step, lash_error *error) {
  lash_spectrum spectrum;
  size_t peak;
  double frequency = NAN;
  if (lash_spectrum_of(x, CURVE_GRID, step, &spectrum, error) != LASH_OK) return NAN;
  if (lash_spectrum_peaks(&spectrum, &peak, 1)) frequency = (double)peak * spectrum.step;
  lash_spectrum_free(&spectrum);
  return frequency;
}

static void find_phase(const curve_view *result, const curve_view *reference, curve_difference *d) {
  double *a = malloc(2 * CURVE_GRID * sizeof *a), *b = a ? a + CURVE_GRID : NULL;
  lash_error ignored;
  d->frequency = d->phase = NAN;
  if (!a) return;
  const double span = d->to - d->from;
  curve_view_sample(result, d->from, d->to, CURVE_GRID, a);
  curve_view_sample(reference, d->from, d->to, CURVE_GRID, b);
  const double f =
      range_of(b, CURVE_GRID) > 0 ? main_frequency(b, span / (CURVE_GRID - 1), &ignored) : NAN;
  if (f * span >= 2) { /* two periods and more: a frequency can be told from a trend */
    double ra, ia, rb, ib;
    amplitude_at(a, f * span, &ra, &ia);
    amplitude_at(b, f * span, &rb, &ib);
    d->frequency = f;
    d->phase = (atan2(ib, rb) - atan2(ia, ra)) * 180 / acos(-1.0);
    d->phase -= 360 * floor(d->phase / 360 + 0.5);
  }
  free(a);
}

/* ----------------------------------------------------------------------------------------- tube */

static void find_tube(const pair *p, const curve_view *reference, curve_difference *d) {
  size_t outside = 0;
  d->leaves_at = NAN;
  for (size_t i = 0; i < p->n; i++) {
    double low, high;
    curve_tube_at(reference, d->tube, p->t[i], &low, &high);
    if (p->a[i] >= low && p->a[i] <= high) continue;
    if (!outside++)
      d->leaves_at = p->t[i], d->leaves_value = p->a[i], d->leaves_low = low, d->leaves_high = high;
  }
  d->outside = (double)outside / (double)p->n;
}

/* --------------------------------------------------------------------------------------- causes */

/* A few points in one place hold nearly all of the difference. */
static bool is_spike(const pair *p, double *at) {
  size_t worst = 0;
  double all = 0, there = 0;
  for (size_t i = 0; i < p->n; i++) {
    const double d = p->a[i] - p->b[i];
    all += d * d;
    if (fabs(d) > fabs(p->a[worst] - p->b[worst])) worst = i;
  }
  for (size_t i = worst ? worst - 1 : 0; i <= worst + 1 && i < p->n; i++)
    there += (p->a[i] - p->b[i]) * (p->a[i] - p->b[i]);
  *at = p->t[worst];
  return p->n >= 16 && there >= 0.99 * all;
}

/* Inside of the tube for a tenth of the time at least, and mostly outside later. */
static bool is_apart(const pair *p, const curve_difference *d) {
  size_t after = 0;
  for (size_t i = 0; i < p->n; i++) after += p->t[i] >= d->leaves_at;
  return d->leaves_at > d->from + 0.1 * (d->to - d->from) && after > 0 &&
         d->outside * (double)p->n > 0.5 * (double)after;
}

/* A nearly constant curve: what it varies by may be nothing but its own error. The difference as a
 * share of its size; NAN: it is not one. */
static double off_steady(const pair *p, const curve_difference *d) {
  const double size = fabs(d->peak[1]), off = d->greatest * d->range / size;
  return range_of(p->b, p->n) < steady * size && off < steady ? off : NAN;
}

/* "later by 0.005 (1 of the reference's steps)" */
static int say_shift(double shift, double step, char *words, size_t size) {
  return snprintf(words, size, "%s by %.6g (%.3g of the reference's steps)",
                  shift > 0 ? "later" : "earlier", fabs(shift), fabs(shift) / step);
}

/* One change that explains what was found: of a few points, of the time, of the size. */
static bool name_one_change(const pair *p, double step, double limit, curve_difference *d) {
  const double least = fmin(fmin(d->shift_leaves, d->scale_leaves), d->offset_leaves);
  char *words = d->words;
  const size_t size = sizeof d->words;
  double spike;
  if (is_spike(p, &spike)) {
    d->cause = CURVE_SPIKE;
    d->cause_at = spike;
    snprintf(words, size, "a spike at %.6g", d->cause_at);
  } else if (least <= limit && least == d->shift_leaves) {
    d->cause = CURVE_SHIFTED;
    say_shift(d->shift, step, words, size);
  } else if (least <= limit && least == d->scale_leaves) {
    d->cause = CURVE_SCALED;
    snprintf(words, size, "%.6g times as large", d->scale);
  } else if (least <= limit) {
    d->cause = CURVE_OFFSET;
    snprintf(words, size, "more by %.6g throughout", d->offset);
  } else if (isfinite(off_steady(p, d))) {
    d->cause = CURVE_STEADY;
    snprintf(words, size,
             "nearly constant, and off by %.2g of its size at most, measured by the little it "
             "varies; --noise sets "
             "what counts for nothing",
             off_steady(p, d));
  }
  return d->cause != CURVE_OTHER;
}

/* The straight line from the reference's values to the result's; the rms it leaves. */
static double fit_line(const pair *p, double *factor, double *offset) {
  double a = 0, b = 0, ab = 0, bb = 0;
  for (size_t i = 0; i < p->n; i++) a += p->a[i] / (double)p->n, b += p->b[i] / (double)p->n;
  for (size_t i = 0; i < p->n; i++) {
    ab += (p->a[i] - a) * (p->b[i] - b);
    bb += (p->b[i] - b) * (p->b[i] - b);
  }
  *factor = bb > 0 ? ab / bb : 1;
  *offset = a - *factor * b;
  return rms_of_pair(p, *factor, *offset);
}

/* A clock that runs at another rate, or two changes at once: what explains most. */
static lash_status name_two_changes(const curve_view *result, const curve_view *reference,
                                    const pair *p, double step, double limit, curve_difference *d,
                                    lash_error *error) {
  curve_fit stretched, moved;
  double factor, offset;
  lash_status status = curve_fit_stretch(result, reference, d->from, d->to, &stretched, error);
  if (status == LASH_OK)
    status = curve_fit_shift(result, reference, d->from, d->to, true, &moved, error);
  if (status != LASH_OK) return status;
  const double line = fit_line(p, &factor, &offset) / d->range,
               stretch = stretched.leaves / d->range, move = moved.leaves / d->range,
               least = fmin(fmin(stretch, move), line);
  char *words = d->words;
  const size_t size = sizeof d->words;
  if (least > limit) return LASH_OK;
  if (least == stretch) {
    d->cause = CURVE_STRETCHED;
    snprintf(words, size, "%s by %.4g %% all along", stretched.stretch > 1 ? "slower" : "faster",
             100 * fabs(stretched.stretch - 1));
  } else if (least == move) {
    d->cause = CURVE_MOVED;
    const int used = say_shift(moved.shift, step, words, size);
    snprintf(words + used, size - (size_t)used, " and %.6g times as large", moved.factor);
  } else {
    d->cause = CURVE_LINE;
    snprintf(words, size, "%.6g times as large and more by %.6g", factor, offset);
  }
  return LASH_OK;
}

static lash_status name_cause(const curve_view *result, const curve_view *reference, const pair *p,
                              double step, curve_difference *d, lash_error *error) {
  const double limit = explains * d->rms;
  d->cause = CURVE_OTHER;
  d->cause_at = d->leaves_at;
  if (name_one_change(p, step, limit, d)) return LASH_OK;
  const lash_status status = name_two_changes(result, reference, p, step, limit, d, error);
  if (d->cause != CURVE_OTHER || status != LASH_OK) return status;
  if (is_apart(p, d)) {
    d->cause = CURVE_APART;
    snprintf(d->words, sizeof d->words, "alike until %.6g, apart from there; chaos? then --chaotic",
             d->leaves_at);
  } else {
    snprintf(d->words, sizeof d->words, "another curve");
  }
  return LASH_OK;
}

lash_status curve_diff(const curve_view *result, const curve_view *reference,
                       const curve_tolerance *tolerance, curve_difference *d, lash_error *error) {
  pair p;
  *d = (curve_difference){.leaves_at = NAN, .cause_at = NAN};
  lash_status status = pair_make(result, reference, &p, error);
  if (status != LASH_OK) return status;
  const double step = curve_view_step(reference), range = range_of(p.b, p.n);
  d->from = p.t[0], d->to = p.t[p.n - 1], d->points = p.n;
  d->range = fmax(range, tolerance->noise > 0 ? tolerance->noise : 0);
  if (!(d->range > 0)) d->range = fmax(fabs(p.b[0]), range_of(p.a, p.n));
  if (!(d->range > 0)) d->range = 1;
  d->tube = (curve_tube){isfinite(tolerance->time) ? tolerance->time : 0.1 * step,
                         fmax(tolerance->value * d->range, tolerance->noise)};
  find_differences(&p, d);
  find_factor_and_offset(&p, d);
  find_peak(result, d->from, d->to, &d->peak[0], &d->peak_at[0]);
  find_peak(reference, d->from, d->to, &d->peak[1], &d->peak_at[1]);
  find_tube(&p, reference, d);
  find_phase(result, reference, d);
  status = find_shift(result, reference, d, error);
  const bool whole = reference->t[reference->n - 1] - d->to <= 1.5 * step &&
                     d->from - reference->t[0] <= 1.5 * step;
  d->same = whole && d->outside == 0;
  if (status == LASH_OK && !whole) {
    d->cause = CURVE_SHORT;
    d->cause_at = d->to;
    snprintf(d->words, sizeof d->words, "from %.6g to %.6g only, the reference from %.6g to %.6g",
             d->from, d->to, reference->t[0], reference->t[reference->n - 1]);
  } else if (status == LASH_OK && !d->same) {
    status = name_cause(result, reference, &p, step, d, error);
  }
  pair_free(&p);
  return status;
}

/* ----------------------------------------------------------------------------------- one by one */

double curve_rms_to(const curve_view *result, const curve_view *reference) {
  pair p;
  lash_error ignored;
  if (pair_make(result, reference, &p, &ignored) != LASH_OK) return NAN;
  const double range = range_of(p.b, p.n), rms = rms_of_pair(&p, 1, 0);
  pair_free(&p);
  return rms / range;
}

double curve_phase_to(const curve_view *result, const curve_view *reference) {
  curve_difference d = {.from = fmax(result->t[0], reference->t[0]),
                        .to = fmin(result->t[result->n - 1], reference->t[reference->n - 1])};
  if (!(d.to > d.from)) return NAN;
  find_phase(result, reference, &d);
  return d.phase;
}

double curve_outside(const curve_view *result, const curve_view *reference, curve_tube tube) {
  pair p;
  lash_error ignored;
  curve_difference d = {.tube = tube};
  if (pair_make(result, reference, &p, &ignored) != LASH_OK) return NAN;
  find_tube(&p, reference, &d);
  pair_free(&p);
  return d.outside;
}
