/* Mechanisms of the IFToMM benchmark library: what must stay constant does, and methods of
 * different kinds agree with each other and with a reduced description. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

static double kinetic_and_gravity(mechanism *m) {
  lash_energy e;
  lash_system_set(m->system, m->t, m->y);
  lash_system_energy(m->system, &e);
  return e.kinetic + e.gravity;
}

/* Overconstrained: zero freedoms by count, one in fact. */
static void bricard_keeps_its_energy(void) {
  static const struct {
    const char *name;
    double error, step, allowed; /* Joule, of 460 exchanged */
  } runs[] = {{"bdf", 1e-6, 0, 0.05},
              {"rk4", 1e-6, 2e-3, 1e-3},
              {"bdf", 1e-9, 0, 4.6e-4},
              {"rk45", 1e-8, 0, 4.6e-4}}; /* the last two: 1e-6 */
  for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
    mechanism m = load_file("bricard.adm");
    TEST_ASSERT_EQUAL_INT(1, m.n->dof);
    const double before = kinetic_and_gravity(&m);
    lash_integrate_options options = method(runs[k].name, runs[k].error, runs[k].step);
    const outcome o = advance(&m, &options, 10, NULL);
    TEST_ASSERT_TRUE(o.audit.exchanged > 100);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(runs[k].allowed, before, kinetic_and_gravity(&m),
                                      runs[k].name);
    unload(&m);
  }
}

/* Three windows of uniform rods are one swinging body: (4/3 + 3) w' = -(4/2 + 3) g cos(angle), with
 * four uprights of inertia 1/3 about their feet and three crossbars carried in parallel. */
static double angle_of_four_bars(double t) {
  const int steps = 200000;
  const double h = t / steps;
  double q = 2 * atan(1), w = -1;
  for (int k = 0; k < steps; k++) { /* Stoermer-Verlet, h = 5e-5: error below 1e-7 */
    const double c = -(4 / 2.0 + 3) * 9.81 / (4 / 3.0 + 3);
    w += 0.5 * h * c * cos(q);
    q += h * w;
    w += 0.5 * h * c * cos(q);
  }
  return q;
}

static void four_bars_follow_one_pendulum(void) {
  const double angle = angle_of_four_bars(10);
  static const char *const names[] = {"bdf", "rk45", "abam"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    mechanism m = load_file("four_bars.adm");
    const double before = kinetic_and_gravity(&m);
    lash_integrate_options options = method(names[k], 1e-7, 0);
    advance(&m, &options, 10, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.01, before, kinetic_and_gravity(&m), names[k]);
    /* the first upright's centre, half a metre up the rod */
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-3, 0.5 * cos(angle), m.y[0], names[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-3, 0.5 * sin(angle), m.y[1], names[k]);
    unload(&m);
  }
}

/* Angular momentum of all bodies about the y axis through the origin. */
static double spin(mechanism *m) {
  double sum = 0;
  for (size_t b = 0; b < m->n->bodies; b++) {
    const double *q = m->y + 7 * b, *e = q + 3, *v = m->y + m->n->q + 6 * b;
    double mass, inertia[9], h[3];
    lash_system_mass(m->system, b, &mass, inertia);
    for (int i = 0; i < 3; i++) {
      h[i] = inertia[3 * i] * v[3] + inertia[3 * i + 1] * v[4] + inertia[3 * i + 2] * v[5];
    }
    sum += mass * (q[2] * v[0] - q[0] * v[2]);
    sum += 2 * (e[1] * e[2] + e[0] * e[3]) * h[0] + (1 - 2 * (e[1] * e[1] + e[3] * e[3])) * h[1] +
           2 * (e[2] * e[3] - e[0] * e[1]) * h[2];
  }
  return sum;
}

static void governor_keeps_its_spin(void) {
  double height[2];
  static const char *const names[] = {"bdf", "genalpha"};
  for (int k = 0; k < 2; k++) {
    mechanism m = load_file("governor.adm");
    const double before = spin(&m);
    lash_integrate_options options = method(names[k], 1e-8, k == 0 ? 0 : 2e-4);
    const outcome o = advance(&m, &options, 1, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5 * fabs(before), before, spin(&m), names[k]);
    TEST_ASSERT_TRUE_MESSAGE(o.audit.dissipated > 0, names[k]);
    TEST_ASSERT_TRUE_MESSAGE(o.audit.relative < 1e-5, names[k]);
    size_t q, v;
    TEST_ASSERT_TRUE(lash_system_part(m.system, 5, &q, &v));
    height[k] = m.y[q + 1];
    unload(&m);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, height[0], height[1]);
}

static void slider_crank_is_the_same_for_all(void) {
  static const struct {
    const char *name;
    double error, step;
  } runs[] = {{"rk45", 1e-9, 0},
              {"bdf", 1e-9, 0},
              {"abam", 1e-9, 0},
              {"rk4", 1e-6, 5e-4},
              {"genalpha", 1e-8, 1e-4}};
  double first = 0;
  for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
    mechanism m = load_file("slider_crank.adm");
    TEST_ASSERT_EQUAL_INT(1, m.n->dof);
    const double before = kinetic_and_gravity(&m);
    lash_integrate_options options = method(runs[k].name, runs[k].error, runs[k].step);
    advance(&m, &options, 1, NULL);
    size_t q, v;
    TEST_ASSERT_TRUE(lash_system_part(m.system, 4, &q, &v));
    if (k == 0) first = m.y[q];
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-5, first, m.y[q], runs[k].name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-5, before, kinetic_and_gravity(&m), runs[k].name);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bricard_keeps_its_energy);
  RUN_TEST(four_bars_follow_one_pendulum);
  RUN_TEST(governor_keeps_its_spin);
  RUN_TEST(slider_crank_is_the_same_for_all);
  return UNITY_END();
}
