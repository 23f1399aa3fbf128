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

static claim_rule read_rule(const char *text) {
  claim_rule rule;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, claim_rule_read(text, &rule, &error), error.message);
  return rule;
}

static void rules(void) {
  claim_rule r = read_rule("near 3 within 0.1");
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 2.9, r.low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 3.1, r.high);
  r = read_rule("between 1 and 2");
  TEST_ASSERT_TRUE(r.low == 1 && r.high == 2 && r.good == LASH_REPRODUCED);
  TEST_ASSERT_TRUE(isinf(read_rule("above 1").high) && isinf(read_rule("below 2*pi").low));
  r = read_rule("explained if above 1 else partly reproduced");
  TEST_ASSERT_TRUE(r.good == LASH_EXPLAINED && r.other == LASH_PARTLY && r.low == 1);
  TEST_ASSERT_TRUE(read_rule("not reproducible").open);
  static const char *const wrong[] = {"about 3",          "near 3",         "above one",
                                      "above 1 surely",   "abov 1",         "between 1, 2",
                                      "explained when 1", "above 1 else no"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    lash_error error;
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, claim_rule_read(wrong[i], &r, &error), wrong[i]);
  }
}

/* Three members of one run, one column with the values 1, 2, 3. */
static run_list runs;
static run_job jobs[3];
static double numbers[3][4];

static void make_results(void) {
  runs = (run_list){.item = calloc(2, sizeof(run_setup)), .count = 2};
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
  lash_claim claim = {.measure = measure,
                      .rule = rule,
                      .expected = expected,
                      .kind = "trend",
                      .reading = "",
                      .computed = NAN};
  lash_validation_case c = {.claim = &claim, .claim_count = 1};
  const case_results results = {&runs, jobs, 3};
  claims_judge(&c, &results, quick);
  return claim;
}

/* 1, 2, 3 less 2: mean 0, standard error 1/sqrt(3), Student's 95 % with freedom 2: 4.302652730. */
static void verdicts_over_an_ensemble(void) {
  make_results();
  const double reach = 4.302652730 / sqrt(3);
  lash_claim c = judged("mean(run.x) - 2", "above -3", "reproduced", false);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, c.verdict);
  TEST_ASSERT_FALSE(c.surprise);
  TEST_ASSERT_EQUAL_DOUBLE(0, c.computed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -reach, c.low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, reach, c.high);
  TEST_ASSERT_EQUAL_INT(3, (int)c.members);
  /* decided on either side of the interval, undecided within it */
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED,
                        judged("mean(run.x) - 2", "above 2.5", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, judged("mean(run.x) - 2", "above 2.4", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, judged("mean(run.x) - 2", "above -1", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED,
                        judged("mean(run.x) - 2", "near 0 within 0.1", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED,
                        judged("mean(run.x) - 2", "near 0 within 3", "", false).verdict);
  /* round-off is no rise */
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED, judged("1 + 2e-15", "above 1", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED, judged("6e-14", "above 0", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, judged("1 + 1e-9", "above 1", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, judged("6e-14", "below 1e-12", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, judged("0", "below 1e-12", "", false).verdict);
  TEST_ASSERT_FALSE(judged("mean(run.x)", "above 1", "reproduced", true).surprise);
  TEST_ASSERT_TRUE(judged("mean(run.x)", "above 1", "reproduced", false).surprise);
  TEST_ASSERT_EQUAL_INT(LASH_EXPLAINED,
                        judged("mean(run.x)", "explained if above -1", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCIBLE,
                        judged("mean(run.x)", "not reproducible if below 9", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_RUN, judged("", "not run", "not run", false).verdict);
  run_list_free(&runs);
}

/* 1, 2, 3: a size, so errors go by factors: exp(4.302652730/(2 sqrt(3))). */
static void sizes_spread_by_factors(void) {
  make_results();
  const double factor = exp(4.302652730 / sqrt(3) / 2);
  const lash_claim c = judged("mean(run.x)", "above 7", "", false);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 2 / factor, c.low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 2 * factor, c.high); /* 6.93 */
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED, c.verdict);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, judged("mean(run.x)", "above 6.9", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, judged("mean(run.x)", "above 0.58", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, judged("mean(run.x)", "above 0.57", "", false).verdict);
  /* no factor leads to zero or beyond: there by the plain difference, 2 of reach 2.48 */
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, judged("mean(run.x)", "above 0", "", false).verdict);
  TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, judged("mean(run.x)", "above -0.5", "", false).verdict);
  /* the same below zero */
  const lash_claim below = judged("-mean(run.x)", "below -7", "", false);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, -2 * factor, below.low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, -2 / factor, below.high);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED, below.verdict);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, judged("-mean(run.x)", "below -6.9", "", false).verdict);
  /* a difference is no size, whatever its sign, nor is its absolute value */
  const double reach = 4.302652730 / sqrt(3);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 3 - reach, judged("5 - mean(run.x)", "above 7", "", false).low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 3 - reach,
                            judged("abs(mean(run.x) - 5)", "above 7", "", false).low);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 4 / factor / factor,
                            judged("mean(run.x)^2", "above 7", "", false).low);
  run_list_free(&runs);
}

