/* Sparse linear equations of a fixed pattern, by KLU: analysed once, factorised anew when the
 * numbers change, with pivoting only when the old pivots no longer serve. */
#ifndef LASH_INTEGRATE_LINEAR_H
#define LASH_INTEGRATE_LINEAR_H

#include "lash_system.h"

typedef struct linear linear;

/* The pattern (CSC, square) must outlive the solver. */
lash_status linear_create(const lash_pattern *pattern, linear **made, lash_error *error);
void linear_free(linear *l);

/* The numbers to be filled in the pattern's order, before linear_factor(). */
double *linear_values(linear *l);

/* Forgets earlier factors: the next ones then depend on the numbers alone. */
void linear_reset(linear *l);

/* Fails when the matrix is singular. */
lash_status linear_factor(linear *l, lash_error *error);

/* Replaces b by the solution. */
void linear_solve(linear *l, double *b);

#endif
