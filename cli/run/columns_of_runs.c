#include "columns_of_runs.h"

#include <stdlib.h>
#include <string.h>

#include "column_unit.h"
#include "paths.h"
#include "run.h"

/* -------------------------------------------------------------------------------------- reading */

static lash_status read_run(run_folder *run, lash_error *error) {
  static const curve_reading as_shown = {.lenient = true};
  const lash_status status = curve_set_read(&run->curves, run->path, &as_shown, error);
  if (status == LASH_OK) run->model = run_model(run->path); /* without it, axes have no units */
  return status;
}

/* Where paths begin to differ, at the begin of a name in them. */
static size_t common_start(const char *const *paths, size_t count) {
  size_t start = 0;
  for (size_t i = 0; paths[0][i]; i++) {
    for (size_t k = 1; k < count; k++) {
      if (paths[k][i] != paths[0][i]) return start;
    }
    if (paths[0][i] == '/') start = i + 1;
  }
  return start;
}

/* What tells the run from the others, without slashes and ending. */
static char *title_of(const char *path, size_t start) {
  char *title = strdup(path[start] ? path + start : path);
  size_t length = title ? strlen(title) : 0;
  if (length > 4 && strcmp(title + length - 4, ".csv") == 0) title[length -= 4] = '\0';
  while (length > 1 && title[length - 1] == '/') title[--length] = '\0';
  return title;
}

lash_status run_tables_read(run_tables *r, const char *const *paths, const char *const *titles,
                            size_t count, lash_error *error) {
  const size_t start = count > 1 ? common_start(paths, count) : 0;
  lash_status status = LASH_OK;
  *r = (run_tables){.run = calloc(count + 1, sizeof *r->run)};
  if (!r->run) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < count && status == LASH_OK; i++) {
    run_folder *run = &r->run[r->runs++];
    run->path = paths[i];
    run->title = titles ? strdup(titles[i]) : title_of(paths[i], start);
    status = run->title ? read_run(run, error) : lash_fail(error, LASH_FAILURE, "out of memory");
  }
  return status;
}

void run_tables_free(run_tables *r) {
  for (size_t i = 0; i < r->runs; i++) {
    curve_set_free(&r->run[i].curves);
    run_model_free(r->run[i].model);
    free(r->run[i].title);
  }
  free(r->run);
  *r = (run_tables){0};
}

/* -------------------------------------------------------------------------------------- finding */

/* What lies along: a column of the same table first, then one of another with as many rows. */
static lash_status find_along(const run_folder *run, const char *text, const curve_place *y,
                              curve_place *x, lash_error *error) {
  *x = (curve_place){y->table, 0};
  if (!text) {
    if (y->table->number[0]) return LASH_OK;
    return lash_fail(error, LASH_BAD_INPUT, "the first column of %s has no numbers: give --against",
                     y->table->name);
  }
  const curve_set same = {.table = (curve_table *)(size_t)y->table, .tables = 1};
  if (curve_set_count(&same, text, x) > 0) return LASH_OK;
  const lash_status status = curve_set_find(&run->curves, text, x, error);
  if (status != LASH_OK || x->table->rows == y->table->rows) return status;
  return lash_fail(error, LASH_BAD_INPUT, "%s has %zu rows, %s has %zu: they do not go together",
                   x->table->name, x->table->rows, y->table->name, y->table->rows);
}

/* ---------------------------------------------------------------------------------------- lines */

static lash_status add_line(run_lines *l, const run_folder *run, const char *column, bool runs,
                            bool columns, curve_place x, curve_place y, double from, double to,
                            lash_error *error) {
  const double *time = y.table->number[0];
  size_t first = 0, last = y.table->rows;
  while (time && first < last && time[first] < from) first++;
  while (time && last > first && time[last - 1] > to) last--;
  if (first == last)
    return lash_fail(error, LASH_BAD_INPUT, "%s has no rows from %g to %g", run->path, from, to);
  plot_series *series = realloc(l->series, (l->count + 1) * sizeof *series);
  if (series) l->series = series;
  char **title = series ? realloc(l->title, (l->count + 1) * sizeof *title) : NULL;
  if (title) l->title = title;
  char *text = runs && columns ? path_format("%s: %s", run->title, column)
                               : strdup(runs ? run->title : column);
  if (!title || !text) {
    free(text);
    return lash_fail(error, LASH_FAILURE, "out of memory");
  }
  l->title[l->count] = text;
  l->series[l->count++] = (plot_series){text, x.table->number[x.column] + first,
                                        y.table->number[y.column] + first, last - first, 1};
  return LASH_OK;
}

/* The unit is in the heading, or in the dataset of the run. */
static axis axis_at(const run_folder *run, curve_place p) {
  const char *heading = p.table->heading[p.column];
  const axis a = axis_of(heading);
  char unit[48] = "";
  if (a.unit[0] || !run->model) return a;
  unit_of_column(run->model, p.table->name, heading, p.column, unit, sizeof unit);
  return axis_with(heading, unit);
}

/* Columns of one panel have one unit; the first that has a unit gives it. */
static lash_status agree(run_lines *l, const run_folder *run, const char *name, curve_place x,
                         curve_place y, bool several, lash_error *error) {
  const axis here = axis_at(run, y);
  if (!l->count) {
    l->x = axis_at(run, x);
    l->y = several ? axis_with("", here.unit) : here;
    return LASH_OK;
  }
  if (!l->y.unit[0]) l->y = axis_with(l->y.name, here.unit);
  if (!here.unit[0] || strcmp(here.unit, l->y.unit) == 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s is in %s, the columns before it in %s: give it a --column of its own", name,
                   here.unit, l->y.unit);
}

lash_status run_lines_find(const run_tables *r, const char *list, const char *against, double from,
                           double to, run_lines *lines, lash_error *error) {
  const bool several = list[lash_list_piece(list)] != '\0';
  *lines = (run_lines){.count = 0};
  lash_status status = LASH_OK;
  while (status == LASH_OK && *list) {
    const size_t length = lash_list_piece(list);
    char *name = strndup(list, length);
    if (!name) return lash_fail(error, LASH_FAILURE, "out of memory");
    for (size_t i = 0; i < r->runs && status == LASH_OK; i++) {
      curve_place x, y;
      status = curve_set_find(&r->run[i].curves, name, &y, error);
      if (status == LASH_OK) status = find_along(&r->run[i], against, &y, &x, error);
      if (status == LASH_OK) status = agree(lines, &r->run[i], name, x, y, several, error);
      if (status == LASH_OK)
        status = add_line(lines, &r->run[i], name, r->runs > 1, several, x, y, from, to, error);
    }
    free(name);
    list += length;
    if (*list == ',') list++;
  }
  return status;
}

void run_lines_free(run_lines *lines) {
  for (size_t i = 0; i < lines->count; i++) free(lines->title[i]);
  free(lines->title);
  free(lines->series);
  *lines = (run_lines){.count = 0};
}
