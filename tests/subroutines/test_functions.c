/* Built-in functions: closed-form points, and every derivative against Richardson differences. */
#include <math.h>

#include "lash_functions.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

typedef lash_fn_jet curve(double x);

static const double coefficients[4] = {0.3, -1.2, 0.7, 0.25};

static lash_fn_jet f_step(double x) { return lash_fn_step(x, -0.5, 2, 1.5, -1); }
static lash_fn_jet f_step5(double x) { return lash_fn_step5(x, -0.5, 2, 1.5, -1); }
static lash_fn_jet f_havsin(double x) { return lash_fn_havsin(x, -0.5, 2, 1.5, -1); }
static lash_fn_jet f_poly(double x) { return lash_fn_poly(x, 0.2, coefficients, 4); }
static lash_fn_jet f_cheby(double x) { return lash_fn_cheby(x, 0.2, coefficients, 4); }
static lash_fn_jet f_forcos(double x) { return lash_fn_forcos(x, 0.2, 1.7, coefficients, 4); }
static lash_fn_jet f_forsin(double x) { return lash_fn_forsin(x, 0.2, 1.7, coefficients, 4); }
static lash_fn_jet f_shf(double x) { return lash_fn_shf(x, 0.2, 1.5, 2.1, 0.4, 0.9); }

static curve *const curves[] = {f_step,  f_step5,  f_havsin, f_poly,
                                f_cheby, f_forcos, f_forsin, f_shf};

/* Central difference with one Richardson extrapolation: error of order h^4. */
static double slope(curve *f, double x, int of_slope) {
  double d[2];
  for (int i = 0; i < 2; i++) {
    double h = i ? 5e-4 : 1e-3;
    lash_fn_jet up = f(x + h), down = f(x - h);
    d[i] = of_slope ? (up.d - down.d) / (2 * h) : (up.f - down.f) / (2 * h);
  }
  return (4 * d[1] - d[0]) / 3;
}

static void derivatives_are_exact(void) {
  for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
    for (double x = -0.9; x < 2; x += 0.173) {
      lash_fn_jet j = curves[i](x);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, slope(curves[i], x, 0), j.d);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, slope(curves[i], x, 1), j.dd);
    }
  }
}

static void transitions_start_and_end_flat(void) {
  lash_fn_jet (*const shapes[])(double, double, double, double, double) = {
      lash_fn_step, lash_fn_step5, lash_fn_havsin};
  for (int i = 0; i < 3; i++) {
    TEST_ASSERT_EQUAL_DOUBLE(2, shapes[i](-3, -1, 2, 1, 5).f);
    TEST_ASSERT_EQUAL_DOUBLE(2, shapes[i](-1, -1, 2, 1, 5).f);
    TEST_ASSERT_EQUAL_DOUBLE(3.5, shapes[i](0, -1, 2, 1, 5).f);
    TEST_ASSERT_EQUAL_DOUBLE(5, shapes[i](1, -1, 2, 1, 5).f);
    TEST_ASSERT_EQUAL_DOUBLE(0, shapes[i](2, -1, 2, 1, 5).d);
    TEST_ASSERT_TRUE(isnan(shapes[i](NAN, -1, 2, 1, 5).f));
  }
  TEST_ASSERT_EQUAL_DOUBLE(0.25 * 0.25 * 2.5, lash_fn_step(0.25, 0, 0, 1, 1).f);
  TEST_ASSERT_EQUAL_DOUBLE(pow(0.25, 3) * (10 - 15 * 0.25 + 6 * 0.0625),
                           lash_fn_step5(0.25, 0, 0, 1, 1).f);
}

static void series_match_their_definitions(void) {
  double u = 1.1 - 0.2;
  const double *c = coefficients;
  TEST_ASSERT_EQUAL_DOUBLE(c[0] + c[1] * u + c[2] * u * u + c[3] * u * u * u, f_poly(1.1).f);
  TEST_ASSERT_EQUAL_DOUBLE(
      c[0] + c[1] * cos(acos(u)) + c[2] * cos(2 * acos(u)) + c[3] * cos(3 * acos(u)),
      f_cheby(1.1).f);
  TEST_ASSERT_EQUAL_DOUBLE(c[0] + c[1] * cos(1.7 * u) + c[2] * cos(3.4 * u) + c[3] * cos(5.1 * u),
                           f_forcos(1.1).f);
  TEST_ASSERT_EQUAL_DOUBLE(c[0] + c[1] * sin(1.7 * u) + c[2] * sin(3.4 * u) + c[3] * sin(5.1 * u),
                           f_forsin(1.1).f);
  TEST_ASSERT_EQUAL_DOUBLE(1.5 * sin(2.1 * u - 0.4) + 0.9, f_shf(1.1).f);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_fn_poly(3, 1, c, 0).f);
}

/* --------------------------------------------------------------------------------------- stops */

static lash_fn_stop bistop(double x, double v) {
  return lash_fn_bistop(x, v, -1, 2, 100, 1.5, 8, 0.3);
}

static void impact_matches_its_formula(void) {
  double p = 0.2, damping = 8 * (1 - (0.1 / 0.3) * (0.1 / 0.3) * (3 - 2 * 0.1 / 0.3));
  lash_fn_stop f = lash_fn_impact(-0.2, -0.5, 0, 100, 1.5, 8, 0.3);
  TEST_ASSERT_EQUAL_DOUBLE(100 * pow(p, 1.5) + damping * 0.5, f.f);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_fn_impact(0, -5, 0, 100, 1.5, 8, 0.3).f);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_fn_impact(-0.01, 5, 0, 100, 1.5, 800, 0.001).f); /* would pull */
  TEST_ASSERT_EQUAL_DOUBLE(100, lash_fn_impact(-1, 0, 0, 100, 1.5, 8, 0).f);
}

static void bistop_is_two_impacts(void) {
  TEST_ASSERT_EQUAL_DOUBLE(lash_fn_impact(-1.4, 0.2, -1, 100, 1.5, 8, 0.3).f, bistop(-1.4, 0.2).f);
  TEST_ASSERT_EQUAL_DOUBLE(0, bistop(0.5, 3).f);
  TEST_ASSERT_EQUAL_DOUBLE(-100 * pow(0.5, 1.5) - 8 * 0.2, bistop(2.5, 0.2).f);
}

static void stop_derivatives_are_exact(void) {
  const double places[] = {-1.15, -1.4, 0.5, 2.1, 2.45}, h = 1e-5;
  for (int i = 0; i < 5; i++) {
    double x = places[i], v = x < 0 ? -0.3 : 0.3;
    lash_fn_stop f = bistop(x, v), xu = bistop(x + h, v), xd = bistop(x - h, v);
    lash_fn_stop vu = bistop(x, v + h), vd = bistop(x, v - h);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, (xu.f - xd.f) / (2 * h), f.d_x);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, (vu.f - vd.f) / (2 * h), f.d_v);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, (xu.d_x - xd.d_x) / (2 * h), f.d_xx);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, (xu.d_v - xd.d_v) / (2 * h), f.d_xv);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, (vu.d_v - vd.d_v) / (2 * h), f.d_vv);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(derivatives_are_exact);
  RUN_TEST(transitions_start_and_end_flat);
  RUN_TEST(series_match_their_definitions);
  RUN_TEST(impact_matches_its_formula);
  RUN_TEST(bistop_is_two_impacts);
  RUN_TEST(stop_derivatives_are_exact);
  return UNITY_END();
}
