/* Contact geometry in states whose answer is known by hand, at the singular ones, and on bad input.
 */
#include "geometry_support.h"
#include "unity.h"

static lash_frame i, j;
static lash_contact_points set;
static lash_error error;
static const lash_contact_point *p = &set.point[0];

static const lash_frame upright = {.axis = {0, 0, 1}, .side = {1, 0, 0}};

void setUp(void) { i = j = upright; }
void tearDown(void) {}

static void eval(const lash_geometry *g) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_geometry_check(g, &error), error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_geometry_eval(g, &i, &j, &set, &error),
                                error.message);
}

static void set3(double out[3], double x, double y, double z) {
  out[0] = x, out[1] = y, out[2] = z;
}

static void is_vector(double x, double y, double z, const double actual[3]) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, x, actual[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, y, actual[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, z, actual[2]);
}

static const lash_geometry socket = {
    .shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.0100};
static const lash_geometry bearing = {
    .shape = LASH_JOURNAL_BEARING, .radius_i = 0.0105, .radius_j = 0.0100, .length_i = 0.04};

/* ------------------------------------------------------------------------------------ ball */

static void ball_pressed_into_socket(void) {
  set3(j.position, 0.0006, 0, 0);
  set3(j.velocity, 2, 3, 0);
  eval(&socket);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.0001, p->delta);
  TEST_ASSERT_EQUAL_DOUBLE(2, p->v);
  is_vector(0.0006, 0, 0, p->eccentricity);
  is_vector(-1, 0, 0, p->normal);
  is_vector(0, 3, 0, p->slip);
  is_vector(0.0105, 0, 0, p->surface_i);
  is_vector(0.0106, 0, 0, p->surface_j);
  TEST_ASSERT_EQUAL_DOUBLE(0.0005, lash_geometry_clearance(&socket));
}

/* A ball spinning in place slides at spin times radius and does not approach. */
static void pure_spin(void) {
  set3(j.position, 0.0006, 0, 0);
  set3(j.spin, 0, 0, 50);
  eval(&socket);
  TEST_ASSERT_EQUAL_DOUBLE(0, p->v);
  is_vector(0, 50 * (0.0100 - 0.00005), 0, p->slip);

  /* about the normal itself there is no sliding */
  set3(j.spin, 50, 0, 0);
  eval(&socket);
  is_vector(0, 0, 0, p->slip);
}

/* A ball that rolls along the socket: eccentricity turns at w, ball spins so that nothing slides.
 */
static void rolling_does_not_slide(void) {
  double e = 0.0005, w = 10;
  set3(j.position, e, 0, 0);
  set3(j.velocity, 0, w * e, 0);
  set3(j.spin, 0, 0, -w * e / 0.0100);
  eval(&socket);
  TEST_ASSERT_DOUBLE_WITHIN(1e-17, 0, p->delta);
  is_vector(0, 0, 0, p->slip);
}

/* --------------------------------------------------------------------------------- journal */

/* With parallel axes the two ends together are the plane law at full length. */
static void parallel_journal_recovers_the_plane_law(void) {
  set3(j.position, 0, 0.0007, 0.003);
  set3(j.velocity, 0, -0.4, 9);
  eval(&bearing);
  double total = 0, K = 1e8, torque[3] = {0, 0, 0};
  for (int k = 0; k < 2; k++) {
    const lash_contact_point *q = &set.point[k];
    lash_wrench on_i, on_j;
    double none[3] = {0, 0, 0};
    TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.0002, q->delta);
    TEST_ASSERT_EQUAL_DOUBLE(-0.4, q->v);
    is_vector(0, -1, 0, q->normal);
    is_vector(0, 0, 9, q->slip);
    lash_point_wrench(q, q->share * K * pow(q->delta, 1.5), none, &on_i, &on_j);
    total -= on_j.force[1];
    axpy3(1, on_i.torque, torque);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, K * pow(0.0002, 1.5), total);
  is_vector(0, 0, 0, torque); /* on the bearing's middle: both ends pull alike */
}

