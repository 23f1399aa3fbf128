/* Measures against an independent route: positions differentiated in time, frames built by hand. */
#include <math.h>
#include <string.h>

#include "host.h"
#include "unity.h"

static test_host host;
static lash_error error;

void setUp(void) { test_host_make(&host); }
void tearDown(void) {}

static double scalar(const char *name, int i, int j, int k, int l, int n) {
  const int par[4] = {i, j, k, l};
  double value = NAN;
  lash_status status = lash_sdk_scalar(&host.sdk, name, par, n, &value, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  return value;
}

static void array(const char *name, int i, int j, int k, int l, int n, double *out, int expected) {
  const int par[4] = {i, j, k, l};
  int count;
  lash_status status = lash_sdk_array(&host.sdk, name, par, n, out, &count, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_EQUAL_INT(expected, count);
}

/* ----------------------------------------------------------------- motion as a function of time */

static void rotate(const double w[3], double out[3][3], double axes[3][3]) {
  double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  double s = angle > 0 ? sin(angle) / angle : 1,
         c = angle > 0 ? (1 - cos(angle)) / (angle * angle) : 0.5;
  const double k[3][3] = {{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}};
  double r[3][3];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double kk = 0;
      for (int n = 0; n < 3; n++) kk += k[i][n] * k[n][j];
      r[i][j] = (i == j) + s * k[i][j] + c * kk;
    }
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out[i][j] = 0;
      for (int n = 0; n < 3; n++) out[i][j] += r[i][n] * axes[n][j];
    }
  }
}

/* Moves all markers from their state by a short time: exact to second order, in place and turn. */
static void move(test_host *to, const test_host *from, double t) {
  *to = *from;
  to->sdk.data = to;
  for (int m = 0; m < TEST_MARKERS; m++) {
    const lash_sdk_marker *a = &from->marker[m];
    lash_sdk_marker *b = &to->marker[m];
    double turn[3];
    for (int i = 0; i < 3; i++) {
      b->r[i] = a->r[i] + t * a->v[i] + 0.5 * t * t * a->a[i];
      b->v[i] = a->v[i] + t * a->a[i];
      b->w[i] = a->w[i] + t * a->wd[i];
      turn[i] = t * a->w[i] + 0.5 * t * t * a->wd[i];
    }
    rotate(turn, b->axes, (double(*)[3])a->axes);
  }
}

/* Components of DX, DY, DZ(i, j, l): the vector as an observer on l sees it. */
static void seen_from(const test_host *at, int i, int j, int l, double out[3]) {
  const int par[3] = {i, j, l};
  int count;
  lash_sdk_array(&at->sdk, "TDISP", par, 3, out, &count, NULL);
}

/* The observer's derivatives, expressed in the axes of l itself. */
static void derivatives_as_seen(void) {
  double h = 1e-4, now[3], next[3], before[3];
  test_host later, earlier;
  move(&later, &host, h);
  move(&earlier, &host, -h);
  for (int frame = 0; frame <= 41; frame += 41) {
    seen_from(&host, 11, 21, frame, now);
    seen_from(&later, 11, 21, frame, next);
    seen_from(&earlier, 11, 21, frame, before);
    static const char *const v[] = {"VX", "VY", "VZ"}, *const a[] = {"ACCX", "ACCY", "ACCZ"};
    for (int i = 0; i < 3; i++) {
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, (next[i] - before[i]) / (2 * h),
                                scalar(v[i], 11, 21, frame, frame, 4));
      TEST_ASSERT_DOUBLE_WITHIN(1e-5, (next[i] - 2 * now[i] + before[i]) / (h * h),
                                scalar(a[i], 11, 21, frame, frame, 4));
    }
  }
}

/* d/dt of the relative angular velocity, seen from marker 31. */
static void angular_acceleration_as_seen(void) {
  double h = 1e-5, next[3], before[3], wd[3];
  const int par[3] = {11, 21, 31};
  test_host later, earlier;
  int count;
  move(&later, &host, h);
  move(&earlier, &host, -h);
  lash_sdk_array(&later.sdk, "RVEL", par, 3, next, &count, NULL);
  lash_sdk_array(&earlier.sdk, "RVEL", par, 3, before, &count, NULL);
  array("RACC", 11, 21, 31, 31, 4, wd, 3);
  for (int i = 0; i < 3; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, (next[i] - before[i]) / (2 * h), wd[i]);
  }
}

static void rate_of_distance(void) {
  double h = 1e-5;
  test_host later, earlier;
  const int par[2] = {11, 41};
  double next, before;
  move(&later, &host, h);
  move(&earlier, &host, -h);
  lash_sdk_scalar(&later.sdk, "DM", par, 2, &next, NULL);
  lash_sdk_scalar(&earlier.sdk, "dm", par, 2, &before, NULL);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, (next - before) / (2 * h), scalar("VR", 11, 41, 0, 0, 2));
}

/* -------------------------------------------------------------------------------------- angles */

/* Rebuilds the direction cosines from three turns about the given axes. */
static void from_turns(const int axis[3], const double angle[3], double out[9]) {
  double r[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int n = 2; n >= 0; n--) {
    double turn[3] = {0, 0, 0}, next[3][3];
    turn[axis[n]] = angle[n];
    rotate(turn, next, r);
    memcpy(r, next, sizeof r);
  }
  for (int n = 0; n < 9; n++) out[n] = r[n % 3][n / 3];
}

