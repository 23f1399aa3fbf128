#include "sparse_linear.h"

#include <klu.h>
#include <math.h>
#include <stdlib.h>

struct linear {
  const lash_pattern *pattern;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  double *values;
  double spread; /* of the pivots when they were chosen: least over greatest */
};

/* KLU takes its patterns without const and does not write them. */
static int *start_of(const linear *l) { return (int *)(size_t)l->pattern->start; }
static int *index_of(const linear *l) { return (int *)(size_t)l->pattern->index; }

lash_status linear_create(const lash_pattern *pattern, linear **made, lash_error *error) {
  linear *l = calloc(1, sizeof *l);
  if (!l) return lash_fail(error, LASH_FAILURE, "out of memory for the linear solver");
  l->pattern = pattern;
  l->values = calloc(pattern->nonzeros + 1, sizeof *l->values);
  klu_defaults(&l->common);
  /* A search for blocks, of which mechanisms have few, takes more than linear time. Without it
   * zeros stay on the diagonal, rows are exchanged, and only the order that counts on exchanges
   * keeps the factors thin. */
  if (pattern->columns > 20000) l->common.btf = 0, l->common.ordering = 1; /* COLAMD */
  l->common.halt_if_singular = 1;
  if (l->values && pattern->columns > 0) {
    l->symbolic = klu_analyze((int)pattern->columns, start_of(l), index_of(l), &l->common);
  }
  if (!l->values || (pattern->columns > 0 && !l->symbolic)) {
    linear_free(l);
    return lash_fail(error, LASH_FAILURE, "the linear solver cannot analyse the equations");
  }
  *made = l;
  return LASH_OK;
}

void linear_free(linear *l) {
  if (!l) return;
  klu_free_numeric(&l->numeric, &l->common);
  klu_free_symbolic(&l->symbolic, &l->common);
  free(l->values);
  free(l);
}

void linear_reset(linear *l) { klu_free_numeric(&l->numeric, &l->common); }

double *linear_values(linear *l) { return l->values; }

/* Old pivots serve as long as they do not make the factors grow: surely not while they are about as
 * far apart as when they were chosen, which is quickly seen. */
static bool refactor(linear *l) {
  const double tolerated_growth = 1e-8, about = 0.01;
  if (!l->numeric) return false;
  if (!klu_refactor(start_of(l), index_of(l), l->values, l->symbolic, l->numeric, &l->common)) {
    return false;
  }
  if (klu_rcond(l->symbolic, l->numeric, &l->common) && l->common.rcond > about * l->spread)
    return true;
  if (!klu_rgrowth(start_of(l), index_of(l), l->values, l->symbolic, l->numeric, &l->common)) {
    return false;
  }
  return l->common.rgrowth > tolerated_growth;
}

lash_status linear_factor(linear *l, lash_error *error) {
  if (l->pattern->columns == 0) return LASH_OK;
  for (size_t k = 0; k < l->pattern->nonzeros; k++) {
    if (!isfinite(l->values[k])) {
      return lash_fail(error, LASH_FAILURE, "a derivative of a force or constraint is not finite");
    }
  }
  if (refactor(l)) return LASH_OK;
  klu_free_numeric(&l->numeric, &l->common);
  l->numeric = klu_factor(start_of(l), index_of(l), l->values, l->symbolic, &l->common);
  if (!l->numeric) {
    return lash_fail(error, LASH_FAILURE,
                     "the equations of motion are singular: a massless body is free to move, or "
                     "the mechanism is in a singular position");
  }
  klu_rcond(l->symbolic, l->numeric, &l->common);
  l->spread = l->common.rcond;
  return LASH_OK;
}

void linear_solve(linear *l, double *b) {
  if (l->pattern->columns == 0) return;
  klu_solve(l->symbolic, l->numeric, (int)l->pattern->columns, 1, b, &l->common);
}
