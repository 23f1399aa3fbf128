/* ANCF beams at rest under load: published series, the elastica, shear-deformable and twisted
 * cantilevers, rolling up into a circle. */
#include <math.h>

#include "helper.h"
#include "unity.h"

static lash_ancf_beam beam;
static lash_section section;
static lash_error error;
static double q[12 * 129];
static const double origin[3] = {0}, none[3] = {0},
                    upright[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

void setUp(void) {}
void tearDown(void) { lash_ancf_beam_free(&beam); }

static void make(size_t count, double length, double height_y, double width_z, lash_material m,
                 lash_ancf_variant variant) {
  lash_ancf_beam_free(&beam);
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        lash_section_rectangle(height_y, width_z, m.poisson, &section, &error));
  TEST_ASSERT_EQUAL_INT(
      LASH_OK, lash_ancf_beam_init(&beam, count, length, &section, &m, variant, 0, &error));
  lash_ancf_beam_straight(&beam, origin, upright, q);
}

/* Displacement of the tip. */
static double tip(int axis) {
  double length = (double)beam.count * beam.element.length;
  return q[beam.dof - 12 + (size_t)axis] - (axis == 0 ? length : 0);
}

static void plain_cantilever_series(void) {
  static const double expected[3] = {1.0335717008e-3, 1.2931723997e-3, 1.3581534181e-3};
  const double down[3] = {0, 0, -10};
  for (int k = 0; k < 3; k++) {
    make((size_t)1 << k, 0.64, 0.016, 0.016, (lash_material){116e9, 0, 1700}, LASH_ANCF_PLAIN);
    solve_static(&beam, q, CLAMP_ALL, 1, tip_force, down);
    TEST_ASSERT_DOUBLE_WITHIN(6e-14, -expected[k], tip(2));
  }
}

/* Timoshenko: F L^3 / 3EI + F L / kGA. Plain keeps 0.743 of it with nu = 0.3; cured is exact with
 * one element; the other converges as 1 - 1/(4 n^2) of the bending part. */
