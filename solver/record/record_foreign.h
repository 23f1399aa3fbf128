/* Foreign force routines of a record that is run. */
#ifndef LASH_SOLVER_RECORD_FOREIGN_H
#define LASH_SOLVER_RECORD_FOREIGN_H

#include "record_impl.h"

/* The gap that the routine of a force reports at a site: 1 where it is not called. */
lash_term record_foreign_gap(const lash_recording *record, int user, size_t site);

/* One result of each, so that a list calls them all. */
lash_term record_foreign_answer(const lash_recording *record, size_t index);

/* Callbacks are told that a step ends at (t, z); what they ask for is served. */
lash_status record_foreign_step_end(lash_recording *record, double t, const double *z,
                                    lash_error *error);

#endif
