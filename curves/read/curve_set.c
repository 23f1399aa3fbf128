#include "curve_set.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "axis.h"
#include "files.h"
#include "paths.h"

curve_table *curve_set_grow(curve_set *set) {
  curve_table *more = realloc(set->table, (set->tables + 1) * sizeof *more);
  if (!more) return NULL;
  set->table = more;
  more[set->tables] = (curve_table){0};
  return &more[set->tables++];
}

void curve_set_free(curve_set *set) {
  for (size_t i = 0; i < set->tables; i++) curve_table_free(&set->table[i]);
  free(set->table);
  free(set->path);
  *set = (curve_set){0};
}

/* -------------------------------------------------------------------------------------- reading */

static const char *ending_of(const char *path) {
  const char *dot = strrchr(path_base(path), '.');
  return dot ? dot + 1 : "";
}

/* Formats that have no public description: better no number than a wrong one. */
static lash_status refuse_closed(const char *path, lash_error *error) {
  const char *ending = ending_of(path);
  if (strcasecmp(ending, "plt") == 0 || strcasecmp(ending, "abf") == 0 ||
      strcasecmp(ending, "mrf") == 0) {
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%s: the layout of MotionSolve's .%s files is not published; export the "
                     "curves as CSV from HyperGraph, or have MotionSolve write a .csv",
                     path, ending);
  }
  if (strcasecmp(ending, "gra") == 0 || strcasecmp(ending, "h3d") == 0) {
    return lash_fail(error, LASH_UNSUPPORTED, "%s: files for films hold no curves", path);
  }
  return LASH_OK;
}

lash_status curve_set_add(curve_set *set, const char *path, const curve_reading *how,
                          lash_error *error) {
  char *text = NULL;
  size_t size = 0;
  if (!path) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_status status = refuse_closed(path, error);
  if (status == LASH_OK) status = file_read(path, &text, &size, error);
  if (status != LASH_OK) return status;
  const char *ending = ending_of(path);
  if (strcasecmp(ending, "res") == 0) return curve_res_read(set, path, text, size, how, error);
  if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
    free(text);
    return lash_fail(error, LASH_BAD_INPUT, "%s:1: this is UTF-16; save it as UTF-8", path);
  }
  if (strlen(text) != size) {
    const size_t at = strlen(text);
    long line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    free(text);
    return lash_fail(error, LASH_BAD_INPUT, "%s:%ld: a zero byte: this is not text", path, line);
  }
  if (strcasecmp(ending, "req") == 0) return curve_req_read(set, path, text, error);
  return curve_text_read(set, path, path_base(path), text, how, error);
}

typedef struct folder {
  curve_set *set;
  curve_reading how;
} folder;

static lash_status add_file(void *context, const char *path, const char *name, lash_error *error) {
  const folder *f = context;
  (void)name;
  return curve_set_add(f->set, path, &f->how, error);
}

static lash_status read_folder(curve_set *set, const curve_reading *how, lash_error *error) {
  folder f = {set, *how};
  f.how.of_folder = true;
  const lash_status status = folder_visit(set->path, ".csv", add_file, &f, error);
  if (status == LASH_OK && !set->tables)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s holds no tables (.csv); make some with lash run MODEL.adm --out %s",
                     set->path, set->path);
  return status;
}

