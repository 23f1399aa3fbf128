/* A joint that wears: words, fresh limit, partials of the wrenches, balances, memory, wear by
 * steps. */
#include "lash_math.h"
#include "worn.h"

void setUp(void) {}
void tearDown(void) {}

#define DRY   "joint=revolute Ri=0.01005 Rj=0.01 L=0.012 normal=hertz K=1e9 "
#define RUBS  "friction=ambrosio mu=0.2 friction.v0=1e-3 friction.v1=1e-2 "
#define WEARS "wear=archard k_i=1e-13 k_j=2e-13 cells=96 "

static const double clearance = 5e-5;

/* A bearing anywhere, and a journal in it that overlaps by up to a clearance. */
static void place(uint64_t *seed, double tilt, lash_frame *i, lash_frame *j) {
  *i = (lash_frame){.axis = {0, 0, 1}, .side = {1, 0, 0}};
  const double all[3] = {unit(seed), unit(seed), unit(seed)};
  turn_frame(i, all);
  *j = *i;
  double y[3];
  cross3(i->axis, i->side, y);
  const double r = clearance * (1.1 + splitmix64_unit(seed)), phi = 2 * LASH_PI * unit(seed);
  axpy3(r * cos(phi), i->side, j->position);
  axpy3(r * sin(phi), y, j->position);
  double spin[3] = {tilt * unit(seed), tilt * unit(seed), tilt * unit(seed)};
  axpy3(3 * unit(seed), i->axis, spin);
  turn_frame(j, spin);
  for (int k = 0; k < 3; k++) {
    i->spin[k] = 0.5 * unit(seed);
    j->spin[k] = i->spin[k] + 20 * unit(seed) * i->axis[k];
    j->velocity[k] = 1e-2 * unit(seed);
  }
}

static void place_tilted(uint64_t *seed, lash_frame *i, lash_frame *j) { place(seed, 1e-3, i, j); }

static void place_a_little_tilted(uint64_t *seed, lash_frame *i, lash_frame *j) {
  place(seed, 2e-4, i, j);
}

static void wave(const lash_joint *joint, uint64_t *seed, lash_joint_memory *memory) {
  static lash_joint_worn worn;
  *memory = (lash_joint_memory){.worn = &worn};
  for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
    lash_joint_worn_site *w = &worn.site[s];
    for (int body = 0; body < 2; body++) {
      const double a = 6 * unit(seed), b = 6 * unit(seed);
      for (size_t k = 0; k < joint->wear.cells; k++) {
        const double phi = 2 * LASH_PI * (double)k / (double)joint->wear.cells;
        w->profile.depth[body][k] =
            0.2 * clearance * (1 + 0.5 * sin(2 * phi + a) + 0.4 * cos(3 * phi + b));
      }
      w->tally.volume[body] = lash_wear_volume(&joint->wear, &w->profile, body);
    }
  }
}

/* ---------------------------------------------------------------------------------------- tests */

static void a_fresh_joint_is_the_dry_one_to_the_bit(void) {
  const lash_joint dry = made(DRY RUBS), worn = made(DRY RUBS WEARS);
  same_to_the_bit(&dry, &worn, place_tilted);
}

static void partials_of_the_wrenches(void) {
  const lash_joint joint = made(DRY RUBS WEARS);
  static const double size[6] = {1e-11, 1e-5, 1e-8, 1e-8, 1e-3, 1e-3};
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, partials_off(&joint, wave, place_a_little_tilted, size, 1));
}

/* Action and reaction share one line, the power is what the memory counts, and without friction the
 * rate of the depth is what the force works on. */
