/* Curves of a paper in a case: as the published value of a claim, by name in runs.txt, as a spline.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lash_validation.h"
#include "unity.h"

static char folder[] = "/tmp/lash_published_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static void put(const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/swing/%s", folder, name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(text, file);
  fclose(file);
}

/* x'' = -100 x from x = 0.1: a cosine of 10 rad/s; and a body that is driven along a spline. */
static const char model[] =
    "Mass on a spring, and one on a drive\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\nMARKER/11, PART = 1\n"
    "PART/2, MASS = 1, CM = 21, IP = 1, 1, 1, QG = 0.1, 0, 0\nMARKER/21, PART = 2\n"
    "MARKER/12, PART = 1, REULER = 90D, 90D, 0\n"
    "JPRIM/1, ORIENTATION, I = 21, J = 11\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 21, J = 12, FUNCTION = -100*DX(21)\n"
    "SPLINE/3, X = 0, 1, 2, 3, Y = 0, 0, 0, 0\n"
    "REQUEST/1, F2 = DX(21)\\F3 = AKISPL(TIME,0,3)\nEND\n";

static const char runs[] =
    "curve figure = figure.csv\n"
    "run swing\nmodel swing.adm\nend 2\nsteps 400\nerror 1e-9\nspline 3 = figure.x_m\n"
    "column x_m = r1.F2\ncolumn spline_m = r1.F3\n";

/* The points of the figure: the true curve at 41 times, three digits, with error bars of 2 mm. */
static void write_figure(double scale, double late) {
  char text[2000] = "t (s),x_m,±\n", row[64];
  for (int i = 0; i <= 40; i++) {
    snprintf(row, sizeof row, "%.3g,%.3f,0.002\n", 0.05 * i,
             scale * 0.1 * cos(10 * (0.05 * i - late)));
    strcat(text, row);
  }
  put("figure.csv", text);
}

static double computed(const lash_validation *v, const char *id) {
  for (size_t i = 0; i < v->item[0].claim_count; i++) {
    const lash_claim *c = &v->item[0].claim[i];
    if (strcmp(c->id, id) != 0) continue;
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", c->failure, c->id);
    return c->computed;
  }
  TEST_FAIL_MESSAGE(id);
  return NAN;
}

static void claims_are_held_against_curves(void) {
  static const char claims[] =
      "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
      "F-1,the swing,curve figure.csv,,value,\"rms_to(swing.x_m, published.x_m)\",below "
      "0.02,reproduced,,\n"
      "F-2,its peak,curve figure.csv,,value,\"peak_to(swing.x_m, published.x_m)\",near 1 within "
      "0.01,reproduced,,\n"
      "F-3,its phase,,deg,value,\"phase_to(swing.x_m, figure.x_m)\",near 0 within 1,reproduced,,\n"
      "F-4,inside of a tube,,,value,\"tube(swing.x_m, figure.x_m, 0.005, 0.02)\",below "
      "1e-9,reproduced,,\n"
      "F-5,the spline is the curve,,,check,\"max(abs(swing.spline_m - swing.x_m))\",below "
      "0.01,reproduced,,\n"
      "F-6,inside of its error bars,,,value,\"tube(swing.x_m, figure.x_m)\",below 1,reproduced,,\n";
  put("swing.adm", model), put("runs.txt", runs), put("claims.csv", claims);
  write_figure(1, 0);
  const lash_validation_options options = {.folder = folder, .jobs = 1};
  lash_validation *v = NULL;
  lash_error error = {.message = ""};
  const lash_status status = lash_validate(&options, &v, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_EQUAL_INT(0, (int)v->surprises);
  TEST_ASSERT_TRUE(computed(v, "F-1") < 0.02);
  lash_validation_free(v);
  /* a figure that is 5 % larger and 10 ms late is another curve: every row but the last says so */
  write_figure(1.05, 0.01);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_validate(&options, &v, &error));
  TEST_ASSERT_DOUBLE_WITHIN(0.01, 1 / 1.05, computed(v, "F-2"));
  TEST_ASSERT_DOUBLE_WITHIN(1, -0.01 * 10 * 57.29578, computed(v, "F-3"));
  TEST_ASSERT_TRUE(v->surprises >= 3);
  lash_validation_free(v);
}

static void mistakes_are_told_with_their_file(void) {
  static const struct {
    const char *file, *text, *words;
  } wrong[] = {
      {"figure.csv", "t,x_m\n0,1\n1,oops\n", "figure.csv:3: 'oops'"},
      {"claims.csv",
       "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
       "F-1,a,curve none.csv,,value,\"rms_to(swing.x_m, published.x)\",below 1,reproduced,,\n",
       "none.csv"},
      {"claims.csv",
       "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
       "F-1,a,3,,value,\"rms_to(swing.x_m, published.x)\",below 1,reproduced,,\n",
       "there is no run published"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    const lash_validation_options options = {.folder = folder, .jobs = 1};
    lash_validation *v = NULL;
    lash_error error = {.message = ""};
    write_figure(1, 0);
    put(wrong[i].file, wrong[i].text);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_validate(&options, &v, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, wrong[i].words), error.message);
  }
}

int main(void) {
  char path[64];
  UNITY_BEGIN();
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/swing", folder);
  if (mkdir(path, 0777) != 0) return 1;
  RUN_TEST(claims_are_held_against_curves);
  RUN_TEST(mistakes_are_told_with_their_file);
  return UNITY_END();
}
