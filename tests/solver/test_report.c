/* What a system tells of itself beside its motion: arrays, switches, powers, against what its
 * dataset says. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define BODY                                                                        \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                                              \
  "PART/2, MASS=3, CM=20, IP=1,1,1, QG=1,2,3, VX=4, VY=5, VZ=6, WX=7, WY=8, WZ=9\n" \
  "MARKER/20, PART=2\n"

static void arrays_by_name(void) {
  static const struct {
    const char *name;
    size_t count;
    double values[6];
  } cases[] = {{"TDISP", 3, {1, 2, 3}}, {"VEL", 6, {4, 5, 6, 7, 8, 9}}, {"RVEL", 3, {7, 8, 9}}};
  mechanism m = load(BODY "ARRAY/6, IC, NUMBERS=2,-3,5\n");
  double values[7];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const int arguments[] = {20, 1};
    for (int room = 7; room >= 2; room -= 5) { /* all there is, or as many as there is room */
      size_t given = (size_t)room;
      OK(lash_system_array(m.system, cases[k].name, arguments, 2, values, &given, &error));
      TEST_ASSERT_EQUAL_size_t((size_t)room < cases[k].count ? (size_t)room : cases[k].count,
                               given);
      for (size_t i = 0; i < given; i++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, cases[k].values[i], values[i]);
    }
  }
  const int id[] = {6};
  size_t count = 7;
  OK(lash_system_array(m.system, "ARRAY", id, 1, values, &count, &error));
  TEST_ASSERT_EQUAL_size_t(3, count);
  TEST_ASSERT_EQUAL_DOUBLE(2, values[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-3, values[1]);
  TEST_ASSERT_EQUAL_DOUBLE(5, values[2]);
  count = 7;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_system_array(m.system, "TVELO", id, 1, values, &count, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "named TVELO"), error.message);
  TEST_ASSERT_EQUAL_INT(
      LASH_BAD_INPUT, lash_system_array(m.system, "ARRAY", (int[]){7}, 1, values, &count, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "ARRAY/7"), error.message);
  unload(&m);
}

/* A motor without a joint: x = t^2 / 2 at t = 2 moves 3 kg with 3 N at 2 m/s. */
static void power_of_a_motor_alone(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=3, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
      "MOTION/1, I=20, J=1, X, FUNCTION=TIME**2/2\n");
  OK(lash_system_assemble(m.system, 2, m.y, NULL, &error));
  lash_system_set(m.system, 2, m.y);
  double power;
  OK(lash_system_motion_power(m.system, 0, NULL, &power, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 6, power);
  unload(&m);
}

/* Each argument of each function that jumps, one behind the other. */
static void switches_of_functions(void) {
  mechanism m = load(BODY
                     "SFORCE/1, ROTATION, ACTIONONLY, I=20, J=1, FUNCTION=SIGN(3,DX(20,1)-0.25)\n"
                     "SFORCE/2, ROTATION, ACTIONONLY, I=20, J=1, FUNCTION="
                     "IF(VX(20,1)-7: 1, 2, 3)+SIGN(2,DY(20,1)+4)\n"
                     "SFORCE/3, ROTATION, ACTIONONLY, I=20, J=1, FUNCTION=TIME\n"
                     "SFORCE/4, ROTATION, ACTIONONLY, I=20, J=1, FUNCTION=SIGN(1,DZ(20,1)-5)\n");
  const double expected[] = {0.75, -3, 6, -2};
  double values[8] = {0};
  TEST_ASSERT_EQUAL_size_t(4, m.n->switches);
  OK(lash_system_switches(m.system, values, &error));
  for (int k = 0; k < 4; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, expected[k], values[k]);
    TEST_ASSERT_EQUAL_INT(k == 0 ? 1 : k < 3 ? 2 : 4, lash_system_switch(m.system, (size_t)k).id);
  }
  unload(&m);
}

/* Point masses begin as they are told, the first as well as the last. */
static void point_masses_begin(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\n"
      "POINT_MASS/5, MASS=1, CM=50, QG=1,0,0, VX=1, VY=2, VZ=3\nMARKER/50, POINT_MASS=5\n"
      "POINT_MASS/6, MASS=1, CM=60, QG=2,0,0, VX=-4, VY=5, VZ=-6\nMARKER/60, POINT_MASS=6\n");
  const double speeds[] = {1, 2, 3, -4, 5, -6};
  static const char *const names[] = {"VX", "VY", "VZ"};
  for (int k = 0; k < 6; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, speeds[k],
                              measure(&m, names[k % 3], k < 3 ? 50 : 60, 0, 0, 0));
  unload(&m);
}

