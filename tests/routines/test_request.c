/* REQUEST columns: penetration, rate, approach speed, normal force, friction, phase, energy,
 * impacts; each against the closed form of a simple motion. */
#include <math.h>
#include <string.h>

#include "bench.h"
#include "lash_memory.h"
#include "reference.h"

static lash_routine request;

void setUp(void) {
  bench_open();
  request = bench_routine(LASH_REQSUB, "Reqsub");
}
void tearDown(void) { bench_close(); }

static void ask(double element, double site, double time, double out[8]) {
  const double par[] = {1, element, site};
  const struct sAdamsRequest r = {1, 3, par, "", {0}};
  OK(lash_call_request(&request, &host.call, &r, time, 0, out, &host.error));
}

/* A ball that swings along x in its socket, x = 0.6 mm sin(w t), clearance 0.5 mm; the spring of
 * the wall is linear. Slides along y with 0.1 m/s under Coulomb friction of coefficient 0.1. */
static const double A = 6e-4, C = 5e-4, W = 100, K = 1e6, MU = 0.1;

static void swing(double t) {
  const double p[3] = {A * sin(W * t), 0, 0}, v[3] = {A * W * cos(W * t), 0.1, 0}, w[3] = {0};
  bench_place(p, v, w);
}

static void columns_of_a_swing(void) {
  bench_gforce g;
  double out[8], wrench[6], h = 1e-5;
  strcpy(host.string[1], "normal=hertz K=1e6 n=1 Ri=0.0105 Rj=0.01 friction=coulomb mu_k=0.1");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, SOCKET);
  double touch = asin(C / A) / W, quarter = 1.5707963267948966 / W, energy = 0;
  bool seen[3] = {false, false, false};
  int impacts = 0;
  for (int n = 0; n <= 4000; n++) { /* 40 ms: contact at +x, -x and +x's start again */
    double t = n * h, turn = fmod(t, 2 * quarter);
    swing(t);
    bench_gforce_value(&g, t, 0, wrench);
    host.run.time_converged = t;
    ask(7, 1, t, out);
    double x = A * sin(W * t), u = A * W * cos(W * t) * (x > 0 ? 1 : -1);
    double delta = fabs(x) - C, normal = delta > 0 ? K * delta : 0;
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, delta, out[0]);
    if (fabs(x) > 1e-6) TEST_ASSERT_DOUBLE_WITHIN(1e-12, u, out[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, normal, out[3]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, MU * normal, out[4]);
    bool contact = delta > 0;
    if (contact) TEST_ASSERT_DOUBLE_WITHIN(1e-6, A * W * cos(W * touch), out[2]);
    TEST_ASSERT_EQUAL_INT(contact ? LASH_PHASE_IMPACT : LASH_PHASE_FREE, (int)out[5]);
    seen[(int)out[5]] = true;
    if (turn >= touch && turn < touch + h) impacts++;
    energy += h * MU * normal * 0.1; /* what is left after a swing: friction alone */
    if (!contact) TEST_ASSERT_DOUBLE_WITHIN(1e-4 * energy + 1e-12, energy, out[6]);
  }
  TEST_ASSERT_TRUE(seen[LASH_PHASE_FREE] && seen[LASH_PHASE_IMPACT]);
  TEST_ASSERT_EQUAL_DOUBLE(impacts, out[7]);
}

/* Contact that is there from the start follows; it was never an impact. */
static void following(void) {
  bench_gforce g;
  double out[8], wrench[6];
  const double p[3] = {5.5e-4, 0, 0}, v[3] = {0}, w[3] = {0};
  strcpy(host.string[1], "normal=hertz K=1e6 n=1 Ri=0.0105 Rj=0.01");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, SOCKET);
  bench_place(p, v, w);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, 0, 0, out);
  TEST_ASSERT_EQUAL_INT(LASH_PHASE_FOLLOWING, (int)out[5]);
  TEST_ASSERT_EQUAL_DOUBLE(0, out[7]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 50, out[3]);
}

