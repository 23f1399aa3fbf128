/* Impact memory: v0 belongs to the crossing, trials leave no trace, and nothing odd breaks it. */
#include "lash_memory.h"

#include <stdio.h>

#include "unity.h"

static lash_impact_memory memory;
static double v0, d_delta, d_v;

void setUp(void) { lash_memory_reset(&memory, 0, -1, 0); }
void tearDown(void) {}

static lash_status try_at(double t, double delta, double v) {
  return lash_memory_trial(&memory, t, delta, v, &v0, &d_delta, &d_v);
}

static unsigned seed = 12345;
static double uniform(double low, double high) {
  seed = seed * 1664525u + 1013904223u;
  return low + (high - low) * (seed + 0.5) / 4294967296.0;
}

/* ------------------------------------------------------------------------------ at the crossing */

/* Under constant acceleration the cubic is exact: v0 = sqrt(v^2 + 2 a gap), whatever the step. */
static void free_fall_is_exact(void) {
  const double g = 9.81, gap = 0.3, expected = sqrt(2 * g * gap);
  for (int n = 0; n < 1000; n++) {
    double t0 = uniform(0, 0.24), t1 = uniform(0.25, 0.6);
    lash_memory_reset(&memory, t0, g * t0 * t0 / 2 - gap, g * t0);
    TEST_ASSERT_EQUAL_INT(LASH_OK, try_at(t1, g * t1 * t1 / 2 - gap, g * t1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, expected, v0);
  }
}

/* A pendulum swinging into a stop: delta = a (cos w t* - cos w t), sampled at steps of h. Greatest
 * error of v0 over where in the step the stop is met. */
static double swing_error(double h, bool naive) {
  const double a = 0.2, w = 7, meet = 0.15, exact = a * w * sin(w * meet);
  double worst = 0;
  for (double part = 0.025; part < 1; part += 0.05) {
    double t0 = meet - part * h, t1 = t0 + h;
    lash_memory_reset(&memory, t0, a * (cos(w * meet) - cos(w * t0)), a * w * sin(w * t0));
    lash_memory_commit(&memory, t1, a * (cos(w * meet) - cos(w * t1)), a * w * sin(w * t1));
    double error = fabs((naive ? memory.v : memory.v0) - exact);
    if (error > worst) worst = error;
    TEST_ASSERT_DOUBLE_WITHIN(w * h * h, meet, memory.start);
  }
  return worst;
}

static void order_on_a_smooth_approach(void) {
  double order = log2(swing_error(0.01, false) / swing_error(0.005, false));
  double naive = log2(swing_error(0.01, true) / swing_error(0.005, true));
  printf("  smooth approach: order %.2f, naive latch %.2f; error at 5 ms %.1e against %.1e\n",
         order, naive, swing_error(0.005, false), swing_error(0.005, true));
  TEST_ASSERT_GREATER_THAN_DOUBLE(2.9, order);
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 1, naive);
}

/* --------------------------------------------------------------- ball dropped on a contact law */

/* Hertz contact with hysteresis: acceleration of a unit mass, delta upwards into the floor. */
static double ball(const lash_impact_memory *m, double t, double delta, double v) {
  double approach, force = 0;
  if (lash_memory_trial(m, t, delta, v, &approach, NULL, NULL)) return NAN;
  if (delta > 0) force = 1e4 * pow(delta, 1.5) * (1 + 0.5 * v / fmax(approach, 1e-3));
  return 9.81 - fmax(force, 0);
}

