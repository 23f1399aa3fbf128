/* A dataset as an FMU: the same motion as lash run, whatever the communication steps. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "files.h"
#include "importer.h"
#include "lash_session.h"
#include "model_unit.h"

static const double end = 0.012, row = 1e-6;
static importer fmu;
static char folder[] = "/tmp/lash-fmu-XXXXXX", last_message[2000];
static unit *table;           /* says where variables are */
static lash_record reference; /* rows of 1e-6 s */

static void hear3(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category,
                  fmi3String message) {
  (void)e, (void)category;
  if (status != fmi3OK) snprintf(last_message, sizeof last_message, "%s", message);
}
static void hear2(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status,
                  fmi2String category, fmi2String message, ...) {
  (void)e, (void)name, (void)status, (void)category;
  snprintf(last_message, sizeof last_message, "%s", message);
}

/* ------------------------------------------------------------------------------- preparation */

static void put(const char *name, const char *text, size_t size) {
  char path[200];
  lash_error error;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, file_write(path, text, size, false, &error),
                                error.message);
}

/* Resources as an importer would have unpacked them. */
static void use(const char *dataset, const char *text) {
  lash_error error;
  char *data;
  size_t size;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, file_read(dataset, &data, &size, &error), error.message);
  put("model.adm", data, size);
  free(data);
  put("model.txt", text, strlen(text));
  unit_free(table);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, unit_open(&model_unit, folder, &table, &error),
                                error.message);
}

static fmi3ValueReference at(const char *name) {
  const unit_variable *v = unit_find(&table->table, name);
  TEST_ASSERT_NOT_NULL_MESSAGE(v, name);
  return (fmi3ValueReference)v->at;
}

static void record(const char *dataset) {
  lash_session_options options = lash_session_defaults();
  lash_model dataset_model;
  lash_error error;
  options.end = end;
  options.error = 3e-8;
  options.output_step = row;
  options.requests = options.touches = options.no_audit = true;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_model_read(&dataset_model, dataset, &error),
                                error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, lash_session_record(&dataset_model, &options, &reference, &error), error.message);
  lash_model_free(&dataset_model);
}

/* as --error 3e-8 --end 0.012 makes it */
static const char rssr_text[] = "dataset model.adm\nerror 3e-8\nstop 0.012\n";
#define RSSR LASH_SOURCE_DIR "/validation/rssr/rssr.adm"

void setUp(void) {
  use(RSSR, rssr_text);
  last_message[0] = '\0';
}
void tearDown(void) {}

typedef struct making {
  bool events, early, to_the_end;
  fmi3IntermediateUpdateCallback look;
  void *context;
} making;

static fmi3Instance fresh(making how) {
  fmi3Instance c =
      fmu.fmi3InstantiateCoSimulation("one", table->token, folder, false, true, how.events,
                                      how.early, NULL, 0, how.context, hear3, how.look);
  TEST_ASSERT_NOT_NULL_MESSAGE(c, last_message);
  return c;
}

static fmi3Instance begun(making how) {
  fmi3Instance c = fresh(how);
  TEST_ASSERT_EQUAL_INT(fmi3OK,
                        fmu.fmi3EnterInitializationMode(c, false, 0, 0, how.to_the_end, end));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3ExitInitializationMode(c), last_message);
  if (how.events) TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterStepMode(c));
  return c;
}

static double get(fmi3Instance c, const char *name) {
  const fmi3ValueReference reference_of = at(name);
  double value = NAN;
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3GetFloat64(c, &reference_of, 1, &value, 1),
                                last_message);
  return value;
}

static int count_of(fmi3Instance c, const char *name) {
  const fmi3ValueReference reference_of = at(name);
  fmi3Int32 value = -1;
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetInt32(c, &reference_of, 1, &value, 1));
  return value;
}

/* One step; says whether it ended with an event. */
static bool step(fmi3Instance c, double from, double size, double *reached) {
  fmi3Boolean event, terminate, early;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      fmi3OK, fmu.fmi3DoStep(c, from, size, true, &event, &terminate, &early, reached),
      last_message);
  TEST_ASSERT_FALSE(terminate);
  TEST_ASSERT_EQUAL_INT(early, *reached < from + size);
  return event;
}

