/* Derivatives by the list against two others: the complex step, which has no error of its own
 * (Squire and Trapp 1998, SIAM Review 40, 110-112), through an evaluator of complex numbers that
 * is written here, and differences of the values. */
#include <complex.h>
#include <stdio.h>

#include "random_tape.h"
#include "tape_derivative.h"
#include "tape_impl.h"
#include "tape_program.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

/* ---------------------------------------------------------------------------- complex evaluator */

static double complex apply(tape_op op, double complex a, double complex b, double complex c) {
  const double sign_a = creal(a) < 0 ? -1 : 1, sign_b = creal(b) < 0 ? -1 : 1;
  switch (op) {
    case OP_ADD:
      return a + b;
    case OP_SUB:
      return a - b;
    case OP_MUL:
      return a * b;
    case OP_DIV:
      return a / b;
    case OP_NEG:
      return -a;
    case OP_ABS:
      return sign_a * a;
    case OP_SQRT:
      return creal(a) < 0 ? NAN : csqrt(a); /* as real numbers, not as complex ones */
    case OP_MIN:
      return creal(a) < creal(b) ? a : b;
    case OP_MAX:
      return creal(a) > creal(b) ? a : b;
    case OP_COPYSIGN:
      return sign_a * sign_b * a;
    case OP_FLOOR:
      return floor(creal(a));
    case OP_LT:
      return creal(a) < creal(b);
    case OP_LE:
      return creal(a) <= creal(b);
    case OP_EQ:
      return creal(a) == creal(b);
    case OP_AND:
      return creal(a) != 0 && creal(b) != 0;
    case OP_OR:
      return creal(a) != 0 || creal(b) != 0;
    case OP_NOT:
      return creal(a) == 0;
    case OP_SELECT:
      return creal(a) != 0 ? b : c;
    case OP_SIN:
      return csin(a);
    case OP_COS:
      return ccos(a);
    case OP_ASIN:
      return fabs(creal(a)) > 1 ? NAN : casin(a);
    case OP_ACOS:
      return fabs(creal(a)) > 1 ? NAN : cacos(a);
    case OP_ATAN:
      return catan(a);
    case OP_ATAN2: /* the angle turns by the imaginary part of log((x + iy) ...) */
      return atan2(creal(a), creal(b)) + I * (creal(b) * cimag(a) - creal(a) * cimag(b)) /
                                             (creal(a) * creal(a) + creal(b) * creal(b));
    case OP_EXP:
      return cexp(a);
    case OP_EXPM1:
      return expm1(creal(a)) + I * exp(creal(a)) * cimag(a);
    case OP_LOG:
      return creal(a) < 0 ? NAN : clog(a);
    case OP_SINH:
      return csinh(a);
    case OP_COSH:
      return ccosh(a);
    case OP_TANH:
      return ctanh(a);
    case OP_POW:
      if (creal(a) > 0) return cpow(a, b);
      return pow(creal(a), creal(b)) + I * creal(b) * pow(creal(a), creal(b) - 1) * cimag(a);
    case OP_FMOD:
      return fmod(creal(a), creal(b)) + I * (cimag(a) - trunc(creal(a) / creal(b)) * cimag(b));
    default:
      return NAN;
  }
}

static void evaluate(const lash_tape *tape, size_t end, const double complex *x, const double *p,
                     double complex *value) {
  for (size_t i = 0; i < end; i++) {
    const tape_node *n = &tape->node[i];
    double complex in[3];
    if (n->op == OP_CONSTANT) {
      value[i] = n->condition ? tape_holds(tape_constant_value(n)) : tape_constant_value(n);
    } else if (n->op == OP_VARIABLE) {
      value[i] = x[n->a];
    } else if (n->op == OP_PARAMETER) {
      value[i] = p[n->a];
    } else if (n->op == OP_CALL) {
      value[i] = 0;
    } else if (n->op == OP_RESULT) { /* random_call */
      const lash_term *of = tape->operands + tape->node[n->a].b;
      for (int k = 0; k < 3; k++) in[k] = value[of[k]];
      value[i] = n->b == 0 ? in[0] * in[1] : in[2] - in[0] * in[0];
    } else {
      value[i] = apply((tape_op)n->op, value[n->a], value[n->b], value[n->c]);
    }
  }
}

