/* A sweep as an array job of Slurm: each task computes a slice. */
#include <stdlib.h>
#include <unistd.h>

#include "paths.h"
#include "quote.h"
#include "sweep.h"

void sweep_emit_slurm(int argc, char *const *argv, size_t slices, FILE *out) {
  char *beside = path_of_program(), *folder = getcwd(NULL, 0); /* as long as it needs to be */
  char *program = beside ? path_join(beside, "lash") : NULL;
  fprintf(
      out,
      "#!/bin/sh\n"
      "# A sweep in %zu slices: sbatch this file; then run the last line's command once without\n"
      "# --slice to gather the results and compute what is missing.\n"
      "#SBATCH --job-name=lash-sweep\n"
      "#SBATCH --array=1-%zu\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task=4\n"
      "#SBATCH --time=24:00:00\n"
      "#SBATCH --requeue\n",
      slices, slices);
  if (folder) {
    fputs("cd ", out);
    quote_shell(out, folder);
    fputs(" || exit 1\n", out);
  }
  fputs("exec ", out);
  quote_shell(out, program ? program : "lash");
  fputs(" sweep", out);
  for (int i = 1; i < argc; i++) {
    fputc(' ', out);
    quote_shell(out, argv[i]);
  }
  fprintf(out, " --quiet --slice \"$SLURM_ARRAY_TASK_ID/%zu\"\n", slices);
  free(beside);
  free(program);
  free(folder);
}
