/* Bad laws and parameters are refused in words. */
#include "random_laws.h"

static lash_friction law;
static lash_error error;

void setUp(void) { error.message[0] = '\0'; }
void tearDown(void) {}

static void says(const char *words) {
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
}

static void unknown_laws(void) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_friction_begin(&law, "lugree", 1, &error));
  says("no friction law 'lugree'");
  says("did you mean 'lugre'");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_friction_begin(&law, NULL, 1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_friction_begin(&law, "coulomb", 4, &error));
  says("not in 4 dimensions");
  TEST_ASSERT_NULL(lash_friction_law_at(lash_friction_law_count()));
}

static void names_and_aliases(void) {
  TEST_ASSERT_EQUAL_STRING("adams_contact", lash_friction_law_find("Planar-Triple-S")->name);
  TEST_ASSERT_EQUAL_STRING("stribeck", lash_friction_law_find("tustin")->name);
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const lash_friction_law *row = lash_friction_law_at(i);
    TEST_ASSERT_EQUAL_PTR(row, lash_friction_law_find(row->name));
    TEST_ASSERT_EQUAL_size_t(sizeof *row, row->size);
    TEST_ASSERT_EQUAL_INT(LASH_FRICTION_LAW_VERSION, row->version);
    TEST_ASSERT_TRUE_MESSAGE(row->formula[0] && row->citation[0] && row->note[0], row->name);
    TEST_ASSERT_TRUE_MESSAGE(row->param_count <= LASH_PARAMS_MAX, row->name);
    TEST_ASSERT_TRUE_MESSAGE(!row->curve == !!(row->traits & LASH_FRICTION_HAS_STATE), row->name);
    for (size_t k = 0; k < row->param_count; k++) {
      TEST_ASSERT_FALSE_MESSAGE(isnan(row->params[k].standard), row->name);
    }
    for (const char *const *alias = row->aliases; alias && *alias; alias++) {
      TEST_ASSERT_EQUAL_PTR(row, lash_friction_law_find(*alias));
    }
  }
}

static void refuses_text(const char *name, const char *param, const char *text, const char *words) {
  lash_friction_begin(&law, name, 1, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_friction_set(&law, param, text, &error), name);
  says(words);
}

static void bad_values(void) {
  refuses_text("coulomb", "mu", "0.1", "did you mean 'mu_k'");
  refuses_text("coulomb", "mu_k", "-0.1", ">= 0");
  refuses_text("coulomb", "mu_k", "nan", "not a finite number");
  refuses_text("coulomb", "mu_k", "inf", "not a finite number");
  refuses_text("lugre", "s0", "0", "> 0");
  refuses_text("lugre", "vs", "fast", "not a finite number");
  refuses_text("elasto_plastic", "kappa", "1", "[0, 1)");
  refuses_text("gms", "M", "11", "[1, 10]");
}

/* Two settings, then ready must fail and name both parameters. */
static void refuses_pair(const char *name, const char *a, double x, const char *b, double y) {
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_begin(&law, name, 1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_set_number(&law, a, x, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_set_number(&law, b, y, &error));
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_friction_ready(&law, &error), name);
  says(name);
  says(a);
  says(b);
}

static void contradictions_name_both(void) {
  refuses_pair("lugre", "Fs", 0.5, "Fc", 1);
  refuses_pair("ambrosio", "v0", 1e-3, "v1", 1e-4);
  refuses_pair("adams_contact", "vs", 1e-3, "vd", 1e-4);
  refuses_pair("bliman_sorine_2", "f1", 0.1, "f2", 0.2);
  refuses_pair("makkar", "g2", 1, "g3", 2);
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const lash_friction_law *row = lash_friction_law_at(i);
    for (size_t k = 0; k < row->param_count; k++) {
      if (strcmp(row->params[k].name, "mu_k") != 0 && strcmp(row->params[k].name, "mu_d") != 0)
        continue;
      lash_friction_begin(&law, row->name, 1, &error);
      if (lash_params_find(&law.params, "mu_s") < 0) continue;
      refuses_pair(row->name, "mu_s", 0.1, row->params[k].name, 0.2);
    }
  }
}

static void counts_are_whole(void) {
  lash_friction_begin(&law, "gms", 1, &error);
  lash_friction_set_number(&law, "M", 2.5, &error);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_friction_ready(&law, &error));
  says("whole number");
}

static void states_are_counted(void) {
  law = law_named("gms", 2); /* 4 elements: 8 numbers and 4 flags */
  TEST_ASSERT_EQUAL_size_t(12, lash_friction_states(&law));
  TEST_ASSERT_EQUAL_size_t(8, lash_friction_continuous_states(&law));
  law = law_named("gonthier_f", 2);
  TEST_ASSERT_EQUAL_size_t(3, lash_friction_states(&law));
  law = law_named("coulomb", 2);
  TEST_ASSERT_EQUAL_size_t(0, lash_friction_states(&law));
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    law = law_named(lash_friction_law_at(i)->name, 2);
    if (lash_params_find(&law.params, "M") >= 0) set_number(&law, "M", 10);
    TEST_ASSERT_TRUE_MESSAGE(lash_friction_states(&law) <= LASH_FRICTION_STATES_MAX, law.law->name);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(unknown_laws);
  RUN_TEST(names_and_aliases);
  RUN_TEST(bad_values);
  RUN_TEST(contradictions_name_both);
  RUN_TEST(counts_are_whole);
  RUN_TEST(states_are_counted);
  return UNITY_END();
}
