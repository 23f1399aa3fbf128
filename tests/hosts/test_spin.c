/* A ball that slides, rolls and stops, and one that drills, by Lash's own subroutine in every
 * engine; the first has a closed form. */
#include <math.h>
#include <stdio.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

enum { OUTPUTS = 60 };

typedef struct trace {
  double value[OUTPUTS + 1][6]; /* x, v, w of the one; x, v, spin of the other */
} trace;

static void follow(const lash_host_class *host, lash_host_options options, trace *t) {
  opened o;
  double values[8];
  open_host(&o, host, "rolling_ball.adm", options);
  for (int k = 0; k <= OUTPUTS; k++) {
    static const int column[6] = {1, 2, 3, 5, 6, 7};
    advance(&o, 1e-2 * k);
    request(&o, 1, values);
    for (int c = 0; c < 6; c++) t->value[k][c] = values[column[c]];
  }
  close_host(&o);
}

static trace ours;

/* The closed form is that of sharp friction; this one is smooth to 1 mm/s (the sharp one is
 * validation/library/rolling_ball). */
static void slides_rolls_and_stops(void) {
  follow(need_host("reference"), (lash_host_options){.accuracy = 1e-9}, &ours);
  TEST_ASSERT_DOUBLE_WITHIN(2e-3, 0.208507089241, ours.value[OUTPUTS][0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0, ours.value[OUTPUTS][1]);
  TEST_ASSERT_TRUE(ours.value[OUTPUTS][5] < 100); /* drilling takes spin … */
  TEST_ASSERT_TRUE(ours.value[5][4] > 0.05);      /* … and hardly any speed */
}

static void engines_agree(void) {
  static trace theirs;
  static const char *const names[] = {"mujoco", "simbody", "chrono"};
  static const double scale[6] = {0.2, 1, 2, 0.05, 0.1, 100};
  for (int n = 0; n < 3; n++) {
    const lash_host_class *host = lash_host_find(names[n]);
    if (!host) continue;
    const lash_host_options options = {.step = 1e-5, .accuracy = 1e-9};
    double worst = 0;
    follow(host, fine_for(host, options, 10), &theirs);
    for (int k = 0; k <= OUTPUTS; k++)
      for (int c = 0; c < 6; c++)
        worst = fmax(worst, fabs(theirs.value[k][c] - ours.value[k][c]) / scale[c]);
    printf("%s: %.2e apart\n", names[n], worst);
    TEST_ASSERT_TRUE(worst < 1e-4);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(slides_rolls_and_stops);
  RUN_TEST(engines_agree);
  return UNITY_END();
}
