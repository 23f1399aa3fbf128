/* A host of its own, without the runtime: loads the subroutine library, feeds it random states and
 * prints forces to the last bit. Built for Linux and for Windows, so that both can be compared.
 *
 *   wine_host LIBRARY          forces of 100 states, all joints, both forms, as hexadecimal
 *   wine_host LIBRARY angles   the same states from a host without unit vectors; says how far apart
 *                              they are, and whether what is accepted is what is remembered
 *
 * States are made with + - * / and sqrt only: the same everywhere. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define LINKDLL_ASUTILITY __declspec(dllexport) /* this program exports the SDK */
#include <windows.h>
#else
#include <dlfcn.h>
#endif
#include "slv_c_utils.h"

enum { OUTER = 11, INNER = 21, FRAME = 31, STATES = 100 };

static const char *const texts[] = {
    "joint=spherical normal=lankarani_nikravesh E=207e9 nu=0.3 Ri=0.0105 Rj=0.01 e=0.9 "
    "friction=lugre_n mu_s=0.2 mu_k=0.15",
    "joint=revolute normal=johnson E=207e9 nu=0.3 Ri=0.0105 Rj=0.01 L=0.02 Lj=0.03 "
    "friction=andersson stop.normal=impact stop.K=1e7 stop.n=1.3 stop.c=50 stop.d=1e-4 "
    "stop_i=0.021 stop_j=0.0208 rim=0.01 blend=0.01",
    "joint=prismatic normal=hertz K=1e8 Wi=0.011 Wj=0.01 Hi=0.011 Hj=0.01 Lj=0.02 "
    "friction=andersson",
};
enum { JOINTS = sizeof texts / sizeof *texts };

/* ---------------------------------------------------------------------------------- the state */

static double position[3], velocity[6], tilt[3][3], frame[3][3]; /* columns are axes */
static double converged;
static int angles_only;

/* Angles of the inner marker and of the frame are moved by this; partials by them end up here. */
static double moved[2][3], partials[2][18];
static int partials_wanted, perturbed;

static unsigned long long seed = 1;
static double number(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(long long)(seed >> 11) / 4503599627370496.0 - 1;
}