/* One step of the classical Runge-Kutta method; nothing is committed. */
static void step(const lash_impact_memory *m, double h, double *delta, double *v) {
  double t = m->time, d0 = m->delta, w0 = m->v;
  double k1 = ball(m, t, d0, w0);
  double k2 = ball(m, t + h / 2, d0 + h / 2 * w0, w0 + h / 2 * k1);
  double k3 = ball(m, t + h / 2, d0 + h / 2 * (w0 + h / 2 * k1), w0 + h / 2 * k2);
  double k4 = ball(m, t + h, d0 + h * (w0 + h / 2 * k2), w0 + h * k3);
  *delta = d0 + h * w0 + h * h / 6 * (k1 + k2 + k3);
  *v = w0 + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

static double drop_error(double h, bool naive) {
  const double gap = 0.05, exact = sqrt(2 * 9.81 * gap);
  double worst = 0;
  for (double part = 0.025; part < 1; part += 0.05) {
    double meet = exact / 9.81, t = meet - (3 + part) * h;
    lash_memory_reset(&memory, t, 9.81 * t * t / 2 - gap, 9.81 * t);
    while (memory.impacts == 0) {
      double delta, v;
      step(&memory, h, &delta, &v);
      lash_memory_commit(&memory, memory.time + h, delta, v);
    }
    double error = fabs((naive ? memory.v : memory.v0) - exact);
    if (error > worst) worst = error;
  }
  return worst;
}

/* Here the step's end has already felt the force, which grows like (time in contact)^1.5: the end's
 * rate is off by its power 2.5, and so is v0. Still far from the first order of a latch. */
static void order_on_a_contact_law(void) {
  double order = log2(drop_error(1e-3, false) / drop_error(5e-4, false));
  double naive = log2(drop_error(1e-3, true) / drop_error(5e-4, true));
  printf(
      "  dropped on Hertz contact: order %.2f, naive latch %.2f; error at 0.5 ms %.1e against "
      "%.1e\n",
      order, naive, drop_error(5e-4, false), drop_error(5e-4, true));
  TEST_ASSERT_DOUBLE_WITHIN(0.15, 2.5, order);
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 1, naive);
}

/* ----------------------------------------------------------------------------- trial and commit */

/* Bounces the ball for 0.6 s. A careless host tries, differences and rejects on the way. */
static lash_impact_memory bounce(bool careless, lash_impact_memory m, double until) {
  const double h = 1e-3;
  while (m.time < until) {
    double delta, v;
    if (careless) {
      step(&m, 8 * h, &delta, &v);
      step(&m, h * (1 + 1e-6), &delta, &v);
      ball(&m, m.time - h, m.delta + 1e-3, 1e3);
      ball(&m, m.time + h, NAN, 0);
    }
    step(&m, h, &delta, &v);
    lash_memory_commit(&m, m.time + h, delta, v);
  }
  return m;
}

static void trials_leave_no_trace(void) {
  lash_impact_memory start, careful, careless;
  lash_memory_reset(&start, 0, -0.05, 0);
  careful = bounce(false, start, 0.6);
  careless = bounce(true, start, 0.6);
  TEST_ASSERT_EQUAL_MEMORY(&careful, &careless, sizeof careful);
  TEST_ASSERT_TRUE(careful.impacts >= 2);
  TEST_ASSERT_TRUE(careful.delta != -0.05);
}

static void saved_and_restored(void) {
  lash_impact_memory start, middle, end, again;
  lash_memory_reset(&start, 0, -0.05, 0);
  double touching = sqrt(2 * 0.05 / 9.81) + 5e-3;
  middle = bounce(false, start, touching);
  TEST_ASSERT_TRUE(middle.v0 > 0.9);
  end = bounce(false, middle, 0.5);

  unsigned char file[sizeof middle];
  memcpy(file, &middle, sizeof file);
  memset(&middle, 0xff, sizeof middle);
  memcpy(&middle, file, sizeof file);
  again = bounce(false, middle, 0.5);
  TEST_ASSERT_EQUAL_MEMORY(&end, &again, sizeof end);

  /* no padding whose bytes could differ */
  TEST_ASSERT_EQUAL_size_t(5 * sizeof(double) + sizeof(uint64_t) + 2 * sizeof(uint32_t),
                           sizeof middle);
}

static void committed_twice_is_committed_once(void) {
  lash_memory_commit(&memory, 1, 0.5, 2);
  lash_impact_memory once = memory;
  lash_memory_commit(&memory, 1, 0.5, 2);
  TEST_ASSERT_EQUAL_MEMORY(&once, &memory, sizeof once);
}

