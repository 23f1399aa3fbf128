/* Joints that feel spin and rolling: words, partials, balance, passivity, and bristles that do not
 * care who looks. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_joint.h"
#include "lash_math.h"
#include "turning.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

#define BALL    "joint=spherical Ri=0.0105 Rj=0.01 normal=hertz K=1e9 "
#define PLANE   "joint=sphere_plane Rj=0.01 normal=hertz K=1e9 "
#define SPHERES "joint=sphere_sphere Ri=0.02 Rj=0.01 normal=hertz K=1e9 "
static const char *const joints[] = {
    BALL "friction=smooth_tanh spin=hertz",
    BALL "friction=smooth_tanh spin=uniform spin.a=2e-3 rolling=smooth_tanh rolling.mu_k=0.02",
    BALL "friction=lugre_n spin=ellipsoid",
    PLANE "friction=lugre_n rolling=lugre_n rolling.s0=1e3",
    SPHERES "friction=lugre_nz spin=ellipsoid rolling=smooth_tanh",
    SPHERES "friction=lugre_n",
    "joint=revolute Ri=0.0105 Rj=0.01 L=0.02 normal=hertz K=1e9 friction=lugre_n"};
enum { JOINTS = sizeof joints / sizeof *joints };

static lash_joint made(const char *text) {
  lash_joint joint;
  OK(lash_joint_make(&joint, text, &error));
  return joint;
}

/* ------------------------------------------------------------------------------------- motions */

/* A smooth motion in contact; j's centre stays 0.1 mm deep. */
typedef struct motion {
  double tilt, swing, spin[3], twist[3]; /* of n, rates of j and i */
} motion;

static motion random_motion(uint64_t *seed) {
  motion m = {0.4 + 0.5 * fabs(unit(seed)), 3 * unit(seed), {0}, {0}};
  for (int k = 0; k < 3; k++) m.spin[k] = 2 * unit(seed), m.twist[k] = unit(seed);
  return m;
}

/* Frames at time t: i turns about `twist`, the line of centres swings in i's axes. */
static void frames_at(const lash_joint *joint, const motion *m, double t, lash_frame *i,
                      lash_frame *j) {
  const lash_geometry *g = &joint->geometry[0];
  const bool inside = g->shape == LASH_BALL_SOCKET || g->shape == LASH_JOURNAL_BEARING;
  const double depth = 1e-5;
  double size = g->radius_i + g->radius_j - depth, turn[3], R[9], e[3], de[3], u[3];
  if (inside) size = g->radius_i - g->radius_j + depth;
  if (g->shape == LASH_SPHERE_PLANE) size = g->radius_j - depth;
  *i = (lash_frame){.axis = {0, 0, 1}, .side = {1, 0, 0}, .velocity = {0.1, 0.2, -0.1}};
  *j = *i;
  const double a = m->swing * t + 0.3, c = cos(m->tilt), s = sin(m->tilt);
  store3(size * s * cos(a), size * s * sin(a), size * c, e);
  store3(-size * s * sin(a) * m->swing, size * s * cos(a) * m->swing, 0, de);
  if (g->shape == LASH_SPHERE_PLANE)
    store3(0.01 * cos(a), 0.01 * sin(a), size, e),
        store3(-0.01 * m->swing * sin(a), 0.01 * m->swing * cos(a), 0, de);
  if (g->shape == LASH_JOURNAL_BEARING)
    store3(size * cos(a), size * sin(a), 0, e),
        store3(-size * m->swing * sin(a), size * m->swing * cos(a), 0.01, de);
  scale3(t, m->twist, turn);
  matrix_of_turn(turn, R);
  turn_frame(i, turn);
  turn_frame(j, turn);
  copy3(m->twist, i->spin);
  mul33_3(R, m->spin, j->spin);
  if (g->shape == LASH_JOURNAL_BEARING) /* axes stay parallel */
    scale3(3, i->axis, j->spin), add3(j->spin, i->spin, j->spin);
  add3(j->spin, i->spin, j->spin);
  mul33_3(R, e, j->position);
  mul33_3(R, de, u);
  add_cross3(1, i->spin, j->position, u);
  add3(i->velocity, u, j->velocity);
  for (int k = 0; k < 3; k++) {
    i->position[k] = i->velocity[k] * t;
    j->position[k] += i->position[k];
  }
}

