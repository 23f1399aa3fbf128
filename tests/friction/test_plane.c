/* The vector form: turning the plane turns the force; a straight slide in the plane is a slide on a
 * line; rest, no load and bad numbers are safe. */
#include "random_laws.h"

void setUp(void) {}
void tearDown(void) {}

static void turn(double angle, const double *from, double *to) {
  double x = from[0], y = from[1];
  to[0] = cos(angle) * x - sin(angle) * y;
  to[1] = sin(angle) * x + cos(angle) * y;
}

/* Turns the vectors among the states and copies the rest. */
static void turn_states(const lash_friction *law, double angle, const double *from, double *to) {
  size_t vectors = 0, scalars = 0, discrete = 0;
  if (law->law->states) law->law->states(law->c, &vectors, &scalars, &discrete);
  for (size_t k = 0; k < vectors; k++) turn(angle, from + 2 * k, to + 2 * k);
  for (size_t k = 0; k < scalars + discrete; k++) to[2 * vectors + k] = from[2 * vectors + k];
}

static void near_pair(const char *law, double scale, const double *a, const double *b) {
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * scale, a[0], b[0], law);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * scale, a[1], b[1], law);
}

static void turning_the_plane_turns_force_and_rates(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const char *name = lash_friction_law_at(i)->name;
    random_seed(i);
    for (int point = 0; point < 200; point++) {
      lash_friction law = random_law(lash_friction_law_at(i), 2);
      double z[LASH_FRICTION_STATES_MAX], turned_z[LASH_FRICTION_STATES_MAX], expected[2];
      double angle = random_between(0, 6.28), next[LASH_FRICTION_STATES_MAX];
      lash_friction_input in = random_input(&law, z), turned = in;
      lash_friction_value a, b;
      lash_friction_rate ra, rb;
      turn(angle, in.vt, turned.vt);
      turn_states(&law, angle, z, turned_z);
      turned.z = turned_z;

      lash_friction_force(&law, &in, &a);
      lash_friction_force(&law, &turned, &b);
      turn(angle, a.force, expected);
      /* bristle damping cancels against sliding: compare with the larger part */
      double parts = hypot(a.force[0], a.force[1]) +
                     hypot(in.vt[0], in.vt[1]) * hypot(a.d_vt[0][0], a.d_vt[1][1]);
      near_pair(name, parts, expected, b.force);

      lash_friction_rates(&law, &in, &ra);
      lash_friction_rates(&law, &turned, &rb);
      if (lash_friction_states(&law) == 0) continue;
      turn(angle, ra.zdot, expected);
      near_pair(name, hypot(in.vt[0], in.vt[1]) + hypot(expected[0], expected[1]), expected,
                rb.zdot);

      memcpy(next, z, sizeof next);
      lash_friction_advance(&law, &in, 1e-3, next);
      lash_friction_advance(&law, &turned, 1e-3, turned_z);
      turn(angle, next, expected);
      near_pair(name, hypot(next[0], next[1]) + 1e-12, expected, turned_z);
    }
  }
}

/* Sliding and bristles along one direction: the force on the line, along that direction. */
static void straight_motion_is_the_line(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const char *name = lash_friction_law_at(i)->name;
    lash_friction line = law_named(name, 1), plane = law_named(name, 2);
    double z1[LASH_FRICTION_STATES_MAX], z2[LASH_FRICTION_STATES_MAX];
    lash_friction_reset(&line, z1);
    lash_friction_reset(&plane, z2);
    random_seed(i);
    for (int step = 0; step < 50; step++) {
      double v = random_sign() * random_decades(-6, -2), h = random_decades(-4, -2);
      lash_friction_input a = {.vt = {v, 0}, .normal = 10, .z = z1};
      lash_friction_input b = {.vt = {0.6 * v, 0.8 * v}, .normal = 10, .z = z2};
      lash_friction_value fa, fb;
      lash_friction_advance(&line, &a, h, z1);
      lash_friction_advance(&plane, &b, h, z2);
      lash_friction_force(&line, &a, &fa);
      lash_friction_force(&plane, &b, &fb);
      double expected[2] = {0.6 * fa.force[0], 0.8 * fa.force[0]};
      near_pair(name, fabs(fa.force[0]) + 1, expected, fb.force);
    }
  }
}

