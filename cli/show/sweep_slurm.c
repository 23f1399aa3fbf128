/* A sweep as an array job of Slurm: each task computes a slice. */
#include <string.h>
#include <unistd.h>

#include "sweep.h"

/* A word as the shell takes it literally. */
static void write_word(FILE *out, const char *text) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'')
      fputs("'\\''", out);
    else
      fputc(*text, out);
  }
  fputc('\'', out);
}

void sweep_emit_slurm(int argc, char *const *argv, size_t slices, FILE *out) {
  char program[1024] = "lash", folder[1024];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length > 0) program[length] = '\0';
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
  if (getcwd(folder, sizeof folder)) {
    fputs("cd ", out);
    write_word(out, folder);
    fputs(" || exit 1\n", out);
  }
  fputs("exec ", out);
  write_word(out, program);
  fputs(" sweep", out);
  for (int i = 1; i < argc; i++) {
    fputc(' ', out);
    write_word(out, argv[i]);
  }
  fprintf(out, " --quiet --slice \"$SLURM_ARRAY_TASK_ID/%zu\"\n", slices);
}
