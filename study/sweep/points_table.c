/* points.csv: all points in order. */
#include <stdlib.h>
#include <string.h>

#include "log.h"

/* A field as spreadsheets want it: quoted when a comma or a quote is in it. */
static void write_field(FILE *out, const char *text) {
  if (!strpbrk(text, ",\"\n")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static void write_head(FILE *out, const lash_plan *plan, const lash_measures *measures) {
  fputs("point", out);
  for (size_t k = 0; k < plan->parameters; k++) {
    fputc(',', out);
    write_field(out, plan->parameter[k].name);
  }
  for (size_t i = 0; i < measures->count; i++) {
    fputc(',', out);
    write_field(out, measures->item[i].text);
  }
  fputs(",state,reason\n", out);
}

static void write_row(FILE *out, const lash_plan *plan, size_t index, const lash_point *point,
                      size_t measures) {
  static const char *const words[] = {"open", "ok", "failed", "lost"};
  fprintf(out, "%zu", index);
  for (size_t k = 0; k < plan->parameters; k++) {
    char word[LASH_WORD_MAX];
    lash_plan_value(plan, index, k, word, NULL);
    fputc(',', out);
    write_field(out, word);
  }
  for (size_t i = 0; i < measures; i++) {
    if (point->state == LASH_POINT_DONE)
      fprintf(out, ",%.17g", point->values[i]);
    else
      fputc(',', out);
  }
  fprintf(out, ",%s,", words[point->state]);
  if (point->reason) write_field(out, point->reason);
  fputc('\n', out);
}

lash_status log_write_table(const lash_sweep_options *options, const lash_point *point,
                            lash_error *error) {
  const lash_plan *plan = options->plan;
  const lash_measures *measures = &options->study->measures;
  char path[1200], *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) return lash_fail(error, LASH_FAILURE, "out of memory for points.csv");
  write_head(memory, plan, measures);
  for (size_t i = 0; i < plan->points; i++) write_row(memory, plan, i, &point[i], measures->count);
  const bool good = fclose(memory) == 0;
  snprintf(path, sizeof path, "%s/points.csv", options->folder);
  const lash_status status = good ? replace_file(path, false, text, size, error)
                                  : lash_fail(error, LASH_FAILURE, "out of memory for points.csv");
  free(text);
  return status;
}
