/* The elements of one host: made at set-up, found by statement and id.
 *
 * Several systems may live in one process; each has a table of its own, which it keeps for this
 * library (c_lash_instance) and which goes when it goes. Adams, which has one model per process and
 * does not know that function, has the library's own. */
#ifndef LASH_ROUTINES_TABLE_H
#define LASH_ROUTINES_TABLE_H

#include "element_read.h"

typedef struct element_table element_table;

/* The table of the host that calls; NULL without memory. */
element_table *table_of_caller(void);

/* Whether the host's Cbksub announces accepted steps. */
void table_set_events(element_table *table, bool announced);
bool table_has_events(const element_table *table);

/* The element of a statement, or NULL when nothing is to be computed: in set-up passes (iflag 1, 3,
 * 5) and when saving or reloading (7, 9), which are done here, and after an error, which has been
 * reported. Safe from several threads, as long as one element is used by one at a time. */
element *element_enter(const element_call *call, int iflag);

/* An element of the calling host that exists and is ready, or NULL. */
element *element_find(statement kind, int id);

/* Calls `visit` for every ready element of a table. */
void element_each(element_table *table, void (*visit)(element *e, void *context), void *context);

/* Stops the run with a message that names the statement. */
void element_stop(statement kind, int id, const lash_error *error);

#endif
