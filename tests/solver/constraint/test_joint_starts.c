/* Initial conditions of joints: the mechanism is put together so that its joints stand and move as
 * they say. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\n"

static void revolute(void) {
  mechanism m = load(GROUND
                     "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2, QP=0.5,0,0\n"
                     "MARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1, IC=30D, 2.5");
  const double angle = 3.14159265358979323846 / 6;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, angle, measure(&m, "AZ", 21, 1, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 * cos(angle), measure(&m, "DX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.5, measure(&m, "WZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.5 * 2.5 * sin(angle), measure(&m, "VX", 20, 0, 0, 0));
  unload(&m);
}

/* A slide whose axis is x; velocity alone, displacement alone. */
#define SLIDE                                                                          \
  GROUND                                                                               \
  "MARKER/2, PART=1, REULER=90D,90D,0\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=0.25,0,0\n" \
  "MARKER/20, PART=2, REULER=90D,90D,0\n"

static void translational(void) {
  mechanism m = load(SLIDE "JOINT/1, TRANSLATIONAL, I=20, J=2, IC=0.7");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.7, measure(&m, "DX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, measure(&m, "VX", 20, 0, 0, 0));
  unload(&m);
}

static void cylindrical(void) {
  mechanism m = load(SLIDE "JOINT/1, CYLINDRICAL, I=20, J=2, ICTRAN=-0.4,3, ICROT=-40D,5");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.4, measure(&m, "DX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -40 * 3.14159265358979323846 / 180,
                            measure(&m, "AZ", 20, 2, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5, measure(&m, "WX", 20, 0, 0, 0));
  unload(&m);
}

/* A closed loop: crank of 1, coupler and rocker of 3 on a base of 4. The crank's start moves all of
 * it; expected by elementary geometry. */
#define FOUR_BAR(start)                                                             \
  GROUND                                                                            \
  "MARKER/2, PART=1, QP=4,0,0\n"                                                    \
  "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, REULER=60D,0,0\n"                         \
  "MARKER/20, PART=2, QP=0.5,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=1,0,0\n" \
  "PART/3, MASS=3, CM=30, IP=2,2,2, QG=0.5,0.866,0, REULER=30D,0,0\n"               \
  "MARKER/30, PART=3, QP=1.5,0,0\nMARKER/31, PART=3\nMARKER/32, PART=3, QP=3,0,0\n" \
  "PART/4, MASS=3, CM=40, IP=2,2,2, QG=4,0,0, REULER=110D,0,0\n"                    \
  "MARKER/40, PART=4, QP=1.5,0,0\nMARKER/41, PART=4\nMARKER/42, PART=4, QP=3,0,0\n" \
  "JOINT/1, REVOLUTE, I=21, J=1" start                                              \
  "\nJOINT/2, REVOLUTE, I=31, J=22\nJOINT/3, REVOLUTE, I=42, J=32\n"                \
  "JOINT/4, REVOLUTE, I=41, J=2\n"

static void rocker_end(double crank, double end[2]) {
  const double ax = cos(crank), ay = sin(crank), dx = 4 - ax, dy = -ay, d = hypot(dx, dy);
  const double up = sqrt(9 - d * d / 4);
  end[0] = ax + dx / 2 - dy / d * up;
  end[1] = ay + dy / 2 + dx / d * up;
}

static void closed_loop(void) {
  mechanism m = load(FOUR_BAR(", IC=0.4, 3"));
  double end[2], ahead[2], behind[2];
  rocker_end(0.4, end);
  rocker_end(0.4 + 1e-5, ahead);
  rocker_end(0.4 - 1e-5, behind);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, end[0], measure(&m, "DX", 32, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, end[1], measure(&m, "DY", 32, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 3 * (ahead[0] - behind[0]) / 2e-5,
                            measure(&m, "VX", 32, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 3 * (ahead[1] - behind[1]) / 2e-5,
                            measure(&m, "VY", 32, 0, 0, 0));
  unload(&m);
}

/* The joint's velocity counts, not what the part says beside it. */
static void joint_before_part(void) {
  mechanism m = load(GROUND
                     "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, WZ=1\nMARKER/20, PART=2, QP=0.5,0,0\n"
                     "MARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1, IC=0.2, 2.5");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.5, measure(&m, "WZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.2, measure(&m, "AZ", 21, 1, 0, 0));
  unload(&m);
}

/* Nothing to assemble: a free body keeps the velocity it is given. */
static void free_body(void) {
  mechanism m = load(GROUND "PART/2, MASS=2, CM=20, IP=1,1,1, VX=3, WZ=1\nMARKER/20, PART=2\n");
  TEST_ASSERT_EQUAL_DOUBLE(3, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_EQUAL_DOUBLE(1, measure(&m, "WZ", 20, 0, 0, 0));
  unload(&m);
}

static char said[600];
static void listen(void *context, const char *text) {
  (void)context;
  snprintf(said, sizeof said, "%s", text);
}

/* A motion decides against the joint; the user is told. */
static void motion_wins(void) {
  lash_model model;
  lash_system *system;
  const lash_system_options options = {.message = listen};
  const char *text =
      "title\n" GROUND
      "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2, QP=0.5,0,0\nMARKER/21, PART=2\n"
      "JOINT/1, REVOLUTE, I=21, J=1, IC=0.2, 2.5\nMOTION/1, JOINT=1, ROTATION, FUNCTION=0.7+TIME\n"
      "END\n";
  OK(lash_model_parse(&model, "test.adm", text, strlen(text), &error));
  OK(lash_system_create(&model, &options, &system, &error));
  double t, *y = malloc(lash_system_size(system)->y * sizeof *y);
  lash_system_initial(system, &t, y);
  said[0] = '\0';
  OK(lash_system_assemble(system, t, y, NULL, &error));
  TEST_ASSERT_NOT_NULL(strstr(said, "test.adm:7: JOINT/1"));
  double angle;
  OK(lash_system_measure(system, "AZ", (const int[]){21, 1}, 2, &angle, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.7, angle);
  lash_system_free(system);
  lash_model_free(&model);
  free(y);
}

/* The place is met and the rate is not: told with what is missed; and nothing is told of a start
 * that the motion meets in both. */
static void missed_rates_are_told(void) {
  for (int meets = 0; meets < 2; meets++) {
    lash_model model;
    lash_system *system;
    const lash_system_options options = {.message = listen};
    char text[600];
    snprintf(text, sizeof text,
             "title\n" GROUND
             "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2, QP=0.5,0,0\n"
             "MARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1, IC=0.7, %g\n"
             "MOTION/1, JOINT=1, ROTATION, FUNCTION=0.7+0.3*TIME\nEND\n",
             meets ? 0.3 : 2.5);
    OK(lash_model_parse(&model, "test.adm", text, strlen(text), &error));
    OK(lash_system_create(&model, &options, &system, &error));
    double t, *y = malloc(lash_system_size(system)->y * sizeof *y);
    lash_system_initial(system, &t, y);
    said[0] = '\0';
    OK(lash_system_assemble(system, t, y, NULL, &error));
    if (meets) {
      TEST_ASSERT_EQUAL_STRING("", said);
    } else {
      const char *missed = strstr(said, "missed by ");
      double place, rate;
      TEST_ASSERT_NOT_NULL_MESSAGE(missed, said);
      TEST_ASSERT_EQUAL_INT(2, sscanf(missed, "missed by %lf and %lf", &place, &rate));
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, place);
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, 2.2, fabs(rate));
    }
    lash_system_free(system);
    lash_model_free(&model);
    free(y);
  }
}

/* A start that the drive does not allow is given up, and leaves no trace in what else is given: the
 * pendulum at the end of the driven crank turns as its part says. */
static void missed_without_a_trace(void) {
  mechanism m = load(GROUND
                     "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2, QP=0.5,0,0\n"
                     "MARKER/21, PART=2\nMARKER/22, PART=2, QP=1,0,0\n"
                     "PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG=1,0,0, WZ=1.5\n"
                     "MARKER/30, PART=3, QP=0,-0.4,0\nMARKER/31, PART=3\n"
                     "JOINT/1, REVOLUTE, I=21, J=1, IC=0,5\n"
                     "JOINT/2, REVOLUTE, I=31, J=22\n"
                     "MOTION/1, JOINT=1, ROTATION, FUNCTION=2*TIME");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, measure(&m, "WZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.5, measure(&m, "WZ", 30, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, measure(&m, "VY", 31, 0, 0, 0));
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(revolute);
  RUN_TEST(translational);
  RUN_TEST(cylindrical);
  RUN_TEST(closed_loop);
  RUN_TEST(joint_before_part);
  RUN_TEST(free_body);
  RUN_TEST(motion_wins);
  RUN_TEST(missed_rates_are_told);
  RUN_TEST(missed_without_a_trace);
  return UNITY_END();
}