static void v0_stays_through_the_contact(void) {
  lash_memory_reset(&memory, 0, -0.01, 1);
  lash_memory_commit(&memory, 0.02, 0.01, 1);
  TEST_ASSERT_EQUAL_DOUBLE(1, memory.v0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.01, memory.start);
  try_at(0.03, 0.02, 0.3);
  TEST_ASSERT_EQUAL_DOUBLE(1, v0);
  TEST_ASSERT_TRUE(d_delta == 0 && d_v == 0);
  try_at(0.03, -0.02, -0.3); /* parted in the trial: still this step's contact */
  TEST_ASSERT_EQUAL_DOUBLE(1, v0);
  lash_memory_commit(&memory, 0.04, 0, -0.9); /* delta = 0 is apart */
  TEST_ASSERT_EQUAL_DOUBLE(0, memory.v0);
  TEST_ASSERT_EQUAL_UINT(1, memory.impacts);
}

/* ---------------------------------------------------------------------------------- derivatives */

static double trial_v0(double delta, double v) {
  double result;
  lash_memory_trial(&memory, 0.5, delta, v, &result, NULL, NULL);
  return result;
}

static double richardson(double delta, double v, double by_delta, double by_v) {
  double level[3], h = 1e-3;
  for (int l = 0; l < 3; l++, h /= 2) {
    level[l] = (trial_v0(delta + h * by_delta, v + h * by_v) -
                trial_v0(delta - h * by_delta, v - h * by_v)) /
               (2 * h);
  }
  double a = level[1] + (level[1] - level[0]) / 3, b = level[2] + (level[2] - level[1]) / 3;
  return b + (b - a) / 15;
}

static void derivatives_match_differences(void) {
  double worst = 0;
  for (int n = 0; n < 1000;) {
    double delta = uniform(0.05, 1), v = uniform(-1, 3);
    /* every other step is a short one */
    lash_memory_reset(&memory, n % 2 ? 0.5 * (1 - 1e-9) : 0, uniform(-1, -0.05), uniform(-1, 3));
    try_at(0.5, delta, v);
    if (v0 < 0.5) continue; /* near grazing the differences, not the derivatives, give out */
    double errors[2] = {fabs(d_delta - richardson(delta, v, 1, 0)) / (1 + fabs(d_delta)),
                        fabs(d_v - richardson(delta, v, 0, 1)) / (1 + fabs(d_v))};
    for (int k = 0; k < 2; k++) worst = errors[k] > worst ? errors[k] : worst;
    n++;
  }
  printf("  derivatives of v0: worst %.1e\n", worst);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, worst);
}

/* As the crossing moves to the end of the step, v0 becomes v: no jump at the edge of contact. */
static void continuous_at_first_touch(void) {
  lash_memory_reset(&memory, 0, -0.1, 1);
  try_at(0.1, 0, 1.3);
  TEST_ASSERT_EQUAL_DOUBLE(1.3, v0);
  TEST_ASSERT_TRUE(d_delta == 0 && d_v == 1);
  try_at(0.1, 1e-12, 1.3);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1.3, v0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, d_v);
}

/* ----------------------------------------------------------------------------------- odd states */

/* A rising arc that only just reaches the wall: v0 = sqrt(2 a reach) -> 0, and never NaN. */
static void grazing(void) {
  for (double reach = 1e-2; reach > 1e-18; reach /= 10) {
    double gap = 0.05, start = sqrt(2 * (gap + reach)); /* decelerates at 1 m/s^2 */
    lash_memory_reset(&memory, 0, -gap, start);
    TEST_ASSERT_EQUAL_INT(LASH_OK, try_at(start, reach, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-7 * sqrt(2 * reach) + 2e-9, sqrt(2 * reach), v0);
    TEST_ASSERT_TRUE(isfinite(d_delta) && isfinite(d_v));
  }
  /* (tau - 1/2)^3: slope zero at the crossing */
  lash_memory_reset(&memory, 0, -0.125, 0.75);
  TEST_ASSERT_EQUAL_INT(LASH_OK, try_at(1, 0.125, 0.75));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, v0);
  TEST_ASSERT_TRUE(isfinite(d_delta) && isfinite(d_v));
}