static void balances(void) {
  const lash_joint joint = made(DRY WEARS);
  static lash_joint_memory memory;
  uint64_t seed = 11;
  for (int n = 0; n < 300; n++) {
    lash_frame i, j;
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force f;
    wave(&joint, &seed, &memory);
    place(&seed, 0, &i, &j);
    if (!force_at(&joint, &memory, &i, &j, false, &points, &state, &f)) continue;
    double arm[3], net[3], power = 0, kept = 0, size = norm3(f.on_inner.force);
    sub3(j.position, i.position, arm);
    cross3(arm, f.on_inner.force, net);
    for (int k = 0; k < 3; k++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * size, -f.on_outer.force[k], f.on_inner.force[k]);
      net[k] += f.on_outer.torque[k] + f.on_inner.torque[k];
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * size, 0, net[k]);
      power += f.on_inner.force[k] * j.velocity[k] + f.on_outer.force[k] * i.velocity[k] +
               f.on_inner.torque[k] * j.spin[k] + f.on_outer.torque[k] * i.spin[k];
    }
    for (int s = 0; s < 2; s++) kept += f.load[s].point.normal * state.site[s].v;
    TEST_ASSERT_DOUBLE_WITHIN(1e-11 * size, -kept, power);
    /* a small step of the motion: delta follows share times v */
    const double h = 1e-7;
    lash_joint_state ends[2];
    for (int e = 0; e < 2; e++) {
      lash_frame i2 = i, j2 = j;
      const double t = e ? h : -h;
      double turn[3];
      axpy3(t, i.velocity, i2.position);
      axpy3(t, j.velocity, j2.position);
      scale3(t, i.spin, turn), turn_frame(&i2, turn);
      scale3(t, j.spin, turn), turn_frame(&j2, turn);
      lash_joint_force ignored;
      force_at(&joint, &memory, &i2, &j2, false, &points, &ends[e], &ignored);
    }
    for (int s = 0; s < 2; s++) {
      const double rate = (ends[1].site[s].delta - ends[0].site[s].delta) / (2 * h);
      const double size_of = state.site[s].share / 0.5;
      TEST_ASSERT_DOUBLE_WITHIN(1e-5 * (1e-3 + fabs(rate)), rate, size_of * state.site[s].v);
    }
  }
}

/* A journal that is pressed down and turns: the energy that an elastic worn joint gives back on a
 * closed way is what it took. */
static void a_closed_way_costs_nothing(void) {
  const lash_joint joint = made(DRY WEARS);
  static lash_joint_memory memory;
  uint64_t seed = 23;
  wave(&joint, &seed, &memory);
  double work = 0, most = 0;
  enum { STEPS = 20000 };
  for (int n = 0; n < STEPS; n++) {
    const double t = 2 * LASH_PI * (n + 0.5) / STEPS, w = 2 * LASH_PI / STEPS;
    const double r = clearance * (1.6 + 0.3 * cos(t)), psi = 0.8 * sin(2 * t);
    const double x = r * cos(t), y = r * sin(t), dr = -clearance * 0.3 * sin(t);
    lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
    lash_frame j = {.axis = {0, 0, 1}, .side = {cos(psi), sin(psi), 0}, .position = {x, y, 0}};
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force f;
    force_at(&joint, &memory, &i, &j, false, &points, &state, &f);
    const double power = f.on_inner.force[0] * (dr * cos(t) - y) +
                         f.on_inner.force[1] * (dr * sin(t) + x) +
                         f.on_inner.torque[2] * 1.6 * cos(2 * t);
    work += power * w;
    most = fmax(most, fabs(work));
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6 * most, fabs(work));
}

