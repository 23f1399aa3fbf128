/* lash graph: balance, drawing, and what it refuses. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {
  remove("test_graph.svg");
  remove("test_graph.dot");
}

/* Every "residual" of the output, and the greatest "exchanged". */
static void balanced(const char *arguments) {
  const outcome *o = lash("graph %s --json", arguments);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  double most = 0, worst = 0;
  size_t junctions = 0;
  for (const char *at = o->output; (at = strstr(at, "\"exchanged\": ")); at++)
    most = fmax(most, strtod(at + 13, NULL));
  for (const char *at = o->output; (at = strstr(at, "\"residual\": ")); at++, junctions++)
    worst = fmax(worst, fabs(strtod(at + 12, NULL)));
  TEST_ASSERT_TRUE(junctions > 4);
  TEST_ASSERT_TRUE(most > 0);
  TEST_ASSERT_TRUE_MESSAGE(worst <= 1e-13 * most, arguments);
  TEST_ASSERT_TRUE(json_value(o, "worst") <= 1e-13 * most);
}

#define CASE(name) "--cases " CASES " " name

static void published_mechanisms_balance(void) {
  balanced(CASE("slider_crank --time 3"));
  balanced(CASE("slider_crank --time 11.5"));
  balanced(CASE("three_ups_s --time 3"));
  balanced(CASE("slider_crank --run weightless --time 7"));
  balanced(CASE("three_ups_s --run H1P1_m1 --time 20"));
  balanced(CASE("three_ups_s --run H1P0_m2 --time 9"));
  balanced(CASE("three_ups_s --run H1P1_m2 --time 17"));
  balanced(CASE("three_ups_s --run H1P1_m2_weightless --time 21"));
  balanced(CASE("rssr --run printed_12000_c01_ln --time 0.001")); /* in contact, controller */
  /* velocities integrated lie on the constraints to 1e-12, which the toggle's forces make visible,
   * and those of a part as light as its slider 3, a gram, to 1e-10: where the links are few */
  balanced(CASE("press --run geom0_ideal --time 0.05"));
  balanced(CASE("press --run geom0_gforce --time 0.05"));
  balanced(CASE("mobile_five_bar --time 0.1"));
}

/* Driving power = torque * rate, from the curves' own measures. */
static void power_of_the_motor(void) {
  const outcome *o = lash("graph " CASE("slider_crank --time 6"));
  TEST_ASSERT_EQUAL_INT(0, o->status);
  const char *row = strstr(o->output, "Sf   MOTION/1");
  TEST_ASSERT_NOT_NULL_MESSAGE(row, o->output);
  while (row > o->output && row[-1] != '\n') row--;
  /* torque from Lagrange's equation at 62 + 90 degrees, rate 30 degrees/s */
  const double r = 0.1, l = 0.16, rate = acos(-1) / 6, alpha = acos(-1) / 36;
  const double s = sin(152 * acos(-1) / 180), c = cos(152 * acos(-1) / 180);
  const double sp = r / l * s, cp = sqrt(1 - sp * sp), k = r * c / (l * cp);
  const double k1 = (l * sp * k * k - r * s) / (l * cp);
  const double x1 = -r * s - l / 2 * sp * k, x2 = -r * c - l / 2 * (cp * k * k + sp * k1);
  const double X1 = -r * s - l * sp * k, X2 = -r * c - l * (cp * k * k + sp * k1);
  const double inertia = 4.42e-5 + 0.064 * r * r / 4 + 0.077 * (x1 * x1 + r * r * c * c / 4) +
                         1.73e-4 * k * k + 0.014 * X1 * X1;
  const double slope = 0.077 * (x1 * x2 - r * r / 4 * s * c) + 1.73e-4 * k * k1 + 0.014 * X1 * X2;
  const double torque = inertia * alpha + slope * rate * rate + 9.81 * 0.141 * r / 2 * c;
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * fabs(torque * rate), torque * rate, strtod(row, NULL));
}

static void drawings(void) {
  expect(0, "left over at most",
         "graph " CASE("slider_crank --time 3 --dot test_graph.dot --svg test_graph.svg"));
  static const struct {
    const char *file, *word;
  } wanted[] = {{"test_graph.dot", "digraph"},
                {"test_graph.dot", "PART/2 crank"},
                {"test_graph.dot", "MTF"},
                {"test_graph.svg", "<svg"},
                {"test_graph.svg", "JOINT/1 REVOLUTE"}};
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    static char text[200000];
    FILE *file = fopen(wanted[i].file, "r");
    TEST_ASSERT_NOT_NULL_MESSAGE(file, wanted[i].file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, wanted[i].word), wanted[i].word);
  }
  expect(0, "digraph bonds {", "graph " CASE("slider_crank --dot -"));
}

static void a_dataset_by_its_file(void) {
  balanced(CASES "/rssr/rssr_driven.adm --without GFORCE/1 --time 0.002");
  expect(0, "GFORCE/1", "graph " CASES "/rssr/rssr.adm --set PART/4.MASS=0.05");
}

static void refusals(void) {
  expect(2, "neither a dataset (.adm) nor a case", "graph " CASE("nothing"));
  expect(2, "has no run fast", "graph " CASE("slider_crank --run fast"));
  expect(2, "which mechanism?", "graph");
  expect(2, "STATEMENT/ID.ARG=VALUE is wanted", "graph --set PART " CASE("slider_crank"));
  expect(2, "before the start", "graph --time -1 " CASE("slider_crank"));
  expect(2, "cannot read", "graph nothing.adm");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(published_mechanisms_balance);
  RUN_TEST(power_of_the_motor);
  RUN_TEST(drawings);
  RUN_TEST(a_dataset_by_its_file);
  RUN_TEST(refusals);
  return UNITY_END();
}
