/* Spectra: the transform against its definition and Parseval, sines found at their places. */
#include <math.h>
#include <stdlib.h>

#include "lash_spectrum.h"
#include "unity.h"

static lash_error error;
static const double pi = 3.14159265358979324;

void setUp(void) {}
void tearDown(void) {}

#define TEST_OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

/* Numbers in (-1, 1) without a pattern. */
static double scramble(size_t i) {
  const double x = sin(12.9898 * (double)(i + 1)) * 43758.5453;
  return 2 * (x - floor(x)) - 1;
}

static void the_transform_is_the_sum_it_stands_for(void) {
  enum { N = 64 };
  double x[2 * N], z[2 * N], before = 0, after = 0;
  for (size_t i = 0; i < 2 * N; i++) z[i] = x[i] = scramble(i);
  lash_fourier(z, N);
  for (size_t k = 0; k < N; k++) {
    double re = 0, im = 0;
    for (size_t n = 0; n < N; n++) {
      const double angle = -2 * pi * (double)(k * n % N) / N;
      re += x[2 * n] * cos(angle) - x[2 * n + 1] * sin(angle);
      im += x[2 * n] * sin(angle) + x[2 * n + 1] * cos(angle);
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, re, z[2 * k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, im, z[2 * k + 1]);
  }
  for (size_t i = 0; i < 2 * N; i++) {
    before += x[i] * x[i];
    after += z[i] * z[i];
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-11 * before, before, after / N); /* Parseval */
}

/* Parseval on a long one: the energy of a curve is that of its spectrum. */
static void nothing_is_lost_in_a_long_transform(void) {
  enum { N = 1 << 16 };
  double *z = malloc(2 * N * sizeof *z), before = 0, after = 0;
  TEST_ASSERT_NOT_NULL(z);
  for (size_t i = 0; i < 2 * N; i++) {
    z[i] = scramble(i);
    before += z[i] * z[i];
  }
  lash_fourier(z, N);
  for (size_t i = 0; i < 2 * N; i++) after += z[i] * z[i];
  free(z);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * before, before, after / N);
}

/* Three sines whose frequencies fit neither the duration nor the grid, on top of a constant. */
static void sines_are_found_with_their_amplitudes(void) {
  enum { N = 3000 };
  static const struct {
    double frequency, amplitude;
  } sines[] = {{5.03, 2}, {17.77, 0.5}, {60.1, 0.01}};
  const double dt = 0.005;
  static double x[N];
  for (size_t i = 0; i < N; i++) {
    x[i] = 7;
    for (size_t k = 0; k < 3; k++) {
      x[i] += sines[k].amplitude * sin(2 * pi * sines[k].frequency * dt * (double)i + (double)k);
    }
  }
  lash_spectrum s;
  size_t peaks[3];
  TEST_OK(lash_spectrum_of(x, N, dt, &s, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 7, s.mean);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 / dt, s.step * (double)(s.count - 1));
  TEST_ASSERT_EQUAL_UINT(3, lash_spectrum_peaks(&s, peaks, 3));
  for (size_t k = 0; k < 3; k++) {
    /* half a grid step off at most, and 1 % of the height */
    TEST_ASSERT_DOUBLE_WITHIN(0.51 * s.step, sines[k].frequency, s.step * (double)peaks[k]);
    const double height = s.amplitude[peaks[k]];
    TEST_ASSERT_TRUE(height <= 1.002 * sines[k].amplitude && height > 0.99 * sines[k].amplitude);
  }
  lash_spectrum_free(&s);
}

static void too_little_is_refused(void) {
  const double x[4] = {0};
  lash_spectrum s;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_spectrum_of(x, 4, 1, &s, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_spectrum_of(x, 4, 0, &s, &error));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_transform_is_the_sum_it_stands_for);
  RUN_TEST(nothing_is_lost_in_a_long_transform);
  RUN_TEST(sines_are_found_with_their_amplitudes);
  RUN_TEST(too_little_is_refused);
  return UNITY_END();
}
