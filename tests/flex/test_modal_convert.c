/* A modal body in other units, and with fewer modes, is the same body. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper.h"
#include "lash_reduce.h"
#include "unity.h"

enum { MODES = 16, WIDTH = 6 + MODES };

static lash_modal body, other;
static lash_error error;

static void make(lash_modal *into) {
  char file[] = "/tmp/lash_convert_XXXXXX";
  int handle = mkstemp(file);
  TEST_ASSERT_TRUE(handle >= 0);
  FILE *out = fdopen(handle, "w");
  fputs(
      "material al E 7e10 nu 0.33 rho 2700\nsection t tube 0.04 0.03\n"
      "section r rectangle 0.02 0.03\nnode 1 0.1 0.2 0.3\nnode 2 0.5 0.9 0.1\n"
      "node 3 1.1 0.4 0.8\nbeam 1 2 t al divide 7\nbeam 2 3 r al divide 9 y 0 0 1\n"
      "mass 2 1.5\ninterface 1 3\n",
      out);
  fclose(out);
  lash_fe fe;
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_read_frame(&fe, file, &error) == LASH_OK, error.message);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, 10, 0.02, into, &error) == LASH_OK, error.message);
  lash_fe_free(&fe);
  unlink(file);
  into->mode[2].preload = 0.3;
}

void setUp(void) {
  make(&body);
  make(&other);
}
void tearDown(void) {
  lash_modal_free(&body);
  lash_modal_free(&other);
}

/* Forces, energies and nodes, measured in mm, t and ms: N = t mm/s^2 becomes t mm/ms^2. */
static void units_change_nothing(void) {
  const double L = 1e-3, M = 1e3, T = 1e-3, g[3] = {1, -9, 3};
  const double to_q = 1 / (sqrt(M) * L), force = T * T / (M * L), energy = force / L;
  const double g_other[3] = {g[0] * T * T / L, g[1] * T * T / L, g[2] * T * T / L};
  double q[MODES], qd[MODES], p[MODES], pd[MODES], Q[WIDTH], P[WIDTH];
  random_start();
  lash_modal_convert(&other, L, M, T);
  for (int k = 0; k < MODES; k++) {
    q[k] = 0.01 * random_next();
    qd[k] = random_next();
    p[k] = q[k] * to_q;
    pd[k] = qd[k] * to_q * T;
  }
  lash_modal_state a = {.q = q, .qd = qd, .position = {1, 2, 3}, .omega = {1, -2, 0.5}};
  rotation_of((const double[3]){0.3, 1, -0.4}, a.rotation);
  lash_modal_state b = a;
  b.q = p;
  b.qd = pd;
  for (int i = 0; i < 3; i++) {
    a.velocity[i] = 2 - i;
    b.velocity[i] = a.velocity[i] * T / L;
    b.position[i] = a.position[i] / L;
    b.omega[i] = a.omega[i] * T;
  }
  lash_modal_force(&body, &a, g, Q);
  lash_modal_force(&other, &b, g_other, P);
  for (int i = 0; i < WIDTH; i++) {
    double unit = i < 3 ? force : i < 6 ? energy : energy / to_q;
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * fabs(Q[i] * unit) + 1e-12, Q[i] * unit, P[i]);
  }
  double kinetic = lash_modal_kinetic(&body, &a) * energy;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * kinetic, kinetic, lash_modal_kinetic(&other, &b));
  double strain = lash_modal_elastic(&body, q) * energy;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(strain), strain, lash_modal_elastic(&other, p));
  lash_modal_marker at, seen;
  size_t node = (size_t)lash_modal_find(&body, 3);
  lash_modal_node_at(&body, node, &a, &at);
  lash_modal_node_at(&other, node, &b, &seen);
  for (int i = 0; i < 3; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, at.position[i] / L, seen.position[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, at.velocity[i] * T / L, seen.velocity[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, at.omega[i] * T, seen.omega[i]);
    for (int j = 0; j < 3; j++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, at.rotation[i][j], seen.rotation[i][j]);
  }
}

/* Modes left out are modes held at zero. */
static void fewer_modes_are_the_others_held(void) {
  const size_t keep[3] = {4, 0, 7};
  const double none[3] = {0, 0, -9.81};
  double q[MODES] = {0}, qd[MODES] = {0}, p[3] = {2e-3, -1e-3, 5e-4}, pd[3] = {0.1, 0.2, -0.3};
  double Q[WIDTH], P[WIDTH];
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_select(&other, keep, 3, &error));
  for (int k = 0; k < 3; k++) {
    q[keep[k]] = p[k];
    qd[keep[k]] = pd[k];
  }
  lash_modal_state a = {.q = q, .qd = qd, .omega = {1, -2, 0.5}}, b;
  rotation_of((const double[3]){0.3, 1, -0.4}, a.rotation);
  b = a;
  b.q = p;
  b.qd = pd;
  lash_modal_force(&body, &a, none, Q);
  lash_modal_force(&other, &b, none, P);
  for (size_t i = 0; i < 9; i++) {
    double expected = i < 6 ? Q[i] : Q[6 + keep[i - 6]];
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(expected) + 1e-13, expected, P[i]);
  }
  lash_modal_marker at, seen;
  lash_modal_node_at(&body, 0, &a, &at);
  lash_modal_node_at(&other, 0, &b, &seen);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, at.position[i], seen.position[i]);
}

static void modes_that_are_not_there_are_named(void) {
  const size_t beyond[2] = {0, 16}, twice[2] = {3, 3};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_modal_select(&other, beyond, 2, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "no mode 17"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_modal_select(&other, twice, 2, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "mode 4 is named twice"));
  TEST_ASSERT_EQUAL_size_t(16, other.mode_count);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(units_change_nothing);
  RUN_TEST(fewer_modes_are_the_others_held);
  RUN_TEST(modes_that_are_not_there_are_named);
  return UNITY_END();
}
