/* Wear against closed forms: volumes, running-in of a bush, scars, jumps. */
#include <math.h>
#include <string.h>

#include "lash_contact.h"
#include "lash_math.h"
#include "lash_wear.h"
#include "unity.h"

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) {}
void tearDown(void) {}

static const double R = 100, L = 1, degree = LASH_PI / 180;

static lash_wear made(const char *cells, const char *k_i, const char *k_j, double c) {
  lash_wear wear;
  OK(lash_wear_begin(&wear, "archard", &error));
  OK(lash_wear_set(&wear, "k_i", k_i, &error));
  OK(lash_wear_set(&wear, "k_j", k_j, &error));
  OK(lash_wear_set(&wear, "cells", cells, &error));
  OK(lash_wear_ready(&wear, R, L, c, &error));
  return wear;
}

/* ---------------------------------------------------------------------------------- fresh beds */

static void force_of_a_fresh_bed(void) {
  double force, slope;
  const double energy = lash_wear_energy(0.6, 0.5, &force, &slope);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.075025926878007, force);
  /* stiffness of a layer of 5 mm, E 0.5e9, nu 0.4 */
  TEST_ASSERT_DOUBLE_WITHIN(1e4, 2.1428571e11, (1 - 0.4) * 0.5e9 / (1.4 * 0.2 * 5e-3));
  /* by quadrature, and the derivatives of one another */
  const double alpha = acos(0.5 / 0.6);
  double sum = 0;
  enum { STEPS = 2000 };
  for (int k = 0; k < STEPS; k++) {
    const double o = 0.6 * cos(alpha * (2 * (k + 0.5) / STEPS - 1)) - 0.5;
    sum += 0.5 * o * o * 2 * alpha / STEPS;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * energy, sum, energy);
  double above, below, ignored;
  const double high = lash_wear_energy(0.6 + 1e-5, 0.5, &above, &ignored);
  const double low = lash_wear_energy(0.6 - 1e-5, 0.5, &below, &ignored);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, (high - low) / 2e-5, force);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, (above - below) / 2e-5, slope);
}

/* -------------------------------------------------------------------------------------- volumes */

/* Sum of all pressures over the load: what the volume has over k W s. */
static double surplus(const lash_wear *wear, const lash_wear_profile *profile,
                      const lash_wear_place *at, double load) {
  lash_wear_profile worn = *profile;
  lash_wear_tally tally = {.volume = {0}};
  lash_wear_take(wear, profile, at, load, 1e-3, &worn, &tally);
  const double before = lash_wear_volume(wear, profile, 0);
  const double taken = lash_wear_volume(wear, &worn, 0) - before;
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * (before + tally.volume[0]), tally.volume[0], taken);
  return tally.volume[0] / (wear->k[0] * load * 1e-3);
}

/* A bush worn to fit over +-angle presses with the cosine. */
static double surplus_of_fit(const char *cells, double angle) {
  const lash_wear wear = made(cells, "1", "0", 1);
  lash_wear_profile profile = {.depth = {{0}}};
  for (size_t k = 0; k < wear.cells; k++) {
    const double phi = (2 * LASH_PI) * (double)k / (double)wear.cells;
    const double away = fabs(remainder(phi, (2 * LASH_PI)));
    profile.depth[0][k] = away < angle ? fmax(2.0 * cos(phi) - 1 - 1e-3 * cos(phi), 0) : 10;
  }
  const lash_wear_place at = {2.0, 0, 0};
  return surplus(&wear, &profile, &at, 5);
}

