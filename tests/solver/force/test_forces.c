/* Every kind of force: action and reaction balance, and the tangent against Richardson differences
 * at random states; what single elements give; measures through the forces made of them. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define BODIES                                                                                \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0.3,0.1,-0.2, REULER=20D,30D,10D\n" \
  "PART/2, MASS=1.3, CM=21, IP=0.2,0.3,0.4, QG=0.1,0.2,0.3\n"                                 \
  "MARKER/21, PART=2, QP=0.05,0.02,-0.03\nMARKER/20, PART=2, QP=0.2,-0.1,0.4\n"               \
  "PART/3, MASS=0.7, CM=31, IP=0.1,0.15,0.12, QG=0.3,0.1,0.7\n"                               \
  "MARKER/31, PART=3, QP=-0.1,0.3,0.05\nMARKER/30, PART=3, QP=-0.2,0.1,0.1\n"                 \
  "MARKER/39, PART=3, FLOATING\nMARKER/9, PART=1, FLOATING\n"

/* Inside its socket by 0.3 minus 0.2: always in contact at the states below. */
#define GEOMETRY                                                       \
  "GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=0.9, YSCALE=0.9, ZSCALE=0.9\n" \
  "GRAPHICS/2, ELLIPSOID, CM=30, XSCALE=0.9, YSCALE=0.9, ZSCALE=0.9\n"

static const char *const forces[] = {
    "SFORCE/1, I=20, J=30, TRANSLATION, FUNCTION=-50*(DM(20,30)-0.3)-4*VR(20,30)",
    "SFORCE/1, I=20, J=30, ROTATION, FUNCTION=-5*AZ(20,30)-0.3*WZ(20,30,30)",
    "SFORCE/1, I=20, J=2, TRANSLATION, ACTIONONLY, FUNCTION=3*DX(20,2,2)*VY(20,1,21)",
    "VFORCE/1, I=20, JFLOAT=39, RM=30, FX=DX(20,31)\\ FY=VX(20,30,31,30)**2\\ FZ=SIN(TIME)+DY(31)",
    "VTORQUE/1, I=20, JFLOAT=39, RM=21, TX=WX(20,30,31)\\ TY=PSI(20,30)\\ TZ=2",
    "GFORCE/1, I=20, JFLOAT=39, RM=2, FX=VM(20,30)\\ FY=DZ(20,30,31)\\ FZ=VZ(31,20,2,21)"
    "\\ TX=WM(20,30)\\ TY=YAW(20,30)*ROLL(20,31)\\ TZ=UVX(20,30,2)",
    "GFORCE/1, I=20, JFLOAT=9, RM=1, FX=-3*DX(20,1)\\ FY=-2*VY(20,1)\\ FZ=PITCH(20,30)",
    "SPRINGDAMPER/1, I=20, J=30, TRANSLATION, K=40, C=3, LENGTH=0.2, FORCE=1.5",
    "SPRINGDAMPER/1, I=20, J=30, ROTATION, KT=4, CT=0.3, ANGLE=0.1, TORQUE=0.2",
    "BUSHING/1, I=20, J=30, K=10,20,30, KT=1,2,3, C=0.1,0.2,0.3, CT=0.01,0.02,0.03"
    ", FORCE=1,2,3, TORQUE=0.1,0.2,0.3",
    "BEAM/1, I=20, J=30, LENGTH=0.3, AREA=1E-3, IXX=2E-4, IYY=1E-4, IZZ=3E-4, ASY=1.2, ASZ=1.1"
    ", EMODULUS=2E4, GMODULUS=8E3, CRATIO=0.01",
    "SFORCE/1, I=20, J=30, TRANSLATION, FUNCTION=VARVAL(1)*DIF(1)\n"
    "VARIABLE/1, FUNCTION=DM(21,31)**2+0.1*VX(21)\nDIFF/1, IC=0.3, FUNCTION=VX(20)-2*DIF(1)*DX(31)",
    "SFORCE/1, I=20, J=30, ROTATION, FUNCTION=ORIENT(27,1,20,30)-2*ORIENT(27,3,20,2)",
    GEOMETRY
    "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1000, DAMPING=5, EXPONENT=1.5, DMAX=0.1"
    ", COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.1"
    ", FRICTION_TRANSITION_VELOCITY=0.3",
};

enum { CASES = sizeof forces / sizeof *forces, LARGEST = 64 };

static mechanism m;
static double base[LARGEST], direction[LARGEST];
static lash_tangent_weights weights;

static void random_state(unsigned seed) {
  double d[12];
  for (int k = 0; k < 12; k++) d[k] = 0.2 * noise(&seed);
  lash_system_initial(m.system, &m.t, m.y);
  memcpy(base, m.y, m.n->y * sizeof *base);
  lash_system_increment(base, d, 1, m.n, base);
  for (size_t k = 14; k < m.n->y; k++) base[k] = noise(&seed);
  for (int k = 0; k < LARGEST; k++) direction[k] = noise(&seed);
}