/* Tilt b about the middle: both ends go in by (L/2) sin b, at (L/2) cos b times the tilt rate. */
static void pure_tilt(void) {
  double b = 0.05, rate = 3, lengths[] = {0, 0.06, 0.03};
  for (int n = 0; n < 3; n++) {
    lash_geometry g = bearing;
    g.length_j = lengths[n];
    double half = n == 2 ? 0.015 : 0.02; /* the shorter body sets the ends */
    set3(j.axis, sin(b), 0, cos(b));
    set3(j.spin, 0, rate, 0);
    eval(&g);
    double torque = 0;
    for (int k = 0; k < 2; k++) {
      const lash_contact_point *q = &set.point[k];
      lash_wrench on_i, on_j;
      double none[3] = {0, 0, 0};
      TEST_ASSERT_DOUBLE_WITHIN(1e-16, half * sin(b) - 0.0005, q->delta);
      TEST_ASSERT_DOUBLE_WITHIN(1e-15, half * cos(b) * rate, q->v);
      TEST_ASSERT_TRUE(k ? q->normal[0] < 0 : q->normal[0] > 0);
      TEST_ASSERT_EQUAL_INT(n == 2 ? LASH_POINT_END : 0, q->flags);
      lash_point_wrench(q, 100, none, &on_i, &on_j);
      torque += on_j.torque[1];
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, -2 * 100 * half * cos(b), torque);
  }
}

/* One end free, the other touching: the ends are independent. */
/* A journal of 19 mm in a bore of 20 mm, 15 mm long, jams at the tilt where 2 Rj + L sin b = 2 Ri
 * cos b. The section taken as a circle lacks the cosine: there it is Ri (1 - cos b) from touching,
 * and touches at sin b = 2 c/L. */
static void jam_tilt(void) {
  const double Ri = 0.01, Rj = 0.0095, L = 0.015;
  double b = 0.06;
  for (int k = 0; k < 50; k++)
    b -= (2 * Rj + L * sin(b) - 2 * Ri * cos(b)) / (L * cos(b) + 2 * Ri * sin(b));
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.06398210298605857, b);
  TEST_ASSERT_DOUBLE_WITHIN(5e-8, 0.0666667, 2 * (Ri - Rj) / L);
  const lash_geometry g = {
      .shape = LASH_JOURNAL_BEARING, .radius_i = Ri, .radius_j = Rj, .length_i = L};
  const lash_frame fixed = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  const double tilt[2] = {b, asin(2 * (Ri - Rj) / L)}, gap[2] = {Ri * (1 - cos(b)), 0};
  for (int k = 0; k < 2; k++) {
    const lash_frame journal = {.axis = {sin(tilt[k]), 0, cos(tilt[k])},
                                .side = {cos(tilt[k]), 0, -sin(tilt[k])}};
    lash_contact_points ends;
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(&g, &fixed, &journal, &ends, NULL));
    for (int end = 0; end < 2; end++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-17, -gap[k], ends.point[end].delta);
  }
}

static void tilted_and_shifted(void) {
  double b = 0.02;
  set3(j.position, 0.0003, 0, 0);
  set3(j.axis, sin(b), 0, cos(b));
  eval(&bearing);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.02 * b - 0.0003 - 0.0005, set.point[0].delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.0003 + 0.02 * b - 0.0005, set.point[1].delta);
  TEST_ASSERT_LESS_THAN_DOUBLE(0, set.point[0].delta);
  TEST_ASSERT_GREATER_THAN_DOUBLE(0, set.point[1].delta);
}

/* Turning one marker's axis round changes neither gaps nor tangents. */
static void opposed_axes(void) {
  lash_geometry g = bearing;
  for (int n = 0; n < 2; n++) {
    g.length_j = n ? 0.03 : 0;
    set3(j.position, 0.0003, 0.0002, 0.001);
    set3(j.axis, 0.01, 0, sqrt(1 - 1e-4));
    eval(&g);
    lash_contact_points before = set;
    scale3(-1, j.axis, j.axis);
    eval(&g);
    for (int k = 0; k < 2; k++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-17, before.point[k].delta, set.point[k].delta);
      is_vector(before.point[k].tangent[1][0], before.point[k].tangent[1][1],
                before.point[k].tangent[1][2], set.point[k].tangent[1]);
    }
  }
}

