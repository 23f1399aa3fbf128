/* FMI 3.0: the standard's functions over binding.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "lash_fmi3.h"
#include "unit_of_binary.h"

FMI3_FUNCTIONS(FMI3_EXPORT)

static fmi3Status as3(fmu_status status) { return (fmi3Status)status; }

/* ----------------------------------------------------------------------------------- life cycle */

const char *fmi3GetVersion(void) { return fmi3Version; }

static void print(fmu *f, fmu_status status, const char *category, const char *text) {
  ((fmi3LogMessageCallback)f->logger)(f->environment, as3(status), category, text);
}

static fmu callbacks_of(bool logging, fmi3InstanceEnvironment environment,
                        fmi3LogMessageCallback logger) {
  fmu start = {.environment = environment};
  for (int k = 0; k < FMU_CATEGORIES; k++) start.log[k] = logging;
  if (logger) {
    start.print = print;
    start.logger = (void (*)(void))logger;
  }
  return start;
}

/* A new instance must say why it is not to be had, even when nobody wants a log. */
static void listen_once(fmu *start) { start->log[(int)FMU_ERROR - 1] = true; }

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback logger) {
  (void)visible;
  fmu start = callbacks_of(logging, environment, logger);
  listen_once(&start);
  fmu *f = fmu_new(unit_of_binary(true), true, name, token, resources, &start);
  if (f) f->log[(int)FMU_ERROR - 1] = logging;
  return f;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference looked_at[], size_t looks,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback logger,
                                         fmi3IntermediateUpdateCallback look) {
  (void)visible, (void)looked_at, (void)looks;
  fmu start = callbacks_of(logging, environment, logger);
  listen_once(&start);
  start.events_used = events;
  start.may_return = early;
  start.look = (void (*)(void))look;
  fmu *f = fmu_new(unit_of_binary(false), false, name, token, resources, &start);
  if (f) f->log[(int)FMU_ERROR - 1] = logging;
  return f;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger,
    fmi3ClockUpdateCallback clock, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging;
  (void)clock, (void)lock, (void)unlock;
  if (logger)
    logger(environment, fmi3Error, "logStatusError", "this FMU is not for Scheduled Execution");
  return NULL;
}

void fmi3FreeInstance(fmi3Instance c) { fmu_free(c); }

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t count,
                               const fmi3String categories[]) {
  if (!c) return fmi3Error;
  if (fmu_log(c, on, count, categories)) return fmi3OK;
  fmu_say(c, FMU_WARNING, "fmi3SetDebugLogging: there is no such category");
  return fmi3Warning;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean stop_defined, fmi3Float64 stop) {
  static const char call[] = "fmi3EnterInitializationMode";
  if (!c || !fmu_allows(c, PHASE_INSTANTIATED, call)) return fmi3Error;
  return as3(fmu_begin_start(c, start, stop_defined ? stop : INFINITY,
                             tolerance_defined ? tolerance : 0, call));
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  if (!c || !fmu_allows(c, PHASE_INITIALISING, "fmi3ExitInitializationMode")) return fmi3Error;
  return as3(fmu_end_start(c, "fmi3ExitInitializationMode"));
}

fmi3Status fmi3EnterEventMode(fmi3Instance c) {
  fmu *f = c;
  if (!f || !fmu_allows(f, PHASE_CONTINUOUS | PHASE_STEPPING, "fmi3EnterEventMode"))
    return fmi3Error;
  if (!f->exchange && !f->events_used)
    return as3(fmu_refuse(f, "fmi3EnterEventMode", "event mode was not asked for"));
  f->phase = PHASE_EVENT;
  return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance c) {
  fmu *f = c;
  if (!f || !fmu_allows(f, PHASE_RUNNING, "fmi3Terminate")) return fmi3Error;
  f->phase = PHASE_TERMINATED;
  return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance c) {
  if (!c) return fmi3Error;
  fmu_reset(c);
  return fmi3OK;
}

/* -------------------------------------------------------------------------------------- numbers */

