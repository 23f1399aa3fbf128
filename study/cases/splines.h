/* Curves of one run as splines of another: torques computed backwards that then drive forwards. */
#ifndef LASH_VALIDATION_SPLINES_H
#define LASH_VALIDATION_SPLINES_H

#include "lash_model.h"
#include "runs.h"

/* Reads the dataset at `path` with the lines `SPLINE/<id>, …` that the setup names replaced
 * by curves of the same member. */
lash_status read_with_splines(const run_list *list, const run_setup *setup, const char *folder,
                              size_t member, const char *path, lash_model *model,
                              lash_error *error);

#endif
