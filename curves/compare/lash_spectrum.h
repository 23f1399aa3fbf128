/* Which frequencies a curve is made of.
 *
 * The curve's mean is taken off, the rest is weighed by Hann's window, so that frequencies that do
 * not fit a whole number of times into the curve do not leak far, and filled up with zeros to four
 * times its length or more, a power of two. Amplitudes are those of the sines: one of amplitude a
 * shows as a peak of height a, to 1 %, whatever the length of the curve. */
#ifndef LASH_SPECTRUM_H
#define LASH_SPECTRUM_H

#include "lash_core.h"

typedef struct lash_spectrum {
  size_t count;      /* of frequencies, from zero to half the rate of the samples */
  double step;       /* from one frequency to the next, 1/time */
  double resolution; /* nearer frequencies than this are one peak: four over the duration */
  double mean;       /* of the curve, as it was taken off */
  double *amplitude; /* of each frequency k * step */
} lash_spectrum;

/* Of `count` values, `dt` apart. To be freed on success only. */
lash_status lash_spectrum_of(const double *values, size_t count, double dt, lash_spectrum *spectrum,
                             lash_error *error);
void lash_spectrum_free(lash_spectrum *spectrum);

/* The highest peaks, highest first: indices of frequencies, at most `room`; no two of them nearer
 * to each other than the resolution. How many there are. */
size_t lash_spectrum_peaks(const lash_spectrum *spectrum, size_t *peaks, size_t room);

/* Discrete Fourier transform in place, sum over n of x[n] exp(-2 pi i k n / count); `z` holds real
 * and imaginary parts one after the other, `count` is a power of two. */
void lash_fourier(double *z, size_t count);

#endif
