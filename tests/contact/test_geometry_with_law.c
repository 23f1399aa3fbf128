/* Geometry, memory and a contact law together, as a host calls them; numbers worked out by hand. */
#include "geometry_support.h"
#include "lash_contact.h"
#include "lash_memory.h"
#include "unity.h"

static lash_error error;
static lash_contact law;
static lash_contact_points set;
static lash_point_jacobian jac[LASH_GEOMETRY_POINTS];
static lash_impact_memory memory[LASH_GEOMETRY_POINTS];

void setUp(void) {
  lash_status status = lash_contact_begin(&law, "lankarani_nikravesh", &error);
  if (!status) status = lash_contact_set(&law, "K", "1e10", &error);
  if (!status) status = lash_contact_set(&law, "e", "0.9", &error);
  if (!status) status = lash_contact_ready(&law, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
}
void tearDown(void) {}

/* The ball of the manual: closes at 0.5 m/s, 0.1 mm deep, spinning at 20 rad/s. */
static void ball_in_socket(void) {
  lash_geometry g = {.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.0100};
  lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame j = {.position = {0.0004, 0, 0}, .velocity = {0.5, 0, 0}, .spin = {0, 0, 20}};
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(&g, &i, &j, &set, &error));
  lash_memory_reset(&memory[0], 0, set.point[0].delta, set.point[0].v);

  j.position[0] = 0.0006;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(&g, &i, &j, &set, &error));
  const lash_contact_point *p = &set.point[0];
  double v0;
  lash_memory_trial(&memory[0], 4e-4, p->delta, p->v, &v0, NULL, NULL);
  lash_contact_value f = lash_contact_eval(&law, p->delta, p->v, v0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, v0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1e4 * (1 + 0.75 * (1 - 0.81)), f.force);

  double friction[3];
  lash_wrench on_i, on_j;
  scale3(-0.5 * f.force, p->slip, friction);
  lash_point_wrench(p, f.force, friction, &on_i, &on_j);
  double slip = 20 * 0.00995;
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.5 * f.force * slip, on_j.force[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, -0.5 * f.force * slip * 0.00995, on_j.torque[2]);
}

/* Force on a tilted journal as a function of where it is at the end of a trial step: geometry, the
 * crossing's v0 and the law in one chain. */
static void journal_force(const lash_frame *i, const lash_frame *j, double force[3],
                          double by_position[3][3]) {
  static const lash_geometry g = {
      .shape = LASH_JOURNAL_BEARING, .radius_i = 0.0105, .radius_j = 0.0100, .length_i = 0.04};
  memset(force, 0, 3 * sizeof force[0]);
  memset(by_position, 0, 3 * sizeof by_position[0]);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_jacobian(&g, i, j, &set, jac, &error));
  for (size_t k = 0; k < set.count; k++) {
    const lash_contact_point *p = &set.point[k];
    double v0, v0_delta, v0_v, on_i[6][LASH_D_COUNT], on_j[6][LASH_D_COUNT];
    lash_memory_trial(&memory[k], 1e-3, p->delta, p->v, &v0, &v0_delta, &v0_v);
    lash_contact_value f = lash_contact_eval(&law, p->delta, p->v, v0);
    lash_point_load load = {.normal = p->share * f.force,
                            .normal_d_delta = p->share * (f.d_delta + f.d_v0 * v0_delta),
                            .normal_d_v = p->share * (f.d_v + f.d_v0 * v0_v)};
    axpy3(load.normal, p->normal, force);
    lash_point_wrench_jacobian(p, &jac[k], &load, on_i, on_j);
    for (int r = 0; r < 3; r++) axpy3(1, &on_j[r][LASH_D_POSITION], by_position[r]);
  }
}

static void whole_chain_is_differentiated(void) {
  lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame j = {.position = {4e-4, 5e-4, 0}, .velocity = {0.3, 0.4, 0}, .spin = {3, -2, 50}};
  double tilt = 2e-3, force[3], exact[3][3], unused[3][3];
  j.axis[0] = sin(tilt), j.axis[2] = cos(tilt);
  for (int k = 0; k < LASH_GEOMETRY_POINTS; k++) lash_memory_reset(&memory[k], 0, -2e-4, 0.55);
  journal_force(&i, &j, force, exact);
  TEST_ASSERT_TRUE(set.point[0].delta > 0 && set.point[1].delta > 0);

  for (int c = 0; c < 3; c++) {
    double level[3][3], h = 1e-6;
    for (int l = 0; l < 3; l++, h /= 2) {
      double plus[3], minus[3], middle = j.position[c];
      j.position[c] = middle + h, journal_force(&i, &j, plus, unused);
      j.position[c] = middle - h, journal_force(&i, &j, minus, unused);
      j.position[c] = middle;
      for (int r = 0; r < 3; r++) level[l][r] = (plus[r] - minus[r]) / (2 * h);
    }
    for (int r = 0; r < 3; r++) {
      double a = level[1][r] + (level[1][r] - level[0][r]) / 3;
      double b = level[2][r] + (level[2][r] - level[1][r]) / 3;
      /* relative to the contact stiffness, about 2e8 N/m */
      TEST_ASSERT_DOUBLE_WITHIN(1e-8 * 2e8, b + (b - a) / 15, exact[r][c]);
    }
  }
  TEST_ASSERT_GREATER_THAN_DOUBLE(1e7, fabs(exact[1][1]));
}

/* Pressed sideways, both edges resist a tilt with K L^2/4 (a foundation would give K L^2/12). */
static void edges_resist_tilt(void) {
  const double K = 1e7, L = 0.03, t = 1e-5, deep = 2e-6;
  const lash_geometry g = {
      .shape = LASH_JOURNAL_BEARING, .radius_i = 0.0101, .radius_j = 0.01, .length_i = L};
  const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  const lash_frame j = {
      .position = {1e-4 + deep, 0, 0}, .axis = {sin(t), 0, cos(t)}, .side = {cos(t), 0, -sin(t)}};
  lash_wrench on_j = {{0}, {0}};
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(&g, &i, &j, &set, NULL));
  for (size_t k = 0; k < 2; k++) {
    lash_wrench one_i, one_j;
    const double none[3] = {0, 0, 0};
    lash_point_wrench(&set.point[k], set.point[k].share * K * set.point[k].delta, none, &one_i,
                      &one_j);
    axpy3(1, one_j.torque, on_j.torque);
    axpy3(1, one_j.force, on_j.force);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * K * deep, -K * deep, on_j.force[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * K * L * L / 4 * t, -K * L * L / 4 * t, on_j.torque[1]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(ball_in_socket);
  RUN_TEST(whole_chain_is_differentiated);
  RUN_TEST(edges_resist_tilt);
  return UNITY_END();
}
