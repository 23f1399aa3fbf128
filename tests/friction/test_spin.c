/* Sliding and spinning discs: published digits, quadrature, derivatives, limits, passivity. */
#include <math.h>
#include <stdio.h>

#include "lash_math.h"
#include "lash_random.h"
#include "lash_spin.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static void near(double expected, double seen, double relative, const char *what) {
  char text[160];
  snprintf(text, sizeof text, "%s: %.17g, expected %.17g", what, seen, expected);
  TEST_ASSERT_TRUE_MESSAGE(fabs(seen - expected) <= relative * fmax(fabs(expected), 1e-300), text);
}

static const double places[] = {0, 0.25, 0.5, 1, 2, 10};

static void test_digits(void) {
  static const double hertz[6][2] = {{0, 0.589048622548086},
                                     {0.28992236891039, 0.55309594783202},
                                     {0.5522330836388308, 0.4555922940020354},
                                     {0.88357293382213, 0.22089323345553},
                                     {0.9742785792574935, 0.1019093329193395},
                                     {0.99899892558334, 0.020014321564494}};
  static const double even[6][2] = {{0, 2.0 / 3},
                                    {0.24803130976099, 0.63578612360834},
                                    {0.4838437556301258, 0.5477483547722014},
                                    {0.84882636315661, 0.2829421210522},
                                    {0.9676875112602516, 0.1278091982841511},
                                    {0.99874843259571, 0.025020892172477}};
  for (int k = 0; k < 6; k++) {
    const lash_spin_mean h = lash_spin_mean_slip(LASH_SPIN_HERTZ, 3 * places[k], 3);
    const lash_spin_mean u = lash_spin_mean_slip(LASH_SPIN_UNIFORM, 3 * places[k], 3);
    near(hertz[k][0], h.by_v, 1e-12, "Hertz F");
    near(hertz[k][1], h.by_u, 1e-12, "Hertz M");
    near(even[k][0], u.by_v, 1e-12, "even F");
    near(even[k][1], u.by_u, 1e-12, "even M");
  }
  near(3 * LASH_PI / 8, lash_spin_mean_slip(LASH_SPIN_HERTZ, 0, 2).by_vv * 2, 1e-15, "slope at 0");
  near(1, lash_spin_mean_slip(LASH_SPIN_UNIFORM, 0, 2).by_vv * 2, 1e-15, "even slope at 0");
}

/* Gauss-Legendre points by Newton, for the quadrature below. */
static void gauss(int n, double *x, double *w) {
  for (int i = 0; i < n; i++) {
    double z = cos(LASH_PI * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int k = 0; k < 60; k++) {
      double p0 = 1, p1 = z;
      for (int j = 2; j <= n; j++) {
        const double p2 = ((2 * j - 1) * z * p1 - (j - 1) * p0) / j;
        p0 = p1, p1 = p2;
      }
      slope = n * (z * p1 - p0) / (z * z - 1);
      z -= p1 / slope;
    }
    x[i] = z, w[i] = 2 / ((1 - z * z) * slope * slope);
  }
}

/* Mean slip around a circle of radius r: 2/pi (v + w r) E(m), by the mean of squares. */
static double ring(double v, double u) {
  double a = v + u, g = fabs(v - u), sum = 1, weight = 0.5, c2 = a * a - g * g;
  const double top = a;
  sum -= weight * c2 / (top * top);
  while (a - g > 1e-12 * a) {
    const double half = 0.5 * (a - g), mean = 0.5 * (a + g);
    weight *= 2;
    sum -= weight * half * half / (top * top);
    g = sqrt(a * g);
    a = mean;
  }
  return top * top * sum / (0.5 * (a + g));
}

/* P by quadrature over the disc. The ring where the slip can vanish, r = v/w, splits the range; t =
 * s^4 at both of its sides takes the logarithm away, and r = sin b the root at the edge. */
static double quadrature(bool even, double v, double u) {
  enum { N = 60 };
  static double x[N], w[N];
  if (w[0] == 0) gauss(N, x, w);
  const double split = v < u ? asin(v / u) : LASH_PI / 2;
  const double ends[3] = {0, split, LASH_PI / 2};
  double sum = 0;
  for (int part = 0; part < 2; part++) {
    const double from = ends[part], to = ends[part + 1], length = to - from;
    for (int i = 0; i < N && length > 0; i++) {
      const double t = 0.5 * (1 + x[i]), s = t * t * t * t;
      const double b = part == 0 ? to - length * s : from + length * s;
      const double r = sin(b), root = cos(b), density = even ? 2 * r : 3 * r * root;
      sum += 0.5 * w[i] * 4 * t * t * t * length * density * root * ring(v, u * r);
    }
  }
  return sum;
}

