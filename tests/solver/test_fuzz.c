/* Damaged mechanisms: whatever a dataset says, building, assembling, evaluating, equilibrium and
 * stepping end with a status and a message, never with a crash or a state that is not finite.
 * Deterministic: the same damage on every run. */
#include <stdio.h>
#include <time.h>

#include "solver_helper.h"

void setUp(void) {}
void tearDown(void) {}

static const char *const seeds[] = {
    "fuzz\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
    "MARKER/2, PART=1, QP=4,0,0\nMARKER/3, PART=1, QP=0,3,0\nACCGRAV/JGRAV=-9.81\n"
    "PART/2, MASS=1, CM=20, IP=.1,.1,.1, QG=0,0,0, REULER=60D,0,0, WZ=2, EXACT=X\n"
    "MARKER/20, PART=2, QP=.5,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=1,0,0\n"
    "PART/3, MASS=3, CM=30, IP=2,2,2, QG=.5,.866,0, REULER=30D,0,0\n"
    "MARKER/30, PART=3, QP=1.5,0,0\nMARKER/31, PART=3\nMARKER/32, PART=3, QP=3,0,0\n"
    "PART/4, MASS=3, CM=40, IP=2,2,2, QG=4,0,0, REULER=110D,0,0\n"
    "MARKER/40, PART=4, QP=1.5,0,0\nMARKER/41, PART=4\nMARKER/42, PART=4, QP=3,0,0\n"
    "JOINT/1, REVOLUTE, I=21, J=1, IC=1,2\nJOINT/2, REVOLUTE, I=31, J=22\n"
    "JOINT/3, REVOLUTE, I=42, J=32\nJOINT/4, REVOLUTE, I=41, J=2\n"
    "SPRINGDAMPER/1, I=22, J=3, TRANSLATION, K=40, C=1, LENGTH=1\n"
    "SFORCE/1, I=32, J=3, TRANSLATION, FUNCTION=-3*DM(32,3)-VR(32,3)+STEP(TIME,0,0,1,5)\n"
    "BUSHING/1, I=30, J=3, K=1,2,3, KT=4,5,6, C=.1,.1,.1, CT=1,1,1\n"
    "GFORCE/1, I=40, JFLOAT=9, RM=1, FX=-DX(40,1)\\FY=SIN(TIME)\\TZ=-WZ(40)\n"
    "REQUEST/1, DISPLACEMENT, I=32, J=1\nREQUEST/2, FORCE, I=22, J=31\nEND\n",
    "fuzz\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\nACCGRAV/KGRAV=-9.81\n"
    "GRAPHICS/1, PLANE, RM=1, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5\n"
    "PART/2, MASS=1, CM=20, IP=.004,.004,.004, QG=0,0,.09, VX=1\nMARKER/20, PART=2\n"
    "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"
    "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=10, DMAX=1E-4\n"
    ", COULOMB_FRICTION=ON, MU_STATIC=.3, MU_DYNAMIC=.2, STICTION_TRANSITION_VELOCITY=.01\n"
    ", FRICTION_TRANSITION_VELOCITY=.02\n"
    "PART/3, MASS=2, CM=30, IP=1,1,1, QG=1,0,0\nMARKER/30, PART=3\nMARKER/31, PART=3\n"
    "JOINT/1, CYLINDRICAL, I=30, J=2, ICTRAN=.1,.2, ICROT=.3,.4\nMARKER/2, PART=1, QP=1,0,0\n"
    "FRICTION/1, JOINT=1, MU_STATIC=.5, MU_DYNAMIC=.3\n"
    "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=STEP(TIME,0,0,1,3)\n"
    "POINT_MASS/4, MASS=1, CM=50, QG=0,1,0\nMARKER/50, POINT_MASS=4\n"
    "CURVE/1, CLOSED, CURVE_POINTS, MATRIX=1\nPTCV/1, I=50, JFLOAT=9, CURVE=1, RM=1\n"
    "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=1,0,0,0,1,0,-1,0,0,0,-1,0\n"
    "BEAM/1, I=31, J=20, LENGTH=1, AREA=2, IXX=3, IYY=4, IZZ=5, EMOD=6, GMOD=7, CRATIO=.01\n"
    "VARIABLE/1, FUNCTION=DX(20,30)\nARRAY/1, X, SIZE=2\nARRAY/2, U, VARIABLES=1\n"
    "ARRAY/3, Y, SIZE=1\nMATRIX/2, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=0,1,-4,-.4\n"
    "MATRIX/3, FULL=RORDER, ROWS=2, COLUMNS=1, VALUES=0,1\nLSE/1, X=1, U=2, A=2, B=3\n"
    "DIFF/1, IC=1, FUNCTION=-DIF(1)+ARYVAL(1,1)\nSPLINE/1, X=0,1,2,3, Y=0,1,4,9\n"
    "VFORCE/1, I=50, JFLOAT=9, RM=1, FX=AKISPL(TIME,0,1)-VARVAL(1)\n"
    "REQUEST/1, F2=DIF(1)\\F3=CONTACT(1,0,1,0)\nSENSOR/1, GE, VALUE=1, HALT, FUNCTION=TIME\nEND\n"};

