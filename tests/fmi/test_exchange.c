/* A dataset for Model Exchange, integrated by a loop of the test's own: plain Runge-Kutta steps,
 * events located by halving. */
#include "unpacked.h"

#include <math.h>

#include "importer.h"
#include "lash_session.h"
#include "model_unit.h"

enum { STATES_MAX = 64, SWITCHES_MAX = 16 };
static importer fmu;
static char folder[] = "/tmp/lash-fmu-XXXXXX", last_message[2000];
static unit *table;
static lash_record reference;
static const double end = 3e-3;
static size_t states, indicators;

#define RSSR LASH_SOURCE_DIR "/validation/rssr/rssr.adm"

static void hear(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category,
                 fmi3String message) {
  (void)e, (void)category;
  if (status != fmi3OK) snprintf(last_message, sizeof last_message, "%s", message);
}

void setUp(void) { last_message[0] = '\0'; }
void tearDown(void) {}

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
  options.requests = options.touches = options.no_audit = true;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_model_read(&dataset, RSSR, &error), error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, lash_session_record(&dataset, &options, &reference, &error), error.message);
  lash_model_free(&dataset);
  make_fmu(folder, "me", "model " RSSR " --kind me");
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, unit_open(&exchange_unit, path("me/resources"), &table, &error), error.message);
  importer_open(&fmu, path("me/binaries/x86_64-linux/me.so"));
}

static double get(fmi3Instance c, const char *name) {
  const unit_variable *v = unit_find(&table->table, name);
  TEST_ASSERT_NOT_NULL_MESSAGE(v, name);
  const fmi3ValueReference at = (fmi3ValueReference)v->at;
  double value = NAN;
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3GetFloat64(c, &at, 1, &value, 1), last_message);
  return value;
}

static fmi3Instance begun(double *x) {
  fmi3Boolean b[5];
  double next;
  fmi3Instance c = fmu.fmi3InstantiateModelExchange("one", table->token, path("me/resources/"),
                                                    false, true, NULL, hear);
  TEST_ASSERT_NOT_NULL_MESSAGE(c, last_message);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterInitializationMode(c, false, 0, 0, true, end));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3ExitInitializationMode(c), last_message);
  TEST_ASSERT_EQUAL_INT(fmi3OK,
                        fmu.fmi3UpdateDiscreteStates(c, &b[0], &b[1], &b[2], &b[3], &b[4], &next));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterContinuousTimeMode(c));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetNumberOfContinuousStates(c, &states));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetNumberOfEventIndicators(c, &indicators));
  TEST_ASSERT_TRUE(states <= STATES_MAX && indicators <= SWITCHES_MAX);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetContinuousStates(c, x, states));
  return c;
}

static void put(fmi3Instance c, double t, const double *x) {
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SetTime(c, t));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SetContinuousStates(c, x, states));
}

static void rates(fmi3Instance c, double t, const double *x, double *k) {
  put(c, t, x);
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3GetContinuousStateDerivatives(c, k, states),
                                last_message);
}

static void rk4(fmi3Instance c, double t, double h, const double *x, double *out) {
  double k[4][STATES_MAX], y[STATES_MAX];
  static const double part[] = {0, 0.5, 0.5, 1};
  for (int s = 0; s < 4; s++) {
    for (size_t i = 0; i < states; i++) y[i] = x[i] + (s ? part[s] * h * k[s - 1][i] : 0);
    rates(c, t + part[s] * h, y, k[s]);
  }
  for (size_t i = 0; i < states; i++)
    out[i] = x[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* Whether a switch is on another side than `before`, which is filled when `note` is true. */
static bool crossed(fmi3Instance c, double t, const double *x, bool *before, bool note) {
  double value[SWITCHES_MAX];
  bool any = false;
  put(c, t, x);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetEventIndicators(c, value, indicators));
  for (size_t i = 0; i < indicators; i++) {
    if (note) before[i] = value[i] > 0;
    any |= (value[i] > 0) != before[i];
  }
  return any;
}

typedef struct outcome {
  double touch, speed, peak;
  int events;
} outcome;

static void settle(fmi3Instance c, double *x) {
  fmi3Boolean b[5];
  double next;
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterEventMode(c));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      fmi3OK, fmu.fmi3UpdateDiscreteStates(c, &b[0], &b[1], &b[2], &b[3], &b[4], &next),
      last_message);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterContinuousTimeMode(c));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetContinuousStates(c, x, states));
}

static outcome integrate(double h) {
  double x[STATES_MAX], next[STATES_MAX];
  bool side[SWITCHES_MAX];
  outcome o = {0};
  fmi3Instance c = begun(x);
  for (double t = 0; t < end;) {
    double step = fmin(h, end - t);
    crossed(c, t, x, side, true);
    rk4(c, t, step, x, next);
    const bool event = crossed(c, t + step, next, side, false);
    for (double low = 0, high = step; event && high - low > 1e-15;) {
      const double middle = 0.5 * (low + high);
      rk4(c, t, middle, x, next);
      if (crossed(c, t + middle, next, side, false))
        high = middle;
      else
        low = middle;
      step = high;
    }
    if (event) rk4(c, t, step, x, next);
    t += step;
    memcpy(x, next, sizeof x);
    put(c, t, x);
    fmi3Boolean wants, over;
    TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3CompletedIntegratorStep(c, true, &wants, &over));
    if (event || wants) settle(c, x);
    o.events += event;
    if (event && o.events == 1) o.touch = get(c, "touch_time"), o.speed = get(c, "touch_speed");
    o.peak = fmax(o.peak, get(c, "request_2.f1"));
  }
  fmu.fmi3FreeInstance(c);
  return o;
}

