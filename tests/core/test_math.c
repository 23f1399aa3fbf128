/* The laws' own exp, log, pow, tanh, sin, cos and atan against the C library in long double. */
#include "lash_math.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static uint64_t seed;

static double uniform(double low, double high) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return low + (high - low) * ((double)(seed >> 11) * 0x1p-53);
}

/* difference in units of the last place of the exact value */
static double ulps(double value, long double exact) {
  double near = fabs((double)exact);
  double unit = nextafter(near, INFINITY) - near;
  return (double)fabsl(((long double)value - exact) / (long double)unit);
}

enum { POINTS = 200000 };

#define WORST(name, low, high, ours, exact)                                    \
  static double name(void) {                                                   \
    double worst = 0;                                                          \
    seed = 1;                                                                  \
    for (int i = 0; i < POINTS; i++) {                                         \
      double x = uniform(low, high), u = ulps(ours(x), exact((long double)x)); \
      if (u > worst) worst = u;                                                \
    }                                                                          \
    return worst;                                                              \
  }

WORST(exp_error, -700, 700, lash_exp, expl)
WORST(exp_near_error, -2, 2, lash_exp, expl)
WORST(expm1_error, -3, 3, lash_expm1, expm1l)
WORST(log_error, 1e-6, 1e3, lash_log, logl)
WORST(log_near_error, 0.7, 1.5, lash_log, logl)
WORST(tanh_error, -20, 20, lash_tanh, tanhl)
WORST(tanh_near_error, -0.6, 0.6, lash_tanh, tanhl)
WORST(sin_error, -1.5707963, 1.5707963, lash_sin_quarter, sinl)
WORST(cos_error, -1.5707963, 1.5707963, lash_cos_quarter, cosl)
WORST(atan_error, -5, 5, lash_atan, atanl)
WORST(sin_near_error, -7, 7, lash_sin, sinl)
WORST(sin_far_error, -1e6, 1e6, lash_sin, sinl)
WORST(cos_near_error, -7, 7, lash_cos, cosl)
WORST(cos_far_error, -1e6, 1e6, lash_cos, cosl)
WORST(asin_error, -1, 1, lash_asin, asinl)
WORST(acos_error, -1, 1, lash_acos, acosl)
WORST(sinh_near_error, -1.5, 1.5, lash_sinh, sinhl)
WORST(sinh_error, -710, 710, lash_sinh, sinhl)
WORST(cosh_error, -710, 710, lash_cosh, coshl)

