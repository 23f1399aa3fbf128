/* Beams in the solver: FE_PART statements against the beam library and closed forms. */
#include "integrate_helper.h"

/* A steel cantilever of 1 m, 0.02 by 0.02, clamped at node 1; node 2 carries marker 20. */
#define CANTILEVER(elements, more)                                               \
  "UNITS/SYSTEM=MKS\n"                                                            \
  "PART/1, GROUND\n"                                                              \
  "MARKER/1, PART=1\n"                                                            \
  "MATERIAL/1, NAME=steel, YOUNGS_MODULUS=2.1E11, POISSONS_RATIO=0.3, DENSITY=7800\n" \
  "SECTION/1, RECT_BASE=0.02, RECT_HEIGHT=0.02\n"                                 \
  "FE_PART/5, TYPE=3DBEAM, MATERIAL=steel, SECTION=1, ELEMENTS=" #elements "\n"   \
  ", COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0 " more "\n"                          \
  "MARKER/10, FE_PART=5, NODE_LABEL=1\n"                                          \
  "MARKER/20, FE_PART=5, NODE_LABEL=2\n"                                          \
  "JOINT/1, FIXED, I=10, J=1\n"

void setUp(void) {}
void tearDown(void) {}

static void small_tip_load(void) {
  mechanism m = load(CANTILEVER(4, "") "GFORCE/1, I=20, JFLOAT=99, RM=1, FX=0\\FY=-10\\FZ=0\\TX=0\\TY=0\\TZ=0\n"
                     "MARKER/99, PART=1, FLOATING\n");
  lash_statics_report report;
  OK(lash_system_statics(m.system, 0, m.y, 0, 0, &report, &error));
  const double E = 2.1e11, I = 0.02 * 0.02 * 0.02 * 0.02 / 12, G = E / 2.6;
  const double shear = 10 * (1.3) / (12 + 11 * 0.3);
  const double expected = -10 / (3 * E * I) - 10 / (shear * G * 4e-4);
  const double found = measure(&m, "DY", 20, 0, 0, 0);
  printf("%d iterations, tip %g, theory %g\n", report.iterations, found, expected);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * fabs(expected), expected, found);
  unload(&m);
}

static void falling_pendulum(void) {
  mechanism m = load(
      "UNITS/SYSTEM=MKS\n"
      "PART/1, GROUND\nMARKER/1, PART=1\n"
      "MATERIAL/1, NAME=rubber, YOUNGS_MODULUS=5E6, POISSONS_RATIO=0.3, DENSITY=1000\n"
      "SECTION/1, RECT_BASE=0.04, RECT_HEIGHT=0.04\n"
      "FE_PART/5, TYPE=3DBEAM, MATERIAL=1, SECTION=1, ELEMENTS=8, COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0\n"
      "MARKER/10, FE_PART=5, NODE_LABEL=1\nMARKER/20, FE_PART=5, NODE_LABEL=2\n"
      "JOINT/1, REVOLUTE, I=10, J=1\n"
      "ACCGRAV/JGRAV=-9.81\n");
  printf("q %zu v %zu rows %zu dof %d\n", m.n->q, m.n->v, m.n->constraints, m.n->dof);
  for (int k = 0; k < 2; k++) {
    mechanism again = m;
    again.y = malloc(m.n->y * sizeof(double));
    lash_system_initial(m.system, &again.t, again.y);
    OK(lash_system_assemble(m.system, 0, again.y, NULL, &error));
    lash_integrate_options options = method(k ? "bdf" : "genalpha", 1e-8, 0);
    options.step = k ? 0 : 1e-3;
    if (!k) options.spectral_radius = 1;
    options.audit = true;
    outcome o = advance(&again, &options, 0.5, NULL);
    printf("steps %zu jac %zu rej %zu imbalance %g rel %g\n", o.statistics.steps, o.statistics.jacobians, o.statistics.rejections, o.audit.imbalance,
           o.audit.relative);
    printf("tip %g %g\n", measure(&m, "DX", 20, 0, 0, 0), measure(&m, "DY", 20, 0, 0, 0));
    free(again.y);
  }
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(small_tip_load);
  RUN_TEST(falling_pendulum);
  return UNITY_END();
}
