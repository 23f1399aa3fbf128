/* Arrays give the same bits as single calls, whatever is asked for and wherever the points lie. */
#include "random_laws.h"

enum { N = 700 }; /* more than two chunks and not a multiple of one */

static double vt[N], normal[N], z[LASH_FRICTION_STATES_MAX * N];
static double force[N], d_vt[N], d_normal[N], zdot[LASH_FRICTION_STATES_MAX * N];

void setUp(void) {}
void tearDown(void) {}

/* Random points, with rest, no load, a negative load and a very high speed among them. */
static void draw(const lash_friction *law) {
  size_t states = lash_friction_states(law);
  for (size_t i = 0; i < N; i++) {
    double own[LASH_FRICTION_STATES_MAX];
    lash_friction_input in = random_input(law, own);
    vt[i] = i % 50 == 7 ? 0.0 : i % 50 == 8 ? -0.0 : i % 50 == 9 ? 1e200 : in.vt[0];
    normal[i] = i % 35 == 3 ? 0.0 : i % 35 == 4 ? -1.0 : in.normal;
    for (size_t k = 0; k < states; k++) z[k * N + i] = own[k];
  }
}

static void same_bits(const char *what, const char *law, double expected, double actual) {
  char message[160];
  snprintf(message, sizeof message, "%s of %s: %.17g and %.17g", what, law, expected, actual);
  TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&expected, &actual, sizeof expected, message);
}

static void compare(const lash_friction *law) {
  size_t states = lash_friction_states(law);
  lash_friction_value value;
  lash_friction_rate rate;
  for (size_t i = 0; i < N; i++) {
    double own[LASH_FRICTION_STATES_MAX];
    for (size_t k = 0; k < states; k++) own[k] = z[k * N + i];
    lash_friction_input in = {.vt = {vt[i], 0}, .normal = normal[i], .z = own};
    lash_friction_force(law, &in, &value);
    lash_friction_rates(law, &in, &rate);
    same_bits("force", law->law->name, value.force[0], force[i]);
    same_bits("d_vt", law->law->name, value.d_vt[0][0], d_vt[i]);
    same_bits("d_normal", law->law->name, value.d_normal[0], d_normal[i]);
    for (size_t k = 0; k < states; k++) {
      same_bits("zdot", law->law->name, rate.zdot[k], zdot[k * N + i]);
    }
    TEST_ASSERT_TRUE_MESSAGE(isfinite(force[i]) && isfinite(d_vt[i]) && isfinite(d_normal[i]),
                             law->law->name);
  }
}

static void every_law(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    random_seed(i);
    for (int round = 0; round < 3; round++) {
      lash_friction law = random_law(lash_friction_law_at(i), 1);
      draw(&law);
      lash_friction_batch(&law, N, vt, normal, z, force, d_vt, d_normal, zdot);
      compare(&law);
    }
  }
}

static void outputs_may_be_left_out(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    lash_friction law = random_law(lash_friction_law_at(i), 1);
    double alone[N];
    draw(&law);
    lash_friction_batch(&law, N, vt, normal, z, force, d_vt, d_normal, zdot);
    lash_friction_batch(&law, N, vt, normal, z, alone, NULL, NULL, NULL);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(force, alone, sizeof alone, law.law->name);
    lash_friction_batch(&law, N, vt, normal, z, NULL, alone, NULL, NULL);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(d_vt, alone, sizeof alone, law.law->name);
    lash_friction_batch(&law, N, vt, normal, z, NULL, NULL, alone, NULL);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(d_normal, alone, sizeof alone, law.law->name);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_law);
  RUN_TEST(outputs_may_be_left_out);
  return UNITY_END();
}
