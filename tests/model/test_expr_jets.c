/* Jets: time derivatives of motions and second derivatives of constraints, in closed form. */
#include "expr_helper.h"
#include "lash_functions.h"

void setUp(void) {}
void tearDown(void) {}

static void near(double expected, double actual) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1 + fabs(expected)), expected, actual);
}

static void jet_is(const char *text, double time, double value, double d1, double d2) {
  lash_expr *f = compiled(text, NULL);
  lash_jet y = lash_expr_time_jet(f, time, NULL, scratch);
  near(value, y.value);
  near(d1, y.d1);
  near(d2, y.d2);
  lash_expr_free(f);
}

static void motions_have_velocity_and_acceleration(void) {
  const double w = 2 * acos(-1);
  for (double t = -0.3; t < 1.5; t += 0.17) {
    jet_is("5", t, 5, 0, 0);
    jet_is("360D*TIME", t, w * t, w, 0);
    jet_is("30D*SIN(2*PI*TIME)", t, w / 12 * sin(w * t), w * w / 12 * cos(w * t),
           -w * w * w / 12 * sin(w * t));
    jet_is("TIME**3", t, t * t * t, 3 * t * t, 6 * t);
    jet_is("EXP(-2*TIME)*TIME", t, t * exp(-2 * t), (1 - 2 * t) * exp(-2 * t),
           (4 * t - 4) * exp(-2 * t));
    jet_is("1/(1+TIME**2)", t, 1 / (1 + t * t), -2 * t / pow(1 + t * t, 2),
           (6 * t * t - 2) / pow(1 + t * t, 3));
    jet_is("TAN(TIME/2)", t, tan(t / 2), 0.5 / pow(cos(t / 2), 2),
           0.5 * tan(t / 2) / pow(cos(t / 2), 2));
  }
}

/* The jet of a text against a function that gives its own derivatives. */
static const double series[] = {0.3, -1.2, 0.7, 2.1};
static lash_jet step(double t) { return lash_step(t, 0.1, 3, 1.9, -2); }
static lash_jet step5(double t) { return lash_step5(t, 0.1, 3, 1.9, -2); }
static lash_jet havsin(double t) { return lash_havsin(t, 0.1, 3, 1.9, -2); }
static lash_jet poly(double t) { return lash_poly(t, 0.4, series, 4); }
static lash_jet cheby(double t) { return lash_cheby(t, 0.4, series, 4); }
static lash_jet forcos(double t) { return lash_forcos(t, 0.4, 1.5, series, 4); }
static lash_jet forsin(double t) { return lash_forsin(t, 0.4, 1.5, series, 4); }
static lash_jet shf(double t) { return lash_shf(t, 0.4, 2, 1.3, 0.5, 0.1); }

static const struct {
  const char *text;
  lash_jet (*f)(double t);
} pairs[] = {{"STEP(TIME,.1,3,1.9,-2)", step},
             {"STEP5(TIME,.1,3,1.9,-2)", step5},
             {"HAVSIN(TIME,.1,3,1.9,-2)", havsin},
             {"POLY(TIME,.4,.3,-1.2,.7,2.1)", poly},
             {"CHEBY(TIME,.4,.3,-1.2,.7,2.1)", cheby},
             {"FORCOS(TIME,.4,1.5,.3,-1.2,.7,2.1)", forcos},
             {"FORSIN(TIME,.4,1.5,.3,-1.2,.7,2.1)", forsin},
             {"SHF(TIME,.4,2,1.3,.5,.1)", shf}};

static void steps_and_series_equal_their_own_derivatives(void) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    for (double t = -0.3; t < 2.4; t += 0.17) {
      lash_jet y = pairs[i].f(t);
      jet_is(pairs[i].text, t, y.value, y.d1, y.d2);
    }
  }
}

/* A point that runs round a circle never leaves it: f, f' and f'' of the constraint all vanish, and
 * what the jet leaves out without accelerations is gradient times acceleration. */
