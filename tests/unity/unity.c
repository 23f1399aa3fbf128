/* A small test library with the calls of Unity. Output has Unity's form: file:line:test:PASS. */
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
  const char *file;
  const char *test;
  int tests, failures, skips;
  int failed, skipped; /* the running test */
  jmp_buf leave;
  pid_t process; /* 0: at its end */
} unity;

/* A library that stops the program does so with what status it likes, as LAPACK with that of
 * success. */
static void stopped(void) {
  if (unity.process != getpid()) return; /* children end as they please */
  printf("%s:0:%s:FAIL: the program was stopped here\n", unity.file,
         unity.test ? unity.test : "start");
  fflush(stdout);
  _exit(1);
}

void unity_begin(const char *file) {
  unity.file = file;
  unity.process = getpid();
  atexit(stopped);
  unity.tests = unity.failures = unity.skips = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
}

int unity_end(void) {
  unity.process = 0;
  printf("\n-----------------------\n%d Tests %d Failures %d Ignored\n%s\n", unity.tests,
         unity.failures, unity.skips, unity.failures ? "FAIL" : "OK");
  return unity.failures;
}

void unity_run(void (*test)(void), const char *name, int line) {
  unity.test = name;
  unity.failed = unity.skipped = 0;
  unity.tests++;
  if (setjmp(unity.leave) == 0) {
    setUp();
    test();
  }
  if (setjmp(unity.leave) == 0) tearDown();
  unity.failures += unity.failed;
  unity.skips += unity.skipped;
  if (!unity.failed && !unity.skipped) printf("%s:%d:%s:PASS\n", unity.file, line, name);
}

static void leave_with(const char *text, const char *message, int line) {
  unity.failed = 1;
  printf("%s:%d:%s:FAIL: %s%s%s\n", unity.file, line, unity.test, text, message ? ". " : "",
         message ? message : "");
  longjmp(unity.leave, 1);
}

void unity_fail(const char *message, int line) { leave_with(message ? message : "", NULL, line); }

void unity_skip(const char *message, int line) {
  unity.skipped = 1;
  printf("%s:%d:%s:IGNORE: %s\n", unity.file, line, unity.test, message);
  longjmp(unity.leave, 1);
}

void unity_check(int condition, const char *text, const char *message, int line) {
  if (condition) return;
  char out[512];
  snprintf(out, sizeof out, "Expected %s", text);
  leave_with(out, message, line);
}

void unity_equal_int(long long expected, long long actual, const char *message, int line) {
  if (expected == actual) return;
  char out[128];
  snprintf(out, sizeof out, "Expected %lld Was %lld", expected, actual);
  leave_with(out, message, line);
}

void unity_equal_string(const char *expected, const char *actual, const char *message, int line) {
  if (expected == actual) return;
  if (expected && actual && strcmp(expected, actual) == 0) return;
  char out[1024];
  snprintf(out, sizeof out, "Expected '%.400s' Was '%.400s'", expected ? expected : "NULL",
           actual ? actual : "NULL");
  leave_with(out, message, line);
}

void unity_within_double(double delta, double expected, double actual, const char *message,
                         int line) {
  if (expected == actual || fabs(actual - expected) <= fabs(delta)) return;
  char out[160];
  snprintf(out, sizeof out, "Expected %.17g Was %.17g (difference %.3g, allowed %.3g)", expected,
           actual, actual - expected, fabs(delta));
  leave_with(out, message, line);
}

void unity_equal_memory(const void *expected, const void *actual, size_t size, const char *message,
                        int line) {
  if (memcmp(expected, actual, size) == 0) return;
  leave_with("Memory differs", message, line);
}