enum {
  READABLE = PHASE_ANY | PHASE_LOOKING,
  WRITABLE = PHASE_INSTANTIATED | PHASE_INITIALISING | PHASE_RUNNING
};

/* A reference is the first number of a variable. */
static const unit_variable *whole(fmu *f, fmi3ValueReference at, size_t left, const char *call) {
  const unit_variable *v = unit_at(&f->unit->table, at);
  if (!v || v->at != at) {
    fmu_refuse(f, call, "there is no variable with value reference %u", at);
    return NULL;
  }
  if (v->count <= left) return v;
  fmu_refuse(f, call, "the values are too few: %s has %zu", v->name, v->count);
  return NULL;
}

static fmi3Status too_many(fmu *f, const char *call) {
  return as3(fmu_refuse(f, call, "there are more values than the variables have"));
}

#define ACCESS(Name, ctype, utype, convert)                                                  \
  fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference at[], size_t count,      \
                           ctype value[], size_t values) {                                   \
    fmu *f = c;                                                                              \
    size_t used = 0;                                                                         \
    if (!f || !fmu_allows(f, READABLE, "fmi3Get" #Name)) return fmi3Error;                   \
    for (size_t i = 0; i < count; i++) {                                                     \
      const unit_variable *v = whole(f, at[i], values - used, "fmi3Get" #Name);              \
      if (!v) return fmi3Error;                                                              \
      for (size_t k = 0; k < v->count; k++) {                                                \
        double number;                                                                       \
        const fmu_status status = fmu_get(f, v->at + k, 1, utype, &number, "fmi3Get" #Name); \
        if (status != FMU_OK) return as3(status);                                            \
        value[used++] = convert;                                                             \
      }                                                                                      \
    }                                                                                        \
    return used == values ? fmi3OK : too_many(f, "fmi3Get" #Name);                           \
  }                                                                                          \
  fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference at[], size_t count,      \
                           const ctype value[], size_t values) {                             \
    fmu *f = c;                                                                              \
    size_t used = 0;                                                                         \
    if (!f || !fmu_allows(f, WRITABLE, "fmi3Set" #Name)) return fmi3Error;                   \
    for (size_t i = 0; i < count; i++) {                                                     \
      const unit_variable *v = whole(f, at[i], values - used, "fmi3Set" #Name);              \
      if (!v) return fmi3Error;                                                              \
      for (size_t k = 0; k < v->count; k++) {                                                \
        const double number = (double)value[used++];                                         \
        const fmu_status status = fmu_set(f, v->at + k, 1, utype, &number, "fmi3Set" #Name); \
        if (status != FMU_OK) return as3(status);                                            \
      }                                                                                      \
    }                                                                                        \
    return used == values ? fmi3OK : too_many(f, "fmi3Set" #Name);                           \
  }

ACCESS(Float64, fmi3Float64, UNIT_REAL, number)
ACCESS(Int32, fmi3Int32, UNIT_INTEGER, (fmi3Int32)number)
ACCESS(Int64, fmi3Int64, UNIT_CHOICE, (fmi3Int64)number)
ACCESS(Boolean, fmi3Boolean, UNIT_BOOLEAN, number != 0)

/* Types that no variable has. */
static fmi3Status no_such(fmi3Instance c, size_t count, const char *call) {
  if (!c || !fmu_allows(c, PHASE_ANY, call)) return fmi3Error;
  return count ? as3(fmu_refuse(c, call, "no variable has this type")) : fmi3OK;
}

#define NO_ACCESS(Name, ctype)                                                          \
  fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference at[], size_t count, \
                           ctype value[], size_t values) {                              \
    (void)at, (void)value, (void)values;                                                \
    return no_such(c, count, "fmi3Get" #Name);                                          \
  }                                                                                     \
  fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference at[], size_t count, \
                           const ctype value[], size_t values) {                        \
    (void)at, (void)value, (void)values;                                                \
    return no_such(c, count, "fmi3Set" #Name);                                          \
  }

NO_ACCESS(Float32, fmi3Float32)
NO_ACCESS(Int8, fmi3Int8)
NO_ACCESS(UInt8, fmi3UInt8)
NO_ACCESS(Int16, fmi3Int16)
NO_ACCESS(UInt16, fmi3UInt16)
NO_ACCESS(UInt32, fmi3UInt32)
NO_ACCESS(UInt64, fmi3UInt64)
NO_ACCESS(String, fmi3String)

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                         size_t sizes[], fmi3Binary value[], size_t values) {
  (void)at, (void)sizes, (void)value, (void)values;
  return no_such(c, count, "fmi3GetBinary");
}

fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                         const size_t sizes[], const fmi3Binary value[], size_t values) {
  (void)at, (void)sizes, (void)value, (void)values;
  return no_such(c, count, "fmi3SetBinary");
}

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                        fmi3Clock value[]) {
  (void)at, (void)value;
  return no_such(c, count, "fmi3GetClock");
}

fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                        const fmi3Clock value[]) {
  (void)at, (void)value;
  return no_such(c, count, "fmi3SetClock");
}

/* --------------------------------------------------------------------------- not offered at all */

static fmi3Status not_offered(fmi3Instance c, const char *call) {
  return c ? as3(fmu_refuse(c, call, "is not offered by this FMU")) : fmi3Error;
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference at,
                                               size_t *count) {
  (void)at, (void)count;
  return not_offered(c, "fmi3GetNumberOfVariableDependencies");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference of, size_t element[],
                                       fmi3ValueReference on[], size_t elements[],
                                       fmi3DependencyKind kinds[], size_t count) {
  (void)of, (void)element, (void)on, (void)elements, (void)kinds, (void)count;
  return not_offered(c, "fmi3GetVariableDependencies");
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknown[],
                                    size_t unknowns, const fmi3ValueReference by[], size_t knowns,
                                    const fmi3Float64 seed[], size_t seeds, fmi3Float64 change[],
                                    size_t changes) {
  (void)unknown, (void)unknowns, (void)by, (void)knowns, (void)seed, (void)seeds;
  (void)change, (void)changes;
  return not_offered(c, "fmi3GetAdjointDerivative");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
  return not_offered(c, "fmi3EnterConfigurationMode");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) {
  return not_offered(c, "fmi3ExitConfigurationMode");
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                  fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]) {
  (void)at, (void)count, (void)intervals, (void)qualifiers;
  return not_offered(c, "fmi3GetIntervalDecimal");
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                   fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[]) {
  (void)at, (void)count, (void)counters, (void)resolutions, (void)qualifiers;
  return not_offered(c, "fmi3GetIntervalFraction");
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                               fmi3Float64 shifts[]) {
  (void)at, (void)count, (void)shifts;
  return not_offered(c, "fmi3GetShiftDecimal");
}

fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  (void)at, (void)count, (void)counters, (void)resolutions;
  return not_offered(c, "fmi3GetShiftFraction");
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                  const fmi3Float64 intervals[]) {
  (void)at, (void)count, (void)intervals;
  return not_offered(c, "fmi3SetIntervalDecimal");
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                   const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  (void)at, (void)count, (void)counters, (void)resolutions;
  return not_offered(c, "fmi3SetIntervalFraction");
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                               const fmi3Float64 shifts[]) {
  (void)at, (void)count, (void)shifts;
  return not_offered(c, "fmi3SetShiftDecimal");
}

fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]) {
  (void)at, (void)count, (void)counters, (void)resolutions;
  return not_offered(c, "fmi3SetShiftFraction");
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t) {
  (void)clock, (void)t;
  return not_offered(c, "fmi3ActivateModelPartition");
}

/* --------------------------------------------------------------------------------------- states */

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state) {
  if (!c || !fmu_allows(c, PHASE_ANY, "fmi3GetFMUState")) return fmi3Error;
  if (!state) return as3(fmu_refuse(c, "fmi3GetFMUState", "nowhere to put it"));
  return as3(fmu_save(c, state, "fmi3GetFMUState"));
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  if (!c || !fmu_allows(c, PHASE_ANY, "fmi3SetFMUState")) return fmi3Error;
  return as3(fmu_restore(c, state, "fmi3SetFMUState"));
}

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state) {
  if (!c) return fmi3Error;
  if (!state) return fmi3OK;
  free(*state);
  *state = NULL;
  return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size) {
  if (!c) return fmi3Error;
  if (!state || !size) return as3(fmu_refuse(c, "fmi3SerializedFMUStateSize", "there is no state"));
  *size = fmu_serialised_size(state);
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size) {
  if (!c) return fmi3Error;
  if (!state || !bytes || size < fmu_serialised_size(state))
    return as3(fmu_refuse(c, "fmi3SerializeFMUState", "no state, or not enough room for it"));
  fmu_serialise(state, bytes);
  return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state) {
  if (!c) return fmi3Error;
  if (!state) return as3(fmu_refuse(c, "fmi3DeserializeFMUState", "nowhere to put it"));
  return as3(fmu_deserialise(c, bytes, size, state, "fmi3DeserializeFMUState"));
}

