/* MOTION functions that reach TIME through variables: the same as written out. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* Two equal arms; one is driven by TIME, the other by variables and a constant of an array. */
static mechanism arms(const char *order) {
  char text[2048];
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/JGRAV=-9.81\n"
           "PART/2, MASS=1, CM=20, IP=1,1,0.3\nMARKER/20, PART=2, QP=0.4,0,0\nMARKER/21, PART=2\n"
           "PART/3, MASS=1, CM=30, IP=1,1,0.3\nMARKER/30, PART=3, QP=0.4,0,0\nMARKER/31, PART=3\n"
           "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=1\n"
           "MOTION/1, JOINT=1, ROTATIONAL, %s, FUNCTION=0.7*SIN(3*TIME)*TIME\n"
           "MOTION/2, JOINT=2, ROTATIONAL, %s, FUNCTION=ARYVAL(1,2)*VARVAL(2)\n"
           "ARRAY/1, IC, NUMBERS=5,0.7\nVARIABLE/1, FUNCTION=3*TIME\n"
           "VARIABLE/2, FUNCTION=SIN(VARVAL(1))*TIME\n",
           order, order);
  return load(text);
}

static void agree(void) {
  static const char *const orders[] = {"DISPLACEMENT", "VELOCITY", "ACCELERATION"};
  for (int k = 0; k < 3; k++) {
    mechanism m = arms(orders[k]);
    double t = 0;
    for (int step = 0; step < 20; step++) {
      t += 0.05;
      OK(lash_system_kinematics(m.system, t, m.y, &error));
      OK(lash_system_commit(m.system, &error));
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, measure(&m, "AZ", 21, 1, 0, 0),
                                measure(&m, "AZ", 31, 1, 0, 0));
      TEST_ASSERT_DOUBLE_WITHIN(1e-11, measure(&m, "WZ", 21, 0, 0, 0),
                                measure(&m, "WZ", 31, 0, 0, 0));
      TEST_ASSERT_DOUBLE_WITHIN(1e-10, measure(&m, "WDTZ", 21, 0, 0, 0),
                                measure(&m, "WDTZ", 31, 0, 0, 0));
      TEST_ASSERT_DOUBLE_WITHIN(1e-10, element(&m, "MOTION", 1, 0, 8),
                                element(&m, "MOTION", 2, 0, 8));
    }
    if (k == 0) TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.7 * sin(3), measure(&m, "AZ", 31, 1, 0, 0));
    unload(&m);
  }
}

static void states_are_refused(void) {
  static const char text[] =
      "t\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
      "JOINT/1, REVOLUTE, I=20, J=1\nVARIABLE/1, FUNCTION=WZ(20)\n"
      "MOTION/1, JOINT=1, ROTATIONAL, FUNCTION=VARVAL(1)\nEND\n";
  lash_model model;
  lash_system *system = NULL;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "displacements"), error.message);
  lash_model_free(&model);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(agree);
  RUN_TEST(states_are_refused);
  return UNITY_END();
}