/* -(f, g) when everything moves along the direction with the present weights. */
static void residual(double step, double *out) {
  double y[LARGEST];
  const size_t nv = m.n->v, nx = m.n->x;
  memcpy(y, base, m.n->y * sizeof *y);
  lash_system_increment(base, direction, weights.position * step, m.n, y);
  for (size_t k = 0; k < nv; k++) y[14 + k] += weights.velocity * step * direction[k];
  for (size_t k = 0; k < nx; k++) y[14 + nv + k] += weights.state * step * direction[nv + k];
  lash_system_set(m.system, 0.4, y);
  OK(lash_system_forces(m.system, out, out + nv, &error));
  for (size_t k = 0; k < nv + nx; k++) out[k] = -out[k];
}

static void check_tangent(const char *text) {
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const size_t n = m.n->v + m.n->x;
  double *values = malloc(pattern->nonzeros * sizeof *values);
  double product[LARGEST] = {0}, a[LARGEST], b[LARGEST], slope[2][LARGEST];
  const double h = 2e-4;
  for (int level = 0; level < 2; level++) {
    residual(h / (level + 1), a);
    residual(-h / (level + 1), b);
    for (size_t k = 0; k < n; k++) slope[level][k] = (a[k] - b[k]) * (level + 1) / (2 * h);
  }
  lash_system_set(m.system, 0.4, base);
  OK(lash_system_tangent(m.system, &weights, NULL, values, &error));
  for (size_t column = 0; column < n; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      product[pattern->index[k]] += values[k] * direction[column];
  for (size_t k = 0; k < n; k++) {
    const double exact = slope[1][k] + (slope[1][k] - slope[0][k]) / 3;
    char message[512];
    snprintf(message, sizeof message, "row %zu of %s", k, text);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * (1 + fabs(exact)), exact, product[k], message);
  }
  free(values);
}

/* Forces of one element between two moving parts add up to nothing, about the ground origin too. */
static void check_balance(const char *text) {
  double on_i[6], on_j[6], ri[3], rj[3];
  OK(lash_system_force_wrench(m.system, 0, false, 0, on_i, &error));
  OK(lash_system_force_wrench(m.system, 0, true, 0, on_j, &error));
  lash_system_marker(m.system, 20, ri, NULL, NULL, NULL);
  const bool floats = strstr(text, "JFLOAT=") && !strstr(text, "JFLOAT=,");
  lash_system_marker(m.system, floats ? 20 : 30, rj, NULL, NULL, NULL);
  for (int k = 0; k < 3; k++) {
    const int p = (k + 1) % 3, q = (k + 2) % 3;
    const double moment = on_i[3 + k] + ri[p] * on_i[q] - ri[q] * on_i[p] + on_j[3 + k] +
                          rj[p] * on_j[q] - rj[q] * on_j[p];
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0, on_i[k] + on_j[k], text);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-11, 0, moment, text);
  }
}

static void every_force(void) {
  for (size_t c = 0; c < CASES; c++) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s\n", BODIES, forces[c]);
    m = load(text);
    for (unsigned seed = 1; seed < 4; seed++) {
      random_state(seed);
      weights = (lash_tangent_weights){.position = 1};
      check_tangent(forces[c]);
      weights = (lash_tangent_weights){.velocity = 1};
      check_tangent(forces[c]);
      weights = (lash_tangent_weights){.position = 0.3, .velocity = 0.7, .state = 1.3};
      check_tangent(forces[c]);
      if (!strstr(forces[c], "ACTIONONLY") && !strstr(forces[c], "DIFF")) check_balance(forces[c]);
    }
    unload(&m);
  }
}

/* -------------------------------------------------------------------------- single elements */

#define ONE                                                                               \
  "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,3, VZ=0.5\n" \
  "MARKER/20, PART=2\nMARKER/90, PART=1, FLOATING\n"

static void positive_force_pushes_apart(void) {
  m = load(ONE "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=7");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 3.5, measure(&m, "ACCZ", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 7, element(&m, "SFORCE", 1, 0, 4));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, -7, element(&m, "SFORCE", 1, 1, 4));
  double power;
  OK(lash_system_force_power(m.system, 0, &power, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 7 * 0.5, power);
  unload(&m);
}

static void spring_power_is_lost_potential(void) {
  m = load(BODIES
           "SPRINGDAMPER/1, I=20, J=30, TRANSLATION, K=40, LENGTH=0.2, FORCE=1.5\n"
           "SPRINGDAMPER/2, I=20, J=30, ROTATION, KT=4, ANGLE=0.1, TORQUE=0.2");
  lash_energy ahead, behind;
  double power[2];
  const double h = 1e-5;
  random_state(5);
  /* a rotational spring is exactly conservative about a common axis only: turn about z */
  base[3] = base[10] = 1;
  for (int k = 0; k < 3; k++) base[4 + k] = base[11 + k] = 0;
  for (int k = 3; k < 5; k++) base[14 + k] = base[20 + k] = 0;
  lash_system_set(m.system, 0, base);
  for (size_t k = 0; k < 2; k++) OK(lash_system_force_power(m.system, k, &power[k], &error));
  lash_system_increment(base, base + 14, h, m.n, base);
  lash_system_set(m.system, 0, base);
  lash_system_energy(m.system, &ahead);
  lash_system_increment(base, base + 14, -2 * h, m.n, base);
  lash_system_set(m.system, 0, base);
  lash_system_energy(m.system, &behind);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, (behind.springs - ahead.springs) / (2 * h), power[0] + power[1]);
  unload(&m);
}