/* ------------------------------------------------------------------ the same as lash run gives */

/* Columns 1 (eccentricity) and 9 (force) of the record against the FMU at a row's time. */
static void compare_row(fmi3Instance c, size_t k) {
  const double *e = lash_record_column(&reference, 0), *f = lash_record_column(&reference, 8);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * e[k], e[k], get(c, "request_1.f1"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * fmax(f[k], 1), f[k], get(c, "request_2.f1"));
}

/* Steps of so many rows, or of varying length where that is 0. Returns the greatest force seen. */
static double run_by(size_t rows, bool to_the_end) {
  fmi3Instance c = begun((making){.to_the_end = to_the_end});
  double reached, peak = 0;
  unsigned random = 12345;
  for (size_t k = 0; k < reference.rows - 1;) {
    random = random * 1664525u + 1013904223u;
    size_t next = k + (rows ? rows : 1 + (random >> 16) % 700);
    if (next >= reference.rows) next = reference.rows - 1;
    const double from = reference.time[k];
    step(c, from, reference.time[next] - from, &reached);
    k = next;
    compare_row(c, k);
    peak = fmax(peak, get(c, "request_2.f1"));
  }
  TEST_ASSERT_EQUAL_INT(reference.touches, count_of(c, "contact_events"));
  fmu.fmi3FreeInstance(c);
  return peak;
}

static void test_any_communication_step_gives_the_run(void) {
  double peak = 0;
  for (size_t k = 0; k < reference.rows; k++)
    peak = fmax(peak, lash_record_column(&reference, 8)[k]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * peak, peak, run_by(1, true));
  TEST_ASSERT_DOUBLE_WITHIN(1, 2588.3, peak);
  run_by(10, false);
  run_by(100, true);
  run_by(1000, false);
  run_by(0, true);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * peak, peak, run_by(1, false));
}

/* How fast the eccentricity grows at t, from the rows on either side: in the middles of the two
 * intervals before it, and on from there. */
static double speed_of_rows(double t) {
  const double *e = lash_record_column(&reference, 0);
  const size_t k = (size_t)(t / row);
  const double before = (e[k - 1] - e[k - 2]) / row, after = (e[k] - e[k - 1]) / row;
  return after + (after - before) * (t / row - ((double)k - 0.5));
}

static void test_impacts_are_announced_at_their_instants(void) {
  const double steps[] = {1e-6, 1e-5, 1e-4, 1e-3, end};
  for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
    /* an importer that says no stop time gets the steps of the one that was suggested */
    const bool to_the_end = s % 2 == 0;
    fmi3Instance c = begun((making){.events = true, .early = true, .to_the_end = to_the_end});
    size_t events = 0;
    for (double t = 0, reached; t < end * (1 - 1e-9); t = reached) {
      if (!step(c, t, fmin(steps[s], end - t), &reached)) continue;
      fmi3Boolean again, over, nominals, states, next;
      double when;
      TEST_ASSERT_TRUE(events < reference.touches);
      const lash_touch *touch = &reference.touch[events++];
      TEST_ASSERT_DOUBLE_WITHIN(1e-9 * touch->time, touch->time, reached);
      TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterEventMode(c));
      TEST_ASSERT_EQUAL_INT(
          fmi3OK, fmu.fmi3UpdateDiscreteStates(c, &again, &over, &nominals, &states, &next, &when));
      TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterStepMode(c));
      if (!touch->closes) continue;
      TEST_ASSERT_EQUAL_DOUBLE(reached, get(c, "touch_time"));
      TEST_ASSERT_DOUBLE_WITHIN(1e-9 * touch->speed, touch->speed, get(c, "touch_speed"));
      TEST_ASSERT_DOUBLE_WITHIN((events == 1 ? 1e-5 : 1e-4) * touch->speed, speed_of_rows(reached),
                                get(c, "touch_speed"));
      if (events > 1) continue;
      /* crank and coupler by Kane's equations, the rocker turning freely, apart from this project:
       * RK4 at 1e-6 s in extended precision */
      TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2.09023895887e-3, reached);
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.469608073395, get(c, "touch_speed"));
    }
    TEST_ASSERT_EQUAL_INT(reference.touches, events);
    fmu.fmi3FreeInstance(c);
  }
}

