/* Vectors and rotations against their definitions: component sums, and sequences of elementary
 * turns written out here. */
#include <unity.h>

#include "lash_space.h"

void setUp(void) {}
void tearDown(void) {}

static void vectors_by_hand(void) {
  const double a[3] = {1, -2, 3}, b[3] = {4, 5, -6};
  double out[3];
  TEST_ASSERT_EQUAL_DOUBLE(4 - 10 - 18, dot3(a, b));
  TEST_ASSERT_EQUAL_DOUBLE(sqrt(14), norm3(a));
  cross3(a, b, out); /* (12 - 15, 12 + 6, 5 + 8) */
  TEST_ASSERT_EQUAL_DOUBLE(-3, out[0]);
  TEST_ASSERT_EQUAL_DOUBLE(18, out[1]);
  TEST_ASSERT_EQUAL_DOUBLE(13, out[2]);
  add_cross3(-2, a, b, out); /* once less twice */
  TEST_ASSERT_EQUAL_DOUBLE(-13, out[2]);
}

static void results_may_be_arguments(void) {
  double a[3] = {1, -2, 3}, x[3] = {1, 2, 3};
  const double b[3] = {4, 5, -6}, A[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0};
  cross3(a, b, a);
  TEST_ASSERT_EQUAL_DOUBLE(13, a[2]);
  mul33_3(A, x, x); /* a cyclic shift, and back */
  TEST_ASSERT_EQUAL_DOUBLE(2, x[0]);
  TEST_ASSERT_EQUAL_DOUBLE(1, x[2]);
  mult33_3(A, x, x);
  TEST_ASSERT_EQUAL_DOUBLE(1, x[0]);
  TEST_ASSERT_EQUAL_DOUBLE(3, x[2]);
}

static void no_direction_is_told(void) {
  double none[3] = {0, 0, 0}, endless[3] = {HUGE_VAL, 0, 0}, some[3] = {0, 3, 4};
  TEST_ASSERT_FALSE(normalise3(none));
  TEST_ASSERT_FALSE(normalise3(endless));
  TEST_ASSERT_TRUE(normalise3(some));
  TEST_ASSERT_EQUAL_DOUBLE(0.8, some[2]);
}

/* R := R times the turn about axis 0, 1 or 2. */
static void turn_on(double R[9], int axis, double angle) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  double turn[9] = {0}, out[9];
  turn[4 * axis] = 1;
  turn[4 * a] = turn[4 * b] = cos(angle);
  turn[3 * b + a] = sin(angle);
  turn[3 * a + b] = -sin(angle);
  mul33(R, turn, out);
  memcpy(R, out, sizeof out);
}

static void angles_are_turns_about_z_x_z(void) {
  const double angles[3] = {0.3, 1.1, -2.5};
  double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, direct[9];
  turn_on(R, 2, angles[0]);
  turn_on(R, 0, angles[1]);
  turn_on(R, 2, angles[2]);
  rotation_313(angles, direct);
  for (int k = 0; k < 9; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, R[k], direct[k]);
}

/* Through all four choices of the largest parameter, and for parameters of any length. */
static void parameters_and_matrix_say_the_same(void) {
  for (int axis = 0; axis < 3; axis++) {
    for (int n = -6; n <= 6; n++) {
      const double angle = 0.5 * n;
      double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, e[4], back[9];
      double turn[3] = {0, 0, 0};
      turn_on(R, axis, angle);
      turn[axis] = angle;
      parameters_of_vector(turn, e);
      for (int k = 0; k < 4; k++) e[k] *= 3;
      matrix_of_parameters(e, back);
      for (int k = 0; k < 9; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, R[k], back[k]);
      parameters_of_matrix(R, e);
      TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1, parameters_square(e));
      matrix_of_parameters(e, back);
      for (int k = 0; k < 9; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, R[k], back[k]);
    }
  }
}

static void products_turn_one_after_the_other(void) {
  const double first[3] = {0.2, -0.7, 0.4}, second[3] = {-1.1, 0.3, 0.5};
  double a[4], b[4], c[4], A[9], B[9], AB[9], C[9];
  parameters_of_vector(first, a), parameters_of_vector(second, b);
  matrix_of_parameters(a, A), matrix_of_parameters(b, B);
  mul33(A, B, AB);
  parameters_product(a, b, c);
  matrix_of_parameters(c, C);
  for (int k = 0; k < 9; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, AB[k], C[k]);
}

/* A spin in body axes turns e(t) = e(0) times the parameters of w t. */
static void rates_are_those_of_a_steady_spin(void) {
  const double start[3] = {0.2, -0.7, 0.4}, w[3] = {0.9, -0.4, 1.3}, h = 1e-5;
  double e[4], rate[4], ahead[4], behind[4];
  parameters_of_vector(start, e);
  parameters_rate(e, w, rate);
  for (int way = -1; way <= 1; way += 2) {
    double turn[3], step[4];
    scale3(way * h, w, turn);
    parameters_of_vector(turn, step);
    parameters_product(e, step, way < 0 ? behind : ahead);
  }
  for (int k = 0; k < 4; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, (ahead[k] - behind[k]) / (2 * h), rate[k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(vectors_by_hand);
  RUN_TEST(results_may_be_arguments);
  RUN_TEST(no_direction_is_told);
  RUN_TEST(angles_are_turns_about_z_x_z);
  RUN_TEST(parameters_and_matrix_say_the_same);
  RUN_TEST(products_turn_one_after_the_other);
  RUN_TEST(rates_are_those_of_a_steady_spin);
  return UNITY_END();
}
