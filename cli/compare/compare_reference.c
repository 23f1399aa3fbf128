/* Reference curves of `lash compare MODEL.adm`: how far each variant is from a curve of someone's.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_model.h"
#include "curve_diff.h"
#include "output.h"

/* COLUMN=FILE or COLUMN=FILE:NAME, where NAME is a column of the file. */
static lash_status find_column(const lash_variants *c, const char *text, size_t length,
                               size_t *found, lash_error *error) {
  const lash_columns *columns = &c->study->measures.columns;
  for (*found = 0; *found < columns->count; (*found)++) {
    const char *name = columns->item[*found].text;
    if (strlen(name) == length && strncmp(name, text, length) == 0) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "--reference %s: no measure looks at '%.*s'; name it in --measure, as in "
                   "'peak(%.*s)'",
                   text, (int)length, text, (int)length, text);
}

/* The only column of a file beside its first, unless it is named. */
static lash_status find_curve(const curve_set *set, const char *name, curve_place *place,
                              lash_error *error) {
  if (name) return curve_set_find(set, name, place, error);
  *place = (curve_place){&set->table[0], 1};
  if (set->tables == 1 && set->table[0].columns == 2) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "--reference: %s has several columns; say which, as in COLUMN=FILE:NAME",
                   set->path);
}

lash_status compare_reference_read(const lash_variants *c, const char *text,
                                   compare_reference *reference, lash_error *error) {
  const char *equals = strrchr(text, '=');
  *reference = (compare_reference){.label = text};
  if (!equals || equals == text)
    return lash_fail(error, LASH_BAD_INPUT, "--reference wants COLUMN=FILE, not '%s'", text);
  char *path = strdup(equals + 1), *name = path ? strrchr(path, ':') : NULL;
  if (name) *name++ = '\0';
  curve_place place;
  lash_status status =
      path ? find_column(c, text, (size_t)(equals - text), &reference->column, error)
           : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) status = curve_set_read(&reference->set, path, NULL, error);
  if (status == LASH_OK) status = find_curve(&reference->set, name, &place, error);
  if (status == LASH_OK) status = curve_view_of(place.table, place.column, &reference->view, error);
  free(path);
  return status;
}

void compare_reference_free(compare_reference *reference) {
  curve_view_free(&reference->view);
  curve_set_free(&reference->set);
}

lash_status compare_reference_print(const lash_variants *c, const compare_reference *reference,
                                    FILE *out, lash_error *error) {
  const curve_tolerance tolerance = {.time = NAN, .value = 0.01};
  table t = table_with("variant", "rms of range", "greatest", "how it differs", NULL);
  lash_status status = LASH_OK;
  for (size_t i = 0; i < c->count && status == LASH_OK; i++) {
    const lash_variant *v = &c->variant[i];
    curve_difference d;
    if (!v->time) continue;
    const curve_view is = {v->rows, v->time, v->data + reference->column * v->rows, NULL, NULL};
    status = curve_diff(&is, &reference->view, &tolerance, &d, error);
    if (status != LASH_OK) break;
    table_text(&t, v->name);
    table_format(&t, "%.3g", d.rms);
    table_format(&t, "%.3g", d.greatest);
    table_text(&t, d.same ? "within 1 % of the range" : d.words);
  }
  fprintf(out, "against %s\n", reference->label);
  if (status == LASH_OK) table_print(&t, out);
  table_free(&t);
  return status;
}
