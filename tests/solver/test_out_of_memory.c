/* Every allocation of every analysis fails once: a status and a message follow, nothing is lost,
 * and the system goes on as if nothing had been. */
#include "counting_malloc.h"

#include "integrate_helper.h"
#include "lash_bonds.h"

void setUp(void) {
  setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1);
  if (!COUNTS_MALLOC) TEST_IGNORE_MESSAGE("the sanitizer has malloc's place");
}
void tearDown(void) {}

typedef struct subject {
  lash_model model;
  lash_system *system; /* NULL: the call makes it */
  double t, *y, *scratch;
} subject;

typedef lash_status (*analysis)(subject *s);

static subject begin(const char *file, bool with_system) {
  subject s = {0};
  OK(lash_model_read(&s.model, file, &error));
  if (!with_system) return s;
  OK(lash_system_create(&s.model, NULL, &s.system, &error));
  const lash_system_sizes *n = lash_system_size(s.system);
  s.y = malloc(2 * n->y * sizeof *s.y);
  s.scratch = malloc((n->tangent + 4 * n->y + n->constraints) * sizeof *s.scratch);
  lash_system_initial(s.system, &s.t, s.y);
  OK(lash_system_assemble(s.system, s.t, s.y, NULL, &error));
  OK(lash_system_commit(s.system, &error));
  memcpy(s.y + n->y, s.y, n->y * sizeof *s.y);
  return s;
}

static void end(subject *s) {
  lash_system_free(s->system);
  lash_model_free(&s->model);
  free(s->y);
  free(s->scratch);
}

static lash_status attempt(subject *s, analysis work, long fail, bool from) {
  error = (lash_error){0};
  allocator.calls = 0;
  allocator.fail = fail;
  allocator.from = from;
  allocator.on = true;
  const lash_status status = work(s);
  allocator.on = false;
  return status;
}

/* Gives the number of allocations that were failed. */
static long fail_each(const char *file, bool with_system, analysis work, bool from) {
  subject s = begin(file, with_system);
  OK(attempt(&s, work, 0, false)); /* libraries and tables of others are there from now on */
  const long before = allocator.in_use;
  OK(attempt(&s, work, 0, false));
  const long calls = allocator.calls;
  TEST_ASSERT_EQUAL_INT((int)before, (int)allocator.in_use);
  for (long k = 1; k <= calls; k++) {
    char what[80];
    snprintf(what, sizeof what, "allocation %ld of %ld", k, calls);
    const lash_status status = attempt(&s, work, k, from);
    /* where there is another way without that memory, it may be taken */
    if (status != LASH_OK) TEST_ASSERT_TRUE_MESSAGE(error.message[0], what);
    if (status != LASH_OK) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_FAILURE, status, error.message);
    if (from) TEST_ASSERT_TRUE_MESSAGE(status != LASH_OK, what);
    TEST_ASSERT_EQUAL_INT_MESSAGE((int)before, (int)allocator.in_use, what);
  }
  OK(attempt(&s, work, 0, false));
  end(&s);
  return calls;
}

static const char *dataset;

/* No memory is no fault of the dataset. */
static lash_status reading(subject *s) {
  lash_model model;
  lash_status status = lash_model_read(&model, dataset, &error);
  (void)s;
  if (status == LASH_OK) {
    lash_model_check_expressions(&model);
    status = lash_diagnostics_status(&model.diagnostics, &error);
  }
  lash_model_free(&model);
  return status;
}

static lash_status create(subject *s) {
  lash_system *system;
  const lash_status status = lash_system_create(&s->model, NULL, &system, &error);
  lash_system_free(system);
  return status;
}

static void start_again(subject *s) {
  const size_t n = lash_system_size(s->system)->y;
  memcpy(s->y, s->y + n, n * sizeof *s->y);
  lash_system_set(s->system, s->t, s->y);
}

static lash_status assemble(subject *s) {
  start_again(s);
  return lash_system_assemble(s->system, s->t, s->y, NULL, &error);
}

