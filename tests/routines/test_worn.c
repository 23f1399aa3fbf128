/* Joints that wear, as their host sees them: forces of worn surfaces, what a REQUEST tells of them,
 * what accepted steps take away, and what is saved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "lash_joint.h"
#include "lash_space.h"
#include "reference.h"

#define JOURNAL "joint=revolute Ri=0.01005 Rj=0.01 L=0.012 normal=hertz K=1e9 "
#define BALL_IN "joint=spherical Ri=0.01005 Rj=0.01 normal=hertz K=1e9 "

static const double PI = 3.14159265358979323846, C = 5e-5, R = 0.01, END = 0.006; /* half of L */
static const lash_sdk_units si = {.length = 1, .mass = 1, .time = 1, .force = 1};
static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};

/* Columns of REQUEST with site -2. */
enum { DEPTH_I, ANGLE_I, DEPTH_J, ANGLE_J, VOLUME_I, VOLUME_J, BALANCE };

static bench_gforce g;
static lash_joint joint; /* of the same words, worn as we say */
static lash_joint_worn worn;
static lash_joint_memory memory;

void setUp(void) {
  bench_open();
  host.sdk.units = &si;
}
void tearDown(void) { bench_close(); }

static void begin(const char *text) {
  strcpy(host.string[1], text);
  OK(lash_joint_make(&joint, text, &host.error));
  memset(&worn, 0, sizeof worn);
  memory = (lash_joint_memory){.started = 1, .stepped = 1, .worn = &worn};
  bench_gforce_make(&g, "Gfosub", 7, 1, AXES);
}

/* The element takes over what our memory holds, as when a saved run is reloaded: its numbers are
 * what is saved last. */
static void hand_over(void) {
  const size_t count = lash_joint_numbers(&joint), bytes = count * sizeof(double);
  double *numbers = malloc(bytes), wrench[6];
  lash_sdk_store store = {0};
  host.call.store = &store;
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 7, wrench, &host.error));
  TEST_ASSERT_TRUE(numbers && store.count > bytes);
  lash_joint_save(&joint, &memory, numbers);
  memcpy(store.bytes + store.count - bytes, numbers, bytes);
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 9, wrench, &host.error));
  host.call.store = NULL;
  lash_sdk_store_free(&store);
  free(numbers);
}

static void ask(double out[8]) {
  const lash_routine request = bench_routine(LASH_REQSUB, "Reqsub");
  const double par[] = {1, 7, -2};
  const struct sAdamsRequest r = {1, 3, par, "", {0}};
  OK(lash_call_request(&request, &host.call, &r, host.run.time_converged, 0, out, &host.error));
}

/* ------------------------------------------------------------------------------------- surfaces */

/* A bearing worn by most (1 + cos(phi - phi of `cell`))/2, a journal by waves; the journal's last
 * part has not been seen by the gap yet. */
static void wear_journal(int site, double most, size_t cell) {
  lash_joint_worn_site *w = &worn.site[site];
  const size_t cells = joint.wear.cells;
  for (size_t k = 0; k < cells; k++) {
    const double phi = 2 * PI * (double)k / (double)cells;
    const double off = 2 * PI * ((double)k - (double)cell) / (double)cells;
    w->profile.depth[0][k] = 0.5 * most * (1 + cos(off));
    w->profile.depth[1][k] = 0.3 * most * (1 + cos(3 * phi - site));
    w->more.depth[1][k] = 0.2 * most * (1 + cos(phi - 2));
  }
}

/* What the account says of the whole: these parts of what is gone. */
static void account(double bearing, double journal) {
  for (int site = 0; site < 2; site++) {
    lash_joint_worn_site seen = worn.site[site];
    lash_joint_worn_settle(&joint, &seen);
    worn.site[site].tally.volume[0] =
        bearing * lash_wear_volume(&joint.wear, &worn.site[site].profile, 0);
    worn.site[site].tally.volume[1] = journal * lash_wear_volume(&joint.wear, &seen.profile, 1);
  }
}

/* The direction of one point of the socket's grid, which lies on no axis: on the face -y. */
static void towards(double n[3]) {
  n[0] = joint.wear.tangent[3], n[1] = -1, n[2] = joint.wear.tangent[9];
  normalise3(n);
}

