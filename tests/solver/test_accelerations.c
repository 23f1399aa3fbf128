/* Accelerations and reactions against closed forms. */
#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV = -9.81\n"

/* Rod of mass 2, inertia 0.5 about z, centre 1.5 from the pin at the origin, along +x. */
#define PENDULUM                                              \
  GROUND                                                      \
  "PART/2, MASS=2, CM=20, IP=0.1, 0.5, 0.5, WZ=3, QG=0,0,0\n" \
  "MARKER/20, PART=2, QP=1.5, 0, 0\n"                         \
  "MARKER/21, PART=2\n"                                       \
  "JOINT/1, REVOLUTE, I=21, J=1\n"

static void pendulum(void) {
  mechanism m = load(PENDULUM);
  TEST_ASSERT_EQUAL_INT(1, m.n->dof);
  TEST_ASSERT_EQUAL_INT(0, m.n->redundant);
  const double inertia = 0.5 + 2 * 1.5 * 1.5, alpha = -2 * 9.81 * 1.5 / inertia;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, alpha, measure(&m, "WDTZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -1.5 * 9, measure(&m, "ACCX", 20, 0, 0, 0));
  /* reaction on the rod: m a - m g */
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 2 * (1.5 * alpha + 9.81), element(&m, "JOINT", 1, 0, 3));
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, -2 * 1.5 * 9, element(&m, "JOINT", 1, 0, 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 2 * 1.5 * 9, element(&m, "JOINT", 1, 1, 2));
  unload(&m);
}

static void pendulum_keeps_its_energy(void) {
  mechanism m = load(PENDULUM);
  lash_energy e;
  lash_system_energy(m.system, &e);
  const double before = e.kinetic + e.gravity;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 * 5.0 * 9, e.kinetic);
  for (int k = 0; k < 500; k++) rk4(&m, 0.002);
  lash_system_energy(m.system, &e);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, before, e.kinetic + e.gravity);
  unload(&m);
}

/* Two rods with their mass at the ends: lengths 1, masses 1, inertia 0.05; angles from the
 * vertical. */
static void double_pendulum(void) {
  mechanism m = load(GROUND
                     "PART/2, MASS=1, CM=20, IP=0.05,0.05,0.05, WZ=0.7\n"
                     "MARKER/20, PART=2, QP=0.6, -0.8, 0\n"
                     "MARKER/21, PART=2\n"
                     "PART/3, MASS=1, CM=30, IP=0.05,0.05,0.05, WZ=-0.4\n"
                     "MARKER/30, PART=3, QP=0.6, -1.8, 0\n"
                     "MARKER/31, PART=3, QP=0.6, -0.8, 0\n"
                     "JOINT/1, REVOLUTE, I=21, J=1\n"
                     "JOINT/2, REVOLUTE, I=31, J=20\n");
  TEST_ASSERT_EQUAL_INT(2, m.n->dof);
  const double a1 = atan2(0.6, 0.8), a2 = 0, g = 9.81, J = 0.05;
  const double w1 = measure(&m, "WZ", 20, 0, 0, 0), w2 = measure(&m, "WZ", 30, 0, 0, 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.7, w1); /* given velocities are kept, the others adapt */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.4, w2);
  const double c = cos(a1 - a2), s = sin(a1 - a2);
  const double r1 = -w2 * w2 * s - 2 * g * sin(a1), r2 = w1 * w1 * s - g * sin(a2);
  const double d = (2 + J) * (1 + J) - c * c;
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, ((1 + J) * r1 - c * r2) / d, measure(&m, "WDTZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, ((2 + J) * r2 - c * r1) / d, measure(&m, "WDTZ", 30, 0, 0, 0));
  unload(&m);
}

/* Heavy top in steady precession: the rate solves (A cos) p^2 - C w3 p + m g l = 0 with nutation 0.
 */
static void spinning_top(void) {
  const double A = 0.02, C = 0.01, l = 0.3, mass = 1.2, g = 9.81, tilt = 0.5, p = 4;
  /* about the pivot A' = A + m l^2; steady precession needs
   * w3 = (m g l + A' p^2 cos - 0) / (C p), with w3 = spin + p cos */
  const double Ap = A + mass * l * l;
  const double w3 = (mass * g * l + (Ap - C) * p * p * cos(tilt)) / (C * p) + p * cos(tilt);
  const double spin = w3 - p * cos(tilt);
  char text[1024];
  /* axis tilted about x: z' = (0, -sin, cos); angular velocity = p z + spin z' */
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, KGRAV=-%.17g\n"
           "PART/2, MASS=%.17g, CM=20, IP=%.17g,%.17g,%.17g, REULER=0,%.17g,0, WM=1\n"
           ", WX=0, WY=%.17g, WZ=%.17g\n"
           "MARKER/20, PART=2, QP=0,0,%.17g\nMARKER/21, PART=2\n"
           "JOINT/1, SPHERICAL, I=21, J=1\n",
           g, mass, A, A, C, tilt, -spin * sin(tilt), p + spin * cos(tilt), l);
  mechanism m = load(text);
  TEST_ASSERT_EQUAL_INT(3, m.n->dof);
  /* steady: the centre of mass moves on a circle with rate p */
  const double radius = l * sin(tilt);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, measure(&m, "ACCX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, p * p * radius, measure(&m, "ACCY", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, measure(&m, "ACCZ", 20, 0, 0, 0));
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(pendulum);
  RUN_TEST(pendulum_keeps_its_energy);
  RUN_TEST(double_pendulum);
  RUN_TEST(spinning_top);
  return UNITY_END();
}
