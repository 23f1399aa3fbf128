/* Functions of the text, each written in terms of the operations of the tape. */
#include <math.h>

#include "expr_internal.h"

/* The head of a lowering; not every one needs all of its arguments. */
#define MAYBE __attribute__((unused))
#define LOWER(name)                                                                        \
  static int name(expr_builder *b, MAYBE const expr_function *self, MAYBE const int *args, \
                  MAYBE int count)

/* ---------------------------------------------------------------------- short forms for below */

static int number(expr_builder *b, double value) { return expr_constant(b, value); }
static int plus(expr_builder *b, int x, int y) { return expr_binary(b, OP_ADD, x, y); }
static int minus(expr_builder *b, int x, int y) { return expr_binary(b, OP_SUB, x, y); }
static int times(expr_builder *b, int x, int y) { return expr_binary(b, OP_MUL, x, y); }
static int over(expr_builder *b, int x, int y) { return expr_binary(b, OP_DIV, x, y); }

static bool is_zero(const expr_builder *b, int node) {
  double value;
  return expr_known(b, node, &value) && value == 0;
}

/* -------------------------------------------------------------------- names without arguments */

LOWER(lower_time) { return expr_time(b); }

LOWER(lower_pi) { return number(b, acos(-1)); }

LOWER(lower_dtor) { return number(b, acos(-1) / 180); }

LOWER(lower_rtod) { return number(b, 180 / acos(-1)); }

/* --------------------------------------------------------------------------- plain operations */

LOWER(lower_operation) {
  return count == 1 ? expr_unary(b, self->op, args[0]) : expr_binary(b, self->op, args[0], args[1]);
}

LOWER(lower_abs) { return expr_add_switch(b, expr_unary(b, OP_ABS, args[0]), args[0], false); }

LOWER(lower_sign) {
  return expr_add_switch(b, expr_binary(b, OP_SIGN, args[0], args[1]), args[1], true);
}

/* MIN and MAX of two or more. */
LOWER(lower_extreme) {
  int best = args[0];
  for (int i = 1; i < count; i++) {
    int node = expr_binary(b, self->op, best, args[i]);
    best = expr_add_switch(b, node, minus(b, best, args[i]), false);
  }
  return best;
}

LOWER(lower_dim) {
  int difference = minus(b, args[0], args[1]);
  return expr_add_switch(b, expr_binary(b, OP_MAX, difference, number(b, 0)), difference, false);
}

LOWER(lower_if) {
  return expr_add_switch(b, expr_select(b, args[0], args[1], args[2], args[3]), args[0], true);
}

/* -------------------------------------------------------------------------------------- steps */

/* h0 (1 - s) + h1 s: exactly h0 and h1 where s is 0 and 1. */
static int blend(expr_builder *b, int s, int h0, int h1) {
  int high = times(b, h1, s);
  if (is_zero(b, h0)) return high;
  int low = times(b, h0, minus(b, number(b, 1), s));
  return is_zero(b, h1) ? low : plus(b, low, high);
}

/* STEP, STEP5 and HAVSIN (x, x0, h0, x1, h1), which differ in their shape. */
LOWER(lower_step) {
  int width = minus(b, args[3], args[1]);
  width = expr_require(b, width, width, "a step (x, x0, h0, x1, h1) needs x1 - x0 > 0");
  int u = over(b, minus(b, args[0], args[1]), width);
  return blend(b, expr_unary(b, self->op, u), args[2], args[4]);
}

/* ------------------------------------------------------------------------------------- series */

/* POLY (x, x0, a0, a1, …) by Horner's rule. */
LOWER(lower_poly) {
  int u = minus(b, args[0], args[1]), sum = args[count - 1];
  for (int i = count - 2; i >= 2; i--) sum = plus(b, times(b, sum, u), args[i]);
  return sum;
}

/* CHEBY (x, x0, c0, c1, …) by Clenshaw's recurrence. */
LOWER(lower_cheby) {
  int u = minus(b, args[0], args[1]), twice = times(b, number(b, 2), u);
  int next = number(b, 0), after = next;
  for (int i = count - 1; i >= 3; i--) {
    int here = minus(b, plus(b, args[i], times(b, twice, next)), after);
    after = next;
    next = here;
  }
  return minus(b, plus(b, args[2], times(b, u, next)), after);
}

