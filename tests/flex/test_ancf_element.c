/* One ANCF element against closed forms, published figures, direct integration and the complex
 * step. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "helper.h"
#include "unity.h"

static const double side = 0.016, length = 0.16;
static lash_material material = {116e9, 0, 1700};
static lash_section section;
static lash_ancf_element element;
static lash_error error;

static void make(double poisson, lash_ancf_variant variant, double beta) {
  material.poisson = poisson;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(side, side, poisson, &section, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_element_init(&element, length, &section, &material,
                                                        variant, beta, &error));
}

void setUp(void) { make(0, LASH_ANCF_PLAIN, 0); }
void tearDown(void) {}

static const double straight[24] = {0,    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1,
                                    0.16, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

/* straight + s xi, s = 0.02 l for positions and 0.02 for gradients */
static void perturbed(double e[24]) {
  random_start();
  for (int i = 0; i < 24; i++)
    e[i] = straight[i] + (i % 12 < 3 ? 0.02 * length : 0.02) * random_next();
}

#define DIGITS(expected, actual, digits) \
  TEST_ASSERT_DOUBLE_WITHIN(0.51 * fabs(expected) * pow(10, 1 - (digits)), expected, actual)

static void mass_kernel(void) {
  DIGITS(0.02586331428571, element.mass[0][0], 13);
  DIGITS(5.835824761905e-4, element.mass[0][1], 12);
  DIGITS(1.697694476190e-5, element.mass[1][1], 12);
  DIGITS(4.951608888889e-7, element.mass[2][2], 12);
  DIGITS(8.952685714286e-3, element.mass[0][4], 12);
  DIGITS(-3.448441904762e-4, element.mass[0][5], 12);
  /* rigid motion sees the true mass and the true inertia about x = 0 */
  double mass = 0, spin = 0, m = 1700 * side * side * length;
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < 8; b++) {
      mass += element.mass[a][b] * (a % 4 == 0) * (b % 4 == 0);
      /* turning about z: the velocity of each nodal vector along y */
      const double turn[8] = {0, 1, 0, 0, 0.16, 1, 0, 0};
      spin += element.mass[a][b] * turn[a] * turn[b];
    }
  spin += element.mass[2][2] + 2 * element.mass[2][6] + element.mass[6][6]; /* r_y turns too */
  TEST_ASSERT_DOUBLE_WITHIN(1e-14 * m, m, mass);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, m * (length * length / 3 + side * side / 12), spin);
}

static void gravity_and_loads(void) {
  double Q[24] = {0}, weight = 1700 * side * side * length * 9.81, g[3] = {0, 0, -9.81};
  lash_ancf_gravity(&element, g, Q);
  const double expected[8] = {-0.5, -length / 12, 0, 0, -0.5, length / 12, 0, 0};
  for (int a = 0; a < 8; a++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-15 * weight, weight * expected[a], Q[3 * a + 2]);
    TEST_ASSERT_EQUAL_DOUBLE(0, Q[3 * a]);
  }
  double P[24] = {0}, F[3] = {3, -2, 1}, point[3] = {0.07, 0.004, -0.002};
  lash_ancf_point_load(&element, point, F, P);
  double power = 0; /* of a rigid rotation about the origin with omega = z */
  for (int a = 0; a < 8; a++) {
    power += P[3 * a] * -straight[3 * a + 1] + P[3 * a + 1] * straight[3 * a];
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.07 * -2 - 0.004 * 3, power);
  double q[24] = {0}, line[3] = {0, 5, 0};
  lash_ancf_line_load(&element, line, q);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 5 * length, q[1] + q[13]);
}