static void start_in_contact(void) {
  lash_memory_reset(&memory, 0, 1e-4, 0);
  TEST_ASSERT_EQUAL_INT(LASH_PHASE_FOLLOWING, lash_memory_phase(&memory));
  try_at(0.01, 2e-4, 0.3);
  TEST_ASSERT_EQUAL_DOUBLE(0, v0); /* the law's v0_min takes over */
  lash_memory_reset(&memory, 0, 1e-4, 0.2);
  try_at(0.01, 2e-4, 0.3);
  TEST_ASSERT_EQUAL_DOUBLE(0.2, v0);
  lash_memory_reset(&memory, 0, 1e-4, -0.2);
  TEST_ASSERT_EQUAL_DOUBLE(0, memory.v0);
  TEST_ASSERT_EQUAL_UINT(0, memory.impacts);
}

static void start_touching(void) {
  lash_memory_reset(&memory, 0, 0, 0.7); /* exactly at the wall, approaching */
  try_at(0.1, 0.05, 0.3);
  TEST_ASSERT_EQUAL_DOUBLE(0.7, v0);
  lash_memory_reset(&memory, 0, 0, -1); /* leaving, and back within the step */
  try_at(1, 1, 3);
  TEST_ASSERT_GREATER_THAN_DOUBLE(0, v0);
}

static void no_time_passed(void) {
  lash_memory_reset(&memory, 1, -0.1, 1);
  TEST_ASSERT_EQUAL_INT(LASH_OK, try_at(1, 0.1, 0.8));
  TEST_ASSERT_EQUAL_DOUBLE(0.8, v0);
  TEST_ASSERT_EQUAL_INT(LASH_OK, try_at(0.5, 0.1, -0.8));
  TEST_ASSERT_EQUAL_DOUBLE(0, v0);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_memory_commit(&memory, 1, 0.1, 0.8));
  TEST_ASSERT_EQUAL_DOUBLE(0.8, memory.v0);
  TEST_ASSERT_EQUAL_DOUBLE(1, memory.start);
}

static void numbers_that_are_not(void) {
  lash_memory_commit(&memory, 1, 0.5, 2);
  lash_impact_memory before = memory;
  const double bad[] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 3; k++) {
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, try_at(bad[k], 1, 1));
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, try_at(2, bad[k], 1));
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, try_at(2, 1, bad[k]));
    TEST_ASSERT_TRUE(v0 == before.v0 && d_delta == 0 && d_v == 0);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_memory_commit(&memory, 2, bad[k], 1));
    TEST_ASSERT_EQUAL_MEMORY(&before, &memory, sizeof before);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_memory_reset(&memory, bad[k], 1, 1));
    TEST_ASSERT_EQUAL_INT(LASH_PHASE_FREE, lash_memory_phase(&memory));
    memory = before;
  }
}

/* Any finite step gives a finite v0 >= 0, however odd. */
static void never_negative_never_nan(void) {
  for (int n = 0; n < 100000; n++) {
    double scale = pow(10, uniform(-150, 150));
    lash_memory_reset(&memory, 0, -scale * uniform(0, 1),
                      uniform(-1, 1) * pow(10, uniform(-150, 150)));
    double delta = scale * pow(10, uniform(-20, 5)),
           v = uniform(-1, 1) * pow(10, uniform(-150, 150));
    TEST_ASSERT_EQUAL_INT(LASH_OK, try_at(pow(10, uniform(-9, 3)), delta, v));
    TEST_ASSERT_TRUE(v0 >= 0 && isfinite(v0));
    TEST_ASSERT_FALSE(isnan(d_delta) || isnan(d_v));
  }
}

/* A host that locates a touch commits it again at once, over any step however short. Positions are
 * then differences of coordinates around 1 m, rounded like those; times are rounded too. The error
 * of v0 is at most how much the speed changes in the step, plus the rounding of a step that is long
 * enough to be measured. */
