/* Every kind of constraint: Jacobian, right-hand sides and geometric stiffness against Richardson
 * differences at random states off the constraint manifold. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

/* Two free bodies with markers 20 and 30 coincident at the start, as joints want them. */
#define BODIES                                                                  \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0.3,0.1,-0.2\n"       \
  "PART/2, MASS=1.3, CM=21, IP=0.2,0.3,0.4, QG=0.1,0.2,0.3\n"                   \
  "MARKER/21, PART=2, QP=0.05,0.02,-0.03\nMARKER/20, PART=2, QP=0.2,-0.1,0.4\n" \
  "PART/3, MASS=0.7, CM=31, IP=0.1,0.15,0.12, QG=0.3,0.1,0.7\n"                 \
  "MARKER/31, PART=3, QP=-0.1,0.3,0.05\nMARKER/30, PART=3\n"                    \
  "MARKER/22, PART=2, QP=0.2,-0.1,0.4, REULER=0,90D,0\n"                        \
  "MARKER/23, PART=2, QP=0.2,-0.1,0.4, REULER=0,180D,0\n"

#define MOVE "MOTION/1, I=20, J=30, "

static const char *const cases[] = {
    "JOINT/1, REVOLUTE, I=20, J=30",
    "JOINT/1, TRANSLATIONAL, I=20, J=30",
    "JOINT/1, CYLINDRICAL, I=20, J=30",
    "JOINT/1, SPHERICAL, I=20, J=30",
    "JOINT/1, FIXED, I=20, J=30",
    "JOINT/1, PLANAR, I=20, J=30",
    "JOINT/1, CONVEL, I=23, J=30",
    "JOINT/1, HOOKE, I=20, J=30",
    "JOINT/1, UNIVERSAL, I=22, J=30",
    "JOINT/1, SCREW, I=20, J=30, PITCH=0.2",
    "JOINT/1, RACKPIN, I=22, J=30, PD=0.3",
    "JPRIM/1, ATPOINT, I=20, J=30",
    "JPRIM/1, INLINE, I=20, J=30",
    "JPRIM/1, INPLANE, I=20, J=30",
    "JPRIM/1, ORIENTATION, I=20, J=30",
    "JPRIM/1, PARALLEL_AXES, I=20, J=30",
    "JPRIM/1, PERPENDICULAR, I=22, J=30",
    "JPRIM/1, INPLANE, I=20, J=2",
    "JPRIM/1, INPLANE, I=2, J=20",
    "JOINT/1, REVOLUTE, I=20, J=30\nMOTION/1, JOINT=1, ROTATION, FUNCTION=0.2*SIN(3*TIME)+TIME**2",
    "JOINT/1, TRANSLATIONAL, I=20, J=30\nMOTION/1, JOINT=1, TRANSLATION, FUNCTION=0.1*TIME**3",
    MOVE "X, FUNCTION=TIME**2",
    MOVE "Y, VELOCITY, FUNCTION=COS(2*TIME)",
    MOVE "Z, ACCELERATION, FUNCTION=SIN(2*TIME)",
    MOVE "B1, FUNCTION=0.1*TIME",
    MOVE "B2, FUNCTION=0.1*TIME",
    MOVE "B3, VELOCITY, FUNCTION=0.1*TIME",
    "GCON/1, I=20, FUNCTION=DM(20,1)-0.8+0.1*TIME**2",
    "GCON/1, I=20, FUNCTION=DX(20,31,30)*DZ(31,1)+SIN(DY(20,31,21))-0.2*TIME",
    "GCON/1, I=20, "
    "FUNCTION=AZ(21,31)+0.3*PSI(22,30)*THETA(22,31)+YAW(20,31)-PITCH(20,1)*ROLL(21,31)",
    "GCON/1, I=20, FUNCTION=UVX(20,30,2)+VARVAL(1)\nVARIABLE/1, FUNCTION=DM(21,31)**2-0.3",
    "JOINT/1, REVOLUTE, I=20, J=30\nJOINT/2, CYLINDRICAL, I=30, J=20\n"
    "COUPLER/1, JOINTS=1,2, TYPE=R:T, SCALES=2,-0.7",
    "JOINT/1, REVOLUTE, I=20, J=30\nJOINT/2, CYLINDRICAL, I=30, J=20\n"
    "COUPLER/1, JOINTS=1,2, TYPE=R:T, FUNCTION=USER(0.8)\\ ROUTINE=geometry::Cousub",
    "MARKER/9, PART=3, FLOATING\nCURVE/1, CLOSED, MINPAR=0, MAXPAR=6.283185307179586, "
    "FUNCTION=USER(0.9)\\ ROUTINE=geometry::\nPTCV/1, I=21, JFLOAT=9, CURVE=1, RM=31",
    "MARKER/9, PART=1, FLOATING\nCURVE/1, CLOSED, MINPAR=0, MAXPAR=6.283185307179586, "
    "FUNCTION=USER(0.9)\\ ROUTINE=geometry::\nPTCV/1, I=21, JFLOAT=9, CURVE=1, RM=2",
    MOVE "X, FUNCTION=0.3*DY(21,1)**2+TIME**2",
    "JOINT/1, REVOLUTE, I=20, J=30\n"
    "MOTION/1, JOINT=1, ROTATION, FUNCTION=0.7*AY(21,1)+0.1*SIN(DX(31,1))",
};

