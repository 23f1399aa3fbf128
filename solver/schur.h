/* Solving with the Schur complement of the kept constraint rows. */
#ifndef LASH_SOLVER_SCHUR_H
#define LASH_SOLVER_SCHUR_H

#include "system_impl.h"

/* After system->kept is known (or has changed): order, skyline, list of products. */
void lash_schur_plan(lash_system *system);
void lash_schur_clear(lash_system *system);

/* At the current state. Kept until the state changes. */
lash_status lash_schur_factor(lash_system *system, lash_error *error);
void lash_schur_solve(lash_system *system, const double *right, double *lambda);

/* out += factor * M^-1 J^T lambda; out = J v. Both by kept rows. */
void lash_schur_apply(lash_system *system, const double *lambda, double factor, double *out);
void lash_jacobian_times(const lash_system *system, const double *v, double *out);

#endif
