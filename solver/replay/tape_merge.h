/* One list for several members whose own lists differ in numbers alone.
 *
 *   if (lash_tape_alike(a, b, terms)) …              the same operations over the same terms
 *   lash_tape_merge(tapes, 2, terms, to, &merged, &parameters, &error);
 *
 * The merged list has a parameter in the place of every constant that is not the same in all of
 * them; run with a member's own numbers it gives the bits of the member's own list. */
#ifndef LASH_SOLVER_TAPE_MERGE_H
#define LASH_SOLVER_TAPE_MERGE_H

#include "tape.h"

/* Whether the first `terms` terms of both are the same up to the values of constants. Lists with
 * calls are not: what is called belongs to one member. */
bool lash_tape_alike(const lash_tape *a, const lash_tape *b, size_t terms);

/* The first `terms` terms of tapes that are alike as a new tape: term k stands in it as to[k].
 * `parameters` (to be freed): those of member m stand at [slot * count + m]. */
lash_status lash_tape_merge(const lash_tape *const *tape, size_t count, size_t terms, lash_term *to,
                            lash_tape **made, double **parameters, lash_error *error);

#endif
