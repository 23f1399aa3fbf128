#include "curve_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "axis.h"
#include "curve_unit.h"
#include "files.h"
#include "paths.h"

/* ----------------------------------------------------------------------------------------- keys */

/* What a column is of: component X of part crank, which is PART/2. */
typedef struct key {
  char kind[24], name[80], component[48];
  int id;
} key;

/* The name that scene.txt of a run gives to a part: a line "part 2 crank". */
static void name_from_scene(const char *scene, int id, char *name, size_t size) {
  for (const char *at = scene; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
    int number, begin = 0;
    if (sscanf(at, "part %d %n", &number, &begin) != 1 || number != id || !begin) continue;
    snprintf(name, size, "%.*s", (int)strcspn(at + begin, "\r\n"), at + begin);
    return;
  }
}

/* And requests.csv to a request. */
static void name_from_list(const curve_set *set, const char *table, char *name, size_t size) {
  const curve_table *list = curve_set_table(set, "requests.csv");
  for (size_t r = 0; list && list->cell && list->columns > 1 && r < list->rows; r++) {
    if (strcmp(list->cell[r * list->columns], table) == 0)
      snprintf(name, size, "%s", list->cell[r * list->columns + 1]);
  }
}

/* "PART_2_X" is component X of PART/2. */
static bool read_heading(const char *heading, key *k) {
  int id, begin = 0;
  char kind[24];
  if (sscanf(heading, "%23[A-Z]_%d_%n", kind, &id, &begin) != 2 || !begin) return false;
  snprintf(k->kind, sizeof k->kind, "%s", kind);
  k->id = id;
  snprintf(k->component, sizeof k->component, "%s", heading + begin);
  return true;
}

static key key_of(const curve_set *set, const char *scene, const curve_table *t, size_t column) {
  key k = {.id = 0};
  const axis heading = axis_of(t->heading[column]);
  int id, end = 0;
  snprintf(k.component, sizeof k.component, "%.47s", heading.name);
  if (t->owner.kind) {
    snprintf(k.kind, sizeof k.kind, "%.23s", t->owner.kind);
    snprintf(k.name, sizeof k.name, "%.79s", t->owner.name ? t->owner.name : "");
    k.id = t->owner.id;
  } else if (sscanf(t->name, "request_%d.csv%n", &id, &end) == 1 && end) {
    snprintf(k.kind, sizeof k.kind, "request");
    k.id = id;
    name_from_list(set, t->name, k.name, sizeof k.name);
  } else if (read_heading(heading.name, &k) && strcmp(k.kind, "PART") == 0) {
    name_from_scene(scene, k.id, k.name, sizeof k.name);
  }
  return k;
}

/* A name that is only made of the id is none: "PART_2", "REQ_5". */
static bool has_name(const key *k) {
  char made[64];
  if (!k->name[0]) return false;
  snprintf(made, sizeof made, "%s_%d", k->kind, k->id);
  if (strcasecmp(made, k->name) == 0) return false;
  snprintf(made, sizeof made, "REQ_%d", k->id);
  return strcasecmp(made, k->name) != 0;
}

static bool same_key(const key *a, const key *b) {
  if (!a->kind[0] || strcasecmp(a->kind, b->kind) != 0) return false;
  if (strcasecmp(a->component, b->component) != 0) return false;
  if (has_name(a) && has_name(b)) return strcmp(a->name, b->name) == 0;
  return a->id && a->id == b->id;
}

/* -------------------------------------------------------------------------------------- columns */

static bool is_wanted(const curve_table *t, size_t c) {
  size_t of;
  return c > 0 && t->number[0] && t->number[c] && t->rows >= 2 &&
         !curve_table_error_of(t, c, &of) && strcmp(axis_of(t->heading[c]).name, "imbalance") != 0;
}

