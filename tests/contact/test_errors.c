/* What is refused, and in which words; and what the registry lists. */
#include "contact_testing.h"

#define JOURNAL "E=207e9 nu=0.3 Ri=0.010 Rj=0.0095 L=0.015"

void setUp(void) {}
void tearDown(void) {}

/* Making the law from the settings fails with a message that holds `words`. */
static void refuses(const char *name, const char *settings, const char *words) {
  lash_contact contact;
  lash_error error = {LASH_OK, ""};
  lash_status status = lash_contact_begin(&contact, name, &error);
  char text[256];
  snprintf(text, sizeof text, "%s", settings);
  for (char *word = strtok(text, " "); word && !status; word = strtok(NULL, " ")) {
    char *equals = strchr(word, '=');
    *equals = '\0';
    status = lash_contact_set(&contact, word, equals + 1, &error);
  }
  if (!status) status = lash_contact_ready(&contact, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, status, words);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
  TEST_ASSERT_TRUE_MESSAGE(strncmp(name, "flor", 4) || strstr(error.message, "flores"),
                           error.message);
}

static void unknown_names(void) {
  refuses("florse", "", "did you mean 'flores'");
  refuses("lankarani-nikravish", "", "did you mean 'lankarani_nikravesh'");
  refuses("zzzzzzzzzzzzzzzzzz", "", "no contact law 'zzz");
  refuses("flores", "stiffness=1", "no parameter 'stiffness'");
  refuses("hertz", "K=1e8 e=0.9", "no parameter 'e'");
}

static void illegal_values(void) {
  refuses("flores", "e=1.5", "in (0, 1]");
  refuses("flores", "e=0", "in (0, 1]");
  refuses("flores", "K=-1", "> 0");
  refuses("flores", "K=nan", "not a finite number");
  refuses("flores", "K=inf", "not a finite number");
  refuses("flores", "nu=0.6", "in (-1, 0.5]");
  refuses("flores", "v0_min=0", "> 0");
  refuses("recurdyn", "m2=0.5", "in [1, 10]");
  refuses("johnson", "hysteresis=none_such", "one of none, hertz");
  refuses("pant", "K=1e8 e=1e-200", "leave the range of numbers");
}

static void missing_values(void) {
  refuses("flores", "K=1e8", "flores needs e");
  refuses("flores", "e=0.9", "needs a stiffness: give K, or E and nu");
  refuses("flores", "e=0.9 E=2e11 nu=0.3 Ri=0.01", "needs Rj");
  refuses("flores", "e=0.9 E=2e11 nu=0.3 Rj=0.01", "needs Ri");
  refuses("flores", "e=0.9 E=2e11 Ri=0.01 Rj=0.02", "needs nu");
  refuses("flores", "e=0.9 nu=0.3 Ri=0.01 Rj=0.02", "needs E");
  refuses("flores", "e=0.9 Ei=2e11 nui=0.3 nuj=0.3 Ri=0.01 Rj=0.02", "needs Ej");
  refuses("flores", "e=0.9 Ri=0.01 Rj=0.02", "needs a material");
  refuses("johnson", "E=2e11 nu=0.3 Ri=0.01 Rj=0.009", "johnson needs L");
  refuses("johnson", JOURNAL " hysteresis=flores", "needs e");
  refuses("kelvin_voigt", "K=1e8", "give c, or both e and m");
  refuses("kelvin_voigt", "K=1e8 e=0.5", "give c, or both e and m");
  refuses("tsuji", "e=0.5 K=1e8", "needs m");
  refuses("jankowski", "e=0.5 m=1", "needs a stiffness");
  refuses("tsuji", "e=0.5 m=1", "needs a stiffness");
  refuses("impact", "c=1 d=1e-4", "needs a stiffness");
  refuses("hertz_elliptic", "Rx=1 Ry=1", "needs a material");
  refuses("liu", "Ri=0.01 Rj=0.009 L=0.01", "needs a material");
}

static void contradictions(void) {
  refuses("flores", "e=0.9 K=1e8 E=2e11", "K and E contradict");
  refuses("flores", "e=0.9 K=1e8 sigma=standard", "K and sigma contradict");
  refuses("flores", "e=0.9 E=2e11 nu=0.3 Ei=2e11 Ri=0.01 Rj=0.02", "contradict Ei, nui, Ej, nuj");
  refuses("flores", "e=0.9 E=2e11 nu=0.3 Ri=0.01 Rj=0.02 n=2", "exponent 1.5, not 2");
  refuses("flores", "e=0.9 E=2e11 nu=0.3 Ri=0.01 Rj=0.02 curvature=plane", "leave Rj out");
  refuses("flores", "e=0.9 E=2e11 nu=0.3 Ri=0.01 Rj=0.02 curvature=internal", "must be smaller");
  refuses("kelvin_voigt", "K=1e8 c=1 e=0.5", "c contradicts e and m");
  refuses("johnson", JOURNAL " e=0.9", "e = 0.9 has no effect with hysteresis = none");
  refuses("johnson", JOURNAL " e=0.9 hysteresis=hertz", "has no effect");
  refuses("liu", "E=2e11 nu=0.3 Ri=0.01 Rj=0.01 L=0.01", "pin (Rj = 0.01 m) must be smaller");
  refuses("pereira", "E=2e11 nu=0.3 Ri=0.01 Rj=0.009999 L=0.01", "outside the range of this fit");
  refuses("hertz_elliptic", "E=2e11 nu=0.3 Rx=1e-6 Ry=1e6", "use a line law");
}

