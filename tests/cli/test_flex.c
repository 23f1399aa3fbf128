/* `lash flex`: bodies from frames, the check, and refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash_cli_flex_XXXXXX";

void setUp(void) {
  char path[64];
  snprintf(path, sizeof path, "%s/bar.frame", folder);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(
      "name bar\nmaterial steel E 2.1e11 nu 0.3 rho 7850\nsection s round 0.05\nnode 1 0 0 0\n"
      "node 2 1 0 0\nbeam 1 2 s steel divide 16\ninterface 1 2\n",
      out);
  fclose(out);
}
void tearDown(void) {}

static void makes_and_checks(void) {
  const outcome *o =
      lash("flex frame %s/bar.frame --out %s/bar.lfx --modes 6 --json", folder, folder);
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_EQUAL_DOUBLE(12, json_value(o, "modes"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 7850 * 0.25 * 3.14159265 * 0.0025, json_value(o, "mass"));
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-7, json_value(o, "static_error"));
  double mass = json_value(o, "mass");
  o = lash("flex check %s/bar.lfx --json", folder);
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_EQUAL_DOUBLE(mass, json_value(o, "mass"));
  o = lash("flex check %s/bar.lfx", folder);
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "modes orthonormal by mass"));
}

static void refuses(int status, const char *words, const char *arguments) {
  const outcome *o = lash("flex %s", arguments);
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, o->status, o->output);
  TEST_ASSERT_TRUE_MESSAGE(strstr(o->output, words) != NULL, o->output);
}

static void bad_input_exits_with_two(void) {
  char arguments[128];
  refuses(2, "lash flex --help", "");
  refuses(2, "none of frame", "mesh file");
  refuses(2, "cannot read", "check /nonexistent.lfx");
  refuses(2, "cannot read", "frame /nonexistent.frame --out x.lfx");
  refuses(2, "--modes takes", "frame x --modes -1");
  refuses(2, "--damping takes", "frame x --damping 2");
  refuses(2, "--interface takes", "calculix x --interface 1:2");
  snprintf(arguments, sizeof arguments, "frame %s/bar.frame", folder);
  refuses(2, "--out", arguments);
  char command[256];
  snprintf(command, sizeof command, "echo nonsense > %s/torn.lfx", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  snprintf(arguments, sizeof arguments, "check %s/torn.lfx", folder);
  refuses(2, "torn.lfx:1: 'lash-flex ...' should stand here", arguments);
  snprintf(arguments, sizeof arguments, "frame %s/bar.frame --out /dev/null/x.lfx", folder);
  refuses(1, "cannot make the folder", arguments);
}

/* A body whose numbers were changed by hand no longer agrees with itself. */
static void altered_bodies_are_unsound(void) {
  char command[256], arguments[64];
  lash("flex frame %s/bar.frame --out %s/bar.lfx --modes 2", folder, folder);
  snprintf(command, sizeof command,
           "sed 's/^coupling 1 1 .*/coupling 1 1 9 0 0 0 9 0 0 0 9/' %s/bar.lfx > %s/bad.lfx",
           folder, folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  snprintf(arguments, sizeof arguments, "check %s/bad.lfx", folder);
  refuses(2, "unsound", arguments);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(makes_and_checks);
  RUN_TEST(bad_input_exits_with_two);
  RUN_TEST(altered_bodies_are_unsound);
  int failed = UNITY_END();
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? failed : 1;
}
