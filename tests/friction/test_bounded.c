/* Bounded bristle damping: no force above the friction level, however sudden the start. Expected
 * numbers were computed independently with twenty digits. */
#include <string.h>

#include "random_laws.h"

void setUp(void) {}
void tearDown(void) {}

static lash_friction bounded_law(const lash_friction_law *descriptor, size_t dim) {
  lash_friction law = random_law(descriptor, dim);
  set_number(&law, "damping", 1);
  return law;
}

static bool has_damping(const lash_friction_law *descriptor) {
  lash_friction law = law_named(descriptor->name, 1);
  return lash_params_find(&law.params, "damping") >= 0;
}

/* F/N of lugre_n at z = 0: s1(v) v with mu_k = 0.1, s1 = 31.6, s2 = 0. */
static double first_touch(double damping, double v) {
  lash_friction law = law_named("lugre_n", 1);
  double z = 0;
  set_number(&law, "s1", 31.6);
  set_number(&law, "s2", 0);
  set_number(&law, "damping", damping);
  lash_friction_input in = {.vt = {v, 0}, .normal = 10, .z = &z};
  lash_friction_value out;
  lash_friction_force(&law, &in, &out);
  return out.force[0] / in.normal;
}

static void at_first_touch(void) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 31.6, first_touch(0, 1.0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0999994992827, first_touch(1, 1.0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.316, first_touch(0, 0.01));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0953400096932, first_touch(1, 0.01));
}

/* v = a t from rest: published damping overshoots, bounded damping does not. */
static double ramp_peak(double damping, double a) {
  lash_friction law = law_named("lugre_n", 1);
  set_number(&law, "s0", 1e5);
  set_number(&law, "s1", 31.6);
  set_number(&law, "s2", 0);
  set_number(&law, "damping", damping);
  double z = 0, peak = 0, h = 2e-8 / sqrt(a);
  for (int i = 0; i < 400000; i++) {
    lash_friction_input middle = {.vt = {a * (i + 0.5) * h, 0}, .normal = 1};
    lash_friction_advance(&law, &middle, h, &z);
    lash_friction_input in = {.vt = {a * (i + 1) * h, 0}, .normal = 1, .z = &z};
    lash_friction_value out;
    lash_friction_force(&law, &in, &out);
    if (in.vt[0] > 5e-3) peak = fmax(peak, out.force[0]); /* beyond the Stribeck peak */
  }
  return peak;
}

/* Over all of a slow ramp, which the bristle follows. */
static double slow_peak(double a) {
  lash_friction law = law_named("lugre_n", 1);
  set_number(&law, "s0", 1e5);
  set_number(&law, "s1", 31.6);
  set_number(&law, "s2", 0);
  set_number(&law, "damping", 0);
  double z = 0, peak = 0;
  const double h = 1e-7 / sqrt(a);
  for (int i = 0; i < 300000; i++) {
    lash_friction_input middle = {.vt = {a * (i + 0.5) * h, 0}, .normal = 1};
    lash_friction_advance(&law, &middle, h, &z);
    lash_friction_input in = {.vt = {a * (i + 1) * h, 0}, .normal = 1, .z = &z};
    lash_friction_value out;
    lash_friction_force(&law, &in, &out);
    peak = fmax(peak, out.force[0]);
  }
  return peak;
}

static void sudden_ramps(void) {
  TEST_ASSERT_DOUBLE_WITHIN(2e-6, 0.100018, slow_peak(1));
  TEST_ASSERT_DOUBLE_WITHIN(2e-4, 0.116641, slow_peak(10));
  TEST_ASSERT_DOUBLE_WITHIN(2e-4, 0.236037, ramp_peak(0, 100));
  TEST_ASSERT_DOUBLE_WITHIN(2e-4, 0.646983, ramp_peak(0, 1000));
  for (double a = 10; a < 2000; a *= 10) TEST_ASSERT_TRUE(ramp_peak(1, a) <= 0.1 * (1 + 1e-12));
}

/* What a bristle with constant damping takes, s0 a z^2 - s1 a z v + s1 v^2 with a = s0 |v|/g, is
 * nowhere negative up to |v| = 4 g/s1, or with s2 = s1 (mu_s - mu_k)/mu_k at any speed; the bounded
 * one is everywhere positive. */
