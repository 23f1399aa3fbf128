/* A user subroutine, compiled from its own source against the SDK headers alone, drives a body. */
#include <math.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* x(t) of m x'' + c x' + k x = 0. */
static double oscillator(double t, double x0, double v0) {
  const double m = 2, k = 5, c = 0.4, decay = c / (2 * m), w = sqrt(k / m - decay * decay);
  return exp(-decay * t) * (x0 * cos(w * t) + (v0 + decay * x0) / w * sin(w * t));
}

static void same_as_closed_form(void) {
  for (size_t n = 0; n < lash_host_count(); n++) {
    const char *name = lash_host_name(lash_host_at(n));
    opened o;
    double values[8];
    open_host(&o, lash_host_at(n), "spring.adm",
              (lash_host_options){.step = 1e-3, .accuracy = 1e-10});
    for (int k = 1; k <= 4; k++) {
      advance(&o, 0.5 * k);
      request(&o, 1, values);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8, oscillator(0.5 * k, 1, 0), values[1], name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8, oscillator(0.5 * k, 0, 0.5), values[2], name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0, values[3], name);
    }
    close_host(&o);
  }
}

/* Two engines under every kind of force at once, tumbling freely. */
static void all_forces_agree(void) {
  if (!need_host("mujoco") || !need_host("simbody")) return;
  double values[2][8];
  const char *const names[2] = {"mujoco", "simbody"};
  for (int n = 0; n < 2; n++) {
    opened o;
    open_host(&o, lash_host_find(names[n]), "forces.adm",
              (lash_host_options){.step = 2e-4, .accuracy = 1e-10});
    advance(&o, 1);
    request(&o, 1, values[n]);
    close_host(&o);
  }
  for (int k = 0; k < 8; k++) TEST_ASSERT_DOUBLE_WITHIN(2e-6, values[1][k], values[0][k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_as_closed_form);
  RUN_TEST(all_forces_agree);
  return UNITY_END();
}
