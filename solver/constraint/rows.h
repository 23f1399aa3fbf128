/* The list of constraint rows: which bodies each meets, which are redundant. */
#ifndef LASH_SOLVER_ROWS_H
#define LASH_SOLVER_ROWS_H

#include "system_impl.h"

/* Lays out the rows of all active groups, finds redundant ones at the assembled initial
 * configuration and prepares everything that depends on the kept ones. */
lash_status lash_rows_plan(lash_system *system, lash_error *error);

/* Redundant rows must be met by themselves once the kept ones are. */
lash_status lash_rows_check_dropped(lash_system *system, lash_error *error);

/* rows_order.c: the least unit above `unit` that the row meets, or 0. */
int lash_row_next_unit(const lash_system *system, size_t row, int unit);

/* Rows that meet each unit, ascending: met[start[u]] … met[start[u + 1]]; in scratch. */
typedef struct lash_met_row {
  int row;      /* its place in the list */
  size_t block; /* of its Jacobian */
} lash_met_row;
typedef struct lash_unit_rows {
  size_t *start;
  lash_met_row *met;
} lash_unit_rows;

/* Of so many rows that `list` names (NULL: all rows as they stand), but those that `left_out`
 * (NULL: none) marks. */
lash_unit_rows lash_rows_by_unit(const lash_system *system, const int *list, size_t count,
                                 const bool *left_out);

/* All rows, those of the outermost bodies of trees first, so that eliminating one after the other
 * joins few that did not meet before; in scratch. */
int *lash_rows_leaves_first(const lash_system *system);

/* redundancy.c: sorts all rows into system->kept and ->dropped at the current state. */
void lash_rows_choose(lash_system *system);

#endif
