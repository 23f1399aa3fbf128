/* Results of runs kept on disk, so that a validation that was ended goes on where it was.
 *
 * A folder holds one folder per build of the program, so that another build takes nothing over; in
 * it one file per run and member, named by a checksum of all that the run depends on: its settings,
 * those of the runs it takes curves from, and the datasets of its case. */
#ifndef LASH_VALIDATION_KEEP_H
#define LASH_VALIDATION_KEEP_H

#include "runs.h"

/* Makes the folders; `place`, to be freed in every case, is where the files go. */
lash_status keep_open(const char *folder, char **place, lash_error *error);

/* Whether a result was kept; it is put into the job then. */
bool keep_take(const char *place, run_job *job);

/* Keeps a result; one of a run that failed is not kept. */
lash_status keep_put(const char *place, const run_job *job, lash_error *error);

#endif
