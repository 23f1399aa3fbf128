/* Stepping by hand: a force of the caller's own, going back, and mistakes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session_testing.h"

void setUp(void) {
  make_folder();
  char text[4000];
  snprintf(text, sizeof text, "%sEND\n", falling_ball);
  write_file("ball.adm", text);
}
void tearDown(void) { remove_folder(); }

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static lash_session *begin(const lash_session_options *options) {
  lash_session *session;
  OK(lash_session_open(in_folder("ball.adm"), options, &session, &error));
  OK(lash_session_start(session, &error));
  return session;
}

static double height(lash_session *session) {
  double y;
  OK(lash_session_measure(session, "DY", (const int[]){21, 1}, 2, &y, &error));
  return y;
}

/* A spring of 200 N/m computed by the caller, held over steps of h: to first order in h it
 * oscillates about -m g / k with sqrt(k / m). */
static double after_half_a_second(double h) {
  lash_session_options options = options_for(NULL);
  options.requests = false;
  lash_session *session = begin(&options);
  const size_t steps = (size_t)lround(0.5 / h);
  for (size_t k = 1; k <= steps; k++) {
    const lash_input force = {.value = -200 * height(session)};
    OK(lash_session_input(session, 7, &force, &error));
    OK(lash_session_advance(session, (double)k * h, &error));
  }
  const double y = height(session);
  OK(lash_session_finish(session, &error));
  TEST_ASSERT_TRUE(lash_session_totals_of(session)->count.steps >= steps);
  lash_session_free(session);
  return y;
}

static void a_force_of_my_own(void) {
  const double w = sqrt(200 / 2.0), depth = 2 * 9.81 / 200, exact = depth * (cos(w * 0.5) - 1);
  const double coarse = after_half_a_second(2e-3) - exact, fine = after_half_a_second(1e-3) - exact;
  TEST_ASSERT_DOUBLE_WITHIN(0.1 * depth, 0, fine);
  TEST_ASSERT_DOUBLE_WITHIN(0.15, 2, coarse / fine);
}

/* Saved at 0.1, on to 0.3, back, on to 0.3 again; rows are not shown twice on the way. */
static void going_back(void) {
  for (size_t k = 0; k < engine_count(); k++) {
    const lash_session_options options = options_for(engine_at(k));
    lash_session *session = begin(&options);
    void *saved;
    size_t size;
    OK(lash_session_advance(session, 0.1, &error));
    OK(lash_session_save(session, &saved, &size, &error));
    OK(lash_session_advance(session, 0.2, &error));
    OK(lash_session_advance(session, 0.3, &error));
    const double first = height(session);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, FALL(0.3), first);
    OK(lash_session_restore(session, saved, size, &error));
    TEST_ASSERT_EQUAL_DOUBLE(0.1, lash_session_time(session));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, FALL(0.1), height(session));
    OK(lash_session_advance(session, 0.2, &error));
    OK(lash_session_advance(session, 0.3, &error));
    TEST_ASSERT_DOUBLE_WITHIN(engine_at(k) ? 1e-12 : 0, first, height(session));
    lash_record record;
    OK(lash_session_take_record(session, &record, &error));
    TEST_ASSERT_EQUAL_UINT(4 + 3, record.rows); /* 0, 0.1, 0.2, 0.3; 0.1, 0.2, 0.3 */
    TEST_ASSERT_EQUAL_DOUBLE(0.1, record.time[4]);
    lash_record_free(&record);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_restore(session, saved, size - 1, &error));
    ((char *)saved)[0] = 'x';
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_restore(session, saved, size, &error));
    free(saved);
    lash_session_free(session);
  }
}

static void mistakes(void) {
  const lash_session_options options = options_for(NULL);
  lash_session *session;
  double values[LASH_REQUEST_COLUMNS];
  void *saved;
  size_t size;
  OK(lash_session_open(in_folder("ball.adm"), &options, &session, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_advance(session, 1, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "lash_session_start()"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_save(session, &saved, &size, &error));
  OK(lash_session_start(session, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_advance(session, -1, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_advance(session, NAN, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_session_request(session, 9, values, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "REQUEST/9"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_session_input(session, 9, &(lash_input){.value = 1}, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "VARIABLE/9"));
  lash_session_free(session);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_force_of_my_own);
  RUN_TEST(going_back);
  RUN_TEST(mistakes);
  return UNITY_END();
}
