/* The worn bed: fresh limits, exact derivatives, symmetry, Hertz' change of stiffness. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "lash_random.h"
#include "lash_wear.h"
#include "unity.h"

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

void setUp(void) {}
void tearDown(void) {}

static lash_wear made(const char *cells, const char *k_j) {
  lash_wear wear;
  OK(lash_wear_begin(&wear, "archard", &error));
  OK(lash_wear_set(&wear, "k_i", "1e-15", &error));
  OK(lash_wear_set(&wear, "k_j", k_j, &error));
  OK(lash_wear_set(&wear, "cells", cells, &error));
  OK(lash_wear_ready(&wear, 0.01, 0.02, 5e-5, &error));
  return wear;
}

/* Smooth profiles of some waves, up to `size` deep. */
static void wave(const lash_wear *wear, double size, uint64_t *seed, lash_wear_profile *profile) {
  memset(profile, 0, sizeof *profile);
  for (int body = 0; body < 2; body++) {
    const double a = (2 * LASH_PI) * splitmix64_unit(seed),
                 b = (2 * LASH_PI) * splitmix64_unit(seed);
    for (size_t k = 0; k < wear->cells; k++) {
      const double phi = (2 * LASH_PI) * (double)k / (double)wear->cells;
      profile->depth[body][k] = size * (1 + 0.5 * sin(2 * phi + a) + 0.4 * cos(5 * phi + b));
    }
  }
}

static void a_fresh_bed_is_the_fresh_joint(void) {
  const lash_wear wear = made("128", "1e-15");
  static const lash_wear_profile fresh;
  uint64_t seed = 3;
  for (int n = 0; n < 1000; n++) {
    const double away = pow(10, -6 + 6.5 * splitmix64_unit(&seed)); /* in clearances */
    const lash_wear_place at = {wear.c * (1 + away), 20 * splitmix64_unit(&seed) - 10,
                                20 * splitmix64_unit(&seed) - 10};
    lash_wear_bed bed;
    lash_wear_look(&wear, &fresh, &at, true, &bed);
    TEST_ASSERT_TRUE(bed.touching);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * (at.r - wear.c), at.r - wear.c, bed.delta);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, bed.by[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * at.r, 0, bed.by[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * at.r, 0, bed.by[2]);
  }
}

/* In a mirror: the same depth, and the same slopes but for the sense of angles. With few cells,
 * where each point counts. */
static void in_a_mirror(void) {
  static const char *const cells[] = {"16", "24", "64"};
  uint64_t seed = 71;
  for (int n = 0; n < 600; n++) {
    const lash_wear wear = made(cells[n % 3], "1e-15");
    lash_wear_profile profile, mirrored = {.depth = {{0}}};
    wave(&wear, 0.6 * wear.c * splitmix64_unit(&seed), &seed, &profile);
    for (int body = 0; body < 2; body++)
      for (size_t k = 0; k < wear.cells; k++)
        mirrored.depth[body][k] = profile.depth[body][(wear.cells - k) % wear.cells];
    for (int k = 0; k < 9; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-13 * wear.c, lash_wear_depth(&wear, &profile, k % 2, 0.7 * k),
                                lash_wear_depth(&wear, &mirrored, k % 2, -0.7 * k));
    const lash_wear_place at = {wear.c * (1.1 + 2 * splitmix64_unit(&seed)),
                                20 * splitmix64_unit(&seed) - 10, 20 * splitmix64_unit(&seed) - 10};
    const lash_wear_place other = {at.r, -at.gamma, -at.psi};
    lash_wear_bed a, b;
    lash_wear_look(&wear, &profile, &at, true, &a);
    lash_wear_look(&wear, &mirrored, &other, true, &b);
    TEST_ASSERT_TRUE(a.touching == b.touching);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * wear.c, a.delta, b.delta);
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-8 * (k ? wear.c : 1), a.by[k], k ? -b.by[k] : b.by[k]);
  }
}

static double delta_at(const lash_wear *wear, const lash_wear_profile *profile,
                       const lash_wear_place *at, int by, double h, double first[3]) {
  lash_wear_place moved = *at;
  lash_wear_bed bed;
  double *const place[3] = {&moved.r, &moved.gamma, &moved.psi};
  *place[by] += h;
  lash_wear_look(wear, profile, &moved, false, &bed);
  memcpy(first, bed.by, sizeof bed.by);
  return bed.delta;
}

/* Central differences of fourth order over 1,000 random states, close enough together that hardly a
 * point of the grid or a knot of the spline comes between them. */
