/* Measures (run-time functions of the Adams language) and the functions made of them: value, exact
 * gradient, second derivative along the motion. */
#ifndef LASH_SOLVER_MEASURE_H
#define LASH_SOLVER_MEASURE_H

#include "bodies.h"

struct lash_expr;

/* A measure whose arguments are resolved to indices. Functions that name the same one share it. */
typedef struct lash_bound {
  int kind;      /* lash_measure_kind */
  int mark[4];   /* markers i, j, k, l */
  int target;    /* variable, state, element … index, or -1 */
  int detail[2]; /* component, on J */
  int angle;     /* index of the remembered angle, or -1 */
  bool lagged;   /* its value is `held`, see lag.h; `fresh` is the next */
  double held, fresh;
  lash_stamp stamp;
  double value;
} lash_bound;

/* FUNCTION= of some element: a compiled expression. */
typedef struct lash_function {
  struct lash_expr *expr;
  char owner[48]; /* "SFORCE/12" */
  int line;
  size_t input_count;
  int *input; /* measures, index in system->measure */
  double *value, *gradient, *jet, *scratch;
  size_t switch_count;
  bool lag_seen; /* its measures were looked at by lag.c */
} lash_function;

typedef struct lash_spline_item {
  int id;
  struct lash_interpolant *spline;
} lash_spline_item;

typedef struct lash_string_item {
  int id, line;
  const char *text; /* the model's */
} lash_string_item;

/* What a function belongs to, for messages, and what it may contain. */
typedef struct lash_function_source {
  const char *text;
  int line;
  const char *owner; /* "SFORCE/12" */
} lash_function_source;

/* Compiles a function and appends it; returns its index. */
lash_status lash_function_add(lash_system *system, const lash_function_source *source, int *index,
                              lash_error *error);

/* Frees what expressions and splines hold. */
void lash_functions_clear(lash_system *system);

double lash_function_value(lash_system *system, int index);

/* Adds weight * (partial derivatives) to `gradient`. */
void lash_function_gradient(lash_system *system, int index, double weight, lash_gradient *gradient);

/* Value, first and second time derivative at constant v, as measured quantities move with the
 * mechanism. Only functions of displacements, variables and time have one. */
void lash_function_jet(lash_system *system, int index, double jet[3]);

/* The same of time alone, at time t, all inputs held. */
void lash_function_time_jet(lash_system *system, int index, double t, double jet[3]);

void lash_function_switches(lash_system *system, int index, double *values);

/* Adds the partial derivatives of one switch of the function. */
void lash_function_switch_gradient(lash_system *system, int index, size_t part,
                                   lash_gradient *gradient);

lash_status lash_spline_add(lash_system *system, int id, size_t points, size_t curves,
                            const double *x, const double *y, const double *z,
                            bool linear_extrapolate, lash_error *error);

/* The interpolant of a spline, or NULL. */
const struct lash_interpolant *lash_spline_find(const lash_system *system, int id);

double lash_measure_value(lash_system *system, const lash_bound *bound);
void lash_measure_gradient(lash_system *system, const lash_bound *bound, double weight,
                           lash_gradient *gradient);
bool lash_measures_variable(const lash_bound *bound); /* VARVAL, PINVAL, POUVAL */
bool lash_same_measure(const lash_bound *a, const lash_bound *b);
void lash_measure_jet(lash_system *system, const lash_bound *bound, double jet[3]);

/* Enters a measure in the system's list when it is new; returns its index. Those that count turns
 * are remembered from then on. */
int lash_measure_share(lash_system *system, const lash_bound *bound);
int lash_angle_slot(lash_system *system); /* of one more angle to be remembered */

/* Fills a and wd of a marker from the accelerations at hand. */
void lash_mark_accelerate(const lash_system *system, lash_mark *mark);

/* A measure by name: what it is bound to. */
lash_status lash_named_bind(lash_system *system, const char *name, const int *arguments,
                            size_t argument_count, lash_bound *bound, lash_error *error);
/* Gradient of one component of a measure by name ("DISP", "DX", …); false when it has none. */
bool lash_named_gradient(lash_system *system, const char *name, const int *arguments, size_t count,
                         size_t component, double weight, lash_gradient *gradient);

/* What a function depends on, through variables and other elements. */
typedef struct lash_dependence {
  bool *body, *state;      /* by body and extra-state index */
  bool *rate;              /* sets of states whose rate was met */
  unsigned char *function; /* by function: met or not */
  unsigned classes;        /* bit per lash_measure_class met */
  bool loop;               /* it depends on itself */
  bool routine;            /* a variable is computed by a user routine */
} lash_dependence;

void lash_dependence_begin(const lash_system *system, lash_store *store,
                           lash_dependence *dependence); /* NULL: scratch */
void lash_dependence_end(lash_dependence *dependence);
void lash_function_depends(lash_system *system, int index, lash_dependence *dependence);
void lash_mark_depends(const lash_system *system, int mark, lash_dependence *dependence);
void lash_force_depends(lash_system *system, const struct lash_force *force,
                        lash_dependence *dependence); /* its routine apart */

/* True when the function is one of displacements (and time) only. */
bool lash_function_holonomic(lash_system *system, int index);

/* True when the function is one of time alone, if need be through variables. */
bool lash_function_of_time(const lash_system *system, int index);

/* True when the function depends on itself, through variables or forces. */
bool lash_function_loops(lash_system *system, int index);

/* Owner index of a statement, -1 - index of a force, or LASH_NO_ELEMENT. */
#define LASH_NO_ELEMENT 0x7fffffff
int lash_element_find(const lash_system *system, const char *statement, int id);

/* Resolves a measure's LASH_MEASURE_ARGS arguments; the message is to be prefixed with the
 * function's owner. */
lash_status lash_measure_bind(lash_system *system, int kind, const int *arguments,
                              lash_bound *bound, lash_error *error);

#endif