/* Whatever their numbers, markers are found where they are, and others are not. */
static void markers_of_any_number(void) {
  static const int ids[] = {7, 1999999999, 500000000, 12, 1000001};
  enum { IDS = sizeof ids / sizeof *ids };
  char text[1000];
  int used = snprintf(text, sizeof text,
                      "PART/1, GROUND\nPART/2, MASS=1, CM=90, IP=1,1,1\n"
                      "MARKER/90, PART=2\n");
  for (int k = 0; k < IDS; k++)
    used += snprintf(text + used, sizeof text - (size_t)used, "MARKER/%d, PART=%d, QP=%d,%d,0\n",
                     ids[k], k % 2 ? 2 : 1, k + 1, -k);
  mechanism m = load(text);
  double position[3];
  for (int k = 0; k < IDS; k++) {
    TEST_ASSERT_TRUE(lash_system_marker(m.system, ids[k], position, NULL, NULL, NULL));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, k + 1, position[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, -k, position[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, k, measure(&m, "DX", ids[k], ids[0], 0, 0));
    TEST_ASSERT_FALSE(lash_system_marker(m.system, ids[k] + 1, position, NULL, NULL, NULL));
    TEST_ASSERT_FALSE(lash_system_marker(m.system, ids[k] - 1, position, NULL, NULL, NULL));
  }
  unload(&m);
}

/* A pendulum of 2 m, off its hinge by parts of what counts as met: 1e-14 of its size in place, and
 * 1e-13 of its speed in velocity. */
static void drift_in_parts_of_what_is_met(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, VY=3, WZ=1.5\n"
      "MARKER/20, PART=2, QP=2,0,0\nMARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=1\n");
  double *y = calloc(m.n->y, sizeof *y);
  lash_system_set(m.system, m.t, m.y);
  TEST_ASSERT_TRUE(lash_system_drift_part(m.system) <= 1);
  memcpy(y, m.y, m.n->y * sizeof *y);
  y[m.n->q] += 6e-9; /* along the arm, beside 3 m/s */
  lash_system_set(m.system, m.t, y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * 2e4, 2e4, lash_system_drift_part(m.system));
  memcpy(y, m.y, m.n->y * sizeof *y);
  y[2] += 4e-9; /* along the axis */
  lash_system_set(m.system, m.t, y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * 2e5, 2e5, lash_system_drift_part(m.system));
  free(y);
  unload(&m);
}

/* A point mass does not turn: in the tangent its turns stand for themselves, whatever acts on it.
 */
static void turns_of_a_point_mass(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1, QP=1,2,3\nMARKER/9, PART=1, FLOATING\n"
      "POINT_MASS/2, MASS=2, CM=20, QG=0.1,0.2,0.3, VX=1, VY=2, VZ=3\nMARKER/20, POINT_MASS=2\n"
      "BUSHING/1, I=20, J=1, K=40,30,20, KT=1,2,3, C=5,6,7, CT=0.1,0.2,0.3\n"
      "GFORCE/1, I=20, JFLOAT=9, RM=1, FX=-VX(20)\\FY=DX(20)\\FZ=0\\TX=3*DY(20)\\TY=VX(20)"
      "\\TZ=DZ(20)*VY(20)\n");
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const lash_tangent_weights weights = {.acceleration = 7, .velocity = 3, .position = 2};
  double *values = calloc(pattern->nonzeros, sizeof *values);
  double *lambda = calloc(m.n->constraints + 1, sizeof *lambda);
  OK(lash_system_tangent(m.system, &weights, lambda, values, &error));
  int own = 0, springs = 0;
  for (int column = 0; column < (int)pattern->columns; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++) {
      const int row = pattern->index[k];
      if (row >= 3 || column >= 3) TEST_ASSERT_EQUAL_DOUBLE(row == column ? 1 : 0, values[k]);
      own += row == column && row >= 3;
      springs += row == column && row < 3 && values[k] > 7 * 2 + 2 * 20;
    }
  TEST_ASSERT_EQUAL_INT(3, own);
  TEST_ASSERT_EQUAL_INT(3, springs);
  free(values), free(lambda);
  unload(&m);
}

/* Inertia tensors with positive moments that no body has, though of some the determinant is
 * positive; and one that a body has. Products with either sign. */
static void inertias_of_bodies(void) {
  static const struct {
    double products[3];
    bool possible;
  } cases[] = {{{2, 2, 2}, false},      {{-2, -2, -2}, false}, {{2, -2, -2}, false},
               {{1.2, 0, 0}, false},    {{0, 1.2, 0}, false},  {{0, 0, -1.2}, false},
               {{0.2, -0.3, 0.1}, true}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double *p = cases[k].products;
    char text[300];
    lash_model model;
    lash_system *system = NULL;
    const int size =
        snprintf(text, sizeof text,
                 "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1,"
                 "%g,%g,%g\nMARKER/20, PART=2\nEND\n",
                 p[0], p[1], p[2]);
    OK(lash_model_parse(&model, "test.adm", text, (size_t)size, &error));
    const lash_status status = lash_system_create(&model, NULL, &system, &error);
    TEST_ASSERT_EQUAL_INT(cases[k].possible ? LASH_OK : LASH_BAD_INPUT, status);
    if (status != LASH_OK)
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "PART/2: the inertia"), error.message);
    lash_system_free(system);
    lash_model_free(&model);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(arrays_by_name);
  RUN_TEST(power_of_a_motor_alone);
  RUN_TEST(switches_of_functions);
  RUN_TEST(point_masses_begin);
  RUN_TEST(markers_of_any_number);
  RUN_TEST(drift_in_parts_of_what_is_met);
  RUN_TEST(turns_of_a_point_mass);
  RUN_TEST(inertias_of_bodies);
  return UNITY_END();
}
