/* Force elements over random and degenerate motion of their markers: equal and opposite, of the
 * size that a formula of one's own gives, and paid for by the energy they store. */
#include "lash_elements.h"

#include <stdio.h>

#include "lash_angles.h"
#include "lash_force_laws.h"
#include "random_motion.h"
#include "unity.h"

void setUp(void) { random_state = 7; }
void tearDown(void) {}

enum { ROUNDS = 50 };

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_moment(const double at[3], const double force[3], const double torque[3],
                       double sum[3]) {
  for (int k = 0; k < 3; k++) {
    const int m = (k + 1) % 3, n = (k + 2) % 3;
    sum[k] += torque[k] + at[m] * force[n] - at[n] * force[m];
  }
}

static lash_matrix_law random_matrix(void) {
  lash_matrix_law m = {.bent = false};
  for (int k = 0; k < 36; k++) m.K[k] = random_number(), m.C[k] = random_number();
  for (int k = 0; k < 6; k++) m.length[k] = random_number(), m.preload[k] = random_number();
  for (int r = 0; r < 6; r++)
    for (int c = 0; c < r; c++) m.K[6 * r + c] = m.K[6 * c + r];
  return m;
}

static lash_force_law random_law(lash_force_kind kind, const lash_matrix_law *matrix) {
  return (lash_force_law){.kind = kind,
                          .floating = kind == LASH_FORCE_VECTOR,
                          .k = 3 + random_number(),
                          .c = random_number(),
                          .reference = random_number(),
                          .preload = random_number(),
                          .matrix = matrix};
}

/* Nothing comes from nothing: forces and moments about any point add up to zero. */
static void elements_act_and_react(void) {
  for (int round = 0; round < ROUNDS; round++)
    for (int kind = LASH_FORCE_LINE; kind <= LASH_FORCE_MATRIX; kind++) {
      if (kind == LASH_FORCE_AXIAL) continue; /* is action alone, see below */
      const lash_marker_motion i = random_motion(), j = random_motion(), rm = random_motion();
      const lash_matrix_law matrix = random_matrix();
      const lash_force_law law = random_law((lash_force_kind)kind, &matrix);
      double given[6], moment[3] = {0}, size = 0;
      lash_load load;
      for (int k = 0; k < 6; k++) given[k] = random_number();
      const double *numbers = kind == LASH_FORCE_MATRIX && round % 2 ? NULL : given;
      TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, &rm, numbers, &load));
      add_moment(load.point_i, load.force_i, load.torque_i, moment);
      add_moment(load.point_j, load.force_j, load.torque_j, moment);
      for (int k = 0; k < 3; k++) {
        TEST_ASSERT_EQUAL_DOUBLE(0, load.force_i[k] + load.force_j[k]);
        size += fabs(load.force_i[k]) + fabs(load.torque_i[k]);
        TEST_ASSERT_EQUAL_DOUBLE(i.r[k], load.point_i[k]);
        TEST_ASSERT_EQUAL_DOUBLE(law.floating ? i.r[k] : j.r[k], load.point_j[k]);
      }
      TEST_ASSERT_TRUE(size > 1e-3);
      const bool turns = kind == LASH_FORCE_TWIST || kind == LASH_FORCE_COIL;
      for (int k = 0; k < 3 && !turns; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-12 * size, 0, moment[k]);
      for (int k = 0; k < 3 && turns; k++)
        TEST_ASSERT_EQUAL_DOUBLE(0, load.torque_i[k] + load.torque_j[k]);
    }
}

