/* Spin and rolling on the command line: a law at a point, the drilling and the rolling rig. */
#include <math.h>
#include <string.h>

#include "command.h"
#include "lash_math.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

#define DISC "law smooth_tanh --set spin=hertz --set spin.a=1e-3 "

static void a_disc_at_a_point(void) {
  const outcome *o = lash(DISC "--at vt=0.02,w=40,N=100 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 5.522330836388308, json_value(o, "force"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 4.555922940020354e-3, json_value(o, "torque"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5, json_value(o, "rho"));
  o = lash("law ambrosio --set spin=uniform --set spin.a=2e-3 --at w=40,N=50 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2.0 / 3 * 0.1 * 50 * 2e-3, json_value(o, "torque"));
  o = lash(
      "law lugre_n --set spin=ellipsoid --set spin.a=1e-3 --set damping=bounded "
      "--at vt=0.02,w=40,N=100");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  expect(0, "vt_m_s,torque_N_m,force_N", DISC "--at w=40,N=1 --over vt=0:0.1:5 --csv");
}

static void rolling_at_a_point(void) {
  const outcome *o =
      lash("law smooth_tanh --set rolling.R=0.01 --set mu_k=0.02 --at w=40,N=100 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.02 * 100 * 0.01, json_value(o, "torque"));
}

static void wrong_words(void) {
  expect(2, "spin.a is missing", "law smooth_tanh --set spin=hertz --at vt=1,w=1,N=1");
  expect(2, "must be hertz, uniform or ellipsoid",
         "law smooth_tanh --set spin=round --set spin.a=1e-3 --at vt=1,w=1,N=1");
  expect(2, "spin.a wants a finite number > 0",
         "law smooth_tanh --set spin=hertz --set spin.a=-1e-3 --at vt=1,w=1,N=1");
  expect(2, "follow spin=ellipsoid only",
         "law lugre --set spin=hertz --set spin.a=1e-3 --at vt=1,w=1,N=1");
  expect(2, "it takes vt (m/s), w (rad/s), N (N)", DISC "--at delta=1");
  expect(2, "give --at N=", DISC "--at vt=1");
  expect(2, "is a pull", DISC "--at N=-1");
  expect(2, "a curve needs a range", DISC "--at N=1 --csv");
  expect(2, "did you mean 'mu_k'", DISC "--set mu_K=1 --at N=1");
  expect(2, "there is no parameter 'spin'", "law hertz --set K=1 --set spin=hertz --at delta=1");
  expect(2, "pressure=ellipsoid only", "rig drilling --law lugre");
  expect(3, "switches between stick and slip", "rig drilling --law gms --set pressure=ellipsoid");
  expect(2, "nothing moves", "rig drilling --law smooth_tanh --set spin=0");
  expect(2, "a = -1 is not legal", "rig drilling --law smooth_tanh --set a=-1");
  expect(1, "still moves after", "rig drilling --law smooth_tanh --set end=1e-3");
}

/* Drilling alone: the spin falls evenly, in I w0/(mu N a 3 pi/16); a hundredth of it is left. */
static void spins_down(void) {
  static const struct {
    const char *pressure;
    double share;
  } rows[] = {{"hertz", 3 * LASH_PI / 16}, {"uniform", 2.0 / 3}, {"ellipsoid", 3 * LASH_PI / 16}};
  for (size_t k = 0; k < 3; k++) {
    const outcome *o = lash(
        "rig drilling --law smooth_tanh --set k=1e6 --set pressure=%s "
        "--set until=0.01 --json",
        rows[k].pressure);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    const double time = 4e-5 * 100 / (0.1 * 10 * 1e-3 * rows[k].share);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7 * time, 0.99 * time, json_value(o, "stop_s"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7 * 50 * time, 50 * time * (1 - 1e-4), json_value(o, "turn_rad"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, json_value(o, "energy_error"));
  }
}

/* F and M at rho, even pressure, by their closed form: 4/(3 pi) … with E and K by their series. */
static void even(double rho, double *force, double *torque) {
  const double m = rho * rho;
  double E = 1, K = 1, term = 1;
  for (int n = 1; n < 200; n++) {
    term *= (2.0 * n - 1) / (2.0 * n) * ((2.0 * n - 1) / (2.0 * n)) * m;
    K += term;
    E -= term / (2 * n - 1);
  }
  E *= LASH_PI / 2, K *= LASH_PI / 2;
  *force = 4 / (3 * LASH_PI) * ((m + 1) * E + (m - 1) * K) / rho;
  *torque = 4 / (9 * LASH_PI) * ((4 - 2 * m) * E + (m - 1) * K);
}

/* A flat solid disc, I = m a^2/2: d rho/d ln u = F/(2 M) - rho, and the mean slip is u (rho F + M).
 * So what is left of the slip follows from the ratio at which it is left, by a quadrature. */
static double log_of_slip_left(double from, double to) {
  enum { STEPS = 4000 };
  double sum = 0, F[2], M[2];
  for (int k = 0; k <= STEPS; k++) {
    const double rho = from + (to - from) * k / STEPS, weight = k == 0 || k == STEPS ? 1
                                                                : k % 2              ? 4
                                                                                     : 2;
    even(rho, &F[0], &M[0]);
    sum += weight / 3 * (to - from) / STEPS / (F[0] / (2 * M[0]) - rho);
  }
  even(from, &F[0], &M[0]);
  even(to, &F[1], &M[1]);
  return sum + log((to * F[1] + M[1]) / (from * F[0] + M[0]));
}

/* It stops sliding and spinning at once, at the ratio 0.653 that F/(2 M) = rho gives (Farkas et al.
 * 2003), from whatever side. */
static void both_stop_together(void) {
  double low = 0.3, high = 0.95;
  while (high - low > 1e-14) {
    const double rho = 0.5 * (low + high);
    double F, M;
    even(rho, &F, &M);
    *(F / (2 * M) > rho ? &high : &low) = rho;
  }
  TEST_ASSERT_DOUBLE_WITHIN(5e-4, 0.653, low);
  static const double starts[] = {0.1, 0.5, 0.95};
  for (size_t k = 0; k < 3; k++) {
    double before = fabs(starts[k] - low);
    for (int tenth = 1; tenth <= 5; tenth += 2) {
      const outcome *o = lash(
          "rig drilling --law smooth_tanh --set k=1e9 --set pressure=uniform "
          "--set inertia=5e-7 --set speed=%g --set until=1e-%d --json",
          0.1 * starts[k], tenth);
      TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
      const double end = json_value(o, "rho_end");
      /* as an error of the ratio: 1e-9 of the slip at the start over what is left of it */
      double F, M;
      even(end, &F, &M);
      const double off = log_of_slip_left(starts[k], end) + tenth * log(10);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9 * pow(10, tenth), 0, off * (F / (2 * M) - end));
      TEST_ASSERT_TRUE((end - low) * (starts[k] - low) > 0 && fabs(end - low) < before);
      before = fabs(end - low);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, json_value(o, "energy_error"));
    }
  }
}

/* Type A: 5/7 mu_r g. Type C: a spring with a limit: it rocks with 2 pi sqrt(7/5 m/(N s0)). */
static void rolls_to_a_stop(void) {
  const outcome *o = lash(
      "rig rolling --law smooth_tanh --set k=1e6 --set mu_k=0.2 "
      "--set normal=9.81 --set until=0.01 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0.99 * 1.4 / (0.2 * 9.81), json_value(o, "stop_s"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0.7 / (0.2 * 9.81) * (1 - 1e-4), json_value(o, "way_m"));
  o = lash(
      "rig rolling --law maxwell_slip --set M=1 --set s0=1e3 --set mu_k=0.02 "
      "--set until=1e-9 --set speed=0.05 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 2 * LASH_PI * sqrt(1.4 / (10 * 1e3)), json_value(o, "rocking_s"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_disc_at_a_point);
  RUN_TEST(rolling_at_a_point);
  RUN_TEST(wrong_words);
  RUN_TEST(spins_down);
  RUN_TEST(both_stop_together);
  RUN_TEST(rolls_to_a_stop);
  return UNITY_END();
}
