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

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------- measures */

/* What a measure depends on, so that a solver knows when it is available. */
typedef enum lash_measure_class {
  LASH_MEASURE_DISPLACEMENT, /* positions and orientations */
  LASH_MEASURE_VELOCITY,
  LASH_MEASURE_ACCELERATION,
  LASH_MEASURE_FORCE, /* forces and reactions of elements */
  LASH_MEASURE_STATE, /* variables, differential equations, arrays, sensors */
  LASH_MEASURE_MODE_OF_ANALYSIS
} lash_measure_class;

/* Every measure: symbol, class, least and greatest number of integer arguments, arguments in words.
 * i: marker measured; j: from this marker; k: in the axes of this one; l: derivative taken in this
 * frame. A marker left out, or 0, is the ground frame. */
#define LASH_MEASURES(X)                              \
  X(DX, DISPLACEMENT, 1, 3, "i[, j][, k]")            \
  X(DY, DISPLACEMENT, 1, 3, "i[, j][, k]")            \
  X(DZ, DISPLACEMENT, 1, 3, "i[, j][, k]")            \
  X(DM, DISPLACEMENT, 1, 2, "i[, j]")                 \
  X(AX, DISPLACEMENT, 1, 2, "i[, j]")                 \
  X(AY, DISPLACEMENT, 1, 2, "i[, j]")                 \
  X(AZ, DISPLACEMENT, 1, 2, "i[, j]")                 \
  X(PSI, DISPLACEMENT, 1, 2, "i[, j]")                \
  X(THETA, DISPLACEMENT, 1, 2, "i[, j]")              \
  X(PHI, DISPLACEMENT, 1, 2, "i[, j]")                \
  X(YAW, DISPLACEMENT, 1, 2, "i[, j]")                \
  X(PITCH, DISPLACEMENT, 1, 2, "i[, j]")              \
  X(ROLL, DISPLACEMENT, 1, 2, "i[, j]")               \
  X(ORIENT, DISPLACEMENT, 4, 4, "type, comp, i, j")   \
  X(UVX, DISPLACEMENT, 3, 3, "i, j, component")       \
  X(UVY, DISPLACEMENT, 3, 3, "i, j, component")       \
  X(UVZ, DISPLACEMENT, 3, 3, "i, j, component")       \
  X(Q, DISPLACEMENT, 2, 2, "flexible body, mode")     \
  X(VX, VELOCITY, 1, 4, "i[, j][, k][, l]")           \
  X(VY, VELOCITY, 1, 4, "i[, j][, k][, l]")           \
  X(VZ, VELOCITY, 1, 4, "i[, j][, k][, l]")           \
  X(VM, VELOCITY, 1, 3, "i[, j][, l]")                \
  X(VR, VELOCITY, 1, 3, "i[, j][, l]")                \
  X(WX, VELOCITY, 1, 3, "i[, j][, k]")                \
  X(WY, VELOCITY, 1, 3, "i[, j][, k]")                \
  X(WZ, VELOCITY, 1, 3, "i[, j][, k]")                \
  X(WM, VELOCITY, 1, 2, "i[, j]")                     \
  X(QDOT, VELOCITY, 2, 2, "flexible body, mode")      \
  X(ACCX, ACCELERATION, 1, 4, "i[, j][, k][, l]")     \
  X(ACCY, ACCELERATION, 1, 4, "i[, j][, k][, l]")     \
  X(ACCZ, ACCELERATION, 1, 4, "i[, j][, k][, l]")     \
  X(ACCM, ACCELERATION, 1, 3, "i[, j][, l]")          \
  X(WDTX, ACCELERATION, 1, 4, "i[, j][, k][, l]")     \
  X(WDTY, ACCELERATION, 1, 4, "i[, j][, k][, l]")     \
  X(WDTZ, ACCELERATION, 1, 4, "i[, j][, k][, l]")     \
  X(WDTM, ACCELERATION, 1, 3, "i[, j][, l]")          \
  X(QDDOT, ACCELERATION, 2, 2, "flexible body, mode") \
  X(FX, FORCE, 1, 3, "i[, j][, k]")                   \
  X(FY, FORCE, 1, 3, "i[, j][, k]")                   \
  X(FZ, FORCE, 1, 3, "i[, j][, k]")                   \
  X(FM, FORCE, 1, 2, "i[, j]")                        \
  X(TX, FORCE, 1, 3, "i[, j][, k]")                   \
  X(TY, FORCE, 1, 3, "i[, j][, k]")                   \
  X(TZ, FORCE, 1, 3, "i[, j][, k]")                   \
  X(TM, FORCE, 1, 2, "i[, j]")                        \
  X(JOINT, FORCE, 4, 4, "id, jflag, comp, rm")        \
  X(JPRIM, FORCE, 4, 4, "id, jflag, comp, rm")        \
  X(MOTION, FORCE, 4, 4, "id, jflag, comp, rm")       \
  X(PTCV, FORCE, 4, 4, "id, jflag, comp, rm")         \
  X(CVCV, FORCE, 4, 4, "id, jflag, comp, rm")         \
  X(GCON, FORCE, 1, 4, "id[, jflag][, comp][, rm]")   \
  X(SFORCE, FORCE, 4, 4, "id, jflag, comp, rm")       \
  X(VFORCE, FORCE, 4, 4, "id, jflag, comp, rm")       \
  X(VTORQUE, FORCE, 4, 4, "id, jflag, comp, rm")      \
  X(GFORCE, FORCE, 4, 4, "id, jflag, comp, rm")       \
  X(NFORCE, FORCE, 4, 4, "id, jflag, comp, rm")       \
  X(MFORCE, FORCE, 4, 4, "id, jflag, comp, rm")       \
  X(BEAM, FORCE, 4, 4, "id, jflag, comp, rm")         \
  X(BUSH, FORCE, 4, 4, "id, jflag, comp, rm")         \
  X(FIELD, FORCE, 4, 4, "id, jflag, comp, rm")        \
  X(SPDP, FORCE, 4, 4, "id, jflag, comp, rm")         \
  X(CONTACT, FORCE, 4, 4, "id, jflag, comp, rm")      \
  X(FRICTION, FORCE, 2, 4, "id, jflag[, comp][, rm]") \
  X(VARVAL, STATE, 1, 1, "id")                        \
  X(DIF, STATE, 1, 1, "id")                           \
  X(DIF1, STATE, 1, 1, "id")                          \
  X(ARYVAL, STATE, 2, 2, "id, component")             \
  X(PINVAL, STATE, 2, 2, "id, component")             \
  X(POUVAL, STATE, 2, 2, "id, component")             \
  X(SENVAL, STATE, 1, 1, "id")                        \
  X(MODE, MODE_OF_ANALYSIS, 0, 0, "")