/* Units: kg, mm, s, N. */
static void newtons_move_kilograms_in_millimetres(void) {
  m = load("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n" ONE
           "SFORCE/1, I=20, J=1, TRANSLATION, FUNCTION=7");
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 3500, measure(&m, "ACCZ", 20, 0, 0, 0));
  unload(&m);
}

static void whole_turns_are_counted(void) {
  m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, WZ=10\n"
      "MARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=1\n"
      "SFORCE/1, I=20, J=1, ROTATION, FUNCTION=0*AZ(20,1)\n"
      "REQUEST/1, F2=AZ(20,1)");
  for (int k = 0; k < 1500; k++) rk4(&m, 0.002);
  double values[8];
  OK(lash_system_request_values(m.system, 0, values, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 30, values[1]);
  unload(&m);
}

static void memory_returns_bit_for_bit(void) {
  m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, WZ=10\n"
      "MARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=1\n"
      "SFORCE/1, I=20, J=1, ROTATION, FUNCTION=-AZ(20,1)");
  for (int k = 0; k < 100; k++) rk4(&m, 0.01);
  const size_t size = lash_system_memory_size(m.system);
  void *saved = malloc(size);
  double y[LARGEST], end[LARGEST];
  const double t = m.t;
  memcpy(y, m.y, m.n->y * sizeof *y);
  lash_system_save(m.system, saved);
  for (int k = 0; k < 100; k++) rk4(&m, 0.01);
  memcpy(end, m.y, m.n->y * sizeof *end);
  OK(lash_system_restore(m.system, saved, size, &error));
  m.t = t;
  memcpy(m.y, y, m.n->y * sizeof *y);
  for (int k = 0; k < 100; k++) rk4(&m, 0.01);
  TEST_ASSERT_EQUAL_MEMORY(end, m.y, m.n->y * sizeof *end);
  free(saved);
  unload(&m);
}

/* ------------------------------------------------------------------------------------- contact */

#define BALL(height)                                                   \
  "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, KGRAV=-9.81\n"          \
  "PART/2, MASS=1, CM=20, IP=0.004,0.004,0.004, QG=0,0," height        \
  "\nMARKER/20, PART=2\n"                                              \
  "GRAPHICS/1, PLANE, RM=1, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1\n"        \
  "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2\n" \
  "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, DAMPING=0, EXPONENT=1.5, DMAX=1E-3\n"

static void ball_on_plane(void) {
  m = load(BALL("0.098"));
  double gap[4];
  TEST_ASSERT_EQUAL_INT(1, m.n->switches);
  TEST_ASSERT_EQUAL_INT(LASH_SWITCH_CONTACT, lash_system_switch(m.system, 0).kind);
  OK(lash_system_switches(m.system, gap, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, -0.002, gap[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1e5 * pow(0.002, 1.5), element(&m, "CONTACT", 1, 0, 4));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -1e5 * pow(0.002, 1.5), element(&m, "CONTACT", 1, 1, 4));
  unload(&m);
}

/* Undamped: the ball comes back to its height; the energy it lost meanwhile is in the contact. */
static void undamped_ball_returns(void) {
  m = load(BALL("0.15"));
  double highest = 0;
  for (int k = 0; k < 2400; k++) {
    rk4(&m, 1e-4);
    if (m.t > 0.12) highest = fmax(highest, m.y[2]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.15, highest);
  unload(&m);
}

/* Whether forces are numbers is asked of their sum, which may overflow where none of them does. */
static void huge_forces_are_forces(void) {
  static const char *const sizes[] = {"1.5E308", "-1.5E308"};
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(text, sizeof text, BODIES "VFORCE/1, I=20, JFLOAT=9, RM=1, FX=%s\\FY=0\\FZ=%s",
             sizes[k], sizes[k]);
    m = load(text);
    double *f = malloc(m.n->v * sizeof *f);
    OK(lash_system_forces(m.system, f, NULL, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e295, k ? -1.5e308 : 1.5e308, f[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e295, k ? -1.5e308 : 1.5e308, f[2]);
    free(f);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_force);
  RUN_TEST(huge_forces_are_forces);
  RUN_TEST(positive_force_pushes_apart);
  RUN_TEST(spring_power_is_lost_potential);
  RUN_TEST(newtons_move_kilograms_in_millimetres);
  RUN_TEST(whole_turns_are_counted);
  RUN_TEST(memory_returns_bit_for_bit);
  RUN_TEST(ball_on_plane);
  RUN_TEST(undamped_ball_returns);
  return UNITY_END();
}
