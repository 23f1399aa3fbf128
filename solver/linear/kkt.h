/* Accelerations when some body lacks mass of its own: M cannot be inverted alone,
 * the whole system
 *   [ M  J^T ] [ a      ]   [ f     ]
 *   [ J  0   ] [ lambda ] = [ gamma ]
 * can, as long as constraints hold the massless directions. Sparse, analysed once. */
#ifndef LASH_SOLVER_KKT_H
#define LASH_SOLVER_KKT_H

#include "system_impl.h"

/* Makes system->kkt for the rows kept now; the tangent must be planned. */
lash_status lash_kkt_plan(lash_system *system, lash_error *error);

/* M a + J^T lambda = f, J a = gamma at the current state. */
lash_status lash_kkt_solve(lash_system *system, const double *f, const double *gamma, double *a,
                           double *lambda, lash_error *error);

#endif
