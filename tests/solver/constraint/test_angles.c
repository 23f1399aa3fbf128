/* Angles of one frame in another, above all where they are not unique: whatever PSI, THETA, PHI (or
 * YAW, PITCH, ROLL) say, turning by them must give the frame back; equal frames have angles 0. */
#include <stdio.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static void multiply(const double a[9], const double b[9], double out[9]) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
}

static void about(int axis, double angle, double out[9]) {
  const int k = (axis + 1) % 3, l = (axis + 2) % 3;
  memset(out, 0, 9 * sizeof *out);
  out[4 * axis] = 1;
  out[4 * k] = out[4 * l] = cos(angle);
  out[3 * l + k] = sin(angle);
  out[3 * k + l] = -sin(angle);
}

static void turned(const int axis[3], const double angle[3], double out[9]) {
  double one[9], two[9], three[9], both[9];
  about(axis[0], angle[0], one);
  about(axis[1], angle[1], two);
  about(axis[2], angle[2], three);
  multiply(one, two, both);
  multiply(both, three, out);
}

/* Part 2 stands at the given body 3-1-3 angles. */
static mechanism at_angles(const double angle[3], const char *more) {
  char text[600];
  snprintf(text, sizeof text,
           "PART/1, GROUND\nMARKER/1, PART=1\n"
           "PART/2, MASS=1, CM=20, IP=1,1,1, REULER=%.17g,%.17g,%.17g\nMARKER/20, PART=2\n"
           "REQUEST/1, DISPLACEMENT, I=20, J=1\n%s",
           angle[0], angle[1], angle[2], more);
  return load(text);
}

static const double pi = 3.14159265358979323846;

#define CASES 12
static const double cases[CASES][3] = {{0, 0, 0},
                                       {0.7, 0, 0},
                                       {0.7, 0, 0.4},
                                       {-2.5, 0, -1.1},
                                       {0.7, 1e-14, 0.4},
                                       {0.7, 3e-9, 0.4},
                                       {0.7, 1e-5, -0.4},
                                       {0.3, 3.14159265358979323846, 0},
                                       {0.3, 3.14159265358979323846, 1.2},
                                       {0.3, 3.14159265, 1.2},
                                       {1.5707963267948966, 1.5707963267948966, 0},
                                       {0.3, 1.1, -2.2}};

static void euler_angles_give_the_frame_back(void) {
  static const int axes[3] = {2, 0, 2};
  for (int k = 0; k < CASES; k++) {
    mechanism m = at_angles(cases[k], "");
    double wanted[9], got[9], values[8];
    OK(lash_system_request_values(m.system, 0, values, &error));
    TEST_ASSERT_EQUAL_DOUBLE(values[5], measure(&m, "PSI", 20, 1, 0, 0));
    TEST_ASSERT_EQUAL_DOUBLE(values[6], measure(&m, "THETA", 20, 1, 0, 0));
    TEST_ASSERT_EQUAL_DOUBLE(values[7], measure(&m, "PHI", 20, 1, 0, 0));
    turned(axes, cases[k], wanted);
    turned(axes, values + 5, got);
    for (int c = 0; c < 9; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, wanted[c], got[c]);
    TEST_ASSERT_DOUBLE_WITHIN(3e-16 + 1e-15 * cases[k][1], cases[k][1], values[6]);
    unload(&m);
  }
}

static void equal_frames_have_no_angles(void) {
  mechanism m = at_angles(cases[0], "REQUEST/2, DISPLACEMENT, I=20, J=1, RM=20");
  double values[8];
  for (size_t r = 0; r < 2; r++) {
    OK(lash_system_request_values(m.system, r, values, &error));
    for (int k = 0; k < 8; k++) TEST_ASSERT_TRUE(values[k] == 0);
  }
  static const char *const names[] = {"AX",  "AY",  "AZ",    "PSI", "THETA",
                                      "PHI", "YAW", "PITCH", "ROLL"};
  for (int k = 0; k < 9; k++) TEST_ASSERT_TRUE(measure(&m, names[k], 20, 1, 0, 0) == 0);
  unload(&m);
}

/* YAW, PITCH, ROLL turn about 3, -2, 1; at a pitch of a quarter turn the roll is 0. */
static void yaw_pitch_roll_give_the_frame_back(void) {
  static const int euler[3] = {2, 0, 2}, yaw[3] = {2, 1, 0};
  static const double upright[2][3] = {
      {1.5707963267948966, 1.5707963267948966, -1.5707963267948966},
      {0.4, 1.5707963267948966, 1.5707963267948966}};
  for (int k = 0; k < CASES + 2; k++) {
    const double *angle = k < CASES ? cases[k] : upright[k - CASES];
    mechanism m = at_angles(angle, "OUTPUT/YPR");
    double wanted[9], got[9], values[8];
    OK(lash_system_request_values(m.system, 0, values, &error));
    turned(euler, angle, wanted);
    const double turns[3] = {values[5], -values[6], values[7]};
    turned(yaw, turns, got);
    for (int c = 0; c < 9; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, wanted[c], got[c]);
    if (k >= CASES) TEST_ASSERT_TRUE(values[7] == 0);
    unload(&m);
  }
}

/* Round-off in the axes of a planar mechanism must not show in its angles. */
static void planar_mechanisms_have_steady_angles(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0\n"
      "MARKER/20, PART=2\nMARKER/21, PART=2, QP=-1,0,0\nJOINT/1, REVOLUTE, I=21, J=1\n"
      "ACCGRAV/JGRAV=-9.81");
  for (int k = 0; k < 200; k++) {
    rk4(&m, 0.005);
    const double turn = measure(&m, "AZ", 20, 1, 0, 0), psi = measure(&m, "PSI", 20, 1, 0, 0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, remainder(psi - turn, 2 * pi));
    TEST_ASSERT_TRUE(measure(&m, "PHI", 20, 1, 0, 0) == 0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, measure(&m, "THETA", 20, 1, 0, 0));
  }
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(euler_angles_give_the_frame_back);
  RUN_TEST(equal_frames_have_no_angles);
  RUN_TEST(yaw_pitch_roll_give_the_frame_back);
  RUN_TEST(planar_mechanisms_have_steady_angles);
  return UNITY_END();
}
