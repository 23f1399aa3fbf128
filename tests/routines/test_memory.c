/* What the routines remember: trials and rejected steps leave no trace, the approach speed is that
 * of the crossing, accepted steps are found with and without Cbksub, saving restores every bit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "slv_cbksub.h"

static bench_gforce g;

void setUp(void) {
  bench_open();
  strcpy(host.string[1],
         "normal=lankarani_nikravesh K=1e9 e=0.6 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e4");
}
void tearDown(void) { bench_close(); }

/* A prescribed bounce: the ball goes out along x with decreasing speed and comes back, while it
 * slides along y. Contact from t = 1e-3 on, back at about 3e-3. */
static void state_at(double t, double disturbance) {
  double x = 3e-4 + 0.25 * t - 5e1 * t * t;
  const double p[3] = {x + disturbance, 1e-5, 0};
  const double v[3] = {0.25 - 1e2 * t, 0.02 * sin(2000 * t), 0}, w[3] = {0, 0, 3};
  bench_place(p, v, w);
}

static void callback(int event, double time) {
  static lash_routine routine;
  routine = bench_routine(LASH_CBKSUB, "Cbksub");
  struct sAdamsCbksub element = {1, 0, NULL, NULL};
  int data[3] = {4, 4, 0};
  OK(lash_call_callback(&routine, &host.call, &element, time, event, data, &host.error));
}

enum { STEPS = 60, END_STEPS = 30 };
static const double H = 1e-4;

/* Steps that end at n H; before each accepted one a careless host tries others. */
static void run(bool careless, bool events, double forces[STEPS][6]) {
  double ignored[6];
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  host.run.time_converged = 0;
  state_at(0, 0);
  bench_gforce_value(&g, 0, 0, ignored);
  for (int n = 0; n < STEPS; n++) {
    double t = (n + 1) * H;
    if (events) callback(ev_TIME_STEP_BEG, t);
    if (careless) {
      state_at(t + 7 * H, 0); /* a step much too long, rejected */
      bench_gforce_value(&g, t + 7 * H, 0, ignored);
      if (events) callback(ev_TIME_STEP_FAILED, t + 7 * H);
      state_at(t + H / 3, 1e-4); /* another, with a poor predictor */
      bench_gforce_value(&g, t + H / 3, 0, ignored);
      for (int k = 0; k < 5; k++) { /* Newton iterations with differencing */
        state_at(t, 1e-5 / (1 + k * k));
        bench_gforce_value(&g, t, 0, ignored);
        state_at(t, 1e-5 / (1 + k * k) + 1e-7);
        bench_gforce_value(&g, t, 1, ignored);
      }
    }
    state_at(t, 0);
    bench_gforce_value(&g, t, 0, forces[n]);
    if (careless) { /* one more Jacobian at the accepted state */
      state_at(t, 1e-6);
      bench_gforce_value(&g, t, 1, ignored);
      state_at(t, 0);
    }
    host.run.time_converged = t;
    if (events) callback(ev_TIME_STEP_END, t);
  }
  if (events) callback(ev_TERMINATE, 0);
}

static void trials_leave_no_trace(void) {
  static double plain[STEPS][6], careless[STEPS][6], events[STEPS][6], both[STEPS][6];
  run(false, false, plain);
  run(true, false, careless);
  run(false, true, events);
  run(true, true, both);
  int touching = 0;
  for (int n = 0; n < STEPS; n++) touching += plain[n][0] != 0;
  TEST_ASSERT_TRUE(touching > 10 && touching < STEPS - 10);
  TEST_ASSERT_EQUAL_MEMORY(plain, careless, sizeof plain);
  TEST_ASSERT_EQUAL_MEMORY(plain, events, sizeof plain);
  TEST_ASSERT_EQUAL_MEMORY(plain, both, sizeof plain);
}

/* The approach speed in force, from the request, for a crossing inside a step of length h. */
static double approach_speed(double h) {
  double wrench[6], out[8];
  const double par[] = {1, 7};
  struct sAdamsRequest request = {1, 2, par, "", {0}};
  lash_routine routine = bench_routine(LASH_REQSUB, "Reqsub");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  host.run.time_converged = 0;
  double crossing = 1e-3; /* the gap is closed there, with speed 0.25 */
  double t0 = crossing - 0.3 * h, t1 = crossing + 0.7 * h;
  for (int n = 0; n < 2; n++) {
    double t = n ? t1 : t0, s = t - crossing;
    const double p[3] = {5e-4 + 0.25 * s - 40 * s * s - 4e4 * s * s * s + 3e7 * s * s * s * s, 0,
                         0};
    const double v[3] = {0.25 - 80 * s - 12e4 * s * s + 12e7 * s * s * s, 0, 0}, w[3] = {0, 0, 0};
    bench_place(p, v, w);
    host.run.time_converged = t0;
    bench_gforce_value(&g, t, 0, wrench);
  }
  OK(lash_call_request(&routine, &host.call, &request, t1, 0, out, &host.error));
  return out[2];
}

