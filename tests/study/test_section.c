/* Runs looked at now and then: interpolation, crossings, periods, bifurcation of a driven pendulum.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lash_poincare.h"
#include "pendulum.h"
#include "unity.h"

static char file[] = "/tmp/lash_section_XXXXXX";
static lash_error error;

void setUp(void) {}
void tearDown(void) {}

#define TEST_OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

enum { ROWS = 201 };

/* A record of sin and of a cubic over 0 … 10, made by hand. */
static double times[ROWS], data[2 * ROWS];

static lash_record by_hand(void) {
  for (int i = 0; i < ROWS; i++) {
    const double t = times[i] = 0.05 * i;
    data[i] = sin(t);
    data[ROWS + i] = 1 + t * (2 - t * (3 - 0.2 * t));
  }
  return (lash_record){.rows = ROWS, .columns = 2, .time = times, .data = data, .end = 10};
}

static void between_outputs(void) {
  const lash_record r = by_hand();
  for (double t = 0; t < 10; t += 0.0137) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, sin(t), lash_record_at(&r, 0, t));
    const double cubic = 1 + t * (2 - t * (3 - 0.2 * t));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1 + fabs(cubic)) * 100, cubic, lash_record_at(&r, 1, t));
  }
  TEST_ASSERT_EQUAL_DOUBLE(data[40], lash_record_at(&r, 0, times[40]));
  TEST_ASSERT_TRUE(isnan(lash_record_at(&r, 0, 10.1)));
}

static void crossings_and_strobes(void) {
  const lash_record r = by_hand();
  const double pi = 3.14159265358979324;
  double at[8];
  TEST_ASSERT_EQUAL_UINT(3, lash_record_crossings(&r, 0, 0, 0, 0.1, at, 8));
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-7, (i + 1) * pi, at[i]);
  TEST_ASSERT_EQUAL_UINT(1, lash_record_crossings(&r, 0, 0, 1, 0.1, at, 8));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 2 * pi, at[0]);
  TEST_ASSERT_EQUAL_UINT(2, lash_record_crossings(&r, 0, 0, -1, 0.1, at, 8));
  TEST_ASSERT_EQUAL_UINT(2, lash_record_crossings(&r, 0, 0, 0, 0.1, at, 2));
  TEST_ASSERT_EQUAL_UINT(6, lash_record_strobe(&r, 0, 0, 2, at, 8));
  for (int i = 0; i < 6; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, sin(2 * i), at[i]);
}

static void sequences_that_repeat(void) {
  const double one[] = {1, 1, 1, 1}, two[] = {1, 2, 1, 2, 1, 2, 1},
               three[] = {1, 1, 2, 1, 1, 2, 1, 1, 2};
  TEST_ASSERT_EQUAL_UINT(1, lash_repeats(one, 4, 16, 0));
  TEST_ASSERT_EQUAL_UINT(2, lash_repeats(two, 7, 16, 0));
  TEST_ASSERT_EQUAL_UINT(3, lash_repeats(three, 9, 16, 0));
  TEST_ASSERT_EQUAL_UINT(0, lash_repeats(three, 8, 16, 0)); /* not yet seen three times over */
  TEST_ASSERT_EQUAL_UINT(1, lash_repeats(two, 7, 16, 1));
}

/* ---------------------------------------------------------------------------------- bifurcation */

/* Over g: one branch up to the doubling near 1.066, two behind it, disorder at 1.2 (Baker and
 * Gollub 1990). The end of one run is the start of the next. */
static void a_bifurcation_diagram(void) {
  enum { KEEP = 24 };
  static const struct {
    double g;
    size_t skip, repeats;
  } cases[] = {{1.0, 60, 1},   {1.03, 60, 1}, {1.05, 60, 1}, {1.07, 120, 2},
               {1.075, 60, 2}, {1.2, 60, 0},  {1.5, 60, 0}};
  lash_study study;
  double samples[KEEP], *state = NULL, before = 0;
  const char *const name[] = {"g"};
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(pendulum, out);
  fclose(out);
  TEST_OK(lash_study_open(&study, file, &error));
  TEST_OK(lash_texts_add(&study.sets, pendulum_drive, &error));
  TEST_OK(lash_measures_parse("final(request/1.f2)", &study.model, &study.measures, &error));
  study.run.integrator = "rk45";
  study.run.error = 1e-8;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const lash_names names = {name, &cases[i].g, 1};
    const lash_strobe strobe = {
        .period = pendulum_period, .skip = cases[i].skip, .keep = KEEP, .carry = true};
    TEST_OK(lash_strobe_point(&study, &strobe, &names, NULL, samples, &state, &error));
    char told[64];
    snprintf(told, sizeof told, "g = %g", cases[i].g);
    TEST_ASSERT_EQUAL_INT_MESSAGE((int)cases[i].repeats, (int)lash_repeats(samples, KEEP, 8, 1e-3),
                                  told);
    /* carried on, a branch moves little from one value to the next */
    if (i > 0 && i < 3) TEST_ASSERT_DOUBLE_WITHIN(0.2, before, samples[0]);
    before = samples[0];
  }
  const lash_strobe none = {.keep = 1};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_strobe_point(&study, &none, NULL, NULL, samples, NULL, &error));
  free(state);
  lash_study_close(&study);
}

int main(void) {
  const int made = mkstemp(file);
  if (made < 0) return 1;
  close(made);
  UNITY_BEGIN();
  RUN_TEST(between_outputs);
  RUN_TEST(crossings_and_strobes);
  RUN_TEST(sequences_that_repeat);
  RUN_TEST(a_bifurcation_diagram);
  remove(file);
  return UNITY_END();
}
