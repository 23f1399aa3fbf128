/* FRICTION with FORMULATION=LUGRE: bristles as extra states, against closed forms. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define MU    ", MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01, FORMULATION=LUGRE"
#define WORLD "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\nACCGRAV/, KGRAV=-10\n"

/* A sledge of weight 30 on a rail along x. */
#define SLEDGE(start, more)                                          \
  WORLD "PART/2, MASS=3, CM=20, IP=1,1,1" start                      \
        "\nMARKER/20, PART=2\nMARKER/21, PART=2, REULER=90D,90D,0\n" \
        "JOINT/1, TRANSLATIONAL, I=21, J=1\nFRICTION/1, JOINT=1" MU more "\n"

static const char *const methods[] = {"bdf", "rk45", "genalpha"};

/* Far above the Stribeck velocity dz/dx = 1 - z/a with a = mu_k/s0: the bristles follow the path x,
 * and the work of friction mu_k N (x - a (1 - exp(-x/a))) is what the sledge loses. */
static void bristles_build_up(void) {
  for (size_t k = 0; k < 3; k++) {
    mechanism m = load(SLEDGE(", VX=2", ", BRISTLE_STIFFNESS=2"));
    TEST_ASSERT_EQUAL_INT(1, (int)m.n->x);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, element(&m, "FRICTION", 1, 0, 2));
    const lash_integrate_options options = method(methods[k], 1e-8, 0);
    for (double t = 0.05; t < 0.7; t += 0.15) {
      const outcome o = advance(&m, &options, t, NULL);
      lash_system_set(m.system, m.t, m.y);
      const double x = measure(&m, "DX", 20, 0, 0, 0), v = measure(&m, "VX", 20, 0, 0, 0);
      const double a = 0.2 / 2, work = 0.2 * 30 * (x - a * (1 - exp(-x / a)));
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-5, 0.5 * 3 * 4 - work, 0.5 * 3 * v * v, methods[k]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.2 / 0.3 * (1 - exp(-x / a)), m.y[m.n->q + m.n->v]);
      TEST_ASSERT_DOUBLE_WITHIN(2e-4, 0, o.audit.imbalance);
    }
    unload(&m);
  }
}

/* Pushed by 6 of the 9 it could hold, the sledge ends held by bristles that carry 6. */
static void bristles_hold(void) {
  mechanism m = load(SLEDGE("", ", BRISTLE_STIFFNESS=300, BRISTLE_DAMPING=2")
                         "SFORCE/1, TRANSLATION, I=21, J=1, ACTIONONLY, FUNCTION=STEP(TIME,0,0,1,6)\n");
  const lash_integrate_options options = method("bdf", 1e-7, 0);
  advance(&m, &options, 3, NULL);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, -6, element(&m, "FRICTION", 1, 0, 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, measure(&m, "VX", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 6.0 / 9, m.y[m.n->q + m.n->v]);
  unload(&m);
}

/* The break-away deflection is MAX_STICTION_DEFORMATION when no stiffness is given. */
static void stiffness_by_default(void) {
  mechanism m = load(SLEDGE(", VX=0.001", ", MAX_STICTION_DEFORMATION=0.004"));
  double rate[14], *y = m.y;
  OK(lash_system_rates(m.system, 0, y, rate, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.001 / 0.004, rate[m.n->q + m.n->v]);
  y[m.n->q + m.n->v] = 0.5; /* half of what breaks away */
  lash_system_set(m.system, 0, y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.5 * 0.3 * 30, element(&m, "FRICTION", 1, 0, 2));
  unload(&m);
}

/* A wheel of weight 30 on a pin of radius 0.05: after some millimetres of slip torque mu W r. */
static void pin_slows_the_wheel(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/, JGRAV=-10\n"
      "PART/2, MASS=3, CM=20, IP=1,1,0.5, WZ=40\nMARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=1\n"
      "FRICTION/1, JOINT=1, PIN_RADIUS=0.05, MAX_STICTION_DEFORMATION=0.001" MU
      ", FRICTION_TORQUE_PRELOAD=0.5");
  const double load_on_pin = 30 + 0.5 / 0.05;
  const lash_integrate_options options = method("bdf", 1e-7, 0);
  advance(&m, &options, 0.2, NULL);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, -0.2 * load_on_pin * 0.05 / 0.5,
                            measure(&m, "WDTZ", 20, 0, 0, 0));
  unload(&m);
}

/* Screwing along a rod: one surface, so resistance is along the slip, whatever way the bristles
 * were bent first. */
