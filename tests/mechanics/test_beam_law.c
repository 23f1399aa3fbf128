/* The nonlinear beam between two markers: its forces are the slope of its energy, add up to
 * nothing, do not notice rigid motion; small displacements give the linear beam, tension stiffens
 * it, damping only takes. */
#include "lash_elements.h"

#include "lash_force_laws.h"
#include "random_motion.h"
#include "unity.h"

void setUp(void) { random_state = 11; }
void tearDown(void) {}

enum { ROUNDS = 50 };

static const lash_beam_law beam = {
    .length = 0.8, .axial = 900, .bending = {2, 3}, .shear = {0.1, 0.2}, .torsion = 1.5};

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* J anywhere, I near the end of the beam, turned by up to some 0.6 rad. */
static void random_ends(lash_marker_motion *i, lash_marker_motion *j) {
  double turn[3];
  *i = random_motion(), *j = random_motion();
  random_vector(turn);
  for (int k = 0; k < 3; k++) turn[k] *= 0.35;
  turn_axes(turn, j->axes, i->axes);
  for (int k = 0; k < 3; k++) i->r[k] = j->r[k] + 0.8 * j->axes[k][0] + 0.1 * random_number();
}

static lash_load load_of(const lash_beam_law *law, const lash_marker_motion *i,
                         const lash_marker_motion *j) {
  lash_load load = {.force_i = {0}};
  lash_beam_load(law, i, j, &load);
  return load;
}

static double power_of(const lash_load *load, const lash_marker_motion *i,
                       const lash_marker_motion *j) {
  return dot(load->force_i, i->v) + dot(load->torque_i, i->w) + dot(load->force_j, j->v) +
         dot(load->torque_j, j->w);
}

static void forces_are_the_slope_of_the_energy(void) {
  for (int round = 0; round < ROUNDS; round++) {
    lash_marker_motion i, j;
    double energy[5];
    random_ends(&i, &j);
    for (int n = 0; n < 5; n++) {
      const lash_marker_motion a = later(&i, (n - 2) * 1e-4), b = later(&j, (n - 2) * 1e-4);
      energy[n] = lash_beam_energy(&beam, &a, &b);
    }
    const lash_load load = load_of(&beam, &i, &j);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -slope(energy, 1e-4), power_of(&load, &i, &j));
  }
}

static void forces_and_moments_add_up_to_nothing(void) {
  for (int round = 0; round < ROUNDS; round++) {
    lash_marker_motion i, j;
    lash_beam_law damped = beam;
    damped.cratio = 0.01;
    random_ends(&i, &j);
    const lash_load load = load_of(&damped, &i, &j);
    for (int k = 0; k < 3; k++) {
      const int m = (k + 1) % 3, n = (k + 2) % 3;
      const double arm[3] = {i.r[0] - j.r[0], i.r[1] - j.r[1], i.r[2] - j.r[2]};
      TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0, load.force_i[k] + load.force_j[k]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0,
                                load.torque_i[k] + load.torque_j[k] + arm[m] * load.force_i[n] -
                                    arm[n] * load.force_i[m]);
    }
  }
}

/* As a statement: the linear beam is where displacements are small. */
static void small_displacements_give_the_linear_beam(void) {
  const lash_beam statement = {.length = 0.8,
                               .area = 1e-6,
                               .ixx = 2e-9,
                               .iyy = 1e-9,
                               .izz = 3e-9,
                               .asy = 1.2,
                               .asz = 1.1,
                               .emodulus = 2e9,
                               .gmodulus = 8e8};
  lash_beam bent = statement;
  lash_matrix_law linear = {.bent = false}, nonlinear = linear;
  lash_error error;
  bent.formulation = LASH_BEAM_NONLINEAR;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_matrix_of_beam(NULL, &statement, &linear, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_matrix_of_beam(NULL, &bent, &nonlinear, &error));
  TEST_ASSERT_TRUE(nonlinear.bent && !linear.bent);
  for (int c = 0; c < 6; c++) {
    const double small = 1e-7;
    lash_marker_motion i = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, j = i;
    double turn[3] = {0};
    i.r[0] = 0.8;
    if (c < 3) i.r[c] += small;
    if (c >= 3) turn[c - 3] = small;
    turn_axes(turn, i.axes, i.axes);
    const lash_load load = load_of(&nonlinear.beam, &i, &j);
    for (int r = 0; r < 6; r++) {
      const double force = r < 3 ? load.force_i[r] : load.torque_i[r - 3];
      TEST_ASSERT_DOUBLE_WITHIN(1e-5 * linear.K[7 * c] * small, -linear.K[6 * r + c] * small,
                                force);
    }
  }
}

/* Across a beam under tension N both ends of which keep their direction: 12 EI/L^3 + 6 N/(5 L). */
static void tension_stiffens(void) {
  const double stretch = 1e-3, small = 1e-5, L = beam.length, N = beam.axial * stretch / L;
  lash_beam_law slender = beam;
  slender.shear[0] = slender.shear[1] = 0;
  lash_marker_motion i = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, j = i;
  i.r[0] = L + stretch;
  i.r[1] = small;
  const double without = 12 * beam.bending[0] / (L * L * L), with = without + 1.2 * N / L;
  const lash_load load = load_of(&slender, &i, &j);
  TEST_ASSERT_DOUBLE_WITHIN(5e-3 * with, with, -load.force_i[1] / small);
  TEST_ASSERT_TRUE(with - without > 0.03 * with);
}

static void damping_only_takes(void) {
  for (int round = 0; round < ROUNDS; round++) {
    lash_marker_motion i, j;
    lash_beam_law damped = beam;
    damped.cratio = 0.02;
    random_ends(&i, &j);
    const lash_load with = load_of(&damped, &i, &j), without = load_of(&beam, &i, &j);
    TEST_ASSERT_TRUE(power_of(&with, &i, &j) < power_of(&without, &i, &j));
    for (int k = 0; k < 3; k++) { /* turning together about J costs nothing */
      const int m = (k + 1) % 3, n = (k + 2) % 3;
      i.w[k] = j.w[k];
      i.v[k] = j.v[k] + j.w[m] * (i.r[n] - j.r[n]) - j.w[n] * (i.r[m] - j.r[m]);
    }
    const lash_load rigid = load_of(&damped, &i, &j);
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-11, without.force_i[k], rigid.force_i[k]);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(forces_are_the_slope_of_the_energy);
  RUN_TEST(forces_and_moments_add_up_to_nothing);
  RUN_TEST(small_displacements_give_the_linear_beam);
  RUN_TEST(tension_stiffens);
  RUN_TEST(damping_only_takes);
  return UNITY_END();
}
