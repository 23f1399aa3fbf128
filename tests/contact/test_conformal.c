/* Balls in sockets of nearly their radius, and Persson's pin. The numbers are from quadratures of
 * the contact integrals, and from series of Michell for disc and hole, made apart. */
#include "contact_testing.h"

void setUp(void) {}
void tearDown(void) {}

/* Any unit of length does; E = 2 without lateral strain makes E* 1. */
static lash_contact ball(void) { return make_law("sneddon_ball", "E=2 nu=0 Ri=10.5 Rj=10"); }

static void force_of_exact_spheres(void) {
  static const struct {
    double a, delta, force, hertz;
  } known[] = {{1, 0.004807729349721, 0.0064225759129327, 0.006441075661},
               {5, 0.15630089245333, 1.0975511614386, 1.193962181},
               {9, 1.7077032976721, 25.698445307303, 43.11883412}};
  const lash_contact law = ball(),
                     hertz = make_law("hertz", "E=2 nu=0 Ri=10.5 Rj=10 curvature=internal");
  for (size_t i = 0; i < 3; i++) {
    const lash_contact_value f = lash_contact_eval(&law, known[i].delta, 0, 1);
    TEST_ASSERT_DOUBLE_WITHIN(2e-12 * known[i].force, known[i].force, f.force);
    TEST_ASSERT_DOUBLE_WITHIN(2e-12 * known[i].a, 2 * known[i].a, f.d_delta);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * known[i].hertz, known[i].hertz,
                              lash_contact_eval(&hertz, known[i].delta, 0, 1).force);
  }
}

/* Shallow, it is Hertz; the remainder falls with delta. */
static void shallow_contact_is_hertz(void) {
  const lash_contact law = ball(),
                     hertz = make_law("hertz", "E=2 nu=0 Ri=10.5 Rj=10 curvature=internal");
  for (double delta = 1e-4; delta > 1e-14; delta /= 10) {
    const double ratio =
        lash_contact_eval(&law, delta, 0, 1).force / lash_contact_eval(&hertz, delta, 0, 1).force;
    TEST_ASSERT_DOUBLE_WITHIN(1e-14 + delta, 1, ratio);
  }
}

/* The slope is the derivative of the force, wherever the two forms of the series meet. */
static void slope_is_the_derivative(void) {
  const lash_contact law = ball();
  for (double delta = 1e-6; delta < 1.8; delta *= 1.17) {
    const double h = 1e-4 * delta;
    const double slope = (lash_contact_eval(&law, delta - 2 * h, 0, 1).force -
                          8 * lash_contact_eval(&law, delta - h, 0, 1).force +
                          8 * lash_contact_eval(&law, delta + h, 0, 1).force -
                          lash_contact_eval(&law, delta + 2 * h, 0, 1).force) /
                         (12 * h);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * slope, slope, lash_contact_eval(&law, delta, 0, 1).d_delta);
  }
}

static void beyond_its_limit_the_force_is_held(void) {
  const lash_contact law = ball();
  const double limit = lash_contact_limit(&law);
  const lash_contact_value at = lash_contact_eval(&law, limit, 0, 1),
                           far = lash_contact_eval(&law, 2 * limit, 0, 1);
  TEST_ASSERT_EQUAL_UINT(0, at.flags);
  TEST_ASSERT_EQUAL_UINT(LASH_CONTACT_BEYOND, far.flags);
  TEST_ASSERT_EQUAL_DOUBLE(at.force, far.force);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 2 * 9.5, at.d_delta);
}

static void a_ball_larger_than_its_socket_is_refused(void) {
  lash_contact law;
  lash_error error;
  must(lash_contact_begin(&law, "sneddon_ball", &error), &error);
  static const char *const words[][2] = {
      {"E", "2e11"}, {"nu", "0.3"}, {"Ri", "0.01"}, {"Rj", "0.0105"}};
  for (size_t i = 0; i < 4; i++)
    must(lash_contact_set(&law, words[i][0], words[i][1], &error), &error);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_contact_ready(&law, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "Ri = 0.01 m"));
}

/* n = 1 is Hertz; n = 2: delta = (8/3) A a^4, P = (64/15) A E* a^5, A = 1/(2 R^3). */
static void flattened_balls(void) {
  const lash_contact sphere = make_law("steuermann", "E=2 nu=0 R=5 n=1"),
                     flat = make_law("steuermann", "E=2 nu=0 R=5 n=2");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 4.0 / 3 * sqrt(5.0), lash_contact_eval(&sphere, 1, 0, 1).force);
  const double A = 1.0 / 250;
  for (double a = 0.1; a < 3; a += 0.3) {
    const double expected = 64.0 / 15 * A * pow(a, 5);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * expected, expected,
                              lash_contact_eval(&flat, 8.0 / 3 * A * pow(a, 4), 0, 1).force);
  }
}

/* -------------------------------------------------------------------------------------- Persson */

static const double degree = 3.14159265358979323846 / 180;

