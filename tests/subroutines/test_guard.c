/* Routines that stop, return nonsense or write where they should not: a message each, and the host
 * lives on. What crashes or hangs has a process of its own, whose end is told in the same words. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
#include "lash_supervisor.h"
#include "unity.h"

static test_host host;
static lash_sdk_call call;
static lash_error error;

void setUp(void) {
  test_host_make(&host);
  call = (lash_sdk_call){.host = &host.sdk};
  error.message[0] = '\0';
}
void tearDown(void) {}

#define OK(status) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message)

static const double user[2] = {1.5, 2};
static const struct sAdamsVariable element = {77, 2, user, 0};

static lash_routine_arguments run(const char *name) {
  static double result;
  lash_routine routine = test_routine(LASH_VARSUB, name);
  lash_routine_arguments a = {.element = &element, .time = 0.125, .output = {{&result, 1}}};
  lash_status status = lash_routine_call(&routine, &call, &a, &error);
  TEST_ASSERT_EQUAL_INT(a.outcome == LASH_CALL_DONE ? LASH_OK : LASH_FAILURE, status);
  return a;
}

/* The message tells routine, library, element, time and arguments, and what happened. */
static void expect(const char *name, lash_outcome outcome, const char *words) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(outcome, run(name).outcome, error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(
      strstr(error.message, "bad.so (VARIABLE/77, time 0.125, iflag 0, USER(1.5, 2))"),
      error.message);
  TEST_ASSERT_NOT_NULL(strstr(error.message, strchr(name, ':') + 2));
  TEST_ASSERT_EQUAL_DOUBLE(42, *run("bad::Fine").output[0].values); /* life goes on */
}

/* ------------------------------------------------------------- what ends the process it runs in */

static lash_status call_it(void *context, lash_error *why) {
  double result;
  lash_routine routine = test_routine(LASH_VARSUB, context);
  return lash_call_variable(&routine, &call, &element, 0.125, 0, 0, &result, why);
}

static void expect_end(const char *name, double limit, const char *words) {
  const lash_supervisor_options options = {.routine_limit = limit};
  char text[64];
  snprintf(text, sizeof text, "%s", name);
  const lash_status status = lash_supervise(&options, call_it, text, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_FAILURE, status, error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(
      strstr(error.message, "bad.so (VARIABLE/77, time 0.125, iflag 0, USER(1.5, 2))"),
      error.message);
}

static void crashes_end_the_child_only(void) {
  for (int again = 0; again < 3; again++) {
    expect_end("bad::Divides", 0, "division by zero");
    expect_end("bad::Strays", 0, "bad memory address");
    expect_end("bad::Aborts", 0, "abort()");
    expect_end("bad::Recurses", 0, "bad memory address");
  }
}

static void endless_loop_is_cut(void) {
  expect_end("bad::Loops", 0.05, "did not return within 0.05 s");
}

/* What the work returns and says comes back as if it had been called here. */
static lash_status fails(void *context, lash_error *why) {
  return lash_fail(why, LASH_UNSUPPORTED, "no %s today", (const char *)context);
}

static void answers_come_back(void) {
  const lash_supervisor_options options = {0};
  OK(lash_supervise(&options, call_it, "bad::Fine", &error));
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_supervise(&options, fails, "bread", &error));
  TEST_ASSERT_EQUAL_STRING("no bread today", error.message);
}

/* --------------------------------------------------------------------- what ends the call alone */

static void overruns_are_found(void) {
  expect("bad::Overruns", LASH_CALL_OVERRAN, "past the end of its result, which has room for 1");
  expect("bad::Underruns", LASH_CALL_OVERRAN, "in front of its first result");
}

static void nan_is_refused(void) {
  expect("bad::WritesNan", LASH_CALL_NOT_FINITE, "nan as number 1");
}

static void stop_ends_the_call(void) {
  expect("bad::Stops", LASH_CALL_STOPPED, "stopped the run: no marker, no force");
  TEST_ASSERT_EQUAL_STRING(
      "E 77 no marker, no force [c_sysfnc: DX: there is no MARKER/99; name a marker of the "
      "dataset]",
      host.log[0]);
}

static void other_messages_do_not(void) {
  TEST_ASSERT_EQUAL_DOUBLE(7, *run("bad::Warns").output[0].values);
  TEST_ASSERT_EQUAL_INT(1, host.log_count);
  TEST_ASSERT_EQUAL_STRING("E 77 only a warning", host.log[0]);
}

