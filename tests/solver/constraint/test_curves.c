/* Markers that slide along curves, against pendulums and the closed form of an eccentric cam; and
 * couplers whose relation a routine gives. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

static const double g = 9.81;

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\nACCGRAV/JGRAV=-9.81\n"
#define CIRCLE(radius)                                          \
  "CURVE/1, CLOSED, MINPAR=0, MAXPAR=6.283185307179586476925, " \
  "FUNCTION=USER(" radius ")\\ ROUTINE=geometry::Cursub\n"
#define BEAD                                                                              \
  "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, QG=0.6,-0.8,0, VX=8, VY=6\nMARKER/20, PART=2\n" \
  "PTCV/1, I=20, JFLOAT=9, CURVE=1, RM=1\n"

/* A bead on a circle is a pendulum; it goes round several times here. */
static void bead(mechanism *m, double on_circle, double force, double energy) {
  TEST_ASSERT_EQUAL_INT(4, m->n->dof); /* one along the curve, three of turning */
  const double inward = 100 + g * 0.8; /* v^2 / r and weight */
  TEST_ASSERT_DOUBLE_WITHIN(force, 2 * inward, element(m, "PTCV", 1, 0, 1));
  TEST_ASSERT_DOUBLE_WITHIN(force, -2 * inward * 0.6, element(m, "PTCV", 1, 0, 2));
  lash_energy e;
  lash_system_energy(m->system, &e);
  const double before = e.kinetic + e.gravity;
  double turned = 0, last = measure(m, "DX", 20, 0, 0, 0);
  for (int k = 0; k < 3000; k++) {
    rk4(m, 1e-3);
    const double x = measure(m, "DX", 20, 0, 0, 0), y = measure(m, "DY", 20, 0, 0, 0);
    TEST_ASSERT_DOUBLE_WITHIN(on_circle, 1, hypot(x, y));
    turned += x * last < 0;
    last = x;
  }
  TEST_ASSERT_TRUE(turned >= 4);
  lash_system_energy(m->system, &e);
  TEST_ASSERT_DOUBLE_WITHIN(energy, before, e.kinetic + e.gravity);
}

static void bead_on_a_routine(void) {
  mechanism m = load(GROUND CIRCLE("1") BEAD);
  bead(&m, 1e-12, 1e-9, 1e-5);
  unload(&m);
}

/* The same circle as a spline through points: its error falls as the fourth power of their
 * distance. */
static mechanism bead_on_points(int count) {
  const double pi = 3.14159265358979323846;
  char *text = malloc(200 * (size_t)count + 2000), one[100];
  strcpy(text, GROUND BEAD "CURVE/1, CLOSED, CURVE_POINTS, MATRIX=1\n");
  snprintf(one, sizeof one, "MATRIX/1, FULL=RORDER, ROWS=%d, COLUMNS=3, VALUES=", count);
  strcat(text, one);
  for (int k = 0; k < count; k++) {
    snprintf(one, sizeof one, "%s%.17g,%.17g,0\n", k ? "," : "", cos(2 * pi * k / count),
             sin(2 * pi * k / count));
    strcat(text, one);
  }
  mechanism m = load(text);
  free(text);
  return m;
}

static double radius_error(int count) {
  mechanism m = bead_on_points(count);
  double worst = 0;
  for (int k = 0; k < 400; k++) {
    rk4(&m, 2e-3);
    const double r = hypot(measure(&m, "DX", 20, 0, 0, 0), measure(&m, "DY", 20, 0, 0, 0));
    worst = fmax(worst, fabs(r - 1));
  }
  unload(&m);
  return worst;
}

static void bead_on_a_spline(void) {
  mechanism m = bead_on_points(64);
  bead(&m, 1e-6, 0.3, 1e-5);
  unload(&m);
  const double order = log2(radius_error(20) / radius_error(40));
  TEST_ASSERT_DOUBLE_WITHIN(0.3, 4, order);
}

/* A circular cam of radius 0.5, turning at 10 about a point 0.2 from its centre, lifts a point of a
 * slide: y = e sin + sqrt(r^2 - e^2 cos^2). */
static double lift(double t) {
  const double a = 10 * t, e = 0.2;
  return e * sin(a) + sqrt(0.25 - e * e * cos(a) * cos(a));
}

