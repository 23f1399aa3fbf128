/* Memory is settled once per accepted step, in order of time, and never at a trial. */
#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

static void once_per_accepted_step(void) {
  for (size_t k = 0; k < lash_host_count(); k++) {
    const char *name = lash_host_name(lash_host_at(k));
    opened o;
    double values[8];
    open_host(&o, lash_host_at(k), "steps.adm", (lash_host_options){.step = 2e-3});
    advance(&o, 0.04);
    advance(&o, 0.1);
    request(&o, 1, values);
    const double steps = (double)lash_host_steps(o.host);
    printf("%s: %g steps, %g evaluations\n", name, steps, values[3]);
    TEST_ASSERT_TRUE_MESSAGE(steps >= 50, name);
    TEST_ASSERT_TRUE_MESSAGE(values[0] == steps + 1, name); /* and the starting state */
    TEST_ASSERT_TRUE_MESSAGE(values[1] == 0.1, name);
    TEST_ASSERT_TRUE_MESSAGE(values[2] == 0, name);
    TEST_ASSERT_TRUE_MESSAGE(values[3] > 4 * steps, name);
    TEST_ASSERT_TRUE_MESSAGE(values[4] == 0.1, name);
    close_host(&o);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(once_per_accepted_step);
  return UNITY_END();
}
