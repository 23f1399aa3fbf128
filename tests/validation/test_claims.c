/* Rules, verdicts, ensembles, and files that are wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "claims.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static bool holds(const char *rule, double value, double margin) {
  bool result = false;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, claim_rule_holds(rule, value, margin, &result, &error),
                                error.message);
  return result;
}

static void rules(void) {
  TEST_ASSERT_TRUE(holds("near 3 within 0.1", 3.05, 0));
  TEST_ASSERT_FALSE(holds("near 3 within 0.1", 3.2, 0));
  TEST_ASSERT_TRUE(holds("between 1 and 2", 1.5, 0));
  TEST_ASSERT_TRUE(holds("above 1", 1.5, 0));
  TEST_ASSERT_FALSE(holds("above 1", 1.5, 0.6)); /* not surely */
  TEST_ASSERT_TRUE(holds("below 2*pi", 6, 0));
  TEST_ASSERT_FALSE(holds("below 1", NAN, 0));
  bool result;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, claim_rule_holds("about 3", 3, 0, &result, &error));
}

/* Three members of one run, one column with the values 1, 2, 3. */
static run_list runs;
static run_job jobs[3];
static double numbers[3][4];

static void make_results(void) {
  runs = (run_list){calloc(2, sizeof(run_setup)), 2};
  strcpy(runs.item[0].name, "run");
  strcpy(runs.item[0].column[0].name, "x");
  runs.item[0].columns = 1;
  strcpy(runs.item[1].name, "absent");
  for (size_t i = 0; i < 3; i++) {
    numbers[i][0] = 0, numbers[i][1] = 1;
    numbers[i][2] = numbers[i][3] = (double)i + 1;
    jobs[i] = (run_job){.setup = runs.item, .member = i};
    jobs[i].result = (run_result){.rows = 2, .columns = 2, .data = numbers[i]};
  }
}

static lash_claim judged(const char *measure, const char *rule, const char *expected, bool quick) {
  lash_claim claim = {
      .measure = measure, .rule = rule, .expected = expected, .kind = "trend", .computed = NAN};
  const case_results results = {&runs, jobs, 3};
  claim_judge(&claim, &results, quick);
  return claim;
}

static void verdicts_over_an_ensemble(void) {
  make_results();
  lash_claim c = judged("mean(run.x)", "near 2 within 0.1", "reproduced", false);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, c.verdict);
  TEST_ASSERT_FALSE(c.surprise);
  TEST_ASSERT_EQUAL_DOUBLE(2, c.computed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1, c.spread);
  TEST_ASSERT_EQUAL_INT(3, (int)c.members);
  /* two standard errors are 1.15 */
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED,
                        judged("mean(run.x)", "above 1 surely", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED,
                        judged("mean(run.x)", "above 0.8 surely", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_EXPLAINED,
                        judged("mean(run.x)", "explained if above 1", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCIBLE,
                        judged("mean(run.x)", "not reproducible if below 3", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED,
                        judged("mean(run.x)", "explained if above 3", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_RUN, judged("", "not run", "not run", false).verdict);
  run_list_free(&runs);
}

static void missing_runs_are_told(void) {
  make_results();
  lash_claim c = judged("mean(absent.x)", "above 0", "reproduced", false);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_RUN, c.verdict);
  TEST_ASSERT_TRUE(c.surprise);
  TEST_ASSERT_NOT_NULL(strstr(c.failure, "left out"));
  TEST_ASSERT_FALSE(judged("mean(absent.x)", "above 0", "reproduced", true).surprise);
  c = judged("mean(nowhere.x)", "above 0", "reproduced", true);
  TEST_ASSERT_TRUE(c.surprise);
  TEST_ASSERT_NOT_NULL(strstr(c.failure, "no run nowhere"));
  lash_fail(&jobs[1].result.failure, LASH_FAILURE, "it broke");
  c = judged("mean(run.x)", "above 0", "reproduced", false);
  TEST_ASSERT_NOT_NULL(strstr(c.failure, "it broke"));
  TEST_ASSERT_TRUE(c.surprise);
  run_list_free(&runs);
}

/* The worst of all runs, not the mean; balances that stand apart do not count. */
static void every_audit_is_the_worst(void) {
  make_results();
  for (size_t i = 0; i < 3; i++) jobs[i].result.audit = i == 1 ? 3e-7 : 1e-9;
  TEST_ASSERT_EQUAL_DOUBLE(3e-7, judged("every.audit", "below 1e-6", "", false).computed);
  runs.item[0].audit = RUN_AUDIT_APART;
  TEST_ASSERT_EQUAL_DOUBLE(0, judged("every.audit", "below 1e-6", "", false).computed);
  runs.item[0].audit = RUN_AUDIT_ON;
  lash_fail(&jobs[2].result.failure, LASH_FAILURE, "it broke");
  TEST_ASSERT_NOT_NULL(strstr(judged("every.audit", "below 1e-6", "", false).failure, "it broke"));
  run_list_free(&runs);
}

/* --------------------------------------------------------------------------------- wrong files */

static void write_to(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(text, file);
  fclose(file);
}

static void wrong_files_are_refused(void) {
  static const struct {
    const char *text, *says;
  } cases[] = {{"model a.adm\n", ":1: 'run NAME' must come first"},
               {"run a\n\nspeed 3\n", ":3: 'speed' is no setting"},
               {"run a\nrun a\n", "already is a run a"},
               {"run a\nlike b\n", "no run b above"},
               {"run a\nset PART/1.MASS\n", "NAME = "},
               {"run a\nsteps -3\n", "whole number"},
               {"run a\nwith JOINT/1\n", "not left out"},
               {"run a\naudit maybe\n", "on, apart or off"},
               {"run a\nend\n", "no value"}};
  char path[] = "/tmp/lash_runs_XXXXXX";
  const int descriptor = mkstemp(path);
  TEST_ASSERT_TRUE(descriptor >= 0);
  close(descriptor);
  run_list list;
  lash_error error;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_to(path, cases[i].text);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, run_list_read(path, &list, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[i].says), error.message);
  }
  lash_validation_case c = {0};
  write_to(path, "id,quantity\n");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, claims_read(path, &c, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "2 fields where 10"));
  free(c.text);
  unlink(path);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, run_list_read(path, &list, &error));
}

/* A field may hold commas, quotes and line ends when it is quoted. */
static void csv_fields(void) {
  char path[] = "/tmp/lash_claims_XXXXXX";
  const int descriptor = mkstemp(path);
  TEST_ASSERT_TRUE(descriptor >= 0);
  close(descriptor);
  write_to(path,
           "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
           "1,\"a, \"\"b\"\"\",,,,,,,,last\n");
  lash_validation_case c = {0};
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, claims_read(path, &c, &error));
  TEST_ASSERT_EQUAL_INT(1, (int)c.claim_count);
  TEST_ASSERT_EQUAL_STRING("a, \"b\"", c.claim[0].quantity);
  TEST_ASSERT_EQUAL_STRING("last", c.claim[0].note);
  free(c.claim);
  free(c.text);
  unlink(path);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rules);
  RUN_TEST(verdicts_over_an_ensemble);
  RUN_TEST(missing_runs_are_told);
  RUN_TEST(every_audit_is_the_worst);
  RUN_TEST(wrong_files_are_refused);
  RUN_TEST(csv_fields);
  return UNITY_END();
}
