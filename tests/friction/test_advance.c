/* The internal step: the same curve as integrating the rates, stable for any step, bounded. */
#include "random_laws.h"

enum { STATES = LASH_FRICTION_STATES_MAX };

void setUp(void) {}
void tearDown(void) {}

static bool has_state(size_t i) {
  return lash_friction_law_at(i)->traits & LASH_FRICTION_HAS_STATE;
}

/* A smooth stroke with reversals, in the plane. */
static void velocity(double t, double *vt) {
  vt[0] = 2e-3 * sin(40 * t) + 1e-4 * cos(300 * t);
  vt[1] = 1e-3 * sin(25 * t + 1);
}

/* Classic Runge-Kutta over the rates, then settle, as a host would. */
static void runge_kutta(const lash_friction *law, double t, double h, double *z) {
  size_t n = lash_friction_states(law);
  lash_friction_rate k[4];
  double trial[STATES];
  const double at[4] = {0, 0.5, 0.5, 1};
  lash_friction_input in = {.normal = 10, .z = trial};
  for (int stage = 0; stage < 4; stage++) {
    velocity(t + at[stage] * h, in.vt);
    for (size_t i = 0; i < n; i++) {
      trial[i] = z[i] + (stage ? at[stage] * h * k[stage - 1].zdot[i] : 0);
    }
    lash_friction_rates(law, &in, &k[stage]);
  }
  for (size_t i = 0; i < n; i++) {
    z[i] += h / 6 * (k[0].zdot[i] + 2 * k[1].zdot[i] + 2 * k[2].zdot[i] + k[3].zdot[i]);
  }
  lash_friction_settle(law, &in, z);
}

/* Deflections after 0.2 s by the internal step, velocity sampled mid-step. */
static void by_advance(const lash_friction *law, int steps, double *z) {
  double h = 0.2 / steps;
  lash_friction_reset(law, z);
  for (int i = 0; i < steps; i++) {
    lash_friction_input in = {.normal = 10};
    velocity((i + 0.5) * h, in.vt);
    lash_friction_advance(law, &in, h, z);
  }
}

static double distance(const lash_friction *law, const double *a, const double *b) {
  double largest = 0;
  for (size_t i = 0; i < lash_friction_continuous_states(law); i++) {
    largest = fmax(largest, fabs(a[i] - b[i]));
  }
  return largest;
}

/* Both routes meet as the step shrinks: the internal one at second order where the law is smooth,
 * at first order where elements stick and slip. */
static void both_routes_meet(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    if (!has_state(i)) continue;
    for (size_t dim = 1; dim <= 2; dim++) {
      lash_friction law = law_named(lash_friction_law_at(i)->name, dim);
      double reference[STATES], coarse[STATES], fine[STATES], size = 0;
      lash_friction_reset(&law, reference);
      for (int k = 0; k < 80000; k++) runge_kutta(&law, k * 0.2 / 80000, 0.2 / 80000, reference);
      by_advance(&law, 2000, coarse);
      by_advance(&law, 8000, fine);
      for (size_t k = 0; k < dim; k++) size = fmax(size, fabs(reference[k]));
      double first = distance(&law, coarse, reference) / size;
      double second = distance(&law, fine, reference) / size;
      char message[120];
      snprintf(message, sizeof message, "%s dim %zu: %.3g, then %.3g", law.law->name, dim, first,
               second);
      TEST_ASSERT_TRUE_MESSAGE(second < 2e-3, message);
      TEST_ASSERT_TRUE_MESSAGE(second < 0.35 * first || second < 2e-4, message);
    }
  }
}

/* With the velocity held, many small steps and one large one agree where the step is exact. */
static void held_velocity_is_exact(void) {
  const char *const exact[] = {
      "dahl",         "lugre", "lugre_n",         "lugre_nz", "bliman_sorine_1", "bliman_sorine_2",
      "maxwell_slip", "gms",   "reset_integrator"};
  for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
    lash_friction law = law_named(exact[i], 1);
    double one[STATES], many[STATES];
    lash_friction_reset(&law, one);
    lash_friction_reset(&law, many);
    random_seed(i);
    for (int stroke = 0; stroke < 20; stroke++) {
      lash_friction_input in = {.normal = 10};
      random_velocity(1, in.vt);
      double h = random_decades(-6, -4) / fabs(in.vt[0]);
      lash_friction_advance(&law, &in, h, one);
      for (int k = 0; k < 64; k++) lash_friction_advance(&law, &in, h / 64, many);
      TEST_ASSERT_TRUE_MESSAGE(distance(&law, one, many) < 1e-16, exact[i]);
    }
  }
}

