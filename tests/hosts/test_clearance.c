/* A joint with clearance, contact and friction by Lash's own subroutine, in two engines. */
#include <math.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

typedef struct trace {
  double ball[31][3], arm[31][3], force[31];
} trace;

static void follow(const char *name, lash_host_options options, trace *t) {
  opened o;
  double values[8];
  open_host(&o, lash_host_find(name), "clearance.adm", options);
  for (int k = 0; k <= 30; k++) {
    advance(&o, 0.01 * k);
    request(&o, 1, values);
    for (int n = 0; n < 3; n++) t->ball[k][n] = values[1 + n];
    request(&o, 3, values);
    for (int n = 0; n < 3; n++) t->arm[k][n] = values[1 + n];
    request(&o, 2, values);
    t->force[k] = values[0];
  }
  close_host(&o);
}

/* Same impacts, same flights, same sliding: a law that commits at the wrong moment in one engine
 * would send the ball elsewhere after its first impact. */
static void engines_agree_through_impacts(void) {
  static trace one, two;
  int touching = 0, flying = 0;
  double worst_ball = 0, worst_arm = 0;
  if (!need_host("mujoco") || !need_host("simbody")) return;
  follow("mujoco", (lash_host_options){.step = 1e-5}, &one);
  follow("simbody", (lash_host_options){.step = 5e-5, .accuracy = 1e-9}, &two);
  for (int k = 0; k <= 30; k++) {
    for (int n = 0; n < 3; n++) {
      worst_ball = fmax(worst_ball, fabs(one.ball[k][n] - two.ball[k][n]));
      worst_arm = fmax(worst_arm, fabs(one.arm[k][n] - two.arm[k][n]));
    }
    touching += two.force[k] > 0;
    flying += two.force[k] == 0;
    TEST_ASSERT_DOUBLE_WITHIN(1e-2 * fmax(1, two.force[k]), two.force[k], one.force[k]);
  }
  printf("largest differences: ball %.2e m, arm %.2e m; %d outputs touching, %d in flight\n",
         worst_ball, worst_arm, touching, flying);
  TEST_ASSERT_TRUE(touching > 5 && flying > 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, worst_ball); /* of a clearance of 5e-4 m */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, worst_arm);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(engines_agree_through_impacts);
  return UNITY_END();
}
