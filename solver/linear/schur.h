/* Solving with the Schur complement of the kept constraint rows. */
#ifndef LASH_SOLVER_SCHUR_H
#define LASH_SOLVER_SCHUR_H

#include "system_impl.h"

/* After system->kept is known (or has changed): order, skyline, list of products. */
void lash_schur_plan(lash_system *system);

/* At the current state; kept until the state changes. */
lash_status lash_schur_factor(lash_system *system, lash_error *error);

/* With the factors: M a + J^T lambda = f, J a = gamma; f may be NULL for none. Multipliers of rows
 * that hinges solve are left out until lash_schur_complete(). */
void lash_schur_solve(lash_system *system, const double *f, const double *gamma, double *a,
                      double *lambda);

/* The same for accelerations without Baumgarte terms: gamma of direct hinges is not looked at. */
void lash_schur_accelerate(lash_system *system, const double *f, const double *gamma, double *a,
                           double *lambda);
void lash_schur_complete(lash_system *system, const double *f, const double *a, double *lambda);

/* out = J v, by kept rows. */
void lash_jacobian_times(const lash_system *system, const double *v, double *out);

#endif