/* A journal that is not tilted bears on both ends alike; the whole joint carries their sum. */
static void sites_and_their_sum(void) {
  bench_gforce g;
  double whole[8], first[8], second[8], wrench[6];
  const double p[3] = {5.5e-4, 0, 0}, v[3] = {0, 0.2, 0}, w[3] = {0};
  strcpy(host.string[1],
         "normal=hertz K=1e6 n=1 Ri=0.0105 Rj=0.01 L=0.02 friction=coulomb mu_k=0.1");
  bench_gforce_make(&g, "Lash_revolute", 7, 1, SOCKET);
  bench_place(p, v, w);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, 0, 0, whole);
  ask(7, 1, 0, first);
  ask(7, 2, 0, second);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 50, whole[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 5, whole[4]);
  for (int k = 3; k < 5; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, whole[k] / 2, first[k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, whole[k] / 2, second[k]);
  }
  TEST_ASSERT_EQUAL_DOUBLE(first[0], whole[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 50, wrench[0]);
}

/* Oil: the journal of 10 mm in its bearing, half-way to the wall, at 100 rad/s; numbers of the
 * closed form, pressure from the formula p = (3 mu L^2/(2 h^3)) V.n at the angle where it is
 * greatest. */
static void oil_of_a_journal(void) {
  bench_gforce g;
  double out[8], wrench[6];
  const double p[3] = {10e-6, 0, 0}, v[3] = {0}, w[3] = {0, 0, 100};
  strcpy(host.string[1], "normal=hertz K=1e6 Ri=0.01002 Rj=0.01 L=0.01 film=short viscosity=0.05");
  bench_gforce_make(&g, "Lash_revolute", 7, 1, SOCKET);
  bench_place(p, v, w);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, -1, 0, out);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 10e-6, out[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.5, out[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, hypot(55.55555555556, 75.57497350976), out[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.01851586850989, out[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1.851586850989, out[4]);
  double best = 0;
  for (int k = 0; k < 20000; k++) {
    const double a = 3.14159265358979 * k / 10000, h = 20e-6 * (1 - 0.5 * cos(a));
    best = fmax(best, 1.5 * 0.05 * 1e-4 / (h * h * h) * -50 * 10e-6 * sin(a));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * best, best, out[5]);
  TEST_ASSERT_EQUAL_DOUBLE(0, out[6]);
}

/* A journal that is tilted presses most at one end; tilted the other way, at the other: alike. */
static void oil_of_a_tilted_journal(void) {
  bench_gforce g;
  double straight[8], out[2][8], wrench[6];
  const double p[3] = {10e-6, 0, 0}, v[3] = {0}, w[3] = {0, 0, 100};
  strcpy(host.string[1], "normal=hertz K=1e6 Ri=0.01002 Rj=0.01 L=0.01 film=short viscosity=0.05");
  bench_gforce_make(&g, "Lash_revolute", 7, 1, SOCKET);
  bench_place(p, v, w);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, -1, 0, straight);
  for (int way = 0; way < 2; way++) {
    const double a = way ? -1e-3 : 1e-3;
    const double axes[3][3] = {{cos(a), 0, sin(a)}, {0, 1, 0}, {-sin(a), 0, cos(a)}};
    memcpy(host.marker[BALL].axes, axes, sizeof axes);
    bench_gforce_value(&g, 0, 1, wrench);
    ask(7, -1, 0, out[way]);
  }
  TEST_ASSERT_TRUE(out[0][5] > 1.2 * straight[5]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * out[0][5], out[0][5], out[1][5]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * out[0][0], out[0][0], out[1][0]);
}

/* The same oil in a host with units of its own; and at rest it does not press. */
static void oil_in_other_units(void) {
  static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};
  const double unit[7] = {odd.length,
                          1,
                          odd.force,
                          odd.force * odd.length,
                          odd.force * odd.length / odd.time,
                          odd.force / (odd.length * odd.length),
                          1};
  const double p[3] = {10e-6 / odd.length, 0, 0}, v[3] = {0}, w[3] = {0, 0, 100 * odd.time};
  const double si[7] = {
      10e-6, 0.5, hypot(55.55555555556, 75.57497350976), -0.01851586850989, 1.851586850989, NAN, 0};
  bench_gforce g;
  double out[8], wrench[6];
  host.sdk.units = &odd;
  strcpy(host.string[1], "normal=hertz K=1e6 Ri=0.01002 Rj=0.01 L=0.01 film=short viscosity=0.05");
  bench_gforce_make(&g, "Lash_revolute", 7, 1, SOCKET);
  bench_place(p, v, w);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, -1, 0, out);
  for (int k = 0; k < 7; k++)
    if (k != 5) TEST_ASSERT_DOUBLE_WITHIN(1e-9 * fabs(si[k]), si[k], out[k] * unit[k]);
  double best = 0;
  for (int k = 0; k < 20000; k++) {
    const double a = 3.14159265358979 * k / 10000, h = 20e-6 * (1 - 0.5 * cos(a));
    best = fmax(best, 1.5 * 0.05 * 1e-4 / (h * h * h) * -50 * 10e-6 * sin(a));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * best, best, out[5] * unit[5]);
  bench_place(p, v, v);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, -1, 0, out);
  for (int k = 2; k < 6; k++) TEST_ASSERT_EQUAL_DOUBLE(0, out[k]);
}

