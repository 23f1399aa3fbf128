/* Beams in motion: energy, the integrators against each other, saving and resuming. */
#include "flexible_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define PENDULUM_BEAM(more) \
  RUBBER BEAM(4, more) "JOINT/1, REVOLUTE, I=10, J=1\nACCGRAV/JGRAV=-9.81\n"

/* Falls from the horizontal through the vertical and bends on the way. */
static void energy_is_kept(void) {
  mechanism m = load(PENDULUM_BEAM(""));
  lash_integrate_options options = method("bdf", 1e-7, 0);
  options.audit = true;
  const outcome o = advance(&m, &options, 0.6, NULL);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, o.audit.relative);
  TEST_ASSERT_GREATER_THAN_DOUBLE(1e-2, o.audit.now.strain);
  TEST_ASSERT_LESS_THAN_DOUBLE(-0.5, measure(&m, "DY", 20, 0, 0, 0));
  unload(&m);
}

/* Without numerical damping generalised-alpha keeps energy as the square of its step. */
static void genalpha_keeps_energy(void) {
  double left[2];
  for (int k = 0; k < 2; k++) {
    mechanism m = load(PENDULUM_BEAM(""));
    lash_integrate_options options = method("genalpha", 1e-9, k ? 2.5e-4 : 5e-4);
    options.spectral_radius = 1;
    options.audit = true;
    left[k] = fabs(advance(&m, &options, 0.4, NULL).audit.relative);
    unload(&m);
  }
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-5, left[0]);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, left[1]);
}

/* What damping takes is booked as a loss. */
static void damping_is_audited(void) {
  mechanism m = load(PENDULUM_BEAM(", CRATIOK=2E-3, CRATIOM=0.5"));
  lash_integrate_options options = method("bdf", 1e-7, 0);
  options.order = 5; /* all orders are stable for a damped beam */
  options.audit = true;
  const outcome o = advance(&m, &options, 0.4, NULL);
  TEST_ASSERT_GREATER_THAN_DOUBLE(0.1, o.audit.dissipated);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, o.audit.relative);
  unload(&m);
}

/* Implicit and explicit integrators go to the same place. */
static void integrators_agree(void) {
  static const char *const name[] = {"bdf", "genalpha", "rk45", "rk4", "abam"};
  static const double step[] = {0, 1e-4, 0, 5e-5, 0};
  double x[5], y[5];
  for (int k = 0; k < 5; k++) {
    mechanism m = load(PENDULUM_BEAM(", CRATIOK=2E-4"));
    lash_integrate_options options = method(name[k], 1e-7, step[k]);
    advance(&m, &options, 0.05, NULL);
    x[k] = measure(&m, "DX", 20, 0, 0, 0);
    y[k] = measure(&m, "DY", 20, 0, 0, 0);
    unload(&m);
    TEST_ASSERT_DOUBLE_WITHIN(2e-6, x[0], x[k]);
    TEST_ASSERT_DOUBLE_WITHIN(2e-6, y[0], y[k]);
  }
}

/* The force at a hinge is what the fall of the mass centre needs. */
static void reaction_carries_the_beam(void) {
  mechanism m = load(STEEL BEAM(4, "") CLAMP "ACCGRAV/JGRAV=-9.81\n");
  lash_statics_report report;
  double wrench[6], weight = 7800 * 4e-4 * 9.81;
  OK(lash_system_statics(m.system, 0, m.y, 0, 0, &report, &error));
  OK(lash_system_joint_wrench(m.system, 0, false, 0, wrench, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6 * weight, weight, wrench[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-5 * weight, 0.5 * weight, wrench[5]);
  unload(&m);
}

/* A free beam that spins keeps spinning as a rigid rod would. */
static void free_flight(void) {
  mechanism m = load(STEEL BEAM(2, ", VX=2, VY=-1, WZ=3"));
  lash_integrate_options options = method("genalpha", 1e-8, 1e-3);
  advance(&m, &options, 1, NULL);
  /* QG is the first node: the middle goes (2, -1 + 1.5) per second */
  const double x = 0.5 * (measure(&m, "DX", 10, 0, 0, 0) + measure(&m, "DX", 20, 0, 0, 0));
  const double y = 0.5 * (measure(&m, "DY", 10, 0, 0, 0) + measure(&m, "DY", 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0.5 + 2, x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0.5, y);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 3 - 2 * acos(-1), measure(&m, "AZ", 20, 0, 0, 0) - 2 * acos(-1));
  unload(&m);
}

static void resumes_bit_for_bit(void) {
  double end[2][400], saved[400];
  mechanism m = load(PENDULUM_BEAM(""));
  const lash_integrate_options options = method("genalpha", 1e-7, 1e-3);
  advance(&m, &options, 0.1, NULL);
  memcpy(saved, m.y, m.n->y * sizeof *saved);
  const size_t size = lash_system_memory_size(m.system);
  void *memory = malloc(size + 1);
  lash_system_save(m.system, memory);
  for (int k = 0; k < 2; k++) {
    memcpy(m.y, saved, m.n->y * sizeof *saved);
    m.t = 0.1;
    OK(lash_system_restore(m.system, memory, size, &error));
    advance(&m, &options, 0.2, NULL);
    memcpy(end[k], m.y, m.n->y * sizeof *saved);
  }
  TEST_ASSERT_EQUAL_INT(0, memcmp(end[0], end[1], m.n->y * sizeof *saved));
  free(memory);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(energy_is_kept);
  RUN_TEST(genalpha_keeps_energy);
  RUN_TEST(damping_is_audited);
  RUN_TEST(integrators_agree);
  RUN_TEST(reaction_carries_the_beam);
  RUN_TEST(free_flight);
  RUN_TEST(resumes_bit_for_bit);
  return UNITY_END();
}