static void errors_are_what_the_header_says(void) {
  TEST_ASSERT_LESS_THAN_DOUBLE(1.0, exp_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(1.0, exp_near_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.5, expm1_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(1.0, log_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(1.0, log_near_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(3.0, tanh_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(3.0, tanh_near_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.0, sin_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.0, cos_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(4.0, atan_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.0, sin_near_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.5, sin_far_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.0, cos_near_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(2.5, cos_far_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(5.0, asin_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(5.0, acos_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(4.0, sinh_near_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(4.0, sinh_error());
  TEST_ASSERT_LESS_THAN_DOUBLE(4.0, cosh_error());
}

/* in every direction, and for every pair of zeros, ones and infinities of both signs */
static void atan2_is_that_of_c(void) {
  double worst = 0;
  seed = 3;
  for (int i = 0; i < POINTS; i++) {
    double y = uniform(-2, 2), x = uniform(-2, 2);
    double u = ulps(lash_atan2(y, x), atan2l((long double)y, (long double)x));
    if (u > worst) worst = u;
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(5.0, worst);
  const double some[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-15, atan2(some[i], some[j]), lash_atan2(some[i], some[j]));
      TEST_ASSERT_EQUAL(signbit(atan2(some[i], some[j])) != 0,
                        signbit(lash_atan2(some[i], some[j])) != 0);
    }
  TEST_ASSERT_TRUE(isnan(lash_atan2(NAN, 1)) && isnan(lash_atan2(1, NAN)));
}

/* near multiples of pi/2, where digits cancel: the nearest doubles to k pi/2, by long double */
static void sines_near_their_zeros(void) {
  for (int k = 1; k < 100000; k += 7) {
    double x = (double)k * LASH_HALF_PI;
    long double sine = sinl((long double)x), cosine = cosl((long double)x);
    TEST_ASSERT_LESS_THAN_DOUBLE(2.5, ulps(lash_sin(x), sine));
    TEST_ASSERT_LESS_THAN_DOUBLE(2.5, ulps(lash_cos(x), cosine));
  }
  TEST_ASSERT_TRUE(isnan(lash_sin(INFINITY)) && isnan(lash_cos(NAN)));
  TEST_ASSERT_TRUE(lash_sin(-0.0) == 0.0 && lash_cos(0.0) == 1.0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, sin(1e9 + 0.5), lash_sin(1e9 + 0.5));
}

static void signed_powers(void) {
  TEST_ASSERT_EQUAL_DOUBLE(-8, lash_pow_signed(-2, 3));
  TEST_ASSERT_EQUAL_DOUBLE(16, lash_pow_signed(-2, 4));
  TEST_ASSERT_TRUE(isnan(lash_pow_signed(-2, 0.5)));
  TEST_ASSERT_EQUAL_DOUBLE(0.25, lash_pow_signed(-2, -2));
}

static void pow_is_accurate_over_its_range(void) {
  double worst = 0;
  seed = 2;
  for (int i = 0; i < POINTS; i++) {
    double x = exp(uniform(-30, 30)), y = uniform(-3, 3);
    double u = ulps(lash_pow(x, y), powl((long double)x, (long double)y));
    if (u > worst) worst = u;
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1.0, worst);
}

static void edges(void) {
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_exp(-1e4));
  TEST_ASSERT_TRUE(isinf(lash_exp(1e4)));
  TEST_ASSERT_TRUE(isinf(lash_exp(INFINITY)) && lash_exp(-INFINITY) == 0);
  TEST_ASSERT_TRUE(isnan(lash_exp(NAN)) && isnan(lash_log(NAN)) && isnan(lash_tanh(NAN)));
  TEST_ASSERT_TRUE(isnan(lash_atan(NAN)) && isnan(lash_pow(NAN, 2)) && isnan(lash_log(-1)));
  TEST_ASSERT_TRUE(lash_log(0) == -INFINITY && lash_log(INFINITY) == INFINITY);
  TEST_ASSERT_EQUAL_DOUBLE(log(5e-324), lash_log(5e-324));
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_pow(0, 1.5));
  TEST_ASSERT_EQUAL_DOUBLE(1, lash_pow(0, 0));
  TEST_ASSERT_EQUAL_DOUBLE(1, lash_pow(7, 0));
  TEST_ASSERT_TRUE(isnan(lash_pow(-1, 2)) && isinf(lash_pow(0, -1)) &&
                   isinf(lash_pow(INFINITY, 2)));
  TEST_ASSERT_EQUAL_DOUBLE(1, lash_tanh(1e9));
  TEST_ASSERT_EQUAL_DOUBLE(-1, lash_tanh(-INFINITY));
  TEST_ASSERT_EQUAL_DOUBLE(LASH_HALF_PI, lash_atan(1e300));
  TEST_ASSERT_EQUAL_DOUBLE(1, lash_sin_quarter(2));
  TEST_ASSERT_EQUAL_DOUBLE(exp(-740), lash_exp(-740));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(errors_are_what_the_header_says);
  RUN_TEST(pow_is_accurate_over_its_range);
  RUN_TEST(edges);
  RUN_TEST(atan2_is_that_of_c);
  RUN_TEST(sines_near_their_zeros);
  RUN_TEST(signed_powers);
  return UNITY_END();
}
