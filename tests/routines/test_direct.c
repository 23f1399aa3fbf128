/* What a routine offers a host of Lash to call in its place: the same bits as the routine, which
 * forces are not offered, and when an offer cannot tell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "reference.h"

static lash_sdk_offer offer;

void setUp(void) {
  bench_open();
  offer = (lash_sdk_offer){.function = NULL};
  host.call.offer = &offer;
}
void tearDown(void) { bench_close(); }

static int call_offer(double time, int dflag, double wrench[6], double gaps[4]) {
  const struct sLashMarker *marker[LASH_OFFER_MARKERS];
  const struct sLashNow now = {
      .time = time, .converged = host.run.time_converged, .mode = host.run.mode, .dflag = dflag};
  for (int k = 0; k < offer.markers; k++)
    marker[k] = (const struct sLashMarker *)&host.marker[offer.marker[k]]; /* laid out alike */
  return offer.function(offer.context, &now, marker, wrench, gaps);
}

/* Turns the ball's axes by a small angle about x from those of the socket. */
static void tilt(double angle) {
  double(*to)[3] = host.marker[BALL].axes, (*from)[3] = host.marker[SOCKET].axes;
  for (int k = 0; k < 3; k++) {
    to[k][0] = from[k][0];
    to[k][1] = cos(angle) * from[k][1] + sin(angle) * from[k][2];
    to[k][2] = cos(angle) * from[k][2] - sin(angle) * from[k][1];
  }
}

/* Through an impact, with trial states that are not accepted in between: two elements, one called
 * as routine, the other by its offer. */
static void same_bits_through_an_impact(const char *routine, const char *text) {
  bench_gforce asked, offered;
  double wrench[6], direct[6], gaps[4];
  int touching = 0;
  const lash_sdk_units *u = host.sdk.units;
  const double length = u ? u->length : 1, time = u ? u->time : 1;
  snprintf(host.string[1], sizeof host.string[1],
           "normal=lankarani_nikravesh K=1e9 e=0.7 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 %s",
           text);
  bench_gforce_make(&asked, routine, 7, 1, AXES);
  bench_gforce_make(&offered, routine, 8, 1, AXES);
  TEST_ASSERT_TRUE(offer.function != NULL);
  TEST_ASSERT_EQUAL_INT(3, offer.markers);
  bench_random_socket();
  tilt(0.005);
  for (int n = 0; n < 60; n++) {
    const double t = 1e-5 * n, x = 4.3e-4 + 0.6 * t - 1e3 * t * t, now = t / time;
    const double v[3] = {0.3 / length * time, 0.5 / length * time, (0.2 - 800 * t) / length * time};
    const double w[3] = {3 * time, -4 * time, 5 * time};
    for (int trial = 1; trial >= 0; trial--) {
      const double at[3] = {(0.6 * x + 3e-5 * trial) / length, 0.8 * x / length, 0};
      bench_place(at, v, w);
      bench_gforce_value(&asked, now, trial, wrench);
      TEST_ASSERT_EQUAL_INT(0, call_offer(now, trial, direct, trial ? NULL : gaps));
      TEST_ASSERT_EQUAL_INT(0, memcmp(wrench, direct, sizeof wrench));
    }
    if (!strcmp(routine, "Lash_spherical"))
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, (5e-4 - x) / length, gaps[0]);
    touching += largest(wrench, 3) > 0;
    host.run.time_converged = now;
  }
  TEST_ASSERT_TRUE(touching > 10 && touching < 60);
}

static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};

static void the_same_bits_through_an_impact(void) {
  same_bits_through_an_impact("Lash_spherical", "");
}
static void the_same_bits_with_two_bearings(void) {
  same_bits_through_an_impact("Lash_revolute", "L=0.02");
}
static void the_same_bits_in_odd_units(void) {
  host.sdk.units = &odd;
  same_bits_through_an_impact("Lash_spherical", "");
}
static void the_same_bits_with_two_bearings_in_odd_units(void) {
  host.sdk.units = &odd;
  same_bits_through_an_impact("Lash_revolute", "L=0.02");
}