static void journal_pulled_out(void) {
  lash_geometry g = bearing;
  lash_point_jacobian jac[2];
  g.length_j = 0.04;
  set3(j.position, 0.001, 0, 0.03); /* half out: the far end of each body bounds the overlap */
  set3(j.velocity, 1, 0, 0);
  eval(&g);
  TEST_ASSERT_EQUAL_INT(LASH_POINT_END, set.point[0].flags);
  TEST_ASSERT_EQUAL_INT(0, set.point[1].flags);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.0005, set.point[0].delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, -0.01, set.point[0].arm_j[2] + j.position[2] - 0.02);

  j.position[2] = 0.05; /* 10 mm of air between */
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_jacobian(&g, &i, &j, &set, jac, NULL));
  for (int k = 0; k < 2; k++) {
    TEST_ASSERT_TRUE(set.point[k].flags & LASH_POINT_OUTSIDE);
    TEST_ASSERT_TRUE(set.point[k].delta <= -0.01 + 1e-15);
    TEST_ASSERT_EQUAL_DOUBLE(0, set.point[k].v);
    for (int c = 0; c < LASH_D_COUNT; c++) TEST_ASSERT_TRUE(jac[k].v[c] == 0);
  }
}

/* ------------------------------------------------------------------------------------ stops */

static const lash_geometry stops = {.shape = LASH_AXIAL_STOPS,
                                    .radius_j = 0.02,
                                    .length_i = 0.0404,
                                    .length_j = 0.0400,
                                    .blend = 1e-3};

static void stops_without_tilt(void) {
  set3(j.position, 0.0001, 0, 0.0003);
  set3(j.velocity, 1, 0, 0.5);
  eval(&stops);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, -0.0005, set.point[0].delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.0001, set.point[1].delta);
  TEST_ASSERT_EQUAL_DOUBLE(-0.5, set.point[0].v);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, set.point[1].v);
  is_vector(0, 0, -1, set.point[1].normal);
  is_vector(1, 0, 0, set.point[1].slip);
  is_vector(0, 0, 0.02 - 0.00005, set.point[1].arm_j); /* in the middle of the face */
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.0002, lash_geometry_clearance(&stops));
}

static void stops_with_tilt(void) {
  double b = 0.03, g = sqrt(sin(b) * sin(b) + 1e-6), rate = 2;
  set3(j.axis, sin(b), 0, cos(b));
  set3(j.spin, 0, rate, 0);
  eval(&stops);
  double reach = 0.02 * cos(b) + 0.02 * (g - 1e-3);
  double reach_rate = -0.02 * sin(b) + 0.02 * sin(b) * cos(b) / g;
  for (int k = 0; k < 2; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-16, reach - 0.0202, set.point[k].delta);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, rate * reach_rate, set.point[k].v);
  }
  /* the rim touches on the low side: at +z, where the face leans towards -x */
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, -0.02, set.point[1].arm_j[0]);

  /* opposed axes and a pin without a rim */
  lash_contact_points before = set;
  scale3(-1, j.axis, j.axis);
  eval(&stops);
  TEST_ASSERT_DOUBLE_WITHIN(1e-17, before.point[1].delta, set.point[1].delta);
  lash_geometry pin = stops;
  pin.radius_j = pin.blend = 0;
  eval(&pin);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.02 * cos(b) - 0.0202, set.point[1].delta);
}

/* ---------------------------------------------------------------------------------- outside */

static void sphere_against_sphere(void) {
  lash_geometry g = {.shape = LASH_SPHERE_SPHERE, .radius_i = 2, .radius_j = 1};
  set3(j.position, 0, 0, 2.9);
  set3(j.velocity, 0, 0, -4);
  eval(&g);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.1, p->delta);
  TEST_ASSERT_EQUAL_DOUBLE(4, p->v);
  is_vector(0, 0, 1, p->normal);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_geometry_clearance(&g));
}

static void sphere_rolls_on_plane(void) {
  lash_geometry g = {.shape = LASH_SPHERE_PLANE, .radius_j = 0.5};
  set3(j.position, 7, -3, 0.5);
  set3(j.velocity, 2, 0, 0);
  set3(j.spin, 0, 4, 0);
  eval(&g);
  TEST_ASSERT_EQUAL_DOUBLE(0, p->delta);
  is_vector(0, 0, 0, p->slip);
  is_vector(1, 0, 0, p->tangent[0]);
  is_vector(0, 1, 0, p->tangent[1]);
}