static void partials_are_exact(void) {
  const lash_wear wear = made("96", "1e-15");
  lash_wear_profile profile;
  uint64_t seed = 17;
  double worst[2] = {0, 0};
  size_t touching = 0;
  while (touching < 1000) {
    wave(&wear, wear.c * splitmix64_unit(&seed), &seed, &profile);
    const lash_wear_place at = {wear.c * (1.2 + 2 * splitmix64_unit(&seed)),
                                20 * splitmix64_unit(&seed) - 10, 20 * splitmix64_unit(&seed) - 10};
    lash_wear_bed bed;
    lash_wear_look(&wear, &profile, &at, true, &bed);
    if (!bed.touching || bed.delta < 0.05 * wear.c) continue;
    touching++;
    const double unit[3] = {wear.c, 1, 1}; /* of each place; delta is measured in clearances */
    for (int a = 0; a < 3; a++) {
      const double h = 1e-7 * unit[a];
      double first[4][3], d[4];
      for (int k = 0; k < 4; k++)
        d[k] = delta_at(&wear, &profile, &at, a, h * (double[]){-2, -1, 1, 2}[k], first[k]);
      const double slope = (8 * (d[2] - d[1]) - (d[3] - d[0])) / (12 * h);
      worst[0] = fmax(worst[0], fabs(slope - bed.by[a]) * unit[a] / wear.c);
      for (int b = 0; b < 3; b++) {
        const double bend =
            (8 * (first[2][b] - first[1][b]) - (first[3][b] - first[0][b])) / (12 * h);
        const double scale = unit[a] * unit[b] / wear.c;
        worst[1] =
            fmax(worst[1], fabs(bend - bed.by2[a][b]) * scale / (1 + fabs(bed.by2[a][b]) * scale));
      }
    }
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-7, worst[0]);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, worst[1]);
}

/* Everything turned by whole cells: the same depth, and no net moment. */
static void turning_all_of_it_changes_nothing(void) {
  const lash_wear wear = made("128", "1e-15");
  lash_wear_profile profile;
  uint64_t seed = 5;
  wave(&wear, 0.3 * wear.c, &seed, &profile);
  lash_wear_place at = {1.9 * wear.c, 0.4, 1.1};
  lash_wear_bed a, b;
  lash_wear_look(&wear, &profile, &at, false, &a);
  lash_wear_profile turned = profile;
  for (size_t k = 0; k < wear.cells; k++)
    turned.depth[0][(k + 7) % wear.cells] = profile.depth[0][k];
  const double angle = (2 * LASH_PI) * 7 / 128;
  at.gamma += angle, at.psi += angle;
  lash_wear_look(&wear, &turned, &at, false, &b);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * wear.c, a.delta, b.delta);
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10 * wear.c, a.by[k], b.by[k]);
}

/* A bearing worn to a larger circle: delta = depth (c/(c + w))^0.2 for small depths, so that a law
 * in delta^1.5 follows Hertz, 1/sqrt(clearance). */
static void a_larger_circle_is_softer_as_hertz_has_it(void) {
  const lash_wear wear = made("512", "0");
  lash_wear_profile profile = {.depth = {{0}}};
  const double w = 2 * wear.c, depth = 0.01 * wear.c;
  for (size_t k = 0; k < wear.cells; k++) profile.depth[0][k] = w;
  const lash_wear_place at = {wear.c + w + depth, 0.3, 0};
  lash_wear_bed bed;
  lash_wear_look(&wear, &profile, &at, false, &bed);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * depth, depth * pow(wear.c / (wear.c + w), 0.2), bed.delta);
  TEST_ASSERT_DOUBLE_WITHIN(0.01, pow(wear.c / (wear.c + w), 0.2), bed.by[0]);
}

/* Where everything around is worn away more than the journal reaches, nothing touches. */
static void a_pit_is_a_gap(void) {
  const lash_wear wear = made("128", "0");
  lash_wear_profile profile = {.depth = {{0}}};
  for (size_t k = 0; k < 64; k++) profile.depth[0][k] = 3e-5;
  const double middle = (2 * LASH_PI) * 31.5 / 128;
  for (double r = 0.2; r < 1.5; r += 0.01) {
    const lash_wear_place at = {r * wear.c, middle, 0};
    lash_wear_bed bed;
    lash_wear_look(&wear, &profile, &at, false, &bed);
    TEST_ASSERT_FALSE(bed.touching);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3 * wear.c, r * wear.c - wear.c - 3e-5, bed.delta);
  }
}

static void refusals(void) {
  lash_wear wear;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_begin(&wear, "archad", &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "did you mean 'archard'"));
  OK(lash_wear_begin(&wear, "archard", &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_set(&wear, "k_i", "-1e-15", &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "k_i"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_set(&wear, "cells", "4", &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_ready(&wear, 0.01, 0.02, 5e-5, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "nothing wears"));
  OK(lash_wear_set(&wear, "k_i", "1e-15", &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_ready(&wear, 0.01, 0.02, 0, &error));
  OK(lash_wear_set(&wear, "pressure", "persson", &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_ready(&wear, 0.01, 0.02, 5e-5, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "modulus"));
  OK(lash_wear_set(&wear, "pressure", "winkler", &error));
  OK(lash_wear_set(&wear, "layer_i", "1e-6", &error));
  OK(lash_wear_ready(&wear, 0.01, 0.02, 5e-5, &error));
  lash_wear_profile profile = {.depth = {{0}}};
  OK(lash_wear_check(&wear, &profile, &error));
  profile.depth[1][5] = NAN;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_wear_check(&wear, &profile, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "journal has a hole"));
  profile.depth[1][5] = 0;
  profile.depth[0][9] = 2e-6;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_wear_check(&wear, &profile, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "worn through"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_fresh_bed_is_the_fresh_joint);
  RUN_TEST(in_a_mirror);
  RUN_TEST(partials_are_exact);
  RUN_TEST(turning_all_of_it_changes_nothing);
  RUN_TEST(a_larger_circle_is_softer_as_hertz_has_it);
  RUN_TEST(a_pit_is_a_gap);
  RUN_TEST(refusals);
  return UNITY_END();
}