static void test_quadrature(void) {
  static const double rho[] = {0.01,  0.1,  0.3, 0.499, 0.501, 0.7,   0.95, 0.999,
                               1.001, 1.05, 1.5, 2.5,   2.999, 3.001, 5,    40};
  double worst = 0;
  for (int even = 0; even < 2; even++) {
    for (size_t k = 0; k < sizeof rho / sizeof *rho; k++) {
      const lash_spin_mean m =
          lash_spin_mean_slip(even ? LASH_SPIN_UNIFORM : LASH_SPIN_HERTZ, rho[k], 1);
      const double q = quadrature(even, rho[k], 1);
      worst = fmax(worst, fabs(m.mean / q - 1));
    }
  }
  char text[60];
  snprintf(text, sizeof text, "off by %.2g", worst);
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-12, text);
}

/* At 1 the third derivatives of P are infinite, so differences must keep away; they are taken
 * within a thirtieth of the distance, and nearer than a thousandth rounding wins. */
#define NEAREST 1e-3
static double step_beside_one(double rho) { return fmin(1e-3, 0.01 * fabs(rho - 1)); }
static double beside_one(uint64_t *seed) {
  const double far = NEAREST * exp(log(0.05 / NEAREST) * splitmix64_unit(seed));
  return splitmix64_unit(seed) < 0.5 ? 1 - far : 1 + far;
}

/* Degree one, P = v F + u M, and every derivative against differences of the one above it. */
static void test_derivatives(void) {
  static const double weight[3] = {45, -9, 1};
  uint64_t seed = 11;
  double worst = 0;
  int close = 0;
  for (int n = 0; n < 4000; n++) {
    const lash_spin_pressure kind = (lash_spin_pressure)(1 + n % 3);
    const double u = exp(5 * (2 * splitmix64_unit(&seed) - 1)),
                 v = n < 3000 ? exp(5 * (2 * splitmix64_unit(&seed) - 1)) : u * beside_one(&seed);
    const lash_spin_mean m = lash_spin_mean_slip(kind, v, u);
    const double step = step_beside_one(v / u), hv = step * v, hu = step * u;
    double v_v = 0, v_vv = 0, u_u = 0, u_uu = 0, vu = 0;
    if (fabs(v / u - 1) < NEAREST) continue; /* the next derivative is infinite at 1 */
    close += fabs(v / u - 1) < 0.05;
    near(m.mean, v * m.by_v + u * m.by_u, 1e-13, "Euler");
    for (int p = 1; p <= 3; p++) {
      for (int side = -1; side <= 1; side += 2) {
        const lash_spin_mean a = lash_spin_mean_slip(kind, v + side * p * hv, u);
        const lash_spin_mean b = lash_spin_mean_slip(kind, v, u + side * p * hu);
        const double fv = side * weight[p - 1] / (60 * hv), fu = side * weight[p - 1] / (60 * hu);
        v_v += fv * a.mean, v_vv += fv * a.by_v, vu += fv * a.by_u;
        u_u += fu * b.mean, u_uu += fu * b.by_u;
      }
    }
    const double most = v + u; /* slopes are of order 1, curvatures of order 1/most */
    worst = fmax(worst, fmax(fabs(v_v - m.by_v) * v, fabs(u_u - m.by_u) * u) / m.mean);
    worst = fmax(worst, most * fmax(fabs(v_vv - m.by_vv), fabs(vu - m.by_vu)) * fmin(v, u) / most);
    worst = fmax(worst, fabs(u_uu - m.by_uu) * fmin(v, u));
    near(m.by_v, m.per_v * v, 1e-14, "per v");
    near(m.by_u, m.per_u * u, 1e-14, "per u");
  }
  char text[60];
  snprintf(text, sizeof text, "off by %.2g", worst);
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-9, text);
  TEST_ASSERT_TRUE(close > 990);
}

