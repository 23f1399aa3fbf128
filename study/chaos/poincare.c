/* Instants of a run between its outputs. */
#include "lash_poincare.h"

#include <math.h>
#include <stdlib.h>

/* -------------------------------------------------------------------------------- interpolation */

/* The last output at or before t, so that there is one behind it. */
static size_t output_before(const lash_record *r, double t) {
  size_t low = 0, high = r->rows - 1;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    *(r->time[middle] <= t ? &low : &high) = middle;
  }
  return low;
}

/* Lagrange's cubic through four outputs about t; fewer where there are no more. */
double lash_record_at(const lash_record *r, size_t c, double t) {
  const double *x = lash_record_column(r, c), *time = r->time;
  if (r->rows == 0 || t < time[0] || t > time[r->rows - 1]) return NAN;
  if (r->rows == 1) return x[0];
  const size_t at = output_before(r, t), most = r->rows < 4 ? r->rows : 4;
  size_t first = at > 0 ? at - 1 : 0;
  if (first + most > r->rows) first = r->rows - most;
  double sum = 0;
  for (size_t i = first; i < first + most; i++) {
    double weight = 1;
    if (time[i] == t) return x[i];
    for (size_t k = first; k < first + most; k++) {
      if (k != i) weight *= (t - time[k]) / (time[i] - time[k]);
    }
    sum += weight * x[i];
  }
  return sum;
}

size_t lash_record_strobe(const lash_record *r, size_t c, double from, double period,
                          double *samples, size_t room) {
  const double last = r->rows ? r->time[r->rows - 1] : -INFINITY;
  const double slack = 1e-9 * period; /* the end of a run may be off by round-off */
  size_t count = 0;
  while (count < room) {
    double t = from + (double)count * period;
    if (!(t <= last + slack)) break;
    samples[count++] = lash_record_at(r, c, fmin(t, last));
  }
  return count;
}

/* ------------------------------------------------------------------------------------ crossings */

/* Between two outputs on either side of the level: bisection on the cubic. */
static double locate(const lash_record *r, size_t c, double level, size_t i) {
  double low = r->time[i], high = r->time[i + 1];
  const bool below = lash_record_column(r, c)[i] < level;
  for (int n = 0; n < 60; n++) {
    const double middle = 0.5 * (low + high);
    *((lash_record_at(r, c, middle) < level) == below ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

size_t lash_record_crossings(const lash_record *r, size_t c, double level, int direction,
                             double from, double *times, size_t room) {
  const double *x = lash_record_column(r, c);
  size_t count = 0;
  for (size_t i = 0; i + 1 < r->rows && count < room; i++) {
    if (r->time[i] < from || (x[i] < level) == (x[i + 1] < level)) continue;
    const int rising = x[i] < level ? 1 : -1;
    if (direction == 0 || direction == rising) times[count++] = locate(r, c, level, i);
  }
  return count;
}

size_t lash_repeats(const double *samples, size_t count, size_t most, double tolerance) {
  for (size_t k = 1; k <= most && count >= 3 * k; k++) {
    bool same = true;
    for (size_t i = 0; i + k < count && same; i++) {
      same = fabs(samples[i] - samples[i + k]) <= tolerance;
    }
    if (same) return k;
  }
  return 0;
}

/* ------------------------------------------------------------------------------ bifurcation
 * diagrams */

static double range_from(const lash_record *r, size_t c, double from) {
  const double *x = lash_record_column(r, c);
  double least = INFINITY, greatest = -INFINITY;
  for (size_t i = 0; i < r->rows; i++) {
    if (r->time[i] < from) continue;
    least = fmin(least, x[i]);
    greatest = fmax(greatest, x[i]);
  }
  return greatest - least;
}

static lash_status keep_samples(const lash_record *r, const lash_strobe *s, double *samples,
                                lash_error *error) {
  const double first = r->start + (double)(s->skip + 1) * s->period;
  double *one = calloc(s->keep + 1, sizeof *one);
  if (!one) return lash_fail(error, LASH_FAILURE, "out of memory for samples");
  lash_status status = LASH_OK;
  for (size_t c = 0; c < r->columns && status == LASH_OK; c++) {
    if (lash_record_strobe(r, c, first, s->period, one, s->keep) < s->keep) {
      status = lash_fail(error, LASH_FAILURE,
                         "the run ended at time %g, before all samples were taken", r->end);
    }
    for (size_t k = 0; k < s->keep; k++) samples[k * r->columns + c] = one[k];
    if (s->range) s->range[c] = range_from(r, c, first - s->period);
  }
  free(one);
  return status;
}

lash_status lash_strobe_point(const lash_study *study, const lash_strobe *strobe,
                              const lash_names *names, const lash_texts_list *more, double *samples,
                              double **state, lash_error *error) {
  lash_record record;
  if (!(strobe->period > 0) || !isfinite(strobe->period) || strobe->keep == 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "samples need a period above zero and at least one to be kept");
  }
  lash_study timed = *study;
  const double duration = (double)(strobe->skip + strobe->keep) * strobe->period;
  timed.run.end = duration;
  timed.run.output_step = strobe->period / (double)(strobe->outputs ? strobe->outputs : 1);
  timed.run.no_audit = true;
  timed.run.start_state = strobe->carry && state ? *state : NULL;
  timed.end_formula = timed.output_formula = NULL;
  lash_status status = lash_study_record(&timed, names, more, &record, error);
  if (status != LASH_OK) return status;
  status = keep_samples(&record, strobe, samples, error);
  if (status == LASH_OK && state) {
    free(*state);
    *state = record.state;
    record.state = NULL;
  }
  lash_record_free(&record);
  return status;
}