/* Cylinder along z: its side, then the dome beyond its end; inside a bore, then out of it. */
static void sphere_and_cylinder(void) {
  lash_geometry g = {.shape = LASH_SPHERE_CYLINDER, .radius_i = 1, .radius_j = 0.5, .length_i = 4};
  set3(j.position, 1.4, 0, 1.9);
  eval(&g);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.1, p->delta);
  is_vector(1, 0, 0, p->normal);
  set3(j.position, 0, 0.8, 2.6);
  eval(&g);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5, p->delta);
  is_vector(0, 0.8, 0.6, p->normal);
  TEST_ASSERT_EQUAL_INT(LASH_POINT_END, p->flags);

  g.shape = LASH_SPHERE_BORE;
  set3(j.position, 0, 0.6, 1.9);
  eval(&g);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.1, p->delta);
  is_vector(0, -1, 0, p->normal);
  j.position[2] = 2.25;
  eval(&g);
  TEST_ASSERT_EQUAL_DOUBLE(-0.25, p->delta);
  TEST_ASSERT_EQUAL_INT(LASH_POINT_OUTSIDE, p->flags);
}

/* --------------------------------------------------------------------------- singular states */

/* Of a struct that begins with `size` bytes of doubles. */
static bool all_numbers_finite(const void *from, size_t size) {
  for (size_t k = 0; k < size; k += sizeof(double)) {
    double number;
    memcpy(&number, (const char *)from + k, sizeof number);
    if (!isfinite(number)) return false;
  }
  return true;
}

/* No eccentricity: nothing is NaN, the normal is a unit vector along the motion, if there is any.
 */
static void concentric(void) {
  static const double velocity[][3] = {{0, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  static const lash_geometry ring = {.shape = LASH_SPHERE_BORE, .radius_i = 2, .radius_j = 1};
  const lash_geometry *shapes[] = {&socket, &bearing, &ring};
  for (int n = 0; n < 9; n++) {
    lash_point_jacobian jac[2];
    memset(jac, 0, sizeof jac);
    memcpy(j.velocity, velocity[n % 3], sizeof j.velocity);
    const lash_geometry *g = shapes[n / 3];
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_jacobian(g, &i, &j, &set, jac, NULL));
    for (size_t k = 0; k < set.count; k++) {
      const lash_contact_point *q = &set.point[k];
      TEST_ASSERT_EQUAL_INT(LASH_POINT_CENTRED, q->flags);
      TEST_ASSERT_DOUBLE_WITHIN(1e-16, -lash_geometry_clearance(g), q->delta);
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1, dot3(q->normal, q->normal));
      if (n % 3 == 1) TEST_ASSERT_EQUAL_DOUBLE(3, q->v);
      TEST_ASSERT_TRUE(all_numbers_finite(q, offsetof(lash_contact_point, flags)));
      TEST_ASSERT_TRUE(all_numbers_finite(&jac[k], sizeof jac[k]));
    }
  }
}

/* Centres that are apart by a ten thousand millionth of the radii have a direction; by what
 * rounding leaves, they have none. */
static void nearly_concentric(void) {
  const lash_geometry *shapes[] = {&socket, &bearing};
  for (int n = 0; n < 2; n++) {
    const double size = shapes[n]->radius_i + shapes[n]->radius_j;
    for (int apart = 0; apart < 2; apart++) {
      set3(j.position, 0, (apart ? 1e-10 : 1e-15) * size, 0);
      TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(shapes[n], &i, &j, &set, NULL));
      for (size_t k = 0; k < set.count; k++) {
        TEST_ASSERT_EQUAL_INT(apart ? 0 : LASH_POINT_CENTRED,
                              set.point[k].flags & LASH_POINT_CENTRED);
        if (apart) TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, fabs(set.point[k].normal[1]));
      }
    }
  }
}

/* The journal's axis along the bearing's side leaves axis_i as the last resort for a normal. */
static void concentric_at_right_angles(void) {
  set3(j.axis, 1, 0, 0);
  lash_geometry g = bearing;
  g.length_i = 1e-20;
  eval(&g);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1, fabs(p->normal[2]));
}

/* Opposite the pole the tangents are fixed: finite and orthonormal. */
static void opposite_the_pole(void) {
  lash_point_jacobian jac[2];
  set3(j.position, 0, 0, 0.0006);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_jacobian(&socket, &i, &j, &set, jac, NULL));
  is_vector(0, 0, -1, p->normal);
  is_vector(1, 0, 0, p->tangent[0]);
  is_vector(0, -1, 0, p->tangent[1]);
  TEST_ASSERT_TRUE(all_numbers_finite(&jac[0], sizeof jac[0]));
}

