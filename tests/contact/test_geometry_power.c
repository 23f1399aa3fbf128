/* Laws of mechanics that hold for every shape in any state: action and reaction, power, the rate of
 * the penetration, and indifference to a rigid motion of everything. */
#include "geometry_support.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { STATES = 1000 };

typedef struct scene {
  lash_geometry g;
  lash_frame i, j;
  lash_contact_points set;
  lash_point_jacobian jac[LASH_GEOMETRY_POINTS];
} scene;

static void for_every_shape(void (*check)(const scene *)) {
  for (int n = 0; n < STATES * LASH_SHAPE_COUNT; n++) {
    scene s;
    sample((lash_shape)(n % LASH_SHAPE_COUNT), &s.g, &s.i, &s.j);
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_check(&s.g, NULL));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_jacobian(&s.g, &s.i, &s.j, &s.set, s.jac, NULL));
    check(&s);
  }
}

static void same_vector(const double expected[3], const double actual[3], double tolerance) {
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(tolerance, expected[k], actual[k]);
}

/* A force with a normal part and a tangential one. */
static void push(const lash_contact_point *p, double *normal, double tangential[3]) {
  *normal = 3 + p->delta;
  scale3(0.7, p->tangent[0], tangential);
  axpy3(-1.3, p->tangent[1], tangential);
}

static void check_power(const scene *s) {
  for (size_t k = 0; k < s->set.count; k++) {
    const lash_contact_point *p = &s->set.point[k];
    double normal, tangential[3];
    lash_wrench on_i, on_j;
    push(p, &normal, tangential);
    lash_point_wrench(p, normal, tangential, &on_i, &on_j);
    double power = dot3(on_i.force, s->i.velocity) + dot3(on_i.torque, s->i.spin) +
                   dot3(on_j.force, s->j.velocity) + dot3(on_j.torque, s->j.spin);
    TEST_ASSERT_DOUBLE_WITHIN(2e-13, -normal * p->v + dot3(tangential, p->slip), power);
  }
}

static void power_is_that_of_the_contact(void) { for_every_shape(check_power); }

static void check_balance(const scene *s) {
  for (size_t k = 0; k < s->set.count; k++) {
    double normal, tangential[3], moment[3], lever[3];
    lash_wrench on_i, on_j;
    push(&s->set.point[k], &normal, tangential);
    lash_point_wrench(&s->set.point[k], normal, tangential, &on_i, &on_j);
    for (int c = 0; c < 3; c++) TEST_ASSERT_TRUE(on_i.force[c] == -on_j.force[c]);

    /* about the position of i */
    sub3(s->j.position, s->i.position, lever);
    cross3(lever, on_j.force, moment);
    axpy3(1, on_i.torque, moment);
    axpy3(1, on_j.torque, moment);
    same_vector((double[3]){0, 0, 0}, moment, 1e-13);
  }
}

static void action_balances_reaction(void) { for_every_shape(check_balance); }

/* v is the rate of delta along the motion: gradient times velocities. */
static void check_rate(const scene *s) {
  double velocity[3];
  sub3(s->j.velocity, s->i.velocity, velocity);
  for (size_t k = 0; k < s->set.count; k++) {
    const double *gradient = s->jac[k].delta;
    double rate = dot3(gradient + LASH_D_POSITION, velocity) +
                  dot3(gradient + LASH_D_ROTATION_I, s->i.spin) +
                  dot3(gradient + LASH_D_ROTATION_J, s->j.spin);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, rate, s->set.point[k].v);
  }
}

static void v_is_the_rate_of_delta(void) { for_every_shape(check_rate); }

