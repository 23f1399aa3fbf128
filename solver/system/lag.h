/* Reactions and accelerations in functions that forces depend on.
 *
 * Forces are needed before accelerations and reactions are known. A force that asks for these gets
 * the values of the last accepted state, where the two have been brought into agreement by
 * iteration; in between they are held, so the error is of first order in the step. Functions that
 * are only watched are not concerned. */
#ifndef LASH_SOLVER_LAG_H
#define LASH_SOLVER_LAG_H

#include "force_elements.h"

/* Makes every such measure that the force's functions reach one of the last accepted state; true
 * when there was any. */
bool lash_lag_force(lash_system *system, const lash_force *force);

/* At an accepted state: iterates held values and the forces they cause to agreement. */
void lash_lag_commit(lash_system *system);

#endif
