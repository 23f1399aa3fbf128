/* Switches: where a value jumps or has a kink, as functions an integrator can watch. */
#include "expr_helper.h"

void setUp(void) {}
void tearDown(void) {}

static void contact_and_condition_are_watched(void) {
  lash_expr *f =
      compiled("IMPACT(DX(1),VX(1),10,1e5,1.5,10,.1) + IF(TIME-3: 0, 0, SIGN(2, VX(1)))", NULL);
  TEST_ASSERT_EQUAL_size_t(3, lash_expr_switch_count(f));
  double values[3];
  const double x[] = {9.5, -0.25};
  lash_expr_switches(f, 1, x, scratch, values);
  const lash_expr_switch *s = lash_expr_switch_at(f, 0);
  TEST_ASSERT_EQUAL_STRING("IMPACT", s->function);
  TEST_ASSERT_FALSE(s->jump);
  TEST_ASSERT_EQUAL_INT(1, s->column);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, values[0]); /* penetration */
  s = lash_expr_switch_at(f, 1);
  TEST_ASSERT_EQUAL_STRING("SIGN", s->function);
  TEST_ASSERT_TRUE(s->jump);
  TEST_ASSERT_EQUAL_DOUBLE(-0.25, values[1]);
  s = lash_expr_switch_at(f, 2);
  TEST_ASSERT_EQUAL_STRING("IF", s->function);
  TEST_ASSERT_TRUE(s->jump);
  TEST_ASSERT_EQUAL_DOUBLE(-2.0, values[2]);
  lash_expr_free(f);
}

static void extremes_watch_the_difference(void) {
  lash_expr *f = compiled("MAX(DX(1),3)+MIN(DX(1),DY(1))+ABS(DY(1))+DIM(DX(1),1)", NULL);
  const double x[] = {5, 7};
  double values[4];
  TEST_ASSERT_EQUAL_size_t(4, lash_expr_switch_count(f));
  lash_expr_switches(f, 0, x, scratch, values);
  TEST_ASSERT_EQUAL_DOUBLE(2.0, values[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-2.0, values[1]);
  TEST_ASSERT_EQUAL_DOUBLE(7.0, values[2]);
  TEST_ASSERT_EQUAL_DOUBLE(4.0, values[3]);
  lash_expr_free(f);
}

static void both_ends_of_bistop(void) {
  lash_expr *f = compiled("BISTOP(DX(1),VX(1),1,2,1e5,1.5,10,.1)", NULL);
  const double x[] = {1.25, 0};
  double values[2];
  TEST_ASSERT_EQUAL_size_t(2, lash_expr_switch_count(f));
  lash_expr_switches(f, 0, x, scratch, values);
  TEST_ASSERT_EQUAL_DOUBLE(-0.25, values[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-0.75, values[1]);
  lash_expr_free(f);
}

static void what_never_switches_is_not_listed(void) {
  static const char *const texts[] = {"STEP(TIME,0,0,1,1)", "ABS(-3)*TIME", "IF(1: 1, 2, TIME)",
                                      "IF(1: ABS(DX(1)), 2, TIME)", "MAX(1,2)+TIME"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    lash_expr *f = compiled(texts[i], NULL);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, lash_expr_switch_count(f), texts[i]);
    lash_expr_free(f);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(contact_and_condition_are_watched);
  RUN_TEST(extremes_watch_the_difference);
  RUN_TEST(both_ends_of_bistop);
  RUN_TEST(what_never_switches_is_not_listed);
  return UNITY_END();
}