static void state_at(const lash_joint *joint, const lash_frame *i, const lash_frame *j, double t,
                     lash_joint_points *points, lash_joint_state *state, bool partials) {
  lash_joint_begin(joint, t, state);
  OK(lash_joint_find_points(joint, NULL, i, j, partials, points, state->site, &error));
}

/* ------------------------------------------------------------------------------------- partials */

static void twelve(const lash_joint_force *f, double out[12]) {
  memcpy(out, f->on_outer.force, 3 * sizeof *out);
  memcpy(out + 3, f->on_outer.torque, 3 * sizeof *out);
  memcpy(out + 6, f->on_inner.force, 3 * sizeof *out);
  memcpy(out + 9, f->on_inner.torque, 3 * sizeof *out);
}

static double partial_of(const lash_joint_force *f, int row, int column) {
  return row < 6 ? f->outer_by[row][column] : f->inner_by[row - 6][column];
}

static double worst_partial(const lash_joint *joint, const lash_joint_memory *memory,
                            const lash_frame *i, const lash_frame *j, double t) {
  static const double step[6] = {2e-8, 1e-5, 1e-6, 1e-6, 1e-3, 1e-3};
  static const double weight[3] = {45, -9, 1};
  static double by[12][LASH_D_COUNT];
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force force, moved;
  double size[4][6] = {{0}}, worst = 0;
  memset(by, 0, sizeof by);
  state_at(joint, i, j, t, &points, &state, true);
  lash_joint_force_at(joint, memory, &points, &state, true, &force);
  for (int c = 0; c < LASH_D_COUNT; c++) {
    const double h = step[c / 3];
    for (int p = 1; p <= 3; p++) {
      for (int side = -1; side <= 1; side += 2) {
        lash_frame mi = *i, mj = *j;
        double out[12];
        move(&mi, &mj, c, side * p * h);
        state_at(joint, &mi, &mj, t, &points, &state, false);
        lash_joint_force_at(joint, memory, &points, &state, false, &moved);
        twelve(&moved, out);
        for (int row = 0; row < 12; row++) by[row][c] += side * weight[p - 1] * out[row] / (60 * h);
      }
    }
    for (int row = 0; row < 12; row++)
      size[row / 3][c / 3] = fmax(size[row / 3][c / 3], fabs(partial_of(&force, row, c)));
  }
  for (int row = 0; row < 12; row++) {
    for (int c = 0; c < LASH_D_COUNT; c++) {
      /* blocks that are zero are so to rounding */
      const double least = 1e-4 * norm3(force.on_inner.force) * (row / 3 % 2 ? 0.01 : 1);
      const double most = fmax(size[row / 3][c / 3], least);
      worst = fmax(worst, fabs(by[row][c] - partial_of(&force, row, c)) / most);
    }
  }
  return worst;
}

static void test_partials_of_the_wrenches(void) {
  uint64_t seed = 3;
  for (size_t k = 0; k < JOINTS; k++) {
    const lash_joint joint = made(joints[k]);
    double worst = 0;
    for (int n = 0; n < 150; n++) { /* 7 joints: 1,050 states */
      const motion m = random_motion(&seed);
      const double h = 1e-3;
      lash_frame i, j;
      lash_joint_points points;
      lash_joint_state state;
      lash_joint_memory memory = {.time = 0};
      for (int s = 0; s < 3; s++) {
        frames_at(&joint, &m, s * h, &i, &j);
        state_at(&joint, &i, &j, s * h, &points, &state, false);
        lash_joint_commit(&joint, &memory, &state);
      }
      frames_at(&joint, &m, 3 * h, &i, &j);
      worst = fmax(worst, worst_partial(&joint, &memory, &i, &j, 3 * h));
    }
    char message[200];
    snprintf(message, sizeof message, "partials off by %.2g: %s", worst, joints[k]);
    TEST_ASSERT_TRUE_MESSAGE(worst < 1e-4, message);
  }
}

/* ---------------------------------------------------------------------------- balance and power */