/* The elasto-plastic step converges at second order with the velocity held. */
static void elasto_plastic_order(void) {
  lash_friction law = law_named("elasto_plastic", 1);
  double z[3];
  const int steps[3] = {16, 32, 1000};
  for (int k = 0; k < 3; k++) {
    z[k] = 1.36e-5; /* beyond break-away, before full sliding */
    lash_friction_input in = {.vt = {1e-5, 0}, .normal = 10};
    for (int i = 0; i < steps[k]; i++) lash_friction_advance(&law, &in, 0.08 / steps[k], &z[k]);
  }
  double ratio = fabs(z[0] - z[2]) / fabs(z[1] - z[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1.0, 4.0, ratio);
}

/* Any step, any history: finite and within the law's own limit. */
static void huge_steps_stay_bounded(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    if (!has_state(i)) continue;
    random_seed(i);
    for (int history = 0; history < 50; history++) {
      lash_friction law = random_law(lash_friction_law_at(i), 1 + (size_t)history % 2);
      double z[STATES];
      lash_friction_value out;
      lash_friction_reset(&law, z);
      for (int step = 0; step < 40; step++) {
        lash_friction_input in = {.normal = 10, .z = z};
        random_velocity(law.dim, in.vt);
        if (step % 3 == 0) in.vt[0] += in.vt[0] < 0 ? -1e-3 : 1e-3; /* far beyond any bristle */
        lash_friction_advance(&law, &in, step % 3 ? random_decades(-6, 0) : 1e3, z);
        for (size_t k = 0; k < lash_friction_states(&law); k++) {
          TEST_ASSERT_TRUE_MESSAGE(isfinite(z[k]) && fabs(z[k]) <= 1.0, law.law->name);
        }
        if (step % 3) continue;
        /* 1,000 s of steady sliding: the force is along the motion */
        lash_friction_force(&law, &in, &out);
        double speed = hypot(in.vt[0], in.vt[1]),
               along = out.force[0] * in.vt[0] + out.force[1] * in.vt[1];
        double across = out.force[0] * in.vt[1] - out.force[1] * in.vt[0];
        TEST_ASSERT_TRUE_MESSAGE(along > 0, law.law->name);
        TEST_ASSERT_TRUE_MESSAGE(fabs(across) < 1e-3 * along + 1e-12 * speed, law.law->name);
      }
    }
  }
}

/* LuGre's |z| <= Fs/s0 from any start within, whatever the motion. */
static void lugre_invariant(void) {
  for (size_t dim = 1; dim <= 2; dim++) {
    lash_friction law = law_named("lugre", dim);
    double z[2] = {0, 0};
    random_seed(dim);
    for (int step = 0; step < 100000; step++) {
      lash_friction_input in = {.normal = 0};
      random_velocity(dim, in.vt);
      lash_friction_advance(&law, &in, random_decades(-8, 2), z);
      TEST_ASSERT_TRUE(hypot(z[0], dim == 2 ? z[1] : 0) <= 1.5e-5 * (1 + 1e-12));
    }
  }
}

/* Laws without state take the calls and do nothing. */
static void laws_without_state_have_nothing_to_advance(void) {
  lash_friction law = law_named("coulomb", 1);
  lash_friction_input in = {.vt = {1, 0}, .normal = 1};
  lash_friction_reset(&law, NULL);
  lash_friction_advance(&law, &in, 1, NULL);
  lash_friction_settle(&law, &in, NULL);
  TEST_ASSERT_EQUAL_size_t(0, lash_friction_continuous_states(&law));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(both_routes_meet);
  RUN_TEST(held_velocity_is_exact);
  RUN_TEST(elasto_plastic_order);
  RUN_TEST(huge_steps_stay_bounded);
  RUN_TEST(lugre_invariant);
  RUN_TEST(laws_without_state_have_nothing_to_advance);
  return UNITY_END();
}
