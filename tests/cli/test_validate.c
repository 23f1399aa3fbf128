/* lash validate: verdicts on the screen, files, mistakes, exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* A case without simulations: claims that are arithmetic. */
static void write_case(const char *folder, const char *claims) {
  char path[256];
  snprintf(path, sizeof path, "%s/sums", folder);
  mkdir(path, 0777);
  snprintf(path, sizeof path, "%s/sums/claims.csv", folder);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fprintf(file, "id,quantity,published,unit,kind,measure,rule,expected,source,note\n%s", claims);
  fclose(file);
}

static void remove_case(const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/sums/claims.csv", folder);
  remove(path);
  snprintf(path, sizeof path, "%s/sums", folder);
  remove(path);
  remove(folder);
}

static void verdicts_decide_the_exit_status(void) {
  char folder[] = "/tmp/lash_cases_XXXXXX", command[256];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(command, sizeof command, "validate --cases %s", folder);
  expect(2, "there are no cases", command);
  write_case(folder, "A-1,a sum,4,m,value,2 + 2,near 4 within 0.1,reproduced,,\n");
  expect(0, "claims: 1 reproduced\n", command);
  write_case(folder, "A-1,a sum,5,m,value,2 + 2,near 5 within 0.1,reproduced,,\n");
  expect(1, "not reproduced; on record: reproduced", command);
  write_case(folder, "A-1,a sum,5,m,value,2 + 2,near 5 within 0.1,not reproduced,,\n");
  expect(0, "0 of the verdicts differ", command);
  const outcome *o = lash("validate --cases %s --json", folder);
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_EQUAL_DOUBLE(4, json_value(o, "computed"));
  TEST_ASSERT_EQUAL_DOUBLE(0, json_value(o, "surprises"));
  o = lash("validate --cases %s --markdown", folder);
  TEST_ASSERT_NOT_NULL(
      strstr(o->output, "| A-1 |  | a sum | 5 | 4 | m |  | near 5 within 0.1 | not reproduced |"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "| not reproduced | a sum | 5 | ✗ 4 m (near 5 within"));
  remove_case(folder);
}

/* A choice of the limit that is as good may turn a verdict: it is told, unless the limit is not a
 * choice. */
static void rows_close_to_a_limit(void) {
  char folder[] = "/tmp/lash_cases_XXXXXX";
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  write_case(folder,
             "A-1,little,,,value,0.0199,below 0.02,reproduced,,\n"
             "A-2,less,,,value,0.0179,below 0.02,reproduced,,\n"
             "A-3,larger,,,value,1.01,above 1,reproduced,,\n"
             "A-4,band,,,value,4.06,between 4 and 6,reproduced,,\n"
             "A-5,our own,,,check,0.0199,below 0.02,reproduced,,\n");
  const outcome *o = lash("validate --cases %s --markdown", folder);
  TEST_ASSERT_NOT_NULL(strstr(o->output, "| A-1 |  | 0.0199 | below 0.02 | -0.5 % | reproduced |"));
  TEST_ASSERT_NULL(strstr(o->output, "| A-2 |  | 0.0179 | below"));
  TEST_ASSERT_NULL(strstr(o->output, "| A-3 |  | 1.01 | above"));
  TEST_ASSERT_NOT_NULL(strstr(o->output, "| A-4 |  | 4.06 | between 4 and 6 | +6.0 %"));
  TEST_ASSERT_NULL(strstr(o->output, "| A-5 |  | 0.0199 | below"));
  remove_case(folder);
}

/* What is found becomes what is on record; a claim that was not run keeps its verdict. */
static void update_records_the_verdicts(void) {
  char folder[] = "/tmp/lash_cases_XXXXXX", command[256];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  write_case(folder,
             "A-1,\"a sum, \"\"wrong\"\"\",5,m,value,2 + 2,near 5 within 0.1,reproduced,,\n"
             "A-2,no number,,,value,1/0,above 1,reproduced,,\n");
  lash("validate --cases %s --update", folder);
  snprintf(command, sizeof command, "%s/sums/claims.csv", folder);
  FILE *file = fopen(command, "r");
  TEST_ASSERT_NOT_NULL(file);
  char text[1024] = "";
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  TEST_ASSERT_EQUAL_STRING(
      "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
      "A-1,\"a sum, \"\"wrong\"\"\",5,m,value,2 + 2,near 5 within 0.1,not reproduced,,\n"
      "A-2,no number,,,value,1/0,above 1,reproduced,,\n",
      text);
  snprintf(command, sizeof command, "validate --cases %s --update --quick", folder);
  expect(2, "neither --quick nor --mutate", command);
  remove_case(folder);
}

/* A dataset that fails is told and fails the command, though no claim reads it; a rule or a run
 * that is misspelt is bad input, told before anything runs. */
static void broken_cases(void) {
  char folder[] = "/tmp/lash_cases_XXXXXX", command[256], inner[128];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(command, sizeof command, "validate --cases %s", folder);
  write_case(folder, "A-1,a sum,4,m,value,2 + 2,near 4 within 0.1,reproduced,,\n");
  snprintf(inner, sizeof inner, "%s/sums", folder);
  write_in(inner, "broken.adm",
           "nothing is here\nPART/1, GROUND\nJOINT/1, REVOLUTE, I = 7, J = 8\nEND\n");
  write_in(inner, "runs.txt", "run broken\nmodel broken.adm\nend 1\ncolumn x = r1.F2\n");
  expect(1, "1 of 1 runs failed, the first: run broken", command);
  snprintf(command, sizeof command, "validate --cases %s --markdown", folder);
  expect(1, "**Failed runs, sums:** 1 of 1 runs failed, the first: run broken", command);
  snprintf(command, sizeof command, "validate --cases %s", folder);
  write_case(folder, "A-1,a sum,4,m,value,2 + 2,nere 4 within 0.1,reproduced,,\n");
  expect(2, "row 2: 'nere 4 within 0.1' is no rule", command);
  write_case(folder, "A-1,a sum,4,m,value,peak(brocken.x),above 1,reproduced,,\n");
  expect(2, "claim A-1: there is no run brocken", command);
  write_case(folder, "A-1,a sum,4,m,value,2 + 2,near 4 within 0.1,reproduced,,\n");
  write_in(inner, "runs.txt", "run one\nengine diesel\nmodel broken.adm\nend 1\n");
  expect(2, "runs.txt:2: engine is cartesian, auto or compiled, not 'diesel'", command);
  snprintf(inner, sizeof inner, "%s/sums/broken.adm", folder);
  remove(inner);
  snprintf(inner, sizeof inner, "%s/sums/runs.txt", folder);
  remove(inner);
  remove_case(folder);
}

static void mistakes(void) {
  expect(2, "neither ideal nor doubled", "validate --mutate halved");
  expect(2, "there is no case 'nowhere'", "validate nowhere --cases /tmp");
  expect(2, "cannot read the folder", "validate --cases /nonexistent");
  expect(2, "--jobs", "validate --jobs none");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(verdicts_decide_the_exit_status);
  RUN_TEST(rows_close_to_a_limit);
  RUN_TEST(update_records_the_verdicts);
  RUN_TEST(broken_cases);
  RUN_TEST(mistakes);
  return UNITY_END();
}