static void reload_in_another_order_is_found_out(void) {
  lash_sdk_store store = {0};
  double unused;
  lash_routine routine = test_routine(LASH_VARSUB, "bad::Reloads");
  call.store = &store;
  OK(lash_call_variable(&routine, &call, &element, 0, 0, 7, &unused, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_call_variable(&routine, &call, &element, 0, 0, 9, &unused, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "other values than it saved"));
  lash_sdk_store_free(&store);
}

/* A crash of the host itself, outside any routine, is still the host's. */
static void crash_outside_is_not_hidden(void) {
  TEST_ASSERT_EQUAL_INT(LASH_CALL_DONE, run("bad::Fine").outcome);
  pid_t child = fork();
  if (child == 0) {
    close(STDERR_FILENO);
    raise(SIGSEGV);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  TEST_ASSERT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
}

/* A stop deep in a nested call ends the inner call only. */
static lash_routine inner;
static lash_status inner_status;
static int nested(void *data, const char *type, const char *name, double begin, double end,
                  int init) {
  (void)data, (void)type, (void)name, (void)begin, (void)end, (void)init;
  double result;
  inner_status = lash_call_variable(&inner, &call, &element, 0, 0, 0, &result, &error);
  return 0;
}

static void calls_nest(void) {
  const struct sAdamsControl control = {1, user};
  lash_routine outer = test_routine(LASH_CONSUB, "control::");
  inner = test_routine(LASH_VARSUB, "bad::Stops");
  host.sdk.analyse = nested;
  OK(lash_call_control(&outer, &call, &control, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, inner_status);
  TEST_ASSERT_EQUAL_STRING("output", host.log[host.log_count - 1]);
}

/* Each thread has its own call in progress. */
static void *thread_body(void *argument) {
  test_host *own = argument;
  lash_sdk_call own_call = {.host = &own->sdk};
  lash_error own_error;
  lash_routine routine = inner;
  for (int i = 0; i < 200; i++) {
    double result;
    lash_routine_arguments a = {.element = &element, .output = {{&result, 1}}};
    lash_routine_call(&routine, &own_call, &a, &own_error);
    if (a.outcome != LASH_CALL_STOPPED) return (void *)1;
  }
  return strstr(own_error.message, "no MARKER/99") ? NULL : (void *)1;
}

static void threads_do_not_mix(void) {
  static test_host hosts[4];
  pthread_t threads[4];
  inner = test_routine(LASH_VARSUB, "bad::Stops");
  for (int i = 0; i < 4; i++) {
    test_host_make(&hosts[i]);
    pthread_create(&threads[i], NULL, thread_body, &hosts[i]);
  }
  for (int i = 0; i < 4; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    TEST_ASSERT_NULL(failed);
    TEST_ASSERT_EQUAL_INT(TEST_LOG, hosts[i].log_count);
  }
}

static void own_handler(int signal_number) { (void)signal_number; }

static bool handler_is_own(void) {
  struct sigaction now;
  sigaction(SIGSEGV, NULL, &now);
  return now.sa_handler == own_handler;
}

/* A program's handlers stay its own while routines are loaded, called and gone. */
static void handlers_are_left_alone(void) {
  test_routines_done();
  struct sigaction before, own = {.sa_handler = own_handler};
  sigaction(SIGSEGV, &own, &before);
  TEST_ASSERT_EQUAL_DOUBLE(42, *run("bad::Fine").output[0].values);
  TEST_ASSERT_TRUE(handler_is_own());
  test_routines_done();
  TEST_ASSERT_TRUE(handler_is_own());
  sigaction(SIGSEGV, &before, NULL);
}

/* A table that was compiled with other headers is refused before anybody reads it. */
static void foreign_tables_are_refused(void) {
  double result;
  lash_routine routine = test_routine(LASH_VARSUB, "bad::Fine");
  for (int field = 0; field < 2; field++) {
    test_host_make(&host);
    *(field ? &host.sdk.version : &host.sdk.size) += 8;
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                          lash_call_variable(&routine, &call, &element, 0, 0, 0, &result, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "LASH_SDK_HOST_HEAD"), error.message);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(crashes_end_the_child_only);
  RUN_TEST(answers_come_back);
  RUN_TEST(endless_loop_is_cut);
  RUN_TEST(overruns_are_found);
  RUN_TEST(nan_is_refused);
  RUN_TEST(stop_ends_the_call);
  RUN_TEST(other_messages_do_not);
  RUN_TEST(reload_in_another_order_is_found_out);
  RUN_TEST(crash_outside_is_not_hidden);
  RUN_TEST(calls_nest);
  RUN_TEST(threads_do_not_mix);
  RUN_TEST(handlers_are_left_alone);
  RUN_TEST(foreign_tables_are_refused);
  test_routines_done();
  return UNITY_END();
}
