/* A ball that wears its socket: fresh limit, partials of the wrenches, balances, memory, wear by
 * steps, refusals. */
#include "lash_math.h"
#include "worn.h"

void setUp(void) {}
void tearDown(void) {}

#define DRY   "joint=spherical Ri=0.01005 Rj=0.01 normal=hertz K=1e9 "
#define RUBS  "friction=ambrosio mu=0.2 friction.v0=1e-3 friction.v1=1e-2 "
#define WEARS "wear=archard k_i=1e-13 k_j=2e-13 cells=48 "

static const double clearance = 5e-5;

/* A socket anywhere, and a ball in it that overlaps by up to a clearance. */
static void place(uint64_t *seed, lash_frame *i, lash_frame *j) {
  *i = (lash_frame){.axis = {0, 0, 1}, .side = {1, 0, 0}};
  const double all[3] = {3 * unit(seed), 3 * unit(seed), 3 * unit(seed)};
  turn_frame(i, all);
  *j = *i;
  double way[3] = {unit(seed), unit(seed), unit(seed)};
  normalise3(way);
  scale3(clearance * (1.1 + splitmix64_unit(seed)), way, j->position);
  for (int k = 0; k < 3; k++) {
    i->spin[k] = 5 * unit(seed);
    j->spin[k] = 20 * unit(seed);
    j->velocity[k] = 1e-2 * unit(seed);
  }
}

/* Smooth over the sphere: a point's depth follows from where it is. */
static void wave(const lash_joint *joint, uint64_t *seed, lash_joint_memory *memory) {
  static lash_joint_worn worn;
  const lash_wear *wear = &joint->wear;
  memset(&worn, 0, sizeof worn);
  *memory = (lash_joint_memory){.worn = &worn};
  const double p[3] = {6 * unit(seed), 6 * unit(seed), 6 * unit(seed)};
  const size_t rows = wear->face + 1;
  for (size_t f = 0, at = 0; f < LASH_WEAR_FACES; f++)
    for (size_t a = 0; a < rows; a++)
      for (size_t b = 0; b < rows; b++, at++) {
        double n[3];
        n[f / 2] = f % 2 ? -1 : 1;
        n[(f / 2 + 1) % 3] = wear->tangent[a], n[(f / 2 + 2) % 3] = wear->tangent[b];
        normalise3(n);
        worn.socket.profile.depth[at] =
            0.2 * clearance *
            (1 + 0.5 * sin(3 * n[0] + p[0]) * cos(2 * n[1] + p[1]) + 0.3 * sin(4 * n[2] + p[2]));
      }
  worn.socket.profile.ball = 0.05 * clearance;
  worn.socket.tally.volume[0] = lash_wear_socket_volume(wear, &worn.socket.profile, 0);
}

/* ---------------------------------------------------------------------------------------- tests */

static void a_fresh_joint_is_the_dry_one_to_the_bit(void) {
  const lash_joint dry = made(DRY RUBS), worn = made(DRY RUBS WEARS);
  same_to_the_bit(&dry, &worn, place);
}

static void partials_of_the_wrenches(void) {
  const lash_joint joint = made(DRY RUBS WEARS "spin=hertz ");
  static const double size[6] = {1e-11, 1e-5, 1e-7, 1e-7, 1e-3, 1e-3};
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, partials_off(&joint, wave, place, size, 20));
}

/* Action and reaction share one line, the power is what the memory counts, and the rate of the
 * depth is what the force works on. */
