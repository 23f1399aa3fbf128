/* Scalar functions: closed-form values, limits, and derivatives against differences of lower
 * orders. */
#include "lash_functions.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static const double coefficients[] = {0.3, -1.2, 0.7, 2.1, -0.4};
enum { COUNT = 5 };

/* Every function of x, all other arguments fixed. */
static lash_jet step(double x) { return lash_step(x, 0.2, 3, 1.7, -2); }
static lash_jet step5(double x) { return lash_step5(x, 0.2, 3, 1.7, -2); }
static lash_jet havsin(double x) { return lash_havsin(x, 0.2, 3, 1.7, -2); }
static lash_jet poly(double x) { return lash_poly(x, 0.4, coefficients, COUNT); }
static lash_jet cheby(double x) { return lash_cheby(x, 0.4, coefficients, COUNT); }
static lash_jet forcos(double x) { return lash_forcos(x, 0.4, 1.3, coefficients, COUNT); }
static lash_jet forsin(double x) { return lash_forsin(x, 0.4, 1.3, coefficients, COUNT); }
static lash_jet shf(double x) { return lash_shf(x, 0.4, 2, 1.3, 0.5, 0.1); }

typedef lash_jet (*scalar)(double x);
static const struct {
  const char *name;
  scalar f;
} all[] = {{"step", step},   {"step5", step5},   {"havsin", havsin}, {"poly", poly},
           {"cheby", cheby}, {"forcos", forcos}, {"forsin", forsin}, {"shf", shf}};

/* Richardson-extrapolated central difference of the value or of d1: error O(h^6). */
static double difference(scalar f, double x, int order) {
  double h = 1e-3, d[3];
  for (int i = 0; i < 3; i++, h /= 2) {
    lash_jet up = f(x + h), down = f(x - h);
    d[i] = (order ? up.d1 - down.d1 : up.value - down.value) / (2 * h);
  }
  double a = (4 * d[1] - d[0]) / 3, b = (4 * d[2] - d[1]) / 3;
  return (16 * b - a) / 15;
}

static void derivatives_match_differences(void) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    for (double x = -0.55; x < 2.5; x += 0.1) {
      double d1 = difference(all[i].f, x, 0), d2 = difference(all[i].f, x, 1);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * (1 + fabs(d1)), d1, all[i].f(x).d1, all[i].name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * (1 + fabs(d2)), d2, all[i].f(x).d2, all[i].name);
    }
  }
}

static void steps_are_flat_outside_and_halfway_in_the_middle(void) {
  for (int i = 0; i < 3; i++) {
    TEST_ASSERT_TRUE(all[i].f(0.2).value == 3 && all[i].f(-9).value == 3);
    TEST_ASSERT_TRUE(all[i].f(1.7).value == -2 && all[i].f(1e300).value == -2);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.5, all[i].f(0.95).value);
    TEST_ASSERT_TRUE(all[i].f(-9).d1 == 0 && all[i].f(9).d2 == 0);
  }
  TEST_ASSERT_TRUE(lash_step(2, 0, 1e16, 1, 1).value == 1);
  TEST_ASSERT_DOUBLE_IS_NAN(lash_step(0.5, 1, 0, 1, 1).value);
  TEST_ASSERT_DOUBLE_IS_NAN(lash_step(0.5, 2, 0, 1, 1).value);
  TEST_ASSERT_DOUBLE_IS_NAN(lash_step(NAN, 0, 0, 1, 1).value);
  /* D = 0.25: 0.0625 * 2.5 and 0.015625 * (10 - 3.75 + 0.375) */
  TEST_ASSERT_EQUAL_DOUBLE(0.15625, lash_step(0.25, 0, 0, 1, 1).value);
  TEST_ASSERT_EQUAL_DOUBLE(0.103515625, lash_step5(0.25, 0, 0, 1, 1).value);
  TEST_ASSERT_EQUAL_DOUBLE(0.5 + 0.5 * sin(acos(-1) / 4 - acos(-1) / 2),
                           lash_havsin(0.25, 0, 0, 1, 1).value);
}

