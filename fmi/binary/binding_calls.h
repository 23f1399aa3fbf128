/* The standard's functions that both versions have, alike but for their names. A binding includes
 * this once it has said
 *
 *   FMI(name)   its spelling of a function or type: fmi2##name
 *
 * Instances and states are pointers without a type in both, and statuses count as ours do. */
#include <stdlib.h>

static FMI(Status) as_fmi(fmu_status status) { return (FMI(Status))status; }

/* The name as messages have it. */
#define CALL(name) FMI_TEXT(FMI(name))

/* ----------------------------------------------------------------------------------- life cycle */

void FMI(FreeInstance)(void *c) { fmu_free(c); }

FMI(Status)
FMI(SetDebugLogging)(void *c, FMI(Boolean) on, size_t count, const FMI(String) categories[]) {
  if (!c) return FMI(Error);
  if (fmu_log(c, on, count, categories)) return FMI(OK);
  fmu_say(c, FMU_WARNING, "%s: there is no such category", CALL(SetDebugLogging));
  return FMI(Warning);
}

FMI(Status) FMI(ExitInitializationMode)(void *c) {
  if (!fmu_allows(c, PHASE_INITIALISING, CALL(ExitInitializationMode))) return FMI(Error);
  return as_fmi(fmu_end_start(c, CALL(ExitInitializationMode)));
}

FMI(Status) FMI(Terminate)(void *c) {
  if (!fmu_allows(c, PHASE_RUNNING, CALL(Terminate))) return FMI(Error);
  ((fmu *)c)->phase = PHASE_TERMINATED;
  return FMI(OK);
}

FMI(Status) FMI(Reset)(void *c) {
  if (!c) return FMI(Error);
  fmu_reset(c);
  return FMI(OK);
}

/* --------------------------------------------------------------------------------------- states */

FMI(Status) FMI(GetFMUState)(void *c, void **state) {
  if (!fmu_allows(c, PHASE_ANY, CALL(GetFMUState))) return FMI(Error);
  if (!state) return as_fmi(fmu_refuse(c, CALL(GetFMUState), "nowhere to put it"));
  return as_fmi(fmu_save(c, state, CALL(GetFMUState)));
}

FMI(Status) FMI(SetFMUState)(void *c, void *state) {
  if (!fmu_allows(c, PHASE_ANY, CALL(SetFMUState))) return FMI(Error);
  return as_fmi(fmu_restore(c, state, CALL(SetFMUState)));
}

FMI(Status) FMI(FreeFMUState)(void *c, void **state) {
  if (!c) return FMI(Error);
  if (!state) return FMI(OK);
  free(*state);
  *state = NULL;
  return FMI(OK);
}

FMI(Status) FMI(SerializedFMUStateSize)(void *c, void *state, size_t *size) {
  if (!c || !state || !size)
    return as_fmi(fmu_refuse(c, CALL(SerializedFMUStateSize), "there is no state"));
  *size = fmu_serialised_size(state);
  return FMI(OK);
}

FMI(Status) FMI(SerializeFMUState)(void *c, void *state, FMI(Byte) bytes[], size_t size) {
  if (!c || !state || !bytes || size < fmu_serialised_size(state))
    return as_fmi(fmu_refuse(c, CALL(SerializeFMUState), "no state, or not enough room for it"));
  fmu_serialise(state, bytes);
  return FMI(OK);
}

FMI(Status)
FMI(DeserializeFMUState)(void *c, const FMI(Byte) bytes[], size_t size, void **state) {
  if (!c || !state) return as_fmi(fmu_refuse(c, CALL(DeserializeFMUState), "nowhere to put it"));
  return as_fmi(fmu_deserialise(c, bytes, size, state, CALL(DeserializeFMUState)));
}

/* ------------------------------------------------------------------------------- model exchange */

FMI(Status) FMI(EnterContinuousTimeMode)(void *c) {
  if (!fmu_exchanges(c, PHASE_EVENT, CALL(EnterContinuousTimeMode))) return FMI(Error);
  ((fmu *)c)->phase = PHASE_CONTINUOUS;
  return FMI(OK);
}

FMI(Status)
FMI(CompletedIntegratorStep)
(void *c, FMI(Boolean) no_way_back, FMI(Boolean) * enter_event_mode, FMI(Boolean) * terminate) {
  bool wants;
  (void)no_way_back;
  if (!fmu_exchanges(c, PHASE_CONTINUOUS, CALL(CompletedIntegratorStep))) return FMI(Error);
  const fmu_status status = fmu_completed(c, &wants, CALL(CompletedIntegratorStep));
  *enter_event_mode = wants;
  *terminate = ((fmu *)c)->over;
  return as_fmi(status);
}

FMI(Status) FMI(SetTime)(void *c, double t) {
  if (!fmu_exchanges(c, PHASE_EVENT | PHASE_CONTINUOUS, CALL(SetTime))) return FMI(Error);
  return as_fmi(fmu_set_time(c, t, CALL(SetTime)));
}

FMI(Status) FMI(SetContinuousStates)(void *c, const double x[], size_t count) {
  if (!fmu_exchanges(c, fmu_state_phases(c), CALL(SetContinuousStates))) return FMI(Error);
  return as_fmi(fmu_set_states(c, x, count, CALL(SetContinuousStates)));
}

/* A function that gives a list of numbers in these phases. */
#define LIST(name, phases, function)                              \
  FMI(Status) FMI(name)(void *c, double x[], size_t n) {          \
    if (!fmu_exchanges(c, phases, CALL(name))) return FMI(Error); \
    return as_fmi(function(c, x, n, CALL(name)));                 \
  }

enum { SEEN = PHASE_INITIALISING | PHASE_EVENT | PHASE_CONTINUOUS | PHASE_TERMINATED };

LIST(GetContinuousStateDerivatives, SEEN, fmu_get_rates)
LIST(GetEventIndicators, SEEN, fmu_get_indicators)
LIST(GetContinuousStates, SEEN, fmu_get_states)
