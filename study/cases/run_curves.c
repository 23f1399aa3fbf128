/* Curves from files, for claims and splines of a case. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "paths.h"
#include "runs.h"

static const run_curves *find(const run_list *list, const char *name) {
  for (size_t i = 0; i < list->curves; i++) {
    if (strcmp(list->curve[i].name, name) == 0) return &list->curve[i];
  }
  return NULL;
}

bool run_list_has_curves(const run_list *list, const char *name) {
  return find(list, name) != NULL;
}

lash_status run_list_add_curves(run_list *list, const char *name, const char *path,
                                const char *file, lash_error *error) {
  if (find(list, name)) return LASH_OK;
  if (strlen(name) >= RUN_TEXT_MAX) return lash_fail(error, LASH_BAD_INPUT, "a name is too long");
  run_curves *grown = realloc(list->curve, (list->curves + 1) * sizeof *grown);
  if (!grown) return lash_fail(error, LASH_FAILURE, "out of memory");
  list->curve = grown;
  run_curves *c = &grown[list->curves++];
  snprintf(c->name, sizeof c->name, "%s", name);
  char *beside = path_beside(path, file);
  const lash_status status = curve_set_read(&c->set, beside, NULL, error);
  free(beside);
  return status;
}

/* "c = 0.5 mm" is written c___0_5_mm in a formula. */
static bool is_called(const char *heading, const char *name) {
  const char *h = axis_of(heading).name;
  char plain[160];
  snprintf(plain, sizeof plain, "%s", h);
  for (char *c = plain; *c; c++) {
    if (!isalnum((unsigned char)*c)) *c = '_';
  }
  return strcmp(h, name) == 0 || strcmp(plain, name) == 0;
}

bool run_list_curve(const run_list *list, const char *name, const char *column,
                    formula_value *value, lash_error *error) {
  const run_curves *c = find(list, name);
  const curve_table *found = NULL;
  size_t place = 0, all = 0, called = 0;
  for (size_t i = 0; c && i < c->set.tables; i++) {
    const curve_table *t = &c->set.table[i];
    for (size_t k = 1; k < t->columns; k++) {
      size_t of;
      if (!t->number[0] || !t->number[k] || curve_table_error_of(t, k, &of)) continue;
      const bool here = is_called(t->heading[k], column);
      if (here || (!called && !all)) found = t, place = k;
      called += here;
      all++;
    }
  }
  if (!found || (called != 1 && all != 1)) {
    lash_fail(error, LASH_BAD_INPUT,
              called > 1 ? "%s has more than one column %s" : "%s has no column %s", name, column);
    return false;
  }
  for (size_t r = 0; r < found->rows; r++) {
    if (isfinite(found->number[place][r])) continue;
    lash_fail(error, LASH_BAD_INPUT, "%s.%s has a gap at %g: give it a file of its own", name,
              column, found->number[0][r]);
    return false;
  }
  *value = (formula_value){.n = found->rows,
                           .t = found->number[0],
                           .x = found->number[place],
                           .dt = curve_table_errors(found, 0),
                           .dx = curve_table_errors(found, place)};
  return true;
}
