/* The Newton matrix of the index-2 equations against central differences of their residual, away
 * from any solution: velocities, multipliers and Euler parameters are what they please. mu, which
 * is zero up to errors of a step, is zero: the change of its directions is left out on purpose. */
#include <stdio.h>

#include "integrate_ggl.h"
#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static double uniform(void) { /* in (-1, 1) */
  static unsigned long long seed = 7;
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(long long)(seed >> 11) / 4503599627370496.0 - 1;
}

static void matrix_of(lash_system *system, double t, const double *y, const double scatter,
                      double tolerance) {
  const lash_system_sizes *n = lash_system_size(system);
  const double c = 37;
  ggl *g;
  OK(ggl_create(system, &g, &error));
  const size_t size = ggl_size(g);
  TEST_ASSERT_EQUAL_size_t(n->y + 2 * n->constraints, size);
  double *Y = calloc(8 * size, sizeof *Y), *Yp = Y + size, *column = Yp + size,
         *ahead = column + size;
  double *behind = ahead + size, *Z = behind + size, *Zp = Z + size, *seen = Zp + size;
  memcpy(Y, y, n->y * sizeof *Y);
  for (size_t k = 0; k < size; k++) Y[k] += scatter * uniform();
  for (size_t k = n->q; k < n->q + n->v; k++) Y[k] += uniform();
  for (size_t k = n->y; k < size; k++) Y[k] = k < n->y + n->constraints ? uniform() : 0; /* mu */
  for (size_t k = 0; k < n->y; k++) Yp[k] = uniform();
  OK(ggl_linearise(g, t, c, Y, Yp, &error));
  const lash_pattern *pattern = ggl_pattern(g);
  for (size_t j = 0; j < size; j++) {
    const double h = 1e-6 * (1 + fabs(Y[j]));
    double most = 0;
    memset(column, 0, size * sizeof *column);
    ggl_linearise(g, t, c, Y, Yp, &error);
    ggl_column(g, j, column);
    for (int side = 0; side < 2; side++) {
      memcpy(Z, Y, size * sizeof *Z);
      memcpy(Zp, Yp, size * sizeof *Zp);
      Z[j] += side ? -h : h;
      Zp[j] += c * (side ? -h : h);
      OK(ggl_residual(g, t, Z, Zp, side ? behind : ahead, &error));
    }
    memset(seen, 0, size * sizeof *seen);
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
      TEST_ASSERT_TRUE(k == pattern->start[j] || pattern->index[k] > pattern->index[k - 1]);
      seen[pattern->index[k]] = 1;
    }
    for (size_t r = 0; r < size; r++) {
      ahead[r] = (ahead[r] - behind[r]) / (2 * h);
      most = fmax(most, fabs(ahead[r]));
    }
    for (size_t r = 0; r < size; r++) {
      char text[80];
      snprintf(text, sizeof text, "row %zu of column %zu (largest %g)", r, j, most);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance * (1 + most), ahead[r], column[r], text);
      if (column[r] != 0) TEST_ASSERT_TRUE_MESSAGE(seen[r], text);
    }
  }
  free(Y);
  ggl_free(g);
}

#define HEAD                                                                                      \
  "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"                        \
  "PART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, QP = 0.2, 0.1, 0, REULER = 20D, 30D, " \
  "40D\n"                                                                                         \
  "PART/2, MASS = 2, CM = 20, IP = 0.02, 0.03, 0.04\nMARKER/20, PART = 2, QP = 0.1, 0.02, 0.03\n" \
  "MARKER/21, PART = 2, REULER = 10D, 20D, 30D\nMARKER/22, PART = 2, QP = 0.2, 0, 0.1\n"          \
  "PART/3, MASS = 1, CM = 30, IP = 0.01, 0.02, 0.015, QG = 0.2, 0, 0.1, REULER = 50D, 10D, 5D\n"  \
  "MARKER/30, PART = 3, QP = 0.05, 0.05, 0\nMARKER/31, PART = 3\n"                                \
  "MARKER/32, PART = 3, QP = 0.1, 0, 0.1\nACCGRAV/JGRAV = -9.81\n"

static void joints_forces_and_states(void) {
  mechanism m =
      load(HEAD
           "JOINT/1, REVOLUTE, I = 21, J = 1\nJOINT/2, SPHERICAL, I = 31, J = 22\n"
           "JPRIM/3, PERPENDICULAR, I = 32, J = 2\n"
           "SPRINGDAMPER/1, I = 32, J = 2, TRANSLATION, K = 50, C = 2, LENGTH = 0.1\n"
           "DIFF/1, IC = 0.3, FUNCTION = DX(32,1) - 2*DIF(1) + 0.1*VZ(30,1)\n"
           "SFORCE/2, I = 30, J = 20, TRANSLATION, FUNCTION = 3*DIF(1) - 0.4*VR(30,20)\n"
           "BUSHING/3, I = 20, J = 2, K = 40,30,20, KT = 1,2,3, C = 1,1,1, CT = 0.1,0.1,0.1\n");
  matrix_of(m.system, 0.1, m.y, 0.02, 2e-6);
  unload(&m);
}

