/* Large models: set-up takes memory in proportion to the number of parts, and the order in
 * which constraints are eliminated changes no result. */
#include <malloc.h>

#include "integrate_helper.h"
#include "large_models.h"

void setUp(void) {}
void tearDown(void) {}

/* --------------------------------------------------------------------------------------- set-up */

static double in_use(void) {
  const struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd;
}

static double bytes_of_set_up(void (*family)(int), int count) {
  const char *statements = model(family, count);
  const double bytes = in_use();
  mechanism m = load(statements);
  lash_integration *run;
  const lash_integrate_options options = lash_integrate_defaults();
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  const double taken = in_use() - bytes;
  lash_integrate_free(run);
  unload(&m);
  return taken;
}

/* Four times the parts: quadratic would be sixteen times. (The time: benchmarks/set_up.c.) */
static void set_up_takes_linear_memory(void) {
  for (size_t k = 0; k < FAMILIES; k++) {
    const double small = bytes_of_set_up(families[k], 400);
    const double large = bytes_of_set_up(families[k], 1600);
    if (small > 0) /* a sanitizer's malloc does not tell */
      TEST_ASSERT_TRUE_MESSAGE(large < 4.8 * small, names[k]);
  }
}

/* The first step factors the equations of the implicit method: of more than 20 000 in three
 * families. */
static double bytes_of_a_step(void (*family)(int), int count) {
  const char *statements = model(family, count);
  const double bytes = in_use();
  mechanism m = load(statements);
  lash_integration *run;
  const lash_integrate_options options = lash_integrate_defaults();
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  OK(lash_integrate_to(run, 1e-9, NULL, &error));
  const double taken = in_use() - bytes;
  lash_integrate_free(run);
  unload(&m);
  return taken;
}

static void a_step_takes_linear_memory(void) {
  for (size_t k = 0; k < FAMILIES; k++) {
    const double small = bytes_of_a_step(families[k], 1000);
    const double large = bytes_of_a_step(families[k], 2000);
    if (small > 0) TEST_ASSERT_TRUE_MESSAGE(large < 2.4 * small, names[k]);
  }
}

/* ------------------------------------------------------------------------------------ solutions */

/* Equations of motion and of constraints at a state in motion, by the definitions in lash_system.h.
 */
static void check_accelerations(mechanism *m) {
  const lash_system_sizes *n = m->n;
  double *vdot = calloc(5 * n->v + n->jacobian + 3 * n->constraints + 1, sizeof *vdot);
  double *f = vdot + n->v, *left = f + n->v, *values = left + n->v, *gamma = values + n->jacobian;
  double *lambda = gamma + n->constraints, most = 1;
  for (size_t k = 0; k < n->v; k++) m->y[n->q + k] = 0.3 * sin(1.7 * (double)k);
  OK(lash_system_project(m->system, 0, m->y, LASH_PROJECT_BOTH, 0, &error));
  lash_system_set(m->system, 0, m->y);
  OK(lash_system_accelerations(m->system, vdot, lambda, &error));
  OK(lash_system_forces(m->system, f, NULL, &error));
  lash_system_mass_times(m->system, vdot, left);
  lash_system_add_reactions(m->system, lambda, 1, left);
  for (size_t k = 0; k < n->constraints; k++) most = fmax(most, fabs(lambda[k]));
  for (size_t k = 0; k < n->v; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10 * most, f[k], left[k]);
  const lash_pattern *p = lash_system_jacobian_pattern(m->system);
  lash_system_jacobian(m->system, values);
  lash_system_constraints(m->system, NULL, NULL, gamma);
  for (size_t k = 0; k < n->constraints; k++) {
    double sum = 0;
    for (int e = p->start[k]; e < p->start[k + 1]; e++) sum += values[e] * vdot[p->index[e]];
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * most, gamma[k], sum);
  }
  free(vdot);
}

static void large_models_are_solved(void) {
  for (size_t k = 0; k < FAMILIES; k++) {
    mechanism m = load(model(families[k], 126));
    check_accelerations(&m);
    unload(&m);
  }
}

/* What is dropped is the last of each loop, as written, also beside a tree that needs no second
 * look. Planar loops of revolutes have three rows too many. */
static void both(int count) {
  four_bars(count);
  const int first = count + 2;
  int end = mark(1, 0, 5);
  for (int k = 0; k < 5; k++) {
    part(first + k, k + 0.5, 5);
    hinge(mark(first + k, -0.5, 0), end);
    end = mark(first + k, 0.5, 0);
  }
}

static void loops_drop_their_last_joint(void) {
  mechanism m = load(model(both, 6));
  TEST_ASSERT_EQUAL_size_t(6, m.n->redundant);
  for (size_t k = 0; k < 6; k++) {
    char name[200];
    lash_system_constraint_name(m.system, m.n->constraints + k, name, sizeof name);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, strncmp(k < 3 ? "JOINT/4 " : "JOINT/8 ", name, 8), name);
  }
  unload(&m);
}

/* Both orders of elimination, and the implicit method's own matrix, give one motion. */
static void a_tree_falls_alike_with_every_method(void) {
  double x[2];
  for (int k = 0; k < 2; k++) {
    mechanism m = load(model(tree, 31));
    const lash_integrate_options options = method(k ? "rk45" : "bdf", 1e-9, 0);
    const outcome o = advance(&m, &options, 0.05, NULL);
    TEST_ASSERT_TRUE(o.audit.worst < 1e-6);
    x[k] = m.y[7 * 30 + 1];
    unload(&m);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, x[0], x[1]);
}

/* Two weights on a stiff spring, far apart, and parts that do nothing between them: a thousandth
 * one changes no step, though the size of a mechanism, to which errors are relative, is then found
 * in another way. */
static size_t steps_beside(int idle) {
  length = 0, markers = 0, joints = 0;
  say("PART/1, GROUND\n");
  part(2, -50, 0), part(3, 50, 0);
  say("SPRINGDAMPER/1, TRANSLATION, I=1, J=2, K=900, LENGTH=99\n");
  for (int k = 0; k < idle; k++) part(k + 4, 0.04 * (k - idle / 2), 1);
  mechanism m = load(text);
  const lash_integrate_options options = method("rk45", 1e-9, 0);
  const outcome o = advance(&m, &options, 0.3, NULL);
  unload(&m);
  return o.statistics.steps;
}

static void the_size_of_many_parts(void) {
  const size_t fewer = steps_beside(998), more = steps_beside(999);
  TEST_ASSERT_TRUE(fewer > 50);
  TEST_ASSERT_EQUAL_size_t(fewer, more);
}

/* Ids of any size are names, not sizes of tables: they take no memory, and are found. */
static void ids_of_any_size(void) {
  const double bytes = in_use();
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\nPART/900000000, MASS=1, CM=2000000000, IP=1,1,1, "
      "QG=3,4,0\nMARKER/2000000000, PART=900000000\nPART/7, MASS=1, CM=70, IP=1,1,1, QG=1,0,0\n"
      "MARKER/70, PART=7\n");
  TEST_ASSERT_TRUE(in_use() - bytes < 1e7);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5, measure(&m, "DM", 2000000000, 1, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, sqrt(20), measure(&m, "DM", 2000000000, 70, 0, 0));
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(set_up_takes_linear_memory);
  RUN_TEST(a_step_takes_linear_memory);
  RUN_TEST(large_models_are_solved);
  RUN_TEST(loops_drop_their_last_joint);
  RUN_TEST(a_tree_falls_alike_with_every_method);
  RUN_TEST(the_size_of_many_parts);
  RUN_TEST(ids_of_any_size);
  free(text);
  return UNITY_END();
}
