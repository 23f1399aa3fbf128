/* ANCF beams in motion: frequencies, markers, energy, spin. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "helper.h"
#include "unity.h"

#define PI 3.14159265358979323846

static lash_ancf_beam beam;
static lash_section section;
static lash_error error;
static double q[12 * 65];
static const double origin[3] = {0}, upright[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

void setUp(void) {}
void tearDown(void) { lash_ancf_beam_free(&beam); }

static void make(size_t count, double length, double height_y, double width_z, lash_material m,
                 lash_ancf_variant variant, double beta) {
  lash_ancf_beam_free(&beam);
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        lash_section_rectangle(height_y, width_z, m.poisson, &section, &error));
  TEST_ASSERT_EQUAL_INT(
      LASH_OK, lash_ancf_beam_init(&beam, count, length, &section, &m, variant, beta, &error));
  lash_ancf_beam_straight(&beam, origin, upright, q);
}

static void published_free_frequencies(void) {
  double hz[8];
  const lash_material m = {116e9, 0, 1700};
  make(1, 0.64, 0.016, 0.016, m, LASH_ANCF_PLAIN, 0);
  beam_frequencies(&beam, q, 0, hz, 8);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 396.9293557, hz[6]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 396.9293557, hz[7]);
  make(4, 0.64, 0.016, 0.016, m, LASH_ANCF_PLAIN, 0);
  beam_frequencies(&beam, q, 0, hz, 8);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 341.4920512, hz[6]);
  /* no spring holds rigid motion */
  for (int i = 0; i < 6; i++) TEST_ASSERT_DOUBLE_WITHIN(0.1, 0, hz[i]);
}

/* The first five bending frequencies along y. Width over height is chosen so that no bending mode
 * along z, torsion or axial mode is mistaken for one: each theory value must have a neighbour. */
static void timoshenko_frequencies(void) {
  const lash_material m = {2.1e11, 0.3, 7850};
  double hz[60];
  for (int clamped = 0; clamped <= 1; clamped++) {
    make(24, 1, 0.05, 0.08, m, LASH_ANCF_CURED, 0);
    beam_frequencies(&beam, q, clamped ? 12 : 0, hz, 60);
    for (int mode = 1; mode <= 5; mode++) {
      double theory = timoshenko_hz(&section, &m, 1, clamped, mode), nearest = 0;
      for (int i = 0; i < 60; i++)
        if (fabs(hz[i] - theory) < fabs(nearest - theory)) nearest = hz[i];
      TEST_ASSERT_DOUBLE_WITHIN(0.01 * theory, theory, nearest);
    }
  }
}