/* The only column of a set; false: there are more. */
static bool only_column(const curve_set *set, curve_place *found) {
  size_t count = 0;
  for (size_t i = 0; i < set->tables; i++) {
    for (size_t c = 1; c < set->table[i].columns; c++) {
      if (!is_wanted(&set->table[i], c)) continue;
      *found = (curve_place){&set->table[i], c};
      count++;
    }
  }
  return count == 1;
}

static void name_pair(curve_pair *p) {
  const curve_table *t = p->reference.table;
  const axis column = axis_of(t->heading[p->reference.column]);
  const size_t length = strlen(t->name);
  const bool csv = length > 4 && strcmp(t->name + length - 4, ".csv") == 0;
  const size_t shown = csv ? length - 4 : length;
  snprintf(p->name, sizeof p->name, "%.*s.%s", (int)(shown < 150 ? shown : 150), t->name,
           column.name);
  snprintf(p->unit, sizeof p->unit, "%s", column.unit);
}

static lash_status add_pair(curve_pairs *pairs, curve_place result, curve_place reference,
                            lash_error *error) {
  curve_pair *more = realloc(pairs->item, (pairs->count + 1) * sizeof *more);
  if (!more) return lash_fail(error, LASH_FAILURE, "out of memory");
  pairs->item = more;
  curve_pair *p = &more[pairs->count++];
  *p = (curve_pair){.result = result, .reference = reference};
  name_pair(p);
  const char *mine = result.table->heading[result.column];
  if (!curve_unit_factor(axis_of(mine).unit, p->unit, &p->factor))
    return lash_fail(error, LASH_BAD_INPUT, "%s is in %s, its reference %s in %s", mine,
                     axis_of(mine).unit, p->name, p->unit);
  const char *along = reference.table->heading[0];
  if (!curve_unit_factor(axis_of(result.table->heading[0]).unit, axis_of(along).unit,
                         &p->time_factor))
    return lash_fail(error, LASH_BAD_INPUT, "%s lies along %s, its reference %s along %s", mine,
                     result.table->heading[0], p->name, along);
  return LASH_OK;
}

/* A column by its name in both, or the reference's only one. */
static lash_status add_named(const curve_set *result, const curve_set *reference, const char *mine,
                             const char *theirs, curve_pairs *pairs, lash_error *error) {
  curve_place a, b;
  lash_status status = curve_set_find(result, mine, &a, error);
  if (status == LASH_OK && (theirs || !only_column(reference, &b)))
    status = curve_set_find(reference, theirs ? theirs : mine, &b, error);
  return status == LASH_OK ? add_pair(pairs, a, b, error) : status;
}

static lash_status add_mapped(const curve_set *result, const curve_set *reference, const char *map,
                              curve_pairs *pairs, lash_error *error) {
  const char *equals = strchr(map, '=');
  if (!equals || equals == map || !equals[1])
    return lash_fail(error, LASH_BAD_INPUT, "--map %s: RESULT=REFERENCE is wanted", map);
  char *mine = strndup(map, (size_t)(equals - map));
  const lash_status status = mine ? add_named(result, reference, mine, equals + 1, pairs, error)
                                  : lash_fail(error, LASH_FAILURE, "out of memory");
  free(mine);
  return status;
}

/* ----------------------------------------------------------------------------------- everything */

typedef struct side {
  const curve_set *set;
  char *scene; /* scene.txt of a run's folder; NULL: none */
} side;

static char *scene_of(const curve_set *set) {
  char *path = path_join(set->path, "scene.txt"), *text = NULL;
  lash_error ignored;
  if (file_read(path, &text, NULL, &ignored) != LASH_OK) text = NULL;
  free(path);
  return text;
}

/* The column of the same table and name, or of the same thing. Two files that are one table each
 * need not be called the same. */
