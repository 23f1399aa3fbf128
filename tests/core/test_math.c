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
  return UNITY_END();
}
