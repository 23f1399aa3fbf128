/* A CSV file, cell by cell. */
#include "report_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "files.h"

static bool push(char ***list, size_t *count, size_t *room, char *cell) {
  if (*count == *room) {
    *room = *room ? 2 * *room : 64;
    char **more = realloc(*list, *room * sizeof *more);
    if (!more) return false;
    *list = more;
  }
  (*list)[(*count)++] = cell;
  return true;
}

static lash_status split(report_table *t, const char *path, lash_error *error) {
  char *at = t->text, *cell;
  size_t count = 0, room = 0, line = 1;
  bool ended = false;
  while (*at && !ended) {
    cell = csv_field(&at, &ended);
    if (!push(&t->heading, &t->columns, &room, cell)) goto memory;
  }
  room = 0;
  while (*at) {
    line++;
    const size_t before = count;
    do {
      cell = csv_field(&at, &ended);
      if (!push(&t->cell, &count, &room, cell)) goto memory;
    } while (!ended);
    if (count - before == 1 && !*t->cell[before]) {
      count--; /* an empty line */
    } else if (count - before != t->columns) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "%s:%zu: %zu cells under %zu headings; was the run broken off?", path, line,
                       count - before, t->columns);
    }
  }
  t->rows = t->columns ? count / t->columns : 0;
  return LASH_OK;
memory:
  return lash_fail(error, LASH_FAILURE, "out of memory for %s", path);
}

static lash_status find_numbers(report_table *t, lash_error *error) {
  t->number = calloc(t->columns + 1, sizeof *t->number);
  if (!t->number) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t c = 0; c < t->columns; c++) {
    double *x = malloc((t->rows + 1) * sizeof *x);
    if (!x) return lash_fail(error, LASH_FAILURE, "out of memory");
    size_t given = 0;
    bool all = true;
    for (size_t r = 0; r < t->rows && all; r++) {
      const char *text = t->cell[r * t->columns + c];
      const char *end;
      x[r] = *text ? lash_read_number(text, &end) : NAN;
      all = !*text || (end != text && !*end);
      given += *text != '\0';
    }
    if (all && given)
      t->number[c] = x;
    else
      free(x);
  }
  return LASH_OK;
}

void report_table_free(report_table *t) {
  for (size_t c = 0; t->number && c < t->columns; c++) free(t->number[c]);
  free(t->number), free(t->heading), free(t->cell), free(t->text), free(t->name);
}

lash_status report_table_read(report_table *t, const char *path, const char *name,
                              lash_error *error) {
  *t = (report_table){.name = strdup(name)};
  lash_status status = t->name ? file_read(path, &t->text, NULL, error)
                               : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) status = split(t, path, error);
  if (status == LASH_OK) status = find_numbers(t, error);
  if (status != LASH_OK) report_table_free(t);
  return status;
}

bool report_is_curve(const report_table *t) {
  if (t->rows < 2 || t->columns < 2 || !t->number[0]) return false;
  for (size_t c = 1; c < t->columns; c++) {
    if (t->number[c]) return true;
  }
  return false;
}

bool report_has_words(const report_table *t) {
  for (size_t c = 0; c < t->columns; c++) {
    if (!t->number[c] && t->rows) return true;
  }
  return false;
}