static double least_taken(double damping, double s2, double v) {
  lash_friction law = law_named("lugre_n", 1);
  set_number(&law, "s1", 31.6);
  set_number(&law, "s2", s2);
  set_number(&law, "damping", damping);
  const double s0 = lash_params_get(&law.params, "s0"), g = 0.1;
  double least = INFINITY;
  for (int k = -100; k <= 200; k++) {
    double z = k / 100.0 * g / s0;
    const lash_friction_input in = {.vt = {v, 0}, .normal = 1, .z = &z};
    lash_friction_value out;
    lash_friction_rate rate;
    lash_friction_force(&law, &in, &out);
    lash_friction_rates(&law, &in, &rate);
    least = fmin(least, out.force[0] * v - s0 * z * rate.zdot[0]);
  }
  return least;
}

static void what_a_bristle_takes(void) {
  TEST_ASSERT_DOUBLE_WITHIN(5e-6, 12.66e-3, 4 * 0.1 / 31.6);
  TEST_ASSERT_TRUE(least_taken(0, 0, 12.6e-3) >= 0);
  TEST_ASSERT_TRUE(least_taken(0, 0, 13.2e-3) < 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 15.8, 31.6 * (0.15 - 0.1) / 0.1);
  for (double v = 1e-3; v < 10; v *= 1.5) TEST_ASSERT_TRUE(least_taken(1, 0, v) >= 0);
}

/* Impacts at random: loads that rise and fall, slips that start anywhere; after each the bodies
 * part. The limit is the law's static level, plus its viscous part. */
static void no_impact_exceeds_the_level(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const lash_friction_law *descriptor = lash_friction_law_at(i);
    if (!has_damping(descriptor)) continue;
    random_seed(100 + i);
    for (int impact = 0; impact < 400; impact++) {
      lash_friction law = bounded_law(descriptor, 1 + (size_t)impact % 2);
      bool own = descriptor->traits & LASH_FRICTION_OWN_LEVEL;
      bool load_free = own || strcmp(descriptor->name, "lugre_nz") == 0; /* s2 in N s/m */
      double z[LASH_FRICTION_STATES_MAX], top = random_decades(0, 4), vt[2];
      double least = lash_params_get(&law.params, "N_min"), s2 = lash_params_get(&law.params, "s2");
      double stick = lash_params_get(&law.params, own ? "Fs" : "mu_s");
      if (!(s2 > 0)) s2 = 0;
      lash_friction_reset(&law, z);
      random_velocity(law.dim, vt);
      for (int k = 1; k <= 200; k++) {
        double normal = fmax(top * sin(3.141592653589793 * k / 200), least > 0 ? least : 0);
        lash_friction_input in = {.vt = {vt[0], vt[1]}, .normal = normal, .z = z};
        lash_friction_value out;
        lash_friction_force(&law, &in, &out);
        double speed = hypot(vt[0], vt[1]), force = hypot(out.force[0], out.force[1]);
        double limit = stick * (own ? 1 : normal) + s2 * speed * (load_free ? 1 : normal);
        TEST_ASSERT_TRUE_MESSAGE(force <= limit * (1 + 1e-9) + 1e-12, descriptor->name);
        lash_friction_advance(&law, &in, random_decades(-7, -4), z);
        vt[0] *= random_between(0.5, 1.5), vt[1] *= random_between(0.5, 1.5);
      }
    }
  }
}

/* Joints and contacts get it without asking; a word of the user's stands. */
static void defaults(void) {
  lash_friction law;
  lash_error error = {0};
  lash_friction_begin(&law, "lugre_n", 1, &error);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_params_get(&law.params, "damping"));
  lash_friction_for_contact(&law);
  TEST_ASSERT_EQUAL_DOUBLE(1, lash_params_get(&law.params, "damping"));
  TEST_ASSERT_FALSE(lash_params_given(&law.params, "damping"));
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_friction_kick(&law, 1));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_set(&law, "damping", "published", &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 31.622776601683793 / 0.15, lash_friction_kick(&law, 1));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_friction_set(&law, "damping", "none", &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "published, bounded"));
  lash_friction_begin(&law, "coulomb", 1, &error);
  lash_friction_for_contact(&law);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_friction_kick(&law, 1));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(at_first_touch);
  RUN_TEST(sudden_ramps);
  RUN_TEST(what_a_bristle_takes);
  RUN_TEST(no_impact_exceeds_the_level);
  RUN_TEST(defaults);
  return UNITY_END();
}
