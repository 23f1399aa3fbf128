/* Formulas on numbers and curves, as runs.txt and claims.csv write them.
 *
 *   2*pi*rpm/60                        numbers: + - * / ^, comparisons (1 or 0), & and |
 *   peak(hertz.Fn_N) / peak(ln.Fn_N)   RUN.COLUMN is a curve; arithmetic goes point by point
 *   mean(window(ln.delta_m, 0.01, 0.02) > 0)
 *
 * Functions are listed in formula_functions.c. */
#ifndef LASH_VALIDATION_FORMULA_H
#define LASH_VALIDATION_FORMULA_H

#include "lash_core.h"

/* A number (n == 0), or a curve of n points over t. */
typedef struct formula_value {
  size_t n;
  double number;
  const double *t, *x;
  const double *dt, *dx; /* half the error bars of its points; NULL: none */
} formula_value;

/* Where names are looked up. */
typedef struct formula_names {
  void *context;
  /* A plain name; false: unknown. NULL: none is known. */
  bool (*number)(void *context, const char *name, double *value);
  /* RUN.COLUMN; false: unknown, with or without a message in `error`. NULL: no curves. */
  bool (*curve)(void *context, const char *run, const char *column, formula_value *value,
                lash_error *error);
} formula_names;

/* A formula's memory: curves made on the way live until formula_release. Begin with {0}. */
typedef struct formula_memory {
  double **block;
  size_t count, capacity;
} formula_memory;

double *formula_take(formula_memory *memory, size_t count); /* NULL: out of memory */
void formula_release(formula_memory *memory);

lash_status formula_evaluate(const char *text, const formula_names *names, formula_memory *memory,
                             formula_value *value, lash_error *error);

/* The same where only a number makes sense. */
lash_status formula_number(const char *text, const formula_names *names, double *value,
                           lash_error *error);

/* The same, and `reduced` is told, with the names' context, of every number that a function makes
 * of a curve, in the order of the text; what it returns counts. */
typedef double (*formula_reduced)(void *context, double number);
lash_status formula_number_told(const char *text, const formula_names *names,
                                formula_reduced reduced, double *value, lash_error *error);

/* Copies a text with every ${formula} in it replaced by its number, 17 digits. */
lash_status formula_fill_in(const char *text, const formula_names *names, char *out, size_t size,
                            lash_error *error);

/* ------------------------------------------------------------------------ for its own two files */

enum { FORMULA_ARGUMENTS_MAX = 4 };

typedef struct formula_call {
  formula_value a[FORMULA_ARGUMENTS_MAX]; /* arguments */
  int count;
  formula_memory *memory;
  formula_value value; /* what comes of it */
  lash_error *error;
} formula_call;

/* One of the three: of a number, or of every number of a curve; one number of a curve; anything. */
typedef struct formula_function {
  const char *name;
  int least, most; /* number of arguments */
  double (*pointwise)(double x);
  double (*measure)(const formula_value *curve);
  bool (*call)(formula_call *call);
} formula_function;

const formula_function *formula_find(const char *name);

/* Finds the value; false: a message is in call->error. */
bool formula_apply(const formula_function *function, formula_call *call);

#endif