/* omega and its bias from central differences of the rotation along a given motion. */
static void markers_move_as_their_rotation_says(void) {
  make(1, 0.5, 0.05, 0.08, (lash_material){1e7, 0.3, 1000}, LASH_ANCF_CURED, 0);
  double v[24], at[24], h = 1e-5;
  const double point[3] = {0.2, 0.01, -0.02};
  lash_ancf_marker m, before, after;
  random_start();
  for (int i = 0; i < 24; i++) q[i] += 0.2 * random_next();
  for (int i = 0; i < 24; i++) v[i] = random_next();
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_marker_at(&beam.element, point, q, v, &m, &error));
  for (int i = 0; i < 24; i++) at[i] = q[i] + h * v[i];
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_marker_at(&beam.element, point, at, v, &after, &error));
  for (int i = 0; i < 24; i++) at[i] = q[i] - h * v[i];
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_marker_at(&beam.element, point, at, v, &before, &error));
  double Jt[3][24], Jr[3][24];
  lash_ancf_marker_jacobians(&m, Jt, Jr);
  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    double spin = 0, by_jacobian = 0, moved = 0; /* element (b, a) of R' R^T */
    for (int k = 0; k < 3; k++)
      spin += (after.rotation[b][k] - before.rotation[b][k]) / (2 * h) * m.rotation[a][k];
    for (int j = 0; j < 24; j++) {
      by_jacobian += Jr[i][j] * v[j];
      moved += Jt[i][j] * v[j];
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, spin, m.omega[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, by_jacobian, m.omega[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, moved, m.velocity[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, (after.position[i] - before.position[i]) / (2 * h),
                              m.velocity[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, (after.omega[i] - before.omega[i]) / (2 * h), m.omega_bias[i]);
  }
  memcpy(q + 9, q + 6, 3 * sizeof *q);
  memcpy(q + 21, q + 18, 3 * sizeof *q);
  TEST_ASSERT_EQUAL_INT(
      LASH_FAILURE, lash_ancf_marker_at(&beam.element, (double[3]){0.5, 0, 0}, q, v, &m, &error));
}

static void mass_solve_inverts_the_mass(void) {
  make(5, 1, 0.02, 0.03, (lash_material){1e9, 0.3, 1000}, LASH_ANCF_CURED, 0);
  double x[72], back[72] = {0}, value[72 * 36];
  size_t start[73], row[72 * 36];
  random_start();
  for (size_t i = 0; i < beam.dof; i++) x[i] = random_next();
  lash_ancf_beam_pattern(&beam, start, row);
  TEST_ASSERT_EQUAL_size_t(lash_ancf_beam_nonzeros(&beam), start[beam.dof]);
  lash_ancf_beam_matrix(&beam, q, NULL, 1, 0, 0, value);
  for (size_t j = 0; j < beam.dof; j++)
    for (size_t p = start[j]; p < start[j + 1]; p++) back[row[p]] += value[p] * x[j];
  lash_ancf_beam_mass_solve(&beam, back);
  for (size_t i = 0; i < beam.dof; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, x[i], back[i]);
}

/* ------------------------------------------------------------------------- a falling pendulum */

/* Accelerations of a beam pinned at its first node: M a + f = Q + reaction. The pin's three
 * reactions come from the requirement that its acceleration vanish. */
static double response[3][3 * 12 * 9]; /* M^-1 of a unit force at the pin */

static void pinned_acceleration(const double *at, const double *v, double *a) {
  const double g[3] = {0, 0, -9.81};
  lash_ancf_beam_force(&beam, at, v, a);
  for (size_t i = 0; i < beam.dof; i++) a[i] = -a[i];
  lash_ancf_beam_gravity(&beam, g, a);
  lash_ancf_beam_mass_solve(&beam, a);
  for (int axis = 0; axis < 3; axis++) {
    double force = a[axis] / response[axis][axis];
    for (size_t i = 0; i < beam.dof; i++) a[i] -= force * response[axis][i];
  }
}

static double total_energy(const double *at, const double *v) {
  double Q[12 * 9] = {0}, g[3] = {0, 0, -9.81}, fall = 0;
  lash_ancf_beam_gravity(&beam, g, Q);
  for (size_t i = 0; i < beam.dof; i++) fall += Q[i] * at[i];
  return lash_ancf_beam_energy(&beam, at) + lash_ancf_beam_kinetic(&beam, v) - fall;
}

/* Classical Runge-Kutta on a soft rubber-like pendulum (Shabana and Yakoub's is of this kind). */
static void swing(double *v, double h, int steps) {
  size_t n = beam.dof;
  double k[4][2][12 * 9], at[12 * 9], vt[12 * 9];
  for (int step = 0; step < steps; step++) {
    for (int stage = 0; stage < 4; stage++) {
      double ahead = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (size_t i = 0; i < n; i++) {
        at[i] = q[i] + (stage ? ahead * k[stage - 1][0][i] : 0);
        vt[i] = v[i] + (stage ? ahead * k[stage - 1][1][i] : 0);
      }
      memcpy(k[stage][0], vt, n * sizeof *vt);
      pinned_acceleration(at, vt, k[stage][1]);
    }
    for (size_t i = 0; i < n; i++) {
      q[i] += h / 6 * (k[0][0][i] + 2 * k[1][0][i] + 2 * k[2][0][i] + k[3][0][i]);
      v[i] += h / 6 * (k[0][1][i] + 2 * k[1][1][i] + 2 * k[2][1][i] + k[3][1][i]);
    }
  }
}

static void pin(void) {
  memset(response, 0, sizeof response);
  for (int axis = 0; axis < 3; axis++) {
    response[axis][axis] = 1;
    lash_ancf_beam_mass_solve(&beam, response[axis]);
  }
}

static void falling_pendulum_keeps_its_energy(void) {
  double v[12 * 9] = {0};
  make(4, 1.2, 0.05, 0.05, (lash_material){0.7e6, 0.3, 5540}, LASH_ANCF_CURED, 0);
  pin();
  double start = total_energy(q, v), fallen = 0;
  swing(v, 2.5e-5, 20000);
  fallen = lash_ancf_beam_kinetic(&beam, v);
  TEST_ASSERT_GREATER_THAN_DOUBLE(10,
                                  fallen); /* it does move: 5540 kg/m^3 fall for half a second */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * fallen, start, total_energy(q, v));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, fabs(q[0]) + fabs(q[1]) + fabs(q[2]));
}

