/* The cases' reference numbers, met to their digits, and results on disk. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "case_helper.h"
#include "lash_validation.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* Every verdict of a case is the one on record. */
static lash_validation *verdicts(const char *name, const char *out) {
  const lash_validation_options options = {
      .folder = CASES, .names = &name, .name_count = 1, .jobs = 2, .quick = true, .out = out};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
  for (size_t i = 0; i < v->item[0].claim_count; i++) {
    const lash_claim *c = &v->item[0].claim[i];
    char text[512];
    snprintf(text, sizeof text, "%s: %g, %s %s", c->id, c->computed, lash_verdict_name(c->verdict),
             c->failure);
    TEST_ASSERT_FALSE_MESSAGE(c->surprise, text);
  }
  return v;
}

static double computed(const lash_validation *v, const char *id) {
  for (size_t i = 0; i < v->item[0].claim_count; i++) {
    if (strcmp(v->item[0].claim[i].id, id) == 0) return v->item[0].claim[i].computed;
  }
  return NAN;
}

static void slider_crank(void) {
  char folder[] = "/tmp/lash_validation_XXXXXX", path[256];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  lash_validation *v = verdicts("slider_crank", folder);
  TEST_ASSERT_DOUBLE_WITHIN(5e-12, 3.258212300e-2, computed(v, "004-c1"));
  TEST_ASSERT_DOUBLE_WITHIN(5e-12, -6.911998409e-2, computed(v, "004-c3"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 7.1147639042e-4, computed(v, "004-c4"));
  lash_validation_free(v);

  static const char *const files[] = {"slider_crank/curves.csv",
                                      "slider_crank/curves_weightless.csv",
                                      "slider_crank/claims.csv", "index.html"};
  for (size_t i = 0; i < 4; i++) {
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, stat(path, &info), path);
    TEST_ASSERT_TRUE(info.st_size > 500);
    if (i == 0) {
      char line[256] = "";
      FILE *file = fopen(path, "r");
      TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, file));
      fclose(file);
      TEST_ASSERT_EQUAL_STRING("time_s,theta_deg,torque_Nm,Ax_N,Ay_N,Bx_N,By_N,Cx_N,Cy_N,N_N\n",
                               line);
    }
    remove(path);
  }
  snprintf(path, sizeof path, "%s/slider_crank", folder);
  remove(path);
  remove(folder);
}

static void three_ups_s(void) {
  lash_validation *v = verdicts("three_ups_s", NULL);
  TEST_ASSERT_DOUBLE_WITHIN(6e-10, -1.018971605, computed(v, "004-c5"));
  TEST_ASSERT_DOUBLE_WITHIN(6e-10, 331.667693929, computed(v, "004-c10"));
  size_t counts[LASH_NOT_RUN + 1] = {0}, met = 0, checks = 0;
  lash_validation_count(&v->item[0], counts);
  lash_validation_checks(&v->item[0], &met, &checks);
  TEST_ASSERT_EQUAL_INT(0, (int)counts[LASH_NOT_RUN]);
  TEST_ASSERT_EQUAL_INT((int)checks, (int)met);
  lash_validation_free(v);
}

/* One run with impacts, with the step the reference took much finer than any error asked for. */
static void rssr_reference_run(void) {
  run_result result = carry_out("rssr", "check_12000_c01_ln");
  const size_t n = result.rows;
  TEST_ASSERT_DOUBLE_WITHIN(5e-10, -0.2499346918, result.data[2 * n + n - 1]);
  TEST_ASSERT_DOUBLE_WITHIN(2, 38773.8, greatest(&result, 6, 1)); /* of samples 1 us apart */
  TEST_ASSERT_DOUBLE_WITHIN(0.01e-6, 234.36e-6, greatest(&result, 5, 1));
  TEST_ASSERT_TRUE(result.audit < 1e-8);
  run_result_free(&result);
}

static void press_without_clearance(void) {
  run_result result = carry_out("press", "geom1_ideal");
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.470, greatest(&result, 1, 1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.4180272915, greatest(&result, 1, -1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.817085, greatest(&result, 2, 1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 32.336406,
                            fmax(greatest(&result, 3, 1), -greatest(&result, 3, -1)));
  run_result_free(&result);
}

static void five_bar_inverse_dynamics(void) {
  run_result result = carry_out("mobile_five_bar", "ideal_15");
  static const double start[] = {-8.2401117959, 15.3125903675, -10.8640937901, 14.2865394837};
  for (size_t k = 0; k < 4; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, start[k], result.data[(9 + k) * result.rows]);
  }
  run_result_free(&result);
}

/* Torques of one run drive another: it follows the first until the first impact, at its time. */
static void five_bar_first_impact(void) {
  run_result result = carry_out("mobile_five_bar", "first_impact");
  const double *t = result.data, *depth = result.data + 9 * result.rows;
  size_t i = 1;
  while (i < result.rows && depth[i] <= 0) i++;
  TEST_ASSERT_TRUE(i < result.rows);
  const double touch = t[i - 1] - depth[i - 1] * (t[i] - t[i - 1]) / (depth[i] - depth[i - 1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 3.0115489499e-3, touch);
  run_result_free(&result);
}

static void impact_pendulum(void) { lash_validation_free(verdicts("impact_pendulum", NULL)); }

/* Members differ, and each is the same every time. */
static void members_are_reproducible(void) {
  run_list runs;
  lash_error error;
  run_result result[3];
  TEST_ASSERT_EQUAL_INT(LASH_OK, run_list_read(CASES "/rssr/runs.txt", &runs, &error));
  run_setup setup = *run_list_find(&runs, "printed_12000_c05_hertz");
  strcpy(setup.end, "0.001");
  setup.steps = 10;
  for (size_t i = 0; i < 3; i++) run_execute(&runs, &setup, CASES "/rssr", i > 0, &result[i]);
  for (size_t i = 0; i < 3; i++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, result[i].failure.status, result[i].failure.message);
  }
  const size_t last = 2 * result[0].rows + result[0].rows - 1;
  TEST_ASSERT_TRUE(result[0].data[last] != result[1].data[last]);
  TEST_ASSERT_EQUAL_DOUBLE(result[1].data[last], result[2].data[last]);
  for (size_t i = 0; i < 3; i++) run_result_free(&result[i]);
  run_list_free(&runs);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(slider_crank);
  RUN_TEST(three_ups_s);
  RUN_TEST(rssr_reference_run);
  RUN_TEST(press_without_clearance);
  RUN_TEST(five_bar_inverse_dynamics);
  RUN_TEST(five_bar_first_impact);
  RUN_TEST(impact_pendulum);
  RUN_TEST(members_are_reproducible);
  return UNITY_END();
}
