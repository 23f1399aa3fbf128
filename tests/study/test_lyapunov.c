/* Lyapunov exponents that are known: of linear systems from their eigenvalues, of the driven damped
 * pendulum from its tangent equations, integrated here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lash_lyapunov.h"
#include "pendulum.h"
#include "unity.h"

static char file[] = "/tmp/lash_lyapunov_XXXXXX";
static lash_error error;

void setUp(void) {}
void tearDown(void) {}

#define TEST_OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static const double pi = 3.14159265358979324;

static lash_lyapunov exponent_of(const char *text, const char *set,
                                 const lash_lyapunov_options *options) {
  lash_study study;
  lash_lyapunov result = {0};
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(text, out);
  fclose(out);
  TEST_OK(lash_study_open(&study, file, &error));
  if (set) TEST_OK(lash_model_set(&study.model, "SFORCE/1.FUNCTION", set, &error));
  study.run.integrator = "rk45";
  TEST_OK(lash_lyapunov_of(&study.model, &study.run, options, &result, NULL, &error));
  lash_study_close(&study);
  return result;
}

/* --------------------------------------------------------------------------------------- linear */

/* A slider of 1 kg under a force of its place and speed. */
static const char slider[] =
    "a slider\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1, REULER=90D,90D,0\n"
    "PART/2, MASS=1, CM=2, IP=1,1,1, QG=0.2,0,0\n"
    "MARKER/2, PART=2, REULER=90D,90D,0\n"
    "JOINT/1, TRANSLATIONAL, I=2, J=1\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=0\n"
    "END\n";

static void linear_systems(void) {
  const lash_lyapunov_options options = {.interval = 0.1, .skip = 60, .count = 60};
  /* x'' = -2 x' - 0.75 x: eigenvalues -0.5 and -1.5; the motion dies, its difference is kept apart
   */
  lash_lyapunov l = exponent_of(slider, "1-0.75*DX(2,1)-2*VX(2,1)", &options);
  TEST_ASSERT_DOUBLE_WITHIN(2e-3, -0.5, l.exponent);
  /* x'' = -x + 0.3: no damping */
  const lash_lyapunov_options turns = {.interval = 2 * pi / 8, .skip = 8, .count = 80};
  l = exponent_of(slider, "0.3-DX(2,1)", &turns);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0, l.exponent);
  /* x'' = -2 d x' - x with d = 0.1: -d, over whole turns */
  const double d = 0.1, w = sqrt(1 - d * d);
  const lash_lyapunov_options damped = {.interval = 2 * pi / w / 8, .skip = 16, .count = 80};
  l = exponent_of(slider, "SIN(3*TIME)-DX(2,1)-0.2*VX(2,1)", &damped);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, -d, l.exponent);
  /* x'' = x: it runs away at e^t, and so does its neighbour */
  const lash_lyapunov_options away = {.interval = 0.1, .skip = 60, .count = 20};
  l = exponent_of(slider, "DX(2,1)", &away);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1, l.exponent);
}

/* ------------------------------------------------------------------------------------- pendulum */

static const double drive = 2.0 / 3;

/* The tangent equations along the motion, classical Runge-Kutta: independent of the solver. */
static void rates(double t, const double y[4], double g, double out[4]) {
  out[0] = y[1];
  out[1] = -0.5 * y[1] - sin(y[0]) + g * cos(drive * t);
  out[2] = y[3];
  out[3] = -0.5 * y[3] - cos(y[0]) * y[2];
}