static void rigid_motion_is_free(void) {
  const double turn[3] = {0.7, -1.9, 2.2}, shift[3] = {3, -2, 5};
  for (int variant = LASH_ANCF_PLAIN; variant <= LASH_ANCF_CURED; variant++) {
    make(0.3, (lash_ancf_variant)variant, 1e-3);
    double R[3][3], e[24], f[24], v[24], spin[3] = {2, -1, 0.5};
    rotation_of(turn, R);
    for (int a = 0; a < 8; a++)
      for (int i = 0; i < 3; i++) {
        e[3 * a + i] = a % 4 == 0 ? shift[i] : 0;
        for (int j = 0; j < 3; j++) e[3 * a + i] += R[i][j] * straight[3 * a + j];
      }
    for (int a = 0; a < 8; a++)
      for (int i = 0; i < 3; i++)
        v[3 * a + i] =
            spin[(i + 1) % 3] * e[3 * a + (i + 2) % 3] - spin[(i + 2) % 3] * e[3 * a + (i + 1) % 3];
    lash_ancf_force(&element, e, v, f);
    for (int i = 0; i < 24; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12 * 116e9 * side * side, 0, f[i]);
  }
}

static void published_force(void) {
  double e[24], f[24];
  const double expected[6] = {2.546377791e5,  -1.303203572e5, -5.316165751e4,
                              -3.109420675e3, -1.736595764e3, -1.856085795e3};
  perturbed(e);
  DIGITS(375.8421366330, lash_ancf_energy(&element, e), 13);
  lash_ancf_force(&element, e, NULL, f);
  for (int i = 0; i < 6; i++) DIGITS(expected[i], f[i], 10);
}

/* ---------------------------------------------- direct integration, in complex arithmetic */

static complex double energy_at(const complex double e[24], double x, double y, double z,
                                double lambda, double G) {
  double l = length, w = x / l;
  const double S[8][3] = {{(-6 * w + 6 * w * w) / l, 0, 0},
                          {1 - 4 * w + 3 * w * w, 0, 0},
                          {-y / l, 1 - w, 0},
                          {-z / l, 0, 1 - w},
                          {(6 * w - 6 * w * w) / l, 0, 0},
                          {3 * w * w - 2 * w, 0, 0},
                          {y / l, w, 0},
                          {z / l, 0, w}};
  complex double F[3][3] = {{0}}, trace = 0, square = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int a = 0; a < 8; a++) F[i][j] += e[3 * a + i] * S[a][j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      complex double E = -0.5 * (i == j);
      for (int k = 0; k < 3; k++) E += 0.5 * F[k][i] * F[k][j];
      trace += i == j ? E : 0;
      square += E * E;
    }
  return lambda / 2 * trace * trace + G * square;
}

static complex double direct_energy(const complex double e[24]) {
  static const double x5[5] = {0, 0.53846931010568309104, -0.53846931010568309104,
                               0.90617984593866399280, -0.90617984593866399280};
  static const double w5[5] = {0.56888888888888888889, 0.47862867049936646804,
                               0.47862867049936646804, 0.23692688505618908751,
                               0.23692688505618908751};
  static const double x3[3] = {0, 0.77459666924148337704, -0.77459666924148337704};
  static const double w3[3] = {8.0 / 9, 5.0 / 9, 5.0 / 9};
  double G = lash_shear_modulus(&material);
  double lambda = 2 * G * material.poisson / (1 - 2 * material.poisson);
  complex double U = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        U += w5[i] * w3[j] * w3[k] * length * side * side / 8 *
             energy_at(e, length * (1 + x5[i]) / 2, side * x3[j] / 2, side * x3[k] / 2, lambda, G);
  return U;
}

static void force_is_the_complex_step(void) {
  make(0.3, LASH_ANCF_PLAIN, 0);
  double e[24], f[24], scale = 0;
  complex double ec[24];
  perturbed(e);
  lash_ancf_force(&element, e, NULL, f);
  for (int i = 0; i < 24; i++) scale = fmax(scale, fabs(f[i]));
  for (int i = 0; i < 24; i++) {
    for (int j = 0; j < 24; j++) ec[j] = e[j];
    ec[i] += 1e-100 * I;
    TEST_ASSERT_DOUBLE_WITHIN(1e-13 * scale, cimag(direct_energy(ec)) * 1e100, f[i]);
  }
}

/* Energy is a polynomial of degree four along any line, force of degree three: the five-point
 * formulas below have no truncation error and may use a wide step. */
