/* `lash sweep` behind its command line: showing what came out. */
#ifndef LASH_CLI_SWEEP_H
#define LASH_CLI_SWEEP_H

#include "lash_sweep.h"

/* What a person reads: range and mean of each measure with the points they are found at, and the
 * failures with their reasons. */
void sweep_print(const lash_sweep *sweep, FILE *out);
void sweep_print_json(const lash_sweep *sweep, FILE *out);

/* One parameter: a curve per measure. Two: a map per measure. More: refused, also beforehand. */
lash_status sweep_plot_check(const lash_plan *plan, const char *file, lash_error *error);
lash_status sweep_plot(const lash_sweep *sweep, const char *file, lash_error *error);

/* A job script for Slurm that runs this command line in slices. `argv` is the command as typed,
 * without --emit-slurm. */
void sweep_emit_slurm(int argc, char *const *argv, size_t slices, FILE *out);

#endif