/* ---------------------------------------------------------------------------------- derivatives */

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[],
                                        size_t unknowns, const fmi3ValueReference by[],
                                        size_t knowns, const fmi3Float64 seed[], size_t seeds,
                                        fmi3Float64 change[], size_t changes) {
  static const char call[] = "fmi3GetDirectionalDerivative";
  fmu *f = c;
  size_t used = 0;
  if (!f || !fmu_allows(f, PHASE_INITIALISING | PHASE_RUNNING, call)) return fmi3Error;
  memset(f->seed, 0, f->unit->table.numbers * sizeof *f->seed);
  for (size_t i = 0; i < knowns; i++) {
    const unit_variable *v = whole(f, by[i], seeds - used, call);
    if (!v) return fmi3Error;
    if (!fmu_may_know(f, v->at))
      return as3(fmu_refuse(f, call, "%s is no input and no state", v->name));
    for (size_t k = 0; k < v->count; k++) f->seed[v->at + k] += seed[used++];
  }
  if (used != seeds) return too_many(f, call);
  const fmu_status status = fmu_derive(f, call);
  if (status != FMU_OK) return as3(status);
  used = 0;
  for (size_t i = 0; i < unknowns; i++) {
    const unit_variable *v = whole(f, unknown[i], changes - used, call);
    if (!v) return fmi3Error;
    if (!fmu_may_unknown(f, v->at))
      return as3(fmu_refuse(f, call, "%s is no output and no rate", v->name));
    for (size_t k = 0; k < v->count; k++) change[used++] = f->change[v->at + k];
  }
  return used == changes ? fmi3OK : too_many(f, call);
}