static void volume_of_a_fit(void) {
  /* +-60 degrees end between two points of 512 cells: the sum over 171 points is that of
   * +-60.1 degrees; 1.17044 there */
  const double half = 85.5 * (2 * LASH_PI) / 512;
  const double expected = 2 * sin(half) / (half + sin(half) * cos(half));
  TEST_ASSERT_DOUBLE_WITHIN(2e-5, expected, surplus_of_fit("512", 60 * degree));
  const double a = 60 * degree;
  TEST_ASSERT_DOUBLE_WITHIN(5e-7, 1.170138, 2 * sin(a) / (a + sin(a) * cos(a)));
  /* a clearance of nothing: +-90 degrees, 4/pi */
  const lash_wear neat = made("512", "1", "0", 1e-9);
  static const lash_wear_profile fresh;
  const lash_wear_place at = {1, 0, 0};
  TEST_ASSERT_DOUBLE_WITHIN(2e-5, 1.273240, surplus(&neat, &fresh, &at, 5));
}

/* What no place has lost more than: of one take from a fresh bearing the deepest place itself, of
 * two at other places the sum of both. */
static void deepest_of_takes(void) {
  const lash_wear wear = made("128", "1e-3", "0", 1);
  lash_wear_profile worn = {.depth = {{0}}};
  lash_wear_tally tally = {.volume = {0}};
  const lash_wear_profile fresh = worn;
  const lash_wear_place first = {1.3, 0, 0}, second = {1.3, 2, 0};
  lash_wear_take(&wear, &fresh, &first, 5, 1e-3, &worn, &tally);
  const double once = lash_wear_deepest(&wear, &worn, 0, NULL);
  TEST_ASSERT_TRUE(once > 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * once, once, tally.deepest);
  lash_wear_take(&wear, &fresh, &second, 5, 1e-3, &worn, &tally);
  TEST_ASSERT_DOUBLE_WITHIN(1e-2 * once, 2 * once, tally.deepest);
  TEST_ASSERT_TRUE(lash_wear_deepest(&wear, &worn, 0, NULL) <= 1.01 * once);
}

static void volume_under_perssons_pressure(void) {
  const double known[3][2] = {{30, 1.035015}, {60, 1.147285}, {90, 1.346574}};
  for (int n = 0; n < 3; n++) {
    const double angle = known[n][0] * degree;
    double all = 0, along = 0;
    enum { STEPS = 200000 };
    for (int k = 0; k < STEPS; k++) { /* phi = angle sin t: the pressure ends as a root */
      const double t = LASH_PI * ((k + 0.5) / STEPS - 0.5), phi = angle * sin(t);
      const double p = lash_persson_pressure(angle, phi) * cos(t);
      all += p, along += p * cos(phi);
    }
    TEST_ASSERT_DOUBLE_WITHIN(6e-7, known[n][1], all / along);
  }
  /* the same by the grid, for the load that makes 60 degrees */
  lash_wear wear = made("512", "1", "0", 1);
  OK(lash_wear_set(&wear, "pressure", "persson", &error));
  OK(lash_wear_set(&wear, "modulus", "1000", &error));
  OK(lash_wear_ready(&wear, R, L, 1, &error));
  static const lash_wear_profile fresh;
  const double load = 1000 * 1 * L / lash_persson_clearance(60 * degree);
  const lash_wear_place at = {1.3, 0.2, 0};
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1.147285, surplus(&wear, &fresh, &at, load));
}

/* ----------------------------------------------------------------------------------- running in */

/* Depth r at which a bed of stiffness K carries the load straight down, by Newton's method. */
static double settle(const lash_wear *wear, const lash_wear_profile *profile, double K, double load,
                     double r) {
  for (int k = 0; k < 60; k++) {
    const lash_wear_place at = {r, 0, 0};
    lash_wear_bed bed;
    double force, slope;
    lash_wear_look(wear, profile, &at, true, &bed);
    if (!bed.touching) {
      r *= 1.001;
      continue;
    }
    lash_wear_energy(wear->c + bed.delta, wear->c, &force, &slope);
    const double stiffness = slope * bed.by[0] * bed.by[0] + force * bed.by2[0][0];
    const double step = (force * bed.by[0] - load / (K * R * L)) / stiffness;
    r -= step;
    if (fabs(step) < 1e-13 * r) break;
  }
  return r;
}

/* Bush under a constant load: k W s/(L R c) = alpha/cos alpha - sin alpha, |e| = c/cos alpha, worn
 * area 2 R c (tan alpha - alpha). 401 cells, a bed of K c R L/W = 1000. */
