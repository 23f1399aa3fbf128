/* Equilibria from poor starts, against closed forms and against minima of the energy. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const double g = 9.81;

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/JGRAV=-9.81\n"

static int settle(mechanism *m) {
  lash_statics_report report;
  OK(lash_system_statics(m->system, m->t, m->y, 0, 0, &report, &error));
  for (size_t k = 0; k < m->n->v; k++) TEST_ASSERT_EQUAL_DOUBLE(0, m->y[m->n->q + k]);
  return report.iterations;
}

#define PENDULUM(angle)                                         \
  GROUND "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, REULER=" angle \
         "\nMARKER/20, PART=2, QP=0.5,0,0\nMARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1\n"

/* From wherever it starts it ends hanging down, not standing up. */
static void pendulum_from_anywhere(void) {
  static const char *const start[] = {
      PENDULUM("0,0,0"),    PENDULUM("180D,0,0"),  PENDULUM("45D,0,0"),  PENDULUM("89D,0,0"),
      PENDULUM("-45D,0,0"), PENDULUM("-135D,0,0"), PENDULUM("170D,0,0"), PENDULUM("85D,0,0")};
  for (int k = 0; k < 8; k++) {
    mechanism m = load(start[k]);
    TEST_ASSERT_TRUE(settle(&m) < 60);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, measure(&m, "DX", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, -0.5, measure(&m, "DY", 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 2 * g, element(&m, "JOINT", 1, 0, 3));
    unload(&m);
  }
}

/* Five links, stretched out horizontally: all end on the vertical. */
static void chain(void) {
  char text[2000], link[300];
  strcpy(text, GROUND);
  for (int k = 0; k < 5; k++) {
    snprintf(link, sizeof link,
             "PART/%d, MASS=1, CM=%d, IP=0.02,0.02,0.02, QG=%d,0,0\nMARKER/%d, PART=%d, "
             "QP=0.5,0,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n"
             "JOINT/%d, REVOLUTE, I=%d, J=%d\n",
             k + 2, 10 * k + 20, k, 10 * k + 20, k + 2, 10 * k + 21, k + 2, 10 * k + 22, k + 2,
             k + 1, 10 * k + 21, k ? 10 * k + 12 : 1);
    strcat(text, link);
  }
  mechanism m = load(text);
  settle(&m);
  for (int k = 0; k < 5; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0, measure(&m, "DX", 10 * k + 20, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, -0.5 - k, measure(&m, "DY", 10 * k + 20, 0, 0, 0));
  }
  unload(&m);
}

/* Four-bar of 1, 3, 3 on a base of 4 whose crank a spring to ground holds up. Along the closed
 * curve of its positions the potential energy is least; here by golden section of the four-bar's
 * own formulas. */
#define SPRUNG                                                                      \
  GROUND                                                                            \
  "MARKER/2, PART=1, QP=4,0,0\nMARKER/3, PART=1, QP=0,3,0\n"                        \
  "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, QG=0,0,0, REULER=60D,0,0\n"               \
  "MARKER/20, PART=2, QP=0.5,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=1,0,0\n" \
  "PART/3, MASS=3, CM=30, IP=2,2,2, QG=0.5,0.866,0, REULER=30D,0,0\n"               \
  "MARKER/30, PART=3, QP=1.5,0,0\nMARKER/31, PART=3\nMARKER/32, PART=3, QP=3,0,0\n" \
  "PART/4, MASS=3, CM=40, IP=2,2,2, QG=4,0,0, REULER=110D,0,0\n"                    \
  "MARKER/40, PART=4, QP=1.5,0,0\nMARKER/41, PART=4\nMARKER/42, PART=4, QP=3,0,0\n" \
  "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=22\n"                   \
  "JOINT/3, REVOLUTE, I=42, J=32\nJOINT/4, REVOLUTE, I=41, J=2\n"                   \
  "SPRINGDAMPER/1, I=22, J=3, TRANSLATION, K=40, C=1, LENGTH=1\n"

static double four_bar_energy(double crank) {
  const double ax = cos(crank), ay = sin(crank), dx = 4 - ax, dy = -ay;
  const double d = hypot(dx, dy), up = sqrt(9 - d * d / 4); /* both links are 3 long */
  const double bx = ax + dx / 2 - dy / d * up, by = ay + dy / 2 + dx / d * up;
  (void)bx;
  const double stretch = hypot(ax, ay - 3) - 1;
  return g * (ay / 2 + 3 * (ay + by) / 2 + 3 * by / 2) + 20 * stretch * stretch;
}

static double lowest(double low, double high) {
  const double ratio = 0.6180339887498949;
  while (high - low > 1e-9) {
    const double a = high - ratio * (high - low), b = low + ratio * (high - low);
    if (four_bar_energy(a) < four_bar_energy(b))
      high = b;
    else
      low = a;
  }
  return 0.5 * (low + high);
}

static void spring_supported_four_bar(void) {
  double least = INFINITY, best = 0;
  for (int k = 0; k < 36; k++) {
    const double a = lowest(k * 0.1745, (k + 2) * 0.1745);
    if (four_bar_energy(a) < least) least = four_bar_energy(a), best = a;
  }
  mechanism m = load(SPRUNG);
  settle(&m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, cos(best), measure(&m, "DX", 22, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, sin(best), measure(&m, "DY", 22, 0, 0, 0));
  unload(&m);
}

/* A ball far above a stiff floor: it falls on it, where penetration^2.2 k = weight. */
static void ball_falls_on_a_floor(void) {
  mechanism m = load(GROUND
                     "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, QG=0.3,3,0\nMARKER/20, PART=2\n"
                     "MARKER/9, PART=1, FLOATING\nGFORCE/1, I=20, JFLOAT=9, RM=1, "
                     "FY=IMPACT(DY(20,1),VY(20,1),0.5,1E8,2.2,1E3,1E-4)");
  settle(&m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 - pow(2 * g / 1e8, 1 / 2.2), measure(&m, "DY", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.3, measure(&m, "DX", 20, 0, 0, 0));
  unload(&m);
}

/* A state with STATIC_HOLD stays, one without goes where its rate is 0. */
static void held_states(void) {
  mechanism m =
      load(GROUND
           "PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1, QG=0,-1,0\nMARKER/20, PART=2\n"
           "JOINT/1, TRANSLATIONAL, I=21, J=2\nMARKER/21, PART=2, REULER=0,90D,0\n"
           "MARKER/2, PART=1, REULER=0,90D,0\nSPRINGDAMPER/1, I=20, J=1, TRANSLATION, K=100, C=1, "
           "LENGTH=0.5\nDIFF/1, IC=3, STATIC_HOLD, FUNCTION=1-DIF(1)\nDIFF/2, IC=3, "
           "FUNCTION=DIF(1)-2*DIF(2)");
  settle(&m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -0.5 - 2 * g / 100, measure(&m, "DY", 20, 0, 0, 0));
  TEST_ASSERT_EQUAL_DOUBLE(3, measure(&m, "DIF", 1, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.5, measure(&m, "DIF", 2, 0, 0, 0));
  unload(&m);
}

/* A free body in gravity has no equilibrium: said, not looped for. */
static void no_equilibrium(void) {
  mechanism m = load(GROUND "PART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2\n");
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_system_statics(m.system, 0, m.y, 0, 0, NULL, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "no equilibrium"));
  unload(&m);
}

/* A cantilever of twenty nonlinear beams, bent by a force across its end that keeps its direction:
 * the elastica, PL^2/EI = 1, 5, 10 (Mattiasson 1981). */
static void beams_bend_as_the_elastica(void) {
  enum { BEAMS = 20 };
  static const struct {
    double force, down, back;
  } row[] = {{1, 0.30172, 0.05643}, {5, 0.71379, 0.38763}, {10, 0.81061, 0.55500}};
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    static char text[20000];
    size_t at = (size_t)snprintf(text, sizeof text, "PART/1, GROUND\nMARKER/10, PART=1\n");
    for (int n = 1; n <= BEAMS; n++)
      at += (size_t)snprintf(text + at, sizeof text - at,
                             "PART/%d, MASS=1, CM=%d, IP=0.1,0.1,0.1, QG=%.17g,0,0\n"
                             "MARKER/%d, PART=%d\n"
                             "BEAM/%d, I=%d, J=%d, LENGTH=%.17g, AREA=1E5, IXX=1, IYY=1, IZZ=1\n"
                             ", EMODULUS=1, GMODULUS=1, FORMULATION=NONLINEAR\n",
                             n + 1, 10 * n + 10, (double)n / BEAMS, 10 * n + 10, n + 1, n,
                             10 * n + 10, 10 * n, 1.0 / BEAMS);
    snprintf(text + at, sizeof text - at,
             "MARKER/1, PART=1, FLOATING\nVFORCE/1, I=%d, JFLOAT=1, RM=10, FY=-%g\n",
             10 * BEAMS + 10, row[k].force);
    mechanism m = load(text);
    settle(&m);
    const double down = -measure(&m, "DY", 10 * BEAMS + 10, 0, 0, 0);
    const double back = 1 - measure(&m, "DX", 10 * BEAMS + 10, 0, 0, 0);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3, row[k].down, down);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3, row[k].back, back);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(pendulum_from_anywhere);
  RUN_TEST(chain);
  RUN_TEST(spring_supported_four_bar);
  RUN_TEST(ball_falls_on_a_floor);
  RUN_TEST(held_states);
  RUN_TEST(no_equilibrium);
  RUN_TEST(beams_bend_as_the_elastica);
  return UNITY_END();
}