static void forces_have_their_size_and_direction(void) {
  for (int round = 0; round < ROUNDS; round++) {
    const lash_marker_motion i = random_motion(), j = random_motion(), rm = random_motion();
    const double z[3] = {j.axes[0][2], j.axes[1][2], j.axes[2][2]};
    const double given[6] = {1.5, -2, 3, 0.5, 0.25, -1};
    double d[3], u[3], w[3];
    lash_load load;
    for (int k = 0; k < 3; k++)
      d[k] = i.r[k] - j.r[k], u[k] = i.v[k] - j.v[k], w[k] = i.w[k] - j.w[k];
    const double distance = sqrt(dot(d, d));

    lash_force_law law = random_law(LASH_FORCE_SPRING, NULL);
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, NULL, &load));
    const double push =
        law.preload - law.k * (distance - law.reference) - law.c * dot(d, u) / distance;
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, push * d[k] / distance, load.force_i[k]);

    law.kind = LASH_FORCE_LINE;
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, given, &load));
    for (int k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.5 * d[k] / distance, load.force_i[k]);

    law.kind = LASH_FORCE_COIL;
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, given, &load));
    const double torque = law.preload - law.k * (1.5 - law.reference) - law.c * dot(z, w);
    for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, torque * z[k], load.torque_i[k]);

    law.kind = LASH_FORCE_TWIST;
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, given, &load));
    for (int k = 0; k < 3; k++) TEST_ASSERT_EQUAL_DOUBLE(1.5 * z[k], load.torque_i[k]);

    law.kind = LASH_FORCE_AXIAL;
    law.action_only = true;
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, given, &load));
    for (int k = 0; k < 3; k++) {
      TEST_ASSERT_EQUAL_DOUBLE(1.5 * z[k], load.force_i[k]);
      TEST_ASSERT_EQUAL_DOUBLE(0, load.force_j[k]);
    }

    law = (lash_force_law){.kind = LASH_FORCE_VECTOR, .floating = true};
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, &rm, given, &load));
    for (int k = 0; k < 3; k++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, dot(rm.axes[k], given), load.force_i[k]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, dot(rm.axes[k], given + 3), load.torque_i[k]);
    }
  }
}

/* A linear element in axes of J: rates as J sees them, with the swing of a turning J taken off. */
static void matrices_work_in_axes_of_j(void) {
  for (int round = 0; round < ROUNDS; round++) {
    const lash_marker_motion i = random_motion(), j = random_motion();
    const lash_matrix_law m = random_matrix();
    const lash_force_law law = {.kind = LASH_FORCE_MATRIX, .matrix = &m};
    double seen[3][5], x[6], rate[6];
    lash_load load;
    for (int n = 0; n < 5; n++) {
      const lash_marker_motion a = later(&i, (n - 2) * 1e-3), b = later(&j, (n - 2) * 1e-3);
      for (int c = 0; c < 3; c++) {
        seen[c][n] = 0;
        for (int k = 0; k < 3; k++) seen[c][n] += b.axes[k][c] * (a.r[k] - b.r[k]);
      }
    }
    for (int c = 0; c < 3; c++) {
      x[c] = seen[c][2];
      rate[c] = slope(seen[c], 1e-3);
      x[3 + c] = lash_angle_value((lash_angle_form)(LASH_ANGLE_AX + c), &i, &j);
      rate[3 + c] = 0;
      for (int k = 0; k < 3; k++) rate[3 + c] += j.axes[k][c] * (i.w[k] - j.w[k]);
    }
    TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, NULL, &load));
    for (int r = 0; r < 6; r++) {
      const double *got = r < 3 ? load.force_i : load.torque_i;
      double wanted = m.preload[r], in_j = 0;
      for (int c = 0; c < 6; c++)
        wanted -= m.K[6 * r + c] * (x[c] - m.length[c]) + m.C[6 * r + c] * rate[c];
      for (int k = 0; k < 3; k++) in_j += j.axes[k][r % 3] * got[k];
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, wanted, in_j);
    }
  }
}

