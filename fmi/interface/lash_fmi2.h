/* The C interface of FMI 2.0 (Functional Mock-up Interface for Model Exchange and Co-Simulation,
 * Modelica Association, version 2.0.5): types as its section 2.1 names them, and its functions as a
 * list, from which an FMU makes declarations and an importer a table of addresses:
 *
 *   fmi2GetRealTYPE                  is the type of fmi2GetReal(), and so on
 *   FMI2_FUNCTIONS(FMI2_EXPORT)      declares them all, as functions that a binary shows
 * lash_fmi_load.h finds them in a binary.
 *
 * What each function does, when it may be called and what it answers is said by the standard. */
#ifndef LASH_FMI2_H
#define LASH_FMI2_H

#include "lash_fmi.h"

#define fmi2Version       "2.0"
#define fmi2TypesPlatform "default"

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Char, fmi2Byte;
typedef const fmi2Char *fmi2String;
enum { fmi2False, fmi2True };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
  fmi2DoStepStatus,
  fmi2PendingStatus,
  fmi2LastSuccessfulTime,
  fmi2Terminated
} fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status,
                                   fmi2String category, fmi2String format, ...);
typedef struct {
  fmi2CallbackLogger logger;
  void *(*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void *);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/* What follows an event. */
typedef struct {
  fmi2Boolean newDiscreteStatesNeeded, terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged, valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

/* clang-format off */
#define FMI2_AT fmi2Component, const fmi2ValueReference[], size_t

#define FMI2_FUNCTIONS(X) \
  X(const char *, fmi2GetTypesPlatform, (void)) \
  X(const char *, fmi2GetVersion, (void)) \
  X(fmi2Status, fmi2SetDebugLogging, (fmi2Component, fmi2Boolean on, size_t, const fmi2String categories[])) \
  X(fmi2Component, fmi2Instantiate, (fmi2String name, fmi2Type, fmi2String guid, fmi2String resources, \
                                     const fmi2CallbackFunctions *, fmi2Boolean visible, fmi2Boolean logging)) \
  X(void, fmi2FreeInstance, (fmi2Component)) \
  X(fmi2Status, fmi2SetupExperiment, (fmi2Component, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start, \
                                      fmi2Boolean has_stop, fmi2Real stop)) \
  X(fmi2Status, fmi2EnterInitializationMode, (fmi2Component)) \
  X(fmi2Status, fmi2ExitInitializationMode, (fmi2Component)) \
  X(fmi2Status, fmi2Terminate, (fmi2Component)) \
  X(fmi2Status, fmi2Reset, (fmi2Component)) \
  X(fmi2Status, fmi2GetReal, (FMI2_AT, fmi2Real[])) \
  X(fmi2Status, fmi2GetInteger, (FMI2_AT, fmi2Integer[])) \
  X(fmi2Status, fmi2GetBoolean, (FMI2_AT, fmi2Boolean[])) \
  X(fmi2Status, fmi2GetString, (FMI2_AT, fmi2String[])) \
  X(fmi2Status, fmi2SetReal, (FMI2_AT, const fmi2Real[])) \
  X(fmi2Status, fmi2SetInteger, (FMI2_AT, const fmi2Integer[])) \
  X(fmi2Status, fmi2SetBoolean, (FMI2_AT, const fmi2Boolean[])) \
  X(fmi2Status, fmi2SetString, (FMI2_AT, const fmi2String[])) \
  X(fmi2Status, fmi2GetFMUstate, (fmi2Component, fmi2FMUstate *)) \
  X(fmi2Status, fmi2SetFMUstate, (fmi2Component, fmi2FMUstate)) \
  X(fmi2Status, fmi2FreeFMUstate, (fmi2Component, fmi2FMUstate *)) \
  X(fmi2Status, fmi2SerializedFMUstateSize, (fmi2Component, fmi2FMUstate, size_t *)) \
  X(fmi2Status, fmi2SerializeFMUstate, (fmi2Component, fmi2FMUstate, fmi2Byte[], size_t)) \
  X(fmi2Status, fmi2DeSerializeFMUstate, (fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate *)) \
  X(fmi2Status, fmi2GetDirectionalDerivative, (fmi2Component, const fmi2ValueReference unknown[], size_t, \
                                               const fmi2ValueReference known[], size_t, const fmi2Real[], fmi2Real[])) \
  /* Model Exchange */ \
  X(fmi2Status, fmi2EnterEventMode, (fmi2Component)) \
  X(fmi2Status, fmi2NewDiscreteStates, (fmi2Component, fmi2EventInfo *)) \
  X(fmi2Status, fmi2EnterContinuousTimeMode, (fmi2Component)) \
  X(fmi2Status, fmi2CompletedIntegratorStep, (fmi2Component, fmi2Boolean no_way_back, fmi2Boolean *event, fmi2Boolean *end)) \
  X(fmi2Status, fmi2SetTime, (fmi2Component, fmi2Real)) \
  X(fmi2Status, fmi2SetContinuousStates, (fmi2Component, const fmi2Real[], size_t)) \
  X(fmi2Status, fmi2GetDerivatives, (fmi2Component, fmi2Real[], size_t)) \
  X(fmi2Status, fmi2GetEventIndicators, (fmi2Component, fmi2Real[], size_t)) \
  X(fmi2Status, fmi2GetContinuousStates, (fmi2Component, fmi2Real[], size_t)) \
  X(fmi2Status, fmi2GetNominalsOfContinuousStates, (fmi2Component, fmi2Real[], size_t)) \
  /* Co-Simulation */ \
  X(fmi2Status, fmi2SetRealInputDerivatives, (FMI2_AT, const fmi2Integer order[], const fmi2Real[])) \
  X(fmi2Status, fmi2GetRealOutputDerivatives, (FMI2_AT, const fmi2Integer order[], fmi2Real[])) \
  X(fmi2Status, fmi2DoStep, (fmi2Component, fmi2Real from, fmi2Real size, fmi2Boolean no_way_back)) \
  X(fmi2Status, fmi2CancelStep, (fmi2Component)) \
  X(fmi2Status, fmi2GetStatus, (fmi2Component, fmi2StatusKind, fmi2Status *)) \
  X(fmi2Status, fmi2GetRealStatus, (fmi2Component, fmi2StatusKind, fmi2Real *)) \
  X(fmi2Status, fmi2GetIntegerStatus, (fmi2Component, fmi2StatusKind, fmi2Integer *)) \
  X(fmi2Status, fmi2GetBooleanStatus, (fmi2Component, fmi2StatusKind, fmi2Boolean *)) \
  X(fmi2Status, fmi2GetStringStatus, (fmi2Component, fmi2StatusKind, fmi2String *))
/* clang-format on */

FMI2_FUNCTIONS(FMI_TYPE)

#ifdef FMI2_FUNCTION_PREFIX
#define FMI2_EXPORT(result, name, parameters) \
  FMI_PREFIXED(FMI2_FUNCTION_PREFIX, result, name, parameters)
#else
#define FMI2_EXPORT FMI_EXPORT
#endif

#endif
