/* GEAR and MREQUEST. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* Two wheels on ground, radii 0.1 and 0.3, that meet at x = 0.1; teeth move along y there. */
#define WHEELS                                                         \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0.4,0,0\n"   \
  "MARKER/3, PART=1, QP=0.1,0,0, REULER=180D,90D,180D\n"               \
  "PART/2, MASS=1, CM=20, IP=1,1,0.02\nMARKER/20, PART=2\n"            \
  "PART/3, MASS=1, CM=30, IP=1,1,0.9, QG=0.4,0,0\nMARKER/30, PART=3\n" \
  "SFORCE/1, ROTATION, I=20, J=1, FUNCTION=0.24\n"

static void wheels_turn_against_each_other(void) {
  static const char *const joints[] = {
      "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\nGEAR/1, JOINTS=1,2, CV=3",
      "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=2, J=30\nGEAR/1, JOINTS=1,2, CV=3"};
  for (int k = 0; k < 2; k++) {
    char text[1024];
    snprintf(text, sizeof text, WHEELS "%s", joints[k]);
    mechanism m = load(text);
    /* reduced inertia 0.02 + 0.9 / 9 */
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, measure(&m, "WDTZ", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -2.0 / 3, measure(&m, "WDTZ", 30, 0, 0, 0));
    for (int step = 0; step < 300; step++) rk4(&m, 0.01); /* more than a turn */
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 6, measure(&m, "WZ", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -2, measure(&m, "WZ", 30, 0, 0, 0));
    unload(&m);
  }
}

/* A wheel of radius 0.1 and a rack below it that slides along x. */
static void rack_and_wheel(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0,-0.1,0, REULER=90D,90D,0\n"
      "PART/2, MASS=1, CM=20, IP=1,1,0.02\nMARKER/20, PART=2\n"
      "PART/3, MASS=4, CM=30, IP=1,1,1, QG=0,-0.1,0\nMARKER/30, PART=3, REULER=90D,90D,0\n"
      "SFORCE/1, ROTATION, I=20, J=1, FUNCTION=0.12\n"
      "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, TRANSLATIONAL, I=30, J=2\n"
      "GEAR/1, JOINTS=1,2, CV=2");
  /* the lowest tooth of a wheel that turns to the left moves along +x */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.12 / (0.02 + 4 * 0.01), measure(&m, "WDTZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.2, measure(&m, "ACCX", 30, 0, 0, 0));
  unload(&m);
}

/* A sun that stands, a carrier and a planet: the planet turns (1 + rs/rp) times as fast as the
 * carrier. */
static void planet_on_its_carrier(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
      "PART/3, MASS=1, CM=30, IP=1,1,1, WZ=2\nMARKER/30, PART=3\nMARKER/31, PART=3, QP=0.5,0,0\n"
      "MARKER/32, PART=3, QP=0.3,0,0, REULER=180D,90D,180D\n"
      "PART/4, MASS=1, CM=40, IP=1,1,1, QG=0.5,0,0, VY=1, WZ=5\nMARKER/40, PART=4\n"
      "JOINT/1, FIXED, I=20, J=1\nJOINT/2, REVOLUTE, I=20, J=30\n"
      "JOINT/3, REVOLUTE, I=40, J=31\nGEAR/1, JOINTS=2,3, CV=32");
  for (int step = 0; step < 200; step++) rk4(&m, 0.01);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1 + 0.3 / 0.2,
                            measure(&m, "WZ", 40, 0, 0, 0) / measure(&m, "WZ", 30, 0, 0, 0));
  unload(&m);
}

static void refused(const char *text, const char *word) {
  char whole[2048];
  lash_model model;
  lash_system *system = NULL;
  snprintf(whole, sizeof whole, "title\n%s\nEND\n", text);
  OK(lash_model_parse(&model, "test.adm", whole, strlen(whole), &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
  lash_model_free(&model);
}

static void bad_gears_are_named(void) {
  refused(WHEELS
          "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"
          "GEAR/1, JOINTS=1,2, CV=30",
          "carrier");
  refused(WHEELS
          "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"
          "GEAR/1, JOINTS=1,2, CV=1",
          "GEAR/1");
  refused(WHEELS
          "JOINT/1, SPHERICAL, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"
          "GEAR/1, JOINTS=1,2, CV=3",
          "CYLINDRICAL");
}

/* Parts at their mass centres, markers, joints, one after the other; the same as single requests.
 */
static void lists_of_requests(void) {
  mechanism m =
      load(WHEELS
           "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"
           "ACCGRAV/JGRAV=-10\nREQUEST/9, FORCE, I=30, J=2\n"
           "MREQUEST/2, ACCELERATION, PART=2,3, MARKER=30\nMREQUEST/3, FORCE, JOINT=1,2\n");
  static const int ids[] = {9, 2001, 2002, 2003, 3001, 3002};
  double values[6][8];
  TEST_ASSERT_EQUAL_INT(6, (int)m.n->requests);
  for (size_t k = 0; k < 6; k++) {
    TEST_ASSERT_EQUAL_INT(ids[k], lash_system_request(m.system, k).id);
    OK(lash_system_request_values(m.system, k, values[k], &error));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.24 / 0.02, values[1][7]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10, values[4][2]);
  for (int c = 0; c < 8; c++) {
    TEST_ASSERT_EQUAL_DOUBLE(values[2][c], values[3][c]);
    TEST_ASSERT_EQUAL_DOUBLE(values[0][c], values[5][c]);
  }
  unload(&m);
  refused(WHEELS "MREQUEST/2, FORCE, MARKER=20\nREQUEST/2001, FORCE, I=20", "REQUEST/2001");
  refused(WHEELS "MREQUEST/2, FORCE, PART=1", "mass centre");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(wheels_turn_against_each_other);
  RUN_TEST(rack_and_wheel);
  RUN_TEST(planet_on_its_carrier);
  RUN_TEST(bad_gears_are_named);
  RUN_TEST(lists_of_requests);
  return UNITY_END();
}
