/* Published friction experiments, integrated here with Runge-Kutta over the laws' rates; expected
 * values were computed independently and converged to eight digits. Unit mass throughout. */
#include "random_laws.h"

enum { STATES = LASH_FRICTION_STATES_MAX };

void setUp(void) {}
void tearDown(void) {}

typedef struct body {
  const lash_friction *law;
  double (*pull)(double t, double x); /* what moves the mass, without friction */
  double t, x, v, z[STATES];
} body;

typedef struct slope {
  double x, v, z[STATES];
} slope;

static double friction_of(const body *b) {
  lash_friction_input in = {.vt = {b->v, 0}, .normal = 10, .z = b->z};
  lash_friction_value out;
  lash_friction_force(b->law, &in, &out);
  return out.force[0];
}

static slope slope_of(const body *b) {
  slope s;
  lash_friction_rate rate;
  lash_friction_input in = {.vt = {b->v, 0}, .normal = 10, .z = b->z};
  lash_friction_rates(b->law, &in, &rate);
  s.x = b->v;
  s.v = b->pull(b->t, b->x) - friction_of(b);
  for (size_t k = 0; k < lash_friction_states(b->law); k++) s.z[k] = rate.zdot[k];
  return s;
}

static body moved(const body *b, double h, const slope *s) {
  body m = *b;
  m.t += h;
  m.x += h * s->x;
  m.v += h * s->v;
  for (size_t k = 0; k < lash_friction_states(b->law); k++) m.z[k] += h * s->z[k];
  return m;
}

static void step(body *b, double h) {
  size_t n = lash_friction_states(b->law);
  slope a = slope_of(b), mean;
  body trial = moved(b, h / 2, &a);
  slope p = slope_of(&trial);
  trial = moved(b, h / 2, &p);
  slope q = slope_of(&trial);
  trial = moved(b, h, &q);
  slope d = slope_of(&trial);
  mean.x = (a.x + 2 * p.x + 2 * q.x + d.x) / 6;
  mean.v = (a.v + 2 * p.v + 2 * q.v + d.v) / 6;
  for (size_t k = 0; k < n; k++) mean.z[k] = (a.z[k] + 2 * p.z[k] + 2 * q.z[k] + d.z[k]) / 6;
  *b = moved(b, h, &mean);
  lash_friction_input in = {.vt = {b->v, 0}, .normal = 10};
  lash_friction_settle(b->law, &in, b->z);
}

static body at_rest(const lash_friction *law, double (*pull)(double, double)) {
  body b = {.law = law, .pull = pull};
  lash_friction_reset(law, b.z);
  return b;
}

/* Stick-slip of Canudas de Wit et al. 1995: a spring of 2 N/m drawn at 0.1 m/s. */
static double spring(double t, double x) { return 2 * (0.1 * t - x); }

static void lugre_stick_slip(void) {
  lash_friction law = law_named("lugre", 1); /* the defaults are the paper's */
  body b = at_rest(&law, spring);
  double peak = 0, peak_time = 0, top = 0, top_time = 0, starts[2] = {0, 0}, stop = 0, stop_x = 0;
  int start_count = 0;
  const double h = 2e-5;
  for (int i = 1; i <= 1000000; i++) {
    body before = b;
    step(&b, h);
    b.t = i * h;
    double f = friction_of(&b);
    if (b.t < 8 && f > peak) peak = f, peak_time = b.t;
    if (b.t < 12 && b.v > top) top = b.v, top_time = b.t;
    if (before.v < 0.05 && b.v >= 0.05 && start_count < 2) {
      starts[start_count++] = before.t + h * (0.05 - before.v) / (b.v - before.v);
    }
    if (stop == 0 && b.t > 8.7 && b.v < 0.005) stop = b.t, stop_x = b.x;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.476573, peak);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 7.4045, peak_time);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 7.54040, starts[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 13.90312, starts[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.369816, top);
  TEST_ASSERT_DOUBLE_WITHIN(3e-5, 8.66604, top_time);
  TEST_ASSERT_DOUBLE_WITHIN(3e-5, 10.24540, stop);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.636230, stop_x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 1.27259641, b.x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 1.453843e-5, b.z[0]);
}

/* Bounded damping hardly moves it: the same law with s1(v), integrated independently. */
static void bounded_stick_slip(void) {
  lash_friction law = law_named("lugre", 1);
  set_number(&law, "damping", 1);
  body b = at_rest(&law, spring);
  double starts[2] = {0, 0};
  int start_count = 0;
  const double h = 2e-5;
  for (int i = 1; i <= 1000000; i++) {
    body before = b;
    step(&b, h);
    b.t = i * h;
    if (before.v < 0.05 && b.v >= 0.05 && start_count < 2) {
      starts[start_count++] = before.t + h * (0.05 - before.v) / (b.v - before.v);
    }
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 7.54109, starts[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 13.90485, starts[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.272804, b.x);
}

/* The faster the load rises, the earlier the bristle lets go. */
static double ramp_rate;
static double ramp(double t, double x) {
  (void)x;
  return ramp_rate * t;
}

static void break_away(double damping, const double expected[3]) {
  const double rates[3] = {1, 5, 20};
  lash_friction law = law_named("lugre", 1);
  set_number(&law, "damping", damping);
  for (int k = 0; k < 3; k++) {
    ramp_rate = rates[k];
    body b = at_rest(&law, ramp);
    double peak = 0;
    while (b.v <= 5e-3) {
      step(&b, 1e-5);
      peak = fmax(peak, friction_of(&b));
    }
    TEST_ASSERT_DOUBLE_WITHIN(2e-5, expected[k], peak);
  }
}

static void lugre_break_away(void) {
  break_away(0, (const double[]){1.43242, 1.31321, 1.09861});
  break_away(1, (const double[]){1.43241, 1.31311, 1.09715});
}

/* A pulsating load below the static level, brought up gently over the first period so that nothing
 * rings: LuGre creeps, the others close their loops. */
static double pulsating(double t, double x) {
  (void)x;
  double rise = t < 1 ? t * t * (3 - 2 * t) : 1;
  return rise * (0.9 + 0.3 * sin(2 * 3.141592653589793 * t));
}

/* Creep per period: how far the mean position moves from the third period to the sixth. Means,
 * because elements without bristle damping go on ringing a little. */
static double creep(const lash_friction *law) {
  body b = at_rest(law, pulsating);
  const int period = 50000;
  const double h = 1.0 / period;
  double third = 0, sixth = 0;
  for (int i = 1; i <= 6 * period; i++) {
    step(&b, h);
    b.t = i * h;
    if (i > 2 * period && i <= 3 * period) third += b.x / period;
    if (i > 5 * period) sixth += b.x / period;
  }
  return (sixth - third) / 3;
}

static double creep_of(const char *name) {
  lash_friction law = law_named(name, 1);
  return creep(&law);
}

static void drift(void) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.2756e-5, creep_of("lugre"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1.2756e-5, creep_of("lugre_n")); /* the same law under 10 N */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, creep_of("elasto_plastic"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, creep_of("reset_integrator"));

  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, creep_of("gms"));
  lash_friction law = law_named("maxwell_slip", 1);
  set_number(&law, "mu_k", 0.15); /* strong enough to hold 1.2 N */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, creep(&law));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(lugre_stick_slip);
  RUN_TEST(bounded_stick_slip);
  RUN_TEST(lugre_break_away);
  RUN_TEST(drift);
  return UNITY_END();
}
