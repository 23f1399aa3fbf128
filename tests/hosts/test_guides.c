/* A slider in its guide, a pair of gears with backlash, cams with a flat follower and a roller, a
 * ball that spins, by Lash's own subroutine, in every engine: first touch and peak. */
#include <math.h>
#include <stdio.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* What a run shows of its first impact. */
typedef struct first {
  double touch, speed, peak;
  double last; /* first number of the other request, at the end */
} first;

static first follow(const lash_host_class *host, const char *model, lash_host_options options,
                    double begin, double end, double dt) {
  opened o;
  double values[8], depth = -1, time = 0;
  first f = {.touch = 0};
  open_host(&o, host, model, options);
  for (double t = begin; t <= end; t += dt) {
    advance(&o, t);
    request(&o, 1, values);
    if (depth <= 0 && values[0] > 0 && f.touch == 0) {
      f.touch = time + (t - time) * depth / (depth - values[0]);
      f.speed = values[2];
    }
    f.peak = fmax(f.peak, values[3]);
    depth = values[0], time = t;
  }
  request(&o, 2, values);
  f.last = values[1];
  close_host(&o);
  return f;
}

static void agree(const char *model, double step, double begin, double end, double dt,
                  double touch) {
  static const char *const names[] = {"mujoco", "simbody", "chrono"};
  const first ours =
      follow(need_host("reference"), model, (lash_host_options){.accuracy = 1e-10}, begin, end, dt);
  TEST_ASSERT_DOUBLE_WITHIN(2e-8, touch, ours.touch);
  for (int n = 0; n < 3; n++) {
    const lash_host_class *host = lash_host_find(names[n]);
    if (!host) continue;
    const lash_host_options options = {.step = step, .accuracy = 1e-9};
    const first theirs = follow(host, model, fine_for(host, options, 10), begin, end, dt);
    printf("%s: touch %.2e s apart, speed %.2e, peak %.2e, end %.2e\n", names[n],
           theirs.touch - ours.touch, theirs.speed / ours.speed - 1, theirs.peak / ours.peak - 1,
           theirs.last / ours.last - 1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, ours.touch, theirs.touch);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * ours.speed, ours.speed, theirs.speed);
    TEST_ASSERT_DOUBLE_WITHIN(1e-2 * ours.peak, ours.peak, theirs.peak);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * fabs(ours.last), ours.last, theirs.last);
  }
}

static void slider_in_its_guide(void) {
  agree("guide_slider.adm", 1e-7, 2.6e-3, 2.75e-3, 1e-7, 2.692502752e-3);
}

static void gears_with_backlash(void) {
  agree("gear_pair.adm", 1e-7, 1.4e-3, 1.56e-3, 1e-7, 1.4655185792845e-3);
}

/* An eccentric circle under followers on a spring: flight against rigid motion, closed form. */
static void cam_and_flat_follower(void) {
  agree("cam_follower.adm", 1e-7, 8e-4, 9.5e-4, 1e-7, 0.87209401498623e-3);
}

static void cam_and_roller(void) {
  agree("cam_roller.adm", 1e-7, 8e-4, 9.8e-4, 1e-7, 0.91292462111571e-3);
}

/* It falls 0.01 mm; the end compares what drilling has left of its spin. */
static void ball_that_spins(void) {
  agree("spinning_drop.adm", 1e-7, 1.4e-3, 1.75e-3, 1e-7, sqrt(2e-5 / 9.81));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(slider_in_its_guide);
  RUN_TEST(gears_with_backlash);
  RUN_TEST(cam_and_flat_follower);
  RUN_TEST(cam_and_roller);
  RUN_TEST(ball_that_spins);
  return UNITY_END();
}
