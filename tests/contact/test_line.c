/* Line laws: published test values, the printed implicit formulas, and the limit of validity. */
#include "contact_testing.h"

#define JOURNAL "E=207e9 nu=0.3 Ri=0.010 Rj=0.0095 L=0.015"

static const double pi = 3.14159265358979323846;

void setUp(void) { random_state = 11; }
void tearDown(void) {}

static double static_force(const char *law, const char *settings) {
  lash_contact contact = make_law(law, settings);
  return lash_contact_eval(&contact, 1e-6, 0, 1).force;
}

/* Steel journal, 0.5 mm clearance, 1 um deep [N]. */
static void known_forces(void) {
  static const struct {
    const char *law, *settings;
    double force;
  } rows[] = {
      {"johnson", JOURNAL, 610.9636},
      {"radzimovsky", JOURNAL, 543.7261},
      {"radzimovsky_roark", JOURNAL, 590.1248},
      {"esdu", JOURNAL, 487.3036},
      {"dubowsky_freudenstein", JOURNAL, 514.3356},
      {"goldsmith", JOURNAL, 275.6510},
      {"liu", JOURNAL, 84.6596},
      {"pereira", JOURNAL, 642.6614},
      {"hertz_line", JOURNAL, 1339.9238},
      {"ln_cylinder", JOURNAL, 66.1020},
      {"esdu_78035", JOURNAL " sigma=E", 155.1136},
      {"dubowsky_freudenstein", JOURNAL " sigma=E", 163.7181},
      {"goldsmith", JOURNAL " sigma=E", 87.7425},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.51e-4, rows[i].force,
                                      static_force(rows[i].law, rows[i].settings), rows[i].law);
  }
}

/* The formulas as printed: penetration from force. */
typedef struct pair {
  double E, sigma, R_i, R_j, L, dR; /* E: E*; sigma: sum of both (1-nu^2)/(pi E) */
} pair;

static double johnson(pair p, double f) {
  return f / (pi * p.E) * (log(4 * pi * p.E * p.dR / f) - 1);
}
static double radzimovsky_width(pair p, double f, double factor) {
  double b = 1.6 * sqrt(f * factor * p.R_i * p.R_j / p.dR / p.E);
  return f / (pi * p.E) * (2.0 / 3 + log(4 * p.R_i / b) + log(4 * p.R_j / b));
}
static double radzimovsky(pair p, double f) { return radzimovsky_width(p, f, 1); }
static double roark(pair p, double f) { return radzimovsky_width(p, f, 2); }
static double esdu(pair p, double f) { return f * p.sigma * (log(4 * p.dR / (f * p.sigma)) + 1); }
static double power_m(pair p, double f, double m) {
  return f * p.sigma * (log(pow(p.L, m) * p.dR / (f * p.L * p.R_i * p.R_j * p.sigma)) + 1);
}
static double dubowsky(pair p, double f) { return power_m(p, f, 3); }
static double goldsmith(pair p, double f) { return power_m(p, f, 1); }

static void forces_solve_the_printed_formulas(void) {
  static const struct {
    const char *law;
    double (*delta)(pair p, double f);
  } rows[] = {
      {"johnson", johnson}, {"radzimovsky", radzimovsky},        {"radzimovsky_roark", roark},
      {"esdu", esdu},       {"dubowsky_freudenstein", dubowsky}, {"goldsmith", goldsmith}};
  for (size_t i = 0; i < 6; i++) {
    for (int k = 0; k < 300; k++) {
      double E = magnitude(9, 11.5), R_i = uniform(0.005, 0.05), R_j = R_i * uniform(0.5, 0.999);
      double L = uniform(0.005, 0.05);
      bool outside = k % 3 == 0;
      double dR = outside ? R_i + R_j : R_i - R_j;
      double sigma = 2 * 0.91 / (pi * E);
      pair p = {1 / (pi * sigma), sigma, R_i, R_j, L, dR};
      char settings[200];
      snprintf(settings, sizeof settings, "E=%.17g nu=0.3 Ri=%.17g Rj=%.17g L=%.17g curvature=%s",
               E, R_i, R_j, L, outside ? "external" : "internal");
      lash_contact law = make_law(rows[i].law, settings);
      double limit = lash_contact_limit(&law);
      double delta = k % 2 ? limit * uniform(0.01, 1) : limit * magnitude(-12, -2);
      double force = lash_contact_eval(&law, delta, 0, 1).force;
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * delta, delta, rows[i].delta(p, force / L),
                                        rows[i].law);
    }
  }
}

