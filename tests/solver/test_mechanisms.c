/* Whole mechanisms: redundancy, assembly, inverse dynamics, energy, statics, eigenvalues. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const double degree = 3.14159265358979323846 / 180;

/* -------------------------------------------------------------- slider-crank, inverse dynamics */

/* Crank 0.1, rod 0.16, angle 62 deg + alpha t^2 / 2; guide along x through the crank's axis. */
static mechanism slider_crank(const char *gravity) {
  const double theta = 62 * degree, r = 0.1, l = 0.16;
  const double bx = r * cos(theta), by = r * sin(theta), cx = bx + sqrt(l * l - by * by);
  char text[4096];
  snprintf(
      text, sizeof text,
      "PART/1, GROUND\nMARKER/1, PART=1\n"
      "MARKER/2, PART=1, REULER=90D,90D,0\n" /* z along x */
      "%s"
      "PART/2, MASS=0.064, CM=20, IP=1e-5,4.42e-5,4.42e-5, REULER=%.17g,0,0\n"
      "MARKER/20, PART=2, QP=0.05,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=0.1,0,0\n"
      "PART/3, MASS=0.077, CM=30, IP=1e-5,1.73e-4,1.73e-4, QG=%.17g,%.17g,0, REULER=%.17g,0,0\n"
      "MARKER/30, PART=3, QP=0.08,0,0\nMARKER/31, PART=3\nMARKER/32, PART=3, QP=0.16,0,0\n"
      "PART/4, MASS=0.014, CM=40, IP=1e-6,1e-6,1e-6, QG=%.17g,0,0\n"
      "MARKER/40, PART=4\nMARKER/41, PART=4, REULER=90D,90D,0\n"
      "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=22\n"
      "JOINT/3, REVOLUTE, I=40, J=32\nJOINT/4, TRANSLATIONAL, I=41, J=2\n"
      "MOTION/1, JOINT=1, ROTATION, FUNCTION=62D+0.5*5D*TIME**2\n",
      gravity, theta, bx, by, atan2(-by, cx - bx), cx);
  return load(text);
}

#define DOWN "ACCGRAV/, JGRAV=-9.81\n"

static double motor_torque(mechanism *m) {
  double wrench[6];
  OK(lash_system_motion_wrench(m->system, 0, false, 0, wrench, &error));
  return wrench[5];
}

static void inverse_dynamics(void) {
  mechanism m = slider_crank(DOWN);
  TEST_ASSERT_EQUAL_INT(0, m.n->dof);
  TEST_ASSERT_EQUAL_INT(3, m.n->redundant);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 3.258212300e-2, motor_torque(&m));
  /* at 180 degrees */
  m.t = sqrt(2 * 118 / 5.0);
  for (int k = 1; k <= 40; k++)
    OK(lash_system_kinematics(m.system, m.t * sqrt(k / 40.0), m.y, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, -6.911998409e-2, motor_torque(&m));
  unload(&m);
  m = slider_crank("");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 1.132349844e-4, motor_torque(&m));
  unload(&m);
}

/* Work of the motor over the turn of 12 s, by Simpson's rule on the motion's power. */
static void motor_work_is_the_energy_gained(void) {
  mechanism m = slider_crank(DOWN);
  lash_energy start, end;
  double work = 0, power;
  const int steps = 1200;
  lash_system_energy(m.system, &start);
  for (int k = 0; k <= steps; k++) {
    OK(lash_system_kinematics(m.system, 12.0 * k / steps, m.y, &error));
    OK(lash_system_motion_power(m.system, 0, NULL, &power, &error));
    work += power * (k == 0 || k == steps ? 1 : k % 2 ? 4 : 2) * 12.0 / steps / 3;
  }
  lash_system_energy(m.system, &end);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, end.kinetic + end.gravity - start.kinetic - start.gravity, work);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 7.1147639042e-4, work);
  unload(&m);
}

/* ------------------------------------------------------------------------------- spatial RSSR */

/* Crank 20 about z at height 85, coupler 122, rocker 74 about -y through (0, -40, 0), in mm; 1200
 * turns a minute. Closed-form kinematics at crank angle 0: rocker angle -0.2452513425 rad. */
