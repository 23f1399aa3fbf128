/* Jobs in processes of their own: all results arrive, and what goes wrong stays where it is. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lash_crew.h"
#include "unity.h"

enum { JOBS = 60, LONG = 100000 };

static lash_error error;
static int global; /* like that of a user subroutine */

void setUp(void) {}
void tearDown(void) {}

#define TEST_OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static double *numbers(size_t count, double first) {
  double *values = malloc(count * sizeof *values);
  for (size_t i = 0; values && i < count; i++) values[i] = first + (double)i;
  return values;
}

/* ------------------------------------------------------------------------------------- all well */

static lash_status count_up(void *context, size_t index, lash_crew_result *result,
                            lash_error *failure) {
  (void)failure;
  global++;
  result->count = index == 7 ? LONG : 3;
  result->values = numbers(result->count, (double)(index * 10));
  result->values[2] = global + *(const int *)context;
  return LASH_OK;
}

typedef struct tally {
  int seen[JOBS];
  size_t finished, enough;
} tally;

static bool note(void *context, lash_crew_result *r) {
  tally *t = context;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, r->failure.status, r->failure.message);
  TEST_ASSERT_EQUAL_UINT(r->index == 7 ? LONG : 3, r->count);
  TEST_ASSERT_EQUAL_DOUBLE((double)(r->index * 10), r->values[0]);
  TEST_ASSERT_EQUAL_DOUBLE((double)(r->index * 10 + r->count - 1),
                           r->count == LONG ? r->values[LONG - 1] : r->values[1] + 1);
  TEST_ASSERT_EQUAL_DOUBLE(43, r->values[2]); /* no job has seen another one's global */
  t->seen[r->index]++;
  return ++t->finished != t->enough;
}

static void every_job_once(void) {
  int context = 42;
  for (int side_by_side = 0; side_by_side <= 5; side_by_side++) {
    tally t = {.enough = 0};
    const lash_crew_options options = {.side_by_side = side_by_side};
    TEST_OK(lash_crew_run(&options, count_up, &context, JOBS, note, &t, &error));
    for (size_t i = 0; i < JOBS; i++) TEST_ASSERT_EQUAL_INT(1, t.seen[i]);
  }
  TEST_ASSERT_EQUAL_INT(0, global);
}

static void stops_when_told(void) {
  int context = 42;
  tally t = {.enough = 10};
  const lash_crew_options options = {.side_by_side = 2};
  TEST_OK(lash_crew_run(&options, count_up, &context, JOBS, note, &t, &error));
  TEST_ASSERT_EQUAL_UINT(10, t.finished);
}

/* Jobs that take for ever are ended as soon as one is told not to go on: nobody is left. */
static lash_status sleep_on(void *context, size_t index, lash_crew_result *result,
                            lash_error *failure) {
  (void)context, (void)index, (void)result, (void)failure;
  for (;;) pause();
  return LASH_OK;
}

static bool twice(void *context) { return ++*(int *)context < 2; }

static bool none_finishes(void *context, lash_crew_result *result) {
  (void)context, (void)result;
  TEST_FAIL();
  return false;
}

static void jobs_under_way_are_ended(void) {
  int asked = 0;
  const lash_crew_options options = {.side_by_side = 2, .go_on = twice};
  TEST_OK(lash_crew_run(&options, sleep_on, NULL, 4, none_finishes, &asked, &error));
  TEST_ASSERT_EQUAL_INT(2, asked);
  TEST_ASSERT_EQUAL_INT(-1, waitpid(-1, NULL, WNOHANG));
  TEST_ASSERT_EQUAL_INT(ECHILD, errno);
}

/* --------------------------------------------------------------------------------------- faults */

enum { GOOD, REFUSES, ABORTS, IS_KILLED, LOOPS, EXITS, KINDS };

static lash_status misbehave(void *context, size_t index, lash_crew_result *result,
                             lash_error *failure) {
  (void)context;
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  switch (index % KINDS) {
    case REFUSES:
      return lash_fail(failure, LASH_BAD_INPUT, "job %zu will not", index);
    case ABORTS:
      abort();
    case IS_KILLED:
      raise(SIGKILL);
      break;
    case LOOPS:
      for (volatile unsigned i = 0;; i++) continue;
    case EXITS:
      _exit(5);
    default:
      break;
  }
  result->count = 1;
  result->values = numbers(1, 1);
  return LASH_OK;
}

static bool expect_fault(void *context, lash_crew_result *r) {
  static const struct {
    const char *words;
    bool lost;
  } expected[KINDS] = {[REFUSES] = {"will not", false},
                       [ABORTS] = {"SIGABRT", false},
                       [IS_KILLED] = {"SIGKILL", true},
                       [LOOPS] = {"1 s of processor time", false},
                       [EXITS] = {"exit(5)", false}};
  const size_t kind = r->index % KINDS;
  ++*(size_t *)context;
  if (kind == GOOD) {
    TEST_ASSERT_EQUAL_INT(LASH_OK, r->failure.status);
    return true;
  }
  TEST_ASSERT_TRUE(r->failure.status != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(r->failure.message, expected[kind].words),
                               r->failure.message);
  TEST_ASSERT_EQUAL_INT(expected[kind].lost, r->lost);
  return true;
}

static void faults_stay_where_they_are(void) {
  size_t finished = 0;
  const lash_crew_options options = {.side_by_side = 2, .processor_limit = 1};
  TEST_OK(lash_crew_run(&options, misbehave, NULL, KINDS + 3, expect_fault, &finished, &error));
  TEST_ASSERT_EQUAL_UINT(KINDS + 3, finished);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_job_once);
  RUN_TEST(stops_when_told);
  RUN_TEST(jobs_under_way_are_ended);
  RUN_TEST(faults_stay_where_they_are);
  return UNITY_END();
}
