/* The C interface of FMI 3.0 (Functional Mock-up Interface, Modelica Association, version 3.0.2):
 * types as its section 2.2 names them, and its functions as a list, as in lash_fmi2.h. */
#ifndef LASH_FMI3_H
#define LASH_FMI3_H

#include <stdbool.h>
#include <stdint.h>

#include "lash_fmi.h"

#define fmi3Version "3.0"

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8, fmi3Byte;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef const fmi3Byte *fmi3Binary;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;
typedef enum {
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 time,
                                               fmi3Boolean may_set, fmi3Boolean may_get,
                                               fmi3Boolean step_finished, fmi3Boolean may_return,
                                               fmi3Boolean *return_now, fmi3Float64 *return_at);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

/* clang-format off */
#define FMI3_AT fmi3Instance, const fmi3ValueReference[], size_t
#define FMI3_ACCESS(X, name) \
  X(fmi3Status, fmi3Get##name, (FMI3_AT, fmi3##name[], size_t values)) \
  X(fmi3Status, fmi3Set##name, (FMI3_AT, const fmi3##name[], size_t values))
#define FMI3_NEW fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging
#define FMI3_DERIVATIVE (fmi3Instance, const fmi3ValueReference unknown[], size_t, const fmi3ValueReference known[], size_t, \
                         const fmi3Float64 seed[], size_t seeds, fmi3Float64 sensitivity[], size_t sensitivities)

#define FMI3_FUNCTIONS(X) \
  X(const char *, fmi3GetVersion, (void)) \
  X(fmi3Status, fmi3SetDebugLogging, (fmi3Instance, fmi3Boolean on, size_t, const fmi3String categories[])) \
  X(fmi3Instance, fmi3InstantiateModelExchange, (FMI3_NEW, fmi3InstanceEnvironment, fmi3LogMessageCallback)) \
  X(fmi3Instance, fmi3InstantiateCoSimulation, (FMI3_NEW, fmi3Boolean events, fmi3Boolean early_return, \
                                                const fmi3ValueReference looked_at[], size_t, fmi3InstanceEnvironment, \
                                                fmi3LogMessageCallback, fmi3IntermediateUpdateCallback)) \
  X(fmi3Instance, fmi3InstantiateScheduledExecution, (FMI3_NEW, fmi3InstanceEnvironment, fmi3LogMessageCallback, \
                                                      fmi3ClockUpdateCallback, fmi3LockPreemptionCallback, \
                                                      fmi3UnlockPreemptionCallback)) \
  X(void, fmi3FreeInstance, (fmi3Instance)) \
  X(fmi3Status, fmi3EnterInitializationMode, (fmi3Instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance, \
                                              fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)) \
  X(fmi3Status, fmi3ExitInitializationMode, (fmi3Instance)) \
  X(fmi3Status, fmi3EnterEventMode, (fmi3Instance)) \
  X(fmi3Status, fmi3Terminate, (fmi3Instance)) \
  X(fmi3Status, fmi3Reset, (fmi3Instance)) \
  FMI3_ACCESS(X, Float32) FMI3_ACCESS(X, Float64) \
  FMI3_ACCESS(X, Int8) FMI3_ACCESS(X, UInt8) FMI3_ACCESS(X, Int16) FMI3_ACCESS(X, UInt16) \
  FMI3_ACCESS(X, Int32) FMI3_ACCESS(X, UInt32) FMI3_ACCESS(X, Int64) FMI3_ACCESS(X, UInt64) \
  FMI3_ACCESS(X, Boolean) FMI3_ACCESS(X, String) \
  X(fmi3Status, fmi3GetBinary, (FMI3_AT, size_t sizes[], fmi3Binary[], size_t values)) \
  X(fmi3Status, fmi3SetBinary, (FMI3_AT, const size_t sizes[], const fmi3Binary[], size_t values)) \
  X(fmi3Status, fmi3GetClock, (FMI3_AT, fmi3Clock[])) \
  X(fmi3Status, fmi3SetClock, (FMI3_AT, const fmi3Clock[])) \
  X(fmi3Status, fmi3GetNumberOfVariableDependencies, (fmi3Instance, fmi3ValueReference, size_t *)) \
  X(fmi3Status, fmi3GetVariableDependencies, (fmi3Instance, fmi3ValueReference dependent, size_t dependent_element[], \
                                              fmi3ValueReference independent[], size_t independent_element[], \
                                              fmi3DependencyKind[], size_t)) \
  X(fmi3Status, fmi3GetFMUState, (fmi3Instance, fmi3FMUState *)) \
  X(fmi3Status, fmi3SetFMUState, (fmi3Instance, fmi3FMUState)) \
  X(fmi3Status, fmi3FreeFMUState, (fmi3Instance, fmi3FMUState *)) \
  X(fmi3Status, fmi3SerializedFMUStateSize, (fmi3Instance, fmi3FMUState, size_t *)) \
  X(fmi3Status, fmi3SerializeFMUState, (fmi3Instance, fmi3FMUState, fmi3Byte[], size_t)) \
  X(fmi3Status, fmi3DeserializeFMUState, (fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState *)) \
  X(fmi3Status, fmi3GetDirectionalDerivative, FMI3_DERIVATIVE) \
  X(fmi3Status, fmi3GetAdjointDerivative, FMI3_DERIVATIVE) \
  X(fmi3Status, fmi3EnterConfigurationMode, (fmi3Instance)) \
  X(fmi3Status, fmi3ExitConfigurationMode, (fmi3Instance)) \
  X(fmi3Status, fmi3GetIntervalDecimal, (FMI3_AT, fmi3Float64[], fmi3IntervalQualifier[])) \
  X(fmi3Status, fmi3GetIntervalFraction, (FMI3_AT, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier[])) \
  X(fmi3Status, fmi3GetShiftDecimal, (FMI3_AT, fmi3Float64[])) \
  X(fmi3Status, fmi3GetShiftFraction, (FMI3_AT, fmi3UInt64 counters[], fmi3UInt64 resolutions[])) \
  X(fmi3Status, fmi3SetIntervalDecimal, (FMI3_AT, const fmi3Float64[])) \
  X(fmi3Status, fmi3SetIntervalFraction, (FMI3_AT, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])) \
  X(fmi3Status, fmi3SetShiftDecimal, (FMI3_AT, const fmi3Float64[])) \
  X(fmi3Status, fmi3SetShiftFraction, (FMI3_AT, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])) \
  X(fmi3Status, fmi3EvaluateDiscreteStates, (fmi3Instance)) \
  X(fmi3Status, fmi3UpdateDiscreteStates, (fmi3Instance, fmi3Boolean *again, fmi3Boolean *end, fmi3Boolean *nominals, \
                                           fmi3Boolean *states, fmi3Boolean *next_defined, fmi3Float64 *next)) \
  /* Model Exchange */ \
  X(fmi3Status, fmi3EnterContinuousTimeMode, (fmi3Instance)) \
  X(fmi3Status, fmi3CompletedIntegratorStep, (fmi3Instance, fmi3Boolean no_way_back, fmi3Boolean *event, fmi3Boolean *end)) \
  X(fmi3Status, fmi3SetTime, (fmi3Instance, fmi3Float64)) \
  X(fmi3Status, fmi3SetContinuousStates, (fmi3Instance, const fmi3Float64[], size_t)) \
  X(fmi3Status, fmi3GetContinuousStateDerivatives, (fmi3Instance, fmi3Float64[], size_t)) \
  X(fmi3Status, fmi3GetEventIndicators, (fmi3Instance, fmi3Float64[], size_t)) \
  X(fmi3Status, fmi3GetContinuousStates, (fmi3Instance, fmi3Float64[], size_t)) \
  X(fmi3Status, fmi3GetNominalsOfContinuousStates, (fmi3Instance, fmi3Float64[], size_t)) \
  X(fmi3Status, fmi3GetNumberOfEventIndicators, (fmi3Instance, size_t *)) \
  X(fmi3Status, fmi3GetNumberOfContinuousStates, (fmi3Instance, size_t *)) \
  /* Co-Simulation, Scheduled Execution */ \
  X(fmi3Status, fmi3EnterStepMode, (fmi3Instance)) \
  X(fmi3Status, fmi3GetOutputDerivatives, (FMI3_AT, const fmi3Int32 orders[], fmi3Float64[], size_t values)) \
  X(fmi3Status, fmi3DoStep, (fmi3Instance, fmi3Float64 from, fmi3Float64 size, fmi3Boolean no_way_back, fmi3Boolean *event, \
                             fmi3Boolean *end, fmi3Boolean *early_return, fmi3Float64 *reached)) \
  X(fmi3Status, fmi3ActivateModelPartition, (fmi3Instance, fmi3ValueReference clock, fmi3Float64 time))
/* clang-format on */

FMI3_FUNCTIONS(FMI_TYPE)

#ifdef FMI3_FUNCTION_PREFIX
#define FMI3_EXPORT(result, name, parameters) \
  FMI_PREFIXED(FMI3_FUNCTION_PREFIX, result, name, parameters)
#else
#define FMI3_EXPORT FMI_EXPORT
#endif

#endif
