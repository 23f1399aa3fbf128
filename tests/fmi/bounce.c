/* A ball in a socket of a joint's FMU, moved by plain Runge-Kutta steps, for Linux and Windows.
 * bounce BINARY RESOURCES TOKEN Z V F, the last three value references of inner.r[3], inner.v[3]
 * and inner.F[3], prints instants and speeds of a touch and a release. */
#include <stdio.h>
#include <stdlib.h>

#include "lash_fmi_load.h"

typedef struct ball {
  double t, x[2]; /* place and speed */
} ball;
static fmi2_functions fmu;
static fmi2Component c;
static fmi2ValueReference at[3];

static void rates(ball b, double rate[2]) {
  const double mass = 0.5;
  fmu.fmi2SetTime(c, b.t), fmu.fmi2SetReal(c, at, 2, b.x), fmu.fmi2GetReal(c, at + 2, 1, &rate[1]);
  rate[0] = b.x[1], rate[1] /= mass;
}
static ball along(ball b, double h, const double rate[2]) {
  return (ball){b.t + h, {b.x[0] + h * rate[0], b.x[1] + h * rate[1]}};
}
static ball rk4(ball b, double h) {
  double k[4][2], mean[2];
  for (int s = 0; s < 4; s++) rates(s ? along(b, s < 3 ? h / 2 : h, k[s - 1]) : b, k[s]);
  for (int i = 0; i < 2; i++) mean[i] = (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]) / 6;
  return along(b, h, mean);
}
static int touching(ball b) {
  double gap, unused[2];
  rates(b, unused), fmu.fmi2GetEventIndicators(c, &gap, 1);
  return gap < 0;
}
static void settle(void) {
  fmi2EventInfo info;
  fmu.fmi2NewDiscreteStates(c, &info), fmu.fmi2EnterContinuousTimeMode(c);
}
int main(int argc, char **argv) {
  const fmi2CallbackFunctions callbacks = {.allocateMemory = calloc, .freeMemory = free};
  ball b = {0, {0, -0.5}}, next;
  fmu = fmi2_load(argc == 7 ? fmi_open(argv[1]) : NULL);
  for (int k = 0; k < 3 && argc == 7; k++) at[k] = (unsigned)atoi(argv[4 + k]);
  if (!fmu.fmi2Instantiate) return 2;
  c = fmu.fmi2Instantiate("ball", fmi2ModelExchange, argv[3], argv[2], &callbacks, 0, 1);
  fmu.fmi2SetupExperiment(c, 0, 0, 0, 0, 0), fmu.fmi2EnterInitializationMode(c);
  fmu.fmi2SetReal(c, at, 2, b.x), fmu.fmi2ExitInitializationMode(c), settle();
  for (int events = 0; events < 2 && b.t < 2e-3; b = next) {
    double low = 0, high = 1e-6, middle;
    const int before = touching(b);
    if (touching(next = rk4(b, high)) == before) continue;
    while (middle = (low + high) / 2, low < middle && middle < high) /* to the last bit */
      *(touching(rk4(b, middle)) == before ? &low : &high) = middle;
    touching(next = rk4(b, high)), fmu.fmi2EnterEventMode(c), settle(), events++;
    printf("%.15g %.15g\n", next.t, next.x[1]);
  }
  fmu.fmi2FreeInstance(c);
  return 0;
}
