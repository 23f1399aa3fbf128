/* The library of benchmarks: every number is met, or not met, as on record; in other engines too.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case_helper.h"
#include "lash_validation.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* Under sanitizers, ten times slower, some of them: the numbers are the other build's business. */
#ifdef __SANITIZE_ADDRESS__
static const char *const some[] = {"elastic_impact", "gear_backlash", "rocking_block", "heavy_top",
                                   "oil_in_the_pin"};
enum { SOME = sizeof some / sizeof some[0], LEAST = SOME };
#else
static const char *const *const some = NULL;
enum { SOME = 0, LEAST = 17 };
#endif

static void as_on_record(void) {
  const lash_validation_options options = {
      .folder = CASES, .names = some, .name_count = SOME, .suite = LASH_SUITE_LIBRARY, .jobs = 2};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
  TEST_ASSERT_TRUE(v->count >= LEAST);
  TEST_ASSERT_EQUAL_UINT(0, v->failures);
  size_t met = 0, all = 0;
  for (size_t i = 0; i < v->count; i++) {
    lash_validation_checks(&v->item[i], &met, &all);
    for (size_t k = 0; k < v->item[i].claim_count; k++) {
      const lash_claim *c = &v->item[i].claim[k];
      char text[512];
      snprintf(text, sizeof text, "%s: %.12g, %s %s", c->id, c->computed,
               lash_verdict_name(c->verdict), c->failure);
      TEST_ASSERT_FALSE_MESSAGE(c->surprise, text);
    }
  }
  TEST_ASSERT_TRUE_MESSAGE(met > 9 * all / 10, "most of the library is met");
  lash_validation_free(v);
}

/* Papers and library are found by name alike; a suite holds its own cases only. */
static void suites(void) {
  static const char *const names[] = {"heavy_top", "impact_pendulum"};
  const lash_validation_options both = {
      .folder = CASES, .names = names, .name_count = 2, .jobs = 2, .quick = true};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&both, &v, &error), error.message);
  TEST_ASSERT_EQUAL_UINT(2, v->count);
  TEST_ASSERT_EQUAL_UINT(0, v->surprises);
  lash_validation_free(v);
}

/* The same dataset and rules in another engine: the impact's force to 1e-6, and no energy balance,
 * which is the reference solver's; an engine that is not here is refused in words. */
static void other_engines(void) {
  static const char *const names[] = {"elastic_impact"};
  static const char *const hosts[] = {"mujoco", "simbody"};
  lash_error error = {0};
  lash_validation *v = NULL;
  for (size_t h = 0; h < 2; h++) {
    const lash_validation_options options = {
        .folder = CASES, .names = names, .name_count = 1, .host = hosts[h]};
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
    const lash_claim *c = v->item[0].claim;
    if (v->failures) {
      printf("%s is not here\n", hosts[h]);
    } else {
      TEST_ASSERT_DOUBLE_WITHIN(1e-6 * 10696.889, 10696.889, c[1].computed);
      TEST_ASSERT_TRUE(isnan(c[6].computed));
    }
    lash_validation_free(v);
  }
  const lash_validation_options unknown = {
      .folder = CASES, .names = names, .name_count = 1, .host = "nobody"};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&unknown, &v, &error), error.message);
  TEST_ASSERT_EQUAL_UINT(2, v->failures);
  TEST_ASSERT_NOT_NULL(strstr(v->item[0].failed, "nobody"));
  lash_validation_free(v);
}

/* A step for engines whose step is fixed: with its own of 1e-4 s MuJoCo misses four of the heavy
 * top's six numbers. */
static void steps_of_engines(void) {
  static const char *const names[] = {"heavy_top"};
  const lash_validation_options options = {
      .folder = CASES, .names = names, .name_count = 1, .host = "mujoco"};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
  for (size_t k = 0; k < 6 && !v->failures; k++)
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_REPRODUCED, v->item[0].claim[k].verdict,
                                  v->item[0].claim[k].id);
  lash_validation_free(v);
}

/* A word in runs.txt that is not what it should be, with its line. */
static void steps_that_are_none(void) {
  static const struct {
    const char *line, *words;
  } bad[] = {{"engine_step mujoco", "'NAME = …' is wanted"},
             {"engine_step mujoco = 0", "above zero"},
             {"engine_step mujoco = fast", "above zero"},
             {"engine_step a = 1\nengine_step b = 1\nengine_step c = 1\nengine_step d = 1\n"
              "engine_step e = 1",
              "more than 4"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    char path[] = "/tmp/lash_runs_XXXXXX";
    run_list list;
    lash_error error = {0};
    const int made = mkstemp(path);
    TEST_ASSERT_TRUE(made >= 0);
    FILE *file = fdopen(made, "w");
    fprintf(file, "run one\n%s\n", bad[k].line);
    fclose(file);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, run_list_read(path, &list, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, bad[k].words), error.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, k == 3 ? ":6" : ":2"), error.message);
    remove(path);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(as_on_record);
  RUN_TEST(suites);
  RUN_TEST(other_engines);
  RUN_TEST(steps_of_engines);
  RUN_TEST(steps_that_are_none);
  return UNITY_END();
}