/* FORCOS and FORSIN (x, x0, w, c0, c1, …). */
LOWER(lower_fourier) {
  int angle = times(b, args[2], minus(b, args[0], args[1])), sum = args[3];
  for (int j = 1; j < count - 3; j++) {
    int wave = expr_unary(b, self->op, times(b, number(b, j), angle));
    sum = plus(b, sum, times(b, args[3 + j], wave));
  }
  return sum;
}

/* SHF (x, x0, a, w, phi, b) = a sin(w (x - x0) - phi) + b; phi and b may be left out. */
LOWER(lower_shf) {
  int zero = number(b, 0), phi = count > 4 ? args[4] : zero, shift = count > 5 ? args[5] : zero;
  int angle = minus(b, times(b, args[3], minus(b, args[0], args[1])), phi);
  return plus(b, times(b, args[2], expr_unary(b, OP_SIN, angle)), shift);
}

/* SWEEP (x, a, x0, f0, x1, f1, dx): a sine whose frequency goes from f0 at x0 to f1 at x1, faded in
 * along a STEP5 between x0 and x0 + dx. The phase is the integral of the frequency. */
LOWER(lower_sweep) {
  int x = args[0], x0 = args[2], f0 = args[3], x1 = args[4], zero = number(b, 0);
  int gain = minus(b, args[5], f0), width = minus(b, x1, x0);
  width = expr_require(b, width, width, "SWEEP needs x1 - x0 > 0");
  int dx = expr_require(b, args[6], args[6], "SWEEP needs dx > 0");
  int since = minus(b, x, x0);
  int inside = expr_binary(b, OP_MIN, expr_binary(b, OP_MAX, since, zero), width);
  int beyond = expr_binary(b, OP_MAX, minus(b, x, x1), zero);
  int rise = over(b, times(b, inside, inside), times(b, number(b, 2), width));
  int cycles = plus(b, times(b, f0, x), times(b, gain, plus(b, rise, beyond)));
  int wave = expr_unary(b, OP_SIN, times(b, number(b, 2 * acos(-1)), cycles));
  return times(b, times(b, expr_unary(b, OP_QUINTIC, over(b, since, dx)), args[1]), wave);
}

/* -------------------------------------------------------------------------------------- stops */

/* max(0, k p^e - c v), the damping c rising from 0 to cmax over the first d of penetration p. */
static int stop(expr_builder *b, int p, int v, int k, int e, int cmax, int d) {
  int spring = times(b, k, expr_binary(b, OP_RISE, p, e));
  int damping = times(b, cmax, expr_unary(b, OP_CUBIC, over(b, p, d)));
  int force = minus(b, spring, times(b, damping, v));
  return expr_add_switch(b, expr_binary(b, OP_MAX, number(b, 0), force), p, false);
}

/* IMPACT (x, xdot, x1, k, e, cmax, d). */
LOWER(lower_impact) {
  int d = expr_require(b, args[6], args[6], "IMPACT needs d > 0 (its last argument)");
  return stop(b, minus(b, args[2], args[0]), args[1], args[3], args[4], args[5], d);
}

/* BISTOP (x, xdot, x1, x2, k, e, cmax, d): two stops, at most one of them touching. */
LOWER(lower_bistop) {
  int x = args[0], v = args[1], x1 = args[2], k = args[4], e = args[5], cmax = args[6];
  int x2 = expr_require(b, args[3], minus(b, args[3], x1), "BISTOP needs x2 - x1 > 0");
  int d = expr_require(b, args[7], args[7], "BISTOP needs d > 0 (its last argument)");
  int low = stop(b, minus(b, x1, x), v, k, e, cmax, d);
  int high = stop(b, minus(b, x, x2), expr_unary(b, OP_NEG, v), k, e, cmax, d);
  return minus(b, low, high);
}

/* ------------------------------------------------------------------------------------ splines */

static int spline(expr_builder *b, lash_interpolation method, const char *name, const int *args,
                  int count) {
  int id, order = 0;
  if (!expr_known_whole(b, args[2], &id)) {
    return expr_fail(b, LASH_BAD_INPUT, b->column,
                     "the third argument of %s is the id of a SPLINE, a whole number", name);
  }
  if (count > 3 && (!expr_known_whole(b, args[3], &order) || order < 0 || order > 2)) {
    return expr_fail(b, LASH_BAD_INPUT, b->column,
                     "the fourth argument of %s is the order of the derivative: 0, 1 or 2", name);
  }
  const lash_expr_options *options = b->options;
  const lash_interpolant *found =
      options->find_spline ? options->find_spline(options->context, id) : NULL;
  if (!found) {
    return expr_fail(b, LASH_BAD_INPUT, b->column, "%s names SPLINE/%d, which does not exist", name,
                     id);
  }
  return expr_spline_node(b, found, method, order, args[0], args[1]);
}