static void locking_is_cured(void) {
  const lash_material m = {116e9, 0.3, 1700};
  const double down[3] = {0, 0, -0.1};
  double ratio[3][2];
  for (int variant = 0; variant < 3; variant++)
    for (int k = 0; k < 2; k++) {
      make(k ? 8 : 1, 0.64, 0.016, 0.016, m, (lash_ancf_variant)variant);
      solve_static(&beam, q, CLAMP_SECTION, 1, tip_force, down);
      double EI = m.young * section.z2,
             kGA = section.shear_z * lash_shear_modulus(&m) * 0.016 * 0.016;
      ratio[variant][k] = -tip(2) / (0.1 * (pow(0.64, 3) / (3 * EI) + 0.64 / kGA));
    }
  TEST_ASSERT_DOUBLE_WITHIN(0.01, 0.743, ratio[LASH_ANCF_PLAIN][1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1 - 1 / 4.0, ratio[LASH_ANCF_POISSON][0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 1 - 1 / 256.0, ratio[LASH_ANCF_POISSON][1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1, ratio[LASH_ANCF_CURED][0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1, ratio[LASH_ANCF_CURED][1]);
}

/* Inextensible elastica (Mattiasson 1981): u/L, w/L, slope at the tip for P L^2/EI = 1 2 3 5 10. */
static void elastica(void) {
  static const double table[5][4] = {{1, .056433, .301721, .461352},
                                     {2, .160642, .493457, .781750},
                                     {3, .254420, .603253, .986017},
                                     {5, .387628, .713791, 1.215368},
                                     {10, .554995, .810609, 1.430286}};
  for (int k = 0; k < 5; k++) {
    make(48, 1, 1e-3, 1e-3, (lash_material){2.1e11, 0.3, 7800}, LASH_ANCF_CURED);
    const double force[3] = {0, table[k][0] * 2.1e11 * section.y2, 0};
    solve_static(&beam, q, CLAMP_SECTION, 10, tip_force, force);
    const double *ry = q + beam.dof - 6;
    TEST_ASSERT_DOUBLE_WITHIN(3e-4, table[k][1], -tip(0));
    TEST_ASSERT_DOUBLE_WITHIN(3e-4, table[k][2], tip(1));
    TEST_ASSERT_DOUBLE_WITHIN(3e-4, table[k][3], atan2(-ry[0], ry[1]));
  }
}

/* A cable that does not shear, F = 3 EI/L^2. Reissner's beam gives the published converged value of
 * planar cable elements (h = 0.1); Green's strain differs from it by order (h kappa)^2, so the
 * difference must fall by four when the height is halved. */
static double cable_difference(double h, double exact[3]) {
  lash_material m = {2.07e11, 0, 7800};
  make(1, 2, h, h, m, LASH_ANCF_CURED);
  lash_ancf_beam_free(&beam);
  section.shear_y = section.shear_z = 1e3; /* no shear */
  TEST_ASSERT_EQUAL_INT(
      LASH_OK, lash_ancf_beam_init(&beam, 128, 2, &section, &m, LASH_ANCF_CURED, 0, &error));
  lash_ancf_beam_straight(&beam, origin, upright, q);
  const double force[3] = {0, -3 * m.young * section.y2 / 4, 0};
  solve_static(&beam, q, CLAMP_SECTION, 10, tip_force, force);
  reissner_tip(&section, &m, 2, force, none, 4, exact);
  return hypot(tip(0) - exact[0], tip(1) - exact[1]);
}

static void cable(void) {
  double exact[3], other[3], thick = cable_difference(0.1, exact);
  TEST_ASSERT_DOUBLE_WITHIN(3e-6, -0.50853730439, exact[0]);
  TEST_ASSERT_DOUBLE_WITHIN(3e-6, -1.20723985461, exact[1]);
  TEST_ASSERT_LESS_THAN_DOUBLE(0.1 * 0.1, thick); /* (h kappa)^2 L = 0.045 at most */
  TEST_ASSERT_DOUBLE_WITHIN(0.5, 4, thick / cable_difference(0.05, other));
}

/* Nachbagauer et al. 2011: L/h = 4. The tip deflection of 1, 2 and 4 elements of their linear
 * element is that of our `poisson` variant; converged values agree with Reissner's beam. */
static void shear_deformable_cantilever(void) {
  static const double published[3] = {6.16666566e-4, 7.61594059e-4, 7.97825954e-4};
  const lash_material m = {2.07e11, 0.3, 7800};
  const double force[3] = {0, -62500, 0};
  double exact[3];
  for (int k = 0; k < 3; k++) {
    make((size_t)1 << k, 2, 0.5, 0.1, m, LASH_ANCF_POISSON);
    solve_static(&beam, q, CLAMP_SECTION, 1, tip_force, force);
    TEST_ASSERT_DOUBLE_WITHIN(2e-7 * published[k], published[k], -tip(1));
  }
  reissner_tip(&section, &m, 2, force, none, 1, exact);
  TEST_ASSERT_DOUBLE_WITHIN(5e-7 * 8.099e-4, -8.09900305e-4 - 2.9e-9, exact[1]);
  make(1, 2, 0.5, 0.1, m, LASH_ANCF_CURED);
  solve_static(&beam, q, CLAMP_SECTION, 1, tip_force, force);
  TEST_ASSERT_DOUBLE_WITHIN(2e-7 * 8.099e-4, exact[1], tip(1));
}

/* A thousand times the load: strains of 12 %, where Green's strain (here) and Reissner's measures
 * (theirs) are different materials; the deflection still agrees within 1 %. */
static void huge_load_on_a_thick_cantilever(void) {
  const lash_material m = {2.07e11, 0.3, 7800};
  const double force[3] = {0, -62.5e6, 0};
  double exact[3];
  make(32, 2, 0.5, 0.1, m, LASH_ANCF_CURED);
  solve_static(&beam, q, CLAMP_SECTION, 20, tip_force, force);
  reissner_tip(&section, &m, 2, force, none, 8, exact);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.71056837, exact[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.15097103, exact[0]);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * 0.7106, exact[1], tip(1));
}

/* The Princeton beam (Dowell and Traybar 1975): bending in two planes couples into torsion. Against
 * Reissner's beam, and against published values of a commercial beam element. */
static void princeton(void) {
  static const double y[7] = {1.071417630e-2,
                              1.061328706e-2,
                              1.011169630e-2,
                              8.837226265e-3,
                              6.604665004e-3,
                              3.538889001e-3,
                              0};
  static const double z[7] = {0,           4.208232124e-2, 7.939482948e-2, 0.108987937,
                              0.129887616, 0.142194370,    0.146245978};
  const lash_material m = {71.7e9, 0.31, 2700};
  for (int k = 0; k < 7; k++) {
    double angle = k * acos(-1) / 12, exact[3];
    const double force[3] = {0, 8.896 * cos(angle), 8.896 * sin(angle)};
    make(32, 0.508, 12.3777e-3, 3.2024e-3, m, LASH_ANCF_CURED);
    solve_static(&beam, q, CLAMP_SECTION, 10, tip_force, force);
    reissner_tip(&section, &m, 0.508, force, none, 4, exact);
    TEST_ASSERT_DOUBLE_WITHIN(2e-4 * exact[1] + 1e-12, exact[1], tip(1));
    TEST_ASSERT_DOUBLE_WITHIN(2e-4 * exact[2] + 1e-12, exact[2], tip(2));
    TEST_ASSERT_DOUBLE_WITHIN(1e-2 * y[k] + 1e-12, y[k], tip(1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * z[k] + 1e-12, z[k], tip(2));
  }
}

/* A moment (three numbers, global axes) on the last section. */
static void end_moment(const lash_ancf_beam *b, const double *at, double t, double *Q,
                       const void *context) {
  const double point[3] = {b->element.length, 0, 0}, *full = context;
  double moment[3] = {t * full[0], t * full[1], t * full[2]};
  lash_ancf_marker marker;
  size_t first = b->dof - LASH_ANCF_DOF;
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        lash_ancf_marker_at(&b->element, point, at + first, NULL, &marker, &error));
  lash_ancf_marker_load(&marker, none, moment, Q + first);
}

/* Twisted and bent by end moments (Nachbagauer et al. 2013, there against a commercial beam element
 * that gives 1.8117e-2 along z). Along y, where bending meets twist, Green's strain adds what
 * Reissner's measures do not have: fibres of the twisted beam lie askew by tau z, so their stress E
 * kappa z has a resultant E I kappa tau across the axis, which a shear angle must balance. */
static void twist_and_bend(void) {
  const double moment[3] = {5e5, 2e6, 0};
  const lash_material m = {2.07e11, 0.3, 7800};
  double exact[3], G = lash_shear_modulus(&m);
  make(40, 2, 0.2, 0.4, m, LASH_ANCF_CURED);
  solve_static(&beam, q, CLAMP_SECTION, 4, end_moment, moment);
  reissner_tip(&section, &m, 2, none, moment, 2, exact);
  double kappa = moment[1] / (m.young * section.z2), tau = moment[0] / (G * section.torsion);
  double shear = m.young * section.z2 * kappa * tau / (section.shear_y * G * section.area);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * 1.8117e-2, -1.8117e-2, tip(2));
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * 1.8117e-2, exact[2], tip(2));
  TEST_ASSERT_DOUBLE_WITHIN(2e-3 * fabs(exact[1]), exact[1] + 2 * shear, tip(1));
}

/* M = 2 pi EI/L closes the circle (Simo and Vu-Quoc 1986). */
static void roll_up(void) {
  static const double allowed[2] = {8e-3, 3e-3}; /* of the length, for 32 and 64 elements */
  for (int k = 0; k < 2; k++) {
    make(k ? 64 : 32, 1, 0.001, 0.001, (lash_material){2.1e11, 0.3, 7800}, LASH_ANCF_CURED);
    const double moment[3] = {0, 0, 2 * acos(-1) * 2.1e11 * section.y2};
    solve_static(&beam, q, CLAMP_SECTION, 20, end_moment, moment);
    TEST_ASSERT_LESS_THAN_DOUBLE(allowed[k], hypot(tip(0) + 1, tip(1)));
    /* half way round, the beam stands one diameter above its clamp */
    TEST_ASSERT_DOUBLE_WITHIN(allowed[k], 1 / acos(-1), q[beam.count / 2 * 12 + 1]);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(plain_cantilever_series);
  RUN_TEST(locking_is_cured);
  RUN_TEST(elastica);
  RUN_TEST(cable);
  RUN_TEST(shear_deformable_cantilever);
  RUN_TEST(huge_load_on_a_thick_cantilever);
  RUN_TEST(princeton);
  RUN_TEST(twist_and_bend);
  RUN_TEST(roll_up);
  return UNITY_END();
}