static void test_minimal_coordinates(void) {
  double x[STATES_MAX];
  fmi3Instance c = begun(x);
  /* crank 1 + 1, coupler on a ball joint 4 + 3, rocker 1 + 1; Cartesian ones would be 39 */
  TEST_ASSERT_EQUAL_INT(11, states);
  fmu.fmi3FreeInstance(c);
}

static void test_impacts_are_those_of_the_run(void) {
  const outcome o = integrate(1e-6);
  double peak = 0;
  for (size_t k = 0; k < reference.rows; k++)
    peak = fmax(peak, lash_record_column(&reference, 8)[k]);
  TEST_ASSERT_EQUAL_INT(reference.touches, o.events);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8 * reference.touch[0].time, reference.touch[0].time, o.touch);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * reference.touch[0].speed, reference.touch[0].speed, o.speed);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * peak, peak, o.peak);
}

/* Saved in the middle of an impact and restored into another instance: the same rates. */
static void test_states_go_to_another_instance(void) {
  double x[STATES_MAX], other[STATES_MAX], a_rate[STATES_MAX], b_rate[STATES_MAX];
  bool side[SWITCHES_MAX];
  fmi3Instance a = begun(x), b = begun(other);
  double t = 0;
  for (int events = 0; t < 2.12e-3; t += 1e-6) {
    crossed(a, t, x, side, true);
    rk4(a, t, 1e-6, x, x);
    if (crossed(a, t + 1e-6, x, side, false)) settle(a, x), events++;
  }
  fmi3FMUState state = NULL;
  put(a, t, x);
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3GetFMUState(a, &state), last_message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3SetFMUState(b, state), last_message);
  rates(a, t, x, a_rate);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetContinuousStates(b, other, states));
  TEST_ASSERT_EQUAL_MEMORY(x, other, states * sizeof *x);
  rates(b, t, other, b_rate);
  TEST_ASSERT_EQUAL_MEMORY(a_rate, b_rate, states * sizeof *x);
  fmu.fmi3FreeFMUState(a, &state);
  fmu.fmi3FreeInstance(a), fmu.fmi3FreeInstance(b);
}

static fmi3ValueReference at(const char *name) {
  const unit_variable *v = unit_find(&table->table, name);
  TEST_ASSERT_NOT_NULL_MESSAGE(v, name);
  return (fmi3ValueReference)v->at;
}

/* Rates along each state: coordinates follow their speeds, and the rest is what the test itself
 * finds by differences of the fourth order, free and in the middle of an impact. */
static void check_derivatives(fmi3Instance c, double t, double *x) {
  const fmi3ValueReference state = at("x"), rate = at("der(x)");
  for (size_t k = 0; k < states; k++) {
    double seed[STATES_MAX] = {0}, change[STATES_MAX], f[4][STATES_MAX], scale = 0;
    const double h = 1e-5 * fmax(fabs(x[k]), 0.1), kept = x[k];
    static const double way[] = {-2, -1, 1, 2};
    for (int s = 0; s < 4; s++) x[k] = kept + way[s] * h, rates(c, t, x, f[s]);
    x[k] = kept;
    put(c, t, x);
    seed[k] = 1;
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        fmi3OK,
        fmu.fmi3GetDirectionalDerivative(c, &rate, 1, &state, 1, seed, states, change, states),
        last_message);
    for (size_t i = 0; i < states; i++) {
      f[0][i] = (f[0][i] - 8 * f[1][i] + 8 * f[2][i] - f[3][i]) / (12 * h);
      scale = fmax(scale, fabs(f[0][i]));
    }
    for (size_t i = 0; i < states; i++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-4 * scale + 1e-6, f[0][i], change[i]);
  }
}

static void test_directional_derivatives(void) {
  double x[STATES_MAX], before[STATES_MAX], after[STATES_MAX];
  bool side[SWITCHES_MAX];
  fmi3Instance c = begun(x);
  check_derivatives(c, 0, x);
  double t = 0;
  for (; t < 2.12e-3; t += 1e-6) {
    crossed(c, t, x, side, true);
    rk4(c, t, 1e-6, x, x);
    if (crossed(c, t + 1e-6, x, side, false)) settle(c, x);
  }
  put(c, t, x);
  rates(c, t, x, before);
  check_derivatives(c, t, x);
  rates(c, t, x, after); /* asking has changed nothing */
  TEST_ASSERT_EQUAL_MEMORY(before, after, states * sizeof *x);
  fmu.fmi3FreeInstance(c);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_preparation);
  if (fmu.handle) {
    RUN_TEST(test_minimal_coordinates);
    RUN_TEST(test_impacts_are_those_of_the_run);
    RUN_TEST(test_states_go_to_another_instance);
    RUN_TEST(test_directional_derivatives);
    fmi_close(fmu.handle);
  }
  unit_free(table);
  lash_record_free(&reference);
  remove_folder(folder);
  return UNITY_END();
}
