/* Oil in the pin of a slider-crank by Lash's own subroutine, in every engine. */
#include <math.h>
#include <stdio.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

enum { OUTPUTS = 40 };

typedef struct trace {
  double place[OUTPUTS + 1][2], force[OUTPUTS + 1];
} trace;

static void follow(const lash_host_class *host, lash_host_options options, trace *t) {
  opened o;
  double values[8];
  open_host(&o, host, "oil_in_the_pin.adm", options);
  for (int k = 0; k <= OUTPUTS; k++) {
    advance(&o, 2.5e-5 * k);
    request(&o, 2, values);
    t->place[k][0] = values[2], t->place[k][1] = values[3];
    t->force[k] = values[5];
  }
  close_host(&o);
}

/* The journal goes the same way through the same thin film: through the first touch and on. */
static void engines_agree_on_the_film(void) {
  static trace ours, theirs;
  static const char *const names[] = {"mujoco", "simbody", "chrono"};
  follow(need_host("reference"), (lash_host_options){.accuracy = 1e-9}, &ours);
  double peak = 0;
  for (int k = 0; k <= OUTPUTS; k++) peak = fmax(peak, ours.force[k]);
  TEST_ASSERT_TRUE(peak > 1000);
  for (int n = 0; n < 3; n++) {
    const lash_host_class *host = lash_host_find(names[n]);
    if (!host) continue;
    const lash_host_options options = {.step = 1e-6, .accuracy = 1e-9};
    double far = 0, other = 0, worst = 0;
    follow(host, fine_for(host, options, 10), &theirs);
    for (int k = 0; k <= OUTPUTS; k++) {
      far = fmax(
          far, hypot(theirs.place[k][0] - ours.place[k][0], theirs.place[k][1] - ours.place[k][1]));
      worst = fmax(worst, fabs(theirs.force[k] - ours.force[k]));
      other = fmax(other, theirs.force[k]);
    }
    printf("%s: journal %.2e m apart, force %.2e N of %.0f N\n", names[n], far, worst, peak);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, far); /* of a clearance of 5e-4 m */
    TEST_ASSERT_DOUBLE_WITHIN(1e-2 * peak, peak, other);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(engines_agree_on_the_film);
  return UNITY_END();
}
