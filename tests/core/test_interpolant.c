/* Splines: what they reproduce exactly, Akima's local rule, ends, families, refusals. */
#include <string.h>

#include "lash_interpolant.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { POINTS = 9 };
static const double knots[POINTS] = {-2, -1.3, -0.4, 0.1, 0.9, 1.2, 2.5, 3.1, 4};

static double parabola(double x) { return 1 - 2 * x + 0.5 * x * x; }
static double cubic(double x) { return parabola(x) + 0.7 * x * x * x; }

static lash_interpolant *through(double (*f)(double), bool line_outside) {
  double y[POINTS];
  for (int i = 0; i < POINTS; i++) y[i] = f(knots[i]);
  lash_interpolant_data data = {.points = POINTS, .curves = 1, .x = knots, .y = y};
  data.linear_extrapolate = line_outside;
  lash_interpolant *spline;
  lash_error error = {.message = ""};
  TEST_ASSERT_TRUE_MESSAGE(lash_interpolant_create(&data, &spline, &error) == LASH_OK,
                           error.message);
  return spline;
}

static lash_interpolant_point at(const lash_interpolant *spline, lash_interpolation method,
                                 double x) {
  lash_interpolant_point point;
  lash_interpolant_evaluate(spline, method, x, 0, &point);
  return point;
}

static void cubspl_reproduces_cubics(void) {
  lash_interpolant *spline = through(cubic, false);
  for (double x = -2; x <= 4; x += 0.0625) {
    lash_interpolant_point p = at(spline, LASH_CUBIC, x);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, cubic(x), p.dx[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, -2 + x + 2.1 * x * x, p.dx[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1 + 4.2 * x, p.dx[2]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 4.2, p.dx[3]);
    TEST_ASSERT_TRUE(p.dx[4] == 0 && p.dz[0] == 0);
  }
  lash_interpolant_free(spline);
}

/* On even knots chord slopes of a parabola are in arithmetic progression, as Akima assumes. */
static void akispl_reproduces_parabolas_on_even_knots(void) {
  double x[6], y[6];
  for (int i = 0; i < 6; i++) x[i] = 0.5 * i, y[i] = parabola(x[i]);
  lash_interpolant_data data = {.points = 6, .curves = 1, .x = x, .y = y};
  lash_interpolant *spline;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &spline, NULL));
  for (double u = -1; u <= 4; u += 0.0625) {
    lash_interpolant_point p = at(spline, LASH_AKIMA, u);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, parabola(u), p.dx[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -2 + u, p.dx[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, p.dx[2]);
  }
  lash_interpolant_free(spline);
}

/* A kink worked by hand. Chords 0 0 0 1 1 1: where three equal chords meet, the slope is theirs, so
 * both straight runs stay straight; at the corner the weights vanish and the slope is the mean. */
static void akispl_keeps_straight_runs_straight(void) {
  const double x[] = {0, 1, 2, 3, 4, 5, 6}, y[] = {0, 0, 0, 0, 1, 2, 3};
  lash_interpolant_data data = {.points = 7, .curves = 1, .x = x, .y = y};
  lash_interpolant *spline;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &spline, NULL));
  TEST_ASSERT_TRUE(at(spline, LASH_AKIMA, 1.5).dx[0] == 0);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, at(spline, LASH_AKIMA, 3).dx[1]);
  TEST_ASSERT_EQUAL_DOUBLE(1.5, at(spline, LASH_AKIMA, 4.5).dx[0]);
  /* on [2, 3]: y 0 0, slopes 0 and 1/2: y = h^2 (h - 1) / 2 */
  TEST_ASSERT_EQUAL_DOUBLE(-0.0625, at(spline, LASH_AKIMA, 2.5).dx[0]);
  TEST_ASSERT_TRUE(fabs(at(spline, LASH_CUBIC, 1.5).dx[0]) > 1e-3); /* the cubic rings */
  lash_interpolant_free(spline);
}

/* Akima's weighted slope at one knot of uneven data: chords 1, 3, -2, 0 around it. */
static void akispl_weighs_the_chords(void) {
  const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 4, 2, 2};
  lash_interpolant_data data = {.points = 5, .curves = 1, .x = x, .y = y};
  lash_interpolant *spline;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &spline, NULL));
  TEST_ASSERT_EQUAL_DOUBLE((2.0 * 3 + 2.0 * -2) / 4, at(spline, LASH_AKIMA, 2).dx[1]);
  /* at x = 1 the chords are -1 (imagined: 2*1 - 3), 1, 3, -2: weights |−2−3| and |1+1| */
  TEST_ASSERT_EQUAL_DOUBLE((5.0 * 1 + 2.0 * 3) / 7, at(spline, LASH_AKIMA, 1).dx[1]);
  lash_interpolant_free(spline);
}

static void smoothness_across_the_knots(void) {
  lash_interpolant *spline = through(sin, false);
  const double h = 1e-9;
  for (int i = 1; i + 1 < POINTS; i++) {
    for (int method = 0; method < 2; method++) {
      lash_interpolant_point left = at(spline, (lash_interpolation)method, knots[i] - h);
      lash_interpolant_point right = at(spline, (lash_interpolation)method, knots[i]);
      TEST_ASSERT_EQUAL_DOUBLE(sin(knots[i]), right.dx[0]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, right.dx[0], left.dx[0]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, right.dx[1], left.dx[1]);
      if (method == LASH_CUBIC) TEST_ASSERT_DOUBLE_WITHIN(1e-7, right.dx[2], left.dx[2]);
    }
  }
  lash_interpolant_free(spline);
}

