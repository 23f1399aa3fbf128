/* Curves of one run as splines of another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "lash_model.h"
#include "runs.h"

/* Carried out once for all the curves taken from it in a row. */
typedef struct source {
  size_t member;          /* of the run that takes them */
  const run_setup *setup; /* NULL: none yet */
  run_result result;
} source;

/* The curve RUN.COLUMN of the same member, or a column of curves from a file. */
static lash_status curve_of(const run_list *list, const char *name, const char *folder,
                            source *from, formula_value *curve, lash_error *error) {
  char run[RUN_NAME_MAX];
  const char *dot = strchr(name, '.');
  snprintf(run, sizeof run, "%.*s", dot ? (int)(dot - name) : 0, name);
  if (run_list_has_curves(list, run))
    return run_list_curve(list, run, dot + 1, curve, error) ? LASH_OK : LASH_BAD_INPUT;
  const run_setup *setup = run_list_find(list, run);
  if (!setup || setup->splines) {
    return lash_fail(error, LASH_BAD_INPUT, "there is no plain run for the spline '%s'", name);
  }
  size_t column = 0;
  while (column < setup->columns && strcmp(setup->column[column].name, dot + 1) != 0) column++;
  if (column == setup->columns) {
    return lash_fail(error, LASH_BAD_INPUT, "run %s has no column for the spline '%s'", run, name);
  }
  run_result *result = &from->result;
  if (from->setup != setup) {
    run_result_free(result);
    run_execute(list, setup, folder, from->member, result);
    from->setup = setup;
  }
  *curve = (formula_value){
      .n = result->rows, .t = result->data, .x = result->data + (column + 1) * result->rows};
  if (result->failure.status == LASH_OK) return LASH_OK;
  return lash_fail(error, result->failure.status, "%s", result->failure.message);
}

static void write_list(FILE *out, const char *name, const double *x, size_t n) {
  fprintf(out, ", %s", name);
  for (size_t i = 0; i < n; i++) {
    char number[LASH_NUMBER_MAX];
    fprintf(out, "%s%s", i ? "\n, " : " = ", lash_write_number(x[i], 17, number));
  }
  fputc('\n', out);
}

static lash_status write_spline(const run_list *list, const run_line *line, const char *folder,
                                source *from, FILE *out, lash_error *error) {
  formula_value curve = {0};
  const lash_status status = curve_of(list, line->text, folder, from, &curve, error);
  if (status == LASH_OK) {
    fprintf(out, "SPLINE/%s\n", line->name);
    write_list(out, "X", curve.t, curve.n);
    write_list(out, "Y", curve.x, curve.n);
  }
  return status;
}

/* The spline that a line of the dataset defines, if the setup replaces it. */
static const run_line *replaced(const run_setup *setup, const char *line) {
  for (size_t i = 0; i < setup->splines; i++) {
    char start[RUN_NAME_MAX + 16];
    const int length = snprintf(start, sizeof start, "SPLINE/%s,", setup->spline[i].name);
    if (strncmp(line, start, (size_t)length) == 0) return &setup->spline[i];
  }
  return NULL;
}

lash_status read_with_splines(const run_list *list, const run_setup *setup, const char *folder,
                              size_t member, const char *path, lash_model *model,
                              lash_error *error) {
  FILE *in;
  lash_status status = file_open(path, &in, error);
  if (status != LASH_OK) return status;
  char *text = NULL, *line = NULL;
  size_t size = 0, room = 0, found = 0;
  source from = {.member = member};
  FILE *out = open_memstream(&text, &size);
  if (!out) status = lash_fail(error, LASH_FAILURE, "out of memory");
  while (status == LASH_OK && getline(&line, &room, in) >= 0) {
    const run_line *spline = replaced(setup, line);
    found += spline != NULL;
    if (spline)
      status = write_spline(list, spline, folder, &from, out, error);
    else
      fputs(line, out);
  }
  run_result_free(&from.result);
  free(line);
  fclose(in);
  if (out) fclose(out);
  if (status == LASH_OK && found != setup->splines) {
    status = lash_fail(error, LASH_BAD_INPUT, "%s lacks a line 'SPLINE/<id>, …' to replace", path);
  }
  if (status == LASH_OK) status = lash_model_parse(model, path, text, size, error);
  free(text);
  return status;
}
