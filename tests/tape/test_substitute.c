/* Lists inside lists: random ones with other inputs against two runs in turn; a Runge-Kutta step as
 * one list against the same step in C. */
#include "random_tape.h"
#include "tape_program.h"
#include "tape_substitute.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

static void results(lash_tape *tape, const lash_term *wanted, size_t count, const double *x,
                    const double *p, double *y) {
  lash_program *program;
  lash_tape_frame *frame;
  const lash_program_options options = {0};
  TEST_ASSERT_EQUAL(LASH_OK, lash_program_make(tape, wanted, count, &options, &program, &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  lash_tape_frame_begin(frame, p, NULL);
  lash_tape_frame_run(frame, x, y);
  lash_tape_frame_free(frame);
  lash_program_free(program);
}

/* f(g(x)) in one list, and as two. */
static void test_a_list_of_a_list(void) {
  for (uint64_t seed = 1; seed <= 100; seed++) {
    random_tape r = {.seed = seed, .tape = lash_tape_new()};
    random_record(&r, 60, seed % 2);
    lash_term input[RANDOM_VARIABLES], replaced[RANDOM_WANTED];
    for (uint32_t i = 0; i < RANDOM_VARIABLES; i++) input[i] = lash_tape_variable(r.tape, i);
    TEST_ASSERT_EQUAL(LASH_OK, lash_tape_substitute(r.tape, input, r.wanted, RANDOM_VARIABLES,
                                                    r.wanted, RANDOM_WANTED, replaced, &error));
    double x[RANDOM_VARIABLES], p[RANDOM_PARAMETERS], once[RANDOM_WANTED], twice[RANDOM_WANTED],
        inside[RANDOM_WANTED];
    /* away from 0 and infinity, where a constant that comes in is structural */
    for (int i = 0; i < RANDOM_VARIABLES; i++) x[i] = 0.3 + 0.001 * random_below(&r.seed, 1000);
    for (int i = 0; i < RANDOM_PARAMETERS; i++) p[i] = 0.3 + 0.001 * random_below(&r.seed, 1000);
    results(r.tape, r.wanted, RANDOM_WANTED, x, p, once);
    results(r.tape, r.wanted, RANDOM_WANTED, once, p, twice);
    results(r.tape, replaced, RANDOM_WANTED, x, p, inside);
    for (int i = 0; i < RANDOM_WANTED; i++)
      if (isfinite(twice[i]))
        TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1 + fabs(twice[i])), twice[i], inside[i]);
    lash_tape_free(r.tape);
  }
}

static void test_what_does_not_depend_is_shared(void) {
  lash_tape *t = lash_tape_new();
  lash_term x = lash_tape_variable(t, 0), y = lash_tape_variable(t, 1);
  const lash_term wanted[2] = {lash_tape_exp(t, y), lash_tape_mul(t, x, lash_tape_exp(t, y))};
  lash_term replaced[2];
  const size_t before = lash_tape_count(t);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_substitute(t, &x, &y, 1, wanted, 2, replaced, &error));
  TEST_ASSERT_EQUAL(wanted[0], replaced[0]);
  TEST_ASSERT_EQUAL(before + 1, lash_tape_count(t)); /* y exp(y) alone is new */
  lash_tape_free(t);
}

static int doubles(void *context, void *member, const double *in, double *out) {
  (void)context, (void)member;
  *out = 2 * in[0];
  return 0;
}

/* A call is made again where one of its own operands is another, not where the next call's is. */
static void test_calls_that_do_not_depend_are_shared(void) {
  const lash_tape_call call = {.name = "doubles", .function = doubles, .inputs = 1, .outputs = 1};
  lash_tape *t = lash_tape_new();
  const lash_term x = lash_tape_variable(t, 0), y = lash_tape_variable(t, 1),
                  root = lash_tape_sqrt(t, y);
  lash_term wanted[2], replaced[2];
  lash_tape_calls(t, &call, &y, &wanted[0]);
  lash_tape_calls(t, &call, &x, &wanted[1]);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_substitute(t, &x, &root, 1, wanted, 2, replaced, &error));
  TEST_ASSERT_EQUAL(wanted[0], replaced[0]);
  TEST_ASSERT_TRUE(wanted[1] != replaced[1]);
  const double at[2] = {5, 9};
  double found[2];
  results(t, replaced, 2, at, NULL, found);
  TEST_ASSERT_EQUAL_DOUBLE(18, found[0]);
  TEST_ASSERT_EQUAL_DOUBLE(6, found[1]);
  lash_tape_free(t);
}

static void pendulum(double t, const double *z, double *rate) {
  rate[0] = z[1];
  rate[1] = -9.81 * sin(z[0]) + 0.3 * cos(2 * t);
}

/* Not bit by bit: the sine is another one. */
static void test_a_step_of_runge_and_kutta(void) {
  lash_tape *t = lash_tape_new();
  const lash_term time = lash_tape_variable(t, 0);
  const lash_term z[2] = {lash_tape_variable(t, 1), lash_tape_variable(t, 2)};
  const lash_term weight = lash_tape_mul(t, lash_tape_constant(t, -9.81), lash_tape_sin(t, z[0]));
  const lash_term drive =
      lash_tape_mul(t, lash_tape_constant(t, 0.3),
                    lash_tape_cos(t, lash_tape_mul(t, lash_tape_constant(t, 2), time)));
  const lash_term rate[2] = {z[1], lash_tape_add(t, weight, drive)};
  lash_term next[2];
  const lash_term h = lash_tape_parameter(t, 0);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_rk4(t, time, z, rate, NULL, 2, h, next, &error));
  double ours[2], y[2] = {0.7, -0.2}, k[4][2], s[2];
  const double step = 0.05, at = 0.4, ahead[4] = {0, 0.5, 0.5, 1}, weights[4] = {1, 2, 2, 1};
  results(t, next, 2, (double[]){at, y[0], y[1]}, &step, ours);
  double sum[2] = {0, 0};
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < 2; i++) s[i] = y[i] + (stage ? ahead[stage] * step * k[stage - 1][i] : 0);
    pendulum(at + ahead[stage] * step, s, k[stage]);
    for (int i = 0; i < 2; i++) sum[i] += weights[stage] * k[stage][i];
  }
  for (int i = 0; i < 2; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, y[i] + step / 6 * sum[i], ours[i]);
  lash_tape_free(t);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_a_list_of_a_list);
  RUN_TEST(test_what_does_not_depend_is_shared);
  RUN_TEST(test_calls_that_do_not_depend_are_shared);
  RUN_TEST(test_a_step_of_runge_and_kutta);
  return UNITY_END();
}
