/* Numbers known beforehand: peaks, levels, steady states, loops. */
#include "random_laws.h"

void setUp(void) {}
void tearDown(void) {}

static double force_at(const lash_friction *law, double v, double normal) {
  lash_friction_input in = {.vt = {v, 0}, .normal = normal};
  lash_friction_value out;
  lash_friction_force(law, &in, &out);
  return out.force[0];
}

/* Greatest force below `top` m/s and the speed where it occurs. */
static double peak_of(const lash_friction *law, double top, double *where) {
  double best = -INFINITY;
  for (int i = 1; i <= 200000; i++) {
    double v = top * i / 200000, f = force_at(law, v, 1);
    if (f > best) best = f, *where = v;
  }
  return best;
}

static lash_friction with_levels(const char *name, const char *kinetic, double mu_s, double mu_k) {
  lash_friction law = law_named(name, 1);
  lash_error error;
  set_number(&law, kinetic, 0.0);
  set_number(&law, "mu_s", mu_s);
  set_number(&law, kinetic, mu_k);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_ready(&law, &error));
  return law;
}

/* Peaks computed independently for mu_s = 0.3, mu_k = 0.2. */
static void peaks_of_smooth_stribeck_laws(void) {
  double v = 0;
  lash_friction law = with_levels("andersson", "mu_k", 0.3, 0.2); /* k vs = 10 */
  TEST_ASSERT_DOUBLE_WITHIN(5e-5, 0.2903, peak_of(&law, 1e-3, &v));
  TEST_ASSERT_DOUBLE_WITHIN(5e-4, 0.272, v / 1e-3);

  law = with_levels("brown_mcphee", "mu_d", 0.3, 0.2);
  TEST_ASSERT_DOUBLE_WITHIN(5e-6, 0.29987, peak_of(&law, 4e-4, &v));
  TEST_ASSERT_DOUBLE_WITHIN(5e-4, 1.007, v / 1e-4);

  law = with_levels("hollars", "mu_d", 0.3, 0.2);
  TEST_ASSERT_EQUAL_DOUBLE(0.3, force_at(&law, 1e-4, 1));
  TEST_ASSERT_TRUE(peak_of(&law, 4e-4, &v) <= 0.3 * (1 + 1e-12));

  law = with_levels("bengisu_akay", "mu_k", 0.3, 0.2);
  TEST_ASSERT_EQUAL_DOUBLE(0.3, force_at(&law, 1e-4, 1));

  law = with_levels("adams_contact", "mu_d", 0.3, 0.2);
  TEST_ASSERT_EQUAL_DOUBLE(0.3, force_at(&law, 1e-4, 1));
  TEST_ASSERT_EQUAL_DOUBLE(0.25, force_at(&law, 5.5e-4, 1)); /* half way down the step */
  TEST_ASSERT_EQUAL_DOUBLE(0.2, force_at(&law, 2e-3, 1));
  TEST_ASSERT_EQUAL_DOUBLE(0.3 * (1.5 * 0.5 - 0.5 * 0.125), force_at(&law, 0.5e-4, 1));

  law = with_levels("simscape", "mu_k", 0.3, 0.2);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.3, force_at(&law, 1e-4, 1));
}

/* Formulas written out by hand at one point each; v = 5e-4, N = 10, defaults. */
static void formulas_at_one_point(void) {
  const double v = 5e-4, e1 = exp(-0.5), e2 = exp(-0.25);
  const struct {
    const char *law;
    double expected;
  } points[] = {
      {"coulomb", 1},
      {"coulomb_viscous", 1 + 0.4 * v},
      {"stribeck", 1 + 0.5 * e2},
      {"hess_soom", 1 + 0.5 / 1.25},
      {"karnopp", 1 + 0.5 * e2},
      {"lugre_steady", 1 + 0.5 * e2 + 0.4 * v},
      {"smooth_tanh", tanh(5)},
      {"smooth_atan", atan(5) / asin(1)},
      {"smooth_sqrt", 5 / sqrt(26)},
      {"smooth_rational", 5.0 / 6},
      {"threlfall", 1 - exp(-1.5)},
      {"ambrosio", 1},
      {"bengisu_akay", 1 + 0.5 * exp(-0.4)},
      {"benson", (1 - exp(-50)) * (1 + 0.5 * e1)},
      {"andersson", (1 + 0.5 * e2) * tanh(5)},
      {"simscape", sqrt(2 * exp(1)) * 0.5 * exp(-12.5) * 5 / sqrt(2) + 1},
      {"hollars", 1 + 2 * 0.5 / 26},
      {"makkar", 0.5 * (1 - tanh(0.5)) + 1},
      {"brown_mcphee", tanh(20) + 0.5 * 5 / 49},
      {"adams_contact", 1.5 - 0.5 * (4.0 / 9) * (4.0 / 9) * (3 - 8.0 / 9)},
  };
  for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
    lash_friction law = law_named(points[i].law, 1);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, points[i].expected, force_at(&law, v, 10),
                                      points[i].law);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, -points[i].expected, force_at(&law, -v, 10),
                                      points[i].law);
  }
}