static void spatial_four_bar(void) {
  const double rocker = -0.2452513425, omega = 40 * 3.14159265358979323846;
  const double B[3] = {0.020, 0, 0.085};
  const double C[3] = {0.074 * cos(rocker), -0.040, 0.074 * sin(rocker)};
  char text[4096];
  /* the coupler's z axis points from B to C: Z and X points give its frame */
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1, QP=0,0,0.085\n"
           "MARKER/2, PART=1, QP=0,-0.04,0, REULER=0,90D,0\n"
           "PART/2, MASS=0.019, CM=20, IP=4E-4,4.9E-4,4.9E-4, QG=0,0,0.085\n"
           "MARKER/20, PART=2, QP=0.01,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=0.02,0,0\n"
           "PART/3, MASS=0.14, CM=30, IP=2E-3,1.7E-3,2.8E-5, QG=%.17g,%.17g,%.17g\n"
           ", ZG=%.17g,%.17g,%.17g, XG=1,0,0\n"
           "MARKER/30, PART=3, QP=0,0,0.061\nMARKER/31, PART=3\nMARKER/32, PART=3, QP=0,0,0.122\n"
           "PART/4, MASS=0.03, CM=40, IP=1E-3,1.29E-3,1.29E-3, QG=0,-0.04,0, REULER=0,90D,%.17g\n"
           "MARKER/40, PART=4, QP=0.037,0,0\nMARKER/41, PART=4\nMARKER/42, PART=4, QP=0.074,0,0\n"
           "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, SPHERICAL, I=31, J=22\n"
           "JOINT/3, SPHERICAL, I=32, J=42\nJOINT/4, REVOLUTE, I=41, J=2\n"
           "MOTION/1, JOINT=1, ROTATION, FUNCTION=%.17g*TIME\n",
           B[0], B[1], B[2], C[0], C[1], C[2], rocker, omega);
  mechanism m = load(text);
  TEST_ASSERT_EQUAL_INT(1, m.n->dof); /* the coupler's roll */
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 15.559360818, -measure(&m, "WY", 40, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 3505.5383045, -measure(&m, "WDTY", 40, 0, 0, 0));
  unload(&m);
}

/* --------------------------------------------------------------------------- four-bar with 4 R */

#define FOUR_BAR                                                                  \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=4,0,0\n"                \
  "ACCGRAV/, JGRAV=-9.81\n"                                                       \
  "PART/2, MASS=1, CM=20, IP=0.01,0.3,0.3, REULER=90D,0,0, WZ=2\n"                \
  "MARKER/20, PART=2, QP=1,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=2,0,0\n" \
  "PART/3, MASS=2, CM=30, IP=0.01,0.8,0.8, QG=0,2,0\n"                            \
  "MARKER/30, PART=3, QP=2,0,0\nMARKER/31, PART=3\nMARKER/32, PART=3, QP=4,0,0\n" \
  "PART/4, MASS=1, CM=40, IP=0.01,0.3,0.3, QG=4,0,0, REULER=90D,0,0\n"            \
  "MARKER/40, PART=4, QP=1,0,0\nMARKER/41, PART=4\nMARKER/42, PART=4, QP=2,0,0\n" \
  "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=22\n"                 \
  "JOINT/3, REVOLUTE, I=42, J=32\nJOINT/4, REVOLUTE, I=41, J=2\n"

static void four_bar_is_redundant_three_times(void) {
  mechanism m = load(FOUR_BAR);
  TEST_ASSERT_EQUAL_INT(1, m.n->dof);
  TEST_ASSERT_EQUAL_INT(3, m.n->redundant);
  TEST_ASSERT_EQUAL_INT(17, m.n->constraints);
  char name[160];
  for (size_t k = 0; k < 3; k++) {
    lash_system_constraint_name(m.system, m.n->constraints + k, name, sizeof name);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(name, "JOINT/4"), name);
  }
  /* parallelogram: the coupler translates; one equation for the crank's angle, all arms upright:
   * (2 J + 2 m 1 + 4 M) alpha = gravity's moment = 0 at the top */
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, measure(&m, "WDTZ", 20, 0, 0, 0));
  /* reactions balance gravity and centripetal forces */
  double wrench[6], up = 0;
  for (size_t k = 0; k < 4; k += 3) {
    OK(lash_system_joint_wrench(m.system, k, false, 0, wrench, &error));
    up += wrench[1];
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 4 * 9.81 - (1 + 1) * 4.0 - 2 * 2 * 4.0, up);
  unload(&m);
}

