/* Geometric stiffness of modal bodies made from frames: spinning blades (Wright, Smith, Thresher
 * and Wang 1982, J. Appl. Mech. 49, 197-202), Euler's columns, a hanging beam; and what the file
 * keeps.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper.h"
#include "lash_reduce.h"
#include "unity.h"

enum { MODES = 40, WIDTH = 6 + MODES };

static const double PI = 3.14159265358979323846;
static lash_modal body, again;
static lash_error error;
static double q[MODES], qd[MODES];

void setUp(void) { memset(q, 0, sizeof q); }
void tearDown(void) {
  lash_modal_free(&body);
  lash_modal_free(&again);
}

/* A steel blade 1 m long, 2 x 1 mm, along x; bends along z more easily than along y. */
static const double height = 0.002, width = 0.001, young = 2.1e11, density = 7850;

static void make(const char *ends, size_t modes) {
  char file[] = "/tmp/lash_blade_XXXXXX";
  int handle = mkstemp(file);
  TEST_ASSERT_TRUE(handle >= 0);
  FILE *out = fdopen(handle, "w");
  fprintf(out,
          "material steel E %g nu 0 rho %g\nsection s rectangle %g %g\nnode 1 0 0 0\n"
          "node 2 1 0 0\nbeam 1 2 s steel divide 64\n%s",
          young, density, height, width, ends);
  fclose(out);
  lash_fe fe;
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_read_frame(&fe, file, &error) == LASH_OK, error.message);
  TEST_ASSERT_TRUE_MESSAGE(lash_fe_reduce(&fe, modes, 0, &body, &error) == LASH_OK, error.message);
  lash_fe_free(&fe);
  unlink(file);
  TEST_ASSERT_TRUE(body.mode_count <= MODES);
}

static double bending_unit(void) { /* sqrt(EI/(rho A L^4)), bending along z */
  return sqrt(young * width * width / 12 / density);
}

static double square(double x) { return x * x; }

/* Newton's equilibrium of the modes in a frame at `state`, then the stiffness -dQ/dq there. */
static void equilibrium(lash_modal_state *state, const double gravity[3], double *K) {
  size_t n = body.mode_count, size = 6 + n;
  static double dx[WIDTH * WIDTH], dv[WIDTH * WIDTH], Q[WIDTH];
  for (int k = 0; k < 20; k++) {
    lash_modal_force(&body, state, gravity, Q);
    lash_modal_tangent(&body, state, gravity, dx, dv);
    /* the elastic part dominates the diagonal, so Jacobi's iteration is enough */
    for (size_t i = 0; i < n; i++) q[i] -= Q[6 + i] / dx[(6 + i) * size + 6 + i];
  }
  for (size_t i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, Q[6 + i]);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) K[i * n + j] = -dx[(6 + i) * size + 6 + j];
}

static lash_modal_state at_rest(void) {
  return (lash_modal_state){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .q = q, .qd = qd};
}

static void identity(size_t n, double *M) {
  memset(M, 0, n * n * sizeof *M);
  for (size_t i = 0; i < n; i++) M[i * n + i] = 1;
}

static double nearest(const double *lambda, double wanted) {
  double best = 0;
  for (size_t m = 0; m < body.mode_count; m++) {
    double rate = sqrt(lambda[m]) / bending_unit();
    if (fabs(rate - wanted) < fabs(best - wanted)) best = rate;
  }
  return best;
}

/* Flap frequencies over the bending unit, at spin 0, 1, 3, 6, 12 of it. */
static void blades_stiffen_in_flap_and_lag(void) {
  static const double spin[5] = {0, 1, 3, 6, 12};
  static const double flap[5][3] = {{3.5160, 22.0345, 61.6972},
                                    {3.6816, 22.1810, 61.8418},
                                    {4.7973, 23.3203, 62.9850},
                                    {7.3604, 26.8091, 66.6840},
                                    {13.1702, 37.6031, 79.6145}};
  double K[MODES * MODES], M[MODES * MODES], lambda[MODES], first[2][5]; /* lag, flap */
  const double none[3] = {0};
  make("hold 1\n", 30);
  for (int axis = 1; axis <= 2; axis++) /* about y the soft bending is lag, about z it is flap */
    for (int s = 0; s < 5; s++) {
      lash_modal_state state = at_rest();
      state.omega[axis] = spin[s] * bending_unit();
      memset(q, 0, sizeof q);
      equilibrium(&state, none, K);
      identity(body.mode_count, M);
      eigenvalues((int)body.mode_count, K, M, lambda);
      first[axis - 1][s] = axis == 1 ? lambda[0] / square(bending_unit()) : square(flap[s][0]);
      for (int k = 0; axis == 2 && k < 3; k++) /* the other bending plane stands between */
        TEST_ASSERT_DOUBLE_WITHIN(1e-3 * flap[s][k], flap[s][k], nearest(lambda, flap[s][k]));
    }
  for (int s = 0; s < 5; s++) /* Southwell: lag^2 = flap^2 - spin^2 */
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * first[1][s], first[1][s] - square(spin[s]), first[0][s]);
}