/* Smooth laws pass through rest with their slope; bristles at rest give no force. */
static void rest_is_a_limit(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const lash_friction_law *descriptor = lash_friction_law_at(i);
    if (descriptor->traits & LASH_FRICTION_DISCONTINUOUS) continue;
    for (size_t dim = 1; dim <= 2; dim++) {
      lash_friction law = law_named(descriptor->name, dim);
      double z[LASH_FRICTION_STATES_MAX];
      lash_friction_reset(&law, z);
      lash_friction_input rest = {.normal = 10, .z = z}, slow = rest;
      lash_friction_value at_rest, moving;
      slow.vt[0] = 1e-12;
      lash_friction_force(&law, &rest, &at_rest);
      lash_friction_force(&law, &slow, &moving);
      TEST_ASSERT_TRUE_MESSAGE(at_rest.force[0] == 0.0 && at_rest.force[1] == 0.0,
                               descriptor->name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * fabs(moving.d_vt[0][0]), moving.force[0] / 1e-12,
                                        at_rest.d_vt[0][0], descriptor->name);
      slow.vt[0] = 1e-200; /* too small for a direction to be computed */
      lash_friction_force(&law, &slow, &moving);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-206 * fabs(at_rest.d_vt[0][0]),
                                        1e-200 * at_rest.d_vt[0][0], moving.force[0],
                                        descriptor->name);
    }
  }
}

static void sticking_laws_hold_the_load(void) {
  lash_friction_value out;
  lash_friction law = law_named("stribeck", 2); /* static level 1.5 N under 10 N */
  lash_friction_input in = {.normal = 10, .load = {0.9, -1.1}};
  lash_friction_force(&law, &in, &out);
  TEST_ASSERT_EQUAL_DOUBLE(0.9, out.force[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-1.1, out.force[1]);
  in.load[0] = 3, in.load[1] = -4;
  lash_friction_force(&law, &in, &out);
  TEST_ASSERT_EQUAL_DOUBLE(0.9, out.force[0]);
  TEST_ASSERT_EQUAL_DOUBLE(-1.2, out.force[1]);
  TEST_ASSERT_EQUAL_DOUBLE(0.09, out.d_normal[0]);

  law = law_named("coulomb", 1); /* slides at 1 N, holds 1.5 N */
  in = (lash_friction_input){.normal = 10, .load = {1.4}};
  lash_friction_force(&law, &in, &out);
  TEST_ASSERT_EQUAL_DOUBLE(1.4, out.force[0]);
  set_number(&law, "mu_k", 0.05); /* given alone: no stiction */
  lash_friction_force(&law, &in, &out);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, out.force[0]);

  law = law_named("karnopp", 1);
  in = (lash_friction_input){.vt = {0.5e-4}, .normal = 10, .load = {-1.2}};
  lash_friction_force(&law, &in, &out);
  TEST_ASSERT_EQUAL_DOUBLE(-1.2, out.force[0]);
  in.vt[0] = 1.0; /* out of the band: slides, whatever the load */
  lash_friction_force(&law, &in, &out);
  TEST_ASSERT_EQUAL_DOUBLE(1.0, out.force[0]);
}

/* No load, extreme speeds and steps: finite numbers; NaN in, NaN out. */
static void no_load_and_extremes_are_safe(void) {
  const double speeds[] = {0, 1e-300, 1e-12, 1, 1e12, 1e200};
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    for (size_t dim = 1; dim <= 2; dim++) {
      lash_friction law = law_named(lash_friction_law_at(i)->name, dim);
      double z[LASH_FRICTION_STATES_MAX];
      lash_friction_value out;
      lash_friction_rate rate;
      lash_friction_reset(&law, z);
      for (size_t k = 0; k < 2 * sizeof speeds / sizeof speeds[0]; k++) {
        lash_friction_input in = {.vt = {speeds[k / 2], 0}, .normal = k % 2 ? 10 : 0, .z = z};
        if (dim == 2 && in.vt[0] > 1e150) continue; /* the square of the speed overflows */
        lash_friction_advance(&law, &in, 1e3, z);
        lash_friction_force(&law, &in, &out);
        lash_friction_rates(&law, &in, &rate);
        TEST_ASSERT_TRUE_MESSAGE(isfinite(out.force[0]) && isfinite(out.d_vt[0][0]), law.law->name);
        TEST_ASSERT_TRUE_MESSAGE(isfinite(out.d_normal[0]), law.law->name);
        for (size_t n = 0; n < lash_friction_states(&law); n++) {
          TEST_ASSERT_TRUE_MESSAGE(isfinite(z[n]) && isfinite(rate.zdot[n]), law.law->name);
        }
      }
      lash_friction_reset(&law, z);
      lash_friction_input bad = {.vt = {NAN, 0}, .normal = 10, .z = z};
      lash_friction_force(&law, &bad, &out);
      lash_friction_rates(&law, &bad, &rate);
      bool shown = isnan(out.force[0]) || (lash_friction_states(&law) > 0 && isnan(rate.zdot[0]));
      TEST_ASSERT_TRUE_MESSAGE(shown, law.law->name);
    }
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(turning_the_plane_turns_force_and_rates);
  RUN_TEST(straight_motion_is_the_line);
  RUN_TEST(rest_is_a_limit);
  RUN_TEST(sticking_laws_hold_the_load);
  RUN_TEST(no_load_and_extremes_are_safe);
  return UNITY_END();
}
