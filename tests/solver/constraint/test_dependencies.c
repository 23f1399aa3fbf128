/* Functions that depend on each other: chains of any length, many paths, and circles. */
#include <stdio.h>

#include "measure.h"
#include "solver_helper.h"
#include "system_impl.h"

void setUp(void) {}
void tearDown(void) {}

static const char slider[] =
    "PART/1, GROUND\nMARKER/1, PART=1\n"
    "PART/2, MASS=2, CM=2, IP=1,1,1\nMARKER/2, PART=2, QP=0,0,3\n"
    "JOINT/1, TRANSLATIONAL, I=2, J=1\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=VARVAL(1)\n";

/* `count` variables, each by `format` of the next one's id (twice); the last by `last`. */
static char *chain(int count, const char *format, const char *last) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fputs(slider, out);
  for (int k = 1; k < count; k++) {
    fprintf(out, "VARIABLE/%d, FUNCTION=", k);
    fprintf(out, format, k + 1, k + 1);
    fputc('\n', out);
  }
  fprintf(out, "VARIABLE/%d, FUNCTION=%s\n", count, last);
  fclose(out);
  return text;
}

/* 0.5 per link at the end of a thousand, of the displacement 3: acceleration and stiffness. */
static void a_thousand_variables(void) {
  enum { LINKS = 1000 };
  char *text = chain(LINKS, "VARVAL(%d)+0.5", "-DZ(2,1)");
  mechanism m = load(text);
  double force;
  OK(lash_system_measure(m.system, "VARVAL", (int[]){1}, 1, &force, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, (LINKS - 1) * 0.5 - 3, force);
  unload(&m);
  free(text);
}

/* Two ways at every link are 2^60 ways in all. */
static void many_ways(void) {
  char *text = chain(60, "(VARVAL(%d)+VARVAL(%d))/2", "-DZ(2,1)");
  mechanism m = load(text);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -3, measure(&m, "VARVAL", 1, 0, 0, 0));
  unload(&m);
  free(text);
}

static void refused(const char *statements, const char *words) {
  lash_model model;
  lash_system *system;
  char text[2048];
  snprintf(text, sizeof text, "title\n%s\nEND\n", statements);
  OK(lash_model_parse(&model, "test.adm", text, strlen(text), &error));
  TEST_ASSERT_TRUE(lash_system_create(&model, NULL, &system, &error) != LASH_OK);
  TEST_ASSERT_NULL(system);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  lash_model_free(&model);
}

static void circles(void) {
  char *text = chain(5, "VARVAL(%d)+1", "VARVAL(2)");
  refused(text, "depend on themselves");
  free(text);
  text = chain(1, "", "SFORCE(1,0,2,0)");
  refused(text, "depend on themselves");
  free(text);
}

/* What partial derivatives that name a measure become: of a body's own coordinates and speeds,
 * ground axes; what has too few arguments, or none by these, is not served. */
static void measures_by_name_have_gradients(void) {
  mechanism m =
      load("PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=2, IP=1,1,1\nMARKER/2, PART=2\n");
  double q[6], v[6];
  lash_gradient gradient = {.q = q, .v = v, .x = NULL};
  static const struct {
    const char *name;
    int arguments[2];
    size_t count, component;
    int q, v; /* the one that is 2, else -1 */
    bool served;
  } asked[] = {{"DX", {2, 1}, 2, 0, 0, -1, true},     {"DZ", {2, 0}, 1, 0, 2, -1, true},
               {"VY", {2, 1}, 2, 0, -1, 1, true},     {"WZ", {2, 1}, 2, 0, -1, 5, true},
               {"TDISP", {2, 1}, 2, 1, 1, -1, true},  {"TDISP", {2, 1}, 2, 6, -1, -1, false},
               {"DX", {2, 1}, 0, 0, -1, -1, false},   {"NONE", {2, 1}, 2, 0, -1, -1, false},
               {"ACCX", {2, 1}, 2, 0, -1, -1, false}, {"TVEL", {2, 1}, 2, 2, -1, 2, true}};
  for (size_t n = 0; n < sizeof asked / sizeof *asked; n++) {
    memset(q, 0, sizeof q), memset(v, 0, sizeof v);
    lash_system_set(m.system, m.t, m.y);
    const bool served = lash_named_gradient(m.system, asked[n].name, asked[n].arguments,
                                            asked[n].count, asked[n].component, 2, &gradient);
    TEST_ASSERT_EQUAL_INT_MESSAGE(asked[n].served, served, asked[n].name);
    for (int k = 0; served && k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, asked[n].q == k ? 2 : 0, q[k], asked[n].name);
    for (int k = 0; served && k < 6; k++)
      if (asked[n].v < 3 ? k < 3 : k > 2)
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, asked[n].v == k ? 2 : 0, v[k], asked[n].name);
  }
  double scale[6];
  lash_system_scale(m.system, 7, scale);
  for (int k = 0; k < 6; k++) TEST_ASSERT_EQUAL_DOUBLE(k < 3 ? 7 : 1, scale[k]);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(measures_by_name_have_gradients);
  RUN_TEST(a_thousand_variables);
  RUN_TEST(many_ways);
  RUN_TEST(circles);
  return UNITY_END();
}
