/* A ball in a socket of a joint's FMU, moved by plain Runge-Kutta steps: an importer of the least
 * size, for Linux and Windows. bounce BINARY RESOURCES TOKEN Z V F, the last three value
 * references, prints instants and speeds of a touch and a release. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2Functions.h"

#ifdef _WIN32
#include <windows.h>
static void *symbol(const char *file, const char *name) {
  FARPROC at = GetProcAddress(LoadLibraryA(file), name);
  void *p;
  memcpy(&p, &at, sizeof p);
  return p;
}
#else
#include <dlfcn.h>
static void *symbol(const char *file, const char *name) {
  return dlsym(dlopen(file, RTLD_NOW), name);
}
#endif

#define USED(X)                                                                             \
  X(fmi2Instantiate)                                                                        \
  X(fmi2FreeInstance)                                                                       \
  X(fmi2SetupExperiment) X(fmi2EnterInitializationMode) X(fmi2ExitInitializationMode)       \
      X(fmi2SetReal) X(fmi2GetReal) X(fmi2NewDiscreteStates) X(fmi2EnterContinuousTimeMode) \
          X(fmi2EnterEventMode) X(fmi2SetTime) X(fmi2GetEventIndicators)
#define DECLARE(name) static name##TYPE *name##_;
USED(DECLARE)

static fmi2ValueReference z_at, v_at, F_at; /* inner.r[3], inner.v[3], inner.F[3] */
static fmi2Component c;
static void hear(fmi2ComponentEnvironment e, fmi2String n, fmi2Status s, fmi2String k, fmi2String m,
                 ...) {
  (void)e, (void)n, (void)s, (void)k;
  fprintf(stderr, "%s\n", m);
}

typedef struct ball {
  double t, z, v;
} ball;
static void place(ball b) { fmi2SetReal_(c, &z_at, 1, &b.z), fmi2SetReal_(c, &v_at, 1, &b.v); }
static double force(ball b) {
  double F;
  fmi2SetTime_(c, b.t), place(b);
  fmi2GetReal_(c, &F_at, 1, &F);
  return F;
}
static ball along(ball b, double h, double v, double a) {
  return (ball){b.t + h, b.z + h * v, b.v + h * a};
}
static ball rk4(ball b, double h) {
  const double m = 0.5, a1 = force(b) / m;
  const ball p2 = along(b, h / 2, b.v, a1);
  const double a2 = force(p2) / m;
  const ball p3 = along(b, h / 2, p2.v, a2);
  const double a3 = force(p3) / m;
  const ball p4 = along(b, h, p3.v, a3);
  const double a4 = force(p4) / m;
  return along(b, h, (b.v + 2 * p2.v + 2 * p3.v + p4.v) / 6, (a1 + 2 * a2 + 2 * a3 + a4) / 6);
}
static int touching(ball b) {
  double gap;
  force(b), fmi2GetEventIndicators_(c, &gap, 1);
  return gap < 0;
}
static void settle(void) {
  fmi2EventInfo info;
  fmi2NewDiscreteStates_(c, &info), fmi2EnterContinuousTimeMode_(c);
}

int main(int argc, char **argv) {
  const fmi2CallbackFunctions callbacks = {hear, calloc, free, NULL, NULL};
  if (argc != 7) return 2;
#define FIND(name)                     \
  {                                    \
    void *at = symbol(argv[1], #name); \
    if (!at) return 1;                 \
    memcpy(&name##_, &at, sizeof at);  \
  }
  USED(FIND)
  z_at = (unsigned)atoi(argv[4]), v_at = (unsigned)atoi(argv[5]), F_at = (unsigned)atoi(argv[6]);
  c = fmi2Instantiate_("ball", fmi2ModelExchange, argv[3], argv[2], &callbacks, 0, 1);
  ball b = {0, 0, -0.5};
  if (!c) return 1;
  fmi2SetupExperiment_(c, 0, 0, 0, 0, 0), fmi2EnterInitializationMode_(c);
  place(b), fmi2ExitInitializationMode_(c), settle();
  for (int events = 0; events < 2 && b.t < 2e-3;) {
    const double h = 1e-6;
    const int before = touching(b);
    ball next = rk4(b, h);
    if (touching(next) != before) { /* halve until the instant is known */
      double low = 0, high = h;
      for (int k = 0; k < 60; k++) {
        const double middle = (low + high) / 2;
        *(touching(rk4(b, middle)) != before ? &high : &low) = middle;
      }
      force(next = rk4(b, high)), fmi2EnterEventMode_(c), settle(), events++;
      printf("%.15g %.15g\n", next.t, next.v);
    }
    b = next;
  }
  fmi2FreeInstance_(c);
  return 0;
}
