/* Modal bodies: mass matrix, velocity forces and nodes against sums over point masses, conservation
 * laws in free flight. The body is a cloud of points with invented modes, so nothing is small. */
#include <math.h>
#include <string.h>

#include "helper.h"
#include "lash_modal.h"
#include "unity.h"

enum { POINTS = 9, MODES = 4, SIZE = 6 + MODES };

static lash_modal body;
static double point_mass[POINTS];
static lash_error error;
static double q[MODES], qd[MODES];
static lash_modal_state state;

static bool shortened; /* invented shortening at every node, when a test asks for it */

static void shorten(void) {
  if (!shortened) return;
  for (size_t p = 0; p < POINTS; p++) body.node[p].interface = true;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_allocate_shortening(&body, &error));
  for (size_t p = 0; p < POINTS; p++)
    for (size_t k = 0; k < MODES; k++)
      for (size_t l = 0; l <= k; l++)
        for (int j = 0; j < 3; j++) {
          double chi = random_next(), m = point_mass[p];
          size_t pair[2] = {k * MODES + l, l * MODES + k};
          for (int side = 0; side < (k == l ? 1 : 2); side++) {
            lash_shortening *of = &body.shortening[pair[side]];
            body.node[p].shortening[pair[side]][j] = chi;
            of->first[j] += m * chi;
            for (int i = 0; i < 3; i++) of->second[i][j] += m * body.node[p].position[i] * chi;
          }
        }
}

/* Invariants are summed here from the nodes, each a point mass. */
void setUp(void) {
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_allocate(&body, MODES, POINTS, &error));
  random_start();
  for (size_t p = 0; p < POINTS; p++) {
    double m = point_mass[p] = 1 + random_next(), *s = body.node[p].position;
    body.node[p].id = (int)p + 10;
    for (int i = 0; i < 3; i++) s[i] = 2 * random_next();
    body.mass += m;
    for (size_t k = 0; k < MODES; k++)
      for (int i = 0; i < 6; i++) body.shape[p * MODES + k][i] = random_next();
    for (int i = 0; i < 3; i++) {
      body.first[i] += m * s[i];
      for (int j = 0; j < 3; j++) body.second[i][j] += m * s[i] * s[j];
      for (size_t k = 0; k < MODES; k++) {
        const double *psi = body.shape[p * MODES + k];
        body.mode[k].first[i] += m * psi[i];
        for (int j = 0; j < 3; j++) {
          body.mode[k].second[i][j] += m * s[i] * psi[j];
          for (size_t l = 0; l < MODES; l++)
            body.coupling[k * MODES + l][i][j] += m * psi[i] * body.shape[p * MODES + l][j];
        }
      }
    }
  }
  shorten();
  for (size_t k = 0; k < MODES; k++) {
    body.mode[k].frequency = 1 + (double)k;
    body.mode[k].preload = random_next();
    q[k] = random_next();
    qd[k] = 3 * random_next();
  }
  const double turn[3] = {0.4, -1.1, 0.7};
  state = (lash_modal_state){.q = q, .qd = qd};
  rotation_of(turn, state.rotation);
  for (int i = 0; i < 3; i++) {
    state.position[i] = random_next();
    state.velocity[i] = 4 * random_next();
    state.omega[i] = 4 * random_next();
  }
}
void tearDown(void) { lash_modal_free(&body); }

static void velocities(double v[SIZE]) {
  memcpy(v, state.velocity, 3 * sizeof *v);
  memcpy(v + 3, state.omega, 3 * sizeof *v);
  memcpy(v + 6, qd, MODES * sizeof *v);
}

static void kinetic_energy_is_that_of_the_points(void) {
  double M[SIZE * SIZE], v[SIZE], by_points = 0, by_matrix = 0;
  for (size_t p = 0; p < POINTS; p++) {
    lash_modal_marker m;
    lash_modal_node_at(&body, p, &state, &m);
    for (int i = 0; i < 3; i++) by_points += 0.5 * point_mass[p] * m.velocity[i] * m.velocity[i];
  }
  velocities(v);
  lash_modal_mass(&body, &state, M);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      by_matrix += 0.5 * v[i] * M[i * SIZE + j] * v[j];
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, M[i * SIZE + j], M[j * SIZE + i]);
    }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * by_points, by_points, by_matrix);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * by_points, by_points, lash_modal_kinetic(&body, &state));
}