static void an_error_message_is_optional(void) {
  lash_contact contact;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_contact_begin(&contact, "none", NULL));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_contact_begin(&contact, "hertz", NULL));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_contact_ready(&contact, NULL));
}

static void the_registry_is_whole(void) {
  size_t count = lash_contact_law_count();
  TEST_ASSERT_NULL(lash_contact_law_at(count));
  for (size_t i = 0; i < count; i++) {
    const lash_contact_law *law = lash_contact_law_at(i);
    TEST_ASSERT_EQUAL_PTR(law, lash_contact_law_find(law->name));
    TEST_ASSERT_EQUAL_size_t(sizeof *law, law->size);
    TEST_ASSERT_EQUAL_INT(LASH_CONTACT_LAW_VERSION, law->version);
    TEST_ASSERT_TRUE_MESSAGE(*law->formula && *law->citation && *law->note, law->name);
    TEST_ASSERT_TRUE_MESSAGE(law->param_count > 0 && law->param_count <= LASH_PARAMS_MAX,
                             law->name);
    for (size_t j = 0; j < law->param_count; j++) {
      TEST_ASSERT_TRUE_MESSAGE(*law->params[j].unit && *law->params[j].meaning, law->name);
    }
    lash_contact contact;
    lash_contact_begin(&contact, law->name, NULL);
    bool has_mass = lash_params_find(&contact.params, "m") >= 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(has_mass, (law->traits & LASH_CONTACT_USES_MASS) != 0, law->name);
  }
  TEST_ASSERT_EQUAL_STRING("lankarani_nikravesh", lash_contact_law_find("LN")->name);
  TEST_ASSERT_EQUAL_STRING("esdu_78035", lash_contact_law_find("esdu")->name);
}

/* Two stops: the far one mirrors the near one. */
static void bistop_is_symmetric(void) {
  lash_contact stops = make_law("bistop", "K=1e7 c=100 d=1e-5 gap=1e-3");
  lash_contact impact = make_law("impact", "K=1e7 c=100 d=1e-5");
  lash_contact_value near = lash_contact_eval(&stops, 2e-5, 0.1, 0);
  lash_contact_value far = lash_contact_eval(&stops, -1e-3 - 2e-5, -0.1, 0);
  TEST_ASSERT_EQUAL_DOUBLE(lash_contact_eval(&impact, 2e-5, 0.1, 0).force, near.force);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * near.force, -near.force, far.force);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * near.d_delta, near.d_delta, far.d_delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * near.d_v, near.d_v, far.d_v);
  TEST_ASSERT_EQUAL_INT(LASH_CONTACT_CLAMPED, lash_contact_eval(&stops, -1e-3 - 2e-5, 10, 0).flags);
  TEST_ASSERT_EQUAL_DOUBLE(0, lash_contact_hysteresis(&stops));
}

static void tension_is_cut_and_flagged_or_kept(void) {
  lash_contact cut = make_law("ristow", "K=1e8 gamma=1e3");
  lash_contact kept = make_law("ristow", "K=1e8 gamma=1e3 tension=keep");
  lash_contact_value a = lash_contact_eval(&cut, 1e-6, -1, 1);
  lash_contact_value b = lash_contact_eval(&kept, 1e-6, -1, 1);
  TEST_ASSERT_TRUE(a.force == 0 && a.d_delta == 0 && a.d_v == 0);
  TEST_ASSERT_EQUAL_INT(LASH_CONTACT_CLAMPED, a.flags);
  TEST_ASSERT_EQUAL_DOUBLE(0.1 - 1000, b.force);
  TEST_ASSERT_EQUAL_INT(0, b.flags);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(unknown_names);
  RUN_TEST(illegal_values);
  RUN_TEST(missing_values);
  RUN_TEST(contradictions);
  RUN_TEST(an_error_message_is_optional);
  RUN_TEST(the_registry_is_whole);
  RUN_TEST(bistop_is_symmetric);
  RUN_TEST(tension_is_cut_and_flagged_or_kept);
  return UNITY_END();
}
