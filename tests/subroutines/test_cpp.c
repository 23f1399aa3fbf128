/* C++ libraries: objects and exceptions inside a routine. */
#include <string.h>
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

static const double user[1] = {2};

static lash_routine cpp(lash_routine_kind kind) {
  if (access(USER_LIBRARIES "/routines_cpp.so", F_OK) != 0) TEST_IGNORE_MESSAGE("no C++ compiler");
  return test_routine(kind, "routines_cpp::");
}

static void force_with_objects(void) {
  const struct sAdamsGforce element = {3, 1, user, 11, 31, 21};
  const int par[3] = {11, 21, 31};
  lash_routine routine = cpp(LASH_GFOSUB);
  double result[6], d[6];
  int n;
  OK(lash_call_gforce(&routine, &call, &element, 0, 0, 0, result, &error));
  lash_sdk_array(&host.sdk, "DISP", par, 3, d, &n, NULL);
  for (int i = 0; i < 6; i++) TEST_ASSERT_EQUAL_DOUBLE(2 * d[i], result[i]);
}

static void exceptions_become_messages(void) {
  const struct sAdamsGforce lost = {3, 1, user, 99, 31, 21};
  lash_routine routine = cpp(LASH_GFOSUB);
  double result[6];
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_call_gforce(&routine, &call, &lost, 0, 0, 0, result, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "measure failed"), error.message);
}

static lash_status throw_it(void *context, lash_error *why) {
  const struct sAdamsVforce element = {3, 1, user, 11, 21, 31};
  lash_routine routine = cpp(LASH_VFOSUB);
  double result[3];
  (void)context;
  return lash_call_vforce(&routine, &call, &element, 0, 0, 0, result, why);
}

static void uncaught_exceptions_end_the_child_only(void) {
  const lash_supervisor_options options = {0};
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_supervise(&options, throw_it, NULL, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "uncaught exception"), error.message);
}

static void callback_and_beam_load(void) {
  const struct sAdamsCbksub cbk = {4, 0, NULL, NULL};
  int data[3] = {4, 5, 1};
  lash_routine routine = cpp(LASH_CBKSUB);
  OK(lash_call_callback(&routine, &call, &cbk, 0, 22, data, &error));
  TEST_ASSERT_EQUAL_STRING("E 4 ev_STATICS_END", host.log[0]);

  struct sAdamsANCF3DBeamDistrForce load = {.ID = 1, .NPAR = 1, .PAR = user, .curr_S = 0.5};
  double result[6];
  routine = cpp(LASH_ANCFBEAMSUB);
  OK(lash_call_beam_load(&routine, &call, &load, 3, 0, 0, result, &error));
  TEST_ASSERT_EQUAL_DOUBLE(3, result[2]);
  TEST_ASSERT_EQUAL_INT(5, load.type);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(force_with_objects);
  RUN_TEST(exceptions_become_messages);
  RUN_TEST(uncaught_exceptions_end_the_child_only);
  RUN_TEST(callback_and_beam_load);
  test_routines_done();
  return UNITY_END();
}