/* Without its shortening the same blade softens and loses its root at spin 3.5. */
static void linear_kinematics_alone_would_soften(void) {
  double K[MODES * MODES], M[MODES * MODES], lambda[MODES];
  const double none[3] = {0};
  make("hold 1\n", 30);
  free(body.shortening);
  body.shortening = NULL;
  lash_modal_state state = at_rest();
  state.omega[1] = 3 * bending_unit();
  equilibrium(&state, none, K);
  identity(body.mode_count, M);
  eigenvalues((int)body.mode_count, K, M, lambda);
  TEST_ASSERT_DOUBLE_WITHIN(1e-2, square(3.5160) - 9, lambda[0] / square(bending_unit()));
}

/* The smallest compression at `loaded` nodes (+x at the first, -x at the last) that makes a mode's
 * stiffness vanish, over EI/L^2: 1 over the largest eigenvalue of the load's stiffness. */
static double buckling_load(const int *loaded, size_t count) {
  size_t n = body.mode_count;
  double K[MODES * MODES] = {0}, G[MODES * MODES] = {0}, lambda[MODES];
  for (size_t k = 0; k < n; k++) {
    K[k * n + k] = square(2 * PI * body.mode[k].frequency);
    for (size_t l = 0; l < n; l++)
      for (size_t i = 0; i < count; i++) {
        const lash_modal_node *node = &body.node[lash_modal_find(&body, loaded[i])];
        G[k * n + l] += (loaded[i] == 1 ? 1 : -1) * node->shortening[k * n + l][0];
      }
  }
  eigenvalues((int)n, G, K, lambda);
  return 1 / lambda[n - 1] / (young * height * width * width * width / 12);
}

static void columns_buckle_at_eulers_load(void) {
  const int ends[2] = {1, 2};
  make("hold 1\ninterface 2\n", 20);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, PI * PI / 4, buckling_load(ends + 1, 1));
  lash_modal_free(&body);
  make("interface 1 2\n", 20); /* free: mean axes, both ends push */
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * PI * PI, PI * PI, buckling_load(ends, 2));
}

/* A standing blade buckles under its own weight at 7.8373 EI/L^3 per length (Greenhill 1881). */
static void standing_beam_falls_at_greenhills_weight(void) {
  double K[MODES * MODES], M[MODES * MODES], lambda[2][MODES],
      EI = young * height * pow(width, 3) / 12;
  make("hold 1\n", 30);
  for (int side = 0; side < 2; side++) {
    double weight = (side ? 1.002 : 0.998) * 7.8373 * EI / (density * height * width);
    const double g[3] = {-weight, 0, 0};
    lash_modal_state state = at_rest();
    memset(q, 0, sizeof q);
    equilibrium(&state, g, K);
    identity(body.mode_count, M);
    eigenvalues((int)body.mode_count, K, M, lambda[side]);
  }
  TEST_ASSERT_GREATER_THAN_DOUBLE(0, lambda[0][0]);
  TEST_ASSERT_LESS_THAN_DOUBLE(0, lambda[1][0]);
}

/* ------------------------------------------------------------------- clamped at an interface */

static double spin, weight;

/* Strain, centrifugal and gravity energy of a body that turns steadily about z with its node 1 at
 * the origin, unturned: its frame follows from its modes. */
static double spinning_potential(const double *at) {
  static const double still[MODES];
  size_t n = body.mode_count, root = (size_t)lash_modal_find(&body, 1);
  lash_modal_state s = {.q = at, .qd = still};
  double back[3] = {0};
  const double gravity[3] = {0, 0, -weight};
  for (size_t k = 0; k < n; k++)
    for (int i = 0; i < 3; i++) back[i] -= at[k] * body.shape[root * n + k][3 + i];
  rotation_of(back, s.rotation);
  lash_modal_marker held;
  lash_modal_node_at(&body, root, &s, &held);
  for (int i = 0; i < 3; i++) {
    s.position[i] = -held.position[i];
    s.omega[i] = spin * s.rotation[2][i];
  }
  s.velocity[0] = -spin * s.position[1];
  s.velocity[1] = spin * s.position[0];
  return lash_modal_elastic(&body, at) - lash_modal_kinetic(&body, &s) +
         lash_modal_potential(&body, &s, gravity);
}

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);