static void limits_in_clearances(void) {
  static const struct {
    const char *law;
    double limit; /* over dR = 0.5 mm */
  } rows[] = {{"johnson", 0.5413},
              {"radzimovsky", 1.4255},
              {"radzimovsky_roark", 0.7127},
              {"esdu", 4},
              {"dubowsky_freudenstein", 0.015 * 0.015 / (0.01 * 0.0095)}};
  for (size_t i = 0; i < 5; i++) {
    lash_contact law = make_law(rows[i].law, JOURNAL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.51e-4, rows[i].limit, lash_contact_limit(&law) / 0.5e-3,
                                      rows[i].law);
  }
  lash_contact liu = make_law("liu", JOURNAL);
  TEST_ASSERT_TRUE(isinf(lash_contact_limit(&liu)));
}

static void beyond_the_limit_the_force_is_held(void) {
  lash_contact law = make_law("johnson", JOURNAL " hysteresis=flores e=0.8");
  double limit = lash_contact_limit(&law);
  lash_contact_value at = lash_contact_eval(&law, limit, 0.1, 1);
  lash_contact_value past = lash_contact_eval(&law, 2 * limit, 0.1, 1);
  TEST_ASSERT_EQUAL_INT(0, at.flags);
  TEST_ASSERT_EQUAL_INT(LASH_CONTACT_BEYOND, past.flags);
  TEST_ASSERT_EQUAL_DOUBLE(at.force, past.force);
  TEST_ASSERT_EQUAL_DOUBLE(at.d_v, past.d_v);
  TEST_ASSERT_TRUE(past.d_delta == 0);
  double before = 0;
  for (int i = 1; i <= 1000; i++) {
    double force = lash_contact_eval(&law, limit * i / 1000, 0, 1).force;
    TEST_ASSERT_TRUE(force > before);
    before = force;
  }
}

/* Bai and Zhao's elastic part is the slope of Liu's force times delta. */
static void bai_zhao_is_the_slope_of_liu(void) {
  lash_contact liu = make_law("liu", JOURNAL), bai = make_law("bai_zhao", JOURNAL);
  for (int i = 0; i < 100; i++) {
    double delta = magnitude(-8, -3);
    TEST_ASSERT_EQUAL_DOUBLE(delta * lash_contact_eval(&liu, delta, 0, 1).d_delta,
                             lash_contact_eval(&bai, delta, 0, 1).force);
  }
}

static void published_hysteresis_is_the_standard(void) {
  static const struct {
    const char *law;
    double a; /* at e = 0.8 */
  } rows[] = {{"bai_zhao", 0.75 * 0.36 * 1.4918246976412703},
              {"pereira", 0.75 * 0.36},
              {"ln_cylinder", 0.75 * 0.36}};
  for (size_t i = 0; i < 3; i++) {
    lash_contact damped = make_law(rows[i].law, JOURNAL " e=0.8");
    lash_contact elastic = make_law(rows[i].law, JOURNAL);
    TEST_ASSERT_EQUAL_DOUBLE(rows[i].a, lash_contact_hysteresis(&damped));
    TEST_ASSERT_EQUAL_DOUBLE(0, lash_contact_hysteresis(&elastic));
  }
}

/* Pereira's fit stays near Johnson over its range and is continuous where its two parts meet. */
static void pereira_follows_johnson(void) {
  for (int i = 0; i < 4; i++) {
    char settings[120];
    snprintf(settings, sizeof settings, "E=207e9 nu=0.3 Ri=0.010 Rj=%.17g L=0.015",
             0.010 - (double[]){2e-5, 1e-4, 5e-4, 2e-3}[i]);
    double ratio = static_force("pereira", settings) / static_force("johnson", settings);
    TEST_ASSERT_DOUBLE_WITHIN(0.2, 1, ratio);
  }
  double below = static_force("pereira", "E=207e9 nu=0.3 Ri=0.01 Rj=0.00965047 L=0.015");
  double above = static_force("pereira", "E=207e9 nu=0.3 Ri=0.01 Rj=0.00965045 L=0.015");
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * above, above, below);
  double outside = static_force("pereira", JOURNAL " curvature=external");
  double dR = 19.5, modulus = 207e3 / 1.82; /* mm, MPa */
  TEST_ASSERT_EQUAL_DOUBLE((0.39 * dR + 0.85) * 15 * modulus / dR * pow(1e-3, 1.094), outside);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(known_forces);
  RUN_TEST(forces_solve_the_printed_formulas);
  RUN_TEST(limits_in_clearances);
  RUN_TEST(beyond_the_limit_the_force_is_held);
  RUN_TEST(bai_zhao_is_the_slope_of_liu);
  RUN_TEST(published_hysteresis_is_the_standard);
  RUN_TEST(pereira_follows_johnson);
  return UNITY_END();
}