/* FMI 2.0: steps run through, and contacts are counted. */
static void test_version_2(void) {
  char uri[80];
  const fmi2CallbackFunctions callbacks = {hear2, calloc, free, NULL, NULL};
  const fmi2ValueReference ecc = at("request_1.f1"), counted = at("contact_events");
  double value;
  fmi2Integer events;
  snprintf(uri, sizeof uri, "file://%s", folder);
  fmi2Component c =
      fmu.fmi2Instantiate("one", fmi2CoSimulation, table->token, uri, &callbacks, 0, 1);
  TEST_ASSERT_NOT_NULL_MESSAGE(c, last_message);
  TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2SetupExperiment(c, 0, 0, 0, 1, end));
  TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2EnterInitializationMode(c));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi2OK, fmu.fmi2ExitInitializationMode(c), last_message);
  for (size_t k = 0; k + 1 < reference.rows; k += 500) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        fmi2OK,
        fmu.fmi2DoStep(c, reference.time[k], reference.time[k + 500] - reference.time[k], 1),
        last_message);
    TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2GetReal(c, &ecc, 1, &value));
    const double wanted = lash_record_column(&reference, 0)[k + 500];
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * wanted, wanted, value);
  }
  TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2GetInteger(c, &counted, 1, &events));
  TEST_ASSERT_EQUAL_INT(reference.touches, events);
  fmu.fmi2FreeInstance(c);
}

/* ----------------------------------------------------------------------------------- states */

/* From t on in steps of its own, to the end; the numbers of all requests there. */
static void go_on(fmi3Instance c, double t, double values[20]) {
  const fmi3ValueReference first = at("request_1.f1");
  fmi3ValueReference list[20];
  for (unsigned k = 0; k < 20; k++) list[k] = first + k;
  for (double reached; t < end * (1 - 1e-9); t = reached) step(c, t, fmin(3e-4, end - t), &reached);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3GetFloat64(c, list, 20, values, 20));
}

/* In the middle of the first impact, with a step in hand. */
static void test_back_into_an_impact_bit_for_bit(void) {
  fmi3Instance a = begun((making){.to_the_end = true});
  fmi3FMUState state = NULL, other = NULL;
  double first[20], second[20], third[20], reached;
  const double middle = 2.12e-3;
  size_t size;
  step(a, 0, middle, &reached);
  TEST_ASSERT_EQUAL_INT(1, count_of(a, "contacts"));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3GetFMUState(a, &state), last_message);
  go_on(a, middle, first);
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3SetFMUState(a, state), last_message);
  TEST_ASSERT_EQUAL_INT(1, count_of(a, "contacts"));
  go_on(a, middle, second);
  TEST_ASSERT_EQUAL_MEMORY(first, second, sizeof first);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SerializedFMUStateSize(a, state, &size));
  fmi3Byte *bytes = malloc(size);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SerializeFMUState(a, state, bytes, size));
  fmi3Instance b = fresh((making){.to_the_end = true}); /* one that has done nothing yet */
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3DeserializeFMUState(b, bytes, size, &other));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3SetFMUState(b, other), last_message);
  go_on(b, middle, third);
  TEST_ASSERT_EQUAL_MEMORY(first, third, sizeof first);
  /* and it is still the same motion, but for the integration's error */
  const double wanted = lash_record_column(&reference, 0)[reference.rows - 1];
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * wanted, wanted, first[0]);
  free(bytes);
  fmu.fmi3FreeFMUState(a, &state), fmu.fmi3FreeFMUState(b, &other);
  fmu.fmi3FreeInstance(a), fmu.fmi3FreeInstance(b);
}

