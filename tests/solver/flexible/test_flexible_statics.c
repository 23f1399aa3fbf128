/* Beams at rest: closed forms, the elastica, and the beam library itself. */
#include "flexible_helper.h"
#include "helper.h"

void setUp(void) {}
void tearDown(void) {}

#define TIP_FORCE(x, y, z)        \
  "MARKER/99, PART=1, FLOATING\n" \
  "VFORCE/1, I=20, JFLOAT=99, RM=1, FX=" #x "\\FY=" #y "\\FZ=" #z "\n"

static void settle(mechanism *m) {
  lash_statics_report report;
  OK(lash_system_statics(m->system, 0, m->y, 0, 0, &report, &error));
}

static void small_tip_load(void) {
  mechanism m = load(STEEL BEAM(4, "") CLAMP TIP_FORCE(0, -10, 0));
  const double E = 2.1e11, I = pow(0.02, 4) / 12, G = E / 2.6, shear = 10 * 1.3 / (12 + 11 * 0.3);
  const double expected = -10 / (3 * E * I) - 10 / (shear * G * 4e-4);
  settle(&m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * fabs(expected), expected, measure(&m, "DY", 20, 0, 0, 0));
  double wrench[6];
  OK(lash_system_joint_wrench(m.system, 0, false, 0, wrench, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 10, wrench[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 10, wrench[5]);
  unload(&m);
}

/* The order of statements is nobody's business: the beam's own markers first of all. */
static void markers_first(void) {
#define AFTER                                                                         \
  "UNITS/SYSTEM=MKS\n"                                                                \
  "MARKER/10, FE_PART=5, NODE_LABEL=1\nMARKER/20, FE_PART=5, NODE_LABEL=2\n"          \
  "FE_PART/5, TYPE=3DBEAM, MATERIAL=1, SECTION=1, ELEMENTS=4\n"                       \
  ", COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0\n"                                      \
  "SECTION/1, RECT_BASE=0.02, RECT_HEIGHT=0.02\n"                                     \
  "MATERIAL/1, NAME=steel, YOUNGS_MODULUS=2.1E11, POISSONS_RATIO=0.3, DENSITY=7800\n" \
  "MARKER/1, PART=1\nPART/1, GROUND\n"
  mechanism a = load(STEEL BEAM(4, "") CLAMP TIP_FORCE(1, -10, 3));
  mechanism b = load(AFTER CLAMP TIP_FORCE(1, -10, 3));
  static const char *const names[] = {"DX", "DY", "DZ"};
  settle(&a);
  settle(&b);
  for (int k = 0; k < 3; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, measure(&a, names[k], 20, 0, 0, 0),
                              measure(&b, names[k], 20, 0, 0, 0));
  unload(&a);
  unload(&b);
}

/* Own weight: w L^4 / (8 E I) and a shear part w L^2 / (2 k G A). */
static void own_weight(void) {
  mechanism m = load(STEEL BEAM(8, "") CLAMP "ACCGRAV/KGRAV=-9.81\n");
  const double E = 2.1e11, I = pow(0.02, 4) / 12, G = E / 2.6, shear = 10 * 1.3 / (12 + 11 * 0.3);
  const double w = 7800 * 4e-4 * 9.81, expected = -w / (8 * E * I) - w / (2 * shear * G * 4e-4);
  settle(&m);
  TEST_ASSERT_DOUBLE_WITHIN(2e-3 * fabs(expected), expected, measure(&m, "DZ", 20, 0, 0, 0));
  unload(&m);
}

/* Inextensible elastica (Mattiasson 1981), P L^2/EI = 5 and 10, on a thin strip; and the same
 * numbers as the beam library alone gives. */
static void elastica_with(double load_ratio, double u, double w, double slope) {
  char text[1024];
  lash_section section;
  lash_ancf_beam beam;
  lash_material material = {.young = 2.1e11, .poisson = 0.3, .density = 7800};
  const double origin[3] = {0}, axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double q[12 * 49];
  OK(lash_section_rectangle(1e-3, 1e-3, 0.3, &section, &error));
  OK(lash_ancf_beam_init(&beam, 48, 1, &section, &material, LASH_ANCF_CURED, 0, &error));
  const double force[3] = {0, load_ratio * 2.1e11 * section.y2, 0};
  lash_ancf_beam_straight(&beam, origin, axes, q);
  solve_static(&beam, q, CLAMP_SECTION, 10, tip_force, force);
  lash_ancf_beam_free(&beam);

  snprintf(text, sizeof text,
           "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/99, PART=1, FLOATING\n"
           "MATERIAL/1, YOUNGS_MODULUS=2.1E11, POISSONS_RATIO=0.3, DENSITY=7800\n"
           "SECTION/1, RECT_BASE=0.001, RECT_HEIGHT=0.001\n" BEAM(48, "") CLAMP
           "VFORCE/1, I=20, JFLOAT=99, RM=1, FX=0\\FY=%.17g\\FZ=0\n",
           force[1]);
  mechanism m = load(text);
  settle(&m);
  const double x = measure(&m, "DX", 20, 0, 0, 0), y = measure(&m, "DY", 20, 0, 0, 0);
  TEST_ASSERT_DOUBLE_WITHIN(3e-4, 1 - u, x);
  TEST_ASSERT_DOUBLE_WITHIN(3e-4, w, y);
  TEST_ASSERT_DOUBLE_WITHIN(3e-4, slope, measure(&m, "AZ", 20, 1, 0, 0));
  /* the strip stretches a million times harder than it bends: round-off shows */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, q[12 * 48], x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, q[12 * 48 + 1], y);
  unload(&m);
}

static void elastica(void) {
  elastica_with(5, .387628, .713791, 1.215368);
  elastica_with(10, .554995, .810609, 1.430286);
}

/* Nothing is said about the shape: numbers in SECTION, nodes by COORDINATES and by FE_NODE, give
 * the beam that the named shape gives. */
static void sections_by_numbers(void) {
  mechanism a = load(STEEL BEAM(2, "") CLAMP TIP_FORCE(0, -1000, 300));
  mechanism b = load(
      "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"
      "MATERIAL/1, YOUNGS_MODULUS=2.1E11, POISSONS_RATIO=0.3, DENSITY=7800\n"
      "FE_PART/5, MATERIAL=1, COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0\n"
      ", SECTION=1,4E-4,1.3333333333333333E-8,1.3333333333333333E-8,0,0"
      ", 2,4E-4,1.3333333333333333E-8,1.3333333333333333E-8,0,0\n"
      "FE_NODE/1, FE_PART=5, LABEL=7, S=0.5, SECTION_NODE=1\n"
      "MARKER/10, FE_PART=5, NODE_LABEL=1\nMARKER/20, FE_PART=5, NODE_LABEL=2\n"
      "MARKER/30, FE_PART=5, NODE_LABEL=7\n" CLAMP TIP_FORCE(0, -1000, 300));
  settle(&a);
  settle(&b);
  static const char *const name[3] = {"DX", "DY", "DZ"};
  for (int k = 0; k < 3; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, measure(&a, name[k], 20, 0, 0, 0),
                              measure(&b, name[k], 20, 0, 0, 0));
  unload(&a);
  unload(&b);
}

/* What a section says itself counts, whatever its shape has: JXX in the twist T L / (G JXX), the
 * shear factor in P L^3 / (3 E I) + P L / (k G A). One side of a rectangle is no shape. */
static void numbers_beside_a_shape(void) {
#define ROD(section)                                                        \
  "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nSECTION/1, " section \
  "\nMATERIAL/1, YOUNGS_MODULUS=2.1E11, POISSONS_RATIO=0.3, DENSITY=7800\n" BEAM(4, "") CLAMP
#define TWIST                     \
  "MARKER/99, PART=1, FLOATING\n" \
  "VTORQUE/1, I=20, JFLOAT=99, RM=1, TX=10\\TY=0\\TZ=0\n"
#define NUMBERS "AREA=4E-4, IYY=1.3333333333333333E-8, IZZ=1.3333333333333333E-8"
  static const char *const twisted[] = {
      ROD("RECT_BASE=0.02, RECT_HEIGHT=0.02, JXX=1E-8") TWIST, ROD("DIAMETER=0.02, JXX=1E-8") TWIST,
      ROD(NUMBERS ", JXX=1E-8") TWIST, ROD(NUMBERS ", RECT_BASE=7, JXX=1E-8") TWIST,
      ROD(NUMBERS ", RECT_HEIGHT=7, JXX=1E-8") TWIST};
  static const char *const bent[] = {
      ROD("RECT_BASE=0.02, RECT_HEIGHT=0.02, SHEAR_Y=0.01, SHEAR_Z=0.01") TIP_FORCE(0, -10, 0),
      ROD(NUMBERS ", SHEAR_Y=0.01, SHEAR_Z=0.01") TIP_FORCE(0, -10, 0),
      ROD(NUMBERS ", RECT_HEIGHT=7, SHEAR_Y=0.01") TIP_FORCE(0, -10, 0)};
  const double G = 2.1e11 / 2.6, EI = 2.1e11 * pow(0.02, 4) / 12;
  for (size_t k = 0; k < sizeof twisted / sizeof *twisted; k++) {
    mechanism m = load(twisted[k]);
    settle(&m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4 * 10 / (G * 1e-8), 10 / (G * 1e-8),
                              measure(&m, "AX", 20, 10, 0, 0));
    unload(&m);
  }
  for (size_t k = 0; k < sizeof bent / sizeof *bent; k++) {
    mechanism m = load(bent[k]);
    const double expected = -10 / (3 * EI) - 10 / (0.01 * G * 4e-4);
    settle(&m);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4 * fabs(expected), expected, measure(&m, "DY", 20, 0, 0, 0));
    unload(&m);
  }
}

/* A long way to bend takes its steps, which the report counts; where fewer are allowed, no
 * equilibrium is claimed. */
static void steps_are_counted_and_bounded(void) {
  lash_statics_report report;
  mechanism m = load(STEEL BEAM(4, "") CLAMP TIP_FORCE(0, -5000, 0));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_system_statics(m.system, 0, m.y, 0, 1, &report, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "no equilibrium"), error.message);
  TEST_ASSERT_TRUE(report.imbalance > 1);
  OK(lash_system_assemble(m.system, 0, m.y, NULL, &error));
  OK(lash_system_statics(m.system, 0, m.y, 0, 0, &report, &error));
  TEST_ASSERT_TRUE(report.iterations > 1);
  OK(lash_system_statics(m.system, 0, m.y, 0, 1, &report, &error)); /* there already */
  TEST_ASSERT_TRUE(report.iterations <= 1);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(steps_are_counted_and_bounded);
  RUN_TEST(small_tip_load);
  RUN_TEST(own_weight);
  RUN_TEST(markers_first);
  RUN_TEST(elastica);
  RUN_TEST(sections_by_numbers);
  RUN_TEST(numbers_beside_a_shape);
  return UNITY_END();
}