static bool find_partner(const side *in, const side *of, const curve_table *t, size_t c,
                         curve_place *found) {
  const curve_table *same = curve_set_table(in->set, t->name);
  if (!same && in->set->tables == 1 && of->set->tables == 1) same = &in->set->table[0];
  const axis wanted = axis_of(t->heading[c]);
  for (size_t k = 1; same && k < same->columns; k++) {
    if (!is_wanted(same, k) || strcmp(axis_of(same->heading[k]).name, wanted.name) != 0) continue;
    *found = (curve_place){same, k};
    return true;
  }
  const key mine = key_of(of->set, of->scene, t, c);
  for (size_t i = 0; i < in->set->tables; i++) {
    for (size_t k = 1; k < in->set->table[i].columns; k++) {
      const curve_table *other = &in->set->table[i];
      if (!is_wanted(other, k)) continue;
      const key theirs = key_of(in->set, in->scene, other, k);
      if (!same_key(&mine, &theirs)) continue;
      *found = (curve_place){other, k};
      return true;
    }
  }
  return false;
}

static lash_status add_all(const side *result, const side *reference, curve_pairs *pairs,
                           lash_error *error) {
  curve_place a, b;
  if (only_column(result->set, &a) && only_column(reference->set, &b))
    return add_pair(pairs, a, b, error);
  for (size_t i = 0; i < reference->set->tables; i++) {
    const curve_table *t = &reference->set->table[i];
    for (size_t c = 1; c < t->columns; c++) {
      if (!is_wanted(t, c)) continue;
      if (find_partner(result, reference, t, c, &a)) {
        const lash_status status = add_pair(pairs, a, (curve_place){t, c}, error);
        if (status != LASH_OK) return status;
      } else if (!pairs->missing++) {
        curve_pair p = {.reference = {t, c}};
        name_pair(&p);
        snprintf(pairs->missed, sizeof pairs->missed, "%s", p.name);
      }
    }
  }
  return LASH_OK;
}

lash_status curve_pairs_find(const curve_set *result, const curve_set *reference,
                             const curve_wishes *wishes, curve_pairs *pairs, lash_error *error) {
  lash_status status = LASH_OK;
  *pairs = (curve_pairs){.count = 0};
  for (size_t i = 0; i < wishes->columns && status == LASH_OK; i++)
    status = add_named(result, reference, wishes->column[i], NULL, pairs, error);
  for (size_t i = 0; i < wishes->maps && status == LASH_OK; i++)
    status = add_mapped(result, reference, wishes->map[i], pairs, error);
  if (wishes->columns || wishes->maps) return status;
  side a = {result, scene_of(result)}, b = {reference, scene_of(reference)};
  status = add_all(&a, &b, pairs, error);
  free(a.scene), free(b.scene);
  if (status == LASH_OK && !pairs->count)
    status = lash_fail(error, LASH_BAD_INPUT,
                       "%s and %s have no column in common; say what is what: --map "
                       "RESULT=REFERENCE (`lash plot FILE` lists columns)",
                       result->path, reference->path);
  return status;
}

void curve_pairs_free(curve_pairs *pairs) {
  free(pairs->item);
  *pairs = (curve_pairs){.count = 0};
}

static void multiply(const double *x, size_t n, double factor) {
  double *own = (double *)(size_t)x; /* a copy of curve_view_of() */
  for (size_t i = 0; own && factor != 1 && i < n; i++) own[i] *= factor;
}

lash_status curve_pair_views(const curve_pair *pair, curve_view *result, curve_view *reference,
                             lash_error *error) {
  *reference = (curve_view){0};
  lash_status status = curve_view_of(pair->result.table, pair->result.column, result, error);
  if (status != LASH_OK) return status;
  multiply(result->x, result->n, pair->factor), multiply(result->dx, result->n, pair->factor);
  multiply(result->t, result->n, pair->time_factor);
  multiply(result->dt, result->n, pair->time_factor);
  status = curve_view_of(pair->reference.table, pair->reference.column, reference, error);
  if (status != LASH_OK) curve_view_free(result);
  return status;
}