/* Friction whose bristles are states, in a slide and in a ball. */
static void bristles(void) {
  mechanism m = load(HEAD
                     "JOINT/1, TRANSLATIONAL, I = 21, J = 1\nJOINT/2, SPHERICAL, I = 31, J = 22\n"
                     "FRICTION/1, JOINT = 1, FORMULATION = LUGRE, MU_STATIC = 0.3, MU_DYNAMIC = 0.2"
                     ", STICTION_TRANSITION_VELOCITY = 1, MAX_STICTION_DEFORMATION = 0.2\n"
                     "FRICTION/2, JOINT = 2, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, BALL_RADIUS = 0.1"
                     ", STICTION_TRANSITION_VELOCITY = 1, MAX_STICTION_DEFORMATION = 0.2\n");
  TEST_ASSERT_EQUAL_size_t(4, m.n->x);
  matrix_of(m.system, 0.1, m.y, 0.02, 2e-5);
  unload(&m);
}

static void motions_and_couplers(void) {
  mechanism m =
      load(HEAD
           "JOINT/1, CYLINDRICAL, I = 21, J = 1\nJOINT/2, UNIVERSAL, I = 31, J = 22\n"
           "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0.3*SIN(5*TIME)\n"
           "GCON/1, FUNCTION = DZ(32,1) - 0.1 - 0.02*TIME\n"
           "VFORCE/1, I = 30, JFLOAT = 99, RM = 31, FX = 2*DX(30,20)\\, FY = -VY(30,1)\\, "
           "FZ = 0\nMARKER/99, PART = 1, FLOATING\n");
  matrix_of(m.system, 0.1, m.y, 0.02, 2e-6);
  unload(&m);
}

/* So many bodies that few of them can be moved at once, and two chains beside each other. */
static void long_chains(void) {
  static const char *const types[] = {"REVOLUTE", "UNIVERSAL", "CYLINDRICAL", "SPHERICAL"};
  enum { PARTS = 14 };
  static char text[8000];
  size_t at = (size_t)snprintf(text, sizeof text, "PART/1, GROUND\nMARKER/1, PART=1\n");
  for (int k = 2; k < PARTS + 2; k++)
    at += (size_t)snprintf(text + at, sizeof text - at,
                           "PART/%d, MASS=1.%d, CM=%d0, IP=0.1,0.2,0.15, QG=%d,0.%d,0.2\n"
                           "MARKER/%d0, PART=%d, QP=0.1,0.2,-0.1\nMARKER/%d1, PART=%d\n"
                           "MARKER/%d2, PART=%d, QP=1,0.1,0.05, REULER=10D,%dD,-20D\n"
                           "JOINT/%d, %s, I=%d1, J=%d\n",
                           k, k, k, k, k, k, k, k, k, k, k, 5 * k, k, types[k % 4], k,
                           k == 2 || k == 9 ? 1 : 10 * (k - 1) + 2);
  mechanism m = load(text);
  matrix_of(m.system, 0.1, m.y, 0.02, 2e-6);
  unload(&m);
}

/* A beam that bends between a body and ground, pushed by what depends on its motion. */
static void flexible_nodes(void) {
  mechanism m = load(HEAD
                     "MATERIAL/1, YOUNGS_MODULUS=5E6, POISSONS_RATIO=0.3, DENSITY=1000\n"
                     "SECTION/1, RECT_BASE=0.04, RECT_HEIGHT=0.04\n"
                     "FE_PART/5, TYPE=3DBEAM, MATERIAL=1, SECTION=1, ELEMENTS=2, CRATIOK=0.01\n"
                     ", COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0\n"
                     "MARKER/50, FE_PART=5, NODE_LABEL=1\nMARKER/51, FE_PART=5, NODE_LABEL=2\n"
                     "JOINT/1, REVOLUTE, I=50, J=1\nJPRIM/2, INPLANE, I=51, J=2\n"
                     "SPRINGDAMPER/1, I=51, J=30, TRANSLATION, K=50, C=2, LENGTH=0.1\n");
  TEST_ASSERT_TRUE(m.n->cells > 0);
  matrix_of(m.system, 0.1, m.y, 0.02, 2e-6);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(joints_forces_and_states);
  RUN_TEST(bristles);
  RUN_TEST(motions_and_couplers);
  RUN_TEST(long_chains);
  RUN_TEST(flexible_nodes);
  return UNITY_END();
}
