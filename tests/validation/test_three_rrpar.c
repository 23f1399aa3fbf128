/* The 3-RRPaR robot: rank of its constraints, inverse dynamics, first impact. */
#include <stdlib.h>
#include <string.h>

#include "case_helper.h"
#include "lash_model.h"
#include "lash_system.h"

void setUp(void) {}
void tearDown(void) {}

enum { COORDINATES = 96, JOINTS_OF_CLEARANCE = 2 };
static const int ideal_joint[JOINTS_OF_CLEARANCE] = {13, 33};

typedef struct robot {
  lash_model model;
  lash_system *system;
  const lash_system_sizes *n;
} robot;

/* At its start; `clearances` opens the two joints of the platform. */
static robot load(bool clearances) {
  robot r = {0};
  lash_error error = {0};
  double t, y[2 * COORDINATES + 16];
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, lash_model_read(&r.model, CASES "/three_rrpar/three_rrpar.adm", &error),
      error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_system_create(&r.model, NULL, &r.system, &error),
                                error.message);
  for (size_t i = 0; clearances && i < JOINTS_OF_CLEARANCE; i++) {
    TEST_ASSERT_EQUAL_INT(LASH_OK,
                          lash_system_activate(r.system, "JPRIM", ideal_joint[i], false, &error));
  }
  r.n = lash_system_size(r.system);
  TEST_ASSERT_EQUAL_INT(COORDINATES, (int)r.n->v);
  TEST_ASSERT_EQUAL_INT(sizeof y / sizeof y[0], (int)r.n->y);
  lash_system_initial(r.system, &t, y);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_system_assemble(r.system, t, y, NULL, &error),
                                error.message);
  return r;
}

static void unload(robot *r) {
  lash_system_free(r->system);
  lash_model_free(&r->model);
}

/* Rank of the Jacobian by Gauss's elimination with complete pivoting, apart from the solver's own
 * way of finding it. */
static int rank_of(const lash_system_sizes *n, lash_system *system) {
  const lash_pattern *pattern = lash_system_jacobian_pattern(system);
  const size_t rows = n->constraints, columns = n->v;
  double *A = calloc(rows * columns, sizeof *A);
  double *values = calloc(pattern->nonzeros, sizeof *values);
  lash_system_jacobian(system, values);
  for (size_t r = 0; r < rows; r++) {
    for (int k = pattern->start[r]; k < pattern->start[r + 1]; k++) {
      A[r * columns + (size_t)pattern->index[k]] = values[k];
    }
  }
  int rank = 0;
  for (size_t step = 0; step < rows; step++) {
    size_t row = step, column = 0;
    double top = 0;
    for (size_t r = step; r < rows; r++) {
      for (size_t c = 0; c < columns; c++) {
        if (fabs(A[r * columns + c]) <= top) continue;
        top = fabs(A[r * columns + c]), row = r, column = c;
      }
    }
    if (top < 1e-9) break;
    rank++;
    for (size_t c = 0; c < columns; c++) {
      const double swap = A[row * columns + c];
      A[row * columns + c] = A[step * columns + c];
      A[step * columns + c] = swap;
    }
    for (size_t r = step + 1; r < rows; r++) {
      const double factor = A[r * columns + column] / A[step * columns + column];
      for (size_t c = 0; c < columns; c++) A[r * columns + c] -= factor * A[step * columns + c];
    }
  }
  free(A);
  free(values);
  return rank;
}

/* 21 revolute joints less the radial rows of two, and three drives: equation 21 of the paper. */
static void rank_is_92_with_two_clearances(void) {
  robot r = load(true);
  TEST_ASSERT_EQUAL_INT(21 * 5 - 2 * JOINTS_OF_CLEARANCE + 3,
                        (int)(r.n->constraints + r.n->redundant));
  TEST_ASSERT_EQUAL_INT(92, (int)r.n->constraints);
  TEST_ASSERT_EQUAL_INT(92, rank_of(r.n, r.system));
  TEST_ASSERT_EQUAL_INT(4, r.n->dof);
  unload(&r);
}

static void ideal_robot_follows_its_arms(void) {
  robot r = load(false);
  TEST_ASSERT_EQUAL_INT(96, (int)r.n->constraints);
  TEST_ASSERT_EQUAL_INT(96, rank_of(r.n, r.system));
  TEST_ASSERT_EQUAL_INT(0, r.n->dof);
  unload(&r);
}

/* Columns of the ideal run: 10 to 12 angles of the arms, 13 to 15 their torques. The torques are
 * those of virtual work computed with 34 digits. */
static void inverse_dynamics(void) {
  static const double angle[3] = {0.302436481659, -0.245224671381, -2.817666220945};
  static const double torque[3] = {-0.03522322266922, 0.09423095759826, 5.77664289725593};
  run_result result = carry_out("three_rrpar", "ideal");
  for (size_t k = 0; k < 3; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, angle[k], result.data[(10 + k) * result.rows]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, torque[k], result.data[(13 + k) * result.rows]);
  }
  for (size_t k = 1; k <= 3; k++) { /* on the path all along */
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, greatest(&result, k, 1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, greatest(&result, k, -1));
  }
  run_result_free(&result);
}

/* Joint 3 touches first; columns 17 and 19 are its depth and the rate, 22 the approach speed that
 * the law remembers. */
static void first_impact(void) {
  run_result result = carry_out("three_rrpar", "first_impact");
  const size_t n = result.rows;
  const double *t = result.data, *depth = t + 17 * n, *rate = t + 19 * n, *speed = t + 22 * n;
  size_t i = 1;
  while (i < n && depth[i] <= 0) i++;
  TEST_ASSERT_TRUE(i < n);
  const double touch =
      t[i - 1] - depth[i - 1] / rate[i - 1] *
                     (1 + depth[i - 1] / rate[i - 1] * (rate[i - 1] - rate[i - 2]) /
                              (t[i - 1] - t[i - 2]) / (2 * rate[i - 1]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.009648861882, touch);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.1037630693, speed[i]);
  TEST_ASSERT_TRUE(greatest(&result, 16, 1) < 0); /* joint 1 has not touched yet */
  TEST_ASSERT_TRUE(result.audit < 1e-9);
  run_result_free(&result);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(rank_is_92_with_two_clearances);
  RUN_TEST(ideal_robot_follows_its_arms);
  RUN_TEST(inverse_dynamics);
  RUN_TEST(first_impact);
  return UNITY_END();
}