static void four_bar_keeps_its_energy(void) {
  mechanism m = load(FOUR_BAR);
  lash_energy e;
  lash_system_energy(m.system, &e);
  const double before = e.kinetic + e.gravity;
  for (int k = 0; k < 400; k++) rk4(&m, 0.0025);
  lash_system_energy(m.system, &e);
  TEST_ASSERT_DOUBLE_WITHIN(2e-6, before, e.kinetic + e.gravity);
  double position, velocity;
  lash_system_drift(m.system, &position, &velocity);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0, position);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, velocity);
  unload(&m);
}

static void contradiction_is_refused(void) {
  lash_model model;
  lash_system *system = NULL;
  const char text[] =
      "title\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=1,0,0\n"
      "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
      "JPRIM/1, ATPOINT, I=20, J=1\nJPRIM/2, ATPOINT, I=20, J=2\nEND\n";
  OK(lash_model_parse(&model, "test.adm", text, sizeof text - 1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_system_create(&model, NULL, &system, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "contradict"), error.message);
  TEST_ASSERT_NULL(system);
  lash_model_free(&model);
}

/* ------------------------------------------------------------------------------------- assembly */

#define LOOSE(exact)                                                \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                              \
  "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, QG=0.02,-0.01,0.03" exact \
  "\n"                                                              \
  "MARKER/20, PART=2, QP=1,0,0\nMARKER/21, PART=2\n"                \
  "PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG=0.9,0.1,0\n"           \
  "MARKER/30, PART=3, QP=0.5,0,0\nMARKER/31, PART=3\n"              \
  "JOINT/1, SPHERICAL, I=31, J=20\n"

static void assembly_moves_little_and_not_what_is_exact(void) {
  mechanism m = load(LOOSE(""));
  double position;
  lash_system_drift(m.system, &position, NULL);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0, position);
  TEST_ASSERT_TRUE(fabs(measure(&m, "DX", 21, 0, 0, 0) - 0.02) > 1e-3); /* both move */
  unload(&m);
  m = load(LOOSE(", EXACT=X:Y:Z:PSI:THETA:PHI"));
  lash_system_drift(m.system, &position, NULL);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, position);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.02, measure(&m, "DX", 21, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.03, measure(&m, "DZ", 21, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.02, measure(&m, "DX", 31, 0, 0, 0));
  unload(&m);
}

/* --------------------------------------------------------------------- statics and eigenvalues */

#define HANGING                                                         \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0,2,0\n"      \
  "ACCGRAV/, JGRAV=-9.81\n"                                             \
  "PART/2, MASS=3, CM=20, IP=0.2,0.2,0.2, QG=0,0.7,0, REULER=0,90D,0\n" \
  "MARKER/20, PART=2\nMARKER/3, PART=1, REULER=0,-90D,0\n"              \
  "MARKER/21, PART=2, REULER=0,-180D,0\n"                               \
  "JOINT/1, TRANSLATIONAL, I=21, J=3\n"                                 \
  "SPRINGDAMPER/1, I=20, J=2, TRANSLATION, K=400, C=6, LENGTH=1\n"

