/* From a dataset to a system that stands at its start: what every kind of run does first. */
#ifndef LASH_STUDY_EXECUTION_H
#define LASH_STUDY_EXECUTION_H

#include "lash_study.h"

/* Makes the system, leaves out what is to be left out, and writes the assembled start to `*y`
 * (malloc, sizes.y numbers). Both are the caller's also on failure; begin with NULL. */
lash_status execution_start(const lash_model *model, const lash_run_options *options,
                            lash_system **system, double *t, double **y, lash_error *error);

/* Integrator settings: the options', else the dataset's, else the solver's. */
lash_integrate_options execution_integrator(const lash_model *model,
                                            const lash_run_options *options);

#endif
