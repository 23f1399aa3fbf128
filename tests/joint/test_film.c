/* Oil in a joint: words, partials of the wrenches by both bodies' motion, balance, limits. */
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

#define DRY  "joint=revolute Ri=0.01002 Rj=0.01 L=0.012 normal=hertz K=1e9 "
#define BALL "joint=spherical Ri=0.01002 Rj=0.01 normal=hertz K=1e9 "
static const char *const joints[] = {
    DRY "film=short viscosity=0.05", DRY "film=finite film.viscosity=0.05 stations=3",
    DRY "film=long viscosity=0.05 stations=1 cavitation=none friction=smooth_tanh",
    BALL "film=ball viscosity=0.05",
    DRY "film=short viscosity=0.05 film.sigma=0.4e-6 asperities=0.04 slope=1e-3 Ea=115e9 mu_a=0.1"};
enum { JOINTS = sizeof joints / sizeof *joints };

static lash_joint made(const char *text) {
  lash_joint joint;
  OK(lash_joint_make(&joint, text, &error));
  return joint;
}

static lash_frame random_frame(uint64_t *seed, bool inner, const lash_frame *outer) {
  lash_frame f = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  double turn[3];
  if (inner) f = *outer;
  for (int k = 0; k < 3; k++) {
    turn[k] = (inner ? 4e-4 : 1) * unit(seed);
    f.position[k] = inner ? outer->position[k] + 8e-6 * unit(seed) : unit(seed);
    f.velocity[k] = inner ? outer->velocity[k] + 1e-3 * unit(seed) : 1e-2 * unit(seed);
    f.spin[k] = inner ? outer->spin[k] * 0.9 + (k == 2 ? 50 : 0.1) * unit(seed) : 0.5 * unit(seed);
  }
  turn_frame(&f, turn);
  return f;
}

static void all_of(const lash_joint_film *f, double out[13]) {
  memcpy(out, f->on_outer.force, 3 * sizeof *out);
  memcpy(out + 3, f->on_outer.torque, 3 * sizeof *out);
  memcpy(out + 6, f->on_inner.force, 3 * sizeof *out);
  memcpy(out + 9, f->on_inner.torque, 3 * sizeof *out);
  out[12] = f->power;
}

static double partial_of(const lash_joint_film *f, int row, int column) {
  if (row == 12) return f->power_by[column];
  return row < 6 ? f->outer_by[row][column] : f->inner_by[row - 6][column];
}

static void test_partials_of_the_wrenches(void) {
  static const double step[6] = {2e-9, 1e-7, 1e-7, 1e-7, 1e-3, 1e-3};
  static const double weight[3] = {45, -9, 1};
  uint64_t seed = 3;
  for (size_t k = 0; k < JOINTS; k++) {
    const lash_joint joint = made(joints[k]);
    double worst = 0;
    for (int n = 0; n < 200; n++) {
      const lash_frame i = random_frame(&seed, false, NULL), j = random_frame(&seed, true, &i);
      lash_joint_film film;
      OK(lash_joint_find_film(&joint, &i, &j, true, &film, &error));
      double size[13][6] = {{0}}, by[13][LASH_D_COUNT] = {{0}};
      for (int c = 0; c < LASH_D_COUNT; c++) {
        const double h = step[c / 3];
        for (int p = 1; p <= 3; p++) {
          for (int side = -1; side <= 1; side += 2) {
            lash_frame mi = i, mj = j;
            lash_joint_film moved;
            double out[13];
            move(&mi, &mj, c, side * p * h);
            OK(lash_joint_find_film(&joint, &mi, &mj, false, &moved, &error));
            all_of(&moved, out);
            for (int row = 0; row < 13; row++)
              by[row][c] += side * weight[p - 1] * out[row] / (60 * h);
          }
        }
        for (int row = 0; row < 13; row++)
          size[row / 3 * 3][c / 3] =
              fmax(size[row / 3 * 3][c / 3], fabs(partial_of(&film, row, c)));
      }
      for (int row = 0; row < 13; row++)
        for (int c = 0; c < LASH_D_COUNT; c++)
          if (size[row / 3 * 3][c / 3] > 0)
            worst = fmax(worst,
                         fabs(by[row][c] - partial_of(&film, row, c)) / size[row / 3 * 3][c / 3]);
    }
    char message[100];
    snprintf(message, sizeof message, "joint %zu: partials off by %.2g", k, worst);
    TEST_ASSERT_TRUE_MESSAGE(worst < 1e-4, message);
  }
}

/* No net force, no net moment; what the bodies lose is what the film says. */
static void test_balance_and_power(void) {
  uint64_t seed = 5;
  for (size_t k = 0; k < JOINTS; k++) {
    const lash_joint joint = made(joints[k]);
    for (int n = 0; n < 200; n++) {
      const lash_frame i = random_frame(&seed, false, NULL), j = random_frame(&seed, true, &i);
      lash_joint_film f;
      OK(lash_joint_find_film(&joint, &i, &j, false, &f, &error));
      double moment[3], x[3];
      sub3(j.position, i.position, x);
      add3(f.on_outer.torque, f.on_inner.torque, moment);
      add_cross3(1, x, f.on_inner.force, moment);
      const double size = norm3(f.on_inner.force) * 0.01;
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * size, 0, norm3(moment));
      const double power = dot3(f.on_outer.force, i.velocity) + dot3(f.on_outer.torque, i.spin) +
                           dot3(f.on_inner.force, j.velocity) + dot3(f.on_inner.torque, j.spin);
      TEST_ASSERT_DOUBLE_WITHIN(1e-11 * (size + norm3(f.on_inner.torque)), -power, f.power);
      TEST_ASSERT_TRUE(f.lost >= 0);
    }
  }
}

