/* A slider-crank with a flexible rod from its dataset. */
#include "flexible_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* Kinematics of the rigid mechanism: where the slider would be. */
static double rigid_slider(double angle) {
  return 0.15 * cos(angle) + sqrt(0.09 - pow(0.15 * sin(angle), 2));
}

static void slider_crank(void) {
  mechanism m = load_file("flexible_slider_crank.adm");
  lash_integrate_options options = method("genalpha", 1e-6, 1e-5);
  const double quarter = 0.25 * 2 * acos(-1) / 150;
  options.audit = true;
  const outcome o = advance(&m, &options, quarter, NULL);
  const double deflection = measure(&m, "VARVAL", 1, 0, 0, 0);
  /* the rod bends by a hundredth of its length, which brings the slider some hundredths of a
   * millimetre nearer: bending by w sin(pi x / L) shortens a rod by (pi w)^2 / (4 L) */
  TEST_ASSERT_GREATER_THAN_DOUBLE(0.002, fabs(deflection));
  TEST_ASSERT_LESS_THAN_DOUBLE(0.03, fabs(deflection));
  const double shorter = pow(acos(-1) * deflection, 2) / 4 * 0.3;
  TEST_ASSERT_DOUBLE_WITHIN(0.3 * shorter + 2e-6, rigid_slider(150 * quarter) - shorter,
                            measure(&m, "DX", 40, 0, 0, 0));
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, o.audit.relative);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, measure(&m, "DZ", 40, 0, 0, 0));
  unload(&m);
}

/* It starts moving as if it were rigid: no stretching, no bending. */
static void starts_without_strain(void) {
  mechanism m = load_file("flexible_slider_crank.adm");
  lash_energy energy;
  lash_system_energy(m.system, &energy);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, energy.strain);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, measure(&m, "VX", 32, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 11.25, measure(&m, "VY", 35, 0, 0, 0));
  unload(&m);
}

/* Velocities that follow from a motion are those of rigid bodies: the beam turns as a whole. */
static void follows_a_motion_rigidly(void) {
  mechanism m = load(STEEL BEAM(
      4, "") "FE_NODE/1, FE_PART=5, LABEL=3, S=0.5\n"
             "MARKER/30, FE_PART=5, NODE_LABEL=3\n"
             "JOINT/1, REVOLUTE, I=10, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=2*TIME\n");
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, measure(&m, "VY", 30, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2, measure(&m, "VY", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2, measure(&m, "WZ", 20, 0, 0, 0));
  unload(&m);
}

/* Velocities of a beam are given as those of a rigid body: its markers have them before anything
 * is put together. */
static void starts_as_it_is_given(void) {
  mechanism m = load(STEEL BEAM(2, ", VX=3, WZ=2"));
  lash_system_initial(m.system, &m.t, m.y);
  lash_system_set(m.system, m.t, m.y);
  for (int k = 0; k < 2; k++) {
    const int marker = k ? 20 : 10;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3, measure(&m, "VX", marker, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2 * k, measure(&m, "VY", marker, 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, measure(&m, "WZ", marker, 0, 0, 0));
  }
  unload(&m);
}

/* A beam that is given elsewhere and turned is brought to its joint as a rigid body: neither bent
 * nor stretched, every node where it belongs. */
static void is_put_together_rigidly(void) {
  mechanism m = load(STEEL BEAM(
      4, "") "FE_NODE/1, FE_PART=5, LABEL=3, S=0.5\n"
             "MARKER/30, FE_PART=5, NODE_LABEL=3\n"
             "MARKER/2, PART=1, QP=0.02,-0.05,0.03\n"
             "JOINT/1, REVOLUTE, I=10, J=2\n"
             "MOTION/1, JOINT=1, ROTATION, FUNCTION=0.3\n");
  lash_energy energy;
  lash_system_energy(m.system, &energy);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, energy.strain);
  static const int marker[] = {10, 30, 20};
  for (int k = 0; k < 3; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.02 + 0.5 * k * cos(0.3),
                              measure(&m, "DX", marker[k], 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.5 * k * sin(0.3) - 0.05,
                              measure(&m, "DY", marker[k], 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.03, measure(&m, "DZ", marker[k], 0, 0, 0));
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.3, measure(&m, "AZ", marker[k], 2, 0, 0));
  }
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(slider_crank);
  RUN_TEST(starts_without_strain);
  RUN_TEST(follows_a_motion_rigidly);
  RUN_TEST(starts_as_it_is_given);
  RUN_TEST(is_put_together_rigidly);
  return UNITY_END();
}