static void balances(void) {
  const lash_joint joint = made(DRY WEARS);
  static lash_joint_memory memory;
  uint64_t seed = 11;
  wave(&joint, &seed, &memory);
  for (int n = 0; n < 300; n++) {
    lash_frame i, j;
    lash_joint_points points;
    lash_joint_state state, ends[2];
    lash_joint_force f;
    place(&seed, &i, &j);
    if (!force_at(&joint, &memory, &i, &j, false, &points, &state, &f)) continue;
    double arm[3], net[3], power = 0, size = norm3(f.on_inner.force);
    sub3(j.position, i.position, arm);
    cross3(arm, f.on_inner.force, net);
    for (int k = 0; k < 3; k++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * size, -f.on_outer.force[k], f.on_inner.force[k]);
      net[k] += f.on_outer.torque[k] + f.on_inner.torque[k];
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * size, 0, net[k]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * size, 0, f.on_inner.torque[k]);
      power += f.on_inner.force[k] * j.velocity[k] + f.on_outer.force[k] * i.velocity[k] +
               f.on_inner.torque[k] * j.spin[k] + f.on_outer.torque[k] * i.spin[k];
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-11 * size, -f.load[0].point.normal * state.site[0].v, power);
    const double h = 1e-7;
    for (int e = 0; e < 2; e++) {
      lash_frame i2 = i, j2 = j;
      const double t = e ? h : -h;
      double turn[3];
      axpy3(t, i.velocity, i2.position), axpy3(t, j.velocity, j2.position);
      scale3(t, i.spin, turn), turn_frame(&i2, turn);
      lash_joint_force ignored;
      force_at(&joint, &memory, &i2, &j2, false, &points, &ends[e], &ignored);
    }
    const double rate = (ends[1].site[0].delta - ends[0].site[0].delta) / (2 * h);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * (1e-3 + fabs(rate)), rate,
                              state.site[0].share * state.site[0].v);
  }
}

/* An elastic worn joint gives back on a closed way what it took. */
static void a_closed_way_costs_nothing(void) {
  const lash_joint joint = made(DRY WEARS);
  static lash_joint_memory memory;
  uint64_t seed = 23;
  wave(&joint, &seed, &memory);
  double work = 0, most = 0;
  enum { STEPS = 20000 };
  for (int n = 0; n < STEPS; n++) {
    const double t = 2 * LASH_PI * (n + 0.5) / STEPS, r = 1.6 * clearance, w = 2 * LASH_PI / STEPS;
    const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
    lash_frame j = i;
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force f;
    store3(r * cos(t), r * sin(t), 0.5 * r * sin(2 * t), j.position);
    const double rate[3] = {-r * sin(t), r * cos(t), r * cos(2 * t)};
    force_at(&joint, &memory, &i, &j, false, &points, &state, &f);
    work += dot3(f.on_inner.force, rate) * w;
    most = fmax(most, fabs(work));
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6 * most, fabs(work));
}

/* Rides over the worn surface; says how the run went. */
static lash_status ride(const lash_joint *joint, lash_joint_memory *memory, int steps) {
  lash_joint_points points;
  lash_joint_state state;
  lash_status status = LASH_OK;
  const double h = 1e-3;
  for (int n = 0; n <= steps && !status; n++) {
    const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
    const lash_frame j = {.axis = {0, 0, 1},
                          .side = {1, 0, 0},
                          .spin = {30 * sin(3 * h * n), 20, 10},
                          .position = {0, 0, -1.3 * clearance}};
    lash_joint_begin(joint, h * n, &state);
    status = lash_joint_find_points(joint, memory, &i, &j, false, &points, state.site, &error);
    if (!status) lash_joint_commit(joint, memory, &state);
  }
  return status;
}