static void running_in(void) {
  const struct {
    double angle, way;
    int steps;
  } stage[] = {{30, 0.1045997881, 4000}, {60, 1.2283696986, 20000}, {75, 4.0916499733, 20000}};
  const lash_wear wear = made("401", "1", "0", 1);
  lash_wear_profile profile = {.depth = {{0}}};
  lash_wear_tally tally = {.volume = {0}};
  const double load = 1, K = 1e3 * load / (R * L);
  double way = 0, r = 1.01;
  for (size_t n = 0; n < sizeof stage / sizeof *stage; n++) {
    const double alpha = stage[n].angle * degree;
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, stage[n].way, alpha / cos(alpha) - sin(alpha));
    const double step = (stage[n].way - way) * L * R / load / stage[n].steps;
    for (int k = 0; k < stage[n].steps; k++) {
      r = settle(&wear, &profile, K, load, r);
      const lash_wear_place at = {r, 0, 0};
      lash_wear_take(&wear, &profile, &at, load, step, &profile, &tally);
    }
    way = stage[n].way;
    const double depth = lash_wear_depth(&wear, &profile, 0, 0);
    const double area = lash_wear_volume(&wear, &profile, 0) / (R * L);
    const double tolerance = stage[n].angle == 60 ? 1e-5 : 1e-4;
    TEST_ASSERT_DOUBLE_WITHIN(tolerance, 1 / cos(alpha) - 1, depth);
    TEST_ASSERT_DOUBLE_WITHIN(tolerance * 1.37, 2 * (tan(alpha) - alpha), area);
    if (stage[n].angle != 60) continue;
    TEST_ASSERT_DOUBLE_WITHIN(1.4e-5, 1.3697065127, area);
    /* the same bed with as many steps in a program apart: 0.999998 c, 1.369709 */
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.999998, depth);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5, 1.369709, area);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1, lash_wear_volume(&wear, &profile, 0) / tally.volume[0]);
}

/* The same running-in by jumps: one moment, a bed so stiff that thousands of cycles are far beyond
 * what explicit steps could take. Of first order: halving the steps halves the error. */
static void running_in_by_jumps(void) {
  const double alpha = 60 * degree, way = (alpha / cos(alpha) - sin(alpha)) * L * R;
  double off[3];
  for (int n = 0; n < 3; n++) {
    const lash_wear wear = made("401", "1", "0", 1);
    lash_wear_profile profile = {.depth = {{0}}};
    lash_wear_tally tally = {.volume = {0}};
    lash_wear_moment moment = {
        .load = 1, .direction = 0, .slid = 1e-3 * way, .stiffness = 1e3 / (R * L), .x = 1.01};
    lash_wear_jump(&wear, &profile, &moment, 1, 1000, (size_t)(500 << n), &tally);
    const double area = lash_wear_volume(&wear, &profile, 0) / (R * L);
    off[n] = fabs(lash_wear_depth(&wear, &profile, 0, 0) - 1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1, lash_wear_volume(&wear, &profile, 0) / tally.volume[0]);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3 / (1 << n), 1.3697065127, area);
  }
  for (int n = 0; n < 3; n++) TEST_ASSERT_LESS_THAN_DOUBLE(1e-3 / (1 << n), off[n]);
}

/* A moment of no length: the journal settles where the pressures of the bed carry the load, as
 * their sum over the points shows, in whatever direction it is, from wherever it was, and with a
 * bed of any stiffness. */
