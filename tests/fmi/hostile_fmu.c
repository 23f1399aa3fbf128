/* An FMU for Co-Simulation, 2.0, that does harm where LASH_TEST_DEED says: "step exit", "load
 * hang".
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lash_fmi2.h"

static int one; /* the instance */

static void act(const char *here) {
  const char *deed = getenv("LASH_TEST_DEED");
  const size_t length = strlen(here);
  if (!deed || strncmp(deed, here, length) != 0 || deed[length] != ' ') return;
  deed += length + 1;
  if (strcmp(deed, "exit") == 0) exit(0);
  if (strcmp(deed, "_exit") == 0) _exit(0);
  if (strcmp(deed, "crash") == 0) *(volatile int *)8 = 1;
  while (strcmp(deed, "hang") == 0) continue;
}

__attribute__((constructor)) static void load(void) { act("load"); }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String place,
                              const fmi2CallbackFunctions *back, fmi2Boolean visible,
                              fmi2Boolean log) {
  (void)name, (void)type, (void)guid, (void)place, (void)back, (void)visible, (void)log;
  act("make");
  return &one;
}

void fmi2FreeInstance(fmi2Component c) {
  (void)c;
  act("free");
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean given, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean ends, fmi2Real stop) {
  (void)c, (void)given, (void)tolerance, (void)start, (void)ends, (void)stop;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  (void)c;
  act("start");
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  (void)c;
  return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference *at, size_t count,
                       const fmi2Real *value) {
  (void)c, (void)at, (void)count, (void)value;
  return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference *at, size_t count,
                       fmi2Real *value) {
  const char *deed = getenv("LASH_TEST_DEED");
  const size_t more = deed && strcmp(deed, "get more") == 0 ? 8 : 0;
  (void)c, (void)at;
  act("get");
  for (size_t k = 0; k < count + more; k++) value[k] = 1;
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real size, fmi2Boolean keep) {
  (void)c, (void)t, (void)size, (void)keep;
  act("step");
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c) {
  (void)c;
  return fmi2OK;
}