/* Axes of the rotation with the quaternion (1, size * random), scaled to unit length. */
static void random_axes(double size, double axes[3][3]) {
  double a = 1, b = size * number(), c = size * number(), d = size * number();
  double s = 1 / sqrt(a * a + b * b + c * c + d * d);
  a *= s, b *= s, c *= s, d *= s;
  const double r[3][3] = {
      {a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
      {2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
      {2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d}};
  memcpy(axes, r, sizeof r);
}

static void random_state(void) {
  double x = number(), y = number(), length = sqrt(x * x + y * y);
  double distance = 5e-4 * (1 + 0.2 * number());
  position[0] = distance * x / length, position[1] = distance * y / length;
  position[2] = 2e-4 * number();
  for (int k = 0; k < 6; k++) velocity[k] = (k < 3 ? 1 : 20) * number();
  random_axes(0.02, tilt);
  random_axes(1, frame);
}

/* ------------------------------------------------------------------------------------ the SDK */

static void column(double axes[3][3], int c, double *out) {
  for (int k = 0; k < 3; k++) out[k] = axes[k][c];
}

static void angles_of(double r[3][3], double *out) {
  out[0] = atan2(r[0][2], -r[1][2]);
  out[1] = atan2(hypot(r[0][2], r[1][2]), r[2][2]);
  out[2] = atan2(r[2][0], r[2][1]);
}

LINKDLL_ASUTILITY void c_sysary(const char *name, const int *par, int npar, double *out, int *n,
                                int *failed) {
  (void)npar;
  double(*axes)[3] = par[0] == INNER ? tilt : frame;
  int vector = strncmp(name, "UV", 2) == 0;
  *failed = 0;
  *n = strcmp(name, "VEL") == 0 ? 6 : 3;
  if (strcmp(name, "TDISP") == 0)
    memcpy(out, position, sizeof position);
  else if (strcmp(name, "VEL") == 0)
    memcpy(out, velocity, sizeof velocity);
  else if (vector && !angles_only)
    column(axes, name[2] - 'X', out);
  else if (strcmp(name, "RDISP") == 0)
    angles_of(axes, out);
  else
    *failed = 1;
  for (int k = 0; k < 3 && strcmp(name, "RDISP") == 0; k++) out[k] += moved[par[0] != INNER][k];
}

LINKDLL_ASUTILITY void c_errmes(int flag, const char *text, int id, const char *end) {
  if (!flag) return;
  fprintf(stderr, "%s (%d, %s)\n", text, id, end);
  exit(1);
}

LINKDLL_ASUTILITY void c_gtstrg(int id, char *string, int *n, int *status) {
  *status = id < 1 || id > JOINTS;
  strcpy(string, *status ? "" : texts[id - 1]);
  *n = (int)strlen(string);
}

LINKDLL_ASUTILITY void c_gtunts(int *exists, double *scales, char *units) {
  *exists = 1;
  for (int k = 0; k < 4; k++) scales[k] = k == 2 ? 3 : 1; /* a force that is no newton */
  strcpy(units, "");
}

LINKDLL_ASUTILITY void c_sysfnc(const char *name, const int *par, int npar, double *value,
                                int *failed) {
  (void)name, (void)par, (void)npar;
  *value = 0;
  *failed = 1;
}

LINKDLL_ASUTILITY void c_syspar(const char *name, const int *par, int npar, const double *values,
                                int n, int *failed) {
  (void)npar;
  *failed = 0;
  if (strcmp(name, "RDISP") != 0) return;
  for (int k = 0; k < n && k < 18; k++) partials[par[0] != INNER][k] = values[k];
}

LINKDLL_ASUTILITY void c_adams_needs_partials(int *wanted) { *wanted = partials_wanted; }
LINKDLL_ASUTILITY void c_adams_declare_threadsafe(void) {}
LINKDLL_ASUTILITY void c_timget(double *time) { *time = converged; }
LINKDLL_ASUTILITY void c_getmod(int *mode) { *mode = 4; }
LINKDLL_ASUTILITY void c_adams_serialize_integers(const int *v, int n) { (void)v, (void)n; }
LINKDLL_ASUTILITY void c_adams_serialize_doubles(const double *v, int n) { (void)v, (void)n; }
LINKDLL_ASUTILITY void c_adams_unserialize_integers(int *v, int n) { (void)v, (void)n; }
LINKDLL_ASUTILITY void c_adams_unserialize_doubles(double *v, int n) { (void)v, (void)n; }

/* -------------------------------------------------------------------------------- the library */

static void *symbol(const char *library, const char *name) {
#ifdef _WIN32
  HMODULE handle = LoadLibraryA(library);
  void *found = handle ? (void *)(size_t)GetProcAddress(handle, name) : NULL;
#else
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void *found = handle ? dlsym(handle, name) : NULL;
#endif
  if (found) return found;
  fprintf(stderr, "%s in %s: not found\n", name, library);
  exit(1);
}

#ifdef _WIN32
#define FORTRAN_GFOSUB "GFOSUB"
#else
#define FORTRAN_GFOSUB "gfosub_"
#endif

typedef struct library {
  adams_c_Gfosub *c_form;
  adams_f77_GFOSUB *fortran_form;
  adams_c_Callback *callback;
} library;

static void call(const library *lib, int form, int joint, double time, int iflag, double out[6]) {
  double par[] = {joint + 1, OUTER, INNER, FRAME};
  struct sAdamsGforce g = {joint + 1 + 10 * form, 4, par, OUTER, FRAME, 99};
  int id = g.ID, npar = 4, dflag = perturbed;
  memset(out, 0, 6 * sizeof *out);
  if (form)
    lib->fortran_form(&id, &time, par, &npar, &dflag, &iflag, out);
  else
    lib->c_form(&g, time, dflag, iflag, out);
}

/* A new state for each step: remembered approach speeds and bristles count too. */
static void run(const library *lib, double out[STATES][2 * JOINTS][6]) {
  double ignored[6];
  seed = 1;
  converged = 0;
  for (int n = 0; n < 2 * JOINTS; n++) call(lib, n & 1, n >> 1, 0, 1, ignored);
  for (int s = 0; s < STATES; s++) {
    random_state();
    for (int n = 0; n < 2 * JOINTS; n++) call(lib, n & 1, n >> 1, s * 1e-4, 0, out[s][n]);
    converged = s * 1e-4;
  }
}

/* Partials by angles against central differences: how far apart, in parts of the largest. */
static double check_partials(const library *lib, int joint, double time) {
  double ignored[6], plus[6], minus[6], most = 0, apart = 0;
  memset(partials, 0, sizeof partials);
  perturbed = partials_wanted = 1;
  call(lib, 0, joint, time, 0, ignored);
  partials_wanted = 0;
  for (int k = 0; k < 6; k++) {
    double *angle = &moved[k / 3][k % 3];
    const double step = 1e-6;
    *angle = step;
    call(lib, 0, joint, time, 0, plus);
    *angle = -step;
    call(lib, 0, joint, time, 0, minus);
    *angle = 0;
    for (int r = 0; r < 6; r++) {
      double given = partials[k / 3][6 * (k % 3) + r], found = (plus[r] - minus[r]) / (2 * step);
      most = fmax(most, fabs(found));
      apart = fmax(apart, fabs(found - given));
    }
  }
  perturbed = 0;
  return most > 0 ? apart / most : 0;
}

/* A host that does not say which state its newest call was at: of two equal elements one is called
 * at a further trial state, then the host accepts the one before and says so. Both must remember
 * the same. Returns how far their next forces are apart, in parts of the largest. */
static double check_accepted(const library *lib, double time) {
  enum { BEGINS = 10, ENDS = 12 }; /* of a step, slv_cbksub.h */
  double ignored[6], force[2][6], most = 0, apart = 0;
  lib->callback(NULL, time, BEGINS, NULL);
  for (int s = 0; s < 20; s++) {
    time += 1e-5;
    random_state();
    for (int form = 0; form < 2; form++) call(lib, form, 0, time, 0, force[form]);
    for (int k = 0; k < 6; k++) {
      most = fmax(most, fabs(force[0][k]));
      apart = fmax(apart, fabs(force[0][k] - force[1][k]));
    }
    const double there = position[0], fast = velocity[1];
    position[0] *= 1.1, velocity[1] += 0.5;
    call(lib, 0, 0, time, 0, ignored);
    position[0] = there, velocity[1] = fast;
    converged = time;
    lib->callback(NULL, time, ENDS, NULL);
  }
  return most > 0 ? apart / most : 1;
}

int main(int argc, char **argv) {
  static double forces[STATES][2 * JOINTS][6], other[STATES][2 * JOINTS][6];
  if (argc < 2) return fprintf(stderr, "usage: wine_host LIBRARY [angles]\n"), 2;
  library lib;
  void *c_form = symbol(argv[1], "Gfosub"), *fortran_form = symbol(argv[1], FORTRAN_GFOSUB);
  memcpy(&lib.c_form, &c_form, sizeof c_form);
  memcpy(&lib.fortran_form, &fortran_form, sizeof fortran_form);
  void *callback = symbol(argv[1], "Cbksub");
  memcpy(&lib.callback, &callback, sizeof callback);
  run(&lib, forces);
  if (argc < 3) {
    for (int k = 0; k < STATES * 12 * JOINTS; k++) {
      printf("%a%c", (&forces[0][0][0])[k], k % 6 == 5 ? '\n' : ' ');
    }
    return 0;
  }
  angles_only = 1;
  run(&lib, other);
  double most = 0, apart = 0;
  for (int k = 0; k < STATES * 12 * JOINTS; k++) {
    most = fmax(most, fabs((&forces[0][0][0])[k]));
    apart = fmax(apart, fabs((&forces[0][0][0])[k] - (&other[0][0][0])[k]));
  }
  printf("largest %g, apart by %g\n", most, apart);
  double wrong = 0;
  for (int s = 0; s < STATES; s++) {
    random_state();
    for (int joint = 0; joint < JOINTS; joint++) {
      wrong = fmax(wrong, check_partials(&lib, joint, STATES * 1e-4));
    }
  }
  printf("partials by angles differ from differences by %g\n", wrong);
  const double forgotten = check_accepted(&lib, (STATES + 1) * 1e-4);
  printf("forces after steps whose last call was a trial differ by %g\n", forgotten);
  return most > 1 && apart <= 1e-9 * most && wrong < 1e-5 && forgotten == 0 ? 0 : 1;
}
