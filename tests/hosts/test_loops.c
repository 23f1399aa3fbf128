/* Closed loops: a four-bar in free fall and a driven slider-crank, host against host and against
 * the closed form. */
#include <math.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

static void run(const char *name, const char *file, lash_host_options options, double t,
                double values[3][8], size_t requests) {
  opened o;
  open_host(&o, lash_host_find(name), file, options);
  advance(&o, t);
  for (size_t k = 0; k < requests; k++) request(&o, (int)k + 1, values[k]);
  close_host(&o);
}

/* The hosts share no integrator, no coordinates for the loop and no constraint method. */
static void four_bar_agrees(void) {
  const double scale[3] = {100, 100, 20}; /* of accelerations and forces in the requests */
  const lash_host_options options = {.step = 1e-3, .accuracy = 1e-10};
  double first[3][8], other[3][8];
  for (size_t h = 0; h < lash_host_count(); h++) {
    const char *name = lash_host_name(lash_host_at(h));
    run(name, "four_bar.adm", fine_for(lash_host_at(h), options, 50), 0.5, h ? other : first, 3);
    for (int k = 0; k < 24 && h; k++) {
      const int r = k / 8, c = k % 8;
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-6 * scale[r], first[r][c], other[r][c], name);
    }
    if (h) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-7, first[0][0], other[0][0], name);
  }
}

/* What the ties of MuJoCo give way shrinks with the square of the step at least. */
static void four_bar_converges(void) {
  if (!need_host("mujoco") || !need_host("simbody")) return;
  double exact[3][8], values[3][8], error[2];
  run("simbody", "four_bar.adm", (lash_host_options){.accuracy = 1e-9}, 0.5, exact, 1);
  for (int k = 0; k < 2; k++) {
    run("mujoco", "four_bar.adm", (lash_host_options){.step = k ? 4e-3 : 8e-3}, 0.5, values, 1);
    error[k] = fabs(values[0][0] - exact[0][0]);
  }
  printf("four-bar in mujoco: errors %.3e and %.3e, order %.2f\n", error[0], error[1],
         log2(error[0] / error[1]));
  TEST_ASSERT_TRUE(error[0] > 3.5 * error[1]);
}

/* x = r cos a + sqrt(l^2 - r^2 sin^2 a) with a = 10 t + sin(4 t)/2. */
static void slider(double t, double *x, double *v, double *acc) {
  const double r = 100, l = 300;
  const double a = 10 * t + 0.5 * sin(4 * t), w = 10 + 2 * cos(4 * t), e = -8 * sin(4 * t);
  const double root = sqrt(l * l - r * r * sin(a) * sin(a));
  const double d1 = -r * sin(a) - r * r * sin(a) * cos(a) / root;
  const double d2 = -r * cos(a) - r * r * cos(2 * a) / root -
                    pow(r * r * sin(a) * cos(a), 2) / (root * root * root);
  *x = r * cos(a) + root;
  *v = d1 * w;
  *acc = d2 * w * w + d1 * e;
}

static void slider_crank_is_exact(void) {
  for (size_t k = 0; k < lash_host_count(); k++) {
    const char *name = lash_host_name(lash_host_at(k));
    opened o;
    open_host(&o, lash_host_at(k), "slider_crank.adm",
              fine_for(lash_host_at(k), (lash_host_options){.step = 1e-3, .accuracy = 1e-10}, 10));
    for (int n = 0; n <= 5; n++) {
      const double t = 0.2 * n;
      double values[8], x, v, acc;
      advance(&o, t);
      request(&o, 1, values);
      slider(t, &x, &v, &acc);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * 100, x, values[0], name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * 1200, v, values[1], name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5 * 19200, acc, values[2], name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7, 10 * t + 0.5 * sin(4 * t), values[3], name);
    }
    close_host(&o);
  }
}

/* Torque of the motion, by inverse dynamics in both hosts, and forces in joints of the loop. */
static void motor_torque_agrees(void) {
  if (!need_host("mujoco") || !need_host("simbody")) return;
  double one[3][8], two[3][8];
  run("simbody", "slider_crank.adm", (lash_host_options){.accuracy = 1e-10}, 0.3, two, 2);
  run("mujoco", "slider_crank.adm", (lash_host_options){.step = 2e-4}, 0.3, one, 2);
  TEST_ASSERT_DOUBLE_WITHIN(2e-5 * 2000, two[1][0], one[1][0]);
  for (int k = 1; k < 4; k++) TEST_ASSERT_DOUBLE_WITHIN(2e-5 * 50, two[1][k], one[1][k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(four_bar_agrees);
  RUN_TEST(four_bar_converges);
  RUN_TEST(slider_crank_is_exact);
  RUN_TEST(motor_torque_agrees);
  return UNITY_END();
}
