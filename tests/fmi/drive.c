/* Runs a mechanism's FMU for Co-Simulation (2.0), on Linux and Windows: drive BINARY RESOURCES
 * TOKEN END STEP REFERENCE… prints the numbers of these value references after every step. */
#include <stdio.h>
#include <stdlib.h>

#include "lash_fmi_load.h"

int main(int argc, char **argv) {
  const fmi2CallbackFunctions callbacks = {.allocateMemory = calloc, .freeMemory = free};
  const fmi2_functions fmu = fmi2_load(argc > 6 ? fmi_open(argv[1]) : NULL);
  if (!fmu.fmi2Instantiate) return 2;
  const double end = atof(argv[4]), step = atof(argv[5]);
  fmi2Component c =
      fmu.fmi2Instantiate("mechanism", fmi2CoSimulation, argv[3], argv[2], &callbacks, 0, 0);
  if (!c) return 1;
  fmu.fmi2SetupExperiment(c, 0, 0, 0, 1, end);
  fmu.fmi2EnterInitializationMode(c), fmu.fmi2ExitInitializationMode(c);
  for (int k = 0; k < (int)(end / step + 0.5); k++) {
    if (fmu.fmi2DoStep(c, k * step, (k + 1) * step - k * step, 1) != fmi2OK) return 1;
    for (int i = 6; i < argc; i++) {
      const fmi2ValueReference at = (unsigned)atoi(argv[i]);
      double value;
      if (fmu.fmi2GetReal(c, &at, 1, &value) != fmi2OK) return 1;
      printf("%.17g%s", value, i + 1 < argc ? " " : "\n");
    }
  }
  fmu.fmi2FreeInstance(c);
  return 0;
}