enum { CASES = sizeof cases / sizeof *cases, LARGEST = 40 };

static mechanism m;
static double base[LARGEST], direction[LARGEST];
static const double time0 = 0.4;

static void random_state(unsigned seed) {
  double d[12];
  for (int k = 0; k < 12; k++) d[k] = 0.2 * noise(&seed);
  lash_system_initial(m.system, &m.t, m.y);
  memcpy(base, m.y, m.n->y * sizeof *base);
  lash_system_increment(base, d, 1, m.n, base);
  for (int k = 0; k < 12; k++) base[14 + k] = noise(&seed);
  for (int k = 0; k < 12; k++) direction[k] = noise(&seed);
}

typedef void (*quantity)(double step, double *out);

static void moved(double t, double step, const double *d) {
  double y[LARGEST];
  memcpy(y, base, m.n->y * sizeof *y);
  lash_system_increment(base, d, step, m.n, y);
  lash_system_set(m.system, t, y);
}

static void phi_along(double step, double *out) {
  moved(time0, step, direction);
  lash_system_constraints(m.system, out, NULL, NULL);
}

static void phi_in_time(double step, double *out) {
  moved(time0 + step, 0, direction);
  lash_system_constraints(m.system, out, NULL, NULL);
}

/* Phi_v v - nu as time passes with constant v. */
static void rate_in_time(double step, double *out) {
  double nu[LARGEST], values[12 * LARGEST];
  const lash_pattern *pattern = lash_system_jacobian_pattern(m.system);
  moved(time0 + step, step, base + 14);
  lash_system_constraints(m.system, NULL, nu, NULL);
  lash_system_jacobian(m.system, values);
  for (size_t r = 0; r < m.n->constraints; r++) {
    out[r] = -nu[r];
    for (int k = pattern->start[r]; k < pattern->start[r + 1]; k++)
      out[r] += values[k] * base[14 + pattern->index[k]];
  }
}

static double lambda[LARGEST];

static void reactions_along(double step, double *out) {
  moved(time0, step, direction);
  memset(out, 0, 12 * sizeof *out);
  lash_system_add_reactions(m.system, lambda, 1, out);
}

/* Central difference, extrapolated once: error of order h^4. */
static void derivative(quantity q, size_t count, double *out) {
  double a[LARGEST], b[LARGEST], coarse[LARGEST] = {0};
  const double h = 2e-4;
  for (int level = 0; level < 2; level++) {
    const double step = level ? h / 2 : h;
    q(step, a);
    q(-step, b);
    for (size_t k = 0; k < count; k++) {
      const double slope = (a[k] - b[k]) / (2 * step);
      if (level)
        out[k] = slope + (slope - coarse[k]) / 3;
      else
        coarse[k] = slope;
    }
  }
}

static void check(const char *what, const char *text, double expected, double actual,
                  double tolerance) {
  char message[400];
  snprintf(message, sizeof message, "%s of %s", what, text);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance * (1 + fabs(expected)), expected, actual, message);
}

