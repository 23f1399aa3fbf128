/* Shared by the tests of expressions: compiling and evaluating in one line. */
#ifndef LASH_TEST_EXPR_HELPER_H
#define LASH_TEST_EXPR_HELPER_H

#include <stdlib.h>

#include "lash_expr.h"
#include "unity.h"

enum { MOST_SCRATCH = 40000 };
static double scratch[MOST_SCRATCH];

/* A compiled text; the test fails with the compiler's message when there is none. */
static inline lash_expr *compiled(const char *text, const lash_expr_options *options) {
  lash_expr *expr;
  lash_error error = {.message = ""};
  lash_status status = lash_expr_compile(text, options, &expr, &error);
  TEST_ASSERT_TRUE_MESSAGE(status == LASH_OK, error.message);
  TEST_ASSERT_TRUE(lash_expr_scratch_size(expr) <= MOST_SCRATCH);
  return expr;
}

/* Value of a text at a time; inputs in the order of first mention. */
static inline double value_at(const char *text, double time, const double *inputs) {
  lash_expr *expr = compiled(text, NULL);
  double value = lash_expr_eval(expr, time, inputs, scratch);
  lash_expr_free(expr);
  return value;
}

/* A repeatable random number in [0, 1). */
static inline double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

#endif