/* Halving the spacing cuts the error of a smooth curve by 2^4, and of its slope by 2^3. */
static double worst_error(size_t points, int order) {
  double x[64], y[64], worst = 0;
  for (size_t i = 0; i < points; i++) {
    x[i] = 3 * (double)i / (double)(points - 1);
    y[i] = exp(-x[i]) * sin(2 * x[i]);
  }
  lash_interpolant_data data = {.points = points, .curves = 1, .x = x, .y = y};
  lash_interpolant *spline;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &spline, NULL));
  for (double u = 0; u <= 3; u += 0.003) {
    double exact = order ? exp(-u) * (2 * cos(2 * u) - sin(2 * u)) : exp(-u) * sin(2 * u);
    worst = fmax(worst, fabs(at(spline, LASH_CUBIC, u).dx[order] - exact));
  }
  lash_interpolant_free(spline);
  return worst;
}

static void cubspl_converges_with_its_order(void) {
  TEST_ASSERT_GREATER_THAN_DOUBLE(3.7, log2(worst_error(31, 0) / worst_error(61, 0)));
  TEST_ASSERT_GREATER_THAN_DOUBLE(2.7, log2(worst_error(31, 1) / worst_error(61, 1)));
}

static void outside_is_a_parabola_or_a_line(void) {
  lash_interpolant *curve = through(parabola, false), *straight = through(parabola, true);
  for (int method = 0; method < 2; method++) {
    lash_interpolant_point p = at(curve, (lash_interpolation)method, 7);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, parabola(7), p.dx[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5, p.dx[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, p.dx[2]);
    p = at(curve, (lash_interpolation)method, -5);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, parabola(-5), p.dx[0]);

    double slope = (parabola(4) - parabola(3.1)) / 0.9;
    p = at(straight, (lash_interpolation)method, 7);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, parabola(4) + 3 * slope, p.dx[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, slope, p.dx[1]);
    slope = (parabola(-1.3) - parabola(-2)) / 0.7;
    p = at(straight, (lash_interpolation)method, -5);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, parabola(-2) - 3 * slope, p.dx[0]);
    TEST_ASSERT_TRUE(p.dx[2] == 0);
  }
  TEST_ASSERT_DOUBLE_IS_NAN(at(curve, LASH_AKIMA, NAN).dx[0]);
  lash_interpolant_free(curve);
  lash_interpolant_free(straight);
}

static void families_are_linear_in_z(void) {
  const double x[] = {0, 1, 2, 3, 4}, z[] = {-1, 0, 2};
  double y[15];
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 5; i++) y[5 * j + i] = (3 + 2 * z[j]) * x[i] * x[i] * x[i];
  }
  lash_interpolant_data data = {.points = 5, .curves = 3, .x = x, .y = y, .z = z};
  lash_interpolant *spline;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &spline, NULL));
  for (double w = -3; w < 5; w += 0.5) { /* also beyond the first and last curve */
    lash_interpolant_point p;
    lash_interpolant_evaluate(spline, LASH_CUBIC, 1.7, w, &p);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, (3 + 2 * w) * 1.7 * 1.7 * 1.7, p.dx[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, (3 + 2 * w) * 3 * 1.7 * 1.7, p.dx[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 2 * 1.7 * 1.7 * 1.7, p.dz[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 6 * 1.7 * 1.7, p.dz[1]);
  }
  lash_interpolant_free(spline);
}

static void refused(const lash_interpolant_data *data, const char *words) {
  lash_interpolant *spline;
  lash_error error = {.message = ""};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_interpolant_create(data, &spline, &error));
  TEST_ASSERT_NULL(spline);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
}

static void bad_data_is_refused_in_words(void) {
  const double x[] = {0, 1, 2, 3}, back[] = {0, 2, 1, 3}, hole[] = {0, 1, NAN, 3};
  refused(&(lash_interpolant_data){.points = 3, .curves = 1, .x = x, .y = x}, "at least 4");
  refused(&(lash_interpolant_data){.points = 4, .curves = 0, .x = x, .y = x}, "no curve");
  refused(&(lash_interpolant_data){.points = 4, .curves = 2, .x = x, .y = x}, "needs a z value");
  refused(&(lash_interpolant_data){.points = 4, .curves = 1, .x = back, .y = x},
          "number 3 (1) follows 2");
  refused(&(lash_interpolant_data){.points = 4, .curves = 1, .x = hole, .y = x}, "x number 3");
  refused(&(lash_interpolant_data){.points = 4, .curves = 1, .x = x, .y = hole}, "y number 3");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(cubspl_reproduces_cubics);
  RUN_TEST(akispl_reproduces_parabolas_on_even_knots);
  RUN_TEST(akispl_keeps_straight_runs_straight);
  RUN_TEST(akispl_weighs_the_chords);
  RUN_TEST(smoothness_across_the_knots);
  RUN_TEST(cubspl_converges_with_its_order);
  RUN_TEST(outside_is_a_parabola_or_a_line);
  RUN_TEST(families_are_linear_in_z);
  RUN_TEST(bad_data_is_refused_in_words);
  return UNITY_END();
}
