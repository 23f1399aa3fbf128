/* FMI 2.0: the standard's functions over binding.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "binding.h"
#include "lash_fmi2.h"
#include "resource_path.h"
#include "unit_of_binary.h"

FMI2_FUNCTIONS(FMI2_EXPORT)

#define FMI(name) fmi2##name
/* Functions that have other names in 3.0. */
#define fmi2GetFMUState                   fmi2GetFMUstate
#define fmi2SetFMUState                   fmi2SetFMUstate
#define fmi2FreeFMUState                  fmi2FreeFMUstate
#define fmi2SerializedFMUStateSize        fmi2SerializedFMUstateSize
#define fmi2SerializeFMUState             fmi2SerializeFMUstate
#define fmi2DeserializeFMUState           fmi2DeSerializeFMUstate
#define fmi2GetContinuousStateDerivatives fmi2GetDerivatives
#include "binding_calls.h"

/* ----------------------------------------------------------------------------------- life cycle */

const char *fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }
const char *fmi2GetVersion(void) { return fmi2Version; }

/* The text goes as the format itself, so that importers that print the format alone show it. */
static void print(fmu *f, fmu_status status, const char *category, const char *text) {
  char format[2 * LASH_MESSAGE_MAX];
  size_t used = 0;
  for (; *text && used < sizeof format - 2; text++) {
    if (*text == '%') format[used++] = '%';
    format[used++] = *text;
  }
  format[used] = '\0';
  ((fmi2CallbackLogger)f->logger)(f->environment, f->name, as_fmi(status), category, format);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token,
                              fmi2String resources, const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible, fmi2Boolean logging) {
  (void)visible;
  fmu start = {.print = NULL};
  for (int k = 0; k < FMU_CATEGORIES; k++) /* what fails is told in any case */
    start.log[k] = logging || k == (int)FMU_ERROR - 1 || k == (int)FMU_FATAL - 1;
  if (functions && functions->logger) {
    start.print = print;
    start.logger = (void (*)(void))functions->logger;
    start.environment = functions->componentEnvironment;
  }
  char *folder = resources ? resource_path(resources) : NULL;
  fmu *f = fmu_new(unit_of_binary(type == fmi2ModelExchange), type == fmi2ModelExchange, name,
                   token, folder, &start);
  free(folder);
  return f;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop) {
  fmu *f = c;
  if (!fmu_allows(f, PHASE_INSTANTIATED, "fmi2SetupExperiment")) return fmi2Error;
  const fmu_status status =
      fmu_begin_start(f, start, stop_defined ? stop : INFINITY, tolerance_defined ? tolerance : 0,
                      "fmi2SetupExperiment");
  if (status == FMU_OK) f->phase = PHASE_INSTANTIATED;
  return as_fmi(status);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  fmu *f = c;
  if (!fmu_allows(f, PHASE_INSTANTIATED, "fmi2EnterInitializationMode")) return fmi2Error;
  f->phase = PHASE_INITIALISING;
  return fmi2OK;
}

/* -------------------------------------------------------------------------------------- numbers */

enum {
  READABLE = PHASE_INITIALISING | PHASE_RUNNING | PHASE_TERMINATED | PHASE_FAILED,
  WRITABLE = PHASE_INSTANTIATED | PHASE_INITIALISING | PHASE_RUNNING
};

/* An enumeration is an integer in 2.0. */
static unit_type integer_type(const fmu *f, size_t at) {
  const unit_variable *v = unit_at(&f->unit->table, at);
  return v && v->type == UNIT_CHOICE ? UNIT_CHOICE : UNIT_INTEGER;
}