/* ----------------------------------------------------------------------------------- comparison */

static double gentle(uint64_t *seed) { return 0.3 + (double)random_below(seed, 1000) * 1e-3; }

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

/* The whole Jacobian of a random list; how many entries were compared. */
static size_t compare_jacobian(uint64_t seed, size_t length) {
  random_tape r = {.seed = seed, .tape = lash_tape_new()};
  random_record(&r, length, seed % 2 == 0);
  const size_t end = lash_tape_count(r.tape);
  lash_term input[RANDOM_VARIABLES];
  double x[RANDOM_VARIABLES], p[RANDOM_PARAMETERS];
  for (uint32_t i = 0; i < RANDOM_VARIABLES; i++) {
    input[i] = lash_tape_variable(r.tape, i);
    x[i] = gentle(&r.seed);
  }
  for (int i = 0; i < RANDOM_PARAMETERS; i++) p[i] = gentle(&r.seed);
  lash_tape_partial *partial;
  size_t count, compared = 0;
  const lash_status status = lash_tape_jacobian(r.tape, input, RANDOM_VARIABLES, r.wanted,
                                                RANDOM_WANTED, &partial, &count, &error);
  TEST_ASSERT_EQUAL(LASH_OK, status);
  lash_term *terms = malloc((count + 1) * sizeof *terms);
  double *ours = malloc((count + 1) * sizeof *ours);
  double complex *value = malloc(end * sizeof *value), z[RANDOM_VARIABLES];
  TEST_ASSERT_TRUE(terms && ours && value);
  for (size_t i = 0; i < count; i++) terms[i] = partial[i].value;
  results(r.tape, terms, count, x, p, ours);
  size_t at = 0;
  for (uint32_t column = 0; column < RANDOM_VARIABLES; column++) {
    for (int i = 0; i < RANDOM_VARIABLES; i++) z[i] = x[i];
    z[column] += I * 1e-60;
    evaluate(r.tape, end, z, p, value);
    for (uint32_t row = 0; row < RANDOM_WANTED; row++) {
      const double exact = cimag(value[r.wanted[row]]) / 1e-60;
      const bool given = at < count && partial[at].column == column && partial[at].row == row;
      const double our = given ? ours[at++] : 0;
      /* what leaves its domain, or grows beyond sense, shows nothing */
      if (!isfinite(exact) || !isfinite(our) || fabs(exact) > 1e12) continue;
      char where[160];
      snprintf(where, sizeof where, "seed %llu, row %u, column %u: %.17g, not %.17g",
               (unsigned long long)seed, row, column, our, exact);
      TEST_ASSERT_TRUE_MESSAGE(fabs(our - exact) <= 1e-9 * (1 + fabs(exact)), where);
      compared += exact != 0;
    }
  }
  TEST_ASSERT_EQUAL(count, at);
  free(partial);
  free(terms);
  free(ours);
  free(value);
  lash_tape_free(r.tape);
  return compared;
}

static void test_jacobians_of_random_lists(void) {
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) compared += compare_jacobian(seed, 20);
  printf("%zu entries compared\n", compared);
  TEST_ASSERT_TRUE(compared > 3000);
}

