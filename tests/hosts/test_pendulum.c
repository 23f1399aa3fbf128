/* A pendulum in every host against our own integration of its equation; order of the steps. */
#include <math.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* theta'' = -(m g L / (I + m L^2)) cos(theta), classical Runge-Kutta with steps far below those of
 * the hosts. */
static void reference(double t, double *angle, double *speed) {
  const double c = 2 * 9.81 * 0.5 / (0.04 + 2 * 0.25);
  const int n = 100000;
  const double h = t / n;
  double x = 0, v = 0;
  for (int k = 0; k < n; k++) {
    const double v1 = v, a1 = -c * cos(x);
    const double v2 = v + h / 2 * a1, a2 = -c * cos(x + h / 2 * v1);
    const double v3 = v + h / 2 * a2, a3 = -c * cos(x + h / 2 * v2);
    const double v4 = v + h * a3, a4 = -c * cos(x + h * v3);
    x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  *angle = x;
  *speed = v;
}

static double error_with(const lash_host_class *host_class, double step, double angle,
                         double speed) {
  opened o;
  double values[8];
  open_host(&o, host_class, "pendulum.adm", (lash_host_options){.step = step, .fixed = true});
  advance(&o, 1);
  request(&o, 3, values);
  close_host(&o);
  return fmax(fabs(values[0] - angle), fabs(values[1] - speed));
}

static void expected_order(void) {
  double angle, speed;
  reference(1, &angle, &speed);
  for (size_t k = 0; k < lash_host_count(); k++) {
    const lash_host_class *host_class = lash_host_at(k);
    const double coarse = error_with(host_class, 0.02, angle, speed);
    const double fine = error_with(host_class, 0.01, angle, speed);
    const double order = log2(coarse / fine);
    printf("%s: errors %.3e and %.3e, order %.2f\n", lash_host_name(host_class), coarse, fine,
           order);
    const int expected = order_of(host_class);
    TEST_ASSERT_TRUE_MESSAGE(order > expected - 0.3, lash_host_name(host_class));
    const double allowed = expected == 4 ? 1e-9 : 1.1 * fine * pow(5e-4 / 0.01, expected);
    TEST_ASSERT_DOUBLE_WITHIN(allowed, 0, error_with(host_class, 5e-4, angle, speed));
  }
}

/* The force in the hinge at the start: m g - m L alpha, alpha = m g L / (I + m L^2). */
static void reaction_at_the_start(void) {
  const double alpha = 2 * 9.81 * 0.5 / 0.54;
  for (size_t k = 0; k < lash_host_count(); k++) {
    opened o;
    double on_i[6], on_j[6], values[8];
    lash_error error;
    open_host(&o, lash_host_at(k), "pendulum.adm", (lash_host_options){0});
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_host_force(o.host, "JOINT", 1, false, on_i, &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_host_force(o.host, "JOINT", 1, true, on_j, &error));
    request(&o, 3, values);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * alpha, -alpha, values[2]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 2 * 9.81 - 2 * 0.5 * alpha, on_i[1]);
    for (int n = 0; n < 6; n++) TEST_ASSERT_DOUBLE_WITHIN(1e-11, -on_i[n], on_j[n]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0, on_i[5]);
    close_host(&o);
  }
}

/* Restarting gives the same bits. */
static void restart_repeats(void) {
  for (size_t k = 0; k < lash_host_count(); k++) {
    opened o;
    double first[8], second[8];
    lash_error error;
    open_host(&o, lash_host_at(k), "pendulum.adm", (lash_host_options){.step = 1e-3});
    advance(&o, 0.3);
    request(&o, 1, first);
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_host_restart(o.host, &error));
    TEST_ASSERT_TRUE(lash_host_time(o.host) == 0);
    advance(&o, 0.3);
    request(&o, 1, second);
    TEST_ASSERT_EQUAL_MEMORY(first, second, sizeof first);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_host_advance(o.host, 0.1, &error));
    close_host(&o);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(expected_order);
  RUN_TEST(reaction_at_the_start);
  RUN_TEST(restart_repeats);
  return UNITY_END();
}