static void load_and_angle_of_a_pin(void) {
  static const double known[][3] = {{10, 41.1102893794, 3.66155638351},
                                    {30, 3.9717698393, 1.26028864859},
                                    {60, 0.533601218661, 0.711721432821},
                                    {80, 0.0630727686593, 0.61160831972}};
  for (size_t i = 0; i < 4; i++) {
    const double angle = known[i][0] * degree;
    TEST_ASSERT_DOUBLE_WITHIN(1e-11 * known[i][1], known[i][1], lash_persson_clearance(angle));
    TEST_ASSERT_DOUBLE_WITHIN(1e-11 * known[i][2], known[i][2], lash_persson_pressure(angle, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, angle, lash_persson_angle(lash_persson_clearance(angle)));
  }
  static const double inverse[][2] = {
      {10, 19.7811078324}, {1, 50.423580977}, {0.1, 77.5704387173}, {0, 84.8279456494}};
  for (size_t i = 0; i < 4; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, inverse[i][1], lash_persson_angle(inverse[i][0]) / degree);
  }
}

/* The pressure carries the load: the integral of p cos(phi) R dphi is Q. Substituting
 * y = b sin(t) takes the square roots out of the ends. */
static void pressure_carries_the_load(void) {
  for (double angle = 5 * degree; angle < 85 * degree; angle += 10 * degree) {
    const double b = tan(angle / 2);
    const int n = 2000;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      const double t = 3.14159265358979323846 * ((i + 0.5) / n - 0.5), y = b * sin(t),
                   phi = 2 * atan(y);
      sum += lash_persson_pressure(angle, phi) * cos(phi) * 2 * b * cos(t) / (1 + y * y);
    }
    TEST_ASSERT_DOUBLE_WITHIN(2e-6, 1, sum * 3.14159265358979323846 / n);
  }
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_persson_pressure(1, 1.001));
  TEST_ASSERT_TRUE(isnan(lash_persson_angle(-1)));
}

/* Overlaps by quadrature against the closed forms. */
static void overlap_of_a_ball_and_its_socket(void) {
  const double Ri = 10.5, Rj = 10, e = 0.6, pi = 3.14159265358979323846;
  enum { STEPS = 200000 };
  /* what of the ball is beyond the socket: slices across the line of centres */
  double volume = 0;
  const double from = -Ri, to = e + Rj;
  for (int k = 0; k < STEPS; k++) {
    const double x = from + (to - from) * (k + 0.5) / STEPS;
    const double ball = Rj * Rj - (x - e) * (x - e), socket = Ri * Ri - x * x;
    if (ball > 0) volume += pi * fmax(0, ball - fmax(socket, 0)) * (to - from) / STEPS;
  }
  const double both = (Ri + Rj - e) * (Ri + Rj - e) / (12 * e) *
                      (e * e + 2 * e * (Ri + Rj) - 3 * (Ri - Rj) * (Ri - Rj));
  const double closed = 4 * pi / 3 * Rj * Rj * Rj - pi * both;
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 5.4968708459248, closed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, closed, volume);
  /* and of the cylinders: circle less lens, and thin: 2 R (e sin alpha - c alpha) */
  double area = 0;
  for (int k = 0; k < STEPS; k++) {
    const double x = from + (to - from) * (k + 0.5) / STEPS;
    const double ball = Rj * Rj - (x - e) * (x - e), socket = Ri * Ri - x * x;
    if (ball > 0) area += 2 * fmax(0, sqrt(ball) - sqrt(fmax(socket, 0))) * (to - from) / STEPS;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0.79550733529304, area);
  const double alpha = acos(0.5 / e), thin = e * sin(alpha) - 0.5 * alpha;
  TEST_ASSERT_DOUBLE_WITHIN(5e-5, 0.8152, 2 * Ri * thin);
  TEST_ASSERT_DOUBLE_WITHIN(5e-5, 0.7764, 2 * Rj * thin);
  /* a bed of springs under a ball: the projected volume, and all directions alike */
  const double C = 0.5 / e;
  double along = 0, all = 0;
  for (int k = 0; k < STEPS; k++) {
    const double t = alpha * (k + 0.5) / STEPS, o = e * cos(t) - 0.5;
    along += 2 * pi * o * sin(t) * cos(t) * alpha / STEPS;
    all += 2 * pi * o * sin(t) * alpha / STEPS;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.049450995473173, pi / 3 * e * (1 - C) * (1 - C) * (2 + C));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.049450995473173, along);
  TEST_ASSERT_DOUBLE_WITHIN(5e-5, 0.0524, all);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, pi * e * (1 - C) * (1 - C), all);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(force_of_exact_spheres);
  RUN_TEST(shallow_contact_is_hertz);
  RUN_TEST(slope_is_the_derivative);
  RUN_TEST(beyond_its_limit_the_force_is_held);
  RUN_TEST(a_ball_larger_than_its_socket_is_refused);
  RUN_TEST(flattened_balls);
  RUN_TEST(load_and_angle_of_a_pin);
  RUN_TEST(pressure_carries_the_load);
  RUN_TEST(overlap_of_a_ball_and_its_socket);
  return UNITY_END();
}
