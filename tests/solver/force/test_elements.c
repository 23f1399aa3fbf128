/* Less common statements and conditions: point masses, parts without mass, linear systems, coupled
 * joints, velocity motions, activation, stabilisation, singular positions. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV=-9.81\n"

static mechanism m;

/* ----------------------------------------------------------------------------------- bodies */

/* Bob on a rigid rod given as a distance: theta'' = -(g/l) sin theta. */
static void point_mass_pendulum(void) {
  m = load(GROUND
           "POINT_MASS/2, MASS=2, CM=20, QG=0.6,-0.8,0\nMARKER/20, POINT_MASS=2\n"
           "GCON/1, I=20, FUNCTION=DM(20,1)-1");
  TEST_ASSERT_EQUAL_INT(2, m.n->dof);
  /* along the circle: -g sin; from rest */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -9.81 * 0.6 * 0.8, measure(&m, "ACCX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -9.81 * 0.6 * 0.6, measure(&m, "ACCY", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 2 * 9.81 * 0.8, element(&m, "GCON", 1, 0, 1));
  for (int k = 0; k < 100; k++) rk4(&m, 0.01);
  for (int k = 3; k < 6; k++) TEST_ASSERT_EQUAL_DOUBLE(0, m.y[7 + k]); /* it never turns */
  unload(&m);
}

/* A massless rod between two hinges carries force along itself only: same motion as a distance. */
#define ROD(mass)                                                             \
  GROUND                                                                      \
  "PART/2, MASS=2, CM=20, IP=0.3,0.3,0.3, QG=0.6,-0.8,0\nMARKER/20, PART=2\n" \
  "PART/3, MASS=" mass                                                        \
  ", QG=0,0,0, REULER=-53.13010235415598D,0,0\n"                              \
  "MARKER/30, PART=3\nMARKER/31, PART=3, QP=1,0,0\n"                          \
  "JOINT/1, REVOLUTE, I=30, J=1\nJOINT/2, REVOLUTE, I=31, J=20\n"

static void massless_rod(void) {
  m = load(ROD("0, CM=30"));
  TEST_ASSERT_EQUAL_INT(2, m.n->dof);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -9.81 * 0.6 * 0.8, measure(&m, "ACCX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -9.81 * 0.6 * 0.6, measure(&m, "ACCY", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2 * 9.81 * 0.8, element(&m, "JOINT", 1, 0, 1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2 * 9.81 * 0.8, element(&m, "JOINT", 2, 0, 1));
  lash_energy e;
  lash_system_energy(m.system, &e);
  const double before = e.kinetic + e.gravity;
  for (int k = 0; k < 200; k++) rk4(&m, 0.005);
  lash_system_energy(m.system, &e);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, before, e.kinetic + e.gravity);
  unload(&m);
}

/* ---------------------------------------------------------------------------------- systems */

#define CART                                                                              \
  "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=1,0,0, VX=0.5\n" \
  "MARKER/20, PART=2\nVARIABLE/1, FUNCTION=DX(20)\nARRAY/1, U, VARIABLES=1\n"             \
  "ARRAY/2, X, SIZE=2\nARRAY/3, Y, SIZE=1\n"

static double position_after(const char *text) {
  m = load(text);
  for (int k = 0; k < 400; k++) rk4(&m, 0.005);
  const double x = measure(&m, "DX", 20, 0, 0, 0);
  unload(&m);
  return x;
}

/* x1' = x2, x2' = -4 x1 - 0.4 x2 + u; force = 3 x1 + 0.5 u along x. */
static void linear_systems_are_differential_equations(void) {
  const double expected = position_after(
      CART
      "DIFF/1, IC=0, FUNCTION=DIF(2)\nDIFF/2, IC=0, FUNCTION=-4*DIF(1)-0.4*DIF(2)+DX(20)\n"
      "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=-3*DIF(1)-0.5*DX(20)");
  const double lse = position_after(CART
                                    "MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=0,1,-4,-0.4\n"
                                    "MATRIX/2, FULL=RORDER, ROWS=2, COLUMNS=1, VALUES=0,1\n"
                                    "MATRIX/3, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=3,0\n"
                                    "MATRIX/4, FULL=RORDER, ROWS=1, COLUMNS=1, VALUES=0.5\n"
                                    "LSE/1, X=2, U=1, Y=3, A=1, B=2, C=3, D=4\n"
                                    "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=-ARYVAL(3,1)");
  /* (3 + 0.5 (s^2 + 0.4 s + 4)) / (s^2 + 0.4 s + 4) */
  const double transfer =
      position_after(CART
                     "TFSISO/1, X=2, U=1, Y=3, NUMERATOR=5,0.2,0.5, DENOMINATOR=4,0.4,1\n"
                     "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=-ARYVAL(3,1)");
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, expected, lse);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, expected, transfer);
}

