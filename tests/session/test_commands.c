/* Command files, sensors and requests by user routine: the same in every engine, as closed forms
 * have it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session_testing.h"

void setUp(void) { make_folder(); }
void tearDown(void) { remove_folder(); }

static void dataset(const char *more) {
  char text[4000];
  snprintf(text, sizeof text, "%s%sEND\n", falling_ball, more);
  write_file("ball.adm", text);
}

/* Falls, flies on without weight, falls again. */
static void a_sequence(void) {
  dataset("");
  const char *path = write_file("ball.acf",
                                "ball\nout\n"
                                "SIMULATE/DYNAMIC, END = 0.1, STEPS = 10\n"
                                "ACCGRAV/JGRAV = 0\n"
                                "SIMULATE/DYNAMIC, DURATION = 0.1, DTOUT = 0.05\n"
                                "ACCGRAV/JGRAV = -9.81\n"
                                "SIMULATE/TRANSIENT, END = 0.3, STEPS = 4\nSTOP\n");
  for (size_t k = 0; k < engine_count(); k++) {
    const lash_session_options options = options_for(engine_at(k));
    lash_record r = run_file(path, &options);
    TEST_ASSERT_EQUAL_UINT(11 + 2 + 4, r.rows);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.2, r.time[12]);
    const double slow = -9.81 * 0.1, first = FALL(0.1), second = first + slow * 0.1;
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, first, value_at(&r, 0, 1, 10));
    for (size_t i = 1; i < r.rows; i++) TEST_ASSERT_TRUE(r.time[i] > r.time[i - 1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, second, value_at(&r, 0, 1, 12));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, second + slow * 0.1 + FALL(0.1), value_at(&r, 0, 1, -1));
    /* by user routine: half the square of the speed, and the time */
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, slow * slow / 2, value_at(&r, 1, 0, 11));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.15, value_at(&r, 1, 1, 11));
    lash_record_free(&r);
  }
}

/* y = -0.1 is reached at sqrt(0.2 / g) = 0.14278… ; hosts see it at their first step behind. */
static void sensor(const char *what, bool by_routine) {
  const double when = sqrt(0.2 / 9.81), step = 1e-3;
  char text[400];
  snprintf(text, sizeof text, "SENSOR/3, FUNCTION = %s, LE, VALUE = -0.1, ERROR = 1e-9, %s\n",
           by_routine ? "USER(21)\\, ROUTINE = watch::Sensub" : "DY(21,1)\\", what);
  dataset(text);
  const char *path = write_file("ball.acf",
                                "ball\nout\nSIMULATE/DYNAMIC, END = 1, STEPS = 20\n"
                                "SIMULATE/DYNAMIC, DURATION = 0.05, STEPS = 1\nSTOP\n");
  const bool halts = strcmp(what, "HALT") == 0;
  for (size_t k = 0; k < engine_count(); k++) {
    const lash_session_options options = options_for(engine_at(k));
    const double near = engine_at(k) && strcmp(engine_at(k), "reference") != 0 ? step : 1e-6;
    lash_record r = run_file(path, &options);
    const double end = r.time[r.rows - 1] - (halts ? 0 : 0.05);
    TEST_ASSERT_TRUE(end > when - 1e-6 && end < when + 1.01 * near);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, FALL(r.time[3]), value_at(&r, 0, 1, 3));
    TEST_ASSERT_EQUAL_UINT(halts ? 4 : 5, r.rows); /* 0, 0.05, 0.1 and the event; then one more */
    TEST_ASSERT_EQUAL_INT(halts, r.stopped);
    lash_record_free(&r);
  }
}

static void a_sensor_that_halts(void) { sensor("HALT", false); }
static void a_sensor_that_returns(void) { sensor("RETURN", false); }
static void a_sensor_by_routine(void) { sensor("HALT", true); }

/* From the event on, outputs are closer, and SENVAL is the speed at the event. */
static void a_sensor_that_holds(void) {
  dataset(
      "SENSOR/3, FUNCTION = DY(21,1)\\, LE, VALUE = -0.1, ERROR = 1e-9, DT = 0.01, EVALUATE = "
      "VY(21,1)\\\n"
      "REQUEST/3, F2 = SENVAL(3)\\\n");
  const char *path =
      write_file("ball.acf", "ball\nout\nSIMULATE/DYNAMIC, END = 0.2, STEPS = 2\nSTOP\n");
  for (size_t k = 0; k < engine_count(); k++) {
    const lash_session_options options = options_for(engine_at(k));
    lash_record r = run_file(path, &options);
    TEST_ASSERT_TRUE(r.rows >= 7 && r.rows <= 9); /* 0, 0.1, then every hundredth up to 0.2 */
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, value_at(&r, 2, 1, 1));
    TEST_ASSERT_DOUBLE_WITHIN(1.01e-2, -9.81 * sqrt(0.2 / 9.81), value_at(&r, 2, 1, -1));
    TEST_ASSERT_FALSE(r.stopped);
    lash_record_free(&r);
  }
}