/* Newton with differences; the energy is nearly quadratic. Gives the sag of node 2. */
static double spinning_sag(void) {
  static double H[MODES * MODES];
  double G[MODES], step[MODES], p[MODES];
  int n = (int)body.mode_count, one = 1, info, pivots[MODES];
  memset(q, 0, sizeof q);
  for (int k = 0; k < n; k++) step[k] = 3e-4 / body.mode[k].frequency;
  for (int iteration = 0; iteration < 4; iteration++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
        double sum = 0, slope = 0;
        for (int side = 0; side < 4; side++) {
          double a = side & 1 ? -1 : 1, b = side & 2 ? -1 : 1;
          memcpy(p, q, sizeof p);
          p[i] += a * step[i];
          p[j] += b * step[j];
          sum += a * b * spinning_potential(p);
          if (i == j && a == b) slope += a * spinning_potential(p);
        }
        H[i * n + j] = H[j * n + i] = sum / (4 * step[i] * step[j]);
        if (i == j) G[i] = -slope / (4 * step[i]);
      }
    dgesv_(&n, &one, H, &n, pivots, G, &n, &info);
    TEST_ASSERT_EQUAL_INT(0, info);
    for (int i = 0; i < n; i++) q[i] += G[i];
  }
  static const double still[MODES];
  lash_modal_state s = {.q = q, .qd = still};
  lash_modal_marker root, tip;
  double back[3] = {0};
  for (size_t k = 0; k < body.mode_count; k++)
    for (int i = 0; i < 3; i++)
      back[i] -= q[k] * body.shape[(size_t)lash_modal_find(&body, 1) * body.mode_count + k][3 + i];
  rotation_of(back, s.rotation);
  lash_modal_node_at(&body, (size_t)lash_modal_find(&body, 1), &s, &root);
  lash_modal_node_at(&body, (size_t)lash_modal_find(&body, 2), &s, &tip);
  return tip.position[2] - root.position[2];
}

/* Modes with the root held, and free modes with the root clamped at an interface, sag alike at any
 * spin: half of the second one's stiffness comes from the force in the clamp. */
static void interfaces_stiffen_too(void) {
  double sag[2][2];
  weight = 1e-3;
  for (int free = 0; free < 2; free++) {
    make(free ? "interface 1 2\n" : "hold 1\n", free ? 8 : 14);
    for (int turning = 0; turning < 2; turning++) {
      spin = turning ? 6 * bending_unit() : 0;
      sag[free][turning] = spinning_sag();
    }
    lash_modal_free(&body);
  }
  double theory = density * height * width * weight / (8 * young * height * pow(width, 3) / 12);
  for (int free = 0; free < 2; free++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * theory, -theory, sag[free][0]);
  TEST_ASSERT_DOUBLE_WITHIN(2e-3 * fabs(sag[0][1]), sag[0][1], sag[1][1]);
  TEST_ASSERT_DOUBLE_WITHIN(0.02, square(3.5160 / 7.3604), sag[1][1] / sag[1][0]);
}

static void files_keep_it_and_do_without_it(void) {
  char file[] = "/tmp/lash_blade_XXXXXX";
  int handle = mkstemp(file);
  TEST_ASSERT_TRUE(handle >= 0);
  close(handle);
  make("interface 1 2\n", 3);
  size_t n = body.mode_count, end = (size_t)lash_modal_find(&body, 2);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_write(&body, file, &error));
  TEST_ASSERT_TRUE_MESSAGE(lash_modal_read(&again, file, &error) == LASH_OK, error.message);
  for (size_t k = 0; k < n; k++)
    for (size_t l = 0; l < n; l++) {
      const size_t from = k <= l ? k * n + l : l * n + k; /* the file holds one triangle */
      TEST_ASSERT_EQUAL_MEMORY(&body.shortening[from], &again.shortening[k * n + l],
                               sizeof *body.shortening);
      TEST_ASSERT_EQUAL_MEMORY(body.node[end].shortening[from],
                               again.node[end].shortening[k * n + l], 3 * sizeof(double));
    }
  lash_modal_free(&again);
  for (size_t i = 0; i < body.node_count; i++) {
    free(body.node[i].shortening);
    body.node[i].shortening = NULL;
  }
  free(body.shortening);
  body.shortening = NULL;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_write(&body, file, &error));
  TEST_ASSERT_TRUE_MESSAGE(lash_modal_read(&again, file, &error) == LASH_OK, error.message);
  TEST_ASSERT_NULL(again.shortening);
  unlink(file);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(blades_stiffen_in_flap_and_lag);
  RUN_TEST(linear_kinematics_alone_would_soften);
  RUN_TEST(columns_buckle_at_eulers_load);
  RUN_TEST(standing_beam_falls_at_greenhills_weight);
  RUN_TEST(interfaces_stiffen_too);
  RUN_TEST(files_keep_it_and_do_without_it);
  return UNITY_END();
}
