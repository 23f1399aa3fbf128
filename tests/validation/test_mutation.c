/* The suite put to the test: with the curves of mechanisms without clearance in place of those with
 * it, no row about an effect of clearance may come out as reproduced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* Rows, by the beginning of their names, that an ideal mechanism meets, and why they may. `whole`:
 * so does the claim; else other rows of it fail. */
static const struct {
  const char *rows;
  bool whole;
  const char *why;
} meets[] = {
    {"000-02", true, "about the ideal mechanism"},
    {"000-03", true, "clearance changes little: none changes nothing"},
    {"000-11xt", false, "the time of a greatest value that is 0: where the window begins"},
    {"000-11yt", false, "the same"},
    {"000-19", true, "extremes of the whole acceleration, of which the ideal motion makes 4.44"},
    {"000-20", true, "the same"},
    {"000-21", true, "the same, 2.66 m/s2"},
    {"000-22", true, "the same"},
    {"001-01", true, "about the ideal mechanism"},
    {"001-05t", true, "a change that is small: none is smaller"},
    {"001-09", true, "a bound: nothing is below it"},
    {"002-01a", false, "clearance changes little"},
    {"002-06a", false, "mostly separated: what never touches always is"},
    {"002-06b", false, "the same"},
    {"003-01", true, "stiffness of the law: no curve"},
    {"003-02", true, "about the ideal mechanism"},
    {"003-07b", false, "clearance changes little"},
    {"003-11p", false, "no lasting contact: there is none at all"},
    {"003-11b", false, "the same"},
    {"003-13", true, "frequencies of a part"},
    {"003-14", true, "frequencies of a part"},
};
enum { MEETS = sizeof meets / sizeof meets[0] };
static bool met[MEETS];

static bool good(lash_verdict v) { return v == LASH_REPRODUCED || v == LASH_EXPLAINED; }

static bool row_may(const char *id) {
  for (size_t i = 0; i < MEETS; i++)
    if (strncmp(id, meets[i].rows, strlen(meets[i].rows)) == 0) return met[i] = true;
  return false;
}

static bool claim_may(const char *id) {
  for (size_t i = 0; i < MEETS; i++)
    if (meets[i].whole && strncmp(id, meets[i].rows, strlen(id)) == 0) return true;
  return false;
}

static size_t judged(const char *name) {
  const lash_validation_options options = {.folder = CASES,
                                           .names = &name,
                                           .name_count = 1,
                                           .jobs = 2,
                                           .single = true,
                                           .quick = true,
                                           .mutation = LASH_IDEAL};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
  const lash_validation_case *c = &v->item[0];
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *row = &c->claim[i];
    if (lash_claim_counts(row) && good(row->verdict))
      TEST_ASSERT_TRUE_MESSAGE(row_may(row->id), row->id);
  }
  size_t count = 0;
  lash_published p;
  for (size_t at = 0; lash_validation_published(c, &at, &p); count++)
    TEST_ASSERT_TRUE_MESSAGE(!good(p.headline) || claim_may(p.id), p.id);
  lash_validation_free(v);
  return count;
}

static void an_ideal_mechanism_fails(void) {
  static const char *const names[] = {"three_rrpar", "mobile_five_bar", "rssr", "press"};
  static const size_t least[] = {23, 10, 13, 16};
  for (size_t i = 0; i < 4; i++) TEST_ASSERT_TRUE(judged(names[i]) >= least[i]);
  for (size_t i = 0; i < MEETS; i++) TEST_ASSERT_TRUE_MESSAGE(met[i], meets[i].rows);
}

/* x of the ideal run 1, 2, 3 at 0, 1, 2 s; of the other 2, 4 at 0, 1.5 s, with a curve of its own.
 */
static void doubled_is_twice_as_far(void) {
  run_setup *s = calloc(2, sizeof *s);
  double ideal[] = {0, 1, 2, 1, 2, 3}, other[] = {0, 1.5, 2, 4, 7, -7};
  TEST_ASSERT_NOT_NULL(s);
  strcpy(s[0].name, "without"), strcpy(s[0].column[0].name, "x"), s[0].columns = 1;
  strcpy(s[1].name, "with"), strcpy(s[1].ideal, "without"), s[1].columns = 2;
  strcpy(s[1].column[0].name, "x"), strcpy(s[1].column[1].name, "force");
  run_job jobs[] = {
      {.setup = &s[0], .result = {.rows = 3, .columns = 2, .data = ideal}},
      {.setup = &s[1], .result = {.rows = 2, .columns = 3, .data = other, .contacts = 5}}};
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT(LASH_OK, mutate_jobs(jobs, 2, LASH_DOUBLED, &error));
  static const double expected[] = {0, 1.5, 3, 5.5, 14, -14};
  for (size_t i = 0; i < 6; i++) TEST_ASSERT_EQUAL_DOUBLE(expected[i], other[i]);
  TEST_ASSERT_EQUAL_DOUBLE(10, jobs[1].result.contacts);
  strcpy(s[1].ideal, "nowhere");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, mutate_jobs(jobs, 2, LASH_DOUBLED, &error));
  free(s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(an_ideal_mechanism_fails);
  RUN_TEST(doubled_is_twice_as_far);
  return UNITY_END();
}