lash_status curve_set_read(curve_set *set, const char *path, const curve_reading *how,
                           lash_error *error) {
  static const curve_reading plain = {.lenient = false};
  struct stat info;
  *set = (curve_set){.path = path ? strdup(path) : NULL};
  if (!set->path) return lash_fail(error, LASH_FAILURE, "out of memory");
  if (stat(path, &info) != 0)
    return lash_fail(error, LASH_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
  return S_ISDIR(info.st_mode) ? read_folder(set, how ? how : &plain, error)
                               : curve_set_add(set, path, how ? how : &plain, error);
}

lash_status curve_check_order(const curve_table *t, const char *path, const long *line,
                              lash_error *error) {
  const double *x = t->columns ? t->number[0] : NULL;
  for (size_t r = 1; x && r < t->rows; r++) {
    if (!(x[r] < x[r - 1])) continue;
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s:%ld: %s goes back from %g to %g; sort the rows, or part the runs", path,
                     line[r], t->heading[0], x[r - 1], x[r]);
  }
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- finding */

/* "kinetic" is the name of "kinetic (J)" as well. */
static bool is_heading(const char *heading, const char *name) {
  return strcmp(heading, name) == 0 || strcmp(axis_of(heading).name, name) == 0;
}

/* "request/1" is the table request_1.csv. */
static bool is_table(const curve_table *t, const char *name, size_t length) {
  size_t i = 0;
  for (; i < length && t->name[i]; i++) {
    if (t->name[i] != name[i] && !(t->name[i] == '_' && name[i] == '/')) return false;
  }
  return i == length && (strcmp(t->name + i, ".csv") == 0 || t->name[i] == '\0');
}

const curve_table *curve_set_table(const curve_set *set, const char *name) {
  for (size_t i = 0; i < set->tables; i++) {
    if (is_table(&set->table[i], name, strlen(name))) return &set->table[i];
  }
  return NULL;
}

static size_t count_in(const curve_set *set, const char *table, size_t length, const char *name,
                       curve_place *found) {
  size_t matches = 0;
  for (size_t i = 0; i < set->tables; i++) {
    const curve_table *t = &set->table[i];
    if (table && !is_table(t, table, length)) continue;
    for (size_t c = 0; c < t->columns; c++) {
      if (!t->number[c] || !is_heading(t->heading[c], name)) continue;
      if (!matches++) *found = (curve_place){t, c};
    }
  }
  return matches;
}

size_t curve_set_count(const curve_set *set, const char *text, curve_place *found) {
  size_t matches = count_in(set, NULL, 0, text, found);
  for (const char *dot = strchr(text, '.'); dot && !matches; dot = strchr(dot + 1, '.'))
    matches = count_in(set, text, (size_t)(dot - text), dot + 1, found);
  return matches;
}

static const char *heading_at(size_t index, const void *context) {
  const curve_set *set = context;
  for (size_t i = 0; i < set->tables; i++) {
    if (index < set->table[i].columns) return set->table[i].heading[index];
    index -= set->table[i].columns;
  }
  return "";
}

/* The first cell of a column that is called so and holds words; NULL: there is none. */
static const char *words_under(const curve_set *set, const char *name) {
  for (size_t i = 0; i < set->tables; i++) {
    const curve_table *t = &set->table[i];
    for (size_t c = 0; t->cell && t->rows && c < t->columns; c++) {
      if (!t->number[c] && is_heading(t->heading[c], name)) return t->cell[c];
    }
  }
  return NULL;
}

static lash_status none_found(const curve_set *set, const char *text, lash_error *error) {
  const char *word = words_under(set, text);
  if (word)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: column '%s' holds no numbers: '%.40s' is its first", set->path, text,
                     word);
  size_t count = 0;
  for (size_t i = 0; i < set->tables; i++) count += set->table[i].columns;
  const char *near = lash_nearest_name(text, count, heading_at, set);
  return lash_fail(error, LASH_BAD_INPUT, "%s has no column '%s'%s%s%s; `lash plot %s` lists them",
                   set->path, text, near ? " (did you mean '" : "", near ? near : "",
                   near ? "'?)" : "", set->path);
}

lash_status curve_set_find(const curve_set *set, const char *text, curve_place *found,
                           lash_error *error) {
  const size_t matches = curve_set_count(set, text, found);
  if (matches == 0) return none_found(set, text, error);
  if (matches == 1) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s has %zu columns '%s': say which table, as in %.*s.%s",
                   set->path, matches, text, (int)strcspn(found->table->name, "."),
                   found->table->name, text);
}