/* Worn by most (1 + n . towards)/2, half of it not seen by the gap yet. */
static void wear_socket(double most, double ball) {
  const size_t rows = joint.wear.face + 1;
  double there[3], n[3];
  towards(there);
  for (size_t f = 0, at = 0; f < LASH_WEAR_FACES; f++) {
    for (size_t a = 0; a < rows; a++) {
      for (size_t b = 0; b < rows; b++, at++) {
        n[f / 2] = f % 2 ? -1 : 1;
        n[(f / 2 + 1) % 3] = joint.wear.tangent[a], n[(f / 2 + 2) % 3] = joint.wear.tangent[b];
        normalise3(n);
        worn.socket.profile.depth[at] = worn.socket.more.depth[at] =
            0.25 * most * (1 + dot3(n, there));
      }
    }
  }
  worn.socket.profile.ball = 0.7 * ball, worn.socket.more.ball = 0.3 * ball;
}

/* --------------------------------------------------------------------------------------- forces */

/* Turns the ball's axes from the socket's: by any angle about z, by `tilt` about x. */
static void turn_ball(double psi, double tilt) {
  double(*to)[3] = host.marker[BALL].axes, (*from)[3] = host.marker[SOCKET].axes;
  const double c = cos(psi), s = sin(psi), ct = cos(tilt), st = sin(tilt);
  for (int k = 0; k < 3; k++) {
    const double x = from[k][0], y = ct * from[k][1] + st * from[k][2];
    to[k][2] = ct * from[k][2] - st * from[k][1];
    to[k][0] = c * x + s * y;
    to[k][1] = c * y - s * x;
  }
}

/* The routine's wrench is that of the joint at the motion which the host measures. */
static void compare_forces(double tilt) {
  int touching = 0, changed = 0;
  for (int n = 0; n < 60; n++) {
    double p[3], v[3], w[3], wrench[6], speed[6];
    lash_frame outer = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, inner;
    lash_joint_points points;
    lash_joint_state now;
    lash_joint_force force;
    bench_random_socket();
    turn_ball(3 * bench_random(), tilt * bench_random());
    for (int k = 0; k < 3; k++) p[k] = bench_random(), v[k] = 0.01 * bench_random();
    for (int k = 0; k < 3; k++) w[k] = bench_random();
    p[2] *= tilt > 0 ? 0 : 1;
    scale3(C * (1.3 + 0.3 * bench_random()) / norm3(p), p, p);
    bench_place(p, v, w);
    bench_gforce_value(&g, 0, 1, wrench);
    measure("TDISP", BALL, SOCKET, 3, inner.position);
    measure("UVZ", BALL, SOCKET, 2, inner.axis);
    measure("UVX", BALL, SOCKET, 2, inner.side);
    measure("VEL", BALL, SOCKET, 4, speed);
    copy3(speed, inner.velocity);
    copy3(speed + 3, inner.spin);
    lash_joint_begin(&joint, 0, &now);
    OK(lash_joint_find_points(&joint, &memory, &outer, &inner, false, &points, now.site,
                              &host.error));
    lash_joint_force_at(&joint, &memory, &points, &now, false, &force);
    if (!(now.site[0].delta > 0.02 * C)) continue;
    touching++;
    reference_compare(wrench, &force.on_outer, 1e-9);
    const double pressed = norm3(force.on_outer.force);
    lash_joint_memory fresh = memory; /* it is not the fresh joint's force */
    fresh.worn = NULL;
    OK(lash_joint_find_points(&joint, &fresh, &outer, &inner, false, &points, now.site,
                              &host.error));
    lash_joint_force_at(&joint, &fresh, &points, &now, false, &force);
    changed += fabs(norm3(force.on_outer.force) - pressed) > 1e-3 * pressed;
  }
  TEST_ASSERT_TRUE(touching > 20 && changed == touching);
}

static void forces_of_a_worn_journal(void) {
  begin(JOURNAL "wear=archard k_i=1e-13 k_j=2e-13 cells=96");
  wear_journal(0, 0.2 * C, 24);
  wear_journal(1, 0.1 * C, 40);
  account(1, 1);
  hand_over();
  compare_forces(1e-4);
}

