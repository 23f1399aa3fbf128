/* What is refused, at which column and in which words; and what went wrong while running. */
#include <stdio.h>
#include <string.h>

#include "expr_helper.h"

void setUp(void) {}
void tearDown(void) {}

static void refused(const char *text, int column, const char *words) {
  lash_expr *expr;
  lash_error error = {.message = ""};
  lash_status status = lash_expr_compile(text, NULL, &expr, &error);
  TEST_ASSERT_TRUE_MESSAGE(status == LASH_BAD_INPUT, text);
  TEST_ASSERT_NULL(expr);
  char where[64];
  snprintf(where, sizeof where, "column %d of", column);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, where) != NULL, error.message);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_expr_compile(text, NULL, &expr, NULL));
}

static void grammar(void) {
  refused("", 1, "the text ends");
  refused("   ", 4, "the text ends");
  refused("1 +", 4, "the text ends");
  refused("(1+2", 5, "')'");
  refused("1+2)", 4, "')' stands where an operator");
  refused("1 2", 3, "2 stands where an operator");
  refused("SIN(1", 6, "a comma or ')'");
  refused("3*/4", 3, "'/' stands where");
  refused("2^3", 2, "a power is **");
  refused("DX(1) > 2", 7, "'>' has no meaning");
  refused("1 & 2", 3, "'&' has no meaning");
  refused("1 \\ 2", 3, "has no meaning");
  refused("\x01", 1, "code 1");
  refused("IF(1: 2: 3, 4)", 8, "':' stands where");
  refused("2 ** ** 3", 6, "'**' stands where");
}

static void numbers(void) {
  refused("1D0", 1, "means degrees");
  refused("2 + 1.5D3", 5, "means degrees");
  refused("1e999", 1, "too large");
  refused("12abc", 1, "misspelt");
  refused("1.2.3", 1, "misspelt");
  refused("1e", 1, "misspelt");
  refused("0000000000000000000000000000000000000000000000000000000000000000000000001", 1,
          "more than");
}

static void names_and_arguments(void) {
  refused("1 + SINE(2)", 5, "did you mean SIN");
  refused("STEPP(TIME,0,0,1,1)", 1, "did you mean STEP");
  refused("VARVALL(3)", 1, "did you mean VARVAL");
  refused("qwertyuiop", 1, "'qwertyuiop' is not a function");
  refused("SIN", 1, "SIN has 0 arguments; it takes 1");
  refused("2*SIN(1,2)", 3, "SIN has 2 arguments; it takes 1");
  refused("STEP(TIME,0,0,1)", 1, "STEP has 4 arguments; it takes 5");
  refused("POLY(TIME,0)", 1, "it takes 3 to 33");
  refused("SIN()", 1, "0 arguments");
  refused("MAX(1,)", 7, "argument 2 of MAX is empty");
  refused("MAX(1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5)",
          85, "more than 40 arguments");
  refused("DX(1,2,3,4)", 1, "DX(i[, j][, k])");
  refused("DX", 1, "DX has 0 arguments");
  refused("JOINT(3)", 1, "JOINT(id, jflag, comp, rm)");
  refused("DX(1.5)", 4, "whole numbers");
  refused("DX(1, TIME)", 7, "whole numbers");
  refused("USER(1,2)", 1, "must be the whole function");
  refused("PI(3)", 1, "PI has 1 argument");
  refused("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1,
          "longer than any known");
}

static void values_that_cannot_be(void) {
  refused("1/0", 2, "/ of 1 and 0 has no finite value");
  refused("DX(1)+SQRT(-1)", 7, "SQRT of -1 has no finite value");
  refused("LOG(0)", 1, "LOG of 0");
  refused("EXP(1000)", 1, "EXP of 1000");
  refused("(-8)**0.5", 5, "** of -8");
  refused("STEP(TIME,1,0,1,5)", 1, "x1 - x0 > 0");
  refused("STEP5(TIME,2,0,1,5)", 1, "x1 - x0 > 0");
  refused("IMPACT(DX(1),VX(1),1,1e5,1.5,10,0)", 1, "d > 0");
  refused("BISTOP(DX(1),VX(1),2,1,1e5,1.5,10,.1)", 1, "x2 - x1 > 0");
  refused("SWEEP(TIME,1,2,1,1,5,.1)", 1, "x1 - x0 > 0");
}