static void damping_takes_energy_out(void) {
  double v[12 * 9] = {0};
  make(4, 1.2, 0.05, 0.05, (lash_material){0.7e6, 0.3, 5540}, LASH_ANCF_CURED, 2e-4);
  pin();
  double start = total_energy(q, v), before = start;
  for (int k = 0; k < 5; k++) {
    swing(v, 2e-5, 2000);
    double now = total_energy(q, v);
    TEST_ASSERT_LESS_THAN_DOUBLE(before, now);
    before = now;
  }
}

/* ------------------------------------------------------------------------------ a spinning beam */

/* Out-of-plane (flap) vibration of a cantilever spinning about z through its root. Wright, Smith,
 * Thresher and Wang 1982 (J. Appl. Mech. 49, 197-202): omega_1 sqrt(rho A L^4/EI)
 * = 3.5160, 3.6816, 4.7973, 7.3604, 13.1702 for spin 0, 1, 3, 6, 12 in the same unit. Held section:
 * r, r_y, r_z and r_x. */
static void spin_load(const lash_ancf_beam *b, const double *at, double t, double *Q,
                      const void *context) {
  double rate2 =
      t * *(const double *)context; /* square of the speed; centrifugal force M diag at */
  for (size_t n = 0; n < b->count; n++)
    for (size_t i = 0; i < 8; i++)
      for (size_t j = 0; j < 8; j++)
        for (size_t axis = 0; axis < 2; axis++)
          Q[12 * n + 3 * i + axis] += rate2 * b->element.mass[i][j] * at[12 * n + 3 * j + axis];
}

static void spin_stiffens(void) {
  static const double table[5][2] = {
      {0, 3.5160}, {1, 3.6816}, {3, 4.7973}, {6, 7.3604}, {12, 13.1702}};
  const lash_material m = {2.1e11, 0, 7850};
  for (int k = 0; k < 5; k++) {
    make(16, 1, 0.002, 0.001, m, LASH_ANCF_CURED, 0);
    double unit = sqrt(m.young * section.z2 / (m.density * section.area));
    double rate2 = pow(table[k][0] * unit, 2), hz[1];
    solve_static(&beam, q, CLAMP_ALL, 1, spin_load, &rate2);
    beam_frequencies(&beam, q, 12, hz, 1);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3 * table[k][1], table[k][1], hz[0] * 2 * PI / unit);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(published_free_frequencies);
  RUN_TEST(timoshenko_frequencies);
  RUN_TEST(markers_move_as_their_rotation_says);
  RUN_TEST(mass_solve_inverts_the_mass);
  RUN_TEST(falling_pendulum_keeps_its_energy);
  RUN_TEST(damping_takes_energy_out);
  RUN_TEST(spin_stiffens);
  return UNITY_END();
}
