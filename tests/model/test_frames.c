/* Initial frames, mass properties: against hand-made cases and rotations composed one by one. */
#include "dataset.h"
#include "lash_space.h"

void setUp(void) {}
void tearDown(void) { lash_model_free(&model); }

static const double pi = 3.14159265358979323846;

static void multiply(const double a[9], const double b[9], double out[9]) {
  for (int i = 0; i < 9; i++) {
    out[i] = 0;
    for (int k = 0; k < 3; k++) out[i] += a[3 * (i / 3) + k] * b[3 * k + i % 3];
  }
}

static void about_z(double t, double r[9]) {
  const double m[9] = {cos(t), -sin(t), 0, sin(t), cos(t), 0, 0, 0, 1};
  memcpy(r, m, sizeof m);
}

static void about_x(double t, double r[9]) {
  const double m[9] = {1, 0, 0, 0, cos(t), -sin(t), 0, sin(t), cos(t)};
  memcpy(r, m, sizeof m);
}

static void same(const double *expected, const double *actual, int n, double tolerance) {
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(tolerance, expected[i], actual[i]);
}

static lash_pose marker_pose(size_t index) {
  lash_pose pose;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        lash_marker_pose(&model, &model.marker.item[index], &pose, &error));
  return pose;
}

static void body_313_is_three_elementary_rotations(void) {
  const double angles[3] = {0.3, -1.1, 2.2};
  double z1[9], x2[9], z3[9], zx[9], expected[9], actual[9];
  about_z(angles[0], z1);
  about_x(angles[1], x2);
  about_z(angles[2], z3);
  multiply(z1, x2, zx);
  multiply(zx, z3, expected);
  rotation_313(angles, actual);
  same(expected, actual, 9, 1e-15);
}

static void markers_by_angles_and_by_points_agree(void) {
  /* z along global y, x along global x */
  expect_clean(
      read_text("t\nPART/1,GROUND\nMARKER/1,PART=1,QP=1,2,3,REULER=0,-90D,0\n"
                "MARKER/2,PART=1,QP=1,2,3,ZP=1,7,3,XP=2,99,3\n"
                "MARKER/3,PART=1,QP=1,2,3,XP=5,2,3,ZP=9,3,3,USEXP\n"
                "MARKER/4,PART=1,QP=1,2,3,ZP=1,7,3\nEND\n"));
  lash_pose by_angles = marker_pose(0);
  const double z_axis[3] = {by_angles.rotation[2], by_angles.rotation[5], by_angles.rotation[8]};
  const double up[3] = {0, 1, 0};
  same(up, z_axis, 3, 1e-15);
  for (size_t i = 1; i < 4; i++) {
    lash_pose by_points = marker_pose(i);
    same(by_angles.rotation, by_points.rotation, 9, 1e-15);
    same(by_angles.origin, by_points.origin, 3, 0);
  }
}

static void rotations_from_points_are_proper(void) {
  expect_clean(
      read_text("t\nPART/1,GROUND\nMARKER/1,PART=1,QP=.1,.2,.3,ZP=-1,2,.5,XP=3,1,-2\n"
                "MARKER/2,PART=1,ZP=0,0,-2,XP=0,1,1\nMARKER/3,PART=1,ZP=5,0,0\nEND\n"));
  for (size_t i = 0; i < 3; i++) {
    lash_pose p = marker_pose(i);
    const double *r = p.rotation;
    double transposed[9], product[9];
    for (int k = 0; k < 9; k++) transposed[k] = r[3 * (k % 3) + k / 3];
    multiply(r, transposed, product);
    const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    same(identity, product, 9, 1e-15);
    double determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) +
                         r[2] * (r[3] * r[7] - r[4] * r[6]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1, determinant);
  }
}

static void part_frames_compose_with_marker_frames(void) {
  expect_clean(
      read_text("t\nPART/1,GROUND\nPART/2,MASS=1,CM=1,IP=1,1,1,QG=10,0,0,REULER=90D,0,0\n"
                "MARKER/1,PART=2,QP=1,0,0,REULER=0,90D,0\nEND\n"));
  lash_pose part, marker = marker_pose(0);
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_part_pose(&model, &model.part.item[1], &part, &error));
  lash_pose ground = lash_pose_compose(&part, &marker);
  const double origin[3] = {10, 1, 0};
  same(origin, ground.origin, 3, 1e-15);
  /* marker z is -y of the part, which is +x of ground */
  const double z[3] = {1, 0, 0},
               actual[3] = {ground.rotation[2], ground.rotation[5], ground.rotation[8]};
  same(z, actual, 3, 1e-15);
}