/* Standing load, turning journal: the account, the profile and a saved memory agree. */
static void wears_by_steps(void) {
  const lash_joint joint = made(DRY WEARS);
  static lash_joint_worn worn, others;
  lash_joint_memory memory = {.worn = &worn}, other = {.worn = &others};
  lash_joint_points points;
  lash_joint_state state;
  const double h = 1e-3;
  for (int n = 0; n <= 400; n++) {
    const double psi = 10 * h * n;
    const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
    const lash_frame j = {.axis = {0, 0, 1},
                          .side = {cos(psi), sin(psi), 0},
                          .spin = {0, 0, 10},
                          .position = {0, -1.2 * clearance, 0}};
    lash_joint_begin(&joint, h * n, &state);
    OK(lash_joint_find_points(&joint, &memory, &i, &j, false, &points, state.site, &error));
    lash_joint_commit(&joint, &memory, &state);
  }
  lash_joint_worn_total total; /* also of what the gap does not see yet */
  lash_joint_worn_sum(&joint, &worn, &total);
  TEST_ASSERT_TRUE(worn.site[0].since > 0);
  for (int body = 0; body < 2; body++) {
    const double counted = worn.site[0].tally.volume[body] + worn.site[1].tally.volume[body];
    TEST_ASSERT_DOUBLE_WITHIN(1e-15 * counted, counted, total.counted[body]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * counted, counted, total.volume[body]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.07, 1.5 * LASH_PI, total.angle[0]);
  for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
    for (int body = 0; body < 2; body++) {
      const double all = lash_wear_volume(&joint.wear, &worn.site[s].profile, body) +
                         lash_wear_volume(&joint.wear, &worn.site[s].more, body);
      TEST_ASSERT_TRUE(all > 0);
      TEST_ASSERT_DOUBLE_WITHIN(1e-10 * all, worn.site[s].tally.volume[body], all);
    }
    double angle;
    lash_joint_worn_settle(&joint, &worn.site[s]);
    const double deep = lash_wear_deepest(&joint.wear, &worn.site[s].profile, 0, &angle);
    TEST_ASSERT_DOUBLE_WITHIN(0.07, 1.5 * LASH_PI, angle);
    TEST_ASSERT_TRUE(deep <= total.depth[0] && deep >= 0.9 * total.depth[0]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, worn.site[0].tally.volume[1] / worn.site[0].tally.volume[0]);
  static double numbers[LASH_JOINT_NUMBERS_MAX];
  const size_t count = lash_joint_numbers(&joint);
  TEST_ASSERT_TRUE(count <= sizeof numbers / sizeof *numbers);
  lash_joint_save(&joint, &memory, numbers);
  OK(lash_joint_restore(&joint, &other, numbers, count, &error));
  TEST_ASSERT_EQUAL_MEMORY(&worn, &others, sizeof worn);
  TEST_ASSERT_EQUAL_MEMORY(&memory.site, &other.site, sizeof memory.site);
  numbers[count - 3] = NAN;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_restore(&joint, &other, numbers, count, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "hole"));
}

static void worn_through_is_said(void) {
  const lash_joint joint = made(DRY WEARS "layer_i=1e-7");
  static lash_joint_worn worn;
  lash_joint_memory memory = {.worn = &worn};
  lash_joint_points points;
  lash_joint_state state;
  lash_status status = LASH_OK;
  int n = 0;
  for (; n <= 20000 && status == LASH_OK; n++) {
    const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
    const lash_frame j = {.axis = {0, 0, 1},
                          .side = {1, 0, 0},
                          .spin = {0, 0, 100},
                          .position = {0, -1.5 * clearance, 0}};
    lash_joint_begin(&joint, 1e-3 * n, &state);
    status = lash_joint_find_points(&joint, &memory, &i, &j, false, &points, state.site, &error);
    if (!status) lash_joint_commit(&joint, &memory, &state);
  }
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, status);
  TEST_ASSERT_NOT_NULL(strstr(error.message, "bearing is worn through"));
}

static void refusals(void) {
  refuse(DRY "wear=archard k_i=-1e-13", "k_i");
  refuse(DRY "wear=archard", "nothing wears");
  refuse(DRY "wear=energy k_i=1e-13", "friction");
  refuse("joint=sphere_bore Ri=0.0105 Rj=0.01 normal=hertz K=1e9 wear=archard k_i=1e-13",
         "joint=spherical");
  refuse(DRY "wear=archard k_i=1e-13 k_k=1", "did you mean");
  refuse(DRY "wear=archard k_i=1e-13 cells=100.5", "whole");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_fresh_joint_is_the_dry_one_to_the_bit);
  RUN_TEST(partials_of_the_wrenches);
  RUN_TEST(balances);
  RUN_TEST(a_closed_way_costs_nothing);
  RUN_TEST(wears_by_steps);
  RUN_TEST(worn_through_is_said);
  RUN_TEST(refusals);
  return UNITY_END();
}