/* ---------------------------------------------------------------------------------- coupling */

#define TWO_WHEELS                                                   \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=3,0,0\n"   \
  "PART/2, MASS=1, CM=20, IP=1,1,0.4\nMARKER/20, PART=2\n"           \
  "PART/3, MASS=1, CM=30, IP=1,1,0.9, QG=3,0,0\nMARKER/30, PART=3\n" \
  "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"     \
  "COUPLER/1, JOINTS=1,2, TYPE=R:R, SCALES=2,-1\n"                   \
  "SFORCE/1, I=20, J=1, ROTATION, FUNCTION=5\n"

/* q2 = 2 q1: the first wheel feels 0.4 + 4 * 0.9. */
static void coupled_wheels(void) {
  m = load(TWO_WHEELS);
  TEST_ASSERT_EQUAL_INT(1, m.n->dof);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5 / 4.0, measure(&m, "WDTZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10 / 4.0, measure(&m, "WDTZ", 30, 0, 0, 0));
  for (int k = 0; k < 1000; k++) rk4(&m, 0.005); /* several turns */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 5 / 4.0 * 5, measure(&m, "WZ", 20, 0, 0, 0));
  double position;
  lash_system_drift(m.system, &position, NULL);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, position);
  unload(&m);
}

/* A nut on a screw under a torque: translation = pitch * angle / 2 pi. */
static void screw(void) {
  m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=3, CM=20, IP=1,1,0.02\n"
      "MARKER/20, PART=2\nJOINT/1, SCREW, I=20, J=1, PITCH=0.1\n"
      "SFORCE/1, I=20, J=1, ROTATION, FUNCTION=0.6");
  const double lead = 0.1 / 6.283185307179586;
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.6 / (0.02 + 3 * lead * lead),
                            measure(&m, "WDTZ", 20, 0, 0, 0));
  for (int k = 0; k < 300; k++) rk4(&m, 0.005);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, lead * measure(&m, "WZ", 20, 0, 0, 0),
                            measure(&m, "VZ", 20, 0, 0, 0));
  unload(&m);
}

/* ----------------------------------------------------------------------------------- motions */

#define TURNTABLE                                                                         \
  "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,0.4, REULER=0.3,0,0\n" \
  "MARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=1\nMOTION/1, JOINT=1, ROTATION, "

/* The same motion given by angle, rate and acceleration, over many turns. */
static void motions_of_every_order(void) {
  static const char *const given[] = {TURNTABLE "FUNCTION=0.3+2*TIME+SIN(TIME)",
                                      TURNTABLE "VELOCITY, FUNCTION=2+COS(TIME)",
                                      TURNTABLE "ACCELERATION, ICVEL=3, FUNCTION=-SIN(TIME)"};
  for (int k = 0; k < 3; k++) {
    m = load(given[k]);
    TEST_ASSERT_EQUAL_INT(0, m.n->dof);
    for (int step = 1; step <= 100; step++) {
      OK(lash_system_kinematics(m.system, 0.1 * step, m.y, &error));
      OK(lash_system_commit(m.system, &error));
    }
    const double angle = 0.3 + 20 + sin(10.0);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, cos(angle), measure(&m, "UVX", 20, 1, 1, 0), given[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, sin(angle), measure(&m, "UVX", 20, 1, 2, 0), given[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 2 + cos(10.0), measure(&m, "WZ", 20, 0, 0, 0),
                                      given[k]);
    double wrench[6];
    OK(lash_system_motion_wrench(m.system, 0, false, 0, wrench, &error));
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, -0.4 * sin(10.0), wrench[5], given[k]);
    unload(&m);
  }
}

