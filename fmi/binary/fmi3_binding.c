/* FMI 3.0: the standard's functions over binding.h. */
#include <math.h>
#include <string.h>

#include "binding.h"
#include "lash_fmi3.h"
#include "unit_of_binary.h"

FMI3_FUNCTIONS(FMI3_EXPORT)

#define FMI(name) fmi3##name
#include "binding_calls.h"

/* ----------------------------------------------------------------------------------- life cycle */

const char *fmi3GetVersion(void) { return fmi3Version; }

static void print(fmu *f, fmu_status status, const char *category, const char *text) {
  ((fmi3LogMessageCallback)f->logger)(f->environment, as_fmi(status), category, text);
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
static fmu *instantiate(bool exchange, fmi3String name, fmi3String token, fmi3String resources,
                        fmu *start) {
  const bool logging = start->log[(int)FMU_ERROR - 1];
  start->log[(int)FMU_ERROR - 1] = true;
  fmu *f = fmu_new(unit_of_binary(exchange), exchange, name, token, resources, start);
  if (f) f->log[(int)FMU_ERROR - 1] = logging;
  return f;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback logger) {
  (void)visible;
  fmu start = callbacks_of(logging, environment, logger);
  return instantiate(true, name, token, resources, &start);
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
  start.events_used = events;
  start.may_return = early;
  start.look = (void (*)(void))look;
  return instantiate(false, name, token, resources, &start);
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

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean stop_defined, fmi3Float64 stop) {
  static const char call[] = "fmi3EnterInitializationMode";
  if (!fmu_allows(c, PHASE_INSTANTIATED, call)) return fmi3Error;
  return as_fmi(fmu_begin_start(c, start, stop_defined ? stop : INFINITY,
                                tolerance_defined ? tolerance : 0, call));
}

fmi3Status fmi3EnterEventMode(fmi3Instance c) {
  fmu *f = c;
  if (!fmu_allows(f, PHASE_CONTINUOUS | PHASE_STEPPING, "fmi3EnterEventMode")) return fmi3Error;
  if (!f->exchange && !f->events_used)
    return as_fmi(fmu_refuse(f, "fmi3EnterEventMode", "event mode was not asked for"));
  f->phase = PHASE_EVENT;
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
  return as_fmi(fmu_refuse(f, call, "there are more values than the variables have"));
}

#define ACCESS(Name, ctype, utype, convert)                                                  \
  fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference at[], size_t count,      \
                           ctype value[], size_t values) {                                   \
    fmu *f = c;                                                                              \
    size_t used = 0;                                                                         \
    if (!fmu_allows(f, READABLE, "fmi3Get" #Name)) return fmi3Error;                         \
    for (size_t i = 0; i < count; i++) {                                                     \
      const unit_variable *v = whole(f, at[i], values - used, "fmi3Get" #Name);              \
      if (!v) return fmi3Error;                                                              \
      for (size_t k = 0; k < v->count; k++) {                                                \
        double number;                                                                       \
        const fmu_status status = fmu_get(f, v->at + k, 1, utype, &number, "fmi3Get" #Name); \
        if (status != FMU_OK) return as_fmi(status);                                         \
        value[used++] = convert;                                                             \
      }                                                                                      \
    }                                                                                        \
    return used == values ? fmi3OK : too_many(f, "fmi3Get" #Name);                           \
  }                                                                                          \
  fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference at[], size_t count,      \
                           const ctype value[], size_t values) {                             \
    fmu *f = c;                                                                              \
    size_t used = 0;                                                                         \
    if (!fmu_allows(f, WRITABLE, "fmi3Set" #Name)) return fmi3Error;                         \
    for (size_t i = 0; i < count; i++) {                                                     \
      const unit_variable *v = whole(f, at[i], values - used, "fmi3Set" #Name);              \
      if (!v) return fmi3Error;                                                              \
      for (size_t k = 0; k < v->count; k++) {                                                \
        const double number = (double)value[used++];                                         \
        const fmu_status status = fmu_set(f, v->at + k, 1, utype, &number, "fmi3Set" #Name); \
        if (status != FMU_OK) return as_fmi(status);                                         \
      }                                                                                      \
    }                                                                                        \
    return used == values ? fmi3OK : too_many(f, "fmi3Set" #Name);                           \
  }

ACCESS(Float64, fmi3Float64, UNIT_REAL, number)
ACCESS(Int32, fmi3Int32, UNIT_INTEGER, (fmi3Int32)number)
ACCESS(Int64, fmi3Int64, UNIT_CHOICE, (fmi3Int64)number)
ACCESS(Boolean, fmi3Boolean, UNIT_BOOLEAN, number != 0)

/* ----------------------------------------------------------------- neither had nor offered at all
 */

/* Whatever they are given, nothing is done with it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Types that no variable has. */
static fmi3Status no_such(fmi3Instance c, size_t count, const char *call) {
  if (!fmu_allows(c, PHASE_ANY, call)) return fmi3Error;
  return count ? as_fmi(fmu_refuse(c, call, "no variable has this type")) : fmi3OK;
}

#define AT fmi3Instance c, const fmi3ValueReference at[], size_t count
#define NO_SUCH(Name, ...) \
  fmi3Status fmi3##Name(AT, __VA_ARGS__) { return no_such(c, count, "fmi3" #Name); }
#define NO_ACCESS(Name)                                 \
  NO_SUCH(Get##Name, fmi3##Name value[], size_t values) \
  NO_SUCH(Set##Name, const fmi3##Name value[], size_t values)

NO_ACCESS(Float32)
NO_ACCESS(Int8)
NO_ACCESS(UInt8)
NO_ACCESS(Int16)
NO_ACCESS(UInt16)
NO_ACCESS(UInt32)
NO_ACCESS(UInt64)
NO_ACCESS(String)
NO_SUCH(GetBinary, size_t sizes[], fmi3Binary value[], size_t values)
NO_SUCH(SetBinary, const size_t sizes[], const fmi3Binary value[], size_t values)
NO_SUCH(GetClock, fmi3Clock value[])
NO_SUCH(SetClock, const fmi3Clock value[])

#define NOT_OFFERED(Name, ...)                                                \
  fmi3Status fmi3##Name(__VA_ARGS__) {                                        \
    return as_fmi(fmu_refuse(c, "fmi3" #Name, "is not offered by this FMU")); \
  }

NOT_OFFERED(GetNumberOfVariableDependencies, fmi3Instance c, fmi3ValueReference at, size_t *count)
NOT_OFFERED(GetVariableDependencies, fmi3Instance c, fmi3ValueReference of, size_t element[],
            fmi3ValueReference on[], size_t elements[], fmi3DependencyKind kinds[], size_t count)
NOT_OFFERED(GetAdjointDerivative, fmi3Instance c, const fmi3ValueReference unknown[],
            size_t unknowns, const fmi3ValueReference by[], size_t knowns, const fmi3Float64 seed[],
            size_t seeds, fmi3Float64 change[], size_t changes)
NOT_OFFERED(EnterConfigurationMode, fmi3Instance c)
NOT_OFFERED(ExitConfigurationMode, fmi3Instance c)
NOT_OFFERED(GetIntervalDecimal, AT, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
NOT_OFFERED(GetIntervalFraction, AT, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
            fmi3IntervalQualifier qualifiers[])
NOT_OFFERED(GetShiftDecimal, AT, fmi3Float64 shifts[])
NOT_OFFERED(GetShiftFraction, AT, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
NOT_OFFERED(SetIntervalDecimal, AT, const fmi3Float64 intervals[])
NOT_OFFERED(SetIntervalFraction, AT, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
NOT_OFFERED(SetShiftDecimal, AT, const fmi3Float64 shifts[])
NOT_OFFERED(SetShiftFraction, AT, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
NOT_OFFERED(GetOutputDerivatives, AT, const fmi3Int32 orders[], fmi3Float64 value[], size_t values)
NOT_OFFERED(ActivateModelPartition, fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t)
#pragma GCC diagnostic pop

/* ---------------------------------------------------------------------------------- derivatives */

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[],
                                        size_t unknowns, const fmi3ValueReference by[],
                                        size_t knowns, const fmi3Float64 seed[], size_t seeds,
                                        fmi3Float64 change[], size_t changes) {
  static const char call[] = "fmi3GetDirectionalDerivative";
  fmu *f = c;
  size_t used = 0;
  if (!fmu_allows(f, PHASE_INITIALISING | PHASE_RUNNING, call)) return fmi3Error;
  memset(f->seed, 0, f->unit->table.numbers * sizeof *f->seed);
  for (size_t i = 0; i < knowns; i++) {
    const unit_variable *v = whole(f, by[i], seeds - used, call);
    if (!v) return fmi3Error;
    if (!fmu_may_know(f, v->at))
      return as_fmi(fmu_refuse(f, call, "%s is no input and no state", v->name));
    for (size_t k = 0; k < v->count; k++) f->seed[v->at + k] += seed[used++];
  }
  if (used != seeds) return too_many(f, call);
  const fmu_status status = fmu_derive(f, call);
  if (status != FMU_OK) return as_fmi(status);
  used = 0;
  for (size_t i = 0; i < unknowns; i++) {
    const unit_variable *v = whole(f, unknown[i], changes - used, call);
    if (!v) return fmi3Error;
    if (!fmu_may_unknown(f, v->at))
      return as_fmi(fmu_refuse(f, call, "%s is no output and no rate", v->name));
    for (size_t k = 0; k < v->count; k++) change[used++] = f->change[v->at + k];
  }
  return used == changes ? fmi3OK : too_many(f, call);
}

/* --------------------------------------------------------------------------------------- events */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
  if (!fmu_allows(c, PHASE_INITIALISING | PHASE_EVENT, "fmi3EvaluateDiscreteStates"))
    return fmi3Error;
  return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *states_changed,
                                    fmi3Boolean *next_defined, fmi3Float64 *next) {
  if (!fmu_allows(c, PHASE_EVENT, "fmi3UpdateDiscreteStates")) return fmi3Error;
  *again = *nominals_changed = *next_defined = false;
  *next = 0;
  *terminate = ((fmu *)c)->over;
  return as_fmi(fmu_event(c, states_changed, "fmi3UpdateDiscreteStates"));
}

/* ------------------------------------------------------------------------------- model exchange */

LIST(GetNominalsOfContinuousStates, SEEN, fmu_get_nominals)

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *count) {
  if (!fmu_exchanges(c, PHASE_ANY, "fmi3GetNumberOfEventIndicators")) return fmi3Error;
  *count = ((fmu *)c)->unit->table.indicators;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *count) {
  if (!fmu_exchanges(c, PHASE_ANY, "fmi3GetNumberOfContinuousStates")) return fmi3Error;
  *count = ((fmu *)c)->unit->table.states;
  return fmi3OK;
}

/* -------------------------------------------------------------------------------- co-simulation */

fmi3Status fmi3EnterStepMode(fmi3Instance c) {
  fmu *f = c;
  if (!fmu_simulates(f, PHASE_EVENT, "fmi3EnterStepMode")) return fmi3Error;
  f->phase = PHASE_STEPPING;
  return fmi3OK;
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
  if (!fmu_simulates(f, PHASE_STEPPING, call)) return fmi3Error;
  if (f->over) return as_fmi(fmu_refuse(f, call, "the mechanism has ended the simulation"));
  const unit_stepping how = {f->may_return, f->look ? look : NULL, f};
  const fmu_status status = fmu_step(f, from, size, &how, &done, call);
  if (status == FMU_OK && f->phase == PHASE_FAILED) return fmi3Error; /* while it was looked at */
  const bool short_of_end = done.reached < from + size;
  *event = done.event && f->events_used;
  *terminate = done.terminate;
  *early = short_of_end && f->may_return;
  *reached = done.reached;
  return as_fmi(status);
}