/* A journal that stands straight and turns about its axis: the law itself. */
static void test_straight_journal_is_the_law(void) {
  const lash_joint joint = made(
      "joint=revolute Ri=0.01002 Rj=0.01 L=0.01 normal=hertz K=1e9 "
      "film=short viscosity=0.05");
  const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame j = i;
  lash_joint_film f;
  j.position[0] = 10e-6;
  j.spin[2] = 100;
  OK(lash_joint_find_film(&joint, &i, &j, false, &f, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, -55.55555555556, f.on_inner.force[0]); /* c = Ri - Rj rounds */
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 75.57497350976, f.on_inner.force[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, -0.01851586850989, f.on_inner.torque[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.01776011877479, f.on_outer.torque[2]);
  /* and the film tells where the two axes of a tilted journal part */
  const double tilt[3] = {0, 1e-3, 0};
  turn_frame(&j, tilt);
  OK(lash_joint_find_film(&joint, &i, &j, false, &f, &error));
  TEST_ASSERT_TRUE(f.film < 10e-6 && f.flags == LASH_FILM_CAVITATED);
}

/* Without oil's viscosity the dry joint comes back; energy of the oil is counted. */
static void test_thin_oil_and_energy(void) {
  const lash_joint dry = made(DRY), thin = made(DRY "film=short viscosity=1e-30"),
                   thick = made(DRY "film=short viscosity=0.05");
  const lash_joint *const all[] = {&dry, &thin, &thick};
  const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame j = i;
  double force[3], energy[3];
  for (int k = 0; k < 3; k++) {
    lash_joint_memory memory = {0};
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force f;
    j.position[0] = 25e-6, j.velocity[0] = 1e-3;
    for (int n = 0; n < 2; n++) {
      lash_joint_begin(all[k], 1e-3 * n, &state);
      OK(lash_joint_find_points(all[k], NULL, &i, &j, false, &points, state.site, &error));
      lash_joint_force_at(all[k], &memory, &points, &state, false, &f);
      lash_joint_commit(all[k], &memory, &state);
    }
    force[k] = f.on_inner.force[0];
    energy[k] = memory.site[0].energy + memory.site[1].energy;
    if (k == 2) TEST_ASSERT_DOUBLE_WITHIN(1e-12, energy[0] + 1e-3 * points.film.power, energy[2]);
  }
  TEST_ASSERT_TRUE(force[0] < 0);
  TEST_ASSERT_EQUAL_DOUBLE(force[0], force[1]);
  TEST_ASSERT_TRUE(force[2] < force[0]);
}

static void test_wrong_words(void) {
  static const struct {
    const char *text, *says;
  } cases[] = {
      {DRY "film=short viscosity=-1", "viscosity = -1 is not legal"},
      {DRY "film=short", "film: short needs viscosity"},
      {DRY "film=ball viscosity=0.05",
       "film=ball fills the gap of joint=spherical, not of joint=revolute"},
      {BALL "film=short viscosity=0.05", "not of joint=spherical"},
      {DRY "film=oily viscosity=0.05", "there is no film law 'oily'"},
      {DRY "film=short viscosity=0.05 film.c=1e-5", "film.c is not to be given"},
      {DRY "film=short viscosity=0.05 stations=4", "1, 2 or 3 sections"},
      {DRY "film=short viscosty=0.05", "did you mean 'viscosity'?"},
      {"joint=revolute Ri=0.01 Rj=0.01 L=0.01 normal=hertz K=1 film=short viscosity=1",
       "no clearance for oil"},
      {"joint=gap touch=0.1 normal=hertz K=1e8 film=short viscosity=1", "not of joint=gap"},
      {"joint=revolute Ri=0.015 Rj=0.01 L=0.012 normal=hertz K=1e9 film=short viscosity=1",
       "makes no film"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    lash_joint joint;
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_joint_make(&joint, cases[k].text, &error),
                                  cases[k].text);
    TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, cases[k].says) != NULL, error.message);
  }
  const lash_joint joint = made(DRY "film=none");
  TEST_ASSERT_FALSE(joint.has_film);
}

static void test_journal_across_its_bearing(void) {
  const lash_joint joint = made(joints[0]);
  const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}},
                   j = {.axis = {1, 0, 0}, .side = {0, 0, 1}};
  lash_joint_film f;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_joint_find_film(&joint, &i, &j, false, &f, &error));
  TEST_ASSERT_TRUE(strstr(error.message, "lies across its bearing") != NULL);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_partials_of_the_wrenches);
  RUN_TEST(test_balance_and_power);
  RUN_TEST(test_straight_journal_is_the_law);
  RUN_TEST(test_thin_oil_and_energy);
  RUN_TEST(test_wrong_words);
  RUN_TEST(test_journal_across_its_bearing);
  return UNITY_END();
}