/* Both forms meet at 1 with their derivatives: F = 9 pi/32, F' = 3 pi/32 for Hertz. */
static void test_at_one(void) {
  for (int kind = LASH_SPIN_HERTZ; kind <= LASH_SPIN_UNIFORM; kind++) {
    const lash_spin_mean at = lash_spin_mean_slip((lash_spin_pressure)kind, 1, 1),
                         above = lash_spin_mean_slip((lash_spin_pressure)kind, 1 + 1e-13, 1);
    near(at.by_v, above.by_v, 1e-12, "F at 1");
    near(at.by_u, above.by_u, 1e-12, "M at 1");
    near(at.by_vv, above.by_vv, 1e-5, "F' at 1"); /* it goes as the root of the distance */
    if (kind == LASH_SPIN_HERTZ) near(9 * LASH_PI / 32, at.by_v, 1e-15, "Hertz F at 1");
    if (kind == LASH_SPIN_HERTZ) near(3 * LASH_PI / 32, at.by_vv, 1e-14, "Hertz F' at 1");
  }
}

/* Beyond 4 the series in x = 1/rho^2 in exact fractions. */
static void test_far_series(void) {
  static const double F[] = {1,           -1.0 / 10,     -3.0 / 280,   -1.0 / 336,
                             -5.0 / 4224, -21.0 / 36608, -21.0 / 66560};
  static const double M[] = {1.0 / 5,      1.0 / 70,      1.0 / 280,      5.0 / 3696,
                             35.0 / 54912, 63.0 / 183040, 231.0 / 1131520};
  for (double rho = 16; rho < 1e6; rho *= 1.7) {
    const double x = 1 / (rho * rho);
    double force = 0, torque = 0, power = 1;
    for (int k = 0; k < 7; k++, power *= x) force += F[k] * power, torque += M[k] * power / rho;
    const lash_spin_mean m = lash_spin_mean_slip(LASH_SPIN_HERTZ, rho, 1);
    near(force, m.by_v, 1e-15, "series F");
    near(torque, m.by_u, 1e-15, "series M");
  }
}

/* How far the forms of the literature are from Hertz's. */
static void test_approximations(void) {
  const double pi = LASH_PI, m0 = 3 * pi / 16, b = 8 / (3 * pi);
  double worst[6] = {0};
  for (int k = 0; k < 40000; k++) {
    const double rho = exp(-7 + 14.0 * k / 40000);
    const lash_spin_mean m = lash_spin_mean_slip(LASH_SPIN_HERTZ, rho, 1),
                         e = lash_spin_mean_slip(LASH_SPIN_ELLIPSOID, rho, 1);
    const double off[6] = {rho / (rho + b) - m.by_v,
                           m0 / (1 + 15 * pi / 16 * rho) - m.by_u,
                           (rho * rho + b * rho) / (rho * rho + b * rho + b * b) - m.by_v,
                           e.by_v - m.by_v,
                           e.by_u - m.by_u,
                           rho / pow(rho * rho * rho * rho + b * b * b * b, 0.25) - m.by_v};
    for (int i = 0; i < 6; i++) worst[i] = fmax(worst[i], fabs(off[i]));
  }
  static const double said[6] = {0.344, 0.231, 0.164, 0.111, 0.083, 0.026};
  for (int i = 0; i < 6; i++) TEST_ASSERT_DOUBLE_WITHIN(5.1e-4, said[i], worst[i]);
}

/* --------------------------------------------------------------------------- with friction laws */

static const char *const smooth[] = {"smooth_tanh", "makkar", "brown_mcphee"};

static lash_friction law_of(const char *name, size_t dim) {
  lash_friction law;
  OK(lash_friction_begin(&law, name, dim, &error));
  OK(lash_friction_ready(&law, &error));
  return law;
}

