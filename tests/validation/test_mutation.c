/* The suite put to the test: with the curves of mechanisms without clearance in place of those with
 * it, no claim about an effect of clearance may come out as reproduced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* Claims that an ideal mechanism meets, and why they may. */
static const struct {
  const char *id, *why;
} meets[] = {
    {"000-01", "rank of the constraints: no curve"},
    {"000-02", "about the ideal mechanism"},
    {"000-03", "clearance changes little: none changes nothing"},
    {"000-19", "extremes of the whole acceleration, of which the ideal motion makes 4.44 m/s2"},
    {"000-20", "the same"},
    {"000-21", "the same, 2.66 m/s2"},
    {"000-22", "the same"},
    {"001-01", "about the ideal mechanism"},
    {"001-05", "a change that is small: none is smaller"},
    {"001-09", "a bound: nothing is below it"},
    {"003-01", "stiffness of the law: no curve"},
    {"003-02", "about the ideal mechanism"},
    {"003-13", "frequencies of a part"},
    {"003-14", "frequencies of a part"},
    {"003-16", "frequencies of a part"},
};

static bool may(const char *id) {
  for (size_t i = 0; i < sizeof meets / sizeof meets[0]; i++)
    if (strcmp(meets[i].id, id) == 0) return true;
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
  size_t count = 0;
  lash_published p;
  for (size_t at = 0; lash_validation_published(&v->item[0], &at, &p); count++) {
    const bool good = p.headline == LASH_REPRODUCED || p.headline == LASH_EXPLAINED;
    TEST_ASSERT_FALSE_MESSAGE(good && !may(p.id), p.id);
  }
  lash_validation_free(v);
  return count;
}

static void an_ideal_mechanism_fails(void) {
  static const char *const names[] = {"three_rrpar", "mobile_five_bar", "rssr", "press"};
  static const size_t least[] = {23, 10, 13, 16};
  for (size_t i = 0; i < 4; i++) TEST_ASSERT_TRUE(judged(names[i]) >= least[i]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(an_ideal_mechanism_fails);
  return UNITY_END();
}