static void angles_rebuild_the_axes(void) {
  double dc[9], built[9], angle[3];
  array("DC", 11, 31, 0, 0, 2, dc, 9);
  array("RDISP", 11, 31, 0, 0, 2, angle, 3);
  from_turns((const int[3]){2, 0, 2}, angle, built);
  for (int i = 0; i < 9; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, dc[i], built[i]);

  angle[0] = scalar("YAW", 11, 31, 0, 0, 2);
  angle[1] = -scalar("PITCH", 11, 31, 0, 0, 2);
  angle[2] = scalar("ROLL", 11, 31, 0, 0, 2);
  from_turns((const int[3]){2, 1, 0}, angle, built);
  for (int i = 0; i < 9; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, dc[i], built[i]);

  double z[3];
  array("UVZ", 11, 31, 0, 0, 2, z, 3);
  for (int i = 0; i < 3; i++) TEST_ASSERT_EQUAL_DOUBLE(dc[6 + i], z[i]);
}

static void planar_turns_are_measured(void) {
  static const char *const names[] = {"AX", "AY", "AZ"};
  for (int axis = 0; axis < 3; axis++) {
    double turn[3] = {0, 0, 0};
    turn[axis] = -2.5;
    lash_sdk_marker turned = host.marker[1];
    double about[3];
    for (int i = 0; i < 3; i++) about[i] = turned.axes[i][axis] * turn[axis];
    rotate(about, host.marker[0].axes, turned.axes);
    if (axis == 1) continue; /* AY is for turns below a right angle */
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, -2.5, scalar(names[axis], 11, 21, 0, 0, 2));
  }
  double about[3];
  for (int i = 0; i < 3; i++) about[i] = host.marker[1].axes[i][1] * 0.8;
  rotate(about, host.marker[0].axes, host.marker[1].axes);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.8, scalar("AY", 11, 21, 0, 0, 2));
}

static void theta_zero_is_no_trouble(void) {
  double angle[3];
  host.marker[0] = host.marker[1];
  array("RDISP", 11, 21, 0, 0, 2, angle, 3);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0, angle[i]);
}

/* -------------------------------------------------------------------------------------- forces */

static void forces_are_resolved(void) {
  double six[6], size;
  array("FORCE", 11, 21, 31, 0, 3, six, 6);
  size = sqrt(six[0] * six[0] + six[1] * six[1] + six[2] * six[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 13, size);
  TEST_ASSERT_EQUAL_DOUBLE(13, scalar("FM", 11, 21, 0, 0, 2));
  TEST_ASSERT_EQUAL_DOUBLE(3, scalar("TM", 11, 21, 0, 0, 2));
  TEST_ASSERT_EQUAL_DOUBLE(six[1], scalar("FY", 11, 21, 31, 0, 3));
  TEST_ASSERT_EQUAL_DOUBLE(six[5], scalar("TZ", 11, 21, 31, 0, 3));
  TEST_ASSERT_EQUAL_DOUBLE(13, scalar("JOINT", 5, 0, 1, 0, 4));
  TEST_ASSERT_EQUAL_DOUBLE(-12, scalar("JOINT", 5, 1, 4, 0, 4));
  TEST_ASSERT_EQUAL_DOUBLE(3, scalar("JOINT", 5, 0, 5, 31, 4));
  TEST_ASSERT_EQUAL_DOUBLE(2, scalar("JOINT", 5, 0, 8, 0, 3));
}

/* ------------------------------------------------------------------------------------- refusals */

static void refuses(const char *name, int i, int n, const char *words) {
  const int par[5] = {i, 0, 9, 0, 0};
  double values[9];
  int count;
  error.message[0] = '\0';
  TEST_ASSERT_TRUE(lash_sdk_scalar(&host.sdk, name, par, n, values, &error) != LASH_OK);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
  TEST_ASSERT_TRUE(lash_sdk_array(&host.sdk, name, par, n, values, &count, NULL) != LASH_OK);
}

static void wrong_requests_are_named(void) {
  refuses("DX", 99, 1, "no MARKER/99");
  refuses("DX", 11, 4, "takes 1 to 3 arguments");
  refuses("DX", 11, 0, "takes 1 to 3 arguments");
  refuses("NONSENSE", 11, 1, "does not know the function NONSENSE");
  refuses("A_NAME_THAT_IS_LONGER_THAN_ANY", 11, 1, "does not know");
  refuses("JOINT", 5, 3, "component 9");
  refuses("FX", 21, 1, "no force between");
  static const lash_sdk_host nobody;
  const int par[1] = {11};
  double value;
  TEST_ASSERT_TRUE(lash_sdk_scalar(&nobody, "DX", par, 1, &value, &error) != LASH_OK);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(derivatives_as_seen);
  RUN_TEST(angular_acceleration_as_seen);
  RUN_TEST(rate_of_distance);
  RUN_TEST(angles_rebuild_the_axes);
  RUN_TEST(planar_turns_are_measured);
  RUN_TEST(theta_zero_is_no_trouble);
  RUN_TEST(forces_are_resolved);
  RUN_TEST(wrong_requests_are_named);
  return UNITY_END();
}