/* -------------------------------------------------------------------------------- conditions */

/* A joint that is switched off has no reaction, and asking for it does no harm. */
static void deactivated_joint_has_no_reaction(void) {
  m = load(GROUND
           "PART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2\nMARKER/21, PART=2, QP=0,1,0\n"
           "JOINT/1, SPHERICAL, I=21, J=2\nMARKER/2, PART=1, QP=0,1,0");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2 * 9.81, measure(&m, "JOINT", 1, 0, 3, 1));
  OK(lash_system_activate(m.system, "JOINT", 1, false, &error));
  lash_system_set(m.system, 0, m.y);
  TEST_ASSERT_EQUAL_DOUBLE(0, measure(&m, "JOINT", 1, 0, 3, 1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -9.81, measure(&m, "ACCY", 20, 0, 0, 0));
  unload(&m);
}

static void deactivated_motion_lets_go(void) {
  m = load(TURNTABLE "FUNCTION=0.3+2*TIME\nSFORCE/1, I=20, J=1, ROTATION, FUNCTION=0.8");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, measure(&m, "WDTZ", 20, 0, 0, 0));
  OK(lash_system_activate(m.system, "MOTION", 1, false, &error));
  TEST_ASSERT_EQUAL_INT(1, m.n->dof);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, measure(&m, "WDTZ", 20, 0, 0, 0));
  OK(lash_system_activate(m.system, "SFORCE", 1, false, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, measure(&m, "WDTZ", 20, 0, 0, 0));
  OK(lash_system_activate(m.system, "motion", 1, true, &error));
  TEST_ASSERT_EQUAL_INT(0, m.n->dof);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_system_activate(m.system, "JOINT", 9, true, &error));
  unload(&m);
}

/* With Baumgarte's terms a violated constraint decays like exp(-alpha t) (1 + alpha t). */
static void stabilisation(void) {
  const lash_system_options options = {.alpha = 5, .beta = 5};
  const char text[] =
      "t\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
      "JPRIM/1, INPLANE, I=20, J=1\nEND\n";
  lash_model model;
  lash_system *system;
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  OK(lash_system_create(&model, &options, &system, &error));
  double y[13] = {0, 0, 0.01, 1}, k[4][13], trial[13];
  const double h = 0.01;
  for (int step = 0; step < 50; step++) {
    for (int s = 0; s < 4; s++) {
      for (int i = 0; i < 13; i++) trial[i] = y[i] + (s ? (s < 3 ? 0.5 : 1) * h * k[s - 1][i] : 0);
      OK(lash_system_rates(system, 0, trial, k[s], &error));
    }
    for (int i = 0; i < 13; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0.01 * exp(-2.5) * 3.5, y[2]);
  lash_system_free(system);
  lash_model_free(&model);
}

static void bad_input_is_refused_in_words(void) {
  static const struct {
    const char *statements, *words;
    lash_status status;
  } bad[] = {
      {"PART/2, MASS=1, CM=20, IP=1,1,1,2,0,0\nMARKER/20, PART=2\n", "positive definite",
       LASH_BAD_INPUT},
      {"PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
       "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=DX(77)\n",
       "MARKER/77", LASH_BAD_INPUT},
      {"PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
       "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=SFORCE(1,0,2,0)\n",
       "SFORCE/1", LASH_UNSUPPORTED},
      {"PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nVARIABLE/1, FUNCTION=VARVAL(2)\n"
       "VARIABLE/2, FUNCTION=VARVAL(1)\n",
       "depend on themselves", LASH_UNSUPPORTED},
      {"PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nGCON/1, I=20, FUNCTION=VX(20)\n",
       "GCON/1", LASH_UNSUPPORTED},
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    lash_model model;
    lash_system *system = NULL;
    char text[1024];
    snprintf(text, sizeof text, "t\nPART/1, GROUND\nMARKER/1, PART=1\n%sEND\n", bad[k].statements);
    OK(lash_model_parse(&model, "test.adm", text, strlen(text), &error));
    TEST_ASSERT_EQUAL_INT_MESSAGE(bad[k].status, lash_system_create(&model, NULL, &system, &error),
                                  error.message);
    TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, bad[k].words) != NULL, error.message);
    TEST_ASSERT_NULL(system);
    lash_model_free(&model);
  }
}

