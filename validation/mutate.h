/* Curves changed before they are judged: a suite whose claims cannot fail says nothing. */
#ifndef LASH_VALIDATION_MUTATE_H
#define LASH_VALIDATION_MUTATE_H

#include "lash_validation.h"
#include "runs.h"

/* Of every run that names an ideal one: curves and contacts of the ideal one (LASH_IDEAL), or twice
 * as far from it (LASH_DOUBLED). What the ideal one has no curve for is zero without clearance. */
lash_status mutate_jobs(run_job *jobs, size_t count, lash_mutation mutation, lash_error *error);

#endif
