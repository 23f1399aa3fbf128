/* Co-simulation: a double pendulum cut in two at the spring in its middle joint, against the whole.
 */
#include "integrate_helper.h"
#include "lash_cosim.h"

void setUp(void) {}
void tearDown(void) {}

/* Two links of 1 m that start horizontally; a spring of 400 N/m holds the second to the first. */
#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/JGRAV=-9.81\n"
#define FIRST                                          \
  "PART/2, MASS=1, CM=20, IP=0.01,0.0833,0.0833\n"     \
  "MARKER/20, PART=2, QP=0.5,0,0\nMARKER/21, PART=2\n" \
  "MARKER/22, PART=2, QP=1,0,0\nJOINT/1, REVOLUTE, I=21, J=1\n"
#define SECOND                                               \
  "PART/3, MASS=1.5, CM=30, IP=0.01,0.125,0.125, QG=1,0,0\n" \
  "MARKER/30, PART=3, QP=0.5,0,0\nMARKER/31, PART=3\n"       \
  "JOINT/2, PLANAR, I=31, J=1\n"
#define FLOATING "MARKER/99, PART=1, FLOATING\n"

static const char whole[] = GROUND FIRST SECOND
    "MARKER/98, PART=2, FLOATING\n"
    "VFORCE/1, I=31, JFLOAT=98, RM=1, FX=-400*DX(31,22)\\FY=-400*DY(31,22)\\FZ=0\n";

/* The first link has the spring: it is told where the second is (1, 2) and tells the force (3, 4).
 */
static const char first[] = GROUND FIRST FLOATING
    "VARIABLE/1, FUNCTION=0\nVARIABLE/2, FUNCTION=0\n"
    "VARIABLE/3, FUNCTION=-400*(VARVAL(1)-DX(22,1))\n"
    "VARIABLE/4, FUNCTION=-400*(VARVAL(2)-DY(22,1))\n"
    "VFORCE/1, I=22, JFLOAT=99, RM=1, FX=-VARVAL(3)\\FY=-VARVAL(4)\\FZ=0\n";
static const char second[] = GROUND SECOND FLOATING
    "VARIABLE/1, FUNCTION=DX(31,1)\nVARIABLE/2, FUNCTION=DY(31,1)\n"
    "VARIABLE/3, FUNCTION=0\nVARIABLE/4, FUNCTION=0\n"
    "VFORCE/1, I=31, JFLOAT=99, RM=1, FX=VARVAL(3)\\FY=VARVAL(4)\\FZ=0\n";

static const lash_cosim_signal signals[] = {{1, 1, 0, 1}, {1, 2, 0, 2}, {0, 3, 1, 3}, {0, 4, 1, 4}};
static const double end = 0.5;

static void centre(mechanism *m, double place[2]) {
  place[0] = measure(m, "DX", 30, 1, 1, 0);
  place[1] = measure(m, "DY", 30, 1, 1, 0);
}

static double reference[2];

static void solve_whole(void) {
  mechanism m = load(whole);
  const lash_integrate_options options = method("rk45", 1e-12, 0);
  advance(&m, &options, end, NULL);
  lash_system_set(m.system, m.t, m.y);
  centre(&m, reference);
  unload(&m);
}

/* How far the second link ends from where it should. */
static double miss(const char *integrator, double tolerance, lash_cosim_scheme scheme, int order,
                   double step) {
  mechanism a = load(first), b = load(second);
  const lash_integrate_options options = method(integrator, tolerance, 0);
  const lash_cosim_member members[2] = {{a.system, options, a.t, a.y},
                                        {b.system, options, b.t, b.y}};
  const lash_cosim_options how = {.scheme = scheme, .order = order, .step = step};
  lash_cosim *cosim;
  OK(lash_cosim_create(members, 2, signals, 4, &how, &cosim, &error));
  OK(lash_cosim_to(cosim, end, NULL, &error));
  TEST_ASSERT_EQUAL_DOUBLE(end, lash_cosim_time(cosim));
  lash_integration *run = lash_cosim_member_run(cosim, 1);
  double place[2];
  lash_system_set(b.system, lash_integrate_time(run), lash_integrate_state(run));
  centre(&b, place);
  lash_cosim_free(cosim);
  unload(&a);
  unload(&b);
  return hypot(place[0] - reference[0], place[1] - reference[1]);
}

static double order_found(lash_cosim_scheme scheme, int order) {
  const double coarse = miss("rk45", 1e-11, scheme, order, 4e-3);
  const double fine = miss("rk45", 1e-11, scheme, order, 2e-3);
  TEST_ASSERT_TRUE(fine < 0.05);
  return log2(coarse / fine);
}

