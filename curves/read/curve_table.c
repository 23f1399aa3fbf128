#include "curve_table.h"

#include <stdlib.h>
#include <string.h>

#include "axis.h"

bool curve_table_is_curve(const curve_table *t) {
  if (t->rows < 2 || t->columns < 2 || !t->number[0]) return false;
  for (size_t c = 1; c < t->columns; c++) {
    if (t->number[c]) return true;
  }
  return false;
}

bool curve_table_has_words(const curve_table *t) {
  for (size_t c = 0; c < t->columns; c++) {
    if (!t->number[c] && t->rows) return true;
  }
  return false;
}

/* ----------------------------------------------------------------------------------- error bars */

static bool ends_with(const char *name, const char *base, const char *end) {
  const size_t n = strlen(base);
  return strncmp(name, base, n) == 0 && strcmp(name + n, end) == 0;
}

static bool is_error_of(const char *name, const char *base) {
  static const char *const ends[] = {" ±", "±", " +-", "_error", " error", "_err", "_pm"};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    if (ends_with(name, base, ends[i])) return true;
  }
  return name[0] == 'd' && strcmp(name + 1, base) == 0;
}

static bool is_error_alone(const char *name) {
  static const char *const words[] = {"±", "+-", "error", "err"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp(name, words[i]) == 0) return true;
  }
  return false;
}

bool curve_table_error_of(const curve_table *t, size_t c, size_t *of) {
  const axis here = axis_of(t->heading[c]);
  if (!t->number[c]) return false;
  if (c > 0 && is_error_alone(here.name)) return *of = c - 1, true;
  for (size_t k = 0; k < t->columns; k++) {
    if (k == c || !t->number[k] || !is_error_of(here.name, axis_of(t->heading[k]).name)) continue;
    *of = k;
    return true;
  }
  return false;
}

const double *curve_table_errors(const curve_table *t, size_t of) {
  size_t owner;
  for (size_t c = 0; c < t->columns; c++) {
    if (c != of && curve_table_error_of(t, c, &owner) && owner == of) return t->number[c];
  }
  return NULL;
}

/* --------------------------------------------------------------------------------------- memory */

void curve_table_free(curve_table *t) {
  for (size_t c = 0; t->number && c < t->columns; c++) free(t->number[c]);
  for (size_t c = 0; t->heading && c < t->columns; c++) free(t->heading[c]);
  free(t->number), free(t->heading), free(t->cell), free(t->text), free(t->name);
  free(t->owner.kind), free(t->owner.name);
  *t = (curve_table){0};
}

lash_status curve_table_make(curve_table *t, const char *name, size_t columns, size_t rows,
                             lash_error *error) {
  *t = (curve_table){.name = strdup(name), .columns = columns, .rows = rows};
  t->heading = calloc(columns + 1, sizeof *t->heading);
  t->number = calloc(columns + 1, sizeof *t->number);
  bool whole = t->name && t->heading && t->number;
  for (size_t c = 0; whole && c < columns; c++) {
    t->number[c] = calloc(rows + 1, sizeof **t->number);
    whole = t->number[c] != NULL;
  }
  if (whole) return LASH_OK;
  curve_table_free(t);
  return lash_fail(error, LASH_FAILURE, "out of memory for a table");
}