static void series_equal_their_definitions(void) {
  double x = 0.9, u = x - 0.4, t = acos(u);
  double p = 0, c = 0, fc = coefficients[0], fs = coefficients[0];
  for (int j = 0; j < COUNT; j++) {
    p += coefficients[j] * pow(u, j);
    c += coefficients[j] * cos(j * t); /* T_j(cos t) = cos(j t) */
    if (j) fc += coefficients[j] * cos(j * 1.3 * u), fs += coefficients[j] * sin(j * 1.3 * u);
  }
  TEST_ASSERT_EQUAL_DOUBLE(p, poly(x).value);
  TEST_ASSERT_EQUAL_DOUBLE(c, cheby(x).value);
  TEST_ASSERT_EQUAL_DOUBLE(fc, forcos(x).value);
  TEST_ASSERT_EQUAL_DOUBLE(fs, forsin(x).value);
  TEST_ASSERT_EQUAL_DOUBLE(2 * sin(1.3 * u - 0.5) + 0.1, shf(x).value);
  TEST_ASSERT_EQUAL_DOUBLE(0.0, lash_poly(x, 0, coefficients, 0).value);
}

static double impact(double x, double v) { return lash_impact(x, v, 1, 1e3, 1.5, 20, 0.1).f; }

static lash_impact_value bistop_at(double x, double v) {
  return lash_bistop(x, v, 1, 2, 1e3, 1.5, 20, 0.1);
}

static double bistop(double x, double v) { return bistop_at(x, v).f; }

static void impact_pushes_inside_only(void) {
  TEST_ASSERT_TRUE(impact(1, -5) == 0 && impact(1.5, -5) == 0);
  TEST_ASSERT_EQUAL_DOUBLE(1e3 * pow(0.5, 1.5) + 20 * 3, impact(0.5, -3)); /* full damping */
  TEST_ASSERT_EQUAL_DOUBLE(1e3 * pow(0.05, 1.5) - 20 * 0.5 * 0.2, impact(0.95, 0.2));
  TEST_ASSERT_TRUE(impact(0.95, 1e4) == 0); /* leaving fast: no pull */
  TEST_ASSERT_DOUBLE_IS_NAN(lash_impact(0.5, 0, 1, 1e3, 1.5, 20, 0).f);
  TEST_ASSERT_DOUBLE_IS_NAN(lash_bistop(0.5, 0, 1, 1, 1e3, 1.5, 20, 0.1).f);
}

static void bistop_mirrors_impact(void) {
  TEST_ASSERT_TRUE(bistop(1.5, 9) == 0 && bistop(1, -9) == 0 && bistop(2, 9) == 0);
  TEST_ASSERT_TRUE(bistop(0.93, -3) == impact(0.93, -3));
  TEST_ASSERT_EQUAL_DOUBLE(-impact(0.93, -3), bistop(2.07, 3));
  TEST_ASSERT_TRUE(bistop(2.05, -1e4) == 0);
}

static void stop_partials_match_differences(void) {
  const double h = 1e-6;
  for (double x = 0.905; x < 2.1; x += 0.0501) {
    for (double v = -1; v <= 1; v += 0.5) {
      lash_impact_value s = bistop_at(x, v), up = bistop_at(x + h, v), down = bistop_at(x - h, v);
      TEST_ASSERT_DOUBLE_WITHIN(1e-4, (up.f - down.f) / (2 * h), s.d_x);
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, (bistop(x, v + h) - bistop(x, v - h)) / (2 * h), s.d_v);
      TEST_ASSERT_DOUBLE_WITHIN(1e-2, (up.d_x - down.d_x) / (2 * h), s.d_xx);
      TEST_ASSERT_DOUBLE_WITHIN(1e-4, (up.d_v - down.d_v) / (2 * h), s.d_xv);
      TEST_ASSERT_TRUE(s.d_vv == 0);
    }
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(derivatives_match_differences);
  RUN_TEST(steps_are_flat_outside_and_halfway_in_the_middle);
  RUN_TEST(series_equal_their_definitions);
  RUN_TEST(impact_pushes_inside_only);
  RUN_TEST(bistop_mirrors_impact);
  RUN_TEST(stop_partials_match_differences);
  return UNITY_END();
}