/* A ratio is one of means, not the mean of ratios, and its error that of the delta method: for
 * y = x^2 over 1, 2, 3 the means are 14/3 and 2, the slopes 1/2 and -7/6. */
static void ratios_are_of_means(void) {
  make_results();
  lash_claim c = judged("mean(run.x*run.x)/mean(run.x)", "above -9", "", false);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 7.0 / 3, c.computed);
  double squares = 0;
  for (int i = 1; i <= 3; i++) {
    const double z = (i * i - 14.0 / 3) / 2 - 7.0 / 6 * (i - 2);
    squares += z * z;
  }
  /* secants over a standard error, not tangents: within their curvature */
  TEST_ASSERT_DOUBLE_WITHIN(0.1, sqrt(squares / 2 / 3), c.error);
  run_list_free(&runs);
}

/* Of many ensembles each must stand against the number of them. */
static void many_tests_are_corrected_for(void) {
  make_results();
  enum { MANY = 20 };
  lash_claim claim[MANY];
  for (size_t i = 0; i < MANY; i++)
    claim[i] = (lash_claim){.measure = "mean(run.x)",
                            .rule = i ? "above 2" : "above -1",
                            .expected = "",
                            .kind = "trend",
                            .reading = ""};
  lash_validation_case c = {.claim = claim, .claim_count = MANY};
  const case_results results = {&runs, jobs, 3};
  claims_judge(&c, &results, false);
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, claim[0].verdict); /* alone it stands */
  run_list_free(&runs);
}

/* Parts must all hold; readings that differ make the verdict depend on them; each claim counts
 * once. */
