/* Stiffness from material and geometry: published values and the elliptic contact. */
#include "contact_testing.h"

static const double pi = 3.14159265358979323846;

void setUp(void) { random_state = 3; }
void tearDown(void) {}

/* K of a ready point law with exponent 1.5. */
static double stiffness(const char *settings) {
  lash_contact law = make_law("hertz", settings);
  return lash_contact_eval(&law, 1, 0, 1).force;
}

/* Stiffnesses printed or implied by papers on mechanisms with clearance. */
static void published_values(void) {
  TEST_ASSERT_DOUBLE_WITHIN(
      0.5e2, 9.03422066e10,
      stiffness("E=207e9 nu=0.3 Ri=0.015 Rj=0.014 curvature=internal sigma=linear_nu"));
  TEST_ASSERT_DOUBLE_WITHIN(
      0.5e4, 2.554534e10,
      stiffness("Ei=2.10e11 nui=0.300 Ej=1.69e11 nuj=0.286 Ri=0.07 Rj=0.07005"));
  TEST_ASSERT_DOUBLE_WITHIN(5, 1.058478866e10, stiffness("E=207e9 nu=0.3 Ri=0.01 Rj=0.0095"));
}

static void plane_is_an_infinite_radius(void) {
  double plane = stiffness("E=2e11 nu=0.3 Ri=0.01 curvature=plane");
  double nearly = stiffness("E=2e11 nu=0.3 Ri=0.01 Rj=1e12");
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * plane, plane, nearly);
  TEST_ASSERT_EQUAL_DOUBLE(plane, 4.0 / 3 * (2e11 / 1.82) * sqrt(0.01));
}

static void public_helpers(void) {
  TEST_ASSERT_EQUAL_DOUBLE(1 / (0.91 / 2e11 + 0.84 / 1e11),
                           lash_contact_modulus(2e11, 0.3, 1e11, 0.4));
  TEST_ASSERT_EQUAL_DOUBLE(0.01 * 0.02 / 0.03, lash_contact_radius(0.01, 0.02, false));
  TEST_ASSERT_EQUAL_DOUBLE(0.02 * 0.01 / 0.01, lash_contact_radius(0.02, 0.01, true));
  TEST_ASSERT_EQUAL_DOUBLE(4e11 / 3 * 0.1, lash_hertz_stiffness(1e11, 0.01));
}

/* ---------------------------------------------------------------------------- elliptic contact */

static double elliptic(double R_x, double R_y) {
  char settings[120];
  snprintf(settings, sizeof settings, "E=2e11 nu=0.3 Rx=%.17g Ry=%.17g", R_x, R_y);
  lash_contact law = make_law("hertz_elliptic", settings);
  return lash_contact_eval(&law, 1, 0, 1).force;
}

static void a_round_ellipse_is_a_sphere(void) {
  double sphere = lash_hertz_stiffness(2e11 / 1.82, 0.012);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14 * sphere, sphere, elliptic(0.012, 0.012));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7 * sphere, sphere, elliptic(0.012, 0.012 * (1 + 1e-7)));
  TEST_ASSERT_EQUAL_DOUBLE(elliptic(0.01, 0.3), elliptic(0.3, 0.01));
}

/* The complete elliptic integrals by the midpoint rule, which is exact to rounding for periodic
 * integrands. */
static void complete_integrals(double k, double *K, double *E) {
  enum { POINTS = 4000 };
  *K = *E = 0;
  for (int i = 0; i < POINTS; i++) {
    double t = pi / 2 * (i + 0.5) / POINTS, root = sqrt(1 - (1 - k * k) * sin(t) * sin(t));
    *K += pi / 2 / POINTS / root;
    *E += pi / 2 / POINTS * root;
  }
}

/* Johnson 4.28 and 4.26 as printed: for axes a = 1, b = k find the curvatures A and B that belong
 * to them, then force and approach at the peak pressure p0 = E*. */
static void ellipse_solves_the_printed_equations(void) {
  double modulus = 2e11 / 1.82;
  for (int i = 0; i < 200; i++) {
    double k = uniform(0.02, 0.98), K, E, a = 1e-3, b = k * a, e2 = 1 - k * k;
    complete_integrals(k, &K, &E);
    double p0 = 1e9;
    double A = p0 / modulus * b / (e2 * a * a) * (K - E);
    double B = p0 / modulus * b / (e2 * a * a) * (E / (k * k) - K);
    double force = 2 * pi / 3 * p0 * a * b, delta = p0 / modulus * b * K;
    double expected = force / pow(delta, 1.5);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10 * expected, expected, elliptic(1 / (2 * A), 1 / (2 * B)));
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(published_values);
  RUN_TEST(plane_is_an_infinite_radius);
  RUN_TEST(public_helpers);
  RUN_TEST(a_round_ellipse_is_a_sphere);
  RUN_TEST(ellipse_solves_the_printed_equations);
  return UNITY_END();
}