static lash_status statics(subject *s) {
  start_again(s);
  return lash_system_statics(s->system, s->t, s->y, 0, 0, NULL, &error);
}

static lash_status eigenvalues(subject *s) {
  double real[64], imaginary[64];
  size_t count = 64;
  start_again(s);
  return lash_system_eigenvalues(s->system, real, imaginary, &count, &error);
}

static lash_status bonds(subject *s) {
  lash_bond_graph graph;
  start_again(s);
  const lash_status status = lash_bond_graph_make(s->system, &graph, &error);
  if (status == LASH_OK) { /* then all of it is there */
    TEST_ASSERT_TRUE(graph.junction_count > 0 && graph.junction);
    TEST_ASSERT_TRUE(graph.bond_count > 0 && graph.bond);
  }
  lash_bond_graph_free(&graph);
  return status;
}

static lash_status tangent(subject *s) {
  const size_t n = lash_system_size(s->system)->constraints;
  const lash_tangent_weights weights = {1, 1, 1, 1, 1, 1, NULL};
  start_again(s);
  lash_system_set(s->system, s->t + 1e-3, s->y); /* another state: nothing is at hand */
  memset(s->scratch, 0, n * sizeof *s->scratch);
  return lash_system_tangent(s->system, &weights, s->scratch, s->scratch + n, &error);
}

static const char *integrator;

static lash_status integrate(subject *s) {
  lash_integration *run;
  const lash_integrate_options options = method(integrator, 1e-6, 1e-4);
  start_again(s);
  lash_status status = lash_integrate_create(s->system, &options, s->t, s->y, &run, &error);
  lash_integrate_free(run);
  return status;
}

static const char everything[] = LASH_TEST_DATA "/everything.adm";
static const char flexible[] = LASH_TEST_DATA "/flexible_slider_crank_beam.adm";
static const char modal[] = LASH_TEST_DATA "/flexible_slider_crank_modal.adm";
static const char hanging[] = LASH_TEST_DATA "/governor.adm";

static void creation(void) {
  static const char *const file[] = {everything, flexible, modal};
  for (int k = 0; k < 3; k++)
    for (int from = 0; from < 2; from++)
      TEST_ASSERT_TRUE(fail_each(file[k], false, create, from) > 100);
}

static void datasets(void) {
  static const char *const file[] = {everything, flexible, modal};
  for (int k = 0; k < 3; k++) {
    dataset = file[k];
    for (int from = 0; from < 2; from++)
      TEST_ASSERT_TRUE(fail_each(file[k], false, reading, from) > 30);
  }
}

static void analyses(void) {
  TEST_ASSERT_TRUE(fail_each(everything, true, assemble, false) > 3);
  TEST_ASSERT_TRUE(fail_each(flexible, true, assemble, true) > 3);
  TEST_ASSERT_TRUE(fail_each(hanging, true, statics, true) > 3);
  TEST_ASSERT_TRUE(fail_each(hanging, true, eigenvalues, true) > 3);
  TEST_ASSERT_TRUE(fail_each(everything, true, bonds, false) > 3);
}

static void integrations(void) {
  for (size_t k = 0; k < lash_integrator_count(); k++) {
    integrator = lash_integrator_at(k).name;
    TEST_ASSERT_TRUE(fail_each(everything, true, integrate, false) > 3);
    TEST_ASSERT_TRUE(fail_each(hanging, true, integrate, true) > 3);
  }
}

/* There is none. */
static void tangents(void) {
  static const char *const file[] = {everything, flexible, modal};
  for (int k = 0; k < 3; k++)
    TEST_ASSERT_EQUAL_INT(0, (int)fail_each(file[k], true, tangent, false));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(datasets);
  RUN_TEST(creation);
  RUN_TEST(analyses);
  RUN_TEST(integrations);
  RUN_TEST(tangents);
  return UNITY_END();
}
