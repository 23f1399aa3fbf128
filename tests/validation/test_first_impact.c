/* The five-bar's first impact, integrated a second time by hand: two planar two-link arms with
 * their own equations of motion, Runge-Kutta steps of 20 ns through the contact. Shares nothing
 * with the solver. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { LEFT, RIGHT }; /* payload and bearing, journal */

static const double pi = 3.14159265358979323846, upper = 0.5, fore = 0.8, gravity = 9.81;
static const double clearance = 1e-4, journal = 0.01, period = 0.4, payload[] = {1, 0};
static const double root_x[] = {-0.2, 0.2}, root_y = 0.2;

/* M q'' + rest = forces for angles a (upper arm) and b (fore arm) against ground; the tip's
 * Jacobian. */
typedef struct arm {
  double M[3], rest[2], J[4], Jdot[4];
} arm;

static arm arm_at(double a, double b, double wa, double wb, double load) {
  const double k = upper * fore * (0.5 + load);
  return (arm){
      .M = {upper * upper * (1. / 3 + 1 + load), k * cos(a - b), fore * fore * (1. / 3 + load)},
      .rest = {k * sin(a - b) * wb * wb + gravity * cos(a) * upper * (1.5 + load),
               -k * sin(a - b) * wa * wa + gravity * cos(b) * fore * (0.5 + load)},
      .J = {-upper * sin(a), -fore * sin(b), upper * cos(a), fore * cos(b)},
      .Jdot = {-upper * cos(a) * wa, -fore * cos(b) * wb, -upper * sin(a) * wa,
               -fore * sin(b) * wb}};
}

static void solve2(const double A[4], double x, double y, double out[2]) {
  const double det = A[0] * A[3] - A[1] * A[2];
  out[0] = (A[3] * x - A[1] * y) / det;
  out[1] = (A[0] * y - A[2] * x) / det;
}

/* Inverse dynamics of the closed mechanism: angles and rates of both arms, torques at the roots. */
static void ideal(double t, double y[8], double torque[2]) {
  const double w = 2 * pi / period, s = t - sin(w * t) / w, s1 = 1 - cos(w * t),
               s2 = w * sin(w * t);
  double need[2][2]; /* generalised forces of each arm */
  arm arms[2];
  for (int k = LEFT; k <= RIGHT; k++) {
    const double dx = 0.295 + 0.6 * s - root_x[k], dy = 1 + 0.1 * s - root_y, r = hypot(dx, dy);
    const double elbow = acos((r * r + upper * upper - fore * fore) / (2 * upper * r));
    double *q = y + 2 * k, *rate = y + 4 + 2 * k, acceleration[2];
    q[0] = atan2(dy, dx) + (k == LEFT ? elbow : -elbow);
    q[1] = atan2(dy - upper * sin(q[0]), dx - upper * cos(q[0]));
    arms[k] = arm_at(q[0], q[1], 0, 0, payload[k]);
    solve2(arms[k].J, 0.6 * s1, 0.1 * s1, rate);
    arms[k] = arm_at(q[0], q[1], rate[0], rate[1], payload[k]);
    const double *J1 = arms[k].Jdot, *M = arms[k].M;
    solve2(arms[k].J, 0.6 * s2 - J1[0] * rate[0] - J1[1] * rate[1],
           0.1 * s2 - J1[2] * rate[0] - J1[3] * rate[1], acceleration);
    need[k][0] = M[0] * acceleration[0] + M[1] * acceleration[1] + arms[k].rest[0];
    need[k][1] = M[1] * acceleration[0] + M[2] * acceleration[1] + arms[k].rest[1];
  }
  /* the fore arms have no torque of their own: that gives the joint's force on the left one */
  const double rows[4] = {arms[LEFT].J[1], arms[LEFT].J[3], arms[RIGHT].J[1], arms[RIGHT].J[3]};
  double F[2];
  solve2(rows, need[LEFT][1], -need[RIGHT][1], F);
  torque[LEFT] = need[LEFT][0] - arms[LEFT].J[0] * F[0] - arms[LEFT].J[2] * F[1];
  torque[RIGHT] = need[RIGHT][0] + arms[RIGHT].J[0] * F[0] + arms[RIGHT].J[2] * F[1];
}

typedef struct contact {
  double approach;  /* 0 before the impact */
  double smoothing; /* speed over which friction's sign turns; 0: at once */
  double depth, rate, force;
} contact;

static double friction_coefficient(const contact *c, double v) {
  const double x = v / 1e-3, level = 0.1 + 0.1 * exp(-x * x);
  if (c->smoothing > 0) return level * tanh(v / c->smoothing);
  return v > 0 ? level : v < 0 ? -level : 0;
}