static void derivatives_of_every_variant(void) {
  for (int variant = LASH_ANCF_PLAIN; variant <= LASH_ANCF_CURED; variant++) {
    make(0.3, (lash_ancf_variant)variant, 2e-3);
    double e[24], v[24], f[24], T[24][24], h = 0.05;
    perturbed(e);
    for (int i = 0; i < 24; i++) v[i] = random_next();
    lash_ancf_force(&element, e, NULL, f);
    lash_ancf_tangent(&element, e, v, 1, 0, T);
    double fs = 116e9 * side * side, ks = 0;
    for (int i = 0; i < 24; i++) ks = fmax(ks, fabs(T[i][i]));
    for (int j = 0; j < 24; j++) {
      double U[5], F[5][24], at[24];
      for (int k = -2; k <= 2; k++) {
        memcpy(at, e, sizeof at);
        at[j] += k * h;
        U[k + 2] = lash_ancf_energy(&element, at);
        lash_ancf_force(&element, at, v, F[k + 2]);
      }
      double slope = (U[0] - 8 * U[1] + 8 * U[3] - U[4]) / (12 * h);
      TEST_ASSERT_DOUBLE_WITHIN(1e-9 * fs, slope, f[j]);
      for (int i = 0; i < 24; i++) {
        slope = (F[0][i] - 8 * F[1][i] + 8 * F[3][i] - F[4][i]) / (12 * h);
        TEST_ASSERT_DOUBLE_WITHIN(1e-11 * ks, slope, T[i][j]);
      }
    }
  }
}

static void damping_is_linear_in_the_rate_and_dissipates(void) {
  make(0.3, LASH_ANCF_CURED, 2e-3);
  double e[24], v[24], f0[24], f[24], C[24][24], power = 0, scale = 0;
  perturbed(e);
  for (int i = 0; i < 24; i++) v[i] = random_next();
  lash_ancf_force(&element, e, NULL, f0);
  lash_ancf_force(&element, e, v, f);
  lash_ancf_tangent(&element, e, v, 0, 1, C);
  for (int i = 0; i < 24; i++) scale = fmax(scale, fabs(f[i] - f0[i]));
  for (int i = 0; i < 24; i++) {
    double expected = 0;
    for (int j = 0; j < 24; j++) expected += C[i][j] * v[j];
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * scale, expected, f[i] - f0[i]);
    power += v[i] * (f[i] - f0[i]);
  }
  TEST_ASSERT_GREATER_THAN_DOUBLE(0, power);
}

static void refuses(double l, lash_section s, lash_material m, const char *words) {
  error.message[0] = '\0';
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_ancf_element_init(&element, l, &s, &m, LASH_ANCF_PLAIN, 0, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
}

static void bad_input_is_named(void) {
  lash_section hollow = section;
  hollow.area = 0;
  refuses(0.1, hollow, material, "area");
  refuses(0.1, section, (lash_material){1e9, 0.3, -1}, "density");
  refuses(0.1, section, (lash_material){1e9, 0.5, 1}, "Poisson");
  refuses(0.1, section, (lash_material){NAN, 0.3, 1}, "Young");
  refuses(0, section, material, "length");
  lash_ancf_beam beam;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_ancf_beam_init(&beam, 0, 1, &section, &material,
                                                            LASH_ANCF_PLAIN, 0, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_section_rectangle(1, 0, 0.3, &hollow, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_section_tube(1, 1, 0.3, &hollow, &error));
}

static void section_constants(void) {
  lash_section s;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(1, 1, 0.3, &s, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.1405770150, s.torsion); /* Timoshenko and Goodier: 0.1406 a^4 */
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(1, 10, 0.3, &s, &error));
  TEST_ASSERT_DOUBLE_WITHIN(5e-4 * 10, 0.312 * 10, s.torsion); /* 0.312 a b^3 at a/b = 10 */
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_tube(2, 0, 0.3, &s, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, acos(-1) / 8, s.y4); /* pi R^6 / 8 */
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, s.y2 + s.z2, s.torsion);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(mass_kernel);
  RUN_TEST(gravity_and_loads);
  RUN_TEST(rigid_motion_is_free);
  RUN_TEST(published_force);
  RUN_TEST(force_is_the_complex_step);
  RUN_TEST(derivatives_of_every_variant);
  RUN_TEST(damping_is_linear_in_the_rate_and_dissipates);
  RUN_TEST(bad_input_is_named);
  RUN_TEST(section_constants);
  return UNITY_END();
}
