/* Function expressions of a dataset, such as FUNCTION = -1000*DX(11,21) + 5*SIN(2*PI*TIME)
 *
 * Text is compiled once to a tape; the tape is evaluated as often as wanted, without allocation,
 * from any number of threads (each with its own scratch). What the model must supply to a function
 * (a displacement, a reaction, a variable) is an *input*: the tape lists its inputs, the caller
 * fills an array in that order. Derivatives are exact (automatic differentiation): a gradient with
 * respect to all inputs and time in one reverse pass, and second derivatives along a motion by
 * jets.
 *
 *   lash_expr *f;
 *   lash_status status = lash_expr_compile(text, &options, &f, &error);
 *   double *scratch = malloc(lash_expr_scratch_size(f) * sizeof *scratch);
 *   for (i = 0; i < lash_expr_input_count(f); i++) x[i] = …the measure lash_expr_input_at(f, i)…
 *   double force = lash_expr_gradient(f, time, x, scratch, dforce_dx, &dforce_dt);
 *   lash_expr_free(f); */
#ifndef LASH_MODEL_EXPR_H
#define LASH_MODEL_EXPR_H

#include "lash_core.h"
#include "lash_interpolant.h"
#include "lash_jet.h"
#include "lash_measures.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------- measures */

/* One input of an expression. Arguments left out are 0: DX(5) and DX(5,0,0) are the same input. */
typedef struct lash_measure {
  lash_measure_kind kind;
  int args[LASH_MEASURE_ARGS];
  int nargs;  /* as many as the kind can take, whatever was written */
  int column; /* where it is first named in the text, from 1 */
} lash_measure;

/* ---------------------------------------------------------------------------------- compiling */

typedef struct lash_expr lash_expr;

/* Where the text comes from (for messages) and where its splines are. All members may be zero. */
typedef struct lash_expr_options {
  const char *file;  /* "model.adm" */
  int line;          /* line of the statement; 0 when unknown */
  const char *owner; /* "SFORCE/12" */
  /* Where in the file a character of the text (counted from 0) stands, for texts that span lines.
   * Without it a message counts columns from the start of the text. */
  void (*locate)(const void *source, size_t offset, int *line, int *column);
  const void *source;
  /* Spline of an id, or NULL when there is none. The spline is borrowed: it must outlive the
   * expression. Without a resolver AKISPL and CUBSPL are refused. */
  const lash_interpolant *(*find_spline)(void *context, int id);
  void *context;
  /* Names of numbers that the caller supplies (case counts), for texts that belong to no model: a
   * name becomes an input of kind LASH_MEASURE_COUNT with its index as args[0]. With names there
   * are no measures, and a power may be written ^ as well as **. */
  const char *const *names;
  size_t name_count;
} lash_expr_options;

/* Compiles `text`. On failure *expr is NULL and the message names file, line, element, column and
 * remedy. `options` and `error` may be NULL. */
LASH_API lash_status lash_expr_compile(const char *text, const lash_expr_options *options,
                                       lash_expr **expr, lash_error *error);
LASH_API void lash_expr_free(lash_expr *expr);

LASH_API size_t lash_expr_input_count(const lash_expr *expr);
LASH_API const lash_measure *lash_expr_input_at(const lash_expr *expr, size_t index);
LASH_API bool lash_expr_uses_time(const lash_expr *expr);

/* True when the expression depends on nothing; *value is then its value. */
LASH_API bool lash_expr_is_constant(const lash_expr *expr, double *value);

/* The text as given (owned by the expression). */
LASH_API const char *lash_expr_text(const lash_expr *expr);

/* --------------------------------------------------------------------------------- evaluating */

/* Number of doubles every call below needs as scratch. Scratch carries nothing between calls. */
LASH_API size_t lash_expr_scratch_size(const lash_expr *expr);

/* The value. NaN or infinity when an operation fails (division by zero, root of a negative number):
 * lash_expr_explain then says which. `inputs` may be NULL when there are none. */
LASH_API double lash_expr_eval(const lash_expr *expr, double time, const double *inputs,
                               double *scratch);

/* The value and its partial derivatives: d_inputs[i] with respect to input i, *d_time with respect
 * to TIME where it stands in the text. d_inputs and d_time may be NULL. Returns the value. Where a
 * function has a kink the derivative is that of one side. */
LASH_API double lash_expr_gradient(const lash_expr *expr, double time, const double *inputs,
                                   double *scratch, double *d_inputs, double *d_time);

/* Carries jets through the expression (exact second-order Taylor arithmetic).
 *   f, f', f'' of a MOTION function of time:           time = {t, 1, 0}, inputs {value, 0, 0}
 *   rate and convective term of a constraint f = 0:    time = {t, 1, 0}, inputs {x, xdot, 0}
 *     then d1 = df/dt and d2 = d2f/dt2 less the part linear in xddot (which is gradient · xddot)
 *   full acceleration of f:                            inputs {x, xdot, xddot}
 *   curvature along a direction v:                     time = {t, 0, 0}, inputs {x, v, 0} */
LASH_API lash_jet lash_expr_jet(const lash_expr *expr, lash_jet time, const lash_jet *inputs,
                                double *scratch);

/* The first of these cases: f, df/dt and d2f/dt2 with the inputs held constant. */
LASH_API lash_jet lash_expr_time_jet(const lash_expr *expr, double time, const double *inputs,
                                     double *scratch);

/* --------------------------------------------------------------- what can go wrong, and where */

/* Says in words which operation made the value NaN or infinite (column, operation, arguments).
 * LASH_OK when the value is finite; otherwise LASH_BAD_INPUT with the message in `error`. */
LASH_API lash_status lash_expr_explain(const lash_expr *expr, double time, const double *inputs,
                                       double *scratch, lash_error *error);

/* Switches: functions whose change of sign is a jump or a kink of the value, for integrators that
 * want to stop there: the condition of IF, the gap of IMPACT and BISTOP, the argument that decides
 * SIGN, ABS, MIN, MAX and DIM. Steps, splines, AINT, ANINT and MOD are not reported. */
typedef struct lash_expr_switch {
  const char *function; /* "IF", "IMPACT", … */
  bool jump;            /* the value itself may jump (IF, SIGN); else only its slope */
  int column;
} lash_expr_switch;

LASH_API size_t lash_expr_switch_count(const lash_expr *expr);
LASH_API const lash_expr_switch *lash_expr_switch_at(const lash_expr *expr, size_t index);

/* Evaluates all switches into `values` (as many as lash_expr_switch_count). */
LASH_API void lash_expr_switches(const lash_expr *expr, double time, const double *inputs,
                                 double *scratch, double *values);

/* Partial derivatives of the function whose sign is switch `index`, by all inputs. */
LASH_API void lash_expr_switch_gradient(const lash_expr *expr, size_t index, double time,
                                        const double *inputs, double *scratch, double *d_inputs);

/* For a jump that is crossed to and fro faster than can be followed: while the switch's function is
 * within +-width of zero the value is a mixture of both sides, rising smoothly from one to the
 * other (1 + 1.5 u - 0.5 u^3)/2; outside nothing changes. IF does not look at its middle branch
 * then. Width 0 makes it a jump again; switches that are no jumps stay as they are. Not while
 * another thread evaluates the expression. */
LASH_API void lash_expr_soften(lash_expr *expr, size_t index, double width);

#ifdef __cplusplus
}
#endif

#endif
