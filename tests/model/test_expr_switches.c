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

/* Along a line through the jump of a softened switch: value and slopes against differences, by
 * gradient and by jet; equal to the jump outside; the middle branch of IF out of sight. */
static void a_softened_jump_is_a_smooth_ramp(void) {
  static const char *const texts[] = {"SIGN(2*DX(2),DX(1)-1)",
                                      "IF(DX(1)-1: 2*DX(2), 77, -DX(2)**2)"};
  const double width = 0.1, d = 1e-6;
  for (size_t i = 0; i < 2; i++) {
    lash_expr *f = compiled(texts[i], NULL), *sharp = compiled(texts[i], NULL);
    TEST_ASSERT_TRUE(lash_expr_scratch_size(f) <= MOST_SCRATCH);
    lash_expr_soften(f, 0, width);
    const int first = lash_expr_input_at(f, 0)->args[0] == 1 ? 0 : 1;
    for (double u = -1.95; u < 2; u += 0.1) {
      double x[2], g[2], by_switch[2], time;
      x[first] = 1 + u * width, x[1 - first] = 1.5;
      const double value = lash_expr_gradient(f, 0, x, scratch, g, &time);
      if (fabs(u) > 1)
        TEST_ASSERT_EQUAL_DOUBLE(lash_expr_eval(sharp, 0, x, scratch), value);
      else
        TEST_ASSERT_TRUE(fabs(value) < 3 + 1e-12);
      for (int k = 0; k < 2; k++) {
        double high[2] = {x[0], x[1]}, low[2] = {x[0], x[1]};
        high[k] += d, low[k] -= d;
        const double slope =
            (lash_expr_eval(f, 0, high, scratch) - lash_expr_eval(f, 0, low, scratch)) / (2 * d);
        TEST_ASSERT_DOUBLE_WITHIN(1e-5, slope, g[k]);
      }
      const lash_jet moving[2] = {{x[0], 1, 0.5}, {x[1], -2, 0.25}};
      const lash_jet jet = lash_expr_jet(f, (lash_jet){0, 0, 0}, moving, scratch);
      double bent[3];
      const double e = 1e-4;
      for (int k = -1; k <= 1; k++) {
        const double at[2] = {x[0] + k * e + 0.25 * e * e * k * k,
                              x[1] - 2 * k * e + 0.125 * e * e * k * k};
        bent[k + 1] = lash_expr_eval(f, 0, at, scratch);
      }
      TEST_ASSERT_DOUBLE_WITHIN(1e-3, (bent[2] - bent[0]) / (2 * e), jet.d1);
      TEST_ASSERT_DOUBLE_WITHIN(2, (bent[2] - 2 * bent[1] + bent[0]) / (e * e), jet.d2);
      lash_expr_switch_gradient(f, 0, 0, x, scratch, by_switch);
      TEST_ASSERT_EQUAL_DOUBLE(1, by_switch[first]);
      TEST_ASSERT_EQUAL_DOUBLE(0, by_switch[1 - first]);
    }
    lash_expr_soften(f, 0, 0);
    double x[2];
    x[first] = 1 + 1e-9, x[1 - first] = 1.5;
    TEST_ASSERT_EQUAL_DOUBLE(lash_expr_eval(sharp, 0, x, scratch),
                             lash_expr_eval(f, 0, x, scratch));
    lash_expr_free(f);
    lash_expr_free(sharp);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_softened_jump_is_a_smooth_ramp);
  RUN_TEST(contact_and_condition_are_watched);
  RUN_TEST(extremes_watch_the_difference);
  RUN_TEST(both_ends_of_bistop);
  RUN_TEST(what_never_switches_is_not_listed);
  return UNITY_END();
}