static void a_moment_carries_its_load(void) {
  static const double stiffness[] = {1e-6, 1e-3, 1, 1e3}, directions[] = {0, 35, 90, 145, 250, 330};
  const lash_wear wear = made("256", "1", "0", 1);
  for (size_t s = 0; s < sizeof stiffness / sizeof *stiffness; s++)
    for (size_t d = 0; d < sizeof directions / sizeof *directions; d++)
      for (int start = 0; start < 3; start++) {
        lash_wear_profile profile = {.depth = {{0}}};
        lash_wear_tally tally = {.volume = {0}};
        const double K = stiffness[s], load = 0.3 * K * R * L, angle = directions[d] * degree;
        lash_wear_moment m = {.load = load,
                              .direction = angle,
                              .slid = 1e-20 / K,
                              .stiffness = K,
                              .x = start == 1 ? 1.3 * cos(angle)
                                   : start    ? -2
                                              : 0,
                              .y = start == 1 ? 1.3 * sin(angle)
                                   : start    ? 1
                                              : 0};
        lash_wear_jump(&wear, &profile, &m, 1, 1, 1, &tally);
        double sum[2] = {0, 0};
        for (size_t k = 0; k < wear.cells; k++) {
          const double phi = 2 * LASH_PI * (double)k / (double)wear.cells;
          const double o = m.x * cos(phi) + m.y * sin(phi) - 1;
          if (!(o > 0)) continue;
          sum[0] += K * o * cos(phi) * 2 * LASH_PI * R * L / (double)wear.cells;
          sum[1] += K * o * sin(phi) * 2 * LASH_PI * R * L / (double)wear.cells;
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-9 * load, load * cos(angle), sum[0]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-9 * load, load * sin(angle), sum[1]);
      }
}

/* Forwards, then backwards: which of two moments begins makes a difference of second order only,
 * where their arcs overlap. */
static void order_of_moments(void) {
  double off[3] = {0, 0, 0};
  for (int n = 0; n < 3; n++) {
    const lash_wear wear = made("128", "1", "0", 1);
    lash_wear_profile worn[2];
    for (int first = 0; first < 2; first++) {
      lash_wear_moment m[2];
      lash_wear_tally tally = {.volume = {0}};
      memset(&worn[first], 0, sizeof worn[first]);
      for (int k = 0; k < 2; k++) {
        const double angle = (k == first ? 20 : -35) * degree;
        m[k] = (lash_wear_moment){.load = k == first ? 1 : 2,
                                  .direction = angle,
                                  .slid = 0.02 * R * L,
                                  .stiffness = 3 / (R * L),
                                  .x = 1.3 * cos(angle),
                                  .y = 1.3 * sin(angle)};
      }
      lash_wear_jump(&wear, &worn[first], m, 2, 20, (size_t)(20 << n), &tally);
    }
    for (size_t k = 0; k < wear.cells; k++)
      off[n] = fmax(off[n], fabs(worn[0].depth[0][k] - worn[1].depth[0][k]));
  }
  TEST_ASSERT_TRUE(off[0] > 1e-9);
  TEST_ASSERT_TRUE(off[0] > 3.3 * off[1] && off[1] > 3.3 * off[2]);
}

/* A late bush presses with (2 W/(pi R L)) cos(phi): its middle wears k 2 W/(pi R L) per length. */
static void late_bush(void) {
  const lash_wear wear = made("512", "1", "0", 1e-9);
  lash_wear_profile fresh = {.depth = {{0}}};
  const lash_wear_place at = {1, 0, 0};
  const double load = 3;
  for (double phi = -1.4; phi < 1.5; phi += 0.1)
    TEST_ASSERT_DOUBLE_WITHIN(1e-4 * load / (R * L), 2 * load / (LASH_PI * R * L) * cos(phi),
                              lash_wear_pressure(&wear, &fresh, &at, load, phi));
}

