/* A pendulum with a massless part on it moves as the pendulum alone: massless parts are solved by
 * another way, and must not lose what the hinge's body feels of its own turning. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* The mass centre is far from the hinge: its centripetal acceleration counts. */
#define SWING                                                                     \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                                            \
  "PART/2, MASS=3, CM=2, IP=.1,.2,.2, QG=.5,0,0, VY=5, WZ=10\nMARKER/2, PART=2\n" \
  "MARKER/3, PART=2, QP=-.5,0,0\nMARKER/4, PART=2, QP=.4,.1,0\n"                  \
  "JOINT/1, REVOLUTE, I=3, J=1\nACCGRAV/JGRAV=-9.81\n"
#define MASSLESS "PART/3, MASS=0, CM=5, QG=.9,.1,0\nMARKER/5, PART=3\nJOINT/2, FIXED, I=5, J=4\n"

static void accelerations_at_the_start(void) {
  mechanism alone = load(SWING), with = load(SWING MASSLESS);
  double a[6], b[12];
  lash_system_set(alone.system, alone.t, alone.y);
  lash_system_set(with.system, with.t, with.y);
  OK(lash_system_accelerations(alone.system, a, NULL, &error));
  OK(lash_system_accelerations(with.system, b, NULL, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -100 * 0.5, a[0]); /* -w^2 r */
  for (int k = 0; k < 6; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, a[k], b[k]);
  unload(&alone);
  unload(&with);
}

static void energy_is_kept(void) {
  for (size_t k = 0; k < lash_integrator_count(); k++) {
    const lash_integrator_info info = lash_integrator_at(k);
    if (strcmp(info.name, "genalpha") == 0) continue; /* damps by design */
    const lash_integrate_options options = method(info.name, 1e-9, info.fixed ? 1e-4 : 0);
    mechanism m = load(SWING MASSLESS);
    const outcome o = advance(&m, &options, 0.5, NULL);
    TEST_ASSERT_TRUE_MESSAGE(o.audit.worst < 1e-7, info.name);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(accelerations_at_the_start);
  RUN_TEST(energy_is_kept);
  return UNITY_END();
}