static void eccentric_cam(void) {
  mechanism m = load(GROUND CIRCLE(
      "0.5") "PART/2, MASS=3, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2\nMARKER/21, PART=2, "
             "QP=0.2,0,0\n"
             "MARKER/8, PART=2, FLOATING\nJOINT/1, REVOLUTE, I=20, J=1\n"
             "MOTION/1, JOINT=1, ROTATION, FUNCTION=10*TIME\n"
             "PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG=0,0.45,0\nMARKER/30, PART=3\n"
             "MARKER/31, PART=3, REULER=0,-90D,0\nMARKER/2, PART=1, REULER=0,-90D,0\n"
             "JOINT/2, TRANSLATIONAL, I=31, J=2\nPTCV/1, I=30, JFLOAT=8, CURVE=1, RM=21\n");
  TEST_ASSERT_EQUAL_INT(0, m.n->dof);
  const double h = 1e-4;
  for (int k = 0; k < 40; k++) {
    const double t = 0.03 * k;
    OK(lash_system_kinematics(m.system, t, m.y, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, lift(t), measure(&m, "DY", 30, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, (lift(t + h) - lift(t - h)) / (2 * h),
                              measure(&m, "VY", 30, 0, 0, 0));
    const double acceleration = (lift(t + h) - 2 * lift(t) + lift(t - h)) / (h * h);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, acceleration, measure(&m, "ACCY", 30, 0, 0, 0));
    /* the cam carries the follower's weight and inertia, upwards */
    TEST_ASSERT_DOUBLE_WITHIN(2e-3, g + acceleration, element(&m, "PTCV", 1, 0, 3));
    OK(lash_system_commit(m.system, &error));
  }
  unload(&m);
}

/* Through points of one cubic in space, however few, the spline is that cubic from end to end: a
 * bead moves along it, and is held with its mass times the curvature's acceleration. */
static double cubic_y(double x) { return 0.3 * x - 0.2 * x * x + 0.5 * x * x * x; }
static double cubic_z(double x) { return 0.1 + 0.4 * x + 0.7 * x * x - 0.3 * x * x * x; }

static void bead_on_a_cubic(int count) {
  char text[2000], one[120];
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
           "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, QG=-0.99,%.17g,%.17g, VX=3\n"
           "MARKER/20, PART=2\nPTCV/1, I=20, JFLOAT=9, CURVE=1, RM=1\n"
           "CURVE/1, OPEN, CURVE_POINTS, MATRIX=1\n"
           "MATRIX/1, FULL=RORDER, ROWS=%d, COLUMNS=3, VALUES=",
           cubic_y(-0.99), cubic_z(-0.99), count);
  for (int k = 0; k < count; k++) {
    const double x = 2.0 * k / (count - 1) - 1;
    snprintf(one, sizeof one, "%s%.17g,%.17g,%.17g\n", k ? ", " : "", x, cubic_y(x), cubic_z(x));
    strcat(text, one);
  }
  mechanism m = load(text);
  while (m.y[0] < 0.9) {
    const double x = m.y[0], vx = m.y[m.n->q];
    const double dy = 0.3 - 0.4 * x + 1.5 * x * x, dz = 0.4 + 1.4 * x - 0.9 * x * x;
    const double ddy = -0.4 + 3 * x, ddz = 1.4 - 1.8 * x;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, cubic_y(x), measure(&m, "DY", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, cubic_z(x), measure(&m, "DZ", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, dy * vx, measure(&m, "VY", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, dz * vx, measure(&m, "VZ", 20, 0, 0, 0));
    /* along the curve nothing acts: the speed s' stays */
    const double square = 1 + dy * dy + dz * dz;
    const double ax = -vx * vx * (dy * ddy + dz * ddz) / square;
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, ax, measure(&m, "ACCX", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, dy * ax + ddy * vx * vx, measure(&m, "ACCY", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2 * (dz * ax + ddz * vx * vx), element(&m, "PTCV", 1, 0, 4));
    rk4(&m, 2e-3);
  }
  unload(&m);
}

static void one_cubic(void) {
  for (int count = 4; count < 9; count++) bead_on_a_cubic(count);
}

/* A ring through points has no first one: whichever it is, the curve is the same. */
static double ring_reaction(int first, int points, double *y) {
  static const double corner[6][3] = {{1, 0.1, 0},   {0.4, 0.9, 0.3},   {-0.5, 0.7, 0.1},
                                      {-1, 0, -0.2}, {-0.3, -0.8, 0.2}, {0.6, -0.7, 0}};
  char text[2000], one[120];
  strcpy(text,
         "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
         "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, QG=0.7,0.6,0.2, VX=-1, VY=1\n"
         "MARKER/20, PART=2\nPTCV/1, I=20, JFLOAT=9, CURVE=1, RM=1\n"
         "CURVE/1, CLOSED, CURVE_POINTS, MATRIX=1\n"
         "MATRIX/1, FULL=RORDER, COLUMNS=3, ");
  snprintf(one, sizeof one, "ROWS=%d, VALUES=", points);
  strcat(text, one);
  for (int k = 0; k < points; k++) {
    const double *p = corner[(first + k) % 6];
    snprintf(one, sizeof one, "%s%.17g,%.17g,%.17g", k ? ", " : "", p[0], p[1], p[2]);
    strcat(text, one);
  }
  mechanism m = load(text);
  for (int k = 0; k < 40; k++) rk4(&m, 5e-3);
  memcpy(y, m.y, 3 * sizeof *y);
  const double force = element(&m, "PTCV", 1, 0, 1);
  unload(&m);
  return force;
}

static void ring_without_beginning(void) {
  double at[3], elsewhere[3];
  const double force = ring_reaction(0, 6, at);
  for (int first = 1; first < 6; first++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 * force, force, ring_reaction(first, 6, elsewhere));
    for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, at[k], elsewhere[k]);
  }
  /* the first point given once more, behind the last, closes the same ring */
  TEST_ASSERT_DOUBLE_WITHIN(1e-8 * force, force, ring_reaction(0, 7, elsewhere));
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, at[k], elsewhere[k]);
}

