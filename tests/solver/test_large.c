/* Large models: set-up takes memory and time in proportion to the number of parts, and the order in
 * which constraints are eliminated changes no result. */
#include <malloc.h>
#include <stdarg.h>
#include <time.h>

#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* ---------------------------------------------------------------------------------------- models
 */

static char *text;
static size_t length, room;
static int markers, joints;

static void say(const char *format, ...) {
  if (room - length < 1000) text = realloc(text, room = 2 * room + 4096);
  va_list arguments;
  va_start(arguments, format);
  length += (size_t)vsnprintf(text + length, room - length, format, arguments);
  va_end(arguments);
}

static int mark(int part, double x, double y) {
  say("MARKER/%d, PART=%d, QP=%.15g,%.15g,0\n", ++markers, part, x, y);
  return markers;
}

static void part(int id, double x, double y) {
  say("PART/%d, MASS=1, CM=%d, IP=.1,.2,.15, QG=%.15g,%.15g,0\n", id, markers + 1, x, y);
  mark(id, 0, 0);
}

static void hinge(int i, int j) { say("JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joints, i, j); }

static void chain(int count) {
  int end = mark(1, 0, 0);
  for (int k = 0; k < count; k++) {
    part(k + 2, k + 0.5, 0);
    hinge(mark(k + 2, -0.5, 0), end);
    end = mark(k + 2, 0.5, 0);
  }
}

static void tree(int count) {
  for (int k = 0; k < count; k++) {
    const int parent = k == 0 ? 1 : (k - 1) / 2 + 2;
    const double x = 0.01 * k, y = 0.02 * k;
    const double px = parent == 1 ? 0 : 0.01 * (parent - 2), py = 2 * px;
    part(k + 2, x, y);
    hinge(mark(k + 2, -0.1, 0), mark(parent, x - 0.1 - px, y - py));
  }
}

static void four_bars(int count) {
  for (int k = 0; 3 * k < count; k++) {
    const int a = 3 * k + 2;
    const double x = 10 * k;
    part(a, x, 0.5), part(a + 1, x + 1.5, 1.5), part(a + 2, x + 3, 1);
    hinge(mark(a, 0, -0.5), mark(1, x, 0));
    hinge(mark(a + 1, -1.5, -0.5), mark(a, 0, 0.5));
    hinge(mark(a + 2, 0, 1), mark(a + 1, 1.5, 0.5));
    hinge(mark(a + 2, 0, -1), mark(1, x + 3, 0));
  }
}

/* Windows in a row, each with an upright in common with the next: one long assembly of loops. */
static void windows(int count) {
  int left = 0;
  for (int k = 0; k <= count / 2; k++) {
    const int upright = 2 * k + 2, bar = 2 * k + 1;
    part(upright, k, 0.5);
    hinge(mark(upright, 0, -0.5), mark(1, k, 0));
    if (k > 0) {
      part(bar, k - 0.5, 1);
      hinge(mark(bar, -0.5, 0), left);
      hinge(mark(bar, 0.5, 0), mark(upright, 0, 0.5));
    }
    left = mark(upright, 0, 0.5);
  }
}

static void free_parts(int count) {
  for (int k = 0; k < count; k++) part(k + 2, k, 0);
}

static void (*const families[])(int) = {chain, tree, four_bars, windows, free_parts};
static const char *const names[] = {"chain", "tree", "four-bars", "windows", "free parts"};
enum { FAMILIES = sizeof families / sizeof *families };

static const char *model(void (*family)(int), int count) {
  length = 0, markers = 0, joints = 0;
  say("PART/1, GROUND\nACCGRAV/JGRAV=-9.81\n");
  family(count);
  return text;
}

/* ---------------------------------------------------------------------------------------- set-up
 */

typedef struct cost {
  double bytes, seconds; /* of processor time */
} cost;

static double in_use(void) {
  const struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd;
}

static cost set_up(void (*family)(int), int count) {
  const char *statements = model(family, count);
  const double bytes = in_use();
  const clock_t start = clock();
  mechanism m = load(statements);
  lash_integration *run;
  const lash_integrate_options options = lash_integrate_defaults();
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  const cost c = {in_use() - bytes, (double)(clock() - start) / CLOCKS_PER_SEC};
  lash_integrate_free(run);
  unload(&m);
  return c;
}

/* Four times the parts: quadratic would be sixteen times. Trees and sorting have a logarithm. */
static void set_up_is_linear(void) {
  enum { SMALL = 400, LARGE = 1600 };
  for (size_t k = 0; k < FAMILIES; k++) {
    const cost small = set_up(families[k], SMALL), large = set_up(families[k], LARGE);
    if (small.bytes > 0) /* a sanitizer's malloc does not tell */
      TEST_ASSERT_TRUE_MESSAGE(large.bytes < 4.8 * small.bytes, names[k]);
    TEST_ASSERT_TRUE_MESSAGE(large.seconds < 8 * small.seconds + 0.05, names[k]);
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

/* -------------------------------------------------------------------------------------- solutions
 */

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

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(set_up_is_linear);
  RUN_TEST(a_step_takes_linear_memory);
  RUN_TEST(large_models_are_solved);
  RUN_TEST(loops_drop_their_last_joint);
  RUN_TEST(a_tree_falls_alike_with_every_method);
  free(text);
  return UNITY_END();
}