/* Passive, symmetric, exact by slip, spin and load. */
static void test_friction_of_the_disc(void) {
  static const double weight[3] = {45, -9, 1};
  uint64_t seed = 5;
  double worst = 0;
  for (int n = 0; n < 1000; n++) {
    const lash_friction law = law_of(smooth[n % 3], 2);
    const lash_spin_pressure kind = (lash_spin_pressure)(1 + n / 3 % 3);
    lash_friction_input in = {.normal = 1 + 20 * splitmix64_unit(&seed)};
    for (int k = 0; k < 3; k++)
      in.vt[k] = copysign(exp(-6 + 5 * splitmix64_unit(&seed)), splitmix64_unit(&seed) - 0.5);
    lash_friction_value value, moved;
    lash_spin_force(&law, kind, &in, &value);
    double power = 0, size = 0, speed = 0;
    for (int k = 0; k < 3; k++) power += value.force[k] * in.vt[k], speed += fabs(in.vt[k]);
    TEST_ASSERT_TRUE(power > 0);
    const double v = hypot(in.vt[0], in.vt[1]), u = fabs(in.vt[2]);
    if (fabs(v / u - 1) < NEAREST) continue;
    const double step = 0.2 * step_beside_one(v / u);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) size = fmax(size, fabs(value.d_vt[i][j]));
    for (int c = 0; c < 4; c++) {
      double by[3] = {0, 0, 0}, *x = c == 3 ? &in.normal : &in.vt[c];
      const double old = *x, h = c == 3 ? 1e-3 * old : step * fmin(v, u);
      for (int p = 1; p <= 3; p++) {
        for (int side = -1; side <= 1; side += 2) {
          *x = old + side * p * h;
          lash_spin_force(&law, kind, &in, &moved);
          for (int i = 0; i < 3; i++) by[i] += side * weight[p - 1] * moved.force[i] / (60 * h);
        }
      }
      *x = old;
      for (int i = 0; i < 3; i++) {
        const double exact = c == 3 ? value.d_normal[i] : value.d_vt[i][c];
        worst = fmax(worst, fabs(by[i] - exact) / (c == 3 ? 1 : size));
        if (c < 3) TEST_ASSERT_DOUBLE_WITHIN(1e-13 * size, value.d_vt[c][i], value.d_vt[i][c]);
      }
    }
  }
  char text[60];
  snprintf(text, sizeof text, "off by %.2g", worst);
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-6, text);
}

/* Without spin the law itself; without sliding its level times the share that drills. A law of
 * dimension 3 is the ellipsoid when it is told the arm 3 pi/16 a. */
static void test_limits(void) {
  const lash_friction law = law_of("ambrosio", 2), three = law_of("ambrosio", 3);
  lash_friction_input in = {.vt = {0.3, -0.4, 0}, .normal = 7};
  lash_friction_value value, plain;
  lash_friction_force(&law, &in, &plain);
  lash_spin_force(&law, LASH_SPIN_HERTZ, &in, &value);
  for (int k = 0; k < 2; k++) near(plain.force[k], value.force[k], 1e-15, "no spin");
  TEST_ASSERT_EQUAL_DOUBLE(0, value.force[2]);
  in = (lash_friction_input){.vt = {0, 0, -2}, .normal = 7};
  lash_spin_force(&law, LASH_SPIN_HERTZ, &in, &value);
  near(-0.7 * 3 * LASH_PI / 16, value.force[2], 1e-15, "drilling");
  TEST_ASSERT_EQUAL_DOUBLE(0, value.force[0]);
  in = (lash_friction_input){.vt = {0, 0, 0}, .normal = 7};
  lash_spin_force(&law, LASH_SPIN_HERTZ, &in, &value);
  for (int k = 0; k < 3; k++) TEST_ASSERT_EQUAL_DOUBLE(0, value.force[k]);
  in = (lash_friction_input){.vt = {0.3, -0.4, 0.8}, .normal = 7};
  lash_spin_force(&law, LASH_SPIN_ELLIPSOID, &in, &value);
  in.vt[2] *= 3 * LASH_PI / 16;
  lash_friction_force(&three, &in, &plain);
  near(value.force[1], plain.force[1], 1e-14, "ellipsoid");
  near(value.force[2], plain.force[2] * 3 * LASH_PI / 16, 1e-14, "ellipsoid's torque");
}

/* Bristles of three dimensions: exact rates and forces, passive, |z| bounded, drilling turns them.
 */