/* Newton point by point: sum of J' m (J a + bias - g) is M a - Q without the elastic forces. */
static void forces_are_those_of_the_points(void) {
  const double g[3] = {1, -2, -9.81};
  double M[SIZE * SIZE], Q[SIZE], a[SIZE], expected[SIZE] = {0};
  for (int i = 0; i < SIZE; i++) a[i] = random_next();
  lash_modal_mass(&body, &state, M);
  lash_modal_force(&body, &state, g, Q);
  for (size_t p = 0; p < POINTS; p++) {
    lash_modal_marker m;
    double J[3 * SIZE], Jr[3 * SIZE];
    lash_modal_node_at(&body, p, &state, &m);
    lash_modal_node_jacobians(&body, p, &state, J, Jr);
    for (int i = 0; i < 3; i++) {
      double acceleration = m.acceleration[i] - g[i];
      for (int j = 0; j < SIZE; j++) acceleration += J[i * SIZE + j] * a[j];
      for (int j = 0; j < SIZE; j++) expected[j] += point_mass[p] * J[i * SIZE + j] * acceleration;
    }
  }
  for (int k = 0; k < MODES; k++) {
    double w = 2 * acos(-1) * body.mode[k].frequency;
    expected[6 + k] += w * w * q[k] + 2 * 0.02 * w * qd[k] - body.mode[k].preload;
  }
  for (int i = 0; i < SIZE; i++) {
    double got = -Q[i];
    for (int j = 0; j < SIZE; j++) got += M[i * SIZE + j] * a[j];
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, expected[i], got);
  }
}

/* Moves the state along its velocity by h. */
static lash_modal_state moved(double h, double *at) {
  lash_modal_state s = state;
  const double step[3] = {h * state.omega[0], h * state.omega[1], h * state.omega[2]};
  double R[3][3];
  rotation_of(step, R);
  for (int i = 0; i < 3; i++) {
    s.position[i] += h * s.velocity[i];
    for (int j = 0; j < 3; j++) {
      s.rotation[i][j] = 0;
      for (int k = 0; k < 3; k++) s.rotation[i][j] += state.rotation[i][k] * R[k][j];
    }
  }
  for (int k = 0; k < MODES; k++) at[k] = q[k] + h * qd[k];
  s.q = at;
  return s;
}

