/* No step of any integrator takes memory, once it is under way: all of it was planned. What others
 * take for themselves in a step is their own affair and not counted: SUNDIALS, and KLU where a
 * matrix has to be factorised with new pivots. */
#define COUNTING_LEAVES_OUT "libklu", "suitesparse",
#include "counting_malloc.h"

#include "integrate_helper.h"

void setUp(void) {
  setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES ":" LASH_SUBROUTINES, 1);
  if (!COUNTS_MALLOC) TEST_IGNORE_MESSAGE("the sanitizer has malloc's place");
}
void tearDown(void) {}

/* A while to find its step, its order, its first events and, once a hundred steps show that it
 * pays, the list of its stages; then not one allocation. */
static void steps_take_nothing(const char *path, const char *name, double step, double under_way,
                               double end) {
  char what[512];
  snprintf(what, sizeof what, "%s, %s", path, name);
  mechanism m = load_path(path);
  const lash_integrate_options options = method(name, 1e-6, step);
  lash_integration *run;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  OK(lash_integrate_to(run, under_way, NULL, &error));
  const size_t steps = lash_integrate_statistics_of(run)->steps;
  allocator.calls = 0;
  allocator.on = true;
  const lash_status status = lash_integrate_to(run, end, NULL, &error);
  allocator.on = false;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_TRUE_MESSAGE(lash_integrate_statistics_of(run)->steps > steps + 5, what);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, (int)allocator.calls, what);
  lash_integrate_free(run);
  unload(&m);
}

static void every_integrator(const char *path, double step, double under_way, double end) {
  for (size_t k = 0; k < lash_integrator_count(); k++)
    steps_take_nothing(path, lash_integrator_at(k).name, step, under_way, end);
}

static void every_statement(void) {
  every_integrator(LASH_TEST_DATA "/everything.adm", 1e-4, 0.02, 0.05);
}

static void a_joint_with_clearance(void) {
  every_integrator(LASH_VALIDATION "/rssr/rssr.adm", 1e-5, 0.012, 0.014);
}

static void flexible_bodies(void) {
  for (int k = 0; k < 2; k++) {
    const char *path = k ? LASH_TEST_DATA "/flexible_slider_crank_modal.adm"
                         : LASH_TEST_DATA "/flexible_slider_crank_beam.adm";
    steps_take_nothing(path, "genalpha", 1e-4, 0.002, 0.004);
    steps_take_nothing(path, "bdf", 0, 1e-4, 2e-4);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_statement);
  RUN_TEST(a_joint_with_clearance);
  RUN_TEST(flexible_bodies);
  return UNITY_END();
}