/* ---------------------------------------------------------------------- several at a time */

typedef struct one {
  double e, values[20];
  double seen; /* greatest force in intermediate update */
} one;

static void set_restitution(fmi3Instance c, double e) {
  const fmi3ValueReference reference_of = at("string_1.e");
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3SetFloat64(c, &reference_of, 1, &e, 1),
                                last_message);
}

static void *run_one(void *context) {
  one *o = context;
  fmi3Instance c = fresh((making){.to_the_end = true});
  set_restitution(c, o->e);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterInitializationMode(c, false, 0, 0, true, end));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3ExitInitializationMode(c), last_message);
  go_on(c, 0, o->values);
  fmu.fmi3FreeInstance(c);
  return NULL;
}

static void test_four_threads(void) {
  one alone[4], side[4];
  pthread_t thread[4];
  for (int k = 0; k < 4; k++) alone[k].e = side[k].e = 0.9 - 0.1 * k;
  for (int k = 0; k < 4; k++) run_one(&alone[k]);
  for (int k = 0; k < 4; k++)
    TEST_ASSERT_EQUAL_INT(0, pthread_create(&thread[k], NULL, run_one, &side[k]));
  for (int k = 0; k < 4; k++) pthread_join(thread[k], NULL);
  for (int k = 0; k < 4; k++)
    TEST_ASSERT_EQUAL_MEMORY(alone[k].values, side[k].values, sizeof alone[k].values);
  TEST_ASSERT_TRUE(alone[0].values[0] != alone[3].values[0]); /* the parameter does count */
}

typedef struct watch {
  fmi3Instance c;
  double peak, last;
  size_t calls;
  double stop_behind;
} watch;

static void look(fmi3InstanceEnvironment e, fmi3Float64 t, fmi3Boolean set, fmi3Boolean get_allowed,
                 fmi3Boolean finished, fmi3Boolean may_return, fmi3Boolean *return_now,
                 fmi3Float64 *return_at) {
  watch *w = e;
  double force;
  const fmi3ValueReference reference_of = at("request_2.f1");
  (void)set, (void)finished, (void)return_at;
  w->calls++;
  w->last = t;
  if (get_allowed && fmu.fmi3GetFloat64(w->c, &reference_of, 1, &force, 1) == fmi3OK)
    w->peak = fmax(w->peak, force);
  *return_now = may_return && t > w->stop_behind;
}

/* Impacts are seen in intermediate update even in one step over everything, and looking changes
 * nothing. */
static void test_intermediate_update(void) {
  watch w = {.stop_behind = INFINITY};
  double values[20], plain[20], reached;
  fmi3Instance c = begun((making){.to_the_end = true}), early;
  go_on(c, 0, plain);
  fmu.fmi3FreeInstance(c);
  w.c = c = begun((making){.to_the_end = true, .look = look, .context = &w});
  go_on(c, 0, values);
  TEST_ASSERT_EQUAL_MEMORY(plain, values, sizeof plain);
  TEST_ASSERT_TRUE(w.calls > 50);
  TEST_ASSERT_DOUBLE_WITHIN(30, 2588.3, w.peak);
  fmu.fmi3FreeInstance(c);
  w = (watch){.stop_behind = 1e-3};
  w.c = early = begun((making){.early = true, .to_the_end = true, .look = look, .context = &w});
  step(early, 0, 2e-3, &reached);
  TEST_ASSERT_TRUE(reached > 1e-3 && reached < 2e-3 && reached == w.last);
  go_on(early, reached, values);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9 * plain[0], plain[0], values[0]);
  fmu.fmi3FreeInstance(early);
}

/* ---------------------------------------------------------------------------------- inputs */

