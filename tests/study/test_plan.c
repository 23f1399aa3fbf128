/* Points of a sweep: grids, hypercubes, mistakes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lash_sweep.h"
#include "unity.h"

static char file[] = "/tmp/lash_plan_XXXXXX";
static lash_study study;
static lash_error error;

static const char model[] =
    "a spring\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1\n"
    "PART/2, MASS=2, CM=2, IP=1,1,1, QG=0.2,0,0\n"
    "MARKER/2, PART=2\n"
    "STRING/1, STRING = K=1 law=none\n"
    "END\n";

void setUp(void) {
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(model, out);
  fclose(out);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_study_open(&study, file, &error));
}

void tearDown(void) { lash_study_close(&study); }

#define TEST_OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static void expect_value(const lash_plan *plan, size_t point, size_t parameter, const char *text) {
  char word[LASH_WORD_MAX];
  double number;
  lash_plan_value(plan, point, parameter, word, &number);
  TEST_ASSERT_EQUAL_STRING(text, word);
  if (isfinite(number)) TEST_ASSERT_EQUAL_DOUBLE(strtod(text, NULL), number);
}

static void a_full_grid(void) {
  lash_plan plan = {0};
  TEST_OK(lash_plan_add(&plan, "PART/2.MASS=0.1:0.5:5", &error));
  TEST_OK(lash_plan_add(&plan, "STRING/1.law=hertz,flores", &error));
  TEST_OK(lash_plan_add(&plan, "STRING/1.K=1:1000:4:log", &error));
  TEST_OK(lash_plan_finish(&plan, &study, 0, 1, &error));
  TEST_ASSERT_EQUAL_UINT(40, plan.points);
  expect_value(&plan, 0, 0, "0.1");
  expect_value(&plan, 16, 0, "0.3"); /* and not 0.30000000000000004 */
  expect_value(&plan, 39, 0, "0.5");
  expect_value(&plan, 3, 1, "hertz");
  expect_value(&plan, 4, 1, "flores");
  expect_value(&plan, 1, 2, "10");
  expect_value(&plan, 39, 2, "1000");
  /* every combination once */
  for (size_t i = 0; i < plan.points; i++) {
    for (size_t j = 0; j < i; j++) {
      bool same = true;
      for (size_t k = 0; k < 3; k++) {
        char a[LASH_WORD_MAX], b[LASH_WORD_MAX];
        lash_plan_value(&plan, i, k, a, NULL);
        lash_plan_value(&plan, j, k, b, NULL);
        same = same && strcmp(a, b) == 0;
      }
      TEST_ASSERT_FALSE(same);
    }
  }
  TEST_OK(lash_plan_check(&plan, &study, &error));
  lash_plan_free(&plan);
}

/* Each n-th of every range holds one point; the seed decides which. */
static void a_hypercube(void) {
  enum { N = 37 };
  lash_plan plan = {0}, again = {0}, other = {0};
  lash_plan *plans[] = {&plan, &again, &other};
  for (size_t i = 0; i < 3; i++) {
    TEST_OK(lash_plan_add(plans[i], "PART/2.MASS=1:5", &error));
    TEST_OK(lash_plan_add(plans[i], "STRING/1.K=1:1e6:log", &error));
    TEST_OK(lash_plan_add(plans[i], "STRING/1.law=a,b,c", &error));
    TEST_OK(lash_plan_finish(plans[i], &study, N, i == 2 ? 8 : 7, &error));
    TEST_ASSERT_EQUAL_UINT(N, plans[i]->points);
  }
  int mass[N] = {0}, stiffness[N] = {0}, word[3] = {0}, differs = 0, alike = 0, in_turn = 0;
  for (size_t i = 0; i < N; i++) {
    char text[LASH_WORD_MAX], same[LASH_WORD_MAX];
    double number;
    lash_plan_value(&plan, i, 0, text, &number);
    const size_t heavy = (size_t)((number - 1) / 4 * N);
    mass[heavy]++;
    lash_plan_value(&again, i, 0, same, NULL);
    TEST_ASSERT_EQUAL_STRING(text, same);
    lash_plan_value(&other, i, 0, same, NULL);
    differs += strcmp(text, same) != 0;
    lash_plan_value(&plan, i, 1, text, &number);
    const size_t stiff = (size_t)(log(number) / log(1e6) * N);
    stiffness[stiff]++;
    alike += heavy == stiff;
    in_turn += heavy == i || stiff == i;
    lash_plan_value(&plan, i, 2, text, NULL);
    word[text[0] - 'a']++;
  }
  for (size_t i = 0; i < N; i++) {
    TEST_ASSERT_EQUAL_INT(1, mass[i]);
    TEST_ASSERT_EQUAL_INT(1, stiffness[i]);
  }
  for (size_t i = 0; i < 3; i++) TEST_ASSERT_TRUE(abs(word[i] - N / 3) <= 1);
  TEST_ASSERT_TRUE(differs > N / 2);
  TEST_ASSERT_TRUE(alike < N / 4 && in_turn < N / 4); /* strata go together by chance, one in N */
  for (size_t i = 0; i < 3; i++) lash_plan_free(plans[i]);
}

static void refuse(const char *text, const char *words) {
  lash_plan plan = {0};
  lash_status status = lash_plan_add(&plan, text, &error);
  if (status == LASH_OK) status = lash_plan_finish(&plan, &study, 0, 1, &error);
  if (status == LASH_OK) status = lash_plan_check(&plan, &study, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, status, text);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  lash_plan_free(&plan);
}

static void mistakes_are_told(void) {
  refuse("PART/2.MASS", "no name");
  refuse("=1:2:3", "no name");
  refuse("PART/2.MASS=1:2", "how many");
  refuse("PART/2.MASS=1:b:3", "numbers");
  refuse("PART/2.MASS=1:2:1", "COUNT");
  refuse("PART/2.MASS=1:2:2.5", "COUNT");
  refuse("PART/2.MASS=1:2:3:lin", "log");
  refuse("PART/2.MASS=1:2:3:log:5", "too many colons");
  refuse("PART/2.MASS=0:2:3:log", "above zero");
  refuse("PART/2.MASS=1,,2", "empty");
  refuse("rpm=fast,slow", "takes numbers");
  refuse("rpm=1:2:3", "no --set uses ${rpm}");
  refuse("PART/2.MAS5=1:2:3", "did you mean MASS");
  refuse("PART/7.MASS=1:2:3", "no such element");
  refuse("PART/2.MASS=1:2:100000000", "COUNT");
}

/* A value that is impossible at some points is theirs alone. */
static void some_impossible_points_pass(void) {
  lash_plan plan = {0};
  TEST_OK(lash_plan_add(&plan, "PART/2.MASS=-1,2,-3", &error));
  TEST_OK(lash_plan_finish(&plan, &study, 0, 1, &error));
  TEST_OK(lash_plan_check(&plan, &study, &error));
  lash_plan_free(&plan);
}

int main(void) {
  const int made = mkstemp(file);
  if (made < 0) return 1;
  close(made);
  UNITY_BEGIN();
  RUN_TEST(a_full_grid);
  RUN_TEST(a_hypercube);
  RUN_TEST(mistakes_are_told);
  RUN_TEST(some_impossible_points_pass);
  remove(file);
  return UNITY_END();
}