static double tangent_exponent(double g, int periods) {
  enum { STEPS = 400 };
  const double h = 2 * pi / drive / STEPS;
  double y[4] = {0, 0, 1, 0}, k[4][4], z[4], sum = 0;
  for (int n = 0; n < (periods + 50) * STEPS; n++) {
    const double t = n * h;
    rates(t, y, g, k[0]);
    for (int i = 0; i < 4; i++) z[i] = y[i] + h / 2 * k[0][i];
    rates(t + h / 2, z, g, k[1]);
    for (int i = 0; i < 4; i++) z[i] = y[i] + h / 2 * k[1][i];
    rates(t + h / 2, z, g, k[2]);
    for (int i = 0; i < 4; i++) z[i] = y[i] + h * k[2][i];
    rates(t + h, z, g, k[3]);
    for (int i = 0; i < 4; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    const double size = hypot(y[2], y[3]);
    y[2] /= size, y[3] /= size;
    if (n >= 50 * STEPS) sum += log(size);
  }
  return sum / (periods * STEPS * h);
}

static void expect_pendulum(const char *torque, double g, int periods, double tolerance, int sign) {
  const lash_lyapunov_options options = {
      .interval = pendulum_period, .skip = 30, .count = (size_t)periods};
  const lash_lyapunov l = exponent_of(pendulum, torque, &options);
  const double expected = tangent_exponent(g, 20 * periods);
  char told[160];
  snprintf(told, sizeof told, "g = %g: %g +- %g, tangent equations %g", g, l.exponent,
           l.uncertainty, expected);
  TEST_ASSERT_TRUE_MESSAGE(sign * l.exponent > 3 * l.uncertainty, told);
  /* three standard errors of the shorter run, or what a regular motion is off by */
  TEST_ASSERT_TRUE_MESSAGE(fabs(l.exponent - expected) < fmax(3 * l.uncertainty, tolerance), told);
}

static void the_driven_pendulum(void) {
  expect_pendulum("0.9*COS(2*TIME/3)-0.5*WZ(2,1)", 0.9, 20, 2e-3, -1);   /* period one */
  expect_pendulum("1.07*COS(2*TIME/3)-0.5*WZ(2,1)", 1.07, 20, 2e-3, -1); /* period two */
  expect_pendulum("1.5*COS(2*TIME/3)-0.5*WZ(2,1)", 1.5, 120, 0, 1);      /* chaos */
}

/* As measures, of one period of the drive: regular, doubled, chaotic. */
static void as_measures(void) {
  static const struct { double g, repeats; } cases[] = {{0.9, 1}, {1.07, 2}, {1.5, NAN}};
  lash_study study;
  double value[3];
  const char *const name[] = {"g"};
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(pendulum, out);
  fclose(out);
  TEST_OK(lash_study_open(&study, file, &error));
  TEST_OK(lash_texts_add(&study.sets, pendulum_drive, &error));
  TEST_OK(lash_measures_parse("repeats(WZ(2,1),3*pi),lyapunov(3*pi),lyapunov_error(3*pi)",
                              &study.model, &study.measures, &error));
  study.run.integrator = "rk45";
  study.run.error = 1e-9;
  study.run.end = pendulum_period * 100;
  study.run.output_step = pendulum_period / 8;
  study.from = pendulum_period * 40;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const lash_names names = {name, &cases[i].g, 1};
    TEST_OK(lash_study_point(&study, &names, NULL, value, NULL, &error));
    if (isnan(cases[i].repeats)) {
      TEST_ASSERT_TRUE(isnan(value[0]));
      TEST_ASSERT_TRUE(value[1] > 3 * value[2]);
    } else {
      TEST_ASSERT_EQUAL_DOUBLE(cases[i].repeats, value[0]);
      TEST_ASSERT_TRUE(value[1] < -3 * value[2]);
    }
    if (i > 0) continue;
    /* measured once for both, and the same as by hand */
    const lash_lyapunov_options options = {.interval = pendulum_period, .skip = 40, .count = 60};
    lash_model model = {0};
    lash_lyapunov l;
    TEST_OK(lash_model_read(&model, file, &error));
    TEST_OK(lash_apply_sets(&model, &study.sets, &names, &error));
    TEST_OK(lash_lyapunov_of(&model, &study.run, &options, &l, NULL, &error));
    lash_model_free(&model);
    TEST_ASSERT_EQUAL_DOUBLE(l.exponent, value[1]);
    TEST_ASSERT_EQUAL_DOUBLE(l.uncertainty, value[2]);
  }
  lash_study_close(&study);
}

static void mistakes_are_told(void) {
  lash_study study;
  lash_lyapunov result;
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(slider, out);
  fclose(out);
  TEST_OK(lash_study_open(&study, file, &error));
  const lash_lyapunov_options none = {.count = 100}, few = {.interval = 1, .count = 3};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_lyapunov_of(&study.model, &study.run, &none, &result, NULL, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "interval"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_lyapunov_of(&study.model, &study.run, &few, &result, NULL, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "run longer"));
  lash_study_close(&study);
}

int main(void) {
  const int made = mkstemp(file);
  if (made < 0) return 1;
  close(made);
  UNITY_BEGIN();
  RUN_TEST(linear_systems);
  RUN_TEST(the_driven_pendulum);
  RUN_TEST(as_measures);
  RUN_TEST(mistakes_are_told);
  remove(file);
  return UNITY_END();
}