static const char *const numbers[] = {"1e300", "-1e300", "1e-300", "0",   "-0",        "1e999",
                                      "-1",    "1e9",    "1e-9",   "nan", "2147483648"};
enum { NUMBERS = sizeof numbers / sizeof *numbers, SEEDS = sizeof seeds / sizeof *seeds };

static uint64_t state = 88172645463325252u;

static size_t below(size_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return n ? (size_t)(state % n) : 0;
}

static size_t line_end(const char *text, size_t at) { return at + strcspn(text + at, "\n"); }

static void splice(char *text, size_t at, size_t removed, const char *with) {
  const size_t added = strlen(with), rest = strlen(text + at + removed) + 1;
  memmove(text + at + added, text + at + removed, rest);
  memcpy(text + at, with, added);
}

/* A number for another, a line twice, a line less, some bytes less, an id for another. */
static void damage(char *text) {
  const size_t length = strlen(text);
  size_t at = below(length), line = at;
  char copy[600];
  while (line && text[line - 1] != '\n') line--;
  const size_t end = line_end(text, at);
  switch (below(6)) {
    case 0:
    case 1:
    case 2:
      at += strcspn(text + at, "0123456789.");
      splice(text, at, strspn(text + at, "0123456789.eE"), numbers[below(NUMBERS)]);
      break;
    case 3:
      if (!text[end] || end - line + 2 > sizeof copy) break;
      snprintf(copy, end - line + 2, "%s", text + line);
      splice(text, end + 1, 0, copy);
      break;
    case 4:
      if (line) splice(text, line, end - line, "");
      break;
    default:
      splice(text, at, below(length - at < 6 ? length - at : 6), "");
  }
}

static bool finite_state(const double *y, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (!isfinite(y[k])) return false;
  return true;
}

/* As a run does it: assemble, look, step, look for rest. Every failure must say something. */
static int exercise(const lash_model *model) {
  lash_system *system = NULL;
  int reached = 0;
  error.message[0] = '\0';
  if (lash_system_create(model, NULL, &system, &error) != LASH_OK) {
    TEST_ASSERT_TRUE(error.message[0] && !system);
    return reached;
  }
  const lash_system_sizes *n = lash_system_size(system);
  double t, *y = malloc((3 * n->y + 1) * sizeof *y), *rates = y + n->y, *rest = rates + n->y;
  lash_system_initial(system, &t, y);
  lash_status status = lash_system_assemble(system, t, y, NULL, &error);
  if (status == LASH_OK) status = lash_system_commit(system, &error);
  for (int k = 0; k < 3 && status == LASH_OK; k++) {
    reached = 1;
    TEST_ASSERT_TRUE(finite_state(y, n->y));
    for (size_t r = 0; r < n->requests && status == LASH_OK; r++) {
      double values[8];
      status = lash_system_request_values(system, r, values, &error);
    }
    if (status == LASH_OK) status = lash_system_rates(system, t, y, rates, &error);
    if (status != LASH_OK) break;
    for (size_t c = 0; c < n->y; c++) y[c] += 1e-3 * rates[c];
    t += 1e-3;
    if (!finite_state(y, n->y)) break; /* forces of 1e300: an integrator rejects such a step */
    lash_system_normalise(y, n);
    status = lash_system_project(system, t, y, LASH_PROJECT_BOTH, 0, &error);
    if (status == LASH_OK) status = lash_system_commit(system, &error);
  }
  if (reached && status == LASH_OK) {
    memcpy(rest, y, n->y * sizeof *y);
    const lash_status found = lash_system_statics(system, t, rest, 0, 20, NULL, &error);
    if (found == LASH_OK) TEST_ASSERT_TRUE(finite_state(rest, n->y));
  }
  if (status != LASH_OK) TEST_ASSERT_TRUE(error.message[0]);
  free(y);
  lash_system_free(system);
  return reached;
}

static void damaged_mechanisms(void) {
  const double seconds = 3;
  const clock_t begun = clock();
  int built = 0, tried = 0;
  while (tried < 1500 && (double)(clock() - begun) < seconds * CLOCKS_PER_SEC) {
    char text[8000];
    strcpy(text, seeds[below(SEEDS)]);
    for (size_t k = below(2); k < 2; k++) damage(text);
    lash_model model;
    tried++;
    if (lash_model_parse(&model, "fuzz.adm", text, strlen(text), &error) != LASH_BAD_INPUT)
      built += exercise(&model);
    lash_model_free(&model);
  }
  TEST_ASSERT_TRUE(built > tried / 10); /* enough of them get past the reader */
}

static void whole_mechanisms(void) {
  for (size_t k = 0; k < SEEDS; k++) {
    lash_model model;
    OK(lash_model_parse(&model, "fuzz.adm", seeds[k], strlen(seeds[k]), &error));
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, exercise(&model), error.message);
    lash_model_free(&model);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(whole_mechanisms);
  RUN_TEST(damaged_mechanisms);
  return UNITY_END();
}