/* A shaft that turns under a standing load wears alike all round: per turn k R int p dphi. */
static void turning_shaft(void) {
  const lash_wear wear = made("128", "0", "1e-3", 1);
  lash_wear_profile profile = {.depth = {{0}}};
  lash_wear_tally tally = {.volume = {0}};
  enum { STEPS = 512 };
  const double load = 1, turn = (2 * LASH_PI) * R;
  for (int k = 0; k < STEPS; k++) {
    const lash_wear_profile now = {.depth = {{0}}}; /* the load's pressure stays as on fresh ones */
    const lash_wear_place at = {1.1, 0.7, (2 * LASH_PI) * k / STEPS};
    lash_wear_profile next = now;
    lash_wear_take(&wear, &next, &at, load, turn / STEPS, &next, &tally);
    for (size_t n = 0; n < wear.cells; n++) profile.depth[1][n] += next.depth[1][n];
  }
  double mean = 0;
  for (size_t n = 0; n < wear.cells; n++) mean += profile.depth[1][n] / (double)wear.cells;
  for (size_t n = 0; n < wear.cells; n++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * mean, mean, profile.depth[1][n]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * mean, tally.volume[1] / ((2 * LASH_PI) * R * L), mean);
  const double alpha = acos(1 / 1.1); /* int p dphi R L/W of a fresh bed */
  const double all = (1.1 * 2 * sin(alpha) - 2 * alpha) / (1.1 * (alpha - sin(alpha) * cos(alpha)));
  /* 13 points over the arc */
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * mean, 1e-3 * turn * load * all / ((2 * LASH_PI) * R * L), mean);
}

/* Jumps of a sliding length: with a bed of stiffness K, dw/ds = k K (approach - w). */
static void jumps_are_stable_below_two(void) {
  const lash_wear wear = made("512", "1e-3", "0", 1);
  const lash_wear_profile fresh = {.depth = {{0}}};
  lash_wear_profile once = fresh;
  lash_wear_tally tally = {.volume = {0}};
  const lash_wear_place at = {2, 0, 0};
  const double load = 7, slid = 0.3;
  lash_wear_take(&wear, &once, &at, load, slid, &once, &tally);
  /* what the middle lost over its overlap is k K s, which the tally has kept */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * tally.stiffness, once.depth[0][0] / 1.0, tally.stiffness);
}

/* ---------------------------------------------------------------------------------------- scars */

static void scars(void) {
  double depth;
  const double width = lash_wear_block_scar(3e-9, 17.5e-3, 6.35e-3, &depth);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 4.621255782566e-3, width);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.153213590177e-3, depth);
  TEST_ASSERT_DOUBLE_WITHIN(5e-10, 4.629374e-3, cbrt(12 * 17.5e-3 * 3e-9 / 6.35e-3));
  const double radius = lash_wear_ball_scar(1e-12, 5e-3, &depth);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.282393333834e-3, radius);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 7.980969086e-6, depth);
  /* and back */
  const double h = 1e-5, V = LASH_PI * h * h * (3 * 5e-3 - h) / 3;
  lash_wear_ball_scar(V, 5e-3, &depth);
  TEST_ASSERT_DOUBLE_WITHIN(1e-17, h, depth);
}

/* Scars of small and large volumes, back to them. */
static void volumes_of_scars(void) {
  const double ring = 17.5e-3, block = 6.35e-3, ball = 5e-3;
  for (double part = 1e-12; part < 0.2; part *= 10) {
    double depth, back;
    const double of_block = part * block * ring * ring, of_ball = part * ball * ball * ball;
    const double width = lash_wear_block_scar(of_block, ring, block, &depth);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * of_block, of_block,
                              lash_wear_block_volume(width, ring, block, &back));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * depth, depth, back);
    const double radius = lash_wear_ball_scar(of_ball, ball, &depth);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * of_ball, of_ball, lash_wear_ball_volume(radius, ball, &back));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * depth, depth, back);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(force_of_a_fresh_bed);
  RUN_TEST(deepest_of_takes);
  RUN_TEST(volume_of_a_fit);
  RUN_TEST(volume_under_perssons_pressure);
  RUN_TEST(running_in);
  RUN_TEST(running_in_by_jumps);
  RUN_TEST(a_moment_carries_its_load);
  RUN_TEST(order_of_moments);
  RUN_TEST(late_bush);
  RUN_TEST(turning_shaft);
  RUN_TEST(jumps_are_stable_below_two);
  RUN_TEST(scars);
  RUN_TEST(volumes_of_scars);
  return UNITY_END();
}