/* A latch at the step's end would be wrong by 80 * 0.7 h: first order. Ours is third. */
static void approach_speed_is_that_of_the_crossing(void) {
  double before = 0;
  for (int n = 0; n < 4; n++) {
    double h = 2e-4 / (1 << n), error = fabs(approach_speed(h) - 0.25);
    TEST_ASSERT_TRUE(error < 0.02 * 80 * 0.7 * h);
    if (n) TEST_ASSERT_TRUE(before / error > 7 && before / error < 9);
    before = error;
  }
}

/* Stops half-way, saves, goes on; then reloads and goes on again: the same bits. */
static void save_and_reload(void) {
  double first[END_STEPS][6], second[END_STEPS][6], wrench[6];
  lash_sdk_store store = {0};
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  host.run.time_converged = 0;
  state_at(0, 0);
  bench_gforce_value(&g, 0, 0, wrench);
  for (int n = 1; n <= 20; n++) {
    state_at(n * H, 0);
    bench_gforce_value(&g, n * H, 0, wrench);
    host.run.time_converged = n * H;
  }
  host.call.store = &store;
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 20 * H, 0, 7, wrench, &host.error));
  for (int pass = 0; pass < 2; pass++) {
    double(*out)[6] = pass ? second : first;
    if (pass) { /* a new process would start so */
      bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
      host.run.time_converged = 20 * H;
      OK(lash_call_gforce(&g.routine, &host.call, &g.element, 20 * H, 0, 9, wrench, &host.error));
    }
    for (int n = 0; n < END_STEPS; n++) {
      double t = (21 + n) * H;
      state_at(t, 0);
      bench_gforce_value(&g, t, 0, out[n]);
      host.run.time_converged = t;
    }
  }
  TEST_ASSERT_TRUE(first[0][0] != 0); /* saved in contact, with bent bristles */
  TEST_ASSERT_EQUAL_MEMORY(first, second, sizeof first);
  lash_sdk_store_free(&store);
}

/* Energy taken over a whole bounce is never negative, whatever the law (those whose descriptor says
 * that they may give energy back excepted). */
static void bounces_take_energy(void) {
  lash_routine routine = bench_routine(LASH_REQSUB, "Lash_request");
  const double par[] = {1, 7, 1};
  struct sAdamsRequest request = {1, 3, par, "", {0}};
  for (size_t n = 0; n < lash_contact_law_count(); n++) {
    const lash_contact_law *law = lash_contact_law_at(n);
    if (law->kind != LASH_CONTACT_POINT || law->traits & LASH_CONTACT_NOT_PASSIVE) continue;
    char words[400];
    bench_contact_words(law, words, sizeof words);
    snprintf(host.string[1], sizeof host.string[1], "%s Ri=0.0105 Rj=0.01", words);
    bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
    host.run.time_converged = 0;
    double wrench[6], out[8], most = 0;
    double x = 4.9e-4, v = 0.5, mass = 10; /* a ball against the wall of its socket */
    double h = strstr(words, "K=") ? 2e-6 : 4e-7, energy = 0.5 * mass * v * v;
    double acceleration = 0;
    for (int k = 0; k < 200000 && (x > 4.8e-4 || k < 10); k++) { /* second order in h */
      double predicted = v + h * acceleration;
      x += h * v + 0.5 * h * h * acceleration;
      const double p[3] = {x, 0, 0}, u[3] = {predicted, 0, 0}, w[3] = {0, 0, 0};
      bench_place(p, u, w);
      bench_gforce_value(&g, k * h, 0, wrench);
      host.run.time_converged = k * h;
      v += 0.5 * h * (acceleration - wrench[0] / mass);
      acceleration = -wrench[0] / mass;
      most = fmax(most, wrench[0]);
    }
    OK(lash_call_request(&routine, &host.call, &request, host.run.time_converged, 0, out,
                         &host.error));
    double lost = energy - 0.5 * mass * v * v;
    TEST_ASSERT_TRUE_MESSAGE(most > 0 && v < 0, law->name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-3 * energy, lost, out[6], law->name);
    TEST_ASSERT_TRUE_MESSAGE(out[6] > -1e-3 * energy, law->name);
    TEST_ASSERT_EQUAL_DOUBLE(1, out[7]);
    TEST_ASSERT_EQUAL_DOUBLE(0, out[5]);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(trials_leave_no_trace);
  RUN_TEST(approach_speed_is_that_of_the_crossing);
  RUN_TEST(save_and_reload);
  RUN_TEST(bounces_take_energy);
  return UNITY_END();
}