static void test_balance_and_power(void) {
  uint64_t seed = 4;
  for (size_t k = 0; k < JOINTS; k++) {
    const lash_joint joint = made(joints[k]);
    const bool states = (joint.has_friction && joint.friction.law->states) ||
                        (joint.has_rolling && joint.rolling.law->states);
    for (int n = 0; n < 100; n++) {
      const motion m = random_motion(&seed);
      lash_frame i, j;
      lash_joint_points points;
      lash_joint_state state;
      lash_joint_force f;
      lash_joint_memory memory = {.time = 0};
      frames_at(&joint, &m, 0, &i, &j);
      state_at(&joint, &i, &j, 0, &points, &state, false);
      lash_joint_commit(&joint, &memory, &state);
      frames_at(&joint, &m, 1e-3, &i, &j);
      state_at(&joint, &i, &j, 1e-3, &points, &state, false);
      lash_joint_force_at(&joint, &memory, &points, &state, false, &f);
      double net[3], moment[3], d[3], power = 0, taken = 0, rub = 0;
      add3(f.on_outer.force, f.on_inner.force, net);
      sub3(j.position, i.position, d);
      cross3(d, f.on_inner.force, moment);
      add3(moment, f.on_outer.torque, moment);
      add3(moment, f.on_inner.torque, moment);
      const double size = norm3(f.on_inner.force);
      TEST_ASSERT_TRUE(norm3(net) <= 1e-13 * size);
      TEST_ASSERT_TRUE(norm3(moment) <= 1e-13 * size * 0.05);
      power = dot3(f.on_outer.force, i.velocity) + dot3(f.on_inner.force, j.velocity) +
              dot3(f.on_outer.torque, i.spin) + dot3(f.on_inner.torque, j.spin);
      for (size_t s = 0; s < joint.site_count; s++) {
        const lash_point_load *p = &f.load[s].point;
        const lash_joint_site *at = &state.site[s];
        rub += p->friction[0] * at->vt[0] + p->friction[1] * at->vt[1] + p->torque * at->spin +
               p->couple[0] * at->roll[0] + p->couple[1] * at->roll[1];
        taken += p->normal * at->v;
      }
      TEST_ASSERT_DOUBLE_WITHIN(1e-11 * size, -power, taken + rub);
      if (!states) TEST_ASSERT_TRUE(rub >= 0);
    }
  }
}

/* ------------------------------------------------------------------------------------ observers */

/* The force on j after a history seen by one who turns and by one who does not. */
static void test_a_superposed_rotation_changes_nothing(void) {
  uint64_t seed = 5;
  const double rate[3] = {2, -3, 1.5};
  for (size_t k = 0; k < JOINTS; k++) {
    const lash_joint joint = made(joints[k]);
    const motion m = random_motion(&seed);
    lash_joint_memory plain = {.time = 0}, turned = {.time = 0};
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force a, b;
    for (int s = 0; s <= 20; s++) {
      const double t = 2e-3 * s;
      double turn[3], R[9], old[3], F[3], T[3];
      lash_frame f[2];
      frames_at(&joint, &m, t, &f[0], &f[1]);
      state_at(&joint, &f[0], &f[1], t, &points, &state, false);
      lash_joint_force_at(&joint, &plain, &points, &state, false, &a);
      lash_joint_commit(&joint, &plain, &state);
      scale3(t, rate, turn);
      matrix_of_turn(turn, R);
      for (int n = 0; n < 2; n++) {
        turn_frame(&f[n], turn);
        copy3(f[n].position, old), mul33_3(R, old, f[n].position);
        copy3(f[n].velocity, old), mul33_3(R, old, f[n].velocity);
        add_cross3(1, rate, f[n].position, f[n].velocity);
        copy3(f[n].spin, old), mul33_3(R, old, f[n].spin);
        add3(f[n].spin, rate, f[n].spin);
      }
      state_at(&joint, &f[0], &f[1], t, &points, &state, false);
      lash_joint_force_at(&joint, &turned, &points, &state, false, &b);
      lash_joint_commit(&joint, &turned, &state);
      mul33_3(R, a.on_inner.force, F);
      mul33_3(R, a.on_inner.torque, T);
      sub3(F, b.on_inner.force, F);
      sub3(T, b.on_inner.torque, T);
      /* velocities are rounded where they are large, and bristles magnify them */
      TEST_ASSERT_TRUE(norm3(F) < 1e-9 * norm3(a.on_inner.force));
      TEST_ASSERT_TRUE(norm3(T) < 1e-9 * 0.01 * norm3(a.on_inner.force));
    }
  }
}

/* Marker axes of the outer body are nobody's business, nor is which body is called the outer one.
 */