static void test_three_bristles(void) {
  static const char *const laws[] = {"lugre_n",      "elasto_plastic", "gms",
                                     "maxwell_slip", "gonthier_f",     "bliman_sorine_2"};
  static const double weight[3] = {45, -9, 1};
  uint64_t seed = 9;
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
    const lash_friction law = law_of(laws[l], 3);
    const size_t states = lash_friction_states(&law);
    double worst = 0;
    for (int n = 0; n < 200; n++) {
      double z[LASH_FRICTION_STATES_MAX] = {0};
      lash_friction_input in = {.normal = 5 + splitmix64_unit(&seed), .z = z};
      for (int k = 0; k < 3; k++) in.vt[k] = 0.02 * (splitmix64_unit(&seed) - 0.5);
      lash_friction_advance(&law, &in, 1e-3, z);
      for (int k = 0; k < 3; k++) in.vt[k] = 0.02 * (splitmix64_unit(&seed) - 0.5);
      lash_friction_value value, moved;
      lash_friction_force(&law, &in, &value);
      double size = 0;
      for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) size = fmax(size, fabs(value.d_vt[i][c]));
      for (int c = 0; c < 3; c++) {
        double by[3] = {0, 0, 0};
        const double old = in.vt[c], h = 1e-7;
        for (int p = 1; p <= 3; p++) {
          for (int side = -1; side <= 1; side += 2) {
            in.vt[c] = old + side * p * h;
            lash_friction_force(&law, &in, &moved);
            for (int i = 0; i < 3; i++) by[i] += side * weight[p - 1] * moved.force[i] / (60 * h);
          }
        }
        in.vt[c] = old;
        for (int i = 0; i < 3 && size > 0; i++)
          worst = fmax(worst, fabs(by[i] - value.d_vt[i][c]) / size);
      }
      double before[LASH_FRICTION_STATES_MAX], first = hypot(z[0], z[1]);
      for (size_t k = 0; k < states; k++) before[k] = z[k];
      lash_friction_turn(&law, 0.7, z);
      near(first, hypot(z[0], z[1]), 1e-14, "length");
      TEST_ASSERT_EQUAL_DOUBLE(before[2], z[2]);
      lash_friction_turn(&law, -0.7, z);
      for (size_t k = 0; k < states; k++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-15 * first + 1e-300, before[k], z[k]);
    }
    char text[80];
    snprintf(text, sizeof text, "%s off by %.2g", laws[l], worst);
    TEST_ASSERT_TRUE_MESSAGE(worst < 1e-5, text);
  }
}

static void test_names(void) {
  TEST_ASSERT_EQUAL_STRING("hertz", lash_spin_name(LASH_SPIN_HERTZ));
  TEST_ASSERT_EQUAL_INT(LASH_SPIN_ELLIPSOID, lash_spin_find("Ellipsoid"));
  TEST_ASSERT_EQUAL_INT(LASH_SPIN_COUNT, lash_spin_find("elipsoid"));
  TEST_ASSERT_NULL(lash_spin_name(LASH_SPIN_COUNT));
  lash_friction law;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_friction_begin(&law, "lugre", 4, &error));
}

/* At rest each direction has its own slope: that of a little sliding, and of a little spin, whose
 * torque is f(P) dP/du, P = kappa u, kappa = 3 pi/16 or 2/3. */
static void test_slopes_at_rest(void) {
  static const lash_spin_pressure pressures[] = {LASH_SPIN_HERTZ, LASH_SPIN_UNIFORM,
                                                 LASH_SPIN_ELLIPSOID};
  const lash_friction law = law_of("smooth_tanh", 2);
  for (int k = 0; k < 3; k++) {
    const double little = 1e-9;
    const lash_friction_input rest = {.normal = 7}, slides = {.vt = {little}, .normal = 7},
                              spins = {.vt = {0, 0, little}, .normal = 7};
    lash_friction_value none, slid, spun;
    lash_spin_force(&law, pressures[k], &rest, &none);
    lash_spin_force(&law, pressures[k], &slides, &slid);
    lash_spin_force(&law, pressures[k], &spins, &spun);
    near(slid.force[0] / little, none.d_vt[0][0], 1e-6, "sliding");
    near(none.d_vt[0][0], none.d_vt[1][1], 1e-15, "any way");
    near(spun.force[2] / little, none.d_vt[2][2], 1e-6, "spin");
    TEST_ASSERT_EQUAL_DOUBLE(0, none.d_vt[0][2]);
    TEST_ASSERT_EQUAL_DOUBLE(0, none.force[2]);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_digits);
  RUN_TEST(test_quadrature);
  RUN_TEST(test_derivatives);
  RUN_TEST(test_slopes_at_rest);
  RUN_TEST(test_at_one);
  RUN_TEST(test_far_series);
  RUN_TEST(test_approximations);
  RUN_TEST(test_friction_of_the_disc);
  RUN_TEST(test_limits);
  RUN_TEST(test_three_bristles);
  RUN_TEST(test_names);
  return UNITY_END();
}
