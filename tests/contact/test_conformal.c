/* Bodies that nearly fit: the exact ball in its socket, flatter profiles, Persson's pin. */
#include "contact_testing.h"
#include "lash_conformal.h"

void setUp(void) {}
void tearDown(void) {}

#define NEAR(tolerance, expected, actual) \
  TEST_ASSERT_DOUBLE_WITHIN((tolerance)*fabs(expected), (expected), (actual))

/* Ri 10.5, Rj 10, E* 1: depth and force at contact radii 1, 5 and 9 by quadrature. Modulus: both
 * bodies 2 (1 - nu^2) with nu = 0, so that E* = 1. */
static void ball_in_its_socket(void) {
  static const double rows[][3] = {{1, 0.004807729349721, 0.0064225759129327},
                                   {5, 0.15630089245333, 1.0975511614386},
                                   {9, 1.7077032976721, 25.698445307303}};
  const lash_contact law = make_law("sneddon_ball", "E=2 nu=0 Ri=10.5 Rj=10");
  for (size_t k = 0; k < 3; k++) {
    const lash_contact_value f = lash_contact_eval(&law, rows[k][1], 0, 1);
    NEAR(2e-12, rows[k][2], f.force);
    NEAR(1e-11, 2 * rows[k][0], f.d_delta); /* a flat punch of that radius */
    TEST_ASSERT_EQUAL_UINT(0, f.flags);
  }
  /* shallow: Hertz with R = Ri Rj/(Ri - Rj) */
  const double shallow = 1e-9, R = 210;
  NEAR(1e-8, 4.0 / 3 * sqrt(R) * pow(shallow, 1.5), lash_contact_eval(&law, shallow, 0, 1).force);
  TEST_ASSERT_EQUAL_UINT(LASH_CONTACT_BEYOND, lash_contact_eval(&law, 5, 0, 1).flags);
}

static void socket_must_hold_the_ball(void) {
  lash_contact law;
  lash_error error;
  must(lash_contact_begin(&law, "sneddon", &error), &error);
  must(lash_contact_set(&law, "E", "2e11", &error), &error);
  must(lash_contact_set(&law, "nu", "0.3", &error), &error);
  must(lash_contact_set(&law, "Ri", "0.01", &error), &error);
  must(lash_contact_set(&law, "Rj", "0.01", &error), &error);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_contact_ready(&law, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "the ball does not fit"));
}

/* Order 2: delta = (8/3) A a^4, F = (64/15) A E* a^5; order 1 is Hertz. */
static void flatter_profiles(void) {
  const lash_contact two = make_law("steuermann", "E=2 nu=0 A=3 order=2");
  const double a = 0.2, delta = 8.0 / 3 * 3 * a * a * a * a;
  NEAR(1e-13, 64.0 / 15 * 3 * pow(a, 5), lash_contact_eval(&two, delta, 0, 1).force);
  const lash_contact one = make_law("steuermann", "E=2 nu=0 A=0.25 order=1");
  NEAR(1e-13, 4.0 / 3 * sqrt(2.0) * pow(1e-3, 1.5), lash_contact_eval(&one, 1e-3, 0, 1).force);
}

static double degrees(double x) { return x * 3.14159265358979323846 / 180; }

/* Checked elsewhere by Michell's series of disc and hole. */
static void persson(void) {
  static const double rows[][3] = {{10, 41.1102893794, 3.66155638351},
                                   {30, 3.9717698393, 1.26028864859},
                                   {60, 0.533601218661, 0.711721432821},
                                   {80, 0.0630727686593, 0.61160831972}};
  for (size_t k = 0; k < 4; k++) {
    const double alpha = degrees(rows[k][0]);
    NEAR(1e-11, rows[k][1], lash_persson_load(alpha)); /* 12 digits are printed */
    NEAR(1e-11, rows[k][2], lash_persson_pressure(alpha, 0));
    NEAR(1e-11, alpha, lash_persson_angle(rows[k][1]));
    /* the pressure bears the load: int p cos(phi) dphi = Q/R, in t with phi = alpha sin t */
    double sum = 0;
    for (int n = 0; n < 4000; n++) {
      const double t = 3.14159265358979323846 * ((n + 0.5) / 4000 - 0.5), phi = alpha * sin(t);
      sum += lash_persson_pressure(alpha, phi) * cos(phi) * alpha * cos(t) *
             3.14159265358979323846 / 4000;
    }
    NEAR(1e-6, 1.0, sum);
  }
  NEAR(1e-11, degrees(84.8279456494), lash_persson_angle(0)); /* a neat fit */
  NEAR(1e-11, degrees(19.7811078324), lash_persson_angle(10));
  NEAR(1e-11, degrees(50.423580977), lash_persson_angle(1));
  NEAR(1e-11, degrees(77.5704387173), lash_persson_angle(0.1));
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_persson_pressure(0.5, 0.6));
  TEST_ASSERT_TRUE(isnan(lash_persson_angle(-1)));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(ball_in_its_socket);
  RUN_TEST(socket_must_hold_the_ball);
  RUN_TEST(flatter_profiles);
  RUN_TEST(persson);
  return UNITY_END();
}