#define GETTER(Name, ctype, utype, convert)                                              \
  fmi2Status fmi2Get##Name(fmi2Component c, const fmi2ValueReference at[], size_t count, \
                           ctype value[]) {                                              \
    fmu *f = c;                                                                          \
    if (!fmu_allows(f, READABLE, "fmi2Get" #Name)) return fmi2Error;                     \
    if (count && (!at || !value))                                                        \
      return as_fmi(fmu_refuse(f, "fmi2Get" #Name, "an array is NULL"));                 \
    for (size_t i = 0; i < count; i++) {                                                 \
      double number;                                                                     \
      const fmu_status status = fmu_get(f, at[i], 1, utype, &number, "fmi2Get" #Name);   \
      if (status != FMU_OK) return as_fmi(status);                                       \
      value[i] = convert;                                                                \
    }                                                                                    \
    return fmi2OK;                                                                       \
  }                                                                                      \
  fmi2Status fmi2Set##Name(fmi2Component c, const fmi2ValueReference at[], size_t count, \
                           const ctype value[]) {                                        \
    fmu *f = c;                                                                          \
    if (!fmu_allows(f, WRITABLE, "fmi2Set" #Name)) return fmi2Error;                     \
    if (count && (!at || !value))                                                        \
      return as_fmi(fmu_refuse(f, "fmi2Set" #Name, "an array is NULL"));                 \
    for (size_t i = 0; i < count; i++) {                                                 \
      const double number = (double)value[i];                                            \
      const fmu_status status = fmu_set(f, at[i], 1, utype, &number, "fmi2Set" #Name);   \
      if (status != FMU_OK) return as_fmi(status);                                       \
    }                                                                                    \
    return fmi2OK;                                                                       \
  }

GETTER(Real, fmi2Real, UNIT_REAL, number)
GETTER(Integer, fmi2Integer, integer_type(f, at[i]), (fmi2Integer)number)
GETTER(Boolean, fmi2Boolean, UNIT_BOOLEAN, number != 0)

/* There are no texts among the variables. */
#define NO_TEXTS(Name, phases, ctype)                                                  \
  fmi2Status fmi2##Name(fmi2Component c, const fmi2ValueReference at[], size_t count,  \
                        ctype value[]) {                                               \
    (void)at, (void)value;                                                             \
    if (!fmu_allows(c, phases, "fmi2" #Name)) return fmi2Error;                        \
    return count ? as_fmi(fmu_refuse(c, "fmi2" #Name, "there are no texts")) : fmi2OK; \
  }

NO_TEXTS(GetString, READABLE, fmi2String)
NO_TEXTS(SetString, WRITABLE, const fmi2String)

/* ---------------------------------------------------------------------------------- derivatives */

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t unknowns, const fmi2ValueReference by[],
                                        size_t knowns, const fmi2Real seed[], fmi2Real change[]) {
  static const char call[] = "fmi2GetDirectionalDerivative";
  fmu *f = c;
  if (!fmu_allows(f, PHASE_INITIALISING | PHASE_RUNNING, call)) return fmi2Error;
  memset(f->seed, 0, f->unit->table.numbers * sizeof *f->seed);
  for (size_t i = 0; i < knowns; i++) {
    if (!fmu_may_know(f, by[i]))
      return as_fmi(fmu_refuse(f, call, "value reference %u is no input and no state", by[i]));
    f->seed[by[i]] += seed[i];
  }
  for (size_t i = 0; i < unknowns; i++) {
    if (!fmu_may_unknown(f, unknown[i]))
      return as_fmi(fmu_refuse(f, call, "value reference %u is no output and no rate", unknown[i]));
  }
  const fmu_status status = fmu_derive(f, call);
  for (size_t i = 0; i < unknowns && status == FMU_OK; i++) change[i] = f->change[unknown[i]];
  return as_fmi(status);
}

/* ------------------------------------------------------------------------------- model exchange */

fmi2Status fmi2EnterEventMode(fmi2Component c) {
  fmu *f = c;
  if (!fmu_exchanges(f, PHASE_CONTINUOUS | PHASE_EVENT, "fmi2EnterEventMode")) return fmi2Error;
  f->phase = PHASE_EVENT;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
  bool changed;
  if (!fmu_exchanges(c, PHASE_EVENT, "fmi2NewDiscreteStates")) return fmi2Error;
  const fmu_status status = fmu_event(c, &changed, "fmi2NewDiscreteStates");
  *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = changed,
                          .terminateSimulation = ((fmu *)c)->over};
  return as_fmi(status);
}

LIST(GetNominalsOfContinuousStates, SEEN | PHASE_INSTANTIATED, fmu_get_nominals)

/* -------------------------------------------------------------------------------- co-simulation */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference at[], size_t count,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  static const char call[] = "fmi2SetRealInputDerivatives";
  fmu *f = c;
  if (!fmu_simulates(f, PHASE_INITIALISING | PHASE_STEPPING, call)) return fmi2Error;
  for (size_t i = 0; i < count; i++) {
    lash_error error;
    const unit_variable *v = unit_at(&f->unit->table, at[i]);
    if (!v || v->role != UNIT_INPUT)
      return as_fmi(fmu_refuse(f, call, "value reference %u is no input", at[i]));
    if (!f->unit->class->input_rate)
      return as_fmi(fmu_refuse(f, call, "inputs have no rates here"));
    if (f->unit->class->input_rate(f->unit, at[i], order[i], value[i], &error) != LASH_OK)
      return as_fmi(fmu_refuse(f, call, "%s", error.message));
  }
  return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference at[],
                                        size_t count, const fmi2Integer order[], fmi2Real value[]) {
  (void)at, (void)count, (void)order, (void)value;
  return as_fmi(fmu_refuse(c, "fmi2GetRealOutputDerivatives", "outputs have no rates here"));
}

/* There is no early return in 2.0: events are passed and counted. A unit that ends the run says so
 * by fmi2Discard and fmi2Terminated. */
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real size, fmi2Boolean no_way_back) {
  fmu *f = c;
  unit_step done;
  const unit_stepping how = {.stop_at_events = false};
  (void)no_way_back;
  if (!fmu_simulates(f, PHASE_STEPPING, "fmi2DoStep")) return fmi2Error;
  if (f->over) return as_fmi(fmu_refuse(f, "fmi2DoStep", "the mechanism has ended the simulation"));
  const fmu_status status = fmu_step(f, from, size, &how, &done, "fmi2DoStep");
  return status == FMU_OK && done.terminate ? fmi2Discard : as_fmi(status);
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  return as_fmi(fmu_refuse(c, "fmi2CancelStep", "steps do not run on their own"));
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
  (void)kind, (void)value;
  if (!c) return fmi2Error;
  fmu_say(c, FMU_DISCARD, "fmi2GetStatus: steps do not run on their own");
  return fmi2Discard;
}

#define STATUS(Name, ctype, known, known_value)                                                \
  fmi2Status fmi2Get##Name##Status(fmi2Component c, const fmi2StatusKind kind, ctype *value) { \
    if (!c) return fmi2Error;                                                                  \
    if (kind != known) return fmi2Discard;                                                     \
    *value = ((fmu *)c)->known_value;                                                          \
    return fmi2OK;                                                                             \
  }
#define NO_STATUS(Name, ctype)                                                                 \
  fmi2Status fmi2Get##Name##Status(fmi2Component c, const fmi2StatusKind kind, ctype *value) { \
    (void)kind, (void)value;                                                                   \
    return c ? fmi2Discard : fmi2Error;                                                        \
  }

STATUS(Real, fmi2Real, fmi2LastSuccessfulTime, reached)
STATUS(Boolean, fmi2Boolean, fmi2Terminated, over)
NO_STATUS(Integer, fmi2Integer)
NO_STATUS(String, fmi2String)
