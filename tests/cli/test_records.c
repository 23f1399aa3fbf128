/* Records that know what they are of: a run or a study goes on only from what it was begun with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

#define DATA SOURCE_FOLDER "/tests/solver/data"

static char folder[] = "/tmp/lash-records-XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static int shell(const char *command) {
  char text[2048];
  snprintf(text, sizeof text, "cd %s && { %s; }", folder, command);
  return system(text);
}

static const outcome *run(const char *more) {
  static outcome o;
  char command[2048];
  snprintf(command, sizeof command, "cd %s && " LASH_COMMAND " %s >said 2>&1; echo $? >>said",
           folder, more);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  char path[256];
  snprintf(path, sizeof path, "%s/said", folder);
  FILE *said = fopen(path, "r");
  TEST_ASSERT_NOT_NULL(said);
  const size_t size = fread(o.output, 1, sizeof o.output - 1, said);
  o.output[size] = '\0';
  fclose(said);
  o.status = size > 1 ? o.output[size - 2] - '0' : -1;
  return &o;
}

static void expect_here(int status, const char *words, const char *arguments) {
  const outcome *o = run(arguments);
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, words), o->output);
}

#define MODAL                                                                        \
  "run flexible_slider_crank_modal.adm --end 0.002 --steps 20 --checkpoint-every 8 " \
  "--checkpoint c.ck --out r "

static void begin_modal(void) {
  shell("rm -rf r c.ck; cp " DATA "/flexible_slider_crank_modal.adm " DATA "/flexible_rod.frame .");
  expect_here(0, "", MODAL);
}

static void a_finished_run_is_left_alone(void) {
  begin_modal();
  TEST_ASSERT_EQUAL_INT(0, shell("cat r/* | md5sum >before; ls -l --full-time r >>before"));
  expect_here(0, "finished already", MODAL "--resume c.ck");
  expect_here(0, "\"status\": \"finished\"", MODAL "--resume c.ck --json");
  TEST_ASSERT_EQUAL_INT(0, shell("{ cat r/* | md5sum; ls -l --full-time r; } | cmp - before"));
}

/* Saved at its last output, ended before its summary was written. */
static void saved_at_the_very_end(void) {
  shell("rm -rf r c.ck");
  begin_modal();
  shell("rm -rf r c.ck");
  expect_here(0, "", MODAL "--checkpoint-every 20");
  shell("mkdir -p good && cp r/*.csv good; rm r/summary.json");
  expect_here(0, "", MODAL "--checkpoint-every 20 --resume c.ck");
  TEST_ASSERT_EQUAL_INT(0, shell("for f in good/*; do cmp $f r/${f#good/} || exit 1; done"));
}

static void a_changed_body_is_noticed(void) {
  begin_modal();
  shell("rm r/summary.json; echo '# changed' >>flexible_rod.frame");
  expect_here(2, "has changed since", MODAL "--resume c.ck");
}

static void a_changed_library_is_noticed(void) {
  shell("rm -rf r c.ck; cp " LIBRARIES "/liblash_subroutines.so . ; cp " CASES
        "/impact_pendulum/impact_pendulum.adm .");
  const char *words =
      "run impact_pendulum.adm --end 0.01 --steps 20 --checkpoint-every 8 "
      "--checkpoint c.ck --out r --resume c.ck";
  char first[256];
  snprintf(first, sizeof first, "%.*s", (int)(strstr(words, " --resume") - words), words);
  expect_here(0, "", first);
  shell(
      "rm r/summary.json; cp liblash_subroutines.so new.so; echo >>new.so; "
      "mv new.so liblash_subroutines.so");
  expect_here(2, "library", words);
}

static void a_study_holds_what_it_reads(void) {
  const char *words =
      "sweep flexible_slider_crank_modal.adm --vary PART/4.MASS=0.03:0.04:2 "
      "--measure impacts --end 0.0002 --out s -q";
  begin_modal();
  expect_here(0, "", words);
  TEST_ASSERT_EQUAL_INT(0, shell("grep -q 'reads .* flexible_rod.frame' s/manifest.txt"));
  TEST_ASSERT_EQUAL_INT(0, shell("grep -q 'reads .* exe' s/manifest.txt"));
  expect_here(0, "", words);
  shell("echo '# changed' >>flexible_rod.frame");
  expect_here(2, "another study", words);
}

static void a_hang_up_is_a_wish_to_end(void) {
  shell("rm -rf r c.ck; cp " CASES "/impact_pendulum/impact_pendulum.adm .");
  TEST_ASSERT_EQUAL_INT(
      0, shell(LASH_COMMAND
               " run impact_pendulum.adm --end 1000 --dtout 1e-4 --out r >said 2>&1 & pid=$!; "
               "while [ ! -s r/parts.csv ]; do sleep 0.01; done; kill -HUP $pid; wait $pid; "
               "[ $? = 1 ] && grep -q interrupted r/summary.json"));
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(a_finished_run_is_left_alone);
  RUN_TEST(saved_at_the_very_end);
  RUN_TEST(a_changed_body_is_noticed);
  RUN_TEST(a_changed_library_is_noticed);
  RUN_TEST(a_study_holds_what_it_reads);
  RUN_TEST(a_hang_up_is_a_wish_to_end);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) return 1;
  return UNITY_END();
}
