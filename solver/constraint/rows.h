/* The list of constraint rows: which bodies each meets, which are redundant. */
#ifndef LASH_SOLVER_ROWS_H
#define LASH_SOLVER_ROWS_H

#include "system_impl.h"

/* Lays out the rows of all active groups, finds redundant ones at the assembled initial
 * configuration and prepares everything that depends on the kept ones. */
lash_status lash_rows_plan(lash_system *system, lash_error *error);

/* Redundant rows must be met by themselves once the kept ones are. */
lash_status lash_rows_check_dropped(lash_system *system, lash_error *error);

/* redundancy.c: sorts all rows into system->kept and ->dropped at the current state. */
void lash_rows_choose(lash_system *system);

#endif