/* Every law, as it comes, slides at about 1 N under 10 N and breaks away below 1.5 N and a little
 * bristle damping. */
static void defaults_are_comparable(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    lash_friction law = law_named(lash_friction_law_at(i)->name, 1);
    double z[LASH_FRICTION_STATES_MAX], peak = 0;
    lash_friction_input in = {.normal = 10, .z = z};
    lash_friction_value out = {0};
    lash_friction_reset(&law, z);
    for (int step = 0; step <= 20000; step++) { /* slowly from rest, then at 0.02 m/s */
      in.vt[0] = step < 20000 ? 1e-8 * step : 0.02;
      lash_friction_advance(&law, &in, step < 20000 ? 1e-4 : 1.0, z);
      lash_friction_force(&law, &in, &out);
      peak = fmax(peak, out.force[0]);
    }
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.06, 1.0, out.force[0], law.law->name);
    TEST_ASSERT_TRUE_MESSAGE(peak < 1.52, law.law->name);
  }
}

static void paper_shape_of_ambrosio(void) {
  lash_friction law = law_named("ambrosio", 1); /* v0 = 1e-6, v1 = 1e-4, mu = 0.1 */
  TEST_ASSERT_TRUE(force_at(&law, 0.5e-6, 10) == 0.0);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, force_at(&law, 50.5e-6, 10));
}

/* Sliding on and on at one speed: z = g/s0 and F = g + s2 v. */
static void lugre_steady_state(void) {
  lash_friction law = law_named("lugre", 1);
  const double speeds[] = {1e-5, 5e-4, 1e-3, 0.1};
  for (size_t i = 0; i < 4; i++) {
    double v = speeds[i], z = 0, g = 1 + 0.5 * exp(-(v / 1e-3) * (v / 1e-3));
    lash_friction_input in = {.vt = {-v, 0}, .normal = 0, .z = &z};
    lash_friction_value out;
    lash_friction_advance(&law, &in, 100, &z);
    lash_friction_force(&law, &in, &out);
    TEST_ASSERT_EQUAL_DOUBLE(-g / 1e5, z);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, -(g + 0.4 * v), out.force[0]);
  }
}

/* Dahl: from -Fc, F = Fc (1 - 2 exp(-s0 x/Fc)); the loop between far reversals encloses the work of
 * sliding there and back less what the turns save: 4 Fc X - (2 Fc^2/s0) 2 ln 2 … here by the curve.
 */
static void dahl_loop(void) {
  lash_friction law = law_named("dahl", 1);
  double z = -1e-5, x = 0, v = 1e-3, h = 1e-4;
  for (int i = 0; i < 500; i++) {
    lash_friction_input in = {.vt = {v, 0}, .normal = 1, .z = &z};
    lash_friction_value out;
    lash_friction_force(&law, &in, &out);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1 - 2 * exp(-1e5 * x), out.force[0]);
    lash_friction_advance(&law, &in, h, &z);
    x += v * h;
  }
}

/* Bliman-Sorine 2 with eta = 1/2 peaks at f1 - f2 + f2^2/(4 f1) and slides at f1 - f2. */
static void bliman_sorine_overshoot(void) {
  lash_friction law = law_named("bliman_sorine_2", 1);
  double z[2] = {0, 0}, peak = 0;
  lash_friction_value out = {0};
  for (int i = 0; i < 10000; i++) {
    lash_friction_input in = {.vt = {1e-3, 0}, .normal = 10, .z = z};
    lash_friction_advance(&law, &in, 1e-4, z);
    lash_friction_force(&law, &in, &out);
    peak = fmax(peak, out.force[0]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.5, peak);
  lash_friction_input far = {.vt = {1e-3, 0}, .normal = 10, .z = z};
  lash_friction_advance(&law, &far, 10, z);
  lash_friction_force(&law, &far, &out);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, out.force[0]);
}

/* Maxwell slip from rest: piecewise linear through the points where elements give way, in order. */
static void maxwell_virgin_curve(void) {
  lash_friction law = law_named("maxwell_slip", 1); /* 4 elements, s0 = 1e4, mu_k = 0.1 */
  double z[8] = {0}, limit = 2 * 0.1 / (5 * 1e4), stiffness = 1e4 / 4, expected = 0;
  for (int element = 1; element <= 4; element++) {
    lash_friction_input in = {.vt = {limit, 0}, .normal = 10, .z = z};
    lash_friction_value out;
    lash_friction_advance(&law, &in, 1.0, z);
    lash_friction_force(&law, &in, &out);
    expected += 10 * stiffness * limit * (5 - element);
    TEST_ASSERT_EQUAL_DOUBLE(expected, out.force[0]);
  }
  TEST_ASSERT_EQUAL_DOUBLE(1.0, expected);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(peaks_of_smooth_stribeck_laws);
  RUN_TEST(formulas_at_one_point);
  RUN_TEST(defaults_are_comparable);
  RUN_TEST(paper_shape_of_ambrosio);
  RUN_TEST(lugre_steady_state);
  RUN_TEST(dahl_loop);
  RUN_TEST(bliman_sorine_overshoot);
  RUN_TEST(maxwell_virgin_curve);
  return UNITY_END();
}
