/* Formulas: numbers, curves, measures, and what is refused. */
#include <math.h>
#include <string.h>

#include "formula.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { POINTS = 1001 };
static double time_of[POINTS], sine[POINTS], ramp[POINTS];

static bool curve(void *context, const char *run, const char *column, formula_value *value,
                  lash_error *error) {
  (void)context, (void)error;
  if (strcmp(run, "a") != 0) return false;
  const double *x = strcmp(column, "sine") == 0 ? sine : strcmp(column, "ramp") == 0 ? ramp : NULL;
  *value = (formula_value){.n = POINTS, .t = time_of, .x = x};
  return x != NULL;
}

static bool number(void *context, const char *name, double *value) {
  (void)context;
  *value = 3;
  return strcmp(name, "three") == 0;
}

static const formula_names names = {NULL, number, curve};

/* Two periods of sin(2 pi t) and t itself, over two seconds. */
static void make_curves(void) {
  for (size_t i = 0; i < POINTS; i++) {
    time_of[i] = ramp[i] = 2 * (double)i / (POINTS - 1);
    sine[i] = sin(2 * 3.14159265358979324 * time_of[i]);
  }
}

static double value_of(const char *text) {
  lash_error error = {0};
  double value;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, formula_number(text, &names, &value, &error),
                                error.message);
  return value;
}

static void numbers_follow_precedence(void) {
  TEST_ASSERT_EQUAL_DOUBLE(7, value_of("1 + 2*three"));
  TEST_ASSERT_EQUAL_DOUBLE(-9, value_of("-3^2"));
  TEST_ASSERT_EQUAL_DOUBLE(0.125, value_of("2^-3"));
  TEST_ASSERT_EQUAL_DOUBLE(2, value_of("8/2/2"));
  TEST_ASSERT_EQUAL_DOUBLE(1, value_of("1 < 2 & 3 > 2"));
  TEST_ASSERT_EQUAL_DOUBLE(0, value_of("1 > 2 | 2 > 3"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5, value_of("sin(pi/6)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, acos(-1) / 4, value_of("atan2(1, 1)"));
}

static void measures_of_known_curves(void) {
  make_curves();
  /* greatest within a tenth from each time on: of t that time plus a tenth, but for the last */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.6, value_of("at(running_max(a.ramp, 0.1), 0.5)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, value_of("at(running_max(a.ramp, 0.1), 1.95)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, value_of("at(running_max(a.sine, 0.1), 0.2)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, value_of("at(a.sine, 0.3)"),
                            value_of("at(running_max(a.sine, 0.1), 0.3)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, value_of("min(running_max(window(a.sine, 0, 1.25), 1))"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, value_of("max(a.sine)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, value_of("ptp(a.sine)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, sqrt(0.5), value_of("rms(a.sine)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, value_of("mean(a.ramp)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, value_of("simpson(a.sine^2)"));
  TEST_ASSERT_EQUAL_DOUBLE(2, value_of("rises(a.sine - 0.5)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 1.0 / 12, value_of("when_above(a.sine - 0.5)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0.5, value_of("mean(a.sine > 0)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, sin(2 * acos(-1) * 0.1234), value_of("at(a.sine, 0.1234)"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, value_of("max(abs(a.sine - shift(a.sine, 1)))"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, value_of("max(abs(a.sine + mirror(a.sine)))"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.5, value_of("mean(window(a.ramp, 1, 2))"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, value_of("mean(derivative(a.ramp))"));
}

/* The top of a parabola lies between its points. */
static void peak_lies_between_points(void) {
  make_curves();
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, value_of("peak(2 - (a.ramp - 0.7773)^2)"));
}

/* All vectors along +x and -x lie in two caps; spread over a circle, four of twelve do. */
static void caps_share(void) {
  make_curves();
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, value_of("caps(a.sine, 0*a.sine, 0*a.sine, 30)"));
  TEST_ASSERT_DOUBLE_WITHIN(0.02, 1.0 / 3,
                            value_of("caps(cos(2*pi*a.ramp), sin(2*pi*a.ramp), 0*a.ramp, 30)"));
}

static void mistakes_are_named(void) {
  static const struct {
    const char *text, *says;
  } cases[] = {{"1 +", "missing"},
               {"nothing", "nothing is called nothing"},
               {"max(3)", "curve"},
               {"a.sine", "a curve; a number is wanted"},
               {"b.sine", "no such curve"},
               {"sin(1", "parenthesis"},
               {"sin(1, 2)", "wrong number"},
               {"foo(1)", "no function foo"},
               {"1 2", "left over"},
               {"at(a.sine, 5)", "outside"},
               {"", "missing"},
               {"mean(window(a.sine, 3, 4))", "empty"}};
  make_curves();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    lash_error error = {0};
    double value;
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        LASH_BAD_INPUT, formula_number(cases[i].text, &names, &value, &error), cases[i].text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, cases[i].says), error.message);
  }
  char deep[400] = "";
  for (int i = 0; i < 200; i++) strcat(deep, "(");
  double value;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, formula_number(deep, &names, &value, NULL));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(numbers_follow_precedence);
  RUN_TEST(measures_of_known_curves);
  RUN_TEST(peak_lies_between_points);
  RUN_TEST(caps_share);
  RUN_TEST(mistakes_are_named);
  return UNITY_END();
}