/* Without damping, power of the forces is energy given off. */
static void energy_pays_for_power(void) {
  for (int round = 0; round < ROUNDS; round++)
    for (int kind = LASH_FORCE_SPRING; kind <= LASH_FORCE_MATRIX; kind++) {
      lash_marker_motion i = random_motion(), j = random_motion();
      lash_matrix_law matrix = random_matrix();
      memset(matrix.C, 0, sizeof matrix.C);
      lash_force_law law = random_law((lash_force_kind)kind, &matrix);
      law.c = 0;
      memcpy(i.axes, j.axes, sizeof i.axes);
      for (int k = 0; k < 3; k++) {
        j.w[k] = j.wd[k] = i.wd[k] = 0; /* angles only change about z of J, or not at all */
        i.w[k] = kind == LASH_FORCE_COIL ? 0.7 * j.axes[k][2] : 0;
      }
      double energy[5];
      lash_load load;
      const double none = 0;
      for (int n = 0; n < 5; n++) {
        const lash_marker_motion a = later(&i, (n - 2) * 1e-3), b = later(&j, (n - 2) * 1e-3);
        energy[n] = lash_force_energy(&law, &a, &b, lash_angle_value(LASH_ANGLE_AZ, &a, &b));
      }
      lash_force_evaluate(&law, &i, &j, NULL, kind == LASH_FORCE_COIL ? &none : NULL, &load);
      const double power = dot(load.force_i, i.v) + dot(load.force_j, j.v) +
                           dot(load.torque_i, i.w) + dot(load.torque_j, j.w);
      TEST_ASSERT_DOUBLE_WITHIN(1e-7 * (1 + power * power), -slope(energy, 1e-3), power);
    }
}

static void coincident_markers_have_no_line(void) {
  lash_marker_motion i = random_motion(), j = random_motion();
  const double push = 2, none = 0;
  lash_load load;
  memcpy(i.r, j.r, sizeof i.r);
  lash_force_law law = {.kind = LASH_FORCE_LINE};
  const char *why = lash_force_evaluate(&law, &i, &j, NULL, &push, &load);
  TEST_ASSERT_NOT_NULL(why);
  TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, &none, &load));
  law = (lash_force_law){.kind = LASH_FORCE_SPRING, .k = 10, .reference = 0.1, .c = 5};
  const char *same = lash_force_evaluate(&law, &i, &j, NULL, NULL, &load);
  TEST_ASSERT_EQUAL_STRING(why, same);
  for (int k = 0; k < 3; k++) TEST_ASSERT_EQUAL_DOUBLE(0, load.force_i[k]);
  law.reference = 0; /* a spring that wants to be of no length is content */
  TEST_ASSERT_NULL(lash_force_evaluate(&law, &i, &j, NULL, NULL, &load));
}

static void read_model(lash_model *model, const char *text) {
  lash_error error;
  if (lash_model_parse(model, "test.adm", text, strlen(text), &error) != LASH_OK)
    TEST_FAIL_MESSAGE(error.message);
}

#define TWO_PARTS                                                                           \
  "two parts\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1, CM = 2, IP = 1, 1, 1\n" \
  "MARKER/2, PART = 2\n"

/* 21 numbers are the lower triangle by columns. */
static void damping_of_a_beam_comes_as_a_triangle(void) {
  static const int lower[6][6] = {{1, 0, 0, 0, 0, 0},     {2, 7, 0, 0, 0, 0},
                                  {3, 8, 12, 0, 0, 0},    {4, 9, 13, 16, 0, 0},
                                  {5, 10, 14, 17, 19, 0}, {6, 11, 15, 18, 20, 21}};
  lash_model model;
  lash_error error;
  lash_matrix_law matrix = {.K = {0}};
  read_model(&model, TWO_PARTS
             "BEAM/1, I = 2, J = 1, LENGTH = 1, IXX = 1, IYY = 1, IZZ = 1, AREA = 1\n"
             ", EMODULUS = 1, GMODULUS = 1, CMATRIX = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12\n"
             ", 13, 14, 15, 16, 17, 18, 19, 20, 21\nEND\n");
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_matrix_of_beam(&model, &model.beam.item[0], &matrix, &error));
  for (int r = 0; r < 6; r++)
    for (int c = 0; c < 6; c++)
      TEST_ASSERT_EQUAL_DOUBLE(c <= r ? lower[r][c] : lower[c][r], matrix.C[6 * r + c]);
  lash_model_free(&model);
}