static void history(const lash_joint *joint, const motion *m, const double turn[3], bool exchange,
                    double F[3], double T[3]) {
  lash_joint_memory memory = {.time = 0};
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force f;
  for (int s = 0; s <= 40; s++) {
    const double t = 1e-2 * s;
    lash_frame i, j;
    frames_at(joint, m, t, &i, &j);
    if (turn) { /* other axes, fixed in i */
      double R[9], twist[3], own[3];
      scale3(t, m->twist, twist);
      matrix_of_turn(twist, R);
      mul33_3(R, turn, own);
      turn_frame(&i, own);
    }
    state_at(joint, exchange ? &j : &i, exchange ? &i : &j, t, &points, &state, false);
    lash_joint_force_at(joint, &memory, &points, &state, false, &f);
    lash_joint_commit(joint, &memory, &state);
  }
  copy3(exchange ? f.on_outer.force : f.on_inner.force, F);
  copy3(exchange ? f.on_outer.torque : f.on_inner.torque, T);
}

static void test_axes_of_the_markers_do_not_matter(void) {
  static const double turn[3] = {0.5, -0.8, 0.4};
  uint64_t seed = 6;
  for (int n = 0; n < 20; n++) {
    static const int which[] = {2, 4, 5};
    const lash_joint joint = made(joints[which[n % 3]]);
    const motion m = random_motion(&seed);
    double F[3], T[3], F1[3], T1[3];
    history(&joint, &m, NULL, false, F, T);
    history(&joint, &m, turn, false, F1, T1);
    sub3(F1, F, F1);
    sub3(T1, T, T1);
    TEST_ASSERT_TRUE(norm3(F1) < 1e-9 * norm3(F));
    TEST_ASSERT_TRUE(norm3(T1) < 1e-9 * norm3(F) * 0.01);
  }
}

static void test_exchange_of_the_bodies(void) {
  uint64_t seed = 7;
  for (int n = 0; n < 10; n++) {
    lash_joint joint = made(n % 2 ? "joint=sphere_sphere Ri=0.02 Rj=0.01 normal=hertz K=1e9 "
                                    "friction=lugre_n spin=ellipsoid rolling=lugre_n"
                                  : SPHERES "friction=lugre_n");
    lash_joint other = joint;
    const motion m = random_motion(&seed);
    double F[3], T[3], F1[3], T1[3];
    other.geometry[0].radius_i = 0.01, other.geometry[0].radius_j = 0.02;
    other.spin_most = 0.02;
    history(&joint, &m, NULL, false, F, T);
    lash_joint_memory memory = {.time = 0};
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force f;
    for (int s = 0; s <= 40; s++) {
      lash_frame i, j;
      frames_at(&joint, &m, 1e-2 * s, &i, &j);
      state_at(&other, &j, &i, 1e-2 * s, &points, &state, false);
      lash_joint_force_at(&other, &memory, &points, &state, false, &f);
      lash_joint_commit(&other, &memory, &state);
    }
    sub3(f.on_outer.force, F, F1);
    sub3(f.on_outer.torque, T, T1);
    /* n moves against other axes, and is carried there in other steps: second order */
    TEST_ASSERT_TRUE(norm3(F1) < 1e-3 * norm3(F));
    TEST_ASSERT_TRUE(norm3(T1) < 1e-3 * norm3(F) * 0.01);
  }
}

/* A ball pressed sideways, then drilled through an angle without slipping: the bristle keeps its
 * length and turns with half the angle, seen from the plane. */
static void test_drilling_turns_bristles_by_half(void) {
  const lash_joint joint =
      made(PLANE "friction=lugre_n damping=published s1=0 s2=0 mu_k=0.1 mu_s=0.1");
  lash_joint_memory memory = {.time = 0};
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force f;
  lash_frame plane = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame ball = {.position = {0, 0, 0.01 - 1e-5}, .velocity = {1e-3, 0, 0}};
  double t = 0, first = 0;
  for (int s = 0; s < 5; s++, t += 1e-3) {
    state_at(&joint, &plane, &ball, t, &points, &state, false);
    lash_joint_commit(&joint, &memory, &state);
  }
  store3(0, 0, 0, ball.velocity);
  for (int s = 0; s <= 100; s++, t += 1e-3) {
    ball.spin[2] = s ? 10 : 0; /* 1 rad in all, the first step with half of it */
    state_at(&joint, &plane, &ball, t, &points, &state, false);
    lash_joint_force_at(&joint, &memory, &points, &state, false, &f);
    lash_joint_commit(&joint, &memory, &state);
    if (s == 0) first = norm3((double[]){f.on_inner.force[0], f.on_inner.force[1], 0});
  }
  const double size = hypot(f.on_inner.force[0], f.on_inner.force[1]);
  const double angle = atan2(-f.on_inner.force[1], -f.on_inner.force[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * first, first, size);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5 * (1 - 0.5e-2), angle);
}

