/* The manifest: what a folder's points are about, in words that can be compared line by line. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checksum.h"
#include "files.h"
#include "log.h"
#include "paths.h"

/* ----------------------------------------------------------------------------------- describing */

static void write_texts(FILE *out, const char *what, const lash_texts_list *list) {
  for (size_t i = 0; i < list->count; i++) fprintf(out, "%s %s\n", what, list->item[i]);
}

static void write_parameter(FILE *out, const lash_parameter *p) {
  fprintf(out, "vary %s=", p->name);
  if (p->word) {
    for (size_t i = 0; i < p->count; i++) fprintf(out, "%s%s", i ? "," : "", p->word[i]);
  } else {
    fprintf(out, "%.17g:%.17g:%zu%s", p->low, p->high, p->count, p->logarithmic ? ":log" : "");
  }
  fputc('\n', out);
}

static void describe(const lash_sweep_options *options, const readings *reads, FILE *out) {
  const lash_study *s = options->study;
  const lash_plan *plan = options->plan;
  fprintf(out, "lash sweep %s\n", LASH_VERSION);
  fprintf(out, "dataset %016llx\n", (unsigned long long)checksum_fnv(s->text, s->size));
  readings_write(reads, out);
  write_texts(out, "set", &s->sets);
  write_texts(out, "without", &s->run.without);
  write_texts(out, "ideal-set", &s->ideal_sets);
  write_texts(out, "ideal-without", &s->ideal_without);
  fprintf(out, "end %.17g\nfrom %.17g\ndtout %.17g\nerror %.17g\nstep %.17g\nhmax %.17g\n",
          s->run.end, s->from, s->run.output_step, s->run.error, s->run.step, s->run.hmax);
  fprintf(out, "formulas end %s, from %s, dtout %s\n", s->end_formula ? s->end_formula : "-",
          s->from_formula ? s->from_formula : "-", s->output_formula ? s->output_formula : "-");
  fprintf(out, "integrator %s\n", s->run.integrator ? s->run.integrator : "of the dataset");
  if (s->run.engine) fprintf(out, "engine %s\n", s->run.engine);
  for (size_t i = 0; i < s->measures.count; i++)
    fprintf(out, "measure %s\n", s->measures.item[i].text);
  for (size_t k = 0; k < plan->parameters; k++) write_parameter(out, &plan->parameter[k]);
  fprintf(out, "points %zu", plan->points);
  if (plan->sample) {
    const size_t size = plan->points * plan->parameters * sizeof *plan->sample;
    fprintf(out, ", a hypercube drawn as %016llx",
            (unsigned long long)checksum_fnv(plan->sample, size));
  }
  fputc('\n', out);
}

/* ------------------------------------------------------------------------------------ comparing */

static char *next_line(char **text) {
  char *line = *text, *end = strchr(line, '\n');
  if (!*line) return NULL;
  if (end) *end = '\0';
  *text = end ? end + 1 : line + strlen(line);
  return line;
}

/* `written` and `wanted` differ: says where, first. */
static lash_status differ(const char *path, char *written, char *wanted, lash_error *error) {
  const char *a, *b;
  do {
    a = next_line(&written);
    b = next_line(&wanted);
  } while (a && b && strcmp(a, b) == 0);
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s belongs to another study: there '%s', here '%s'; repeat the command as it "
                   "was, or take another folder with --out",
                   path, a ? a : "(end)", b ? b : "(end)");
}

static lash_status compare(const char *path, char *wanted, lash_error *error) {
  char *written;
  lash_status status = file_read(path, &written, NULL, error);
  if (status == LASH_OK && strcmp(written, wanted) != 0)
    status = differ(path, written, wanted, error);
  free(written);
  return status;
}

lash_status manifest_check(const lash_sweep_options *options, const readings *reads,
                           lash_error *error) {
  char *text = NULL, *path = path_join(options->folder, "manifest.txt");
  size_t size = 0;
  if (reads->incomplete) {
    free(path);
    return lash_fail(error, LASH_FAILURE,
                     "%s: not everything that the study reads could be noted: memory or files ran "
                     "out, or a file could not be read; repeat the command",
                     options->folder);
  }
  FILE *memory = path ? open_memstream(&text, &size) : NULL;
  lash_status status = memory ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  if (memory) {
    describe(options, reads, memory);
    if (fclose(memory) != 0) status = lash_fail(error, LASH_FAILURE, "out of memory");
  }
  if (status == LASH_OK && access(path, F_OK) != 0) {
    status = file_write(path, text, size, true, error);
  }
  if (status == LASH_OK) status = compare(path, text, error);
  free(path);
  free(text);
  return status;
}