/* --------------------------------------------------------------------------------------- events */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
  if (!c || !fmu_allows(c, PHASE_INITIALISING | PHASE_EVENT, "fmi3EvaluateDiscreteStates"))
    return fmi3Error;
  return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *states_changed,
                                    fmi3Boolean *next_defined, fmi3Float64 *next) {
  if (!c || !fmu_allows(c, PHASE_EVENT, "fmi3UpdateDiscreteStates")) return fmi3Error;
  *again = *nominals_changed = *next_defined = false;
  *next = 0;
  *terminate = ((fmu *)c)->over;
  return as3(fmu_event(c, states_changed, "fmi3UpdateDiscreteStates"));
}

/* ------------------------------------------------------------------------------- model exchange */

static bool exchange(fmu *f, unsigned phases, const char *call) {
  if (!f || !fmu_allows(f, phases, call)) return false;
  if (f->exchange) return true;
  fmu_refuse(f, call, "belongs to Model Exchange");
  return false;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) {
  fmu *f = c;
  if (!exchange(f, PHASE_EVENT, "fmi3EnterContinuousTimeMode")) return fmi3Error;
  f->phase = PHASE_CONTINUOUS;
  return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_way_back,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate) {
  (void)no_way_back;
  if (!exchange(c, PHASE_CONTINUOUS, "fmi3CompletedIntegratorStep")) return fmi3Error;
  *terminate = ((fmu *)c)->over;
  return as3(fmu_completed(c, enter_event_mode, "fmi3CompletedIntegratorStep"));
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t) {
  if (!exchange(c, PHASE_EVENT | PHASE_CONTINUOUS, "fmi3SetTime")) return fmi3Error;
  return as3(fmu_set_time(c, t, "fmi3SetTime"));
}

fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t count) {
  if (!exchange(c, fmu_state_phases(c), "fmi3SetContinuousStates")) return fmi3Error;
  return as3(fmu_set_states(c, x, count, "fmi3SetContinuousStates"));
}

enum { SEEN = PHASE_INITIALISING | PHASE_EVENT | PHASE_CONTINUOUS | PHASE_TERMINATED };

#define LIST(Name, function)                                         \
  fmi3Status fmi3##Name(fmi3Instance c, fmi3Float64 x[], size_t n) { \
    if (!exchange(c, SEEN, "fmi3" #Name)) return fmi3Error;          \
    return as3(function(c, x, n, "fmi3" #Name));                     \
  }
LIST(GetContinuousStateDerivatives, fmu_get_rates)
LIST(GetEventIndicators, fmu_get_indicators)
LIST(GetContinuousStates, fmu_get_states)
LIST(GetNominalsOfContinuousStates, fmu_get_nominals)

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *count) {
  if (!exchange(c, PHASE_ANY, "fmi3GetNumberOfEventIndicators")) return fmi3Error;
  *count = ((fmu *)c)->unit->table.indicators;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *count) {
  if (!exchange(c, PHASE_ANY, "fmi3GetNumberOfContinuousStates")) return fmi3Error;
  *count = ((fmu *)c)->unit->table.states;
  return fmi3OK;
}

/* -------------------------------------------------------------------------------- co-simulation */

fmi3Status fmi3EnterStepMode(fmi3Instance c) {
  fmu *f = c;
  if (!f || !fmu_allows(f, PHASE_EVENT, "fmi3EnterStepMode")) return fmi3Error;
  if (f->exchange) return as3(fmu_refuse(f, "fmi3EnterStepMode", "belongs to Co-Simulation"));
  f->phase = PHASE_STEPPING;
  return fmi3OK;
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference at[], size_t count,
                                    const fmi3Int32 orders[], fmi3Float64 value[], size_t values) {
  (void)at, (void)count, (void)orders, (void)value, (void)values;
  return not_offered(c, "fmi3GetOutputDerivatives");
}

/* After each step of the unit's own the importer may look, and ask to stop there. */
static void look(void *context, double t, bool *return_now) {
  fmu *f = context;
  fmi3Boolean wanted = false;
  fmi3Float64 when = t;
  f->phase = PHASE_LOOKING;
  ((fmi3IntermediateUpdateCallback)f->look)(f->environment, t, false, true, true, f->may_return,
                                            &wanted, &when);
  if (f->phase == PHASE_LOOKING) f->phase = PHASE_STEPPING;
  *return_now = wanted && f->may_return;
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 from, fmi3Float64 size, fmi3Boolean no_way_back,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early,
                      fmi3Float64 *reached) {
  static const char call[] = "fmi3DoStep";
  fmu *f = c;
  unit_step done;
  (void)no_way_back;
  if (!f || !fmu_allows(f, PHASE_STEPPING, call)) return fmi3Error;
  if (f->exchange) return as3(fmu_refuse(f, call, "belongs to Co-Simulation"));
  if (f->over) return as3(fmu_refuse(f, call, "the mechanism has ended the simulation"));
  const unit_stepping how = {f->may_return, f->look ? look : NULL, f};
  const fmu_status status = fmu_step(f, from, size, &how, &done, call);
  if (status == FMU_OK && f->phase == PHASE_FAILED) return fmi3Error; /* while it was looked at */
  const bool short_of_end = done.reached < from + size;
  *event = done.event && f->events_used;
  *terminate = done.terminate;
  *early = short_of_end && f->may_return;
  *reached = done.reached;
  return as3(status);
}
