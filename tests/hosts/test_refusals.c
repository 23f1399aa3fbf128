/* What a host cannot represent is named with its line and refused: never dropped. */
#include <stdio.h>
#include <string.h>

#include "hosts_testing.h"

void setUp(void) {}
void tearDown(void) {}

static const char base[] =
    "A body and something more\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "PART/2, MASS = 2, CM = 21, IP = 0.02, 0.03, 0.04, QG = 0.5, 0, 0\n"
    "MARKER/21, PART = 2\n"
    "MARKER/22, PART = 2, QP = -0.5, 0, 0\n"
    "JOINT/1, REVOLUTE, I = 22, J = 1\n"; /* line 7 */

static void refused_with(const char *more, lash_status status, const char *words) {
  char text[2000];
  snprintf(text, sizeof text, "%s%sEND\n", base, more);
  for (size_t k = 0; k < lash_host_count(); k++) {
    if (!lash_host_refuses(lash_host_at(k), LASH_KIND_DIFF)) continue; /* it takes far more */
    lash_model model;
    lash_host *host = NULL;
    lash_error error = {LASH_OK, ""};
    const lash_status read = lash_model_parse(&model, "m.adm", text, strlen(text), &error);
    TEST_ASSERT_TRUE_MESSAGE(read == LASH_OK || read == LASH_UNSUPPORTED, error.message);
    const lash_status got = lash_host_create(lash_host_at(k), &model, NULL, &host, &error);
    if (got == LASH_OK) lash_host_free(host);
    if (got != status || !strstr(error.message, words)) {
      printf("%s: status %d: %s\n", lash_host_name(lash_host_at(k)), got, error.message);
    }
    TEST_ASSERT_EQUAL_INT(status, got);
    TEST_ASSERT_NOT_NULL(strstr(error.message, words));
    lash_model_free(&model);
  }
}

static void statements(void) {
  refused_with("DIFF/1, IC = 0, FUNCTION = 1\n", LASH_UNSUPPORTED, "m.adm:8: DIFF/1");
  refused_with("GCON/1, FUNCTION = DX(21)\n", LASH_UNSUPPORTED, "m.adm:8: GCON/1");
  refused_with("SENSOR/1, FUNCTION = ACCX(21)\\, GE, VALUE = 1, HALT\n", LASH_UNSUPPORTED,
               "m.adm:8: SENSOR/1");
  refused_with(
      "PART/3, MASS = 1, CM = 31, IP = 1, 1, 1\nMARKER/31, PART = 3\n"
      "JOINT/2, SCREW, PITCH = 1, I = 31, J = 1\n",
      LASH_UNSUPPORTED, "m.adm:10: JOINT/2");
  refused_with("MOTION/1, I = 21, J = 1, X, FUNCTION = TIME\n", LASH_UNSUPPORTED,
               "m.adm:8: MOTION/1");
  refused_with("MOTION/1, JOINT = 1, ROTATION, FUNCTION = DX(21)\n", LASH_UNSUPPORTED,
               "m.adm:8: MOTION/1");
  refused_with("PART/3, CM = 31\nMARKER/31, PART = 3\n", LASH_UNSUPPORTED, "m.adm:8: PART/3");
}

static void functions(void) {
  refused_with("SFORCE/1, ROTATION, I = 22, J = 1, FUNCTION = ACCX(21)\n", LASH_UNSUPPORTED,
               "m.adm:8: SFORCE/1");
  refused_with("SFORCE/1, ROTATION, I = 22, J = 1, FUNCTION = JOINT(1,0,2,0)\n", LASH_UNSUPPORTED,
               "m.adm:8: SFORCE/1");
  refused_with(
      "VARIABLE/1, FUNCTION = VARVAL(1) + 1\n"
      "SFORCE/1, ROTATION, I = 22, J = 1, FUNCTION = VARVAL(1)\n",
      LASH_UNSUPPORTED, "m.adm:8: VARIABLE/1");
  refused_with("SFORCE/1, ROTATION, I = 22, J = 1, FUNCTION = SQRT(DX(21)-1)\n", LASH_FAILURE,
               "m.adm:8: SFORCE/1");
  refused_with(
      "GFORCE/1, I = 21, JFLOAT = 9, RM = 1, FUNCTION = USER(1)\\, ROUTINE = nowhere::\n"
      "MARKER/9, PART = 1, FLOATING\n",
      LASH_BAD_INPUT, "m.adm:8: GFORCE/1");
}

/* The reference solver names its own limits the same way. */
static void reference(void) {
  static const char text[] =
      "One\nPART/1, GROUND\nMARKER/1, PART = 1\n"
      "SENSOR/1, FUNCTION = TIME\\, GE, VALUE = 1, HALT\nEND\n";
  lash_model model;
  lash_host *host = NULL;
  lash_error error;
  const lash_host_class *found = need_host("reference");
  if (!found) return;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_parse(&model, "m.adm", text, strlen(text), &error));
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_host_create(found, &model, NULL, &host, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "m.adm:4: SENSOR/1"));
  lash_model_free(&model);
}

/* What was taken out of the mechanism neither acts nor stands in the way of a request for it: a
 * statement that no engine has, and a force that would hold the body up. */
static void left_out(void) {
  static const char more[] =
      "DIFF/1, IC = 0, FUNCTION = 1\n"
      "SFORCE/1, ROTATION, I = 22, J = 1, FUNCTION = 1E3\n"
      "ACCGRAV/JGRAV = -9.81\n"
      "REQUEST/1, F2 = SFORCE(1,0,8,0)\\F3 = WZ(22,1)\nEND\n";
  char text[2000];
  snprintf(text, sizeof text, "%s%s", base, more);
  for (size_t k = 0; k < lash_host_count(); k++) {
    lash_model model;
    lash_host *host = NULL;
    lash_error error = {LASH_OK, ""};
    double values[8];
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_parse(&model, "m.adm", text, strlen(text), &error));
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_model_activate(&model, "DIFF/7", false, &error));
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_model_activate(&model, "DIFF", false, &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_activate(&model, "DIFF/1", false, &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_activate(&model, "sforce/1", false, &error));
    lash_status status = lash_host_create(lash_host_at(k), &model, NULL, &host, &error);
    if (status == LASH_OK) status = lash_host_advance(host, 0.01, &error);
    if (status == LASH_OK) status = lash_host_request(host, 0, values, &error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
    TEST_ASSERT_EQUAL_DOUBLE(0, values[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.01 * 2 * 9.81 * 0.5 / (0.04 + 2 * 0.25), values[2]);
    lash_host_free(host);
    lash_model_free(&model);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(statements);
  RUN_TEST(functions);
  RUN_TEST(reference);
  RUN_TEST(left_out);
  return UNITY_END();
}