static void held_values_are_first_order(void) {
  TEST_ASSERT_DOUBLE_WITHIN(0.2, 1, order_found(LASH_COSIM_JACOBI, 0));
}

static void lines_are_second_order(void) {
  TEST_ASSERT_DOUBLE_WITHIN(0.2, 2, order_found(LASH_COSIM_JACOBI, 1));
  TEST_ASSERT_DOUBLE_WITHIN(0.2, 2, order_found(LASH_COSIM_GAUSS_SEIDEL, 1));
}

/* One side looks back, the other is told the end: closer for the same step. */
/* What is told of the coming step is a parabola through three points. */
static void parabolas_are_third_order(void) {
  TEST_ASSERT_DOUBLE_WITHIN(0.3, 3, order_found(LASH_COSIM_JACOBI, 2));
  TEST_ASSERT_DOUBLE_WITHIN(0.3, 3, order_found(LASH_COSIM_GAUSS_SEIDEL, 2));
}

static void gauss_seidel_is_closer(void) {
  TEST_ASSERT_TRUE(miss("rk45", 1e-11, LASH_COSIM_GAUSS_SEIDEL, 1, 2e-3) <
                   miss("rk45", 1e-11, LASH_COSIM_JACOBI, 1, 2e-3));
}

static void every_integrator_starts_anew(void) {
  const double expected = miss("rk45", 1e-11, LASH_COSIM_GAUSS_SEIDEL, 1, 2e-3);
  TEST_ASSERT_DOUBLE_WITHIN(0.05 * expected + 1e-6, expected,
                            miss("bdf", 1e-9, LASH_COSIM_GAUSS_SEIDEL, 1, 2e-3));
}

static void refuse(const lash_cosim_signal *signal, int order, double step, const char *says) {
  mechanism a = load(first), b = load(second);
  const lash_integrate_options options = method("rk45", 1e-6, 0);
  const lash_cosim_member members[2] = {{a.system, options, a.t, a.y},
                                        {b.system, options, b.t, b.y}};
  const lash_cosim_options how = {.order = order, .step = step};
  lash_cosim *cosim;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_cosim_create(members, 2, signal, 1, &how, &cosim, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, says), error.message);
  TEST_ASSERT_NULL(cosim);
  unload(&a);
  unload(&b);
}

static void mistakes_are_named(void) {
  const lash_cosim_signal to_nobody = {0, 3, 2, 3}, no_input = {0, 3, 1, 77};
  refuse(&signals[0], 1, 0, "step must be positive");
  refuse(&signals[0], 3, 1e-3, "order is 0 to 2");
  refuse(&to_nobody, 1, 1e-3, "to member 2 of 2");
  refuse(&no_input, 1, 1e-3, "no VARIABLE/77");
}

static double told(mechanism *m, double t) {
  lash_system_set(m->system, t, m->y);
  return measure(m, "VARVAL", 3, 0, 0, 0);
}

/* An input is part of what a system remembers: a second one that takes the memory over hears it
 * too, and one saved before the input was given does not. */
static void inputs_are_saved(void) {
  mechanism a = load(second), b = load(second);
  const size_t size = lash_system_memory_size(a.system);
  unsigned char *without = malloc(size), *with = malloc(size);
  lash_system_save(a.system, without);
  const lash_input input = {.time = 1, .value = 2, .rate = 3, .curvature = 4};
  OK(lash_system_input(a.system, 3, &input, &error));
  lash_system_save(a.system, with);
  TEST_ASSERT_EQUAL_DOUBLE(0, told(&b, 1.5));
  OK(lash_system_restore(b.system, with, size, &error));
  TEST_ASSERT_EQUAL_DOUBLE(4, told(&b, 1.5)); /* 2 + 3/2 + 4/8 */
  OK(lash_system_restore(b.system, without, size, &error));
  TEST_ASSERT_EQUAL_DOUBLE(0, told(&b, 1.5));
  free(without);
  free(with);
  unload(&a);
  unload(&b);
}

int main(void) {
  UNITY_BEGIN();
  solve_whole();
  RUN_TEST(inputs_are_saved);
  RUN_TEST(held_values_are_first_order);
  RUN_TEST(lines_are_second_order);
  RUN_TEST(parabolas_are_third_order);
  RUN_TEST(gauss_seidel_is_closer);
  RUN_TEST(every_integrator_starts_anew);
  RUN_TEST(mistakes_are_named);
  return UNITY_END();
}