/* A statement or an element that is none of this library's ends the run in words; so does a site
 * that the joint does not have. */
static void what_is_not_there_is_told(void) {
  static const struct {
    double par[3];
    int npar;
  } wrong[] = {{{0, 7, 0}, 3}, {{99, 7, 0}, 3}, {{-1, 7, 0}, 3}, {{2, 7, 0}, 3}, {{6, 6, 0}, 3},
               {{1, 8, 0}, 3}, {{1, 7, 2}, 3},  {{1, 7, 0}, 1},  {{1, 7, 0}, 0}};
  bench_gforce g;
  double out[8], wrench[6];
  const double p[3] = {5.5e-4, 0, 0}, rest[3] = {0};
  strcpy(host.string[1], "normal=hertz K=1e6 n=1 Ri=0.0105 Rj=0.01");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, SOCKET);
  bench_place(p, rest, rest);
  bench_gforce_value(&g, 0, 0, wrench);
  ask(7, 1, 0, out); /* the one that is there */
  const double of_states[] = {2, SOCKET, BALL, SOCKET};
  const struct sAdamsGSE states = {.ID = 6, .NPAR = 4, .PAR = of_states, .NS = 2, .X = 51};
  const lash_routine rates = bench_routine(LASH_GSE_DERIV, "");
  strcpy(host.string[2],
         "joint=spherical normal=hertz K=1e6 Ri=0.0105 Rj=0.01 friction=lugre_n "
         "s0=1e3 states=ARRAY/51");
  host.state_count = 2;
  OK(lash_call_gse_values(&rates, &host.call, &states, 0, 0, 0, out, &host.error)); /* no force */
  for (size_t n = 0; n < sizeof wrong / sizeof wrong[0]; n++) {
    const struct sAdamsRequest r = {1, wrong[n].npar, wrong[n].par, "", {0}};
    host.messages = 0;
    TEST_ASSERT_TRUE(LASH_OK !=
                     lash_call_request(&request, &host.call, &r, 0, 0, out, &host.error));
    TEST_ASSERT_EQUAL_INT(1, host.messages);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "Lash REQUEST"), host.message);
  }
  /* one that the host is about to change is not there until it is set up again */
  const double par[] = {1, 7, 0};
  const struct sAdamsRequest r = {1, 3, par, "", {0}};
  OK(lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 5, wrench, &host.error));
  host.messages = 0;
  TEST_ASSERT_TRUE(LASH_OK != lash_call_request(&request, &host.call, &r, 0, 0, out, &host.error));
  TEST_ASSERT_EQUAL_INT(1, host.messages);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(columns_of_a_swing);
  RUN_TEST(following);
  RUN_TEST(sites_and_their_sum);
  RUN_TEST(oil_of_a_journal);
  RUN_TEST(oil_of_a_tilted_journal);
  RUN_TEST(oil_in_other_units);
  RUN_TEST(what_is_not_there_is_told);
  return UNITY_END();
}
