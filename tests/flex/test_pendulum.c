/* One flexible pendulum, two formulations: an ANCF beam, and a modal body reduced from a frame.
 * They share nothing but section and material; where the deflection is small they must swing alike.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper.h"
#include "lash_reduce.h"
#include "unity.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);

enum { ELEMENTS = 8, DOF = 12 * (ELEMENTS + 1), MAX_MODES = 20, WIDTH = 6 + MAX_MODES };

static const double length = 1, side = 0.05, gravity[3] = {0, 0, -9.81};
static const lash_material rubber = {2e8, 0.3, 1000};
static const double duration = 0.1; /* 1.6 periods of the first bending mode */
static lash_error error;

void setUp(void) {}
void tearDown(void) {}

typedef void (*slope_function)(const double *y, double *slope);

static void integrate(double *y, size_t n, slope_function slope, double h, int steps) {
  double *k = malloc(5 * n * sizeof *k), *at = k + 4 * n;
  for (int step = 0; step < steps; step++) {
    for (size_t stage = 0; stage < 4; stage++) {
      double ahead = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (size_t i = 0; i < n; i++) at[i] = y[i] + (stage ? ahead * k[(stage - 1) * n + i] : 0);
      slope(at, k + stage * n);
    }
    for (size_t i = 0; i < n; i++)
      y[i] += h / 6 * (k[i] + 2 * k[n + i] + 2 * k[2 * n + i] + k[3 * n + i]);
  }
  free(k);
}

/* ------------------------------------------------------------------------------------ ANCF beam */

static lash_ancf_beam beam;
static double response[3][DOF]; /* to a unit force at the pin */

static void beam_slope(const double *y, double *slope) {
  double *a = slope + DOF;
  memcpy(slope, y + DOF, DOF * sizeof *y);
  lash_ancf_beam_force(&beam, y, NULL, a);
  for (int i = 0; i < DOF; i++) a[i] = -a[i];
  lash_ancf_beam_gravity(&beam, gravity, a);
  lash_ancf_beam_mass_solve(&beam, a);
  for (int axis = 0; axis < 3; axis++) {
    double force = a[axis] / response[axis][axis];
    for (int i = 0; i < DOF; i++) a[i] -= force * response[axis][i];
  }
}

static void swing_beam(double tip[3]) {
  static const double origin[3] = {0}, axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double y[2 * DOF] = {0};
  lash_section section;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(side, side, 0.3, &section, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_beam_init(&beam, ELEMENTS, length, &section, &rubber,
                                                     LASH_ANCF_CURED, 0, &error));
  lash_ancf_beam_straight(&beam, origin, axes, y);
  for (int axis = 0; axis < 3; axis++) {
    response[axis][axis] = 1;
    lash_ancf_beam_mass_solve(&beam, response[axis]);
  }
  integrate(y, 2 * DOF, beam_slope, 1e-5, (int)(duration / 1e-5 + 0.5));
  memcpy(tip, y + DOF - 12, 3 * sizeof *tip);
  lash_ancf_beam_free(&beam);
}

/* ----------------------------------------------------------------------------------- modal body */

static lash_modal body;
static size_t pin, far_end;

/* y = R, A, R', omega, q, q' */
static lash_modal_state unpack(const double *y) {
  lash_modal_state s = {.q = y + 18, .qd = y + 18 + body.mode_count};
  memcpy(s.position, y, 3 * sizeof *y);
  memcpy(s.rotation, y + 3, 9 * sizeof *y);
  memcpy(s.velocity, y + 12, 3 * sizeof *y);
  memcpy(s.omega, y + 15, 3 * sizeof *y);
  return s;
}

