/* The table of elements: made at set-up, found by statement and id. */
#ifndef LASH_ROUTINES_TABLE_H
#define LASH_ROUTINES_TABLE_H

#include "element_read.h"

/* The element of a statement, or NULL when nothing is to be computed: in set-up passes (iflag 1, 3,
 * 5) and when saving or reloading (7, 9), which are done here, and after an error, which has been
 * reported. Safe from several threads, as long as one element is used by one at a time. */
element *element_enter(const element_call *call, int iflag);

/* An element that exists and is ready, or NULL. */
element *element_find(statement kind, int id);

/* Calls `visit` for every ready element. */
void element_each(void (*visit)(element *e, void *context), void *context);

/* Stops the run with a message that names the statement. */
void element_stop(statement kind, int id, const lash_error *error);

#endif
