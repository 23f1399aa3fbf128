/* What a joint remembers, against closed forms and formulas written out here. */
#include <math.h>
#include <string.h>

#include "lash_joint.h"
#include "unity.h"

static lash_error error;

#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) {}
void tearDown(void) {}

/* ------------------------------------------------------------------------------------- bristles */

static const double S0 = 1e4, MU = 0.2;

/* LuGre whose level is mu times the load: zdot = v - s0 |v| z/(mu N), F = s0 z. */
static const char slip[] =
    "joint=slip friction=lugre_nz s0=1e4 s1=0 s2=0 mu_s=0.2 mu_k=0.2 N_min=1e-6";

typedef struct drive {
  double v, v_swing, load, load_swing;
} drive;

static double velocity(const drive *d, double t) { return d->v + d->v_swing * sin(40 * t); }
static double normal(const drive *d, double t) { return d->load + d->load_swing * cos(50 * t); }

static double rate(const drive *d, double t, double z) {
  const double v = velocity(d, t);
  return v - S0 * fabs(v) * z / (MU * normal(d, t));
}

/* The same equation by Runge and Kutta's method with short steps. */
static double resolved(const drive *d, double end) {
  const int steps = 200000;
  const double h = end / steps;
  double z = 0;
  for (int n = 0; n < steps; n++) {
    const double t = n * h, a = rate(d, t, z), b = rate(d, t + h / 2, z + h / 2 * a),
                 c = rate(d, t + h / 2, z + h / 2 * b), e = rate(d, t + h, z + h * c);
    z += h / 6 * (a + 2 * b + 2 * c + e);
  }
  return z;
}

static double by_joint(const drive *d, double end, int steps) {
  lash_joint joint;
  lash_joint_memory memory = {0};
  lash_joint_state state;
  OK(lash_joint_make(&joint, slip, &error));
  for (int n = 0; n <= steps; n++) {
    lash_joint_begin(&joint, end * n / steps, &state);
    state.site[0] =
        (lash_joint_site){.share = 1,
                          .vt = {0.6 * velocity(d, state.time), 0.8 * velocity(d, state.time)},
                          .normal = normal(d, state.time)};
    lash_joint_commit(&joint, &memory, &state);
  }
  return hypot(memory.site[0].z[0], memory.site[0].z[1]);
}

/* Means of velocity and of load over a step make it second order: half the step, a quarter of the
 * error. Values of one end would halve it only. */
static void bristles_follow_the_means(void) {
  const drive drives[] = {{1e-3, 5e-4, 10, 0}, {1e-3, 0, 10, 6}};
  for (int k = 0; k < 2; k++) {
    const double z = resolved(&drives[k], 0.05);
    const double coarse = by_joint(&drives[k], 0.05, 40) - z;
    const double fine = by_joint(&drives[k], 0.05, 80) - z;
    TEST_ASSERT_TRUE(fabs(coarse) > 1e-9 * z);
    TEST_ASSERT_TRUE(fabs(coarse) < 1e-3 * z);
    TEST_ASSERT_DOUBLE_WITHIN(0.3, 4, coarse / fine);
  }
}

/* The bristles of a step that begins in flight bend over the whole of it: Dahl's, with constant
 * velocity, to Fc/s0 (1 - exp(-s0 v h/Fc)). */
