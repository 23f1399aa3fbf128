/* Routines that crash, hang, stop or return nonsense: a message each, and the host lives on. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
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
  call.time_limit = 0;
  TEST_ASSERT_EQUAL_DOUBLE(42, *run("bad::Fine").output[0].values); /* life goes on */
}

static void crashes_are_caught(void) {
  for (int again = 0; again < 3; again++) {
    expect("bad::Divides", LASH_CALL_CRASHED, "division by zero");
    expect("bad::Strays", LASH_CALL_CRASHED, "bad memory address");
    expect("bad::Aborts", LASH_CALL_CRASHED, "abort()");
  }
}

static void stack_overflow_is_caught(void) {
  expect("bad::Recurses", LASH_CALL_CRASHED, "bad memory address");
}

static void endless_loop_is_cut(void) {
  for (int again = 0; again < 2; again++) {
    call.time_limit = 0.05;
    expect("bad::Loops", LASH_CALL_TIMED_OUT, "did not return within 0.05 s");
  }
  call.time_limit = 30;
  for (int i = 0; i < 100; i++) TEST_ASSERT_EQUAL_INT(LASH_CALL_DONE, run("bad::Fine").outcome);
  usleep(100 * 1000); /* no late timer hits the host */
}

static void nan_is_refused(void) {
  expect("bad::WritesNan", LASH_CALL_NOT_FINITE, "nan as number 1");
}

static void stop_ends_the_call(void) {
  expect("bad::Stops", LASH_CALL_STOPPED, "stopped the run: no marker, no force");
  TEST_ASSERT_EQUAL_STRING("E 77 no marker, no force [c_sysfnc: DX: there is no marker 99]",
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
  TEST_ASSERT_EQUAL_INT(LASH_CALL_DONE, run("bad::Fine").outcome); /* the handlers are in place */
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

/* A crash deep in a nested call ends the inner call only. */
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
  inner = test_routine(LASH_VARSUB, "bad::Strays");
  host.sdk.analyse = nested;
  OK(lash_call_control(&outer, &call, &control, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, inner_status);
  TEST_ASSERT_EQUAL_STRING("output", host.log[1]);
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
  return strstr(own_error.message, "no marker 99") ? NULL : (void *)1;
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
static void later_handler(int signal_number) { (void)signal_number; }

static void (*handler_of(int signal_number))(int) {
  struct sigaction now;
  sigaction(signal_number, NULL, &now);
  return now.sa_handler;
}

static lash_loader *loader_of_bad(void) {
  lash_loader *loader = lash_loader_new();
  lash_routine routine;
  OK(lash_loader_add_folder(loader, USER_LIBRARIES, &error));
  OK(lash_loader_find(loader, LASH_VARSUB, "bad::Fine", &routine, &error));
  return loader;
}

/* The program's handlers are back when the last library is gone, and were ours in between; one that
 * the program sets in the meantime stays. */
static void handlers_are_given_back(void) {
  test_routines_done();
  struct sigaction before, own = {.sa_handler = own_handler};
  sigaction(SIGSEGV, &own, &before);
  lash_loader *first = loader_of_bad(), *second = loader_of_bad();
  TEST_ASSERT_TRUE(handler_of(SIGSEGV) != own_handler);
  lash_loader_free(first);
  TEST_ASSERT_TRUE(handler_of(SIGSEGV) != own_handler);
  lash_loader_free(second);
  TEST_ASSERT_TRUE(handler_of(SIGSEGV) == own_handler);

  first = loader_of_bad();
  TEST_ASSERT_TRUE(handler_of(SIGSEGV) != own_handler);
  signal(SIGSEGV, later_handler);
  lash_loader_free(first);
  TEST_ASSERT_TRUE(handler_of(SIGSEGV) == later_handler);
  sigaction(SIGSEGV, &before, NULL);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(crashes_are_caught);
  RUN_TEST(stack_overflow_is_caught);
  RUN_TEST(endless_loop_is_cut);
  RUN_TEST(nan_is_refused);
  RUN_TEST(stop_ends_the_call);
  RUN_TEST(other_messages_do_not);
  RUN_TEST(reload_in_another_order_is_found_out);
  RUN_TEST(crash_outside_is_not_hidden);
  RUN_TEST(calls_nest);
  RUN_TEST(threads_do_not_mix);
  RUN_TEST(handlers_are_given_back);
  test_routines_done();
  return UNITY_END();
}
