/* What a system says of a state depends on that state and on what was committed, not on what was
 * asked before: the same bits in any order, also of the system that has never been asked. */
#include "integrate_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

/* Constraints, Jacobian, forces, accelerations and tangent, one after the other; `n` numbers. */
static double *answers(lash_system *system, double t, const double *y, size_t *n) {
  const lash_system_sizes *s = lash_system_size(system);
  const lash_tangent_weights weights = {1, 1, 1, 1, 1, 1, NULL};
  *n = 4 * s->constraints + s->jacobian + 2 * s->v + s->x + s->tangent;
  double *out = calloc(*n, sizeof *out), *phi = out, *jacobian = phi + 3 * s->constraints;
  double *f = jacobian + s->jacobian, *g = f + s->v, *vdot = g + s->x, *lambda = vdot + s->v;
  lash_system_set(system, t, y);
  lash_system_constraints(system, phi, phi + s->constraints, phi + 2 * s->constraints);
  lash_system_jacobian(system, jacobian);
  OK(lash_system_forces(system, f, g, &error));
  lash_system_forget(system); /* old pivots, which sparse factors use as long as they serve */
  OK(lash_system_accelerations(system, vdot, lambda, &error));
  OK(lash_system_tangent(system, &weights, lambda, lambda + s->constraints, &error));
  return out;
}

static lash_system *made(const lash_model *model, double *t, double **y, double **moved) {
  lash_system *system;
  OK(lash_system_create(model, NULL, &system, &error));
  const lash_system_sizes *n = lash_system_size(system);
  unsigned seed = 7;
  *y = calloc(n->y, sizeof **y);
  *moved = calloc(n->y, sizeof **moved);
  double *d = calloc(n->v + 1, sizeof *d);
  lash_system_initial(system, t, *y);
  for (size_t k = 0; k < n->v; k++) d[k] = noise(&seed);
  memcpy(*moved, *y, n->y * sizeof **y);
  lash_system_increment(*y, d, 1e-3, n, *moved);
  for (size_t k = n->q; k < n->y; k++) (*moved)[k] += 1e-2 * noise(&seed);
  free(d);
  return system;
}

static void same_bits(const char *file) {
  lash_model model;
  double t, *y, *moved, *unused[2];
  size_t n;
  OK(lash_model_read(&model, file, &error));
  lash_system *a = made(&model, &t, &y, &moved), *b = made(&model, &t, &unused[0], &unused[1]);
  double *const told[5] = {answers(a, t, y, &n), answers(a, t, moved, &n), answers(a, t, y, &n),
                           answers(b, t, moved, &n), answers(b, t, y, &n)};
  TEST_ASSERT_EQUAL_INT(0, memcmp(told[0], told[2], n * sizeof(double)));
  TEST_ASSERT_EQUAL_INT(0, memcmp(told[0], told[4], n * sizeof(double)));
  TEST_ASSERT_EQUAL_INT(0, memcmp(told[1], told[3], n * sizeof(double)));
  TEST_ASSERT_TRUE(memcmp(told[0], told[1], n * sizeof(double)) != 0);
  for (int k = 0; k < 5; k++) free(told[k]);
  lash_system_free(a);
  lash_system_free(b);
  lash_model_free(&model);
  free(y), free(moved), free(unused[0]), free(unused[1]);
}

static void every_statement(void) { same_bits(LASH_TEST_DATA "/everything.adm"); }
static void flexible_bodies(void) {
  same_bits(LASH_TEST_DATA "/flexible_slider_crank_beam.adm");
  same_bits(LASH_TEST_DATA "/flexible_slider_crank_modal.adm");
}

static mechanism uncoupled(void) {
  static const char text[] =
      "two wheels\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1\n"
      "PART/2, MASS=1, CM=3, IP=1,1,1, WZ=1\nMARKER/3, PART=2\n"
      "PART/3, MASS=1, CM=4, IP=1,1,1, WZ=2\nMARKER/4, PART=3\n"
      "JOINT/1, REVOLUTE, I=3, J=1\nJOINT/2, REVOLUTE, I=4, J=2\n"
      "COUPLER/1, JOINTS=1,2, TYPE=R:R, SCALES=3,-1\nEND\n";
  mechanism m = {0};
  OK(lash_model_parse(&m.model, "test.adm", text, sizeof text - 1, &error));
  m.model.coupler.item[0].head.active = false;
  OK(lash_system_create(&m.model, NULL, &m.system, &error));
  m.n = lash_system_size(m.system);
  m.y = calloc(m.n->y, sizeof *m.y);
  lash_system_initial(m.system, &m.t, m.y);
  OK(lash_system_commit(m.system, &error));
  return m;
}

static double residual_when_on(mechanism *m) {
  double position;
  OK(lash_system_activate(m->system, "COUPLER", 1, true, &error));
  TEST_ASSERT_EQUAL_INT(1, m->n->dof);
  lash_system_set(m->system, m->t, m->y);
  lash_system_drift(m->system, &position, NULL);
  return position;
}

/* A coupler that is switched on after its joints have moved counts from there. So it does in a
 * system that took over before: that nothing is counted from yet is remembered too. */
static void switched_on_later(void) {
  mechanism a = uncoupled(), b = uncoupled();
  for (int k = 0; k < 10; k++) rk4(&a, 0.01); /* by 0.1 and 0.2: the sum would be 0.1 */
  void *memory = malloc(lash_system_memory_size(a.system));
  lash_system_save(a.system, memory);
  lash_system_set(b.system, b.t = a.t, a.y);
  memcpy(b.y, a.y, a.n->y * sizeof *a.y);
  OK(lash_system_restore(b.system, memory, lash_system_memory_size(b.system), &error));
  free(memory);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.1, measure(&a, "AZ", 3, 1, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0, residual_when_on(&a));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0, residual_when_on(&b));
  unload(&a);
  unload(&b);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_statement);
  RUN_TEST(flexible_bodies);
  RUN_TEST(switched_on_later);
  return UNITY_END();
}