/* Hence an elastic contact force is the gradient of a potential: it does no work round a loop. */
static void check_potential(const scene *s) {
  for (size_t k = 0; k < s->set.count; k++) {
    const lash_contact_point *p = &s->set.point[k];
    double none[3] = {0, 0, 0};
    lash_wrench on_i, on_j;
    lash_point_wrench(p, 1, none, &on_i, &on_j);
    for (int c = 0; c < 3; c++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, -s->jac[k].delta[LASH_D_POSITION + c], on_j.force[c]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, -s->jac[k].delta[LASH_D_ROTATION_I + c], on_i.torque[c]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, -s->jac[k].delta[LASH_D_ROTATION_J + c], on_j.torque[c]);
    }
  }
}

static void normal_wrench_is_a_gradient(void) { for_every_shape(check_potential); }

static void check_frame(const scene *s) {
  for (size_t k = 0; k < s->set.count; k++) {
    const lash_contact_point *p = &s->set.point[k];
    double third[3];
    cross3(p->tangent[0], p->tangent[1], third);
    same_vector(p->normal, third, 1e-14);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1, dot3(p->normal, p->normal));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1, dot3(p->tangent[0], p->tangent[0]));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0, dot3(p->tangent[0], p->tangent[1]));
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0, dot3(p->normal, p->slip));

    /* surfaces are delta apart along n, and the common point is in the middle */
    for (int c = 0; c < 3; c++) {
      double apart = p->surface_i[c] - p->surface_j[c];
      double middle = (p->surface_i[c] + p->surface_j[c]) / 2;
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, p->delta * p->normal[c], apart);
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, middle, s->i.position[c] + p->arm_i[c]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, middle, s->j.position[c] + p->arm_j[c]);
    }
  }
}

static void frames_are_orthonormal(void) { for_every_shape(check_frame); }

/* ------------------------------------------------------------------------------ rigid motion */

typedef struct rigid_motion {
  double turn[3], shift[3], velocity[3], spin[3];
} rigid_motion;

static lash_frame moved(const lash_frame *f, const rigid_motion *m) {
  lash_frame out = *f;
  double *vectors[] = {out.position, out.velocity, out.axis, out.side, out.spin}, carried[3];
  for (int k = 0; k < 5; k++) rotate(m->turn, vectors[k]);
  axpy3(1, m->shift, out.position);
  cross3(m->spin, out.position, carried);
  axpy3(1, carried, out.velocity);
  axpy3(1, m->velocity, out.velocity);
  axpy3(1, m->spin, out.spin);
  return out;
}

static void check_indifference(const scene *s) {
  rigid_motion m;
  random_vector(3, m.turn);
  random_vector(5, m.shift);
  random_vector(3, m.velocity);
  random_vector(3, m.spin);
  lash_frame i = moved(&s->i, &m), j = moved(&s->j, &m);
  lash_contact_points set;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(&s->g, &i, &j, &set, NULL));
  for (size_t k = 0; k < set.count; k++) {
    const lash_contact_point *p = &s->set.point[k], *q = &set.point[k];
    if (p->flags != q->flags) continue; /* a switch of sites within round-off */
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, p->delta, q->delta);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, p->v, q->v);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, p->slip2[0], q->slip2[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, p->slip2[1], q->slip2[1]);
    const double *before[] = {p->normal, p->tangent[0], p->slip, p->arm_i, p->arm_j};
    const double *after[] = {q->normal, q->tangent[0], q->slip, q->arm_i, q->arm_j};
    for (int c = 0; c < 5; c++) {
      double expected[3];
      memcpy(expected, before[c], sizeof expected);
      rotate(m.turn, expected);
      same_vector(expected, after[c], 1e-12);
    }
  }
}

static void rigid_motion_changes_nothing(void) { for_every_shape(check_indifference); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(power_is_that_of_the_contact);
  RUN_TEST(action_balances_reaction);
  RUN_TEST(v_is_the_rate_of_delta);
  RUN_TEST(normal_wrench_is_a_gradient);
  RUN_TEST(frames_are_orthonormal);
  RUN_TEST(rigid_motion_changes_nothing);
  return UNITY_END();
}
