#include "columns_of_runs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "column_unit.h"
#include "files.h"
#include "paths.h"

/* ---------------------------------------------------------------------------------------- reading
 */

static int is_csv(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot && strcmp(dot, ".csv") == 0;
}

static lash_status add_table(run_folder *run, const char *path, const char *name,
                             lash_error *error) {
  report_table *more = realloc(run->table, (run->tables + 1) * sizeof *more);
  if (!more) return lash_fail(error, LASH_FAILURE, "out of memory");
  run->table = more;
  const lash_status status = report_table_read(&more[run->tables], path, name, error);
  run->tables += status == LASH_OK;
  return status;
}

static lash_status read_folder(run_folder *run, lash_error *error) {
  struct dirent **entry = NULL;
  const int count = scandir(run->path, &entry, is_csv, alphasort);
  lash_status status = LASH_OK;
  if (count < 0)
    return lash_fail(error, LASH_BAD_INPUT, "cannot read the folder %s: %s", run->path,
                     strerror(errno));
  for (int i = 0; i < count; i++) {
    char *path = path_join(run->path, entry[i]->d_name);
    if (status == LASH_OK) status = add_table(run, path, entry[i]->d_name, error);
    free(path);
    free(entry[i]);
  }
  free(entry);
  if (status == LASH_OK && !run->tables)
    status = lash_fail(error, LASH_BAD_INPUT,
                       "%s holds no tables (.csv); make some with lash run MODEL.adm --out %s",
                       run->path, run->path);
  return status;
}

/* The string behind "model": in summary.json. To be freed. */
static char *model_path(const char *folder) {
  static const char key[] = "\"model\": \"";
  char *path = path_join(folder, "summary.json"), *text = NULL, *name = NULL;
  lash_error ignored;
  if (path && file_read(path, &text, NULL, &ignored) == LASH_OK) {
    const char *at = strstr(text, key), *end = at ? strchr(at + sizeof key - 1, '"') : NULL;
    at = at ? at + sizeof key - 1 : NULL;
    if (end && !memchr(at, '\\', (size_t)(end - at))) name = strndup(at, (size_t)(end - at));
  }
  free(path);
  free(text);
  return name;
}

/* Without the dataset, or with one that cannot be read any more, axes have no units. */
static void find_model(run_folder *run) {
  char *path = model_path(run->path);
  lash_error ignored;
  run->model = path ? calloc(1, sizeof *run->model) : NULL;
  if (run->model && lash_model_read(run->model, path, &ignored) != LASH_OK) {
    free(run->model);
    run->model = NULL;
  }
  free(path);
}

static lash_status read_run(run_folder *run, lash_error *error) {
  struct stat info;
  if (stat(run->path, &info) != 0)
    return lash_fail(error, LASH_BAD_INPUT, "cannot read %s: %s", run->path, strerror(errno));
  if (!S_ISDIR(info.st_mode)) return add_table(run, run->path, path_base(run->path), error);
  find_model(run);
  return read_folder(run, error);
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
    for (size_t k = 0; k < r->run[i].tables; k++) report_table_free(&r->run[i].table[k]);
    if (r->run[i].model) lash_model_free(r->run[i].model);
    free(r->run[i].model);
    free(r->run[i].table);
    free(r->run[i].title);
  }
  free(r->run);
  *r = (run_tables){0};
}

/* ---------------------------------------------------------------------------------------- finding
 */

typedef struct place {
  const report_table *table;
  size_t column;
} place;

/* "kinetic" is the name of "kinetic (J)" as well. */
static bool is_heading(const char *heading, const char *name) {
  return strcmp(heading, name) == 0 || strcmp(axis_of(heading).name, name) == 0;
}

/* "request/1" is the table request_1.csv. */
static bool is_table(const report_table *t, const char *name, size_t length) {
  size_t i = 0;
  for (; i < length && t->name[i]; i++) {
    if (t->name[i] != name[i] && !(t->name[i] == '_' && name[i] == '/')) return false;
  }
  return i == length && (strcmp(t->name + i, ".csv") == 0 || t->name[i] == '\0');
}

static size_t count_matches(const run_folder *run, const char *table, size_t length,
                            const char *name, place *found) {
  size_t matches = 0;
  for (size_t i = 0; i < run->tables; i++) {
    const report_table *t = &run->table[i];
    if (length && !is_table(t, table, length)) continue;
    for (size_t c = 0; c < t->columns; c++) {
      if (!t->number[c] || !is_heading(t->heading[c], name)) continue;
      if (!matches++) *found = (place){t, c};
    }
  }
  return matches;
}

static const char *heading_at(size_t index, const void *context) {
  const run_folder *run = context;
  for (size_t i = 0; i < run->tables; i++) {
    if (index < run->table[i].columns) return run->table[i].heading[index];
    index -= run->table[i].columns;
  }
  return "";
}

static lash_status none_found(const run_folder *run, const char *text, lash_error *error) {
  size_t count = 0;
  for (size_t i = 0; i < run->tables; i++) count += run->table[i].columns;
  const char *near = lash_nearest_name(text, count, heading_at, run);
  return lash_fail(error, LASH_BAD_INPUT, "%s has no column '%s'%s%s%s; `lash plot %s` lists them",
                   run->path, text, near ? " (did you mean '" : "", near ? near : "",
                   near ? "'?)" : "", run->path);
}

static lash_status find_column(const run_folder *run, const char *text, place *found,
                               lash_error *error) {
  size_t matches = count_matches(run, NULL, 0, text, found);
  if (matches == 0) {
    const char *dot = strchr(text, '.');
    if (dot) matches = count_matches(run, text, (size_t)(dot - text), dot + 1, found);
  }
  if (matches == 0) return none_found(run, text, error);
  if (matches == 1) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s has %zu columns '%s': say which table, as in %.*s.%s",
                   run->path, matches, text, (int)strcspn(found->table->name, "."),
                   found->table->name, text);
}

/* What lies along: a column of the same table first, then one of another with as many rows. */
static lash_status find_along(const run_folder *run, const char *text, const place *y, place *x,
                              lash_error *error) {
  *x = (place){y->table, 0};
  if (!text) {
    if (y->table->number[0]) return LASH_OK;
    return lash_fail(error, LASH_BAD_INPUT, "the first column of %s has no numbers: give --against",
                     y->table->name);
  }
  const run_folder same = {
      .path = run->path, .table = (report_table *)(size_t)y->table, .tables = 1};
  if (count_matches(&same, NULL, 0, text, x) > 0) return LASH_OK;
  const lash_status status = find_column(run, text, x, error);
  if (status != LASH_OK || x->table->rows == y->table->rows) return status;
  return lash_fail(error, LASH_BAD_INPUT, "%s has %zu rows, %s has %zu: they do not go together",
                   x->table->name, x->table->rows, y->table->name, y->table->rows);
}

/* ------------------------------------------------------------------------------------------ lines
 */

static lash_status add_line(run_lines *l, const run_folder *run, const char *column, bool runs,
                            bool columns, place x, place y, double from, double to,
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
static axis axis_at(const run_folder *run, place p) {
  const char *heading = p.table->heading[p.column];
  const axis a = axis_of(heading);
  char unit[48] = "";
  if (a.unit[0] || !run->model) return a;
  unit_of_column(run->model, p.table->name, heading, p.column, unit, sizeof unit);
  return axis_with(heading, unit);
}

/* Columns of one panel have one unit; the first that has a unit gives it. */
static lash_status agree(run_lines *l, const run_folder *run, const char *name, place x, place y,
                         bool several, lash_error *error) {
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
      place x, y;
      status = find_column(&r->run[i], name, &y, error);
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