/* A cloud of point masses has a known tensor whatever the marker it is expressed in. */
static void inertia_of_a_cloud_of_points(void) {
  static const double points[5][4] = {{1, 0.3, -0.2, 0.5},
                                      {2, -0.4, 0.1, 0.2},
                                      {0.5, 0, 0.7, -0.6},
                                      {1.5, 0.2, 0.2, 0.1},
                                      {0.7, -0.1, -0.5, 0.3}};
  double mass = 0, cm[3] = {0};
  for (int p = 0; p < 5; p++) {
    mass += points[p][0];
    for (int i = 0; i < 3; i++) cm[i] += points[p][0] * points[p][i + 1];
  }
  for (int i = 0; i < 3; i++) cm[i] /= mass;

  /* moments about, and in the axes of, an IM marker that is neither at the mass centre nor aligned
   */
  const double at[3] = {0.2, -0.1, 0.4}, angles[3] = {0.5, 1.2, -0.7};
  double r[9], ip[6] = {0}, expected[9] = {0};
  rotation_313(angles, r);
  for (int p = 0; p < 5; p++) {
    double m = points[p][0], local[3], from_cm[3];
    for (int i = 0; i < 3; i++) {
      local[i] = 0;
      for (int k = 0; k < 3; k++) local[i] += r[3 * k + i] * (points[p][k + 1] - at[k]);
      from_cm[i] = points[p][i + 1] - cm[i];
    }
    ip[0] += m * (local[1] * local[1] + local[2] * local[2]);
    ip[1] += m * (local[0] * local[0] + local[2] * local[2]);
    ip[2] += m * (local[0] * local[0] + local[1] * local[1]);
    ip[3] += m * local[0] * local[1];
    ip[4] += m * local[0] * local[2];
    ip[5] += m * local[1] * local[2];
    for (int i = 0; i < 9; i++) {
      double square = from_cm[0] * from_cm[0] + from_cm[1] * from_cm[1] + from_cm[2] * from_cm[2];
      expected[i] += m * ((i / 3 == i % 3 ? square : 0) - from_cm[i / 3] * from_cm[i % 3]);
    }
  }
  char text[1024];
  snprintf(text, sizeof text,
           "t\nPART/1,GROUND\nPART/2,MASS=%.17g,CM=1,IM=2,IP=%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n"
           "MARKER/1,PART=2,QP=%.17g,%.17g,%.17g,REULER=.1,.2,.3\n"
           "MARKER/2,PART=2,QP=.2,-.1,.4,REULER=.5,1.2,-.7\nEND\n",
           mass, ip[0], ip[1], ip[2], ip[3], ip[4], ip[5], cm[0], cm[1], cm[2]);
  expect_clean(read_text(text));
  lash_mass actual;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_part_mass(&model, &model.part.item[1], &actual, &error));
  TEST_ASSERT_EQUAL_DOUBLE(mass, actual.mass);
  same(cm, actual.cm, 3, 1e-15);
  same(expected, actual.inertia, 9, 1e-14);
}

static void without_im_the_cm_marker_gives_the_axes(void) {
  expect_clean(
      read_text("t\nPART/1,GROUND\nPART/2,MASS=2,CM=1,IP=1,2,2.5\n"
                "MARKER/1,PART=2,QP=5,0,0,REULER=90D,0,0\nEND\n"));
  lash_mass mass;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_part_mass(&model, &model.part.item[1], &mass, &error));
  const double expected[9] = {2, 0, 0, 0, 1, 0, 0, 0, 2.5};
  same(expected, mass.inertia, 9, 1e-15);
}

static void degenerate_points_are_refused(void) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        read_text("t\nPART/1,GROUND\nPART/2,ZG=0,0,1,XG=0,0,2\nEND\n"));
  expect_finding(LASH_ERROR, 3, "lie on one line");
}

static void degrees_are_exact_multiples(void) {
  expect_clean(read_text("t\nPART/1,GROUND\nMARKER/1,PART=1,REULER=180D,-90D,45D\nEND\n"));
  const double *a = model.marker.item[0].reuler;
  TEST_ASSERT_EQUAL_DOUBLE(pi, a[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-pi / 2, a[1]);
  TEST_ASSERT_EQUAL_DOUBLE(pi / 4, a[2]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(body_313_is_three_elementary_rotations);
  RUN_TEST(markers_by_angles_and_by_points_agree);
  RUN_TEST(rotations_from_points_are_proper);
  RUN_TEST(part_frames_compose_with_marker_frames);
  RUN_TEST(inertia_of_a_cloud_of_points);
  RUN_TEST(without_im_the_cm_marker_gives_the_axes);
  RUN_TEST(degenerate_points_are_refused);
  RUN_TEST(degrees_are_exact_multiples);
  return UNITY_END();
}
