/* Chaotic curves by what they are like: distribution, spectrum, impacts, with intervals. */
#include <math.h>
#include <stdlib.h>

#include "curve_diff.h"
#include "lash_spectrum.h"
#include "lash_statistics.h"

enum { BANDS = 4, SAMPLES = 256 };

static const char *const names[CURVE_STATISTICS] = {
    "mean",          "deviation",     "10 % below",     "median",
    "90 % below",    "least",         "greatest",       "rises per time",
    "spectrum, low", "spectrum, mid", "spectrum, high", "spectrum, highest"};

static int ascending(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

/* Shares of the power in bands whose frequencies grow four times each, up to half the rate of the
 * samples. */
static lash_status bands_of(const double *x, double step, double *share, lash_error *error) {
  lash_spectrum s;
  const lash_status status = lash_spectrum_of(x, SAMPLES, step, &s, error);
  double total = 0;
  if (status != LASH_OK) return status;
  for (size_t b = 0; b < BANDS; b++) share[b] = 0;
  for (size_t k = 1; k < s.count; k++) {
    size_t b = BANDS - 1;
    for (size_t top = s.count; b > 0 && 4 * k < top; top /= 4) b--;
    share[b] += s.amplitude[k] * s.amplitude[k];
    total += s.amplitude[k] * s.amplitude[k];
  }
  for (size_t b = 0; b < BANDS && total > 0; b++) share[b] /= total;
  lash_spectrum_free(&s);
  return LASH_OK;
}

/* Everything that is measured in one block. */
static lash_status measure(const curve_view *v, double from, double to, double threshold,
                           double *value, lash_error *error) {
  double x[SAMPLES], rises = 0;
  const curve_view part = curve_view_within(v, from, to);
  for (size_t i = 1; i < part.n; i++) rises += part.x[i - 1] <= threshold && part.x[i] > threshold;
  curve_view_sample(v, from, to, SAMPLES, x);
  const lash_sample sample = lash_sample_of(x, SAMPLES);
  const lash_status status = bands_of(x, (to - from) / (SAMPLES - 1), value + 8, error);
  qsort(x, SAMPLES, sizeof *x, ascending);
  value[0] = sample.mean, value[1] = sample.deviation;
  value[2] = x[SAMPLES / 10], value[3] = x[SAMPLES / 2], value[4] = x[SAMPLES - 1 - SAMPLES / 10];
  value[5] = x[0], value[6] = x[SAMPLES - 1];
  for (size_t i = 0; i < part.n; i++)
    value[5] = fmin(value[5], part.x[i]), value[6] = fmax(value[6], part.x[i]);
  value[7] = rises / (to - from);
  return status;
}

lash_status curve_statistics(const curve_view *result, const curve_view *reference,
                             curve_statistic *statistic, size_t *count, lash_error *error) {
  const curve_view *both[2] = {result, reference};
  double value[2][CURVE_STATISTICS][CURVE_BLOCKS], p[CURVE_STATISTICS];
  double low = INFINITY, high = -INFINITY;
  bool stands[CURVE_STATISTICS];
  lash_status status = LASH_OK;
  *count = CURVE_STATISTICS;
  for (size_t i = 0; i < reference->n; i++)
    low = fmin(low, reference->x[i]), high = fmax(high, reference->x[i]);
  for (size_t s = 0; s < 2; s++) {
    const curve_view *v = both[s];
    const double from = v->t[0], block = (v->t[v->n - 1] - from) / CURVE_BLOCKS;
    if (v->n < 16 * CURVE_BLOCKS)
      return lash_fail(error, LASH_BAD_INPUT,
                       "%zu points are too few for statistics: %d blocks of 16 are wanted", v->n,
                       CURVE_BLOCKS);
    for (size_t b = 0; b < CURVE_BLOCKS && status == LASH_OK; b++) {
      double of_block[CURVE_STATISTICS] = {0};
      status = measure(v, from + (double)b * block, from + (double)(b + 1) * block,
                       low + 0.1 * (high - low), of_block, error);
      for (size_t k = 0; k < CURVE_STATISTICS; k++) value[s][k][b] = of_block[k];
    }
  }
  for (size_t k = 0; k < CURVE_STATISTICS && status == LASH_OK; k++) {
    lash_sample sample[2];
    statistic[k] = (curve_statistic){.name = names[k]};
    for (size_t s = 0; s < 2; s++) {
      sample[s] = lash_sample_of(value[s][k], CURVE_BLOCKS);
      statistic[k].mean[s] = sample[s].mean;
      statistic[k].reach[s] = sample[s].deviation / sqrt((double)CURVE_BLOCKS) *
                              lash_student_quantile(0.05, CURVE_BLOCKS - 1);
    }
    p[k] = statistic[k].probability = lash_welch(&sample[0], &sample[1]);
  }
  if (status != LASH_OK) return status;
  lash_holm(p, CURVE_STATISTICS, 0.05, stands);
  for (size_t k = 0; k < CURVE_STATISTICS; k++) statistic[k].differs = stands[k];
  return LASH_OK;
}