static void wears_by_steps(void) {
  const lash_joint joint = made(DRY WEARS);
  static lash_joint_worn worn, others;
  lash_joint_memory memory = {.worn = &worn}, other = {.worn = &others};
  OK(ride(&joint, &memory, 400));
  for (int body = 0; body < 2; body++) {
    const double all = lash_wear_socket_volume(&joint.wear, &worn.socket.profile, body) +
                       lash_wear_socket_volume(&joint.wear, &worn.socket.more, body);
    TEST_ASSERT_TRUE(all > 0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * all, worn.socket.tally.volume[body], all);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, worn.socket.tally.volume[1] / worn.socket.tally.volume[0]);
  double n[3];
  lash_joint_worn_total total; /* also of what the gap does not see yet */
  lash_joint_worn_sum(&joint, &worn, &total);
  for (int body = 0; body < 2; body++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * total.counted[body], total.counted[body], total.volume[body]);
  static double numbers[LASH_JOINT_NUMBERS_MAX];
  const size_t count = lash_joint_numbers(&joint);
  TEST_ASSERT_TRUE(count <= LASH_JOINT_NUMBERS_MAX);
  lash_joint_save(&joint, &memory, numbers);
  OK(lash_joint_restore(&joint, &other, numbers, count, &error));
  TEST_ASSERT_EQUAL_MEMORY(&worn.socket, &others.socket, sizeof worn.socket);
  TEST_ASSERT_EQUAL_MEMORY(&memory.site, &other.site, sizeof memory.site);
  lash_joint_worn_socket_settle(&joint, &worn.socket);
  lash_wear_socket_deepest(&joint.wear, &worn.socket.profile, n);
  TEST_ASSERT_TRUE(n[2] < -0.8);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, acos(n[2]), total.angle[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, atan2(n[1], n[0]), total.angle[0]);
  TEST_ASSERT_EQUAL_DOUBLE(worn.socket.profile.ball, total.depth[1]);
  numbers[count - 3] = NAN;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_restore(&joint, &other, numbers, count, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "hole"));
}

/* The ball that slides at v under the load N for t: k int p v dA dt from the surface as it is. */
static void speeds_are_those_of_the_motion(void) {
  const lash_joint joint = made(
      "joint=spherical Ri=0.01005 Rj=0.01 normal=hertz K=1e9 "
      "wear=archard k_i=1e-16 k_j=1e-16");
  static lash_joint_worn worn;
  static lash_wear_socket fresh, to;
  lash_joint_memory memory = {.worn = &worn};
  OK(ride(&joint, &memory, 1));
  const lash_wear_ride at = {.e = {0, 0, -1.3 * clearance}, .w = {30 * sin(3e-3), 20, 10}};
  lash_wear_tally tally = {.volume = {0}};
  /* half a step with either state's motion */
  const lash_wear_ride before = {.e = {0, 0, -1.3 * clearance}, .w = {0, 20, 10}};
  const double load = memory.site[0].normal;
  lash_wear_socket_take(&joint.wear, &fresh, &before, load, 0.5e-3, 0, &to, &tally);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * tally.volume[0], tally.volume[0], worn.socket.tally.volume[0]);
  for (int k = 0; k < 3; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, at.w[k], worn.socket.ride.w[k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, worn.socket.ride.u[k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-18, at.e[k], worn.socket.ride.e[k]);
  }
}

static void worn_through_is_said(void) {
  static lash_joint_worn worn;
  lash_joint_memory memory = {.worn = &worn};
  const lash_joint socket = made(DRY WEARS "layer_i=1e-7"), ball = made(DRY WEARS "layer_j=1e-8");
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, ride(&socket, &memory, 20000));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "socket is worn through towards"));
  memset(&worn, 0, sizeof worn);
  memory = (lash_joint_memory){.worn = &worn};
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, ride(&ball, &memory, 20000));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "ball is worn through"));
}

static void refusals(void) {
  refuse(DRY "wear=archard k_i=1e-13 cells=128", "64");
  refuse(DRY "wear=archard k_i=1e-13 pressure=persson modulus=1e11", "winkler");
  refuse(DRY "wear=energy k_i=1e-13", "friction");
  refuse(DRY "wear=archard k_i=-1e-13", "k_i");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_fresh_joint_is_the_dry_one_to_the_bit);
  RUN_TEST(partials_of_the_wrenches);
  RUN_TEST(balances);
  RUN_TEST(a_closed_way_costs_nothing);
  RUN_TEST(wears_by_steps);
  RUN_TEST(speeds_are_those_of_the_motion);
  RUN_TEST(worn_through_is_said);
  RUN_TEST(refusals);
  return UNITY_END();
}
