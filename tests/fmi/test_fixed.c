/* A mechanism as printed C in an FMU: the motion of lash run to the error of its steps, whatever
 * the communication steps are. */
#include "unpacked.h"

#include <math.h>

#include "fixed_unit.h"
#include "importer.h"
#include "lash_session.h"

static char folder[] = "/tmp/lash-fmu-XXXXXX", last_message[2000];
static importer fmu;
static unit *table;
static lash_record reference; /* rows of 1e-6 s */
static const double end = 6e-3;

#define RSSR LASH_SOURCE_DIR "/validation/rssr/rssr.adm"
enum { SHOWN = 20 }; /* columns of the three requests */

void setUp(void) { last_message[0] = '\0'; }
void tearDown(void) {}

static void hear(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category,
                 fmi3String message) {
  (void)e, (void)category;
  if (status != fmi3OK) snprintf(last_message, sizeof last_message, "%s", message);
}

static char *path(const char *name) {
  static char text[300];
  snprintf(text, sizeof text, "%s/%s", folder, name);
  return text;
}

static void test_preparation(void) {
  lash_session_options options = lash_session_defaults();
  lash_model dataset;
  lash_error error;
  options.end = end;
  options.output_step = 1e-6;
  options.error = 1e-10;
  options.requests = options.touches = options.no_audit = true;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_model_read(&dataset, RSSR, &error), error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, lash_session_record(&dataset, &options, &reference, &error), error.message);
  lash_model_free(&dataset);
  make_fmu(folder, "fix", "model " RSSR " --kind fixed --step 1e-6 --end 0.006");
  importer_open(&fmu, path("fix/binaries/x86_64-linux/fix.so"));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, unit_open(&fixed_unit, path("fix/resources"), &table, &error), error.message);
}

static fmi3Instance fresh(bool events) {
  fmi3Instance c =
      fmu.fmi3InstantiateCoSimulation("one", table->token, path("fix/resources/"), false, true,
                                      events, events, NULL, 0, NULL, hear, NULL);
  TEST_ASSERT_NOT_NULL_MESSAGE(c, last_message);
  return c;
}

static fmi3Instance begun(bool events) {
  fmi3Instance c = fresh(events);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterInitializationMode(c, false, 0, 0, true, end));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3ExitInitializationMode(c), last_message);
  if (events) TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterStepMode(c));
  return c;
}

static fmi3ValueReference at(const char *name) {
  const unit_variable *v = unit_find(&table->table, name);
  TEST_ASSERT_NOT_NULL_MESSAGE(v, name);
  return (fmi3ValueReference)v->at;
}

static double get(fmi3Instance c, const char *name) {
  const fmi3ValueReference reference_of = at(name);
  double value;
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetFloat64(c, &reference_of, 1, &value, 1));
  return value;
}

static void get_all(fmi3Instance c, double values[SHOWN]) {
  fmi3ValueReference list[SHOWN];
  for (unsigned k = 0; k < SHOWN; k++) list[k] = at("request_1.f1") + k;
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetFloat64(c, list, SHOWN, values, SHOWN));
}

static bool step(fmi3Instance c, double from, double to, double *reached) {
  fmi3Boolean event, over, early;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      fmi3OK, fmu.fmi3DoStep(c, from, to - from, true, &event, &over, &early, reached),
      last_message);
  return event;
}

/* Every column, before and after the first impact and in it. */
static void test_outputs_are_those_of_the_run(void) {
  fmi3Instance c = begun(false);
  double t = 0, values[SHOWN], peak = 0, greatest = 0;
  static const unsigned char column[SHOWN] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                              10, 11, 12, 13, 14, 15, 17, 18, 19, 21};
  for (size_t row = 20; row < reference.rows; row += 20) {
    step(c, t, reference.time[row], &t);
    get_all(c, values);
    for (size_t k = 0; k < SHOWN; k++) {
      const double *wanted = lash_record_column(&reference, column[k]);
      double range = 0;
      for (size_t r = 0; r < reference.rows; r++) range = fmax(range, fabs(wanted[r]));
      TEST_ASSERT_DOUBLE_WITHIN(1e-4 * range + 1e-12, wanted[row], values[k]);
    }
    peak = fmax(peak, values[8]);
  }
  for (size_t r = 0; r < reference.rows; r += 20)
    greatest = fmax(greatest, lash_record_column(&reference, 8)[r]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * greatest, greatest, peak);
  fmu.fmi3FreeInstance(c);
}

