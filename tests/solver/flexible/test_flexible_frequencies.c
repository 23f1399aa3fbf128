/* Frequencies of beams in the solver against Timoshenko's theory; stiffening by rotation. */
#include "flexible_helper.h"
#include "helper.h"

void setUp(void) {}
void tearDown(void) {}

enum { ROOTS = 60 };

/* Frequencies (Hz) in ascending order, each once for every pair of roots; rigid motion left out. */
static size_t frequencies(const char *text, double *hz) {
  mechanism m = load(text);
  double real[ROOTS], imaginary[ROOTS];
  size_t count = ROOTS, found = 0;
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  for (size_t k = 0; k < count; k++)
    if (imaginary[k] > 1) hz[found++] = imaginary[k] / (2 * acos(-1));
  unload(&m);
  return found;
}

/* Both bending planes of the square section: every bending frequency comes twice; torsional and
 * axial ones lie between. */
static void check_bending(const char *text, bool clamped) {
  double hz[ROOTS];
  const size_t found = frequencies(text, hz);
  lash_section section;
  lash_material material = {.young = 2.1e11, .poisson = 0.3, .density = 7800};
  OK(lash_section_rectangle(0.02, 0.02, 0.3, &section, &error));
  for (int mode = 1; mode <= 5; mode++) {
    const double theory = timoshenko_hz(&section, &material, 1, clamped, mode);
    int twice = 0;
    for (size_t k = 0; k < found; k++) twice += fabs(hz[k] / theory - 1) < 0.01;
    TEST_ASSERT_EQUAL_INT_MESSAGE(2, twice, "a bending frequency is missing or alone");
  }
}

static void clamped(void) { check_bending(STEEL BEAM(10, "") CLAMP, true); }

static void free_free(void) { check_bending(STEEL BEAM(10, ""), false); }

/* Damping: beta K gives a ratio of beta w / 2, alpha M one of alpha / (2 w). */
static void damping_ratio(void) {
  double real[2][ROOTS], imaginary[2][ROOTS];
  static const char *const text[2] = {STEEL BEAM(2, ", CRATIOK=1E-4") CLAMP,
                                      STEEL BEAM(2, ", CRATIOM=3") CLAMP};
  for (int k = 0; k < 2; k++) {
    mechanism m = load(text[k]);
    size_t count = ROOTS;
    OK(lash_system_eigenvalues(m.system, real[k], imaginary[k], &count, &error));
    unload(&m);
    const double w = hypot(real[k][0], imaginary[k][0]), ratio = -real[k][0] / w;
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * ratio, k ? 3 / (2 * w) : 1e-4 * w / 2, ratio);
  }
}

/* A cantilever that spins about its root flaps faster out of the plane of rotation: Wright, Smith,
 * Thresher and Wang (1982), J. Appl. Mech. 49, 197-202; unit sqrt(EI / (mass per length L^4)). A
 * push of a period starts the first mode alone. */
static double flap_frequency(double spin, double guess) {
  char text[2048];
  const double EI = 1.2e9 * pow(0.01, 4) / 12, unit = sqrt(EI / (1000 * 1e-4)), pi = acos(-1);
  const double half = pi / (guess * unit), dt = 0.01 * half;
  snprintf(text, sizeof text,
           "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/99, PART=1, FLOATING\n"
           "MATERIAL/1, YOUNGS_MODULUS=1.2E9, POISSONS_RATIO=0.3, DENSITY=1000\n"
           "SECTION/1, RECT_BASE=0.01, RECT_HEIGHT=0.01\n" BEAM(12, ", WZ=%.17g")
           "JOINT/1, REVOLUTE, I=10, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=%.17g*TIME\n"
           "VFORCE/1, I=20, JFLOAT=99, RM=1, FX=0\\FY=0"
           "\\FZ=1E-3*STEP(TIME,0,0,%.17g,1)*STEP(TIME,%.17g,1,%.17g,0)\n",
           spin * unit, spin * unit, half, half, 2 * half);
  mechanism m = load(text);
  lash_integrate_options options = method("genalpha", 1e-7, dt);
  lash_integration *run = NULL;
  double last = 0, first = 0, crossed = 0;
  int seen = 0;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  for (int k = 1; seen < 4 && k < 2000; k++) {
    const double t = 2 * half + k * dt;
    OK(lash_integrate_to(run, t, NULL, &error));
    const double z = measure(&m, "DZ", 20, 0, 0, 0);
    if (k > 1 && last < 0 && z >= 0) {
      crossed = t - dt * z / (z - last);
      if (!seen++) first = crossed;
    }
    last = z;
  }
  lash_integrate_free(run);
  unload(&m);
  return 3 * 2 * pi / ((crossed - first) * unit);
}

static void spinning_beam_stiffens(void) {
  static const double table[3][2] = {{0, 3.5160}, {3, 4.7973}, {12, 13.1702}};
  for (int k = 0; k < 3; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * table[k][1], table[k][1],
                              flap_frequency(table[k][0], table[k][1]));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(clamped);
  RUN_TEST(free_free);
  RUN_TEST(damping_ratio);
  RUN_TEST(spinning_beam_stiffens);
  return UNITY_END();
}
