/* A pin that wears in a slider-crank, by Lash's own subroutine, in every engine. */
#include <math.h>
#include <stdio.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* Of bearing and journal. */
typedef struct worn {
  double depth[2], angle[2], volume[2], balance, force;
} worn;

static worn wear_in(const lash_host_class *host, lash_host_options options) {
  opened o;
  double values[8];
  worn w = {.force = 0};
  open_host(&o, host, "worn_pin.adm", options);
  for (int k = 1; k <= 40; k++) {
    advance(&o, 5e-5 * k);
    request(&o, 2, values);
    w.force = fmax(w.force, values[5]);
  }
  request(&o, 3, values);
  for (int body = 0; body < 2; body++) {
    w.depth[body] = values[2 * body];
    w.angle[body] = values[1 + 2 * body];
    w.volume[body] = values[4 + body];
  }
  w.balance = values[6];
  close_host(&o);
  return w;
}

/* The same places wear as deeply, and what is gone is what was counted. */
static void engines_agree_on_wear(void) {
  static const char *const names[] = {"mujoco", "simbody", "chrono"};
  const worn ours = wear_in(need_host("reference"), (lash_host_options){.accuracy = 1e-8});
  TEST_ASSERT_TRUE(ours.depth[0] > 1e-12 && ours.depth[1] > 1e-12 && ours.force > 1000);
  for (int n = 0; n < 3; n++) {
    const lash_host_class *host = lash_host_find(names[n]);
    if (!host) continue;
    const lash_host_options options = {.step = 5e-7, .accuracy = 1e-8};
    const worn theirs = wear_in(host, fine_for(host, options, 10));
    printf("%s: depth %.2e, volume %.2e apart, force %.2e\n", names[n],
           theirs.depth[0] / ours.depth[0] - 1, theirs.volume[0] / ours.volume[0] - 1,
           theirs.force / ours.force - 1);
    for (int body = 0; body < 2; body++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-3 * ours.depth[body], ours.depth[body], theirs.depth[body]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-3 * ours.volume[body], ours.volume[body], theirs.volume[body]);
      TEST_ASSERT_DOUBLE_WITHIN(0.05, ours.angle[body], theirs.angle[body]); /* a cell */
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-2 * ours.force, ours.force, theirs.force);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, theirs.balance);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(engines_agree_on_wear);
  return UNITY_END();
}
