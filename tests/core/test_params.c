/* Parameter tables: what is accepted, what is refused, and in which words. */
#include <string.h>

#include "lash_core.h"
#include "unity.h"

static const char *const sides[] = {"internal", "external", NULL};

static const lash_param table[] = {
    {"K", "N/m", "stiffness", NAN, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"e", "1", "restitution", 0.9, 0, 1, LASH_PARAM_MIN_OPEN, NULL},
    {"side", "1", "curvature", 0, 0, 1, 0, sides},
    {"m", "kg", "mass", NAN, 0, INFINITY, LASH_PARAM_OPTIONAL | LASH_PARAM_MIN_OPEN, NULL},
};

static lash_params params;
static lash_error error;

void setUp(void) {
  lash_params_init(&params, "law", table, 4);
  error.message[0] = '\0';
}
void tearDown(void) {}

static void defaults_and_values(void) {
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_params_set(&params, "K", " 1e8 ", &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_params_set(&params, "side", "External", &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_params_complete(&params, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1e8, lash_params_get(&params, "K"));
  TEST_ASSERT_EQUAL_DOUBLE(0.9, lash_params_get(&params, "e"));
  TEST_ASSERT_EQUAL_DOUBLE(1, lash_params_get(&params, "side"));
  TEST_ASSERT_TRUE(isnan(lash_params_get(&params, "m")));
  TEST_ASSERT_TRUE(lash_params_given(&params, "K"));
  TEST_ASSERT_FALSE(lash_params_given(&params, "e"));
}

static void missing_is_named(void) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_params_complete(&params, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "needs K"));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "> 0"));
}

static void refuses(const char *name, const char *text, const char *words) {
  error.message[0] = '\0';
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_params_set(&params, name, text, &error), text);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
}

static void illegal_is_refused_in_words(void) {
  refuses("e", "1.5", "in (0, 1]");
  refuses("e", "0", "in (0, 1]");
  refuses("K", "-1", "> 0");
  refuses("K", "nan", "not a finite number");
  refuses("K", "1e8x", "not a finite number");
  refuses("K", "", "not a finite number");
  refuses("side", "left", "one of internal, external");
  refuses("masss", "1", "no parameter 'masss'");
  refuses("sidee", "1", "did you mean 'side'");
  TEST_ASSERT_FALSE(lash_params_given(&params, "e"));
}

static void prefix_keeps_the_message(void) {
  lash_fail(&error, LASH_BAD_INPUT, "bad %d", 7);
  lash_error_prefix(&error, "model.adm:%d", 12);
  TEST_ASSERT_EQUAL_STRING("model.adm:12: bad 7", error.message);
}

static void names_keep_their_case(void) {
  TEST_ASSERT_EQUAL_INT(-1, lash_params_find(&params, "k"));
  TEST_ASSERT_EQUAL_INT(-1, lash_params_find(&params, "E"));
}

static void names_fold_case_and_dashes(void) {
  TEST_ASSERT_TRUE(lash_same_name("Lankarani-Nikravesh", "lankarani_nikravesh"));
  TEST_ASSERT_FALSE(lash_same_name("hertz", "hertz_line"));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(defaults_and_values);
  RUN_TEST(missing_is_named);
  RUN_TEST(illegal_is_refused_in_words);
  RUN_TEST(prefix_keeps_the_message);
  RUN_TEST(names_keep_their_case);
  RUN_TEST(names_fold_case_and_dashes);
  return UNITY_END();
}