LOWER(lower_akispl) { return spline(b, LASH_AKIMA, self->name, args, count); }
LOWER(lower_cubspl) { return spline(b, LASH_CUBIC, self->name, args, count); }

/* -------------------------------------------------------------------------------------- table */

enum { COEFFICIENTS_MAX = 31 };

static const expr_function table[] = {
    {"TIME", 0, 0, lower_time, OP_TIME},
    {"PI", 0, 0, lower_pi, OP_CONST},
    {"DTOR", 0, 0, lower_dtor, OP_CONST},
    {"RTOD", 0, 0, lower_rtod, OP_CONST},
    {"IF", 4, 4, lower_if, OP_SELECT},
    {"ABS", 1, 1, lower_abs, OP_ABS},
    {"ACOS", 1, 1, lower_operation, OP_ACOS},
    {"AINT", 1, 1, lower_operation, OP_AINT},
    {"ANINT", 1, 1, lower_operation, OP_ANINT},
    {"ASIN", 1, 1, lower_operation, OP_ASIN},
    {"ATAN", 1, 1, lower_operation, OP_ATAN},
    {"ATAN2", 2, 2, lower_operation, OP_ATAN2},
    {"COS", 1, 1, lower_operation, OP_COS},
    {"COSH", 1, 1, lower_operation, OP_COSH},
    {"DIM", 2, 2, lower_dim, OP_MAX},
    {"EXP", 1, 1, lower_operation, OP_EXP},
    {"LOG", 1, 1, lower_operation, OP_LOG},
    {"LOG10", 1, 1, lower_operation, OP_LOG10},
    {"MAX", 2, EXPR_ARGS_MAX, lower_extreme, OP_MAX},
    {"MIN", 2, EXPR_ARGS_MAX, lower_extreme, OP_MIN},
    {"MOD", 2, 2, lower_operation, OP_MOD},
    {"SIGN", 2, 2, lower_sign, OP_SIGN},
    {"SIN", 1, 1, lower_operation, OP_SIN},
    {"SINH", 1, 1, lower_operation, OP_SINH},
    {"SQRT", 1, 1, lower_operation, OP_SQRT},
    {"TAN", 1, 1, lower_operation, OP_TAN},
    {"TANH", 1, 1, lower_operation, OP_TANH},
    {"STEP", 5, 5, lower_step, OP_CUBIC},
    {"STEP5", 5, 5, lower_step, OP_QUINTIC},
    {"HAVSIN", 5, 5, lower_step, OP_SINE_SHAPE},
    {"POLY", 3, 2 + COEFFICIENTS_MAX, lower_poly, OP_ADD},
    {"CHEBY", 3, 2 + COEFFICIENTS_MAX, lower_cheby, OP_ADD},
    {"FORCOS", 4, 3 + COEFFICIENTS_MAX, lower_fourier, OP_COS},
    {"FORSIN", 4, 3 + COEFFICIENTS_MAX, lower_fourier, OP_SIN},
    {"SHF", 4, 6, lower_shf, OP_SIN},
    {"SWEEP", 7, 7, lower_sweep, OP_SIN},
    {"IMPACT", 7, 7, lower_impact, OP_MAX},
    {"BISTOP", 8, 8, lower_bistop, OP_MAX},
    {"AKISPL", 3, 4, lower_akispl, OP_SPLINE},
    {"CUBSPL", 3, 4, lower_cubspl, OP_SPLINE},
};

enum { FUNCTION_COUNT = sizeof table / sizeof *table };

const expr_function *expr_find_function(const char *name) {
  for (size_t i = 0; i < FUNCTION_COUNT; i++) {
    if (lash_same_name(table[i].name, name)) return &table[i];
  }
  return NULL;
}

size_t expr_known_name_count(void) { return FUNCTION_COUNT + LASH_MEASURE_COUNT; }

const char *expr_known_name_at(size_t index, MAYBE const void *unused) {
  return index < FUNCTION_COUNT ? table[index].name
                                : lash_measure_name((lash_measure_kind)(index - FUNCTION_COUNT));
}
