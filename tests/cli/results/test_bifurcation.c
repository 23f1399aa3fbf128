/* lash bifurcation: the driven pendulum's known periods and chaos, failures, mistakes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../study/pendulum.h"
#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_test_bifurcation_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

#define DRIVE                                                                 \
  "--set 'SFORCE/1.FUNCTION=${g}*COS(2*TIME/3)-0.5*WZ(2,1)' --period '3*pi' " \
  "--column 'WZ(2,1)' --integrator rk45 --error 1e-8"

/* The number behind a key of the point with this g. */
static double of_point(const outcome *o, const char *g, const char *key) {
  char text[64];
  double value = NAN;
  snprintf(text, sizeof text, "\"g\": %.17g,", strtod(g, NULL));
  const char *at = strstr(o->output, text);
  TEST_ASSERT_TRUE_MESSAGE(at != NULL, o->output);
  snprintf(text, sizeof text, "\"%s\":", key);
  at = strstr(at, text);
  TEST_ASSERT_TRUE_MESSAGE(at != NULL, o->output);
  TEST_ASSERT_EQUAL(1, sscanf(at + strlen(text), "%lf", &value));
  return value;
}

/* At 0.9 the multipliers are complex, so the exponent is half the damping; at 1.07 it is that of
 * the tangent equations; at 1.5 there is chaos (Baker and Gollub 1990). */
static void order_and_chaos_are_told_apart(void) {
  const outcome *o = lash("bifurcation %s/pendulum.adm --vary g=0.9,1.07,1.5 " DRIVE
                          " --skip 60 --keep 60 --lyapunov --json --out %s/out",
                          folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_EQUAL_INT(1, (int)of_point(o, "0.9", "repeats"));
  TEST_ASSERT_EQUAL_INT(2, (int)of_point(o, "1.07", "repeats"));
  TEST_ASSERT_EQUAL_INT(0, (int)of_point(o, "1.5", "repeats"));
  TEST_ASSERT_DOUBLE_WITHIN(5 * of_point(o, "0.9", "standard_error"), -0.25,
                            of_point(o, "0.9", "exponent"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, -0.03993, of_point(o, "1.07", "exponent"));
  TEST_ASSERT_TRUE(of_point(o, "1.5", "exponent") > 3 * of_point(o, "1.5", "standard_error"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "\"periodic-1\""));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "\"periodic-2\""));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "\"chaotic\""));
  static const char *const names[] = {"bifurcation.csv", "lyapunov.csv", "bifurcation.svg"};
  for (size_t i = 0; i < 3; i++) {
    char path[600];
    snprintf(path, sizeof path, "%s/out/%s", folder, names[i]);
    TEST_ASSERT_TRUE_MESSAGE(access(path, R_OK) == 0, path);
  }
  TEST_ASSERT_EQUAL(0, lash("report %s/out", folder)->status);
}

/* The last sample of the last value in a folder's table. */
static double last_sample(const char *name) {
  char path[600], line[300], last[300] = "";
  snprintf(path, sizeof path, "%s/%s/bifurcation.csv", folder, name);
  FILE *file = fopen(path, "r");
  TEST_ASSERT_TRUE_MESSAGE(file != NULL, path);
  while (fgets(line, sizeof line, file)) memcpy(last, line, sizeof last);
  fclose(file);
  const char *comma = strrchr(last, ',');
  TEST_ASSERT_NOT_NULL(comma);
  return strtod(comma + 1, NULL);
}

/* Where one motion alone is stable, both ways lead to it. */
static void carried_on_or_begun_anew(void) {
  const outcome *o = lash("bifurcation %s/pendulum.adm --vary g=0.9:0.92:2 " DRIVE
                          " --skip 40 --keep 5 --out %s/anew",
                          folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  o = lash("bifurcation %s/pendulum.adm --vary g=0.9:0.92:2 " DRIVE
           " --skip 40 --keep 5 --carry --out %s/carried",
           folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "periodic-1"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, last_sample("anew"), last_sample("carried"));
}

static void a_point_that_fails_stops_no_other(void) {
  const outcome *o = lash(
      "bifurcation %s/pendulum.adm --vary PART/2.MASS=0.99,-1,1.2 --period '3*pi' --column "
      "'WZ(2,1)' --skip 2 --keep 4 --out %s/partly",
      folder, folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "PART/2.MASS=-1 failed: "));
  TEST_ASSERT_NULL(strstr(o->output, "1.2 failed"));
  char path[600];
  snprintf(path, sizeof path, "%s/partly/failed.csv", folder);
  TEST_ASSERT_TRUE_MESSAGE(access(path, R_OK) == 0, path);
}

static void mistakes_are_named(void) {
  static const struct {
    const char *arguments, *words;
  } cases[] = {
      {"--vary PART/2.MASS=1:2:3 --column 'WZ(2,1)'", "--period"},
      {"--vary PART/2.MASS=1:2:3 --period 1", "--column"},
      {"--period 1 --column 'WZ(2,1)'", "nothing varies"},
      {"--vary PART/2.MASS=1:2:3 --period 1 --column 'WZ(2,1)' --end 3", "no use here"},
      {"--vary PART/2.MASS=1:2:3 --period 60/rpm --column 'WZ(2,1)'", "60/rpm"},
      {"--vary PART/2.MASS=1:2:3 --period 1 --column 'WZ(2,1'", "bracket"},
      {"--vary PART/2.MASS=1:2:3 --vary SFORCE/1.FUNCTION=1,2 --period 1 --column 'WZ(2,1)'",
       "one parameter"},
      {"--vary PART/2.MASS=1:2:3 --period 1 --column 'WZ(2,1)' --lyapunov --keep 3", "at least 10"},
      {"--vary g=1:2:3 --period 1 --column 'WZ(2,1)'", "${g}"},
      {"--vary PART/2.MASS=1:2:3 --period 1 --column 'WZ(2,1)' --skip -1", "--skip"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char line[700];
    snprintf(line, sizeof line, "bifurcation %s/pendulum.adm %s", folder, cases[i].arguments);
    expect(2, cases[i].words, line);
  }
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  write_in(folder, "pendulum.adm", pendulum);
  UNITY_BEGIN();
  RUN_TEST(order_and_chaos_are_told_apart);
  RUN_TEST(carried_on_or_begun_anew);
  RUN_TEST(a_point_that_fails_stops_no_other);
  RUN_TEST(mistakes_are_named);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  const int removed = system(command);
  return UNITY_END() || removed;
}
