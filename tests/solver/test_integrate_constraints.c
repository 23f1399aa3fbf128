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

/* Without projection and stabilisation explicit methods do drift; Baumgarte keeps it in bounds. */
static void baumgarte_bounds_the_drift(void) {
  double drift[2];
  for (int k = 0; k < 2; k++) {
    mechanism m = load(PENDULUM);
    lash_system_free(m.system);
    const lash_system_options stabilised = {.alpha = k ? 20 : 0, .beta = k ? 20 : 0};
    OK(lash_system_create(&m.model, &stabilised, &m.system, &error));
    lash_integrate_options options = method("rk4", 1e-6, 1e-2);
    options.project = false;
    drift[k] = advance(&m, &options, 10, NULL).statistics.violation;
    unload(&m);
  }
  TEST_ASSERT_TRUE(drift[1] < 0.1 * drift[0]);
  TEST_ASSERT_TRUE(drift[1] < 1e-5);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(on_a_pendulum);
  RUN_TEST(on_a_four_bar);
  RUN_TEST(baumgarte_bounds_the_drift);
  return UNITY_END();
}