static void rod_resists_along_the_slip(void) {
  mechanism m = load(WORLD
                     "PART/2, MASS=3, CM=20, IP=1,1,1, VX=3, WX=40\nMARKER/20, PART=2\n"
                     "MARKER/21, PART=2, REULER=90D,90D,0\nJOINT/1, CYLINDRICAL, I=21, J=1\n"
                     "FRICTION/1, JOINT=1, PIN_RADIUS=0.1, MAX_STICTION_DEFORMATION=0.001" MU);
  TEST_ASSERT_EQUAL_INT(2, (int)m.n->x);
  const lash_integrate_options options = method("rk45", 1e-8, 0);
  advance(&m, &options, 0.2, NULL);
  lash_system_set(m.system, m.t, m.y);
  const double slide = measure(&m, "VX", 20, 0, 0, 0), turn = 0.1 * measure(&m, "WX", 20, 0, 0, 0);
  const double force = element(&m, "FRICTION", 1, 0, 2), torque = element(&m, "FRICTION", 1, 0, 6);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.2 * 30, hypot(force, torque / 0.1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, slide / hypot(slide, turn), -force / 6);
  unload(&m);
}

/* A ball in a socket of radius 0.1 turning about a skew axis; its inertia is that of a sphere, so
 * the axis stays. */
static void ball_slows_about_its_axis(void) {
  mechanism m =
      load(WORLD
           "PART/2, MASS=3, CM=20, IP=0.2,0.2,0.2, WX=20, WY=-10, WZ=20\nMARKER/20, PART=2\n"
           "JOINT/1, SPHERICAL, I=20, J=1\nFRICTION/1, JOINT=1, BALL_RADIUS=0.1" MU
           ", MAX_STICTION_DEFORMATION=0.001");
  TEST_ASSERT_EQUAL_INT(3, (int)m.n->x);
  const lash_integrate_options options = method("bdf", 1e-8, 0);
  advance(&m, &options, 0.5, NULL);
  lash_system_set(m.system, m.t, m.y);
  const double torque = 0.2 * 30 * 0.1, axis[3] = {2.0 / 3, -1.0 / 3, 2.0 / 3};
  for (int k = 0; k < 3; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -torque * axis[k], element(&m, "FRICTION", 1, 0, 6 + k));
  unload(&m);
}

/* Partial derivatives of the rates that implicit methods use: against differences of the rates. */
static void tangent_of_bristles(void) {
  mechanism m = load(WORLD
                     "PART/2, MASS=3, CM=20, IP=1,1,1, WX=0.3, WY=0.1, WZ=-0.2\nMARKER/20, PART=2\n"
                     "JOINT/1, SPHERICAL, I=20, J=1\nFRICTION/1, JOINT=1, BALL_RADIUS=0.1" MU);
  const size_t at = m.n->q + m.n->v, n = m.n->v + m.n->x + m.n->constraints;
  for (int k = 0; k < 3; k++) m.y[at + (size_t)k] = 0.1 * (k + 1);
  lash_system_set(m.system, 0, m.y);
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  double *values = malloc(pattern->nonzeros * sizeof *values), lambda[3] = {0}, g[3], ahead[3];
  const lash_tangent_weights weights = {.velocity = 1, .state = 1};
  OK(lash_system_tangent(m.system, &weights, lambda, values, &error));
  for (size_t column = 0; column < n - m.n->constraints; column++) {
    const double step = 1e-7;
    double *moved = &m.y[m.n->q + column], kept = *moved;
    *moved = kept - step;
    lash_system_set(m.system, 0, m.y);
    OK(lash_system_forces(m.system, NULL, g, &error));
    *moved = kept + step;
    lash_system_set(m.system, 0, m.y);
    OK(lash_system_forces(m.system, NULL, ahead, &error));
    *moved = kept;
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++) {
      const size_t row = (size_t)pattern->index[k] - m.n->v;
      if ((size_t)pattern->index[k] < m.n->v || row >= 3) continue;
      TEST_ASSERT_DOUBLE_WITHIN(1e-5, -(ahead[row] - g[row]) / (2 * step), values[k]);
    }
  }
  free(values);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bristles_build_up);
  RUN_TEST(bristles_hold);
  RUN_TEST(stiffness_by_default);
  RUN_TEST(pin_slows_the_wheel);
  RUN_TEST(rod_resists_along_the_slip);
  RUN_TEST(ball_slows_about_its_axis);
  RUN_TEST(tangent_of_bristles);
  return UNITY_END();
}
