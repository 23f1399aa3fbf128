/* A tape: equations as a flat list of scalar operations, recorded once and run many times.
 *
 *   lash_tape *tape = lash_tape_new();
 *   lash_term x = lash_tape_variable(tape, 0), k = lash_tape_parameter(tape, 0);
 *   lash_term force = lash_tape_neg(tape, lash_tape_mul(tape, k, x));
 *   if (lash_tape_status(tape, &error) != LASH_OK) …        one check, after the last operation
 *
 * Each operation is a *term*, a number that later operations name; operands stand before those
 * who use them. An operation that was recorded before is not recorded again (same operands, same
 * term), one with constant operands is carried out at once, and one that cannot matter is left
 * out. tape_program.h runs the list, tape_derivative.h differentiates it.
 *
 * Bits. Every operation means what C means by it, rounded to nearest, never fused, division by
 * zero and NaN included; elementary functions are those of core/lash_math.h. Interpreter, emitted
 * code, lanes and printed C therefore give the same bits (of a NaN only that it is one). What the
 * list leaves out is decided when it is recorded, for all of them alike: a *constant* 0 is
 * structural, so 0*y and 0/y are 0 and y + 0 is y whatever y will be (also infinite, or -0).
 * Nothing is ever reordered or reassociated.
 *
 * Errors are remembered: the first one (no memory, a condition taken for a number, an operand that
 * is no term) stays, later calls do nothing and return a term that may be passed on. */
#ifndef LASH_SOLVER_TAPE_H
#define LASH_SOLVER_TAPE_H

#include "lash_core.h"

typedef struct lash_tape lash_tape;

/* A number, or a condition (what comparisons give); the functions say which they take. */
typedef uint32_t lash_term;

/* A tape holds at most this many terms. */
#define LASH_TAPE_MAX ((size_t)1 << 28)

lash_tape *lash_tape_new(void); /* NULL: out of memory */
void lash_tape_free(lash_tape *tape);

/* The first thing that went wrong, or LASH_OK. */
lash_status lash_tape_status(const lash_tape *tape, lash_error *error);

/* How many terms there are (constants and inputs among them), and input slots: one more than the
 * highest slot asked for. */
size_t lash_tape_count(const lash_tape *tape);
size_t lash_tape_variables(const lash_tape *tape);
size_t lash_tape_parameters(const lash_tape *tape);

/* -------------------------------------------------------------------------------------- inputs */

/* A variable may differ from one evaluation to the next (states, time, remembered impact speeds);
 * a parameter is the same during all evaluations of a member (model numbers, --set targets). What
 * depends on parameters alone is computed once per member. Slots are positions in the arrays that
 * a run is given. */
lash_term lash_tape_constant(lash_tape *tape, double value);
lash_term lash_tape_variable(lash_tape *tape, uint32_t slot);
lash_term lash_tape_parameter(lash_tape *tape, uint32_t slot);

/* Whether the term is a constant, and which. `lash_tape_is` asks for one value (0 is also -0). */
bool lash_tape_known(const lash_tape *tape, lash_term a, double *value);
bool lash_tape_is(const lash_tape *tape, lash_term a, double value);

/* ---------------------------------------------------------------------------------- arithmetic */

lash_term lash_tape_add(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_sub(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_mul(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_div(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_neg(lash_tape *tape, lash_term a);
lash_term lash_tape_abs(lash_tape *tape, lash_term a);
lash_term lash_tape_sqrt(lash_tape *tape, lash_term a);
lash_term lash_tape_min(lash_tape *tape, lash_term a, lash_term b);            /* a < b ? a : b */
lash_term lash_tape_max(lash_tape *tape, lash_term a, lash_term b);            /* a > b ? a : b */
lash_term lash_tape_copysign(lash_tape *tape, lash_term size, lash_term sign); /* NaN: NaN */
lash_term lash_tape_floor(lash_tape *tape, lash_term a);
lash_term lash_tape_fmod(lash_tape *tape, lash_term a, lash_term b); /* exact, sign of a */

/* Made of the former. */
lash_term lash_tape_ceil(lash_tape *tape, lash_term a);
lash_term lash_tape_trunc(lash_tape *tape, lash_term a);
lash_term lash_tape_square(lash_tape *tape, lash_term a);

/* ------------------------------------------------------------------------- elementary functions */

/* Domains as in C. sin and cos are good to 2.5 units in the last place up to |a| = 1e6 and to an
 * error of the argument's last place beyond; an infinite argument gives NaN. */
lash_term lash_tape_sin(lash_tape *tape, lash_term a);
lash_term lash_tape_cos(lash_tape *tape, lash_term a);
lash_term lash_tape_tan(lash_tape *tape, lash_term a);
lash_term lash_tape_asin(lash_tape *tape, lash_term a);
lash_term lash_tape_acos(lash_tape *tape, lash_term a);
lash_term lash_tape_atan(lash_tape *tape, lash_term a);
lash_term lash_tape_atan2(lash_tape *tape, lash_term y, lash_term x);
lash_term lash_tape_exp(lash_tape *tape, lash_term a);
lash_term lash_tape_expm1(lash_tape *tape, lash_term a);
lash_term lash_tape_log(lash_tape *tape, lash_term a);
lash_term lash_tape_log10(lash_tape *tape, lash_term a);
lash_term lash_tape_sinh(lash_tape *tape, lash_term a);
lash_term lash_tape_cosh(lash_tape *tape, lash_term a);
lash_term lash_tape_tanh(lash_tape *tape, lash_term a);

/* a^b. A constant exponent that is a whole number up to 16, or half an odd one up to 7.5, becomes
 * products and a square root; otherwise a negative base is legal for whole exponents, as in C. */
lash_term lash_tape_pow(lash_tape *tape, lash_term a, lash_term b);

/* ---------------------------------------------------------------------------------- conditions */

/* Comparisons of numbers give conditions; any comparison with NaN is false, but ne is true. */
lash_term lash_tape_lt(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_le(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_gt(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_ge(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_eq(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_ne(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_and(lash_tape *tape, lash_term a, lash_term b); /* of conditions */
lash_term lash_tape_or(lash_tape *tape, lash_term a, lash_term b);
lash_term lash_tape_not(lash_tape *tape, lash_term a);

/* condition ? yes : no, for two numbers. What the choice leaves out may be infinite or NaN and
 * does no harm; whether it is computed all the same is the back end's business. A condition as a
 * number is select(condition, 1, 0). */
lash_term lash_tape_select(lash_tape *tape, lash_term condition, lash_term yes, lash_term no);

/* --------------------------------------------------------------------------------- opaque calls */

/* A function that is not made of operations: somebody's routine, a spline, a flexible body. It
 * must give the same results for the same inputs, member and variables of this evaluation.
 * `context` belongs to the call, `member` is what the run gave for this member (lane). A result
 * other than 0 says that it failed; the run goes on and tells in the end. */
typedef struct lash_tape_call {
  const char *name; /* for messages; lives as long as the tape and its programs */
  int (*function)(void *context, void *member, const double *in, double *out);

  /* d out = (d out / d in) d in, or NULL: results cannot be differentiated. */
  int (*derivative)(void *context, void *member, const double *in, const double *in_rates,
                    double *out_rates);
  void *context;
  uint32_t inputs, outputs; /* at least one output; each at most LASH_TAPE_CALL_MAX */
} lash_tape_call;

#define LASH_TAPE_CALL_MAX 256

/* Records the call with `call->inputs` numbers and gives a term for each result. */
void lash_tape_calls(lash_tape *tape, const lash_tape_call *call, const lash_term *in,
                     lash_term *out);

#endif