typedef enum lash_measure_kind {
#define LASH_MEASURE_SYMBOL(name, class, least, most, words) LASH_MEASURE_##name,
  LASH_MEASURES(LASH_MEASURE_SYMBOL)
#undef LASH_MEASURE_SYMBOL
      LASH_MEASURE_COUNT
} lash_measure_kind;

#define LASH_MEASURE_ARGS 4

/* One input of an expression. Arguments left out are 0: DX(5) and DX(5,0,0) are the same input. */
typedef struct lash_measure {
  lash_measure_kind kind;
  int args[LASH_MEASURE_ARGS];
  int nargs;  /* as many as the kind can take, whatever was written */
  int column; /* where it is first named in the text, from 1 */
} lash_measure;

/* Kind of a name in any case, or -1; name, class and argument numbers of a kind. */
LASH_API int lash_measure_find(const char *name);
LASH_API const char *lash_measure_name(lash_measure_kind kind);
LASH_API lash_measure_class lash_measure_class_of(lash_measure_kind kind);
LASH_API int lash_measure_least_args(lash_measure_kind kind);
LASH_API int lash_measure_most_args(lash_measure_kind kind);
LASH_API const char *lash_measure_words(lash_measure_kind kind); /* its arguments: "i[, j][, k]" */

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

#ifdef __cplusplus
}
#endif

#endif