/* Irregular steps, parts of the mechanism's own among them, give the bits of one step. */
static void test_communication_steps_leave_no_trace(void) {
  fmi3Instance one = begun(false), many = begun(false);
  double a[SHOWN], b[SHOWN], reached;
  unsigned random = 1;
  step(one, 0, end, &reached);
  for (double t = 0; t < end;) {
    random = random * 1664525u + 1013904223u;
    step(many, t, fmin(t + 1e-8 * (1 + (random >> 16) % 20000), end), &t);
    get_all(many, b);
  }
  get_all(one, a);
  TEST_ASSERT_EQUAL_MEMORY(a, b, sizeof a);
  fmu.fmi3FreeInstance(one), fmu.fmi3FreeInstance(many);
}

static void test_contacts_are_announced(void) {
  fmi3Instance c = begun(true);
  size_t events = 0;
  for (double t = 0, reached; t < end * (1 - 1e-9); t = reached) {
    if (!step(c, t, fmin(t + 1e-3, end), &reached)) continue;
    fmi3Boolean b[5];
    double next;
    TEST_ASSERT_TRUE(events < reference.touches);
    const lash_touch *touch = &reference.touch[events++];
    TEST_ASSERT_DOUBLE_WITHIN(1.1e-6, touch->time + 5e-7, reached); /* the step it happens in */
    if (touch->closes) {
      TEST_ASSERT_EQUAL_DOUBLE(reached, get(c, "touch_time"));
      TEST_ASSERT_DOUBLE_WITHIN(1e-5 * touch->speed, touch->speed, get(c, "touch_speed"));
    }
    fmu.fmi3EnterEventMode(c);
    fmu.fmi3UpdateDiscreteStates(c, &b[0], &b[1], &b[2], &b[3], &b[4], &next);
    TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterStepMode(c));
  }
  TEST_ASSERT_EQUAL_INT(reference.touches, events);
  fmu.fmi3FreeInstance(c);
}

static void test_back_into_an_impact(void) {
  fmi3Instance a = begun(false), b = fresh(false);
  fmi3FMUState state = NULL;
  double first[SHOWN], second[SHOWN], third[SHOWN], t;
  const double middle = 2.1203e-3; /* not at the end of a step */
  step(a, 0, middle, &t);
  TEST_ASSERT_TRUE(get(a, "request_2.f1") > 100);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetFMUState(a, &state));
  step(a, middle, end, &t), get_all(a, first);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SetFMUState(a, state));
  step(a, middle, end, &t), get_all(a, second);
  TEST_ASSERT_EQUAL_MEMORY(first, second, sizeof first);
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3SetFMUState(b, state), last_message);
  step(b, middle, end, &t), get_all(b, third);
  TEST_ASSERT_EQUAL_MEMORY(first, third, sizeof first);
  fmu.fmi3FreeFMUState(a, &state);
  fmu.fmi3FreeInstance(a), fmu.fmi3FreeInstance(b);
}

/* Steps that are too long end in words, not in numbers. */
static void test_a_step_that_is_too_long(void) {
  fmi3Instance c = fresh(false);
  fmi3Boolean event, over, early;
  const fmi3ValueReference own = at("step");
  double value = 2e-3, reached;
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SetFloat64(c, &own, 1, &value, 1));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterInitializationMode(c, false, 0, 0, false, 0));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3ExitInitializationMode(c));
  TEST_ASSERT_TRUE(fmu.fmi3DoStep(c, 0, 10, true, &event, &over, &early, &reached) >= fmi3Discard);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(last_message, "too long"), last_message);
  fmu.fmi3FreeInstance(c);
}

static void test_another_start(void) {
  fmi3Instance c = fresh(false);
  fmi3Boolean event, over, early;
  double reached;
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterInitializationMode(c, false, 0, 1, false, 0));
  fmu.fmi3ExitInitializationMode(c);
  TEST_ASSERT_TRUE(fmu.fmi3DoStep(c, 1, 1e-4, true, &event, &over, &early, &reached) != fmi3OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(last_message, "starts at time 0"), last_message);
  fmu.fmi3FreeInstance(c);
}

static void test_what_cannot_be_printed(void) {
  TEST_ASSERT_EQUAL_INT(2, lash("fmu model " RSSR " --kind fixed --out /tmp/unused.fmu"));
  TEST_ASSERT_EQUAL_INT(3, lash("fmu model " LASH_SOURCE_DIR
                                "/tests/hosts/models/oil_in_the_pin.adm --kind fixed --step 1e-6 "
                                "--out /tmp/unused.fmu"));
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_preparation);
  if (fmu.handle && table) {
    RUN_TEST(test_outputs_are_those_of_the_run);
    RUN_TEST(test_communication_steps_leave_no_trace);
    RUN_TEST(test_contacts_are_announced);
    RUN_TEST(test_back_into_an_impact);
    RUN_TEST(test_a_step_that_is_too_long);
    RUN_TEST(test_another_start);
    RUN_TEST(test_what_cannot_be_printed);
    fmi_close(fmu.handle);
  }
  unit_free(table);
  lash_record_free(&reference);
  remove_folder(folder);
  return UNITY_END();
}