static void statics_and_eigenvalues(void) {
  mechanism m = load(HANGING);
  lash_statics_report report;
  TEST_ASSERT_EQUAL_INT(1, m.n->dof);
  OK(lash_system_statics(m.system, 0, m.y, 0, 0, &report, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1 - 3 * 9.81 / 400, measure(&m, "DY", 20, 0, 0, 0));
  double real[4], imaginary[4];
  size_t count = 4;
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  TEST_ASSERT_EQUAL_INT(2, count);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -1, real[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, sqrt(400.0 / 3 - 1), fabs(imaginary[0]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, imaginary[0] + imaginary[1]);
  unload(&m);
}

/* Small swings: the geometric stiffness of the reaction is all that brings a pendulum back. */
static void pendulum_frequency(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV=-9.81\n"
      "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.3\nMARKER/20, PART=2, QP=0,-0.8,0\n"
      "MARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1\n");
  double real[2], imaginary[2];
  size_t count = 2;
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, sqrt(2 * 9.81 * 0.8 / (0.3 + 2 * 0.64)), fabs(imaginary[0]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, real[0]);
  unload(&m);
}

/* A pendulum hung by primitives, by a joint, and by the other order of markers, through half a
 * turn: (I + m l^2) a = -m g l cos(angle). */
static void pendulums_of_primitives(void) {
  static const char *const hung[] = {
      "JPRIM/1, ATPOINT, I=21, J=1\nJPRIM/2, PARALLEL_AXES, I=21, J=1",
      "JPRIM/1, ATPOINT, I=1, J=21\nJPRIM/2, PARALLEL_AXES, I=1, J=21",
      "JPRIM/1, ATPOINT, I=21, J=1\nJPRIM/2, PERPENDICULAR, I=21, J=2\n"
      "JPRIM/3, PERPENDICULAR, I=21, J=3",
      "JOINT/1, REVOLUTE, I=21, J=1", "JOINT/1, REVOLUTE, I=1, J=21"};
  const double reduced = 0.3 + 2 * 0.64, pull = 2 * 9.81 * 0.8;
  for (int k = 0; k < 5; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, REULER=90D,90D,0\n"
             "MARKER/3, PART=1, REULER=0,90D,0\nACCGRAV/, JGRAV=-9.81\n"
             "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.3\nMARKER/20, PART=2, QP=0.8,0,0\n"
             "MARKER/21, PART=2\n%s",
             hung[k]);
    mechanism m = load(text);
    for (int step = 0; step < 100; step++) {
      const double angle = atan2(measure(&m, "DY", 20, 0, 0, 0), measure(&m, "DX", 20, 0, 0, 0));
      const double rate = measure(&m, "WZ", 20, 0, 0, 0);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, -pull * cos(angle) / reduced,
                                measure(&m, "WDTZ", 20, 0, 0, 0));
      TEST_ASSERT_DOUBLE_WITHIN(1e-5, -pull * sin(angle), 0.5 * reduced * rate * rate);
      rk4(&m, 0.01);
    }
    TEST_ASSERT_TRUE(measure(&m, "DX", 20, 0, 0, 0) < 0);
    unload(&m);
  }
}

/* --------------------------------------------------------------------------------- where parts are
 */

/* Wherever a part stands among the others, also where numbers do not ascend. */
static void parts_are_found(void) {
  static const int orders[2][5] = {{2, 3, 5, 8, 13}, {8, 2, 13, 5, 3}};
  for (int o = 0; o < 2; o++) {
    char text[500] = "PART/1, GROUND\n";
    size_t q, v;
    for (int k = 0; k < 5; k++) {
      const int id = orders[o][k];
      const size_t used = strlen(text);
      snprintf(text + used, sizeof text - used,
               "PART/%d, MASS=1, CM=%d0, IP=1,1,1, QG=%d,0,0, VX=-%d\nMARKER/%d0, PART=%d\n", id,
               id, id, id, id, id);
    }
    mechanism m = load(text);
    for (int k = 0; k < 5; k++) {
      TEST_ASSERT_TRUE(lash_system_part(m.system, orders[o][k], &q, &v));
      TEST_ASSERT_EQUAL_DOUBLE(orders[o][k], m.y[q]);
      TEST_ASSERT_EQUAL_DOUBLE(-orders[o][k], m.y[v]);
    }
    for (int none = 0; none < 15; none += 7) /* before, between and behind them */
      TEST_ASSERT_FALSE(lash_system_part(m.system, none, &q, &v));
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(inverse_dynamics);
  RUN_TEST(motor_work_is_the_energy_gained);
  RUN_TEST(spatial_four_bar);
  RUN_TEST(four_bar_is_redundant_three_times);
  RUN_TEST(four_bar_keeps_its_energy);
  RUN_TEST(contradiction_is_refused);
  RUN_TEST(assembly_moves_little_and_not_what_is_exact);
  RUN_TEST(statics_and_eigenvalues);
  RUN_TEST(pendulum_frequency);
  RUN_TEST(pendulums_of_primitives);
  RUN_TEST(parts_are_found);
  return UNITY_END();
}