static void nodes_move_as_they_say(void) {
  double h = 1e-5, ahead[MODES], back[MODES], v[SIZE];
  velocities(v);
  for (int scale = 0; scale < 2; scale++) { /* large rotations, then tiny ones: both branches */
    if (scale)
      for (int k = 0; k < MODES; k++) q[k] *= 1e-4;
    lash_modal_state after = moved(h, ahead), before = moved(-h, back);
    lash_modal_marker m, a, b;
    double J[3 * SIZE], Jr[3 * SIZE];
    lash_modal_node_at(&body, 2, &state, &m);
    lash_modal_node_at(&body, 2, &after, &a);
    lash_modal_node_at(&body, 2, &before, &b);
    lash_modal_node_jacobians(&body, 2, &state, J, Jr);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      double spin = 0, Jv = 0, Jrv = 0;
      for (int c = 0; c < 3; c++)
        spin += (a.rotation[k][c] - b.rotation[k][c]) / (2 * h) * m.rotation[j][c];
      for (int c = 0; c < SIZE; c++) {
        Jv += J[i * SIZE + c] * v[c];
        Jrv += Jr[i * SIZE + c] * v[c];
      }
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, spin, m.omega[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, Jrv, m.omega[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, Jv, m.velocity[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, (a.position[i] - b.position[i]) / (2 * h), m.velocity[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, (a.velocity[i] - b.velocity[i]) / (2 * h), m.acceleration[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7, (a.omega[i] - b.omega[i]) / (2 * h), m.alpha[i]);
    }
  }
}

/* The state moved by `step` along position coordinate c: R, a rotation in body axes, or q. */
static lash_modal_state shifted(int c, double step, double at[MODES]) {
  lash_modal_state s = state;
  memcpy(at, q, MODES * sizeof *at);
  s.q = at;
  if (c < 3) {
    s.position[c] += step;
  } else if (c >= 6) {
    at[c - 6] += step;
  } else {
    double turn[3] = {0}, R[3][3];
    turn[c - 3] = step;
    rotation_of(turn, R);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) {
        s.rotation[i][k] = 0;
        for (int m = 0; m < 3; m++) s.rotation[i][k] += state.rotation[i][m] * R[m][k];
      }
  }
  return s;
}

static lash_modal_state hastened(int c, double step, double rate[MODES]) {
  lash_modal_state s = state;
  memcpy(rate, qd, MODES * sizeof *rate);
  s.qd = rate;
  *(c < 3 ? &s.velocity[c] : c < 6 ? &s.omega[c - 3] : &rate[c - 6]) += step;
  return s;
}

/* Central differences of the forces along each coordinate and velocity; cubic at most. */
static void tangent_is_the_derivative(void) {
  const double g[3] = {1, -2, -9.81}, h = 1e-4;
  double dx[SIZE * SIZE], dv[SIZE * SIZE], Q[2][SIZE];
  lash_modal_tangent(&body, &state, g, dx, dv);
  for (int j = 0; j < 2 * SIZE; j++) {
    int c = j % SIZE;
    for (int side = 0; side < 2; side++) {
      double at[MODES], step = side ? -h : h;
      lash_modal_state s = j < SIZE ? shifted(c, step, at) : hastened(c, step, at);
      lash_modal_force(&body, &s, g, Q[side]);
    }
    for (int i = 0; i < SIZE; i++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, (Q[0][i] - Q[1][i]) / (2 * h),
                                (j < SIZE ? dx : dv)[i * SIZE + c]);
  }
}

/* Central differences of M a along each coordinate; quadratic at most in q. */
static void mass_tangent_is_the_derivative(void) {
  const double h = 1e-4;
  double a[SIZE], dMa[SIZE * SIZE], M[2][SIZE * SIZE];
  for (int i = 0; i < SIZE; i++) a[i] = random_next();
  lash_modal_mass_tangent(&body, &state, a, dMa);
  for (int c = 0; c < SIZE; c++) {
    for (int side = 0; side < 2; side++) {
      double at[MODES];
      lash_modal_state s = shifted(c, side ? -h : h, at);
      lash_modal_mass(&body, &s, M[side]);
    }
    for (int i = 0; i < SIZE; i++) {
      double slope = 0;
      for (int j = 0; j < SIZE; j++)
        slope += (M[0][i * SIZE + j] - M[1][i * SIZE + j]) / (2 * h) * a[j];
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, slope, dMa[i * SIZE + c]);
    }
  }
}

static void node_stiffness_is_the_derivative(void) {
  const double h = 1e-4, F[3] = {3, -1, 2}, T[3] = {-0.5, 2, 1};
  double K[SIZE * SIZE], J[2][3 * SIZE], Jr[2][3 * SIZE];
  lash_modal_node_stiffness(&body, 2, &state, F, T, K);
  for (int c = 0; c < SIZE; c++) {
    for (int side = 0; side < 2; side++) {
      double at[MODES];
      lash_modal_state s = shifted(c, side ? -h : h, at);
      lash_modal_node_jacobians(&body, 2, &s, J[side], Jr[side]);
    }
    for (int i = 0; i < SIZE; i++) {
      double slope = 0;
      for (int k = 0; k < 3; k++)
        slope += ((J[0][k * SIZE + i] - J[1][k * SIZE + i]) * F[k] +
                  (Jr[0][k * SIZE + i] - Jr[1][k * SIZE + i]) * T[k]) /
                 (2 * h);
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, slope, K[i * SIZE + c]);
    }
  }
}