/* Force on the journal, and torques on the fore arms, of the contact. */
static void push(contact *c, const double y[8], double F[2], double torque[2]) {
  double p[2][2], v[2][2];
  for (int k = LEFT; k <= RIGHT; k++) {
    const double a = y[2 * k], b = y[2 * k + 1], wa = y[4 + 2 * k], wb = y[5 + 2 * k];
    p[k][0] = root_x[k] + upper * cos(a) + fore * cos(b);
    p[k][1] = root_y + upper * sin(a) + fore * sin(b);
    v[k][0] = -upper * sin(a) * wa - fore * sin(b) * wb;
    v[k][1] = upper * cos(a) * wa + fore * cos(b) * wb;
  }
  const double dx = p[RIGHT][0] - p[LEFT][0], dy = p[RIGHT][1] - p[LEFT][1], e = hypot(dx, dy);
  const double nx = e > 0 ? dx / e : 1, ny = e > 0 ? dy / e : 0;
  const double ux = v[RIGHT][0] - v[LEFT][0], uy = v[RIGHT][1] - v[LEFT][1];
  const double bearing = journal + clearance;
  const double K = 4 / (3 * 2 * (1 - 0.09) / 201e9) * sqrt(journal * bearing / (journal + bearing));
  c->depth = e - clearance;
  c->rate = ux * nx + uy * ny;
  c->force = F[0] = F[1] = torque[LEFT] = torque[RIGHT] = 0;
  if (c->depth <= 0 || c->approach == 0) return;
  c->force = fmax(0, K * pow(c->depth, 1.5) * (1 + 0.75 * (1 - 0.81) * c->rate / c->approach));
  const double slip = -ux * ny + uy * nx + y[7] * journal - y[5] * bearing;
  const double drag = friction_coefficient(c, slip) * c->force;
  F[0] = -c->force * nx + drag * ny;
  F[1] = -c->force * ny - drag * nx;
  torque[RIGHT] = -drag * journal;
  torque[LEFT] = drag * bearing;
}

static void rates(contact *c, double t, const double y[8], double out[8]) {
  double unused[8], root[2], F[2], turn[2];
  ideal(t, unused, root);
  push(c, y, F, turn);
  for (int k = LEFT; k <= RIGHT; k++) {
    const arm a = arm_at(y[2 * k], y[2 * k + 1], y[4 + 2 * k], y[5 + 2 * k], payload[k]);
    const double sign = k == RIGHT ? 1 : -1, M[4] = {a.M[0], a.M[1], a.M[1], a.M[2]};
    out[2 * k] = y[4 + 2 * k];
    out[2 * k + 1] = y[5 + 2 * k];
    solve2(M, root[k] - a.rest[0] + sign * (a.J[0] * F[0] + a.J[2] * F[1]),
           turn[k] - a.rest[1] + sign * (a.J[1] * F[0] + a.J[3] * F[1]), out + 4 + 2 * k);
  }
}

static void step(contact *c, double t, double y[8], double h) {
  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
  double k[8] = {0}, trial[8], sum[8] = {0};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < 8; i++) trial[i] = y[i] + part[s] * h * k[i];
    rates(c, t + part[s] * h, trial, k);
    for (int i = 0; i < 8; i++) sum[i] += weight[s] * k[i];
  }
  for (int i = 0; i < 8; i++) y[i] += h * sum[i];
}

/* Time and approach speed of the first impact, then its peak force. */
static double first_impact(double smoothing, double *time, double *speed) {
  contact c = {.smoothing = smoothing};
  double t = 0, y[8], torque[2], F[2], peak = 0;
  ideal(0, y, torque);
  for (double h = 1e-5; h > 1e-12;) {
    double trial[8];
    memcpy(trial, y, sizeof y);
    step(&c, t, trial, h);
    push(&c, trial, F, torque);
    if (c.depth > 0) {
      h /= 2;
      continue;
    }
    memcpy(y, trial, sizeof y);
    t += h;
  }
  push(&c, y, F, torque);
  *time = t - c.depth / c.rate;
  *speed = c.approach = c.rate;
  for (int i = 0; i < 11000; i++) {
    step(&c, t, y, 2e-8);
    t += 2e-8;
    push(&c, y, F, torque);
    peak = fmax(peak, c.force);
  }
  return peak;
}

/* Peak of a column of the case's run, by the parabola through the highest three samples. */
static double peak_of(const char *name, size_t column, double *touch) {
  run_list runs;
  run_result r;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT(LASH_OK, run_list_read(CASES "/mobile_five_bar/runs.txt", &runs, &error));
  run_execute(&runs, run_list_find(&runs, name), CASES "/mobile_five_bar", 0, &r);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, r.failure.status, r.failure.message);
  const double *x = r.data + column * r.rows, *depth = r.data + 9 * r.rows;
  size_t best = 1, i = 1;
  for (size_t k = 1; k + 1 < r.rows; k++) best = x[k] > x[best] ? k : best;
  while (i < r.rows && depth[i] <= 0) i++;
  *touch = r.data[i - 1] - depth[i - 1] * (r.data[i] - r.data[i - 1]) / (depth[i] - depth[i - 1]);
  const double b = (x[best + 1] - x[best - 1]) / 2, a = x[best + 1] - 2 * x[best] + x[best - 1];
  const double peak = x[best] - b * b / (2 * a);
  run_result_free(&r);
  run_list_free(&runs);
  return peak;
}

static void compare(const char *run, double smoothing, double peak) {
  double time, speed, touch;
  const double by_hand = first_impact(smoothing, &time, &speed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3.0115489499e-3, time);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0664058717, speed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * peak, peak, by_hand);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * by_hand, by_hand, peak_of(run, 11, &touch));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, time, touch);
}

static void friction_that_turns_at_once(void) { compare("first_impact_sharp", 0, 314.6222); }

static void friction_smoothed_over_the_stribeck_speed(void) {
  compare("first_impact", 1e-3, 313.5288);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(friction_that_turns_at_once);
  RUN_TEST(friction_smoothed_over_the_stribeck_speed);
  return UNITY_END();
}