static void first_touching_step_bends_bristles(void) {
  lash_joint joint;
  lash_joint_memory memory = {0};
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_load load;
  const double v = 1e-3, h = 1e-2;
  OK(lash_joint_make(&joint,
                     "joint=sphere_plane Rj=0.1 normal=kelvin_voigt K=1e4 c=0 friction=dahl s0=1e5 "
                     "Fc=2",
                     &error));
  const lash_frame plane = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame ball = {.position = {0, 0, 0.101}, .velocity = {v, 0, -0.2}};
  lash_joint_begin(&joint, 1, &state);
  OK(lash_joint_find_points(&joint, &memory, &plane, &ball, false, &points, state.site, &error));
  lash_joint_reset(&joint, &memory, &state);
  ball.position[2] = 0.099;
  lash_joint_begin(&joint, 1 + h, &state);
  OK(lash_joint_find_points(&joint, &memory, &plane, &ball, false, &points, state.site, &error));
  lash_joint_evaluate(&joint, &memory, &state, 0, false, &load);
  const double expected = 2 * (1 - exp(-1e5 * v * h / 2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, expected, hypot(load.point.friction[0], load.point.friction[1]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10, load.point.normal);
}

/* Partials by load and velocity of bristles that the joint steps itself, by central differences. */
static void partials_of_internal_bristles(void) {
  lash_joint joint;
  lash_joint_memory memory = {0};
  lash_joint_state state;
  lash_joint_load load, plus, minus;
  OK(lash_joint_make(&joint, slip, &error));
  lash_joint_begin(&joint, 0, &state);
  state.site[0] = (lash_joint_site){.share = 1, .vt = {2e-3, 1e-3}, .normal = 8};
  lash_joint_commit(&joint, &memory, &state);
  state.time = 0.05;
  state.site[0].normal = 12;
  lash_joint_evaluate(&joint, &memory, &state, 0, true, &load);
  for (int by = 0; by < 3; by++) {
    lash_joint_state moved = state;
    double *value = by == 2 ? &moved.site[0].normal : &moved.site[0].vt[by];
    const double step = by == 2 ? 1e-3 : 1e-7;
    *value += step;
    lash_joint_evaluate(&joint, &memory, &moved, 0, false, &plus);
    *value -= 2 * step;
    lash_joint_evaluate(&joint, &memory, &moved, 0, false, &minus);
    for (int k = 0; k < 2; k++) {
      const double expected = (plus.point.friction[k] - minus.point.friction[k]) / (2 * step);
      const double given =
          by == 2 ? load.point.friction_d_normal[k] : load.point.friction_d_vt[k][by];
      TEST_ASSERT_TRUE(fabs(expected) > 1e-4);
      TEST_ASSERT_DOUBLE_WITHIN(2e-6 * fabs(expected), expected, given);
    }
  }
}

/* -------------------------------------------------------------------------------------- impacts */

static void state_of(const lash_joint *joint, double time, double delta, double v,
                     lash_joint_state *state) {
  lash_joint_begin(joint, time, state);
  state->site[0] = (lash_joint_site){.delta = delta, .v = v, .share = 1};
}

/* Energy by the trapezium: F = K delta + c v, so power is (K delta + c v) v at both ends. */
static void energy_by_trapezium(void) {
  lash_joint joint;
  lash_joint_memory memory = {0};
  lash_joint_state state;
  const double K = 1e5, c = 20, h = 1e-3;
  const double delta[] = {1e-4, 3e-4, 2e-4}, v[] = {0.3, 0.1, -0.2};
  OK(lash_joint_make(&joint, "joint=contact normal=kelvin_voigt K=1e5 c=20 tension=keep", &error));
  double expected = 0, before = 0;
  for (int n = 0; n < 3; n++) {
    const double power = (K * delta[n] + c * v[n]) * v[n];
    state_of(&joint, n * h, delta[n], v[n], &state);
    lash_joint_commit(&joint, &memory, &state);
    if (n) expected += 0.5 * h * (before + power);
    before = power;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(power), power, memory.site[0].power);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, expected, memory.site[0].energy);
  }
}