/* ---------------------------------------------------------------------------------- free flight */

enum { STATE = 12 + 6 + 2 * MODES }; /* R, A, R', omega, q, q' */

static void dgesv(double *M, double *Q) { /* Gauss with pivoting, SIZE unknowns */
  for (int c = 0; c < SIZE; c++) {
    int best = c;
    for (int r = c + 1; r < SIZE; r++)
      if (fabs(M[r * SIZE + c]) > fabs(M[best * SIZE + c])) best = r;
    for (int j = 0; j < SIZE; j++) {
      double other = M[c * SIZE + j];
      M[c * SIZE + j] = M[best * SIZE + j];
      M[best * SIZE + j] = other;
    }
    double other = Q[c];
    Q[c] = Q[best];
    Q[best] = other;
    for (int r = 0; r < SIZE; r++) {
      if (r == c) continue;
      double f = M[r * SIZE + c] / M[c * SIZE + c];
      for (int j = c; j < SIZE; j++) M[r * SIZE + j] -= f * M[c * SIZE + j];
      Q[r] -= f * Q[c];
    }
  }
  for (int c = 0; c < SIZE; c++) Q[c] /= M[c * SIZE + c];
}

static lash_modal_state unpack(const double *y) {
  lash_modal_state s = {.q = y + 18, .qd = y + 18 + MODES};
  memcpy(s.position, y, 3 * sizeof *y);
  memcpy(s.rotation, y + 3, 9 * sizeof *y);
  memcpy(s.velocity, y + 12, 3 * sizeof *y);
  memcpy(s.omega, y + 15, 3 * sizeof *y);
  return s;
}

static void slope(const double *y, const double g[3], double *d) {
  lash_modal_state s = unpack(y);
  double M[SIZE * SIZE], Q[SIZE];
  lash_modal_mass(&body, &s, M);
  lash_modal_force(&body, &s, g, Q);
  dgesv(M, Q);
  memcpy(d, y + 12, 3 * sizeof *d);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) { /* A' = A [omega] */
      int a = (j + 1) % 3, b = (j + 2) % 3;
      d[3 + 3 * i + j] = s.rotation[i][a] * s.omega[b] - s.rotation[i][b] * s.omega[a];
    }
  memcpy(d + 12, Q, 6 * sizeof *d);
  memcpy(d + 18, y + 18 + MODES, MODES * sizeof *d);
  memcpy(d + 18 + MODES, Q + 6, MODES * sizeof *d);
}

static void fly(double *y, const double g[3], double h, int steps) {
  double k[4][STATE], at[STATE];
  for (int n = 0; n < steps; n++) {
    for (int stage = 0; stage < 4; stage++) {
      double ahead = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (int i = 0; i < STATE; i++) at[i] = y[i] + (stage ? ahead * k[stage - 1][i] : 0);
      slope(at, g, k[stage]);
    }
    for (int i = 0; i < STATE; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
}

/* Energy, momentum and moment of momentum about the origin, from the mass matrix. */
static void constants_of_motion(const double *y, const double g[3], double out[7]) {
  lash_modal_state s = unpack(y);
  double M[SIZE * SIZE], p[6] = {0};
  const double *v = y + 12;
  lash_modal_mass(&body, &s, M);
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) p[i] += M[i * SIZE + j] * v[j];
    for (int j = 0; j < MODES; j++) p[i] += M[i * SIZE + 6 + j] * s.qd[j];
  }
  out[0] = lash_modal_kinetic(&body, &s) + lash_modal_elastic(&body, s.q) +
           lash_modal_potential(&body, &s, g);
  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    out[1 + i] = p[i];
    out[4 + i] = s.position[a] * p[b] - s.position[b] * p[a];
    for (int j = 0; j < 3; j++) out[4 + i] += s.rotation[i][j] * p[3 + j];
  }
}