static void check_rows(const char *text) {
  double phi[LARGEST], nu[LARGEST], gamma[LARGEST], slope[LARGEST], values[12 * LARGEST];
  const lash_pattern *pattern = lash_system_jacobian_pattern(m.system);
  lash_system_set(m.system, time0, base);
  lash_system_constraints(m.system, phi, nu, gamma);
  lash_system_jacobian(m.system, values);
  derivative(phi_along, m.n->constraints, slope);
  for (size_t r = 0; r < m.n->constraints; r++) {
    double product = 0;
    for (int k = pattern->start[r]; k < pattern->start[r + 1]; k++)
      product += values[k] * direction[pattern->index[k]];
    check("Jacobian", text, slope[r], product, 1e-9);
  }
  derivative(phi_in_time, m.n->constraints, slope);
  for (size_t r = 0; r < m.n->constraints; r++) check("nu", text, -slope[r], nu[r], 1e-9);
  derivative(rate_in_time, m.n->constraints, slope);
  for (size_t r = 0; r < m.n->constraints; r++) check("gamma", text, -slope[r], gamma[r], 1e-8);
}

static void check_stiffness(const char *text, unsigned seed) {
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const lash_tangent_weights weights = {.position = 1};
  double slope[LARGEST], product[12] = {0};
  double *values = malloc(pattern->nonzeros * sizeof *values);
  for (size_t r = 0; r < m.n->constraints; r++) lambda[r] = noise(&seed);
  derivative(reactions_along, 12, slope);
  lash_system_set(m.system, time0, base);
  OK(lash_system_tangent(m.system, &weights, lambda, values, &error));
  for (int column = 0; column < 12; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      if (pattern->index[k] < 12) product[pattern->index[k]] += values[k] * direction[column];
  for (int k = 0; k < 12; k++) check("geometric stiffness", text, slope[k], product[k], 1e-7);
  free(values);
}

static void every_constraint(void) {
  for (size_t c = 0; c < CASES; c++) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s\n", BODIES, cases[c]);
    m = load(text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(14 + 12, m.n->y, cases[c]);
    for (unsigned seed = 1; seed < 4; seed++) {
      random_state(seed);
      check_rows(cases[c]);
      check_stiffness(cases[c], seed);
    }
    unload(&m);
  }
}

static void increments_and_differences(void) {
  unsigned seed = 7;
  const lash_system_sizes one = {.bodies = 1};
  double q[7] = {0, 0, 0, 1, 0, 0, 0}, d[6], back[6], moved_q[7];
  for (int trial = 0; trial < 20; trial++) {
    const double size = pow(10, -trial / 2.0);
    for (int k = 0; k < 6; k++) d[k] = size * noise(&seed);
    lash_system_increment(q, d, 1, &one, moved_q);
    lash_system_difference(q, moved_q, &one, back);
    for (int k = 0; k < 6; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-14 + 1e-13 * size, d[k], back[k]);
    memcpy(q, moved_q, sizeof q);
  }
}

/* Several bodies, and cells of flexible ones, whose coordinates are plain numbers: every number of
 * every one. Velocities that are an increment's rates move the coordinates likewise. */
static void increments_of_many(void) {
  enum { Q = 2 * 7 + 3 * 6, V = 2 * 6 + 3 * 6 };
  const lash_system_sizes n = {.bodies = 2, .cells = 3, .q = Q, .v = V};
  unsigned seed = 11;
  double q[Q], d[V], back[V], moved[Q], rate[Q];
  for (int k = 0; k < Q; k++) q[k] = noise(&seed);
  for (int k = 0; k < V; k++) d[k] = 1e-3 * noise(&seed), back[k] = NAN;
  lash_system_normalise(q, &n);
  lash_system_increment(q, d, 2, &n, moved);
  lash_system_difference(q, moved, &n, back);
  for (int k = 0; k < V; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2 * d[k], back[k]);
  lash_system_qdot(q, d, &n, rate);
  for (int k = 0; k < Q; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-5, q[k] + 2 * rate[k], moved[k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_constraint);
  RUN_TEST(increments_of_many);
  RUN_TEST(increments_and_differences);
  return UNITY_END();
}