static void constraint_of_a_circular_motion(void) {
  lash_expr *f = compiled("DX(1)**2+DY(1)**2-4", NULL);
  const double t = 0.6, w = 3;
  lash_jet in[] = {{2 * cos(w * t), -2 * w * sin(w * t), -2 * w * w * cos(w * t)},
                   {2 * sin(w * t), 2 * w * cos(w * t), -2 * w * w * sin(w * t)}};
  lash_jet y = lash_expr_jet(f, (lash_jet){t, 1, 0}, in, scratch);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0, y.value);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0, y.d1);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0, y.d2);

  const double x[] = {in[0].value, in[1].value}, acceleration[] = {in[0].d2, in[1].d2};
  double grad[2];
  lash_expr_gradient(f, t, x, scratch, grad, NULL);
  in[0].d2 = in[1].d2 = 0;
  y = lash_expr_jet(f, (lash_jet){t, 1, 0}, in, scratch);
  near(2 * 4 * w * w, y.d2); /* 2 (xdot^2 + ydot^2) */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, y.d2 + grad[0] * acceleration[0] + grad[1] * acceleration[1]);
  lash_expr_free(f);
}

static void inputs_at_rest_do_not_move_the_jet(void) {
  const double x[] = {0.5};
  lash_expr *f = compiled("DX(1)*TIME**2 + SQRT(DX(1)-.5)", NULL);
  lash_jet y = lash_expr_time_jet(f, 3, x, scratch);
  near(4.5, y.value);
  near(3, y.d1);
  near(1, y.d2);
  lash_expr_free(f);
}

/* ------------------------------------------------------------------------------------ splines */

static lash_interpolant *parabola_family;

static const lash_interpolant *find(void *context, int id) {
  return id == 7 ? *(lash_interpolant **)context : NULL;
}

static const lash_expr_options with_splines = {.find_spline = find, .context = &parabola_family};

/* y = z x^2 is among what CUBSPL and the linear z reproduce: the composition is known exactly. */
static void splines_pass_their_derivatives_on(void) {
  double x[9], y[3 * 9], z[] = {0, 1, 3};
  for (int i = 0; i < 9; i++) {
    x[i] = i - 4 + 0.1 * (i % 3);
    for (int j = 0; j < 3; j++) y[9 * j + i] = z[j] * x[i] * x[i];
  }
  lash_interpolant_data data = {.points = 9, .curves = 3, .x = x, .y = y, .z = z};
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_interpolant_create(&data, &parabola_family, &error));

  /* x = sin t, z = 1 + t^2 / 2 */
  const double t = 0.8, s = sin(t), c = cos(t), w = 1 + t * t / 2;
  static const char *const texts[] = {"CUBSPL(SIN(TIME),1+TIME**2/2,7)",
                                      "CUBSPL(SIN(TIME),1+TIME**2/2,7,1)",
                                      "CUBSPL(SIN(TIME),1+TIME**2/2,7,2)"};
  const double expected[3][3] = {
      {w * s * s, t * s * s + 2 * w * s * c,
       s * s + 4 * t * s * c + 2 * w * (c * c - s * s)},                 /* z x^2 */
      {2 * w * s, 2 * t * s + 2 * w * c, 2 * s + 4 * t * c - 2 * w * s}, /* 2 z x */
      {2 * w, 2 * t, 2}};                                                /* 2 z */
  for (int k = 0; k < 3; k++) {
    lash_expr *f = compiled(texts[k], &with_splines);
    lash_jet jet = lash_expr_time_jet(f, t, NULL, scratch);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, expected[k][0], jet.value);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, expected[k][1], jet.d1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, expected[k][2], jet.d2);
    double by_time;
    near(jet.value, lash_expr_gradient(f, t, NULL, scratch, NULL, &by_time));
    near(jet.d1, by_time);
    lash_expr_free(f);
  }
  lash_interpolant_free(parabola_family);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(motions_have_velocity_and_acceleration);
  RUN_TEST(steps_and_series_equal_their_own_derivatives);
  RUN_TEST(constraint_of_a_circular_motion);
  RUN_TEST(inputs_at_rest_do_not_move_the_jet);
  RUN_TEST(splines_pass_their_derivatives_on);
  return UNITY_END();
}
