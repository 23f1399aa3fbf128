/* Constraints over ten seconds: no drift, with any integrator, in position or velocity. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* Largest residual of the states shown, asked of the system itself. */
static lash_status look(void *context, lash_system *system, double t, lash_error *e) {
  double *worst = context, position, velocity;
  (void)t, (void)e;
  lash_system_drift(system, &position, &velocity);
  *worst = fmax(*worst, fmax(position, velocity));
  return LASH_OK;
}

static void holds(const char *text, lash_integrate_options options) {
  mechanism m = load(text);
  double worst = 0;
  const lash_watcher watcher = {.context = &worst, .output = look};
  options.output_step = 0.0137;
  const outcome o = advance(&m, &options, 10, &watcher);
  TEST_ASSERT_TRUE_MESSAGE(worst <= 1e-10, options.integrator);
  TEST_ASSERT_TRUE_MESSAGE(o.statistics.violation <= 1e-10, options.integrator);
  /* the energy tells whether projection only hides a wrong solution */
  TEST_ASSERT_TRUE_MESSAGE(o.audit.relative < 1e-4, options.integrator);
  unload(&m);
}

static void on_a_pendulum(void) {
  holds(PENDULUM, method("bdf", 1e-6, 0));
  holds(PENDULUM, method("genalpha", 1e-6, 1e-3));
  holds(PENDULUM, method("rk4", 1e-6, 1e-2));
  holds(PENDULUM, method("rk45", 1e-6, 0));
  holds(PENDULUM, method("abam", 1e-6, 0));
}

static void on_a_four_bar(void) {
  holds(FOUR_BAR, method("bdf", 1e-7, 0));
  holds(FOUR_BAR, method("genalpha", 1e-6, 1e-3));
  holds(FOUR_BAR, method("rk4", 1e-6, 2e-3));
  holds(FOUR_BAR, method("rk45", 1e-6, 0));
  holds(FOUR_BAR, method("abam", 1e-7, 0));
}

/* Position residual a second after the body was put beside its hinge. */
static double left_after_a_second(double alpha, double beta) {
  mechanism m = load(PENDULUM);
  const lash_system_options stabilised = {.alpha = alpha, .beta = beta};
  lash_system_free(m.system);
  OK(lash_system_create(&m.model, &stabilised, &m.system, &error));
  m.n = lash_system_size(m.system);
  lash_integrate_options options = method("rk4", 1e-6, 1e-3);
  options.project = false;
  m.y[0] += 1e-3;
  advance(&m, &options, 1, NULL);
  double position;
  lash_system_set(m.system, m.t, m.y);
  lash_system_drift(m.system, &position, NULL);
  unload(&m);
  return position;
}

/* Critically damped at rate 20, a residual falls to (1 + 20) exp(-20) = 4.3e-8 of itself in a
 * second; without stabilisation it stays. */
static void baumgarte_pulls_back(void) {
  TEST_ASSERT_TRUE(left_after_a_second(0, 0) > 5e-4);
  TEST_ASSERT_TRUE(left_after_a_second(20, 20) < 2e-9);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(on_a_pendulum);
  RUN_TEST(on_a_four_bar);
  RUN_TEST(baumgarte_pulls_back);
  return UNITY_END();
}