/* ------------------------------------------------------------------------------------ the words */

static void refused(const char *text, const char *word) {
  lash_joint joint;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_joint_make(&joint, text, &error), text);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
}

static void test_words(void) {
  refused(BALL "friction=ambrosio spin=herz", "must be none, hertz, uniform or ellipsoid");
  refused(BALL "spin=hertz", "needs friction=");
  refused(BALL "friction=lugre_n spin=hertz", "follow spin=ellipsoid only");
  refused(BALL "friction=ambrosio spin=uniform", "spin.a is missing");
  refused(BALL "friction=ambrosio spin=hertz spin.a=-1", "spin.a=-1 is not legal");
  refused(BALL "friction=ambrosio spin.a=1e-3", "is no parameter");
  refused(BALL "rolling=rolls", "there is no friction law 'rolls'");
  refused(BALL "rolling=ambrosio rolling.R=0", "rolling.R=0 is not legal");
  refused(BALL "rolling=ambrosio rolling.mm=1", "mm");
  refused("joint=revolute Ri=0.0105 Rj=0.01 L=0.02 normal=hertz K=1e9 rolling=ambrosio",
          "rolling.R is missing");
  refused("joint=gap touch=0 normal=hertz K=1e9 rolling=ambrosio", "has no meaning");
  lash_joint joint = made(BALL "friction=ambrosio spin=hertz rolling=ambrosio rolling.mu=0.01");
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.01, joint.rolling_R);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.21, joint.spin_R);
}

/* Closed form: drilling of a ball in its socket, Hertz's disc. */
static void test_drilling_torque(void) {
  const lash_joint joint = made(BALL "friction=ambrosio mu=0.2 spin=hertz rolling=none");
  const double delta = 1e-5, N = 1e9 * delta * sqrt(delta), a = sqrt(0.21 * delta);
  lash_frame socket = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame ball = {.position = {5e-4 + delta, 0, 0}, .spin = {30, 0, 0}};
  lash_joint_memory memory = {.time = 0};
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force f;
  state_at(&joint, &socket, &ball, 0, &points, &state, false);
  lash_joint_force_at(&joint, &memory, &points, &state, false, &f);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * N * a, -0.2 * N * a * 3 * LASH_PI / 16, f.on_inner.torque[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * N * a, 0.2 * N * a * 3 * LASH_PI / 16, f.on_outer.torque[0]);
}

static void test_memory_is_restored(void) {
  const lash_joint joint = made(joints[3]);
  uint64_t seed = 8;
  const motion m = random_motion(&seed);
  lash_joint_memory memory = {.time = 0}, back;
  double numbers[LASH_JOINT_NUMBERS_MAX];
  for (int s = 0; s < 4; s++) {
    lash_frame i, j;
    lash_joint_points points;
    lash_joint_state state;
    frames_at(&joint, &m, 1e-3 * s, &i, &j);
    state_at(&joint, &i, &j, 1e-3 * s, &points, &state, false);
    lash_joint_commit(&joint, &memory, &state);
  }
  lash_joint_save(&joint, &memory, numbers);
  OK(lash_joint_restore(&joint, &back, numbers, lash_joint_numbers(&joint), &error));
  TEST_ASSERT_EQUAL_MEMORY(&memory.site[0], &back.site[0], sizeof memory.site[0]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_partials_of_the_wrenches);
  RUN_TEST(test_balance_and_power);
  RUN_TEST(test_a_superposed_rotation_changes_nothing);
  RUN_TEST(test_axes_of_the_markers_do_not_matter);
  RUN_TEST(test_exchange_of_the_bodies);
  RUN_TEST(test_drilling_turns_bristles_by_half);
  RUN_TEST(test_words);
  RUN_TEST(test_drilling_torque);
  RUN_TEST(test_memory_is_restored);
  return UNITY_END();
}