/* One operation each, by differences: the rules alone, with nothing random. */
static void test_each_rule_by_differences(void) {
  lash_tape *t = lash_tape_new();
  lash_term x = lash_tape_variable(t, 0), y = lash_tape_variable(t, 1);
  const lash_term wanted[] = {lash_tape_sin(t, x),
                              lash_tape_cos(t, x),
                              lash_tape_tan(t, x),
                              lash_tape_asin(t, x),
                              lash_tape_acos(t, x),
                              lash_tape_atan(t, x),
                              lash_tape_atan2(t, x, y),
                              lash_tape_exp(t, x),
                              lash_tape_expm1(t, x),
                              lash_tape_log(t, x),
                              lash_tape_log10(t, x),
                              lash_tape_sinh(t, x),
                              lash_tape_cosh(t, x),
                              lash_tape_tanh(t, x),
                              lash_tape_pow(t, x, y),
                              lash_tape_sqrt(t, x),
                              lash_tape_abs(t, x),
                              lash_tape_div(t, x, y),
                              lash_tape_mul(t, x, y),
                              lash_tape_fmod(t, y, x),
                              lash_tape_min(t, x, y),
                              lash_tape_max(t, x, y),
                              lash_tape_copysign(t, x, lash_tape_neg(t, y)),
                              lash_tape_pow(t, x, lash_tape_constant(t, 1.5)),
                              lash_tape_floor(t, x)};
  enum { COUNT = sizeof wanted / sizeof *wanted };
  lash_term rate[COUNT];
  const lash_term input[2] = {x, y};
  const lash_term direction[2] = {lash_tape_constant(t, 0.7), lash_tape_constant(t, -0.4)};
  TEST_ASSERT_EQUAL(LASH_OK,
                    lash_tape_directional(t, input, direction, 2, wanted, COUNT, rate, &error));
  double ours[COUNT], before[COUNT], after[COUNT];
  const double at[2] = {0.43, 1.27}, h = 1e-6;
  results(t, rate, COUNT, at, NULL, ours);
  results(t, wanted, COUNT, (double[]){at[0] - 0.7 * h, at[1] + 0.4 * h}, NULL, before);
  results(t, wanted, COUNT, (double[]){at[0] + 0.7 * h, at[1] - 0.4 * h}, NULL, after);
  for (int i = 0; i < COUNT; i++) /* rounding 1e-16 / h, curvature h^2 */
    TEST_ASSERT_DOUBLE_WITHIN(2e-9, (after[i] - before[i]) / (2 * h), ours[i]);
  lash_tape_free(t);
}

static void test_no_nan_at_the_edge_of_a_contact(void) {
  lash_tape *t = lash_tape_new();
  lash_term x = lash_tape_variable(t, 0), zero = lash_tape_constant(t, 0);
  lash_term depth = lash_tape_max(t, x, zero);
  lash_term force = lash_tape_pow(t, depth, lash_tape_constant(t, 1.5)), slope;
  const lash_term one = lash_tape_constant(t, 1);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_directional(t, &x, &one, 1, &force, 1, &slope, &error));
  const double at[] = {-1, 0, 0.04}, exact[] = {0, 0, 1.5 * 0.2};
  for (int i = 0; i < 3; i++) {
    double value;
    results(t, &slope, 1, &at[i], NULL, &value);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, exact[i], value);
  }
  lash_tape_free(t);
}

static void test_structure(void) {
  lash_tape *t = lash_tape_new();
  lash_term x[3];
  for (uint32_t i = 0; i < 3; i++) x[i] = lash_tape_variable(t, i);
  const lash_term wanted[3] = {lash_tape_mul(t, x[0], x[1]), x[2], lash_tape_constant(t, 3)};
  lash_tape_partial *partial;
  size_t count;
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_jacobian(t, x, 3, wanted, 3, &partial, &count, &error));
  TEST_ASSERT_EQUAL(3, count);
  TEST_ASSERT_EQUAL(x[1], partial[0].value);
  TEST_ASSERT_EQUAL(x[0], partial[1].value);
  TEST_ASSERT_TRUE(lash_tape_is(t, partial[2].value, 1));
  TEST_ASSERT_EQUAL(1, partial[2].row);
  TEST_ASSERT_EQUAL(2, partial[2].column);
  free(partial);
  lash_tape_free(t);
}

static void test_a_call_without_derivative_says_so(void) {
  lash_tape *t = lash_tape_new();
  const lash_tape_call call = {
      .name = "GFORCE/7", .function = random_call, .inputs = 3, .outputs = 2};
  lash_term x = lash_tape_variable(t, 0), y = lash_tape_variable(t, 1), out[2], rate;
  lash_tape_calls(t, &call, (lash_term[]){x, x, x}, out);
  const lash_term one = lash_tape_constant(t, 1);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_directional(t, &y, &one, 1, out, 1, &rate, &error));
  TEST_ASSERT_EQUAL(LASH_UNSUPPORTED, lash_tape_directional(t, &x, &one, 1, out, 1, &rate, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "GFORCE/7 has no derivatives"));
  lash_tape_free(t);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_jacobians_of_random_lists);
  RUN_TEST(test_each_rule_by_differences);
  RUN_TEST(test_no_nan_at_the_edge_of_a_contact);
  RUN_TEST(test_structure);
  RUN_TEST(test_a_call_without_derivative_says_so);
  return UNITY_END();
}
