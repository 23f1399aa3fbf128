/* Batch calls give the same bits as single calls, for every law and every kind of input. */
#include "contact_testing.h"

enum { COUNT = 257 }; /* odd: loops have a remainder */

static double delta[COUNT], v[COUNT], v0[COUNT];
static double force[COUNT], d_delta[COUNT], d_v[COUNT];

void setUp(void) { random_state = 77; }
void tearDown(void) {}

static void random_inputs(const lash_contact *law) {
  static const double odd[] = {0.0, -0.0, 1e-300, 1e300, INFINITY, -INFINITY, NAN, 5e-324};
  double depth = fmin(1e-4, lash_contact_limit(law));
  for (size_t i = 0; i < COUNT; i++) {
    delta[i] = depth * uniform(-1.5, 1.5);
    v[i] = uniform(-2, 2);
    v0[i] = uniform(-0.1, 2);
    if (i % 16 == 3) delta[i] = odd[(i / 16) % 8];
    if (i % 32 == 7) v[i] = odd[(i / 32) % 8];
    if (i % 32 == 9) v0[i] = odd[(i / 32) % 8];
  }
}

/* NaN equals NaN; everything else must agree to the last bit, the sign of zero included. */
static bool same_bits(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void batch_equals_single_bit_for_bit(void) {
  for (size_t i = 0; i < lash_contact_law_count(); i++) {
    for (int k = 0; k < 40; k++) {
      lash_contact law = random_law(lash_contact_law_at(i));
      random_inputs(&law);
      size_t beyond = lash_contact_batch(&law, COUNT, delta, v, v0, force, d_delta, d_v);
      for (size_t j = 0; j < COUNT; j++) {
        lash_contact_value one = lash_contact_eval(&law, delta[j], v[j], v0[j]);
        char text[160];
        snprintf(text, sizeof text, "%s: delta %.17g v %.17g v0 %.17g: %.17g and %.17g",
                 law.law->name, delta[j], v[j], v0[j], one.force, force[j]);
        TEST_ASSERT_TRUE_MESSAGE(same_bits(one.force, force[j]) &&
                                     same_bits(one.d_delta, d_delta[j]) &&
                                     same_bits(one.d_v, d_v[j]),
                                 text);
        if (one.flags & LASH_CONTACT_BEYOND) beyond--;
      }
      TEST_ASSERT_EQUAL_INT_MESSAGE(0, beyond, law.law->name);
    }
  }
}

static void an_empty_batch_does_nothing(void) {
  lash_contact law = make_law("hertz", "K=1e8");
  TEST_ASSERT_EQUAL_INT(0, lash_contact_batch(&law, 0, NULL, NULL, NULL, NULL, NULL, NULL));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(batch_equals_single_bit_for_bit);
  RUN_TEST(an_empty_batch_does_nothing);
  return UNITY_END();
}
