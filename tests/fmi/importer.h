/* An importer of FMI 3.0 for tests: the functions of a binary, loaded by name as tools do. */
#ifndef LASH_TEST_IMPORTER_H
#define LASH_TEST_IMPORTER_H

#include <dlfcn.h>
#include <string.h>

#include "fmi2Functions.h"
#include "fmi3Functions.h"
#include "unity.h"

#define IMPORTED3(X)                                                                               \
  X(fmi3InstantiateCoSimulation)                                                                   \
  X(fmi3InstantiateModelExchange)                                                                  \
  X(fmi3FreeInstance)                                                                              \
  X(fmi3EnterInitializationMode) X(fmi3ExitInitializationMode) X(fmi3GetFloat64) X(fmi3SetFloat64) \
      X(fmi3GetInt32) X(fmi3DoStep) X(fmi3EnterEventMode) X(fmi3EnterStepMode)                     \
          X(fmi3UpdateDiscreteStates) X(fmi3GetFMUState) X(fmi3SetFMUState) X(fmi3FreeFMUState)    \
              X(fmi3SerializedFMUStateSize) X(fmi3SerializeFMUState) X(fmi3DeserializeFMUState)    \
                  X(fmi3Reset) X(fmi3Terminate) X(fmi3EnterContinuousTimeMode) X(fmi3SetTime)      \
                      X(fmi3SetContinuousStates) X(fmi3GetContinuousStates)                        \
                          X(fmi3GetContinuousStateDerivatives) X(fmi3GetEventIndicators)           \
                              X(fmi3GetNumberOfContinuousStates) X(fmi3GetNumberOfEventIndicators) \
                                  X(fmi3CompletedIntegratorStep)
#define IMPORTED2(X)                                                                         \
  X(fmi2Instantiate)                                                                         \
  X(fmi2FreeInstance)                                                                        \
  X(fmi2SetupExperiment)                                                                     \
  X(fmi2EnterInitializationMode) X(fmi2ExitInitializationMode) X(fmi2GetReal) X(fmi2SetReal) \
      X(fmi2DoStep) X(fmi2GetInteger) X(fmi2SetRealInputDerivatives)

typedef struct importer {
  void *handle;
#define MEMBER(name) name##TYPE *name;
  IMPORTED3(MEMBER) IMPORTED2(MEMBER)
#undef MEMBER
} importer;

/* Asserts that all is there. */
static inline void importer_open(importer *i, const char *binary) {
  i->handle = dlopen(binary, RTLD_NOW | RTLD_LOCAL);
  TEST_ASSERT_NOT_NULL_MESSAGE(i->handle, "the binary cannot be loaded");
#define FIND(name)                           \
  do {                                       \
    void *at = dlsym(i->handle, #name);      \
    TEST_ASSERT_NOT_NULL_MESSAGE(at, #name); \
    memcpy(&i->name, &at, sizeof at);        \
  } while (0);
  IMPORTED3(FIND) IMPORTED2(FIND)
#undef FIND
}

#endif