/* 36 numbers are the whole, by columns. */
static void matrices_of_a_field_come_whole(void) {
  lash_model model;
  lash_error error;
  lash_matrix_law matrix = {.K = {0}};
  read_model(&model, TWO_PARTS
             "FIELD/1, I = 2, J = 1, LENGTH = 1, 2, 3, 4, 5, 6, FORCE = 6, 5, 4, 3, 2, 1\n"
             ", CRATIO = 2, KMATRIX = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16\n"
             ", 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36\n"
             "END\n");
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        lash_matrix_of_field(&model, &model.field.item[0], &matrix, &error));
  for (int r = 0; r < 6; r++) {
    TEST_ASSERT_EQUAL_DOUBLE(r + 1, matrix.length[r]);
    TEST_ASSERT_EQUAL_DOUBLE(6 - r, matrix.preload[r]);
    for (int c = 0; c < 6; c++) {
      TEST_ASSERT_EQUAL_DOUBLE(6 * c + r + 1, matrix.K[6 * r + c]);
      TEST_ASSERT_EQUAL_DOUBLE(2 * (6 * c + r + 1), matrix.C[6 * r + c]);
    }
  }
  lash_model_free(&model);
}

/* Z from ZP, X from XP however close the two directions are: x lies in their plane, at right angles
 * to z. 1e-5 apart leaves eleven digits of the direction. */
static void nearly_collinear_points_make_axes(void) {
  lash_model model;
  lash_error error;
  lash_pose pose;
  read_model(&model,
             "axes\nPART/1, GROUND\nMARKER/1, PART = 1\n"
             "MARKER/2, PART = 1, QP = 0, 0, 0, ZP = 1, 0, 0, XP = 1, 1E-5, 0\nEND\n");
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_marker_pose(&model, &model.marker.item[1], &pose, &error));
  const double wanted[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
  for (int k = 0; k < 9; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, wanted[k], pose.rotation[k]);
  lash_model_free(&model);
}

/* Closer than what numbers can tell apart, the points are on one line, in words. And a z axis
 * alone, with x as near as it gets to the ground's: that does not turn over as z comes near to x
 * itself. */
static void points_on_a_line(void) {
  static const char line[] =
      "axes\nPART/1, GROUND\nMARKER/2, PART = 1, ZP = 1, 0, 0, XP = 1, 1E-9, 0\nEND\n";
  static const double wanted[9] = {0, 0, 1, -1, 0, 0, 0, -1, 0}; /* x = -y, y = -z of ground */
  lash_model model;
  lash_error error;
  lash_pose pose;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_model_parse(&model, "test.adm", line, sizeof line - 1, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "on one line"), error.message);
  lash_model_free(&model);
  read_model(&model,
             "axes\nPART/1, GROUND\nMARKER/1, PART = 1, ZP = 1, 1E-2, 0\n"
             "MARKER/3, PART = 1, ZP = 1, 1E-5, 0\nEND\n");
  for (int n = 0; n < 2; n++) {
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_marker_pose(&model, &model.marker.item[n], &pose, &error));
    for (int k = 0; k < 9; k++)
      TEST_ASSERT_DOUBLE_WITHIN(n ? 2e-5 : 2e-2, wanted[k], pose.rotation[k]);
  }
  lash_model_free(&model);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(elements_act_and_react);
  RUN_TEST(forces_have_their_size_and_direction);
  RUN_TEST(matrices_work_in_axes_of_j);
  RUN_TEST(energy_pays_for_power);
  RUN_TEST(coincident_markers_have_no_line);
  RUN_TEST(damping_of_a_beam_comes_as_a_triangle);
  RUN_TEST(matrices_of_a_field_come_whole);
  RUN_TEST(nearly_collinear_points_make_axes);
  RUN_TEST(points_on_a_line);
  return UNITY_END();
}