static void forces_of_a_worn_socket(void) {
  begin(BALL_IN "wear=archard k_i=1e-13 k_j=2e-13 cells=48");
  wear_socket(0.2 * C, 0.02 * C);
  worn.socket.tally.volume[0] = 1e-12;
  hand_over();
  compare_forces(0);
}

/* ------------------------------------------------------------------------------------- requests */

/* Of the two ends the deeper counts, on either body; volumes are sums; the balance tells by which
 * part they are off the account, of the body where it is more. */
static void columns_of_a_worn_journal(void) {
  const double most = 0.3 * C, angle = 0.5 * PI; /* at cell 24 of 96 */
  for (int units = 0; units < 2; units++) {
    const lash_sdk_units *u = units ? &odd : &si;
    const double cube = u->length * u->length * u->length;
    host.sdk.units = u;
    for (int deeper = 0; deeper < 2; deeper++) {
      double out[8], expected, at, journal = 0;
      begin(JOURNAL "wear=archard k_i=1e-13 k_j=2e-13 cells=96");
      wear_journal(deeper, most, 24);
      wear_journal(!deeper, 0.5 * most, 48);
      account(deeper ? 1 / 1.1 : 1 / 1.2, deeper ? 1 / 0.85 : 1 / 1.1);
      hand_over();
      ask(out);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * most / u->length, most / u->length, out[DEPTH_I]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, angle, out[ANGLE_I]);
      /* the mean depth is half the greatest */
      const double gone = 2 * PI * R * END * (0.5 * most + 0.25 * most);
      TEST_ASSERT_DOUBLE_WITHIN(0.01 * gone / cube, gone / cube, out[VOLUME_I]);
      for (int site = 0; site < 2; site++) {
        lash_joint_worn_settle(&joint, &worn.site[site]);
        journal += lash_wear_volume(&joint.wear, &worn.site[site].profile, 1);
      }
      expected = lash_wear_deepest(&joint.wear, &worn.site[deeper].profile, 1, &at);
      TEST_ASSERT_TRUE(expected > 0.5 * most && fabs(at) > 0.1);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * expected / u->length, expected / u->length, out[DEPTH_J]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, at, out[ANGLE_J]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9 * journal / cube, journal / cube, out[VOLUME_J]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, deeper ? 0.15 : 0.2, out[BALANCE]);
    }
  }
}

static void columns_of_a_worn_socket(void) {
  const double most = 0.3 * C, ball = 0.05 * C;
  double there[3], out[8];
  for (int units = 0; units < 2; units++) {
    const lash_sdk_units *u = units ? &odd : &si;
    const double length = u->length, cube = length * length * length;
    host.sdk.units = u;
    begin(BALL_IN "wear=archard k_i=1e-13 k_j=2e-13 cells=48");
    wear_socket(most, ball);
    towards(there);
    lash_joint_worn_socket all = worn.socket;
    lash_joint_worn_socket_settle(&joint, &all);
    for (int body = 0; body < 2; body++) {
      const double off = body == units ? 1.3 : 1.1;
      worn.socket.tally.volume[body] =
          lash_wear_socket_volume(&joint.wear, &all.profile, body) / off;
    }
    hand_over();
    ask(out);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * most / length, most / length, out[DEPTH_I]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, atan2(there[1], there[0]), out[ANGLE_I]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, acos(there[2]), out[ANGLE_J]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * ball / length, ball / length, out[DEPTH_J]);
    /* of the whole sphere the mean depth is half the greatest */
    const double sphere = 4 * PI * R * R;
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * 0.5 * most * sphere / cube, 0.5 * most * sphere / cube,
                              out[VOLUME_I]);
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * ball * sphere / cube, ball * sphere / cube, out[VOLUME_J]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.3, out[BALANCE]);
  }
}

/* Nothing has gone yet: no place is the deepest, and there is nothing to balance. */
static void fresh_surfaces(void) {
  static const char *const texts[] = {JOURNAL "wear=archard k_i=1e-13 k_j=2e-13 cells=96",
                                      BALL_IN "wear=archard k_i=1e-13 k_j=2e-13 cells=48"};
  for (int n = 0; n < 2; n++) {
    double out[8];
    begin(texts[n]);
    hand_over();
    ask(out);
    for (int k = 0; k < 8; k++) TEST_ASSERT_EQUAL_DOUBLE(0, out[k]);
  }
}