/* A parabola crosses zero inside the step: its slope there, whatever the step's ends. */
static void approach_speed_is_that_of_the_crossing(void) {
  lash_joint joint;
  lash_joint_memory memory = {0};
  lash_joint_state state;
  lash_joint_load load;
  const double g = 10, gap = 0.05, speed = 2, h = 0.04;
  OK(lash_joint_make(&joint, "joint=contact normal=lankarani_nikravesh K=1e6 e=0.5", &error));
  state_of(&joint, 3, -gap, speed, &state);
  TEST_ASSERT_EQUAL_DOUBLE(speed, lash_joint_approach(&joint, &memory, &state, 0)); /* at once */
  lash_joint_reset(&joint, &memory, &state);
  state_of(&joint, 3 + h, speed * h + 0.5 * g * h * h - gap, speed + g * h, &state);
  const double expected = sqrt(speed * speed + 2 * g * gap);
  TEST_ASSERT_TRUE(state.site[0].delta > 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, expected, lash_joint_approach(&joint, &memory, &state, 0));
  lash_joint_evaluate(&joint, &memory, &state, 0, false, &load);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, expected, load.v0);
  lash_joint_commit(&joint, &memory, &state);
  state_of(&joint, 3 + 2 * h, 0.03, -1, &state);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, expected, lash_joint_approach(&joint, &memory, &state, 0));
}

/* Compression, restitution, and contact that goes on: the phase needs the rebound to be noted, be
 * it in the very first step of contact, and forgotten when the bodies part. */
static void rebound_is_noted_and_forgotten(void) {
  static const struct {
    double delta, v;
    lash_impact_phase phase;
  } path[] = {
      {-1e-4, 0.2, LASH_PHASE_FREE},      {1e-5, 0.2, LASH_PHASE_IMPACT},
      {3e-5, 0.1, LASH_PHASE_IMPACT},     {3e-5, -0.1, LASH_PHASE_IMPACT},
      {2e-5, 0.05, LASH_PHASE_FOLLOWING}, {-1e-4, -0.1, LASH_PHASE_FREE},
      {1e-5, 0.1, LASH_PHASE_IMPACT},     {2e-5, 0.1, LASH_PHASE_IMPACT}, /* no rebound left over */
      {-1e-4, -0.1, LASH_PHASE_FREE},     {1e-5, -0.1, LASH_PHASE_IMPACT}, /* rebounds at once */
      {1e-5, 0.1, LASH_PHASE_FOLLOWING},
  };
  for (int saved = 0; saved < 2; saved++) {
    lash_joint joint;
    lash_joint_memory memory = {0};
    lash_joint_state state;
    double numbers[128];
    OK(lash_joint_make(&joint, "joint=contact normal=hertz K=1e8", &error));
    for (size_t n = 0; n < sizeof path / sizeof *path; n++) {
      state_of(&joint, 1e-3 * (double)n, path[n].delta, path[n].v, &state);
      lash_joint_commit(&joint, &memory, &state);
      TEST_ASSERT_EQUAL_INT(path[n].phase, lash_memory_phase(&memory.site[0].impact));
      if (path[n].phase == LASH_PHASE_FREE)
        TEST_ASSERT_EQUAL_INT(0, (int)memory.site[0].impact.rebound);
      if (!saved) continue;
      TEST_ASSERT_TRUE(lash_joint_numbers(&joint) <= 128);
      lash_joint_save(&joint, &memory, numbers);
      lash_joint_memory other = {0};
      OK(lash_joint_restore(&joint, &other, numbers, lash_joint_numbers(&joint), &error));
      TEST_ASSERT_EQUAL_MEMORY(&memory, &other, sizeof memory);
      memset(&memory, 0, sizeof memory);
      memory = other;
    }
    TEST_ASSERT_EQUAL_size_t(3, memory.site[0].impact.impacts);
  }
}

static void another_joints_numbers_are_refused(void) {
  lash_joint joint;
  lash_joint_memory memory = {0};
  double numbers[512] = {0};
  OK(lash_joint_make(&joint, "joint=contact normal=hertz K=1e8", &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_restore(&joint, &memory, numbers, 3, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "another joint"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bristles_follow_the_means);
  RUN_TEST(first_touching_step_bends_bristles);
  RUN_TEST(partials_of_internal_bristles);
  RUN_TEST(energy_by_trapezium);
  RUN_TEST(approach_speed_is_that_of_the_crossing);
  RUN_TEST(rebound_is_noted_and_forgotten);
  RUN_TEST(another_joints_numbers_are_refused);
  return UNITY_END();
}
