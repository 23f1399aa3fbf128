#include "curve_diff.h"

#include "lash_space.h" /* before axis.h: it calls something else an axis */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "curve_unit.h"

enum { ENTRIES = 9 };

/* The column called `before` and `angle`; 0: none, for that is where time is. */
static size_t find_angle(const curve_table *t, const char *before, size_t length,
                         const char *angle) {
  for (size_t c = 1; c < t->columns; c++) {
    const char *heading = t->heading[c];
    if (t->number[c] && strncmp(heading, before, length) == 0 &&
        strcmp(axis_of(heading + length).name, angle) == 0)
      return c;
  }
  return 0;
}

/* The next triple from column `from` on. */
static bool find_triple(const curve_table *t, size_t from, size_t column[3], size_t *length) {
  for (size_t c = from; c < t->columns; c++) {
    const axis here = axis_of(t->heading[c]);
    const size_t n = strlen(here.name);
    if (n < 3 || strcmp(here.name + n - 3, "PSI") != 0 || (n > 3 && here.name[n - 4] != '_'))
      continue;
    *length = n - 3;
    column[0] = c;
    column[1] = find_angle(t, t->heading[c], n - 3, "THETA");
    column[2] = find_angle(t, t->heading[c], n - 3, "PHI");
    if (t->number[c] && column[1] && column[2]) return true;
  }
  return false;
}

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for rotations");
}

/* Six more columns; the triple's own become the first three entries. */
static lash_status replace(curve_table *t, const size_t angle[3], size_t length,
                           lash_error *error) {
  size_t column[ENTRIES];
  double factor[3];
  char **heading = realloc(t->heading, (t->columns + ENTRIES) * sizeof *heading);
  if (heading) t->heading = heading;
  double **number = heading ? realloc(t->number, (t->columns + ENTRIES) * sizeof *number) : NULL;
  if (!number) return no_memory(error);
  t->number = number;
  for (int k = 0; k < 3; k++)
    curve_unit_factor(axis_of(t->heading[angle[k]]).unit, "rad", &factor[k]);
  for (size_t k = 0; k < ENTRIES; k++) {
    char name[160];
    column[k] = k < 3 ? angle[k] : t->columns;
    snprintf(name, sizeof name, "%.*sR%zu%zu", (int)length, t->heading[angle[0]], k / 3 + 1,
             k % 3 + 1);
    if (k >= 3) {
      t->heading[t->columns] = NULL;
      t->number[t->columns] = malloc((t->rows + 1) * sizeof **t->number);
      if (!t->number[t->columns++]) return no_memory(error);
    }
    char *copy = strdup(name);
    if (!copy) return no_memory(error);
    if (k > 0) {
      free(t->heading[column[k]]);
      t->heading[column[k]] = copy;
      continue;
    }
    free(copy); /* the first keeps its name until all others have been made from it */
  }
  for (size_t r = 0; r < t->rows; r++) {
    double angles[3], R[ENTRIES];
    for (int k = 0; k < 3; k++) angles[k] = factor[k] * t->number[angle[k]][r];
    rotation_313(angles, R);
    for (size_t k = 0; k < ENTRIES; k++) t->number[column[k]][r] = R[k];
  }
  memcpy(t->heading[angle[0]] + length, "R11", 4); /* no longer than "PSI" */
  return LASH_OK;
}

lash_status curve_rotations(curve_set *set, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < set->tables && status == LASH_OK; i++) {
    curve_table *t = &set->table[i];
    size_t angle[3], length;
    while (status == LASH_OK && find_triple(t, 1, angle, &length)) {
      free(t->cell), free(t->text); /* they would no longer be those of the columns */
      t->cell = NULL, t->text = NULL;
      status = replace(t, angle, length, error);
    }
  }
  return status;
}