/* Back to what was saved, and there again: the same to the last bit in the solver. */
static void save_and_reload(void) {
  dataset("");
  const char *path = write_file("ball.acf",
                                "ball\nout\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 2\nSAVE/SYSTEM\n"
                                "SIMULATE/DYNAMIC, END = 0.2, STEPS = 2\nRELOAD/SYSTEM\n"
                                "SIMULATE/DYNAMIC, END = 0.2, STEPS = 2\nSTOP\n");
  for (size_t k = 0; k < engine_count(); k++) {
    lash_session_options options = options_for(engine_at(k));
    options.tables = true;
    options.folder = in_folder("out");
    lash_record r = run_file(path, &options);
    TEST_ASSERT_EQUAL_UINT(8, r.rows);
    for (long row = 2; row < 5; row++) {
      TEST_ASSERT_EQUAL_DOUBLE(r.time[row], r.time[row + 3]);
      TEST_ASSERT_DOUBLE_WITHIN(engine_at(k) ? 1e-12 : 0, value_at(&r, 0, 1, row),
                                value_at(&r, 0, 1, row + 3));
    }
    lash_record_free(&r);
  }
}

/* Without the force that carries half of it, it falls twice as fast. */
static void deactivate(void) {
  dataset("SFORCE/2, TRANSLATION, ACTIONONLY, I = 21, J = 11, FUNCTION = 9.81\n");
  const char *path = write_file("ball.acf",
                                "ball\nout\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 1\n"
                                "DEACTIVATE/SFORCE, ID = 2\n"
                                "SIMULATE/DYNAMIC, END = 0.2, STEPS = 1\n"
                                "ACTIVATE/SFORCE, ID = 2\n"
                                "SIMULATE/DYNAMIC, END = 0.3, STEPS = 1\nSTOP\n");
  for (size_t k = 0; k < engine_count(); k++) {
    const lash_session_options options = options_for(engine_at(k));
    lash_record r = run_file(path, &options);
    const double slow = -9.81 * 0.05, fast = slow - 9.81 * 0.1, half = FALL(0.1) / 2;
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, half, value_at(&r, 0, 1, 1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, half + slow * 0.1 + FALL(0.1), value_at(&r, 0, 1, 2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, 2 * half + (slow + fast) * 0.1 + FALL(0.1),
                              value_at(&r, 0, 1, 3));
    lash_record_free(&r);
  }
}

/* A ball on a spring with a damper, in one simulation and in three: the same rows, works and
 * balance. */
static void boundaries_are_shown_once(void) {
  dataset(
      "SPRINGDAMPER/2, TRANSLATION, I = 21, J = 12, K = 200, C = 3, LENGTH = 1\n"
      "MARKER/12, PART = 1, QP = 0, 1, 0\n");
  const lash_session_options options = options_for(NULL);
  lash_record whole = run_file(
      write_file("a.acf", "ball\nout\nSIMULATE/DYNAMIC, END = 0.6, STEPS = 12\nSTOP\n"), &options);
  lash_record parts = run_file(write_file("b.acf",
                                          "ball\nout\nSIMULATE/DYNAMIC, END = 0.2, STEPS = 4\n"
                                          "SIMULATE/DYNAMIC, END = 0.4, STEPS = 4\n"
                                          "SIMULATE/DYNAMIC, DURATION = 0.2, STEPS = 4\nSTOP\n"),
                               &options);
  TEST_ASSERT_EQUAL_UINT(13, whole.rows);
  TEST_ASSERT_EQUAL_UINT(13, parts.rows);
  for (long row = 0; row < 13; row++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, whole.time[row], parts.time[row]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, value_at(&whole, 0, 1, row), value_at(&parts, 0, 1, row));
  }
  const lash_audit *one = &whole.audit, *three = &parts.audit;
  TEST_ASSERT_TRUE(one->dissipated > 0.1);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, one->dissipated, three->dissipated);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, one->forces, three->forces);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, one->exchanged, three->exchanged); /* by steps */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, three->imbalance);
  lash_record_free(&whole);
  lash_record_free(&parts);
}

