/* lash compile: the file it writes, compiled and run, against lash run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {
  remove("test_compile.c");
  remove("test_compile");
  remove("test_compile.csv");
}

/* The last line of a table of numbers. */
static size_t last_line(const char *path, double *values, size_t most) {
  static char line[1 << 16], last[1 << 16];
  FILE *f = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(f, path);
  while (fgets(line, sizeof line, f)) strcpy(last, line);
  fclose(f);
  size_t count = 0;
  for (char *at = last; count < most; at++) {
    values[count++] = strtod(at, &at);
    if (*at != ',') break;
  }
  return count;
}

static void compiled_ends_where_the_run_ends(const char *model, const char *step, const char *end_t,
                                             double within) {
  char command[1000];
  const outcome *o =
      lash("compile %s --step %s --end %s --out test_compile.c --json", model, step, end_t);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_TRUE(json_value(o, "operations") > 100);
  TEST_ASSERT_EQUAL(
      0, system("cc -std=c99 -Wall -Wextra -Werror -O1 test_compile.c -o test_compile -lm"));
  TEST_ASSERT_EQUAL(0, system("./test_compile > test_compile.csv"));
  o = lash("run %s -i rk4 --step %s --end %s --out test_compile_out", model, step, end_t);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  double ours[100], theirs[400];
  const size_t count = last_line("test_compile.csv", ours, 100);
  last_line("test_compile_out/parts.csv", theirs, 400);
  TEST_ASSERT_TRUE(count >= 7);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, theirs[0], ours[0]);
  /* parts.csv has 18 columns per part: place, angles, velocity, … */
  for (size_t part = 0; part < (count - 1) / 6; part++)
    for (size_t k = 0; k < 3; k++)
      TEST_ASSERT_DOUBLE_WITHIN(within, theirs[1 + 18 * part + k], ours[1 + 6 * part + k]);
  snprintf(command, sizeof command, "rm -rf test_compile_out");
  TEST_ASSERT_EQUAL(0, system(command));
}

static void a_loop_and_an_impact(void) {
  compiled_ends_where_the_run_ends(MODELS "/four_bar.adm", "1e-3", "0.5", 1e-8);
  /* touches are located in the run and not in the file */
  compiled_ends_where_the_run_ends(CASES "/rssr/rssr.adm", "1e-6", "0.01", 1e-8);
}

static void what_it_refuses(void) {
  expect(3, "no degree of freedom", "compile " MODELS "/slider_crank.adm --out test_compile.c");
  expect(2, "--out", "compile " MODELS "/four_bar.adm");
  expect(2, "--step wants a finite number > 0",
         "compile " MODELS "/four_bar.adm --step -1 --out test_compile.c");
  expect(2, "which mechanism", "compile --out test_compile.c");
  FILE *f = fopen("test_compile.c", "r");
  TEST_ASSERT_NULL(f);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_loop_and_an_impact);
  RUN_TEST(what_it_refuses);
  return UNITY_END();
}