static void published_claims_count_once(void) {
  static const struct {
    const char *id, *reading, *kind;
    lash_verdict verdict;
  } rows[] = {{"000-01a", "", "value", LASH_REPRODUCED},
              {"000-01b", "", "value", LASH_NOT_REPRODUCED},
              {"000-02", "damping=1", "value", LASH_REPRODUCED},
              {"000-02k", "damping=2", "value", LASH_NOT_REPRODUCED},
              {"000-02u", "starts=many", "value", LASH_UNDECIDED},
              {"000-03+", "", "value", LASH_REPRODUCED},
              {"000-03-", "", "value", LASH_UNDECIDED},
              {"000-03v", "", "variant", LASH_NOT_REPRODUCED},
              {"000-04a", "", "value", LASH_REPRODUCED},
              {"000-04b", "", "value", LASH_UNDECIDED},
              {"000-04c", "", "value", LASH_NOT_REPRODUCED},
              {"000-c1", "", "check", LASH_REPRODUCED}};
  lash_claim claim[12];
  for (size_t i = 0; i < 12; i++)
    claim[i] = (lash_claim){.id = rows[i].id,
                            .reading = rows[i].reading,
                            .kind = rows[i].kind,
                            .verdict = rows[i].verdict};
  const lash_validation_case c = {.claim = claim, .claim_count = 12};
  lash_published p;
  size_t at = 0, verdicts[LASH_NOT_RUN + 1] = {0}, met = 0, checks = 0;
  TEST_ASSERT_TRUE(lash_validation_published(&c, &at, &p));
  TEST_ASSERT_EQUAL_STRING("000-01", p.id);
  TEST_ASSERT_EQUAL_INT(LASH_PARTLY, p.verdict);
  TEST_ASSERT_TRUE(lash_validation_published(&c, &at, &p));
  TEST_ASSERT_EQUAL_INT(LASH_DEPENDS, p.verdict);
  TEST_ASSERT_EQUAL_STRING("damping", p.on);
  TEST_ASSERT_EQUAL_INT(LASH_NOT_REPRODUCED, p.other);
  TEST_ASSERT_TRUE(lash_validation_published(&c, &at, &p));
  TEST_ASSERT_EQUAL_INT(LASH_UNDECIDED, p.verdict);
  TEST_ASSERT_TRUE(lash_validation_published(&c, &at, &p));
  TEST_ASSERT_EQUAL_INT(LASH_PARTLY, p.verdict);
  TEST_ASSERT_FALSE(lash_validation_published(&c, &at, &p));
  lash_validation_count(&c, verdicts);
  TEST_ASSERT_EQUAL_INT(1, (int)verdicts[LASH_DEPENDS]);
  lash_validation_checks(&c, &met, &checks);
  TEST_ASSERT_TRUE(met == 1 && checks == 1);
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
  static const struct {
    const char *rows, *says;
  } rows[] = {{"1,,,,value,1,abov 3,,,\n", "row 2: 'abov 3' is no rule"},
              {"1,,,,chek,1,above 3,,,\n", "row 2: 'chek' is no kind: value, trend"},
              {"1,,,,value,1,above 3,reproducd,,\n", "row 2: 'reproducd' is no verdict: repro"},
              {"1,,,,check,1,above 3,,,\n1,,,,value,1,above 3,undecided,,\n",
               "row 3: there is another row '1'"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[256];
    snprintf(text, sizeof text,
             "id,quantity,published,unit,kind,measure,rule,expected,source,note\n%s", rows[i].rows);
    c = (lash_validation_case){0};
    write_to(path, text);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, claims_read(path, &c, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, rows[i].says), error.message);
    free(c.claim);
    free(c.text);
  }
  unlink(path);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, run_list_read(path, &list, &error));
}

/* Measures that name what is not there, or what is not balanced, are refused before anything runs.
 */
static void names_in_measures_are_checked(void) {
  make_results();
  static const struct {
    const char *measure, *says;
  } cases[] = {{"2*peak(run.y)", "run run has no column y"},
               {"1e-3*run.x + 1.5*mean(elsewhere.x)", "there is no run elsewhere"},
               {"absent.audit", "no energy balance"},
               {"max(run.x)/every.audit + run.contacts", ""}};
  runs.item[1].audit = RUN_AUDIT_OFF;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    lash_claim claim = {.id = "A", .measure = cases[i].measure};
    const lash_validation_case c = {.claim = &claim, .claim_count = 1};
    lash_error error = {0};
    const lash_status status = claims_check("file", &c, &runs, &error);
    TEST_ASSERT_EQUAL_INT(cases[i].says[0] ? LASH_BAD_INPUT : LASH_OK, status);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[i].says), error.message);
  }
  run_list_free(&runs);
}

/* A field may hold commas, quotes and line ends when it is quoted. */
static void csv_fields(void) {
  char path[] = "/tmp/lash_claims_XXXXXX";
  const int descriptor = mkstemp(path);
  TEST_ASSERT_TRUE(descriptor >= 0);
  close(descriptor);
  write_to(path,
           "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
           "1,\"a, \"\"b\"\"\",,,none,,above 1,,,last\n");
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
  RUN_TEST(sizes_spread_by_factors);
  RUN_TEST(ratios_are_of_means);
  RUN_TEST(many_tests_are_corrected_for);
  RUN_TEST(published_claims_count_once);
  RUN_TEST(names_in_measures_are_checked);
  RUN_TEST(missing_runs_are_told);
  RUN_TEST(every_audit_is_the_worst);
  RUN_TEST(wrong_files_are_refused);
  RUN_TEST(csv_fields);
  return UNITY_END();
}
