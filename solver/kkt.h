/* Accelerations when some body lacks mass or inertia: M cannot be inverted alone, the whole system
 *   [ M  J^T ] [ v'     ]   [ f     ]
 *   [ J  0   ] [ lambda ] = [ gamma ]
 * can, as long as constraints hold the massless directions. */
#ifndef LASH_SOLVER_KKT_H
#define LASH_SOLVER_KKT_H

#include "system_impl.h"

struct lash_kkt *lash_kkt_create(const lash_system *system);
void lash_kkt_free(struct lash_kkt *kkt);
lash_status lash_kkt_accelerations(lash_system *system, lash_error *error);

#endif