/* ---------------------------------------------------------------------------------------- steps */

static void turn_in_place(double t) {
  const double angle = 10 * t, p[3] = {0, -1.2 * C / host.sdk.units->length, 0}, still[3] = {0};
  const double w[3] = {0, 0, 10 * host.sdk.units->time};
  turn_ball(angle, 0);
  bench_place(p, still, w);
}

/* Archard: volume = k (pressure over the arc) (way slid). A journal that overlaps by o = r cos(phi)
 * - c presses on the arc cos(a) = c/r; the sum of its pressures over the load is 2 (sin(a) - a
 * cos(a))/(a - sin(a) cos(a)), and where it is deepest the pressure is N (1 - cos(a))/(R L (a -
 * sin(a) cos(a))). What the last half step wears comes with the next. */
static void steps_wear_the_surfaces(void) {
  static const char words[] = JOURNAL "wear=archard k_i=1e-13 k_j=2e-13 cells=512";
  const double h = 1e-3, a = acos(1 / 1.2), k_i = 1e-13, k_j = 2e-13;
  const double N = 1e9 * pow(0.2 * C, 1.5), way = 10 * R * 9.5 * h;
  const double arc = a - sin(a) * cos(a);
  const double gone = k_i * N * way * 2 * (sin(a) - a * cos(a)) / arc;
  const double deep = k_i * way * N * (1 - cos(a)) / (R * 2 * END * arc);
  for (int units = 0; units < 2; units++) {
    const lash_sdk_units *u = units ? &odd : &si;
    const double length = u->length, cube = length * length * length;
    double wrench[6], out[8], again[8];
    lash_sdk_store store = {0};
    host.sdk.units = u;
    host.run.time_converged = 0;
    begin(words);
    for (int n = 0; n <= 10; n++) {
      turn_in_place(n * h);
      bench_gforce_value(&g, n * h / u->time, 0, wrench);
      host.run.time_converged = n * h / u->time;
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * N, N, largest(wrench, 3) * u->force);
    ask(out); /* the newest step has been accepted, and nobody has asked for a force since */
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * deep / length, deep / length, out[DEPTH_I]);
    TEST_ASSERT_DOUBLE_WITHIN(0.02, 0, remainder(out[ANGLE_I] + 0.5 * PI, 2 * PI));
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * gone / cube, gone / cube, out[VOLUME_I]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, k_j / k_i, out[VOLUME_J] / out[VOLUME_I]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, out[BALANCE]);
    host.call.store = &store;
    OK(lash_call_gforce(&g.routine, &host.call, &g.element, 10 * h / u->time, 0, 7, wrench,
                        &host.error));
    begin(words); /* a new process would start so */
    OK(lash_call_gforce(&g.routine, &host.call, &g.element, 10 * h / u->time, 0, 9, wrench,
                        &host.error));
    host.call.store = NULL;
    lash_sdk_store_free(&store);
    ask(again);
    TEST_ASSERT_EQUAL_MEMORY(out, again, sizeof out);
  }
}

/* A film does not know of the wear: that is said once, as the joint is set up. */
static void oil_over_worn_surfaces_is_told(void) {
  static const char *const texts[] = {
      JOURNAL "film=short viscosity=0.05 wear=archard k_i=1e-13",
      JOURNAL "wear=archard k_i=1e-13",
      JOURNAL "film=short viscosity=0.05",
  };
  for (int n = 0; n < 3; n++) {
    host.messages = 0;
    begin(texts[n]);
    TEST_ASSERT_EQUAL_INT(n == 0, host.messages);
    if (n) continue;
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "GFORCE/7"), host.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "film=short"), host.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "wear=archard"), host.message);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(forces_of_a_worn_journal);
  RUN_TEST(forces_of_a_worn_socket);
  RUN_TEST(columns_of_a_worn_journal);
  RUN_TEST(columns_of_a_worn_socket);
  RUN_TEST(fresh_surfaces);
  RUN_TEST(steps_wear_the_surfaces);
  RUN_TEST(oil_over_worn_surfaces_is_told);
  return UNITY_END();
}