/* Both ends of a journal tell their gaps. */
static void every_site_tells_its_gap(void) {
  bench_gforce g;
  double wrench[6], gaps[4] = {7, 7, 7, 7};
  const double p[3] = {1e-4, 0, 0}, rest[3] = {0};
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 L=0.02");
  bench_gforce_make(&g, "Lash_revolute", 7, 1, SOCKET);
  bench_place(p, rest, rest);
  TEST_ASSERT_EQUAL_INT(0, call_offer(0, 0, wrench, gaps));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 4e-4, gaps[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 4e-4, gaps[1]);
  TEST_ASSERT_EQUAL_DOUBLE(7, gaps[2]);
}

static bool offers(const char *text, int rm) {
  bench_gforce g;
  offer.function = NULL;
  strcpy(host.string[1], text);
  bench_gforce_make(&g, "Lash_spherical", 7, 1, rm);
  return offer.function != NULL;
}

/* What must ask the host for more than markers, or has a warning to give, is not offered. */
static void who_must_ask_makes_no_offer(void) {
#define BALL_JOINT "normal=hertz K=1e8 Ri=0.0105 Rj=0.01"
  host.state_count = 2;
  TEST_ASSERT_TRUE(offers(BALL_JOINT, AXES));
  TEST_ASSERT_TRUE(offers(BALL_JOINT " friction=lugre_n s0=1e3", AXES));
  TEST_ASSERT_FALSE(offers(BALL_JOINT, 0)); /* results in ground, which is no marker here */
  TEST_ASSERT_FALSE(offers(BALL_JOINT " friction=lugre_n s0=1e3 states=ARRAY/51", AXES));
  TEST_ASSERT_FALSE(offers(BALL_JOINT " friction=lugre_n s0=1e3 states=DIFF/60", AXES));
  TEST_ASSERT_FALSE(offers(BALL_JOINT " friction=lugre_n s0=1e5 s1=400 damping=published", AXES));
}

/* After the host has said that the statement changes (iflag 5) the offer stands for nothing. */
static void an_offer_that_is_out_of_date_cannot_tell(void) {
  bench_gforce g;
  double wrench[6];
  const double p[3] = {5.5e-4, 0, 0}, rest[3] = {0};
  strcpy(host.string[1], BALL_JOINT);
  bench_gforce_make(&g, "Lash_spherical", 7, 1, AXES);
  bench_place(p, rest, rest);
  TEST_ASSERT_EQUAL_INT(0, call_offer(0, 0, wrench, NULL));
  TEST_ASSERT_TRUE(largest(wrench, 3) > 0);
  double none[6];
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 5, none, &host.error));
  TEST_ASSERT_TRUE(call_offer(0, 0, wrench, NULL) != 0);
  strcpy(host.string[1], "normal=hertz K=2e8 Ri=0.0105 Rj=0.01");
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 3, none, &host.error));
  const double before = largest(wrench, 3);
  TEST_ASSERT_EQUAL_INT(0, call_offer(0, 0, wrench, NULL));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * before, 2 * before, largest(wrench, 3));
}

/* Where the motion must not begin the offer cannot tell, so that the routine is called, which says
 * why; from a good start on it goes everywhere. */
static void an_offer_refuses_a_start(void) {
  const double inside[3] = {1e-5, 0, 0}, beyond[3] = {2.1e-5, 0, 0}, rest[3] = {0};
  bench_gforce g;
  double wrench[6];
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.01002 Rj=0.01 L=0.01 film=short viscosity=0.05");
  bench_gforce_make(&g, "Lash_revolute", 7, 1, AXES);
  bench_place(beyond, rest, rest);
  TEST_ASSERT_EQUAL_INT(1, call_offer(0, 0, wrench, NULL));
  bench_place(inside, rest, rest);
  TEST_ASSERT_EQUAL_INT(0, call_offer(0, 0, wrench, NULL));
  bench_place(beyond, rest, rest);
  TEST_ASSERT_EQUAL_INT(0, call_offer(1e-3, 0, wrench, NULL));
  TEST_ASSERT_TRUE(largest(wrench, 3) > 0.5 * 1e8 * pow(1e-6, 1.5));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_same_bits_through_an_impact);
  RUN_TEST(the_same_bits_with_two_bearings);
  RUN_TEST(the_same_bits_in_odd_units);
  RUN_TEST(the_same_bits_with_two_bearings_in_odd_units);
  RUN_TEST(every_site_tells_its_gap);
  RUN_TEST(who_must_ask_makes_no_offer);
  RUN_TEST(an_offer_that_is_out_of_date_cannot_tell);
  RUN_TEST(an_offer_refuses_a_start);
  return UNITY_END();
}