/* Mass matrix bordered by the three conditions that the pin does not accelerate. */
static void body_slope(const double *y, double *slope) {
  lash_modal_state s = unpack(y);
  size_t modes = body.mode_count, width = 6 + modes, size = width + 3;
  double M[WIDTH * WIDTH], J[3 * WIDTH], Jr[3 * WIDTH], A[(WIDTH + 3) * (WIDTH + 3)] = {0};
  double b[WIDTH + 3];
  lash_modal_marker marker;
  lash_modal_mass(&body, &s, M);
  lash_modal_force(&body, &s, gravity, b);
  lash_modal_node_at(&body, pin, &s, &marker);
  lash_modal_node_jacobians(&body, pin, &s, J, Jr);
  for (size_t i = 0; i < width; i++) {
    for (size_t j = 0; j < width; j++) A[j * size + i] = M[i * width + j];
    for (size_t c = 0; c < 3; c++)
      A[(width + c) * size + i] = A[i * size + width + c] = J[c * width + i];
  }
  for (size_t c = 0; c < 3; c++) b[width + c] = -marker.acceleration[c];
  int n = (int)size, one = 1, pivots[WIDTH + 3], info;
  dgesv_(&n, &one, A, &n, pivots, b, &n, &info);
  memcpy(slope, y + 12, 3 * sizeof *y);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int p = (j + 1) % 3, r = (j + 2) % 3;
      slope[3 + 3 * i + j] = s.rotation[i][p] * s.omega[r] - s.rotation[i][r] * s.omega[p];
    }
  memcpy(slope + 12, b, 6 * sizeof *b);
  memcpy(slope + 18, s.qd, modes * sizeof *b);
  memcpy(slope + 18 + modes, b + 6, modes * sizeof *b);
}

static void make_body(void) {
  char file[] = "/tmp/lash_pendulum_XXXXXX";
  int handle = mkstemp(file);
  TEST_ASSERT_TRUE(handle >= 0);
  FILE *out = fdopen(handle, "w");
  fprintf(out,
          "material r E %g nu 0.3 rho 1000\nsection s rectangle 0.05 0.05\nnode 1 0 0 0\n"
          "node 2 1 0 0\nbeam 1 2 s r divide 16\ninterface 1 2\n",
          rubber.young);
  fclose(out);
  lash_fe fe;
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_read_frame(&fe, file, &error) == LASH_OK, error.message);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, 4, 0, &body, &error) == LASH_OK, error.message);
  lash_fe_free(&fe);
  unlink(file);
  pin = (size_t)lash_modal_find(&body, 1);
  far_end = (size_t)lash_modal_find(&body, 2);
}

static void swing_body(double tip[3], double pinned[3]) {
  make_body();
  TEST_ASSERT_TRUE(body.mode_count <= MAX_MODES);
  double y[18 + 2 * MAX_MODES] = {[3] = 1, [7] = 1, [11] = 1};
  integrate(y, 18 + 2 * body.mode_count, body_slope, 5e-5, (int)(duration / 5e-5 + 0.5));
  lash_modal_state s = unpack(y);
  lash_modal_marker marker;
  lash_modal_node_at(&body, far_end, &s, &marker);
  memcpy(tip, marker.position, sizeof marker.position);
  lash_modal_node_at(&body, pin, &s, &marker);
  memcpy(pinned, marker.position, sizeof marker.position);
  lash_modal_free(&body);
}

/* A rigid bar of the same shape: J phi'' = m g L/2 cos phi. */
static void rigid_slope(const double *y, double *slope) {
  double second = length * length / 3 + side * side / 12;
  slope[0] = y[1];
  slope[1] = 9.81 * length / 2 * cos(y[0]) / second;
}

static void both_swing_alike(void) {
  double ancf[3], modal[3], pinned[3], angle[2] = {0};
  swing_beam(ancf);
  swing_body(modal, pinned);
  integrate(angle, 2, rigid_slope, 1e-4, (int)(duration / 1e-4 + 0.5));
  double rigid[3] = {cos(angle[0]), 0, -sin(angle[0])};
  double flexed = hypot(ancf[0] - rigid[0], ancf[2] - rigid[2]);
  double apart = hypot(ancf[0] - modal[0], ancf[2] - modal[2]);
  TEST_ASSERT_GREATER_THAN_DOUBLE(1e-3, flexed); /* there is something to compare */
  TEST_ASSERT_LESS_THAN_DOUBLE(0.01 * flexed, apart);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, fabs(ancf[1]) + fabs(modal[1])); /* in the plane */
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, pinned[i]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(both_swing_alike);
  return UNITY_END();
}
