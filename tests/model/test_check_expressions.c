/* Expressions of a dataset are compiled, and what they name is looked up. */
#include "dataset.h"

void setUp(void) {}
void tearDown(void) { lash_model_free(&model); }

static void good_expressions_pass(void) {
  expect_clean(read_with_parts(
      "SFORCE/1, I=1, J=2, TRANSLATION, FUNCTION=-1000*(DM(1,2)-1)\n, - 5*VR(1,2)\n"
      "VARIABLE/2, FUNCTION=AKISPL(VARVAL(1),0,7)+JOINT(1,0,2,0)\n"
      "SPLINE/7, X=0,1,2,3, Y=0,1,4,9\nREQUEST/1, F2=ORIENT(27,1,2,1)\\F3=SFORCE(1,0,2,1)\n"
      "VARIABLE/3, FUNCTION=USER(1,99,98)"));
  lash_model_check_expressions(&model);
  TEST_ASSERT_EQUAL_INT(0, model.diagnostics.count);
}

static void mistakes_have_their_line(void) {
  read_with_parts(
      "VARIABLE/2, FUNCTION=1 +\n, 2*\n, SINE(TIME)\nVARIABLE/3, FUNCTION=DX(1,77)*2\n"
      "VARIABLE/4, FUNCTION=VARVAL(55) + \n, JOINT(66,0,2,0)\n"
      "VARIABLE/5, FUNCTION=CUBSPL(TIME,0,9)\nVARIABLE/6, FUNCTION=2 3");
  TEST_ASSERT_EQUAL_INT(0, model.diagnostics.total[LASH_ERROR]);
  lash_model_check_expressions(&model);
  expect_finding(LASH_ERROR, AFTER_PARTS + 2, "VARIABLE/2: column 3: 'SINE'");
  expect_finding(LASH_ERROR, AFTER_PARTS + 3, "DX names MARKER/77, which does not exist");
  expect_finding(LASH_ERROR, AFTER_PARTS + 4, "VARVAL names VARIABLE/55");
  expect_finding(LASH_ERROR, AFTER_PARTS + 5, "JOINT names JOINT/66");
  expect_finding(LASH_ERROR, AFTER_PARTS + 6, "9");
  expect_finding(LASH_ERROR, AFTER_PARTS + 7, "VARIABLE/6: column");
  TEST_ASSERT_EQUAL_INT(6, model.diagnostics.total[LASH_ERROR]);
}

static void a_faulty_model_can_still_be_checked(void) {
  read_with_parts(
      "SPLINE/7, X=0,1, Y=0\nVARIABLE/2, FUNCTION=AKISPL(1,0,7)\nJOINT/9, NONE\n"
      "MOTION/1, JOINT=9, ROTATION, FUNCTION=DM(\n");
  lash_model_check_expressions(&model);
  TEST_ASSERT_TRUE(model.diagnostics.total[LASH_ERROR] >= 3);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(good_expressions_pass);
  RUN_TEST(mistakes_have_their_line);
  RUN_TEST(a_faulty_model_can_still_be_checked);
  return UNITY_END();
}