/* Two points in one place leave no way between them, on a ring also where they are its ends. */
static void points_in_one_place(void) {
  static const struct {
    const char *kind, *points;
    bool fits;
  } cases[] = {
      {"OPEN", "0,0,0, 1,0,0, 2,1,0, 3,1,0, 4,0,0", true},
      {"OPEN", "0,0,0, 1,0,0, 1,0,0, 3,1,0, 4,0,0", false},
      {"OPEN", "0,0,0, 1,0,0, 2,1,0, 3,1,0, 3,1,0", false},
      {"OPEN", "0,0,0, 1,0,0, 2,1,0, 3,1,0, 0,0,0", true}, /* open all the same */
      {"CLOSED", "0,0,0, 1,0,0, 2,1,0, 1,2,0, 0,0,0", true},
      {"CLOSED", "0,0,0, 1,0,0, 1,0,0, 1,2,0, 0,1,0", false},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    lash_model model;
    lash_system *system = NULL;
    char text[800];
    snprintf(text, sizeof text,
             "title\n" GROUND
             "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2\n"
             "PTCV/1, I=20, JFLOAT=9, CURVE=1, RM=1\nCURVE/1, %s, CURVE_POINTS, MATRIX=1\n"
             "MATRIX/1, FULL=RORDER, ROWS=5, COLUMNS=3, VALUES=%s\nEND\n",
             cases[k].kind, cases[k].points);
    OK(lash_model_parse(&model, "test.adm", text, strlen(text), &error));
    const lash_status status = lash_system_create(&model, NULL, &system, &error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(cases[k].fits ? LASH_OK : LASH_BAD_INPUT, status,
                                  cases[k].points);
    if (!cases[k].fits) {
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "CURVE/1"), error.message);
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "MATRIX/1"), error.message);
    }
    lash_system_free(system);
    lash_model_free(&model);
  }
}

static void end_of_a_curve(void) {
  mechanism m =
      load(GROUND
           "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, VX=3\nMARKER/20, PART=2\n"
           "PTCV/1, I=20, JFLOAT=9, CURVE=1, RM=1\nCURVE/1, OPEN, CURVE_POINTS, MATRIX=1\n"
           "MATRIX/1, FULL=RORDER, ROWS=5, COLUMNS=3, VALUES=-1,0,0,-0.5,0,0,0,0,0,0.5,0,0,1,0,0");
  for (int k = 0; k < 33; k++) rk4(&m, 0.01);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.99, measure(&m, "DX", 20, 0, 0, 0));
  m.y[0] = 1.2;
  lash_system_set(m.system, 0.4, m.y);
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_system_commit(m.system, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "PTCV/1"));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "has left the end of CURVE/1"));
  unload(&m);
}

/* q1 + 0.8 q2^2 = 0 by a routine: the same as a GCON. */
#define TWO_SLIDES                                                                             \
  "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,-0.2\n"           \
  "MARKER/20, PART=2\nPART/3, MASS=1, CM=30, IP=1,1,1, QG=1,0,0.5, VZ=-1\nMARKER/30, PART=3\n" \
  "MARKER/2, PART=1, QP=1,0,0\nACCGRAV/KGRAV=-9.81\n"                                          \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\nJOINT/2, TRANSLATIONAL, I=30, J=2\n"