/* A mass of 2 kg under a force from outside, with the displacement as output: x = F t^2 / 4. */
static const char cart[] =
    "CART\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=MILLIMETER,TIME=SECOND\nPART/1,GROUND\n"
    "MARKER/10,PART=1\nPART/2,MASS=2,CM=20,IP=1,1,1\nMARKER/20,PART=2\n"
    "JOINT/1,TRANSLATIONAL,I=20,J=10\n"
    "SFORCE/1,TRANSLATIONAL,I=20,J=10,ACTIONONLY,FUNCTION=VARVAL(1)\n"
    "VARIABLE/1,FUNCTION=3*COS(TIME)\nVARIABLE/2,FUNCTION=DZ(20,10)/1000\n"
    "PINPUT/1,VARIABLES=1\nPOUTPUT/1,VARIABLES=2\n"
    "REQUEST/1,DISPLACEMENT,I=20,J=10,RM=10\nEND\n";

static void use_cart(void) {
  char path[200];
  snprintf(path, sizeof path, "%s/cart.adm", folder);
  put("cart.adm", cart, sizeof cart - 1);
  use(path, "dataset model.adm\ninput 1 3\nset PART/2.MASS=2\n");
}

static void test_inputs_and_parameters(void) {
  use_cart();
  const fmi3ValueReference force = at("variable_1"), mass = at("part_2.MASS");
  fmi3Instance c = fresh((making){.early = false});
  double value = 4, reached, t = 0;
  TEST_ASSERT_EQUAL_STRING("kg", unit_find(&table->table, "part_2.MASS")->unit);
  TEST_ASSERT_EQUAL_STRING("mm", unit_find(&table->table, "request_1.f4")->unit);
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SetFloat64(c, &mass, 1, &value, 1));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3EnterInitializationMode(c, false, 0, 0, false, 0));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, fmu.fmi3ExitInitializationMode(c), last_message);
  double x = 0, v = 0; /* 4 kg: force held over each step */
  for (int k = 0; k < 10; k++, t = reached) {
    value = k % 3 - 0.5;
    TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3SetFloat64(c, &force, 1, &value, 1));
    step(c, t, 0.1, &reached);
    x += v * 0.1 + value / 4 * 0.005, v += value / 4 * 0.1;
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, x, get(c, "variable_2"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1000 * x, get(c, "request_1.f4"));
  }
  fmu.fmi3FreeInstance(c);
}

static void test_inputs_with_rates(void) {
  use_cart();
  char uri[80];
  const fmi2CallbackFunctions callbacks = {hear2, calloc, free, NULL, NULL};
  const fmi2ValueReference force = at("variable_1"), x = at("variable_2");
  const fmi2Integer first = 1;
  double value;
  snprintf(uri, sizeof uri, "file://%s", folder);
  fmi2Component c =
      fmu.fmi2Instantiate("one", fmi2CoSimulation, table->token, uri, &callbacks, 0, 1);
  TEST_ASSERT_NOT_NULL_MESSAGE(c, last_message);
  fmu.fmi2SetupExperiment(c, 0, 0, 0, 0, 0), fmu.fmi2EnterInitializationMode(c);
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi2OK, fmu.fmi2ExitInitializationMode(c), last_message);
  for (int k = 0; k < 4; k++) { /* F = 6 t, so x = t^3 / 2 */
    const double now = 1.5 * k, rate = 6;
    TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2SetReal(c, &force, 1, &now));
    TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2SetRealInputDerivatives(c, &force, 1, &first, &rate));
    TEST_ASSERT_EQUAL_INT_MESSAGE(fmi2OK, fmu.fmi2DoStep(c, 0.25 * k, 0.25, 1), last_message);
  }
  TEST_ASSERT_EQUAL_INT(fmi2OK, fmu.fmi2GetReal(c, &x, 1, &value));
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0.5, value);
  fmu.fmi2FreeInstance(c);
}

/* --------------------------------------------------------------------------------- wrong use */

