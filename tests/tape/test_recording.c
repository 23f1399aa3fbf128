/* Recording: what a tape keeps, what it leaves out, what it refuses; and the interpreter's meaning
 * of each operation against C's own. */
#include <math.h>
#include <string.h>

#include "tape.h"
#include "tape_program.h"
#include "unity.h"

static lash_tape *tape;
static lash_error error;

void setUp(void) {
  tape = lash_tape_new();
  error = (lash_error){.status = LASH_OK};
  TEST_ASSERT_NOT_NULL(tape);
}
void tearDown(void) { lash_tape_free(tape); }

/* Runs a program of one result. */
static double value_of(lash_term wanted, const double *x, const double *p) {
  lash_program *program;
  lash_tape_frame *frame;
  double result;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  TEST_ASSERT_EQUAL(LASH_OK, lash_program_make(tape, &wanted, 1, &options, &program, &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  lash_tape_frame_begin(frame, p, NULL);
  TEST_ASSERT_EQUAL(0, lash_tape_frame_run(frame, x, &result));
  lash_tape_frame_free(frame);
  lash_program_free(program);
  return result;
}

/* ------------------------------------------------------------------------------------ recording */

static void test_the_same_operation_is_one_term(void) {
  lash_term x = lash_tape_variable(tape, 0), y = lash_tape_variable(tape, 1);
  lash_term a = lash_tape_mul(tape, x, y);
  TEST_ASSERT_EQUAL(a, lash_tape_mul(tape, y, x));
  const size_t count = lash_tape_count(tape);
  TEST_ASSERT_EQUAL(lash_tape_sin(tape, a), lash_tape_sin(tape, a));
  TEST_ASSERT_EQUAL(count + 1, lash_tape_count(tape));
  TEST_ASSERT_TRUE(lash_tape_sub(tape, x, y) != lash_tape_sub(tape, y, x));
  TEST_ASSERT_EQUAL(lash_tape_constant(tape, 2.5), lash_tape_constant(tape, 2.5));
  TEST_ASSERT_TRUE(lash_tape_constant(tape, 0.0) != lash_tape_constant(tape, -0.0));
}

static void test_many_terms_are_found_again(void) {
  lash_term x = lash_tape_variable(tape, 0), first[2000];
  for (int i = 0; i < 2000; i++)
    first[i] = lash_tape_add(tape, x, lash_tape_constant(tape, i + 0.5));
  const size_t count = lash_tape_count(tape);
  for (int i = 0; i < 2000; i++)
    TEST_ASSERT_EQUAL(first[i], lash_tape_add(tape, x, lash_tape_constant(tape, i + 0.5)));
  TEST_ASSERT_EQUAL(count, lash_tape_count(tape));
}

static void test_structural_zeros_and_ones_leave_nothing(void) {
  lash_term x = lash_tape_variable(tape, 0), zero = lash_tape_constant(tape, 0),
            one = lash_tape_constant(tape, 1);
  TEST_ASSERT_EQUAL(x, lash_tape_add(tape, x, zero));
  TEST_ASSERT_EQUAL(x, lash_tape_sub(tape, x, zero));
  TEST_ASSERT_EQUAL(zero, lash_tape_mul(tape, x, zero));
  TEST_ASSERT_EQUAL(zero, lash_tape_sub(tape, x, x));
  TEST_ASSERT_EQUAL(x, lash_tape_mul(tape, one, x));
  TEST_ASSERT_EQUAL(x, lash_tape_div(tape, x, one));
  lash_term minus = lash_tape_neg(tape, x), y = lash_tape_variable(tape, 1);
  TEST_ASSERT_EQUAL(x, lash_tape_neg(tape, minus));
  TEST_ASSERT_EQUAL(minus, lash_tape_sub(tape, zero, x));
  TEST_ASSERT_EQUAL(lash_tape_sub(tape, y, x), lash_tape_add(tape, minus, y));
  TEST_ASSERT_EQUAL(lash_tape_add(tape, y, x), lash_tape_sub(tape, y, minus));
  TEST_ASSERT_EQUAL(lash_tape_mul(tape, x, y), lash_tape_mul(tape, minus, lash_tape_neg(tape, y)));
}

/* A sign goes into a constant for nothing, and out of a quotient where there is none. */
static void test_signs_of_quotients_cost_little(void) {
  const lash_term x = lash_tape_variable(tape, 0), y = lash_tape_variable(tape, 1);
  const lash_term minus = lash_tape_neg(tape, x), three = lash_tape_constant(tape, 3);
  const lash_term by_three = lash_tape_div(tape, x, lash_tape_constant(tape, -3));
  TEST_ASSERT_EQUAL(by_three, lash_tape_div(tape, minus, three));
  const lash_term quotient = lash_tape_neg(tape, lash_tape_div(tape, x, y));
  TEST_ASSERT_EQUAL(quotient, lash_tape_div(tape, minus, y));
  TEST_ASSERT_EQUAL(quotient, lash_tape_div(tape, x, lash_tape_neg(tape, y)));
  const double at[] = {0.7, -1.9};
  TEST_ASSERT_EQUAL_DOUBLE(0.7 / -3, value_of(by_three, at, NULL));
  TEST_ASSERT_EQUAL_DOUBLE(0.7 / 1.9, value_of(quotient, at, NULL));
}

static void test_constants_are_computed_while_recording(void) {
  lash_term two = lash_tape_constant(tape, 2), three = lash_tape_constant(tape, 3);
  double value;
  TEST_ASSERT_TRUE(lash_tape_known(tape, lash_tape_div(tape, two, three), &value));
  TEST_ASSERT_EQUAL_DOUBLE(2.0 / 3.0, value);
  lash_term choice = lash_tape_select(tape, lash_tape_gt(tape, three, two), two, three);
  TEST_ASSERT_EQUAL(two, choice);
}

static void test_conditions_fold(void) {
  lash_term x = lash_tape_variable(tape, 0), y = lash_tape_variable(tape, 1);
  lash_term less = lash_tape_lt(tape, x, y), two = lash_tape_constant(tape, 2);
  lash_term always = lash_tape_le(tape, two, two), never = lash_tape_not(tape, always);
  TEST_ASSERT_EQUAL(less, lash_tape_and(tape, less, always));
  TEST_ASSERT_EQUAL(never, lash_tape_and(tape, less, never));
  TEST_ASSERT_EQUAL(always, lash_tape_or(tape, less, always));
  TEST_ASSERT_EQUAL(less, lash_tape_or(tape, never, less));
  TEST_ASSERT_EQUAL(less, lash_tape_not(tape, lash_tape_not(tape, less)));
  TEST_ASSERT_EQUAL(lash_tape_select(tape, less, x, y),
                    lash_tape_select(tape, lash_tape_not(tape, less), y, x));
}

/* ------------------------------------------------------------------------------------- refusals */

static void test_a_condition_is_no_number(void) {
  lash_term x = lash_tape_variable(tape, 0), c = lash_tape_lt(tape, x, lash_tape_constant(tape, 1));
  lash_term bad = lash_tape_add(tape, x, c);
  TEST_ASSERT_EQUAL(0, bad);
  TEST_ASSERT_EQUAL(LASH_FAILURE, lash_tape_status(tape, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "condition"));
  lash_program *program;
  TEST_ASSERT_EQUAL(LASH_FAILURE,
                    lash_program_make(tape, &x, 1, &(lash_program_options){0}, &program, &error));
  TEST_ASSERT_NULL(program);
}

static void test_a_number_is_no_condition(void) {
  lash_term x = lash_tape_variable(tape, 0);
  lash_tape_select(tape, x, x, lash_tape_constant(tape, 1));
  TEST_ASSERT_EQUAL(LASH_FAILURE, lash_tape_status(tape, NULL));
}

static void test_operands_must_exist(void) {
  lash_tape_sqrt(tape, 4000000000u);
  TEST_ASSERT_EQUAL(LASH_FAILURE, lash_tape_status(tape, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "no term"));
}

static void test_slots_and_lanes_are_bounded(void) {
  lash_term x = lash_tape_variable(tape, 3);
  TEST_ASSERT_EQUAL(4, lash_tape_variables(tape));
  lash_program *program;
  const lash_program_options three = {.lanes = 3};
  TEST_ASSERT_EQUAL(LASH_FAILURE, lash_program_make(tape, &x, 1, &three, &program, &error));
  lash_tape_variable(tape, UINT32_MAX);
  TEST_ASSERT_EQUAL(LASH_UNSUPPORTED, lash_tape_status(tape, &error));
}

static int gives_nothing(void *context, void *member, const double *in, double *out) {
  (void)context, (void)member, (void)in;
  *out = 0;
  return 0;
}

/* Calls have a function, from one result to so many, and no more operands than that. */
static void test_calls_are_bounded(void) {
  enum { MANY = LASH_TAPE_CALL_MAX + 1 };
  const lash_tape_call calls[] = {
      {.name = "no result", .function = gives_nothing, .inputs = 1},
      {.name = "results", .function = gives_nothing, .inputs = 1, .outputs = MANY},
      {.name = "operands", .function = gives_nothing, .inputs = MANY, .outputs = 1},
      {.name = "no function", .inputs = 1, .outputs = 1},
      {.name = "most", .function = gives_nothing, .inputs = MANY - 1, .outputs = MANY - 1},
  };
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
    lash_term in[MANY], out[MANY];
    lash_tape_free(tape);
    tape = lash_tape_new();
    for (size_t i = 0; i < MANY; i++) in[i] = lash_tape_variable(tape, 0);
    lash_tape_calls(tape, &calls[k], in, out);
    TEST_ASSERT_EQUAL_INT_MESSAGE(k == 4 ? LASH_OK : LASH_FAILURE, lash_tape_status(tape, &error),
                                  calls[k].name);
    if (k < 4) TEST_ASSERT_NOT_NULL(strstr(error.message, "opaque call"));
  }
}

static void test_a_wanted_term_must_be_a_number(void) {
  lash_term c = lash_tape_lt(tape, lash_tape_variable(tape, 0), lash_tape_constant(tape, 1));
  lash_program *program;
  const lash_program_options options = {0};
  TEST_ASSERT_EQUAL(LASH_FAILURE, lash_program_make(tape, &c, 1, &options, &program, &error));
}

/* -------------------------------------------------------------------------------------- meaning */

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void test_arithmetic_means_what_c_means(void) {
  const double some[] = {0.0, -0.0, 1.5, -2.25, 1e308, -1e-320, INFINITY, -INFINITY, NAN};
  lash_term x = lash_tape_variable(tape, 0), y = lash_tape_variable(tape, 1);
  lash_term sum = lash_tape_add(tape, x, y), difference = lash_tape_sub(tape, x, y),
            product = lash_tape_mul(tape, x, y), quotient = lash_tape_div(tape, x, y),
            least = lash_tape_min(tape, x, y), most = lash_tape_max(tape, x, y),
            signed_x = lash_tape_copysign(tape, x, y), rest = lash_tape_fmod(tape, x, y),
            one = lash_tape_constant(tape, 1), none = lash_tape_constant(tape, 0),
            le = lash_tape_select(tape, lash_tape_le(tape, x, y), one, none),
            ne = lash_tape_select(tape, lash_tape_ne(tape, x, y), one, none),
            trunc_x = lash_tape_trunc(tape, x), ceil_x = lash_tape_ceil(tape, x);
  for (size_t i = 0; i < 9; i++)
    for (size_t j = 0; j < 9; j++) {
      const double in[2] = {some[i], some[j]}, a = some[i], b = some[j];
      TEST_ASSERT_TRUE(same_bits(a + b, value_of(sum, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a - b, value_of(difference, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a * b, value_of(product, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a / b, value_of(quotient, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a < b ? a : b, value_of(least, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a > b ? a : b, value_of(most, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(isnan(b) ? NAN : copysign(a, b), value_of(signed_x, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(fmod(a, b), value_of(rest, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a <= b, value_of(le, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(a != b, value_of(ne, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(trunc(a), value_of(trunc_x, in, NULL)));
      TEST_ASSERT_TRUE(same_bits(ceil(a), value_of(ceil_x, in, NULL)));
    }
}

/* Values of libm, each of them right to a unit or so. */
static void test_functions_are_those_of_libm(void) {
  lash_term x = lash_tape_variable(tape, 0), y = lash_tape_variable(tape, 1);
  const double in[2] = {0.37, -1.7};
#define NEAR(exact, term) TEST_ASSERT_DOUBLE_WITHIN(2e-15, exact, value_of(term, in, NULL))
  NEAR(sin(0.37), lash_tape_sin(tape, x));
  NEAR(cos(-1.7), lash_tape_cos(tape, y));
  NEAR(tan(0.37), lash_tape_tan(tape, x));
  NEAR(asin(0.37), lash_tape_asin(tape, x));
  NEAR(acos(0.37), lash_tape_acos(tape, x));
  NEAR(atan(-1.7), lash_tape_atan(tape, y));
  NEAR(atan2(0.37, -1.7), lash_tape_atan2(tape, x, y));
  NEAR(exp(-1.7), lash_tape_exp(tape, y));
  NEAR(expm1(0.37), lash_tape_expm1(tape, x));
  NEAR(log(0.37), lash_tape_log(tape, x));
  NEAR(log10(0.37), lash_tape_log10(tape, x));
  NEAR(sinh(-1.7), lash_tape_sinh(tape, y));
  NEAR(cosh(-1.7), lash_tape_cosh(tape, y));
  NEAR(tanh(-1.7), lash_tape_tanh(tape, y));
  NEAR(pow(0.37, -1.7), lash_tape_pow(tape, x, y));
  NEAR(pow(-1.7, 3), lash_tape_pow(tape, y, lash_tape_constant(tape, 3)));
  NEAR(pow(0.37, 1.5), lash_tape_pow(tape, x, lash_tape_constant(tape, 1.5)));
  NEAR(pow(0.37, -2.5), lash_tape_pow(tape, x, lash_tape_constant(tape, -2.5)));
  NEAR(pow(-1.7, 17), lash_tape_pow(tape, y, lash_tape_constant(tape, 17)) /* by lash_pow */);
#undef NEAR
}

/* ------------------------------------------------------------------ programs, members and calls */

static void test_what_depends_on_parameters_alone_is_done_once(void) {
  lash_term x = lash_tape_variable(tape, 1), p = lash_tape_parameter(tape, 0);
  lash_term root = lash_tape_sqrt(tape, p), out = lash_tape_mul(tape, x, root);
  lash_term unused = lash_tape_exp(tape, x);
  (void)unused;
  const lash_term wanted[] = {out, root, lash_tape_constant(tape, 7), x, out};
  lash_program *program;
  lash_tape_frame *frame;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  TEST_ASSERT_EQUAL(LASH_OK, lash_program_make(tape, wanted, 5, &options, &program, &error));
  const lash_program_report report = lash_program_tell(program);
  TEST_ASSERT_EQUAL(2, report.once); /* the parameter and its root */
  TEST_ASSERT_EQUAL(2, report.each); /* the variable and the product */
  TEST_ASSERT_EQUAL(2, report.variables);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  double results[5];
  for (double k = 1; k < 4; k++) {
    lash_tape_frame_begin(frame, (double[]){k * k}, NULL);
    for (double v = -2; v < 3; v++) {
      lash_tape_frame_run(frame, (double[]){99, v}, results);
      TEST_ASSERT_EQUAL_DOUBLE(v * k, results[0]);
      TEST_ASSERT_EQUAL_DOUBLE(k, results[1]);
      TEST_ASSERT_EQUAL_DOUBLE(7, results[2]);
      TEST_ASSERT_EQUAL_DOUBLE(v, results[3]);
      TEST_ASSERT_EQUAL_DOUBLE(v * k, results[4]);
    }
  }
  lash_tape_frame_free(frame);
  lash_program_free(program);
}

static int scaled_sums(void *context, void *member, const double *in, double *out) {
  const double scale = *(double *)context + (member ? *(double *)member : 0);
  out[0] = scale * (in[0] + in[1]);
  out[1] = scale * (in[0] - in[1]);
  return in[0] > 100;
}

static void test_calls_of_each_lane_with_its_member(void) {
  double two = 2, more[4] = {0, 1, 2, 3};
  const lash_tape_call call = {
      .name = "sums", .function = scaled_sums, .context = &two, .inputs = 2, .outputs = 2};
  lash_term in[2] = {lash_tape_variable(tape, 0), lash_tape_variable(tape, 1)}, out[2];
  lash_tape_calls(tape, &call, in, out);
  const lash_term wanted[2] = {out[1], lash_tape_mul(tape, out[0], in[1])};
  lash_program *program;
  lash_tape_frame *frame;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET, .lanes = 4};
  TEST_ASSERT_EQUAL(LASH_OK, lash_program_make(tape, wanted, 2, &options, &program, &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  void *members[4] = {&more[0], &more[1], &more[2], &more[3]};
  lash_tape_frame_begin(frame, NULL, members);
  const double x[8] = {5, 6, 200, 8, 1, 2, 3, 4};
  double results[8];
  TEST_ASSERT_EQUAL(1u << 2, lash_tape_frame_run(frame, x, results));
  for (int lane = 0; lane < 4; lane++) {
    const double a = x[lane], b = x[4 + lane], scale = 2 + lane;
    TEST_ASSERT_EQUAL_DOUBLE(scale * (a - b), results[lane]);
    TEST_ASSERT_EQUAL_DOUBLE(scale * (a + b) * b, results[4 + lane]);
  }
  lash_tape_frame_free(frame);
  lash_program_free(program);
}

static void test_places_are_handed_on(void) {
  lash_term x = lash_tape_variable(tape, 0), sum = x;
  for (int i = 1; i <= 1000; i++)
    sum = lash_tape_sin(tape, lash_tape_add(tape, sum, lash_tape_constant(tape, 1)));
  lash_program *program;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  TEST_ASSERT_EQUAL(LASH_OK, lash_program_make(tape, &sum, 1, &options, &program, &error));
  lash_program_report report = lash_program_tell(program);
  TEST_ASSERT_EQUAL(2001, report.each);
  lash_program_free(program);
  TEST_ASSERT_EQUAL(LASH_OK, lash_program_make(tape, &x, 1, &options, &program, &error));
  TEST_ASSERT_TRUE(report.frame_bytes <= lash_program_tell(program).frame_bytes + 64);
  lash_program_free(program);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_the_same_operation_is_one_term);
  RUN_TEST(test_many_terms_are_found_again);
  RUN_TEST(test_structural_zeros_and_ones_leave_nothing);
  RUN_TEST(test_signs_of_quotients_cost_little);
  RUN_TEST(test_constants_are_computed_while_recording);
  RUN_TEST(test_conditions_fold);
  RUN_TEST(test_a_condition_is_no_number);
  RUN_TEST(test_a_number_is_no_condition);
  RUN_TEST(test_operands_must_exist);
  RUN_TEST(test_slots_and_lanes_are_bounded);
  RUN_TEST(test_calls_are_bounded);
  RUN_TEST(test_a_wanted_term_must_be_a_number);
  RUN_TEST(test_arithmetic_means_what_c_means);
  RUN_TEST(test_functions_are_those_of_libm);
  RUN_TEST(test_what_depends_on_parameters_alone_is_done_once);
  RUN_TEST(test_calls_of_each_lane_with_its_member);
  RUN_TEST(test_places_are_handed_on);
  return UNITY_END();
}
