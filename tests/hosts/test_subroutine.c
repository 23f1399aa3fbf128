/* A user subroutine, compiled from its own source against the SDK headers alone, drives a body; so
 * do all other kinds of force. */
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
              fine_for(lash_host_at(n), (lash_host_options){.step = 1e-3, .accuracy = 1e-10}, 10));
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

/* Largest difference of REQUEST/1 after a second from what the first host gives. */
static void agree(const char *file, double tolerance) {
  double first[8], other[8];
  for (size_t n = 0; n < lash_host_count(); n++) {
    const char *name = lash_host_name(lash_host_at(n));
    opened o;
    open_host(&o, lash_host_at(n), file,
              fine_for(lash_host_at(n), (lash_host_options){.step = 2e-4, .accuracy = 1e-10}, 10));
    advance(&o, 1);
    request(&o, 1, n ? other : first);
    for (int k = 0; k < 8 && n; k++) {
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance, first[k], other[k], name);
    }
    close_host(&o);
  }
}

/* Every kind of force at once on a body that tumbles freely. */
static void all_forces_agree(void) { agree("forces.adm", 2e-6); }

/* Bodies that do not turn. */
static void point_masses_agree(void) { agree("points.adm", 1e-8); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_as_closed_form);
  RUN_TEST(all_forces_agree);
  RUN_TEST(point_masses_agree);
  return UNITY_END();
}
