/* Amplitude spectra by the fast Fourier transform. */
#include "lash_spectrum.h"

#include <math.h>
#include <stdlib.h>

static const double two_pi = 6.283185307179586476925;

/* ------------------------------------------------------------------------------------ transform */

static void swap(double *a, double *b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}

/* Puts every value where the bits of its index say, read backwards. */
static void reverse_bits(double *z, size_t count) {
  for (size_t i = 1, j = 0; i < count; i++) {
    size_t bit = count >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    swap(&z[2 * i], &z[2 * j]);
    swap(&z[2 * i + 1], &z[2 * j + 1]);
  }
}

/* One butterfly: a and b become a + w b and a - w b. */
static void butterfly(double *a, double *b, double re, double im) {
  const double x = re * b[0] - im * b[1], y = re * b[1] + im * b[0];
  b[0] = a[0] - x, b[1] = a[1] - y;
  a[0] += x, a[1] += y;
}

/* Cooley and Tukey, radix two. Factors are computed afresh for each column of butterflies: a
 * recurrence would gather round-off. */
void lash_fourier(double *z, size_t count) {
  reverse_bits(z, count);
  for (size_t half = 1; half < count; half *= 2) {
    for (size_t k = 0; k < half; k++) {
      const double angle = -0.5 * two_pi * (double)k / (double)half;
      const double re = cos(angle), im = sin(angle);
      for (size_t i = k; i < count; i += 2 * half) {
        butterfly(&z[2 * i], &z[2 * (i + half)], re, im);
      }
    }
  }
}

/* ------------------------------------------------------------------------------------- spectrum */

static double hann(size_t i, size_t count) {
  return 0.5 - 0.5 * cos(two_pi * ((double)i + 0.5) / (double)count);
}

lash_status lash_spectrum_of(const double *values, size_t count, double dt, lash_spectrum *s,
                             lash_error *error) {
  enum { LEAST = 8, FILL = 4 }; /* so fine a grid misses at most 1 % of a peak's height */
  if (count < LEAST || !(dt > 0)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "a spectrum needs at least %d values, equally spaced, not %zu", LEAST, count);
  }
  size_t length = 1;
  while (length < FILL * count) length *= 2;
  double *z = calloc(2 * length, sizeof *z), weight = 0, sum = 0;
  *s = (lash_spectrum){.count = length / 2 + 1,
                       .step = 1 / ((double)length * dt),
                       .resolution = 4 / ((double)count * dt),
                       .amplitude = malloc((length / 2 + 1) * sizeof *s->amplitude)};
  if (!z || !s->amplitude) {
    free(z), free(s->amplitude);
    return lash_fail(error, LASH_FAILURE, "out of memory for a spectrum of %zu values", count);
  }
  for (size_t i = 0; i < count; i++) {
    weight += hann(i, count);
    sum += hann(i, count) * values[i];
  }
  s->mean = sum / weight;
  for (size_t i = 0; i < count; i++) z[2 * i] = hann(i, count) * (values[i] - s->mean);
  lash_fourier(z, length);
  for (size_t k = 0; k < s->count; k++) {
    s->amplitude[k] = 2 / weight * hypot(z[2 * k], z[2 * k + 1]);
  }
  free(z);
  return LASH_OK;
}

void lash_spectrum_free(lash_spectrum *s) {
  free(s->amplitude);
  *s = (lash_spectrum){.count = 0};
}

static bool is_peak(const lash_spectrum *s, size_t k) {
  return s->amplitude[k] > s->amplitude[k - 1] && s->amplitude[k] >= s->amplitude[k + 1];
}

static bool is_apart(const lash_spectrum *s, size_t k, const size_t *peaks, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (fabs((double)k - (double)peaks[i]) * s->step < s->resolution) return false;
  }
  return true;
}

size_t lash_spectrum_peaks(const lash_spectrum *s, size_t *peaks, size_t room) {
  size_t found = 0;
  for (; found < room; found++) {
    size_t best = 0;
    for (size_t k = 1; k + 1 < s->count; k++) {
      const bool higher = best == 0 || s->amplitude[k] > s->amplitude[best];
      if (higher && is_peak(s, k) && is_apart(s, k, peaks, found)) best = k;
    }
    if (best == 0) break;
    peaks[found] = best;
  }
  return found;
}
