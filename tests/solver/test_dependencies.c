/* Functions that depend on each other: chains of any length, many paths, and circles. */
#include <stdio.h>

#include "solver_helper.h"

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

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_thousand_variables);
  RUN_TEST(many_ways);
  RUN_TEST(circles);
  return UNITY_END();
}