/* Once round the equator, tangents move little from one degree to the next and come back. */
static void tangents_are_continuous(void) {
  const lash_geometry *shapes[] = {&socket, &bearing};
  for (int n = 0; n < 2; n++) {
    lash_contact_points last = {0};
    for (int degree = 0; degree <= 360; degree++) {
      double a = degree * acos(-1) / 180;
      set3(j.position, 0.0006 * cos(a), 0.0006 * sin(a), 1e-17 * (degree % 2 ? 1 : -1));
      eval(shapes[n]);
      for (int t = 0; t < 2 && degree; t++) {
        double step[3];
        sub3(p->tangent[t], last.point[0].tangent[t], step);
        TEST_ASSERT_LESS_THAN_DOUBLE(0.036, sqrt(dot3(step, step)));
      }
      last = set;
    }
  }
}

/* -------------------------------------------------------------------------------- bad input */

static void refused(lash_geometry g, const char *words) {
  error.message[0] = '\0';
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_geometry_check(&g, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
}

static void bad_sizes_are_refused(void) {
  lash_geometry g = socket;
  g.radius_j = NAN, refused(g, "radius_j");
  g.radius_j = -1, refused(g, "radius_j");
  g.radius_j = 0, refused(g, "radius_j");
  g.radius_j = 0.011, refused(g, "make radius_i larger");
  g = stops;
  g.blend = 0, refused(g, "blend");
  g = stops;
  g.length_j = 0.05, refused(g, "make length_i larger");
  g.length_i = INFINITY, refused(g, "length_i");
  g.shape = LASH_SHAPE_COUNT, refused(g, "shape");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_geometry_eval(&g, &i, &j, &set, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_geometry_clearance(&g));
}

static void refused_state(const lash_geometry *g, const char *words) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_geometry_eval(g, &i, &j, &set, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
  setUp();
}

static void bad_states_are_refused(void) {
  j.position[1] = NAN, refused_state(&socket, "body j");
  i.spin[2] = INFINITY, refused_state(&socket, "body i");
  i.axis[0] = NAN, refused_state(&socket, "axis and side of body i");
  i.side[0] = 0.6, refused_state(&socket, "axis and side of body i");
  set3(i.side, 0, 0, 1), refused_state(&socket, "right angles");
  j.axis[2] = 2, refused_state(&bearing, "axis of body j");
  j.axis[2] = NAN; /* a ball has no axis: whatever stands there is not read */
  j.position[0] = 0.0006;
  eval(&socket);
  TEST_ASSERT_TRUE(isfinite(p->arm_j[0]));
}

static void names(void) {
  for (int k = 0; k < LASH_SHAPE_COUNT; k++) {
    TEST_ASSERT_EQUAL_INT(k, lash_shape_find(lash_shape_name((lash_shape)k)));
    static const size_t points[LASH_SHAPE_COUNT] = {1, 2, 2, 1, 1, 1, 1, 4, 16, 4, 1, 1};
    TEST_ASSERT_EQUAL_size_t(points[k], lash_shape_points((lash_shape)k));
  }
  TEST_ASSERT_EQUAL_INT(LASH_SHAPE_COUNT, lash_shape_find("cube"));
  TEST_ASSERT_NULL(lash_shape_name(LASH_SHAPE_COUNT));
  TEST_ASSERT_EQUAL_size_t(0, lash_shape_points(LASH_SHAPE_COUNT));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(ball_pressed_into_socket);
  RUN_TEST(pure_spin);
  RUN_TEST(rolling_does_not_slide);
  RUN_TEST(parallel_journal_recovers_the_plane_law);
  RUN_TEST(pure_tilt);
  RUN_TEST(jam_tilt);
  RUN_TEST(tilted_and_shifted);
  RUN_TEST(opposed_axes);
  RUN_TEST(journal_pulled_out);
  RUN_TEST(stops_without_tilt);
  RUN_TEST(stops_with_tilt);
  RUN_TEST(sphere_against_sphere);
  RUN_TEST(sphere_rolls_on_plane);
  RUN_TEST(sphere_and_cylinder);
  RUN_TEST(concentric);
  RUN_TEST(nearly_concentric);
  RUN_TEST(concentric_at_right_angles);
  RUN_TEST(opposite_the_pole);
  RUN_TEST(tangents_are_continuous);
  RUN_TEST(bad_sizes_are_refused);
  RUN_TEST(bad_states_are_refused);
  RUN_TEST(names);
  return UNITY_END();
}