static void test_wrong_use(void) {
  fmi3Boolean event, terminate, early;
  double reached, value = 7;
  const fmi3ValueReference e = at("string_1.e"), none = 100000, output = at("request_1.f1");
  TEST_ASSERT_NULL(fmu.fmi3InstantiateCoSimulation("x", "{other}", folder, false, false, false,
                                                   false, NULL, 0, NULL, hear3, NULL));
  TEST_ASSERT_NOT_NULL(strstr(last_message, "different exports"));
  TEST_ASSERT_NULL(fmu.fmi3InstantiateCoSimulation("x", table->token, "/nowhere", false, false,
                                                   false, false, NULL, 0, NULL, hear3, NULL));
  TEST_ASSERT_NULL(
      fmu.fmi3InstantiateModelExchange("x", table->token, folder, false, false, NULL, hear3));
  fmi3Instance c = fresh((making){0});
  TEST_ASSERT_EQUAL_INT(fmi3Error, fmu.fmi3SetFloat64(c, &e, 1, &value, 1)); /* e is at most 1 */
  TEST_ASSERT_NOT_NULL(strstr(last_message, "range"));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3Reset(c));
  TEST_ASSERT_EQUAL_INT(fmi3Error,
                        fmu.fmi3DoStep(c, 0, 1e-3, true, &event, &terminate, &early, &reached));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3Reset(c));
  TEST_ASSERT_EQUAL_INT(fmi3Error, fmu.fmi3GetFloat64(c, &none, 1, &value, 1));
  TEST_ASSERT_EQUAL_INT(fmi3OK, fmu.fmi3Reset(c));
  TEST_ASSERT_EQUAL_INT(fmi3Error, fmu.fmi3SetFloat64(c, &output, 1, &value, 1));
  fmu.fmi3FreeInstance(c);
  const struct {
    double from, size;
    const char *said;
  } steps[] = {{0, 0, "above 0"},         {0, -1, "above 0"},       {0, NAN, "above 0"},
               {1e-3, 1e-3, "stands at"}, {NAN, 1e-3, "stands at"}, {0, 1, "stop time"}};
  for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
    c = begun((making){.to_the_end = true});
    TEST_ASSERT_EQUAL_INT(fmi3Error, fmu.fmi3DoStep(c, steps[k].from, steps[k].size, true, &event,
                                                    &terminate, &early, &reached));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(last_message, steps[k].said), last_message);
    TEST_ASSERT_EQUAL_INT(fmi3Error,
                          fmu.fmi3DoStep(c, 0, 1e-3, true, &event, &terminate, &early, &reached));
    fmu.fmi3FreeInstance(c);
  }
  use_cart();
  const fmi3ValueReference force = at("variable_1");
  value = NAN;
  c = begun((making){0});
  TEST_ASSERT_EQUAL_INT(fmi3Discard, fmu.fmi3SetFloat64(c, &force, 1, &value, 1));
  step(c, 0, 0.1, &reached); /* the last value is kept */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 3.0 / 4 * 0.01, get(c, "variable_2"));
  fmu.fmi3FreeInstance(c);
}

/* LASH_LIVES: how many, for a long run under the address sanitizer. */
static void test_many_lives(void) {
  const char *many = getenv("LASH_LIVES");
  use_cart();
  for (int k = many ? atoi(many) : 200; k > 0; k--) fmu.fmi3FreeInstance(begun((making){0}));
}

static void test_preparation(void) {
  importer_open(&fmu, MODEL_BINARY);
  record(RSSR);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_preparation);
  if (!fmu.handle || !reference.rows) return UNITY_END();
  RUN_TEST(test_any_communication_step_gives_the_run);
  RUN_TEST(test_impacts_are_announced_at_their_instants);
  RUN_TEST(test_version_2);
  RUN_TEST(test_back_into_an_impact_bit_for_bit);
  RUN_TEST(test_four_threads);
  RUN_TEST(test_intermediate_update);
  RUN_TEST(test_inputs_and_parameters);
  RUN_TEST(test_inputs_with_rates);
  RUN_TEST(test_wrong_use);
  RUN_TEST(test_many_lives);
  unit_free(table);
  lash_record_free(&reference);
  const char *const files[] = {"model.adm", "model.txt", "cart.adm"};
  for (size_t k = 0; k < 3; k++) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, files[k]);
    remove(path);
  }
  rmdir(folder);
  fmi_close(fmu.handle);
  return UNITY_END();
}