static void recommitted_at_once(void) {
  double worst = 0;
  for (int n = 0; n < 200000; n++) {
    double meet = pow(10, uniform(-2, 1)), v = pow(10, uniform(-3, 1)), a = uniform(-1e3, 1e3);
    double h = meet * pow(10, uniform(-17, -3)), part = uniform(0, 1), wall = uniform(0.1, 1);
    if (fabs(a) * h > 0.5 * v) a = 0;
    double ends[2] = {meet - part * h, meet + (1 - part) * h}, delta[2];
    for (int k = 0; k < 2; k++) {
      double tau = k ? (1 - part) * h : -part * h;
      delta[k] = (wall + v * tau + a * tau * tau / 2) - wall;
    }
    if (!(delta[0] <= 0 && delta[1] > 0)) continue;
    lash_memory_reset(&memory, ends[0], delta[0], v - a * part * h);
    lash_memory_commit(&memory, ends[1], delta[1], v + a * (1 - part) * h);
    double rounding = h > 1e-7 * ends[1] ? 4e-16 * (1 + meet * v) / h : 0;
    double error = fabs(memory.v0 - v), bound = fabs(a) * h + rounding + 1e-15 * v;
    worst = fmax(worst, error / v);
    TEST_ASSERT_TRUE(error <= bound);
    TEST_ASSERT_TRUE(memory.start >= ends[0] && memory.start <= ends[1]);
  }
  printf("  committed again at once: worst error of v0 %.1e of it\n", worst);
}

/* --------------------------------------------------------------------------------------- phases */

static void commit_and_expect(double delta, double v, lash_impact_phase phase) {
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_memory_commit(&memory, memory.time + 1, delta, v));
  TEST_ASSERT_EQUAL_STRING(lash_phase_name(phase), lash_phase_name(lash_memory_phase(&memory)));
}

static void phases(void) {
  commit_and_expect(0.1, 1, LASH_PHASE_IMPACT);    /* compression */
  commit_and_expect(0.2, -0.1, LASH_PHASE_IMPACT); /* restitution */
  commit_and_expect(-0.1, -0.5, LASH_PHASE_FREE);  /* parted */
  commit_and_expect(0.1, 0.5, LASH_PHASE_IMPACT);
  commit_and_expect(0.1, -0.2, LASH_PHASE_IMPACT);
  commit_and_expect(0.1, 0.1, LASH_PHASE_FOLLOWING); /* pressed back before parting */
  commit_and_expect(0.1, -0.1, LASH_PHASE_FOLLOWING);
  commit_and_expect(0, -0.1, LASH_PHASE_FREE);
  TEST_ASSERT_EQUAL_UINT(2, memory.impacts);
  commit_and_expect(0.1, -0.3, LASH_PHASE_IMPACT); /* first seen on its way back … */
  commit_and_expect(0.1, 0.1, LASH_PHASE_FOLLOWING);
  commit_and_expect(0, -0.1, LASH_PHASE_FREE);
  TEST_ASSERT_EQUAL_STRING("unknown", lash_phase_name((lash_impact_phase)7));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(free_fall_is_exact);
  RUN_TEST(order_on_a_smooth_approach);
  RUN_TEST(order_on_a_contact_law);
  RUN_TEST(trials_leave_no_trace);
  RUN_TEST(saved_and_restored);
  RUN_TEST(committed_twice_is_committed_once);
  RUN_TEST(v0_stays_through_the_contact);
  RUN_TEST(derivatives_match_differences);
  RUN_TEST(continuous_at_first_touch);
  RUN_TEST(grazing);
  RUN_TEST(start_in_contact);
  RUN_TEST(start_touching);
  RUN_TEST(no_time_passed);
  RUN_TEST(numbers_that_are_not);
  RUN_TEST(never_negative_never_nan);
  RUN_TEST(recommitted_at_once);
  RUN_TEST(phases);
  return UNITY_END();
}