/* An equilibrium is a row, and so is the start of a motion only where a drive sets it going; what
 * the equilibrium gave away is nobody's work. */
static void an_equilibrium_before_a_motion(void) {
  const char *spring =
      "SPRINGDAMPER/2, TRANSLATION, I = 21, J = 12, K = 200, LENGTH = 1\n"
      "MARKER/12, PART = 1, QP = 0, 1, 0\nJPRIM/1, INLINE, I = 21, J = 11\n"
      "JPRIM/2, ORIENTATION, I = 21, J = 1\n";
  const char *commands =
      "ball\nout\nSIMULATE/STATIC\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 1\nSTOP\n";
  char text[1000];
  const lash_session_options options = options_for(NULL);
  for (int driven = 0; driven < 2; driven++) {
    snprintf(text, sizeof text, "%s%s", spring,
             driven ? "MOTION/1, I = 21, J = 1, Y, FUNCTION = -0.05 + 0.3*TIME\n" : "");
    dataset(text);
    lash_record r = run_file(write_file("ball.acf", commands), &options);
    TEST_ASSERT_EQUAL_UINT(2 + driven, r.rows);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, driven ? -0.05 : -2 * 9.81 / 200, value_at(&r, 0, 1, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, value_at(&r, 0, 2, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, driven ? 0.3 : 0, value_at(&r, 0, 2, driven));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, r.audit.imbalance);
    lash_record_free(&r);
  }
}

static void refusals(void) {
  dataset("");
  const char *linear = write_file("linear.acf", "ball\nout\nLINEAR/EIGENSOL\nSTOP\n");
  const char *statics = write_file("statics.acf", "ball\nout\nSIMULATE/STATIC\nSTOP\n");
  for (size_t k = 1; k < engine_count(); k++) {
    lash_session_options options = options_for(engine_at(k));
    refuse_file(linear, &options, LASH_UNSUPPORTED, "linear.acf:3");
    refuse_file(statics, &options, LASH_UNSUPPORTED, "statics is for the reference solver");
    options.integrator = "rk45";
    refuse_file(statics, &options, LASH_UNSUPPORTED, "--integrator is for the reference solver");
  }
  lash_session_options options = options_for("adams");
  refuse_file(statics, &options, LASH_UNSUPPORTED, "there is no host 'adams'");
  options = options_for(NULL);
  refuse_file(in_folder("ball.adm"), &options, LASH_BAD_INPUT, "how long?");
  refuse_file(in_folder("nobody.adm"), &options, LASH_BAD_INPUT, "nobody.adm");
  refuse_file(write_file("empty.acf", "\n\nSTOP\n"), &options, LASH_BAD_INPUT, "no model is named");
  refuse_file(write_file("back.acf",
                         "ball\nout\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 1\n"
                         "SIMULATE/DYNAMIC, END = 0.05, STEPS = 1\nSTOP\n"),
              &options, LASH_BAD_INPUT, "back.acf:4");
  options.end = 1;
  options.output_step = 1e-12;
  refuse_file(in_folder("ball.adm"), &options, LASH_BAD_INPUT, "take a longer time between");
  options.output_step = 0;
  options.analysis = "alchemy";
  refuse_file(in_folder("ball.adm"), &options, LASH_BAD_INPUT, "there is no analysis 'alchemy'");
  options.analysis = NULL;
  options.checkpoint = "run.ckpt";
  refuse_file(in_folder("ball.adm"), &options, LASH_BAD_INPUT, "goes with tables");
  options.checkpoint = NULL;
  lash_texts_add(&options.sets, "PART/9.MASS=1", NULL);
  refuse_file(in_folder("ball.adm"), &options, LASH_BAD_INPUT, "PART/9");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_sequence);
  RUN_TEST(a_sensor_that_halts);
  RUN_TEST(a_sensor_that_returns);
  RUN_TEST(a_sensor_by_routine);
  RUN_TEST(a_sensor_that_holds);
  RUN_TEST(save_and_reload);
  RUN_TEST(deactivate);
  RUN_TEST(boundaries_are_shown_once);
  RUN_TEST(an_equilibrium_before_a_motion);
  RUN_TEST(refusals);
  return UNITY_END();
}
