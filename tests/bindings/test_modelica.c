/* The external functions of modelica/Lash, called as the code that a Modelica tool generates would:
 * handles as void pointers, events that latch v0, derivatives by the chain rule. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_modelica.h"
#include "unity.h"

static jmp_buf after_error;
static char error_text[LASH_MESSAGE_MAX];

void ModelicaError(const char *text) {
  snprintf(error_text, sizeof error_text, "%s", text);
  longjmp(after_error, 1);
}

void setUp(void) {}
void tearDown(void) {}

/* Model Impact, by the classic Runge-Kutta method from the event delta = 0 on: what comes back. */
static double impact(void *law, double mass, double speed, double step) {
  double delta = 0, v = speed, last_delta, last_v;
  do {
    double d[4], a[4];
    last_delta = delta, last_v = v;
    for (int k = 0; k < 4; k++) {
      const double part = k == 0 ? 0 : k == 3 ? step : step / 2;
      const double at = k == 0 ? delta : delta + part * d[k - 1];
      const double with = k == 0 ? v : v + part * a[k - 1];
      d[k] = with;
      a[k] = -lash_modelica_contact(law, at, with, speed) / mass;
    }
    delta += step / 6 * (d[0] + 2 * d[1] + 2 * d[2] + d[3]);
    v += step / 6 * (a[0] + 2 * a[1] + 2 * a[2] + a[3]);
  } while (delta > 0);
  const double share = last_delta / (last_delta - delta);
  return -(last_v + share * (v - last_v)) / speed;
}

/* Asked 0.1, 0.3, 0.5, 0.7, 0.9; returned to four digits, as in tests/contact. */
static void table_of_restitutions(void) {
  static const struct {
    const char *law;
    double returned[5];
  } table[] = {{"hunt_crossley", {0.5158, 0.5813, 0.6630, 0.7680, 0.9090}},
               {"herbert_mcwhannell", {0.4907, 0.5200, 0.5936, 0.7227, 0.9009}},
               {"lee_wang", {0.6867, 0.7390, 0.7992, 0.8693, 0.9524}},
               {"lankarani_nikravesh", {0.6653, 0.6842, 0.7252, 0.7960, 0.9132}},
               {"gonthier", {0.1010, 0.3042, 0.4877, 0.6696, 0.8764}},
               {"zhiying_qishao", {0.2175, 0.3267, 0.4826, 0.6796, 0.8959}},
               {"flores", {0.0694, 0.2562, 0.4704, 0.6832, 0.8939}},
               {"hu_guo", {0.0741, 0.2707, 0.4877, 0.6973, 0.8999}},
               {"gharib_hurmuzlu", {0.1000, 0.2819, 0.4107, 0.5008, 0.5668}},
               {"safaeifar", {0.0889, 0.3138, 0.5362, 0.7350, 0.9152}},
               {"carvalho_martins", {0.1289, 0.3040, 0.5002, 0.7000, 0.9000}},
               {"pant", {0.0067, 0.0659, 0.2171, 0.4770, 0.8093}},
               {"exact", {0.1000, 0.3000, 0.5000, 0.7000, 0.9000}}};
  double worst = 0;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    for (int k = 0; k < 5; k++) {
      char words[100];
      snprintf(words, sizeof words, "%s K=1e8 e=%g", table[i].law, 0.1 + 0.2 * k);
      void *law = lash_modelica_law(words);
      const double e = impact(law, 1, 0.3, 1e-6);
      worst = fmax(worst, fabs(e - table[i].returned[k]));
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.51e-4, table[i].returned[k], e, words);
      lash_modelica_free(law);
    }
  }
  printf("largest difference from the table: %.2g\n", worst);
}

static void derivative_is_that_along_a_path(void) {
  void *law = lash_modelica_law("flores K=1e8 e=0.5");
  const double h = 1e-6, d[] = {2e-3, -4, 0.5};
  const double ahead = lash_modelica_contact(law, 1e-5 + h * d[0], 0.1 + h * d[1], 0.2 + h * d[2]);
  const double behind = lash_modelica_contact(law, 1e-5 - h * d[0], 0.1 - h * d[1], 0.2 - h * d[2]);
  const double slope = (ahead - behind) / (2 * h);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * fabs(slope), slope,
                            lash_modelica_contact_der(law, 1e-5, 0.1, 0.2, d[0], d[1], d[2]));
  lash_modelica_free(law);
}

/* LuGre with its state integrated by the tool, to steady sliding: Fc + s2 v there. */
static void bristles_are_the_tools_states(void) {
  void *law = lash_modelica_law("lugre Fc=1 Fs=1.5 s0=1e5 s1=316 s2=0.4 vs=0.001");
  double z[1] = {0}, rate[1];
  TEST_ASSERT_EQUAL_INT(1, lash_modelica_states(law));
  for (int i = 0; i < 100000; i++) {
    lash_modelica_rates(law, 0.05, 10, z, 1, rate);
    z[0] += 1e-6 * rate[0];
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1 + 0.4 * 0.05, lash_modelica_friction(law, 0.05, 10, z, 1));
  lash_modelica_free(law);
}

static void mistakes_are_modelica_errors(void) {
  static const char *const wrong[][2] = {{"flores K=1e8 e=2", "not legal"},
                                         {"florse K=1e8", "flores"},
                                         {"flores K", "NAME=VALUE"},
                                         {"flores e=0.5", "stiffness"}};
  for (volatile size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    error_text[0] = '\0';
    if (setjmp(after_error) == 0) lash_modelica_law(wrong[i][0]);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error_text, wrong[i][1]), error_text);
  }
  void *law = lash_modelica_law("lugre");
  const double z[3] = {0};
  error_text[0] = '\0';
  if (setjmp(after_error) == 0) lash_modelica_friction(law, 0.1, 10, z, 3);
  TEST_ASSERT_NOT_NULL(strstr(error_text, "states"));
  lash_modelica_free(law);
}

/* Every C function that the package names is one of the header's. */
static void the_package_calls_what_there_is(void) {
  static char package[1 << 16], header[1 << 16];
  FILE *file = fopen(MODELICA "/package.mo", "r");
  TEST_ASSERT_NOT_NULL(file);
  package[fread(package, 1, sizeof package - 1, file)] = '\0';
  fclose(file);
  file = fopen(MODELICA "/Resources/Include/lash_modelica.h", "r");
  TEST_ASSERT_NOT_NULL(file);
  header[fread(header, 1, sizeof header - 1, file)] = '\0';
  fclose(file);
  size_t found = 0;
  for (const char *at = package; (at = strstr(at, "lash_modelica_")); at++) {
    char name[64], call[80];
    snprintf(name, sizeof name, "%.*s", (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_"), at);
    snprintf(call, sizeof call, "%s(", name);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(header, call), name);
    found++;
  }
  TEST_ASSERT_TRUE(found >= 7);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(table_of_restitutions);
  RUN_TEST(derivative_is_that_along_a_path);
  RUN_TEST(bristles_are_the_tools_states);
  RUN_TEST(mistakes_are_modelica_errors);
  RUN_TEST(the_package_calls_what_there_is);
  return UNITY_END();
}
