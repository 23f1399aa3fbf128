/* Curves changed before they are judged: a suite whose claims cannot fail says nothing. */
#ifndef LASH_VALIDATION_MUTATE_H
#define LASH_VALIDATION_MUTATE_H

#include "lash_validation.h"
#include "runs.h"

/* Of every run that names an ideal one: its curves (LASH_IDEAL, the run itself need not be carried
 * out), or twice as far from them (LASH_DOUBLED). What the ideal one has no curve for is zero. */
lash_status mutate_jobs(run_job *jobs, size_t count, lash_mutation mutation, lash_error *error);

#endif