static void coupler_by(const char *routine, double part) {
  char text[1024];
  snprintf(text, sizeof text,
           TWO_SLIDES "COUPLER/1, JOINTS=1,2, TYPE=T:T, FUNCTION=USER(0.8)\\ ROUTINE=%s", routine);
  mechanism a = load(text);
  mechanism b = load(TWO_SLIDES "GCON/1, I=20, FUNCTION=DZ(20)+0.8*DZ(30)**2");
  for (int k = 0; k < 200; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(part * 1e-11, measure(&b, "DZ", 30, 0, 0, 0),
                              measure(&a, "DZ", 30, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(part * 1e-10, measure(&b, "ACCZ", 30, 0, 0, 0),
                              measure(&a, "ACCZ", 30, 0, 0, 0));
    rk4(&a, 0.005);
    rk4(&b, 0.005);
  }
  TEST_ASSERT_TRUE(measure(&a, "DZ", 30, 0, 0, 0) < -0.5); /* well beyond where it turns round */
  unload(&a);
  unload(&b);
}

static void coupler_by_a_routine(void) { coupler_by("geometry::", 1); }

/* First and second derivatives by differences, which leave some ten digits and seven of them. */
static void coupler_without_derivatives(void) { coupler_by("geometry::Alone", 1e5); }

/* A coupler by a routine counts from zero, not from where the model happens to stand: what is
 * written down away from its relation is brought onto it. */
static void coupler_is_assembled(void) {
  static const char *const routines[] = {"geometry::", "geometry::Alone"};
  for (int k = 0; k < 2; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,-0.35\n"
             "MARKER/20, PART=2\nPART/3, MASS=1, CM=30, IP=1,1,1, QG=1,0,0.5\nMARKER/30, PART=3\n"
             "MARKER/2, PART=1, QP=1,0,0\nJOINT/1, TRANSLATIONAL, I=20, J=1\n"
             "JOINT/2, TRANSLATIONAL, I=30, J=2\n"
             "COUPLER/1, JOINTS=1,2, TYPE=T:T, FUNCTION=USER(0.8)\\ ROUTINE=%s",
             routines[k]);
    mechanism m = load(text);
    const double a = measure(&m, "DZ", 20, 0, 0, 0), b = measure(&m, "DZ", 30, 0, 0, 0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, a + 0.8 * b * b);
    TEST_ASSERT_TRUE(fabs(a + 0.35) > 1e-3 || fabs(b - 0.5) > 1e-3);
    unload(&m);
  }
}

/* A routine that ends the run is heard, with its words; before, nothing is wrong. */
static void coupler_that_gives_up(void) {
  mechanism m = load(TWO_SLIDES
                     "COUPLER/1, JOINTS=1,2, TYPE=T:T, FUNCTION=USER(0.8,0.1)\\ "
                     "ROUTINE=geometry::Gives_up");
  OK(lash_system_rates(m.system, 0.09, m.y, m.ydot, &error));
  TEST_ASSERT_TRUE(lash_system_rates(m.system, 0.11, m.y, m.ydot, &error) != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "the belt is torn"), error.message);
  unload(&m);
}

/* A motion by the position of another part: a table that follows another at twice its way. */
static void motion_by_position(void) {
  mechanism m = load(TWO_SLIDES "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=2*DZ(30,2)-1.2+TIME**2");
  TEST_ASSERT_EQUAL_INT(1, m.n->dof);
  for (int k = 0; k < 100; k++) rk4(&m, 0.005);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2 * measure(&m, "DZ", 30, 2, 0, 0) - 1.2 + m.t * m.t,
                            measure(&m, "DZ", 20, 1, 0, 0));
  /* virtual work: (2 * 2^2 + 1) z'' = -(2 * 2 + 1) g - 2 * 2 * 2 */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -(5 * g + 8) / 9, measure(&m, "ACCZ", 30, 0, 0, 0));
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bead_on_a_routine);
  RUN_TEST(bead_on_a_spline);
  RUN_TEST(eccentric_cam);
  RUN_TEST(one_cubic);
  RUN_TEST(ring_without_beginning);
  RUN_TEST(points_in_one_place);
  RUN_TEST(end_of_a_curve);
  RUN_TEST(coupler_by_a_routine);
  RUN_TEST(coupler_without_derivatives);
  RUN_TEST(coupler_is_assembled);
  RUN_TEST(coupler_that_gives_up);
  RUN_TEST(motion_by_position);
  return UNITY_END();
}