/* A force that becomes infinite is an error with its reason, not a NaN in the state. */
static void infinite_force_is_an_error(void) {
  m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0\n"
      "MARKER/20, PART=2\nSFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=1/(TIME-0.5)");
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_system_rates(m.system, 0.5, m.y, m.ydot, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, "SFORCE/1") != NULL, error.message);
  OK(lash_system_rates(m.system, 0.4, m.y, m.ydot, &error)); /* and no trace is left */
  unload(&m);
}

/* Two motions of one joint may agree for a while. */
static void contradicting_motions_are_found(void) {
  m = load(TURNTABLE
           "FUNCTION=0.3+2*TIME\nMOTION/2, JOINT=1, ROTATION, "
           "FUNCTION=0.3+2*TIME+MAX(0,TIME-0.1)");
  TEST_ASSERT_EQUAL_INT(1, m.n->redundant);
  OK(lash_system_kinematics(m.system, 0.1, m.y, &error));
  OK(lash_system_commit(m.system, &error));
  OK(lash_system_kinematics(m.system, 0.2, m.y, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_system_commit(m.system, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, "MOTION/2") != NULL, error.message);
  unload(&m);
}

static void sensors_and_switches(void) {
  m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0, VX=2\n"
      "MARKER/20, PART=2\nSFORCE/4, I=20, J=1, TRANSLATION, FUNCTION=IF(DX(20)-2:0,0,-3)\n"
      "REQUEST/1, F2=SENVAL(7)\\ F3=ABS(DX(20))\n"
      "SENSOR/7, GE, VALUE=1.5, ERROR=1E-3, HALT, FUNCTION=DX(20)\\ EVALUATE=10*DX(20)");
  double values[2], request[8];
  TEST_ASSERT_EQUAL_INT(2, m.n->switches); /* the request's ABS is none */
  TEST_ASSERT_EQUAL_INT(LASH_SWITCH_SENSOR, lash_system_switch(m.system, 0).kind);
  TEST_ASSERT_EQUAL_INT(4, lash_system_switch(m.system, 1).id);
  TEST_ASSERT_EQUAL_STRING("SFORCE/4", lash_system_switch(m.system, 1).statement);
  OK(lash_system_switches(m.system, values, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1 - 1.5 + 1e-3, values[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, -1, values[1]);
  for (int k = 0; k < 60; k++) rk4(&m, 0.005);
  OK(lash_system_switches(m.system, values, &error));
  TEST_ASSERT_TRUE(values[0] > 0 && values[1] < 0);
  OK(lash_system_sensor_hold(m.system, 0, &error));
  for (int k = 0; k < 60; k++) rk4(&m, 0.005);
  OK(lash_system_request_values(m.system, 0, request, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 16, request[1]);
  OK(lash_system_switches(m.system, values, &error));
  TEST_ASSERT_TRUE(values[1] > 0);
  unload(&m);
}

/* A column that nobody asked for is zero, whichever it is. */
static void requests_of_one_column(void) {
  for (int k = 1; k <= 8; k++) {
    char text[400];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1\nVARIABLE/1, FUNCTION=5\n"
             "VARIABLE/2, FUNCTION=VARVAL(1)+2\nREQUEST/1, F%d=VARVAL(2)",
             k);
    m = load(text);
    double values[8];
    OK(lash_system_request_values(m.system, 0, values, &error));
    for (int c = 0; c < 8; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, c == k - 1 ? 7 : 0, values[c]);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(point_mass_pendulum);
  RUN_TEST(massless_rod);
  RUN_TEST(linear_systems_are_differential_equations);
  RUN_TEST(coupled_wheels);
  RUN_TEST(screw);
  RUN_TEST(motions_of_every_order);
  RUN_TEST(deactivated_joint_has_no_reaction);
  RUN_TEST(deactivated_motion_lets_go);
  RUN_TEST(stabilisation);
  RUN_TEST(bad_input_is_refused_in_words);
  RUN_TEST(infinite_force_is_an_error);
  RUN_TEST(contradicting_motions_are_found);
  RUN_TEST(sensors_and_switches);
  RUN_TEST(requests_of_one_column);
  return UNITY_END();
}