static void splines(void) {
  refused("AKISPL(TIME,0,3)", 1, "SPLINE/3, which does not exist");
  refused("1+CUBSPL(TIME,0,1.5)", 3, "whole number");
  refused("CUBSPL(TIME,0,1,3)", 1, "0, 1 or 2");
  refused("CUBSPL(TIME,0,1,TIME)", 1, "0, 1 or 2");
  refused("AKISPL(TIME,1)", 1, "it takes 3 to 4");
}

static void depth_and_length_are_bounded(void) {
  enum { MANY = 2000000 };
  char *text = malloc(MANY + 1);
  TEST_ASSERT_NOT_NULL(text);
  memset(text, '(', 5000);
  text[5000] = '\0';
  refused(text, 201, "levels of parentheses");
  memset(text, '-', 5000);
  refused(text, 201, "levels of parentheses");
  memset(text, ' ', MANY);
  text[MANY] = '\0';
  lash_expr *expr;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_expr_compile(text, NULL, &expr, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "too long"));
  free(text);
}

static void unsupported_is_said_so(void) {
  lash_expr *expr;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED,
                        lash_expr_compile("INVPSD(TIME,1,1,10,5,0,3)", NULL, &expr, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "CUBSPL"));
}

/* As if the text went on in column 10 of line 42 from the offset given. */
static void second_line(const void *source, size_t offset, int *line, int *column) {
  *line = 42;
  *column = 10 + (int)(offset - *(const size_t *)source);
}

static void message_says_where_the_text_stands(void) {
  lash_expr *expr;
  lash_error error;
  lash_expr_options options = {.file = "press.adm", .line = 41, .owner = "SFORCE/12"};
  lash_expr_compile("1+", &options, &expr, &error);
  TEST_ASSERT_EQUAL_STRING(
      "press.adm:41: SFORCE/12: column 3 of the expression: the text ends where a number, a name "
      "or "
      "'(' should stand",
      error.message);
  options.locate = second_line;
  options.source = &(const size_t){1};
  lash_expr_compile("1+", &options, &expr, &error);
  TEST_ASSERT_NOT_NULL(strstr(error.message, "press.adm:42: SFORCE/12: column 11: the text ends"));
  options.locate = NULL;
  options.line = 0;
  lash_expr_compile("1+", &options, &expr, &error);
  TEST_ASSERT_NOT_NULL(strstr(error.message, "press.adm: SFORCE/12: column 3"));
}

/* ------------------------------------------------------------------------------ while running */

static void explained(const char *text, double time, const double *inputs, const char *words) {
  lash_expr *f = compiled(text, NULL);
  lash_error error = {.message = ""};
  TEST_ASSERT_FALSE(isfinite(lash_expr_eval(f, time, inputs, scratch)));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_expr_explain(f, time, inputs, scratch, &error));
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
  lash_expr_free(f);
}

static void failures_are_explained(void) {
  const double x[] = {0, -4, 2};
  explained("3 + 1/DX(1)", 2, x, "at time 2, column 6: / of 1 and 0 is infinite");
  explained("SQRT(DX(1)) + LOG(DY(1)+TIME)", 1, x, "column 15: LOG of -3 is not a number");
  explained("DX(1)*(0-3)**DZ(1)+SQRT(DY(9)-3)", 0, x, "column 20: SQRT of -1 is");
  explained("STEP(TIME, DZ(1), 0, DY(1)+4, 1)", 0, x, "needs x1 - x0 > 0, but got 0");
  explained("MAX(0, SQRT(DY(1)+DX(1)-1))", 0, x, "column 8: SQRT of -5");
  explained("IF(SQRT(DX(1)-1): 1, 2, 3)", 0, x, "column 4: SQRT of -1");
  const double bad[] = {NAN};
  explained("2*FX(1,2)", 0, bad, "FX as the model gives it is not a number");
  explained("TIME*2", NAN, bad, "TIME is not a number");
}

static void sound_values_need_no_explanation(void) {
  const double x[] = {-2};
  lash_expr *f = compiled("IF(DX(1): 1, SQRT(DX(1)), LOG(DX(1)))", NULL);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_expr_explain(f, 0, x, scratch, NULL));
  lash_expr_free(f);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(grammar);
  RUN_TEST(numbers);
  RUN_TEST(names_and_arguments);
  RUN_TEST(values_that_cannot_be);
  RUN_TEST(splines);
  RUN_TEST(depth_and_length_are_bounded);
  RUN_TEST(unsupported_is_said_so);
  RUN_TEST(message_says_where_the_text_stands);
  RUN_TEST(failures_are_explained);
  RUN_TEST(sound_values_need_no_explanation);
  return UNITY_END();
}