static void pack(double *y) {
  memcpy(y, state.position, 3 * sizeof *y);
  memcpy(y + 3, state.rotation, 9 * sizeof *y);
  velocities(y + 12);
  memmove(y + 18 + MODES, y + 18, MODES * sizeof *y);
  memcpy(y + 18, q, MODES * sizeof *y);
}

static void free_flight_conserves(void) {
  const double none[3] = {0};
  double y[STATE], start[7], end[7];
  for (int k = 0; k < MODES; k++) body.mode[k].damping = 0;
  pack(y);
  constants_of_motion(y, none, start);
  fly(y, none, 2e-4, 5000);
  constants_of_motion(y, none, end);
  for (int i = 0; i < 7; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-8 * start[0], start[i], end[i]);
}

static void falling_conserves_energy_and_gains_momentum(void) {
  const double g[3] = {0, 0, -9.81};
  double y[STATE], start[7], end[7];
  for (int k = 0; k < MODES; k++) body.mode[k].damping = 0;
  pack(y);
  constants_of_motion(y, g, start);
  fly(y, g, 2e-4, 2500);
  constants_of_motion(y, g, end);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8 * fabs(start[0]), start[0], end[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * body.mass, start[3] - 9.81 * 0.5 * body.mass, end[3]);
}

/* At rest the force of gravity on a mode is the sum of the points' weights times their motion. */
static void static_loads_do_work_over_the_shortening(void) {
  const double g[3] = {1, -2, -9.81};
  double Q[SIZE], expected[SIZE] = {0};
  memset(qd, 0, sizeof qd);
  memset(state.omega, 0, sizeof state.omega);
  lash_modal_force(&body, &state, g, Q);
  for (size_t p = 0; p < POINTS; p++) {
    double J[3 * SIZE], Jr[3 * SIZE];
    lash_modal_node_jacobians(&body, p, &state, J, Jr);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < SIZE; j++) expected[j] += point_mass[p] * g[i] * J[i * SIZE + j];
  }
  for (int k = 0; k < MODES; k++) {
    double w = 2 * acos(-1) * body.mode[k].frequency;
    expected[6 + k] += body.mode[k].preload - w * w * q[k];
  }
  for (int i = 0; i < SIZE; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-11, expected[i], Q[i]);
}

static void unsound_bodies_are_found(void) {
  lash_modal_audit audit;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_audit_body(&body, &audit, &error));
  TEST_ASSERT_TRUE(audit.definite);
  TEST_ASSERT_GREATER_THAN_DOUBLE(0.1,
                                  audit.orthonormality); /* invented modes are not orthonormal */
  body.second[0][0] = -1;
  body.second[1][1] = -1;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_audit_body(&body, &audit, &error));
  TEST_ASSERT_FALSE(audit.definite);
  TEST_ASSERT_EQUAL_INT(2, lash_modal_find(&body, 12));
  TEST_ASSERT_EQUAL_INT(-1, lash_modal_find(&body, 3));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(mass_tangent_is_the_derivative);
  RUN_TEST(node_stiffness_is_the_derivative);
  RUN_TEST(kinetic_energy_is_that_of_the_points);
  RUN_TEST(forces_are_those_of_the_points);
  RUN_TEST(tangent_is_the_derivative);
  RUN_TEST(nodes_move_as_they_say);
  RUN_TEST(free_flight_conserves);
  RUN_TEST(falling_conserves_energy_and_gains_momentum);
  RUN_TEST(unsound_bodies_are_found);
  shortened = true;
  RUN_TEST(nodes_move_as_they_say);
  RUN_TEST(tangent_is_the_derivative);
  RUN_TEST(mass_tangent_is_the_derivative);
  RUN_TEST(node_stiffness_is_the_derivative);
  RUN_TEST(free_flight_conserves);
  RUN_TEST(falling_conserves_energy_and_gains_momentum);
  RUN_TEST(static_loads_do_work_over_the_shortening);
  return UNITY_END();
}
