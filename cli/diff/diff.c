/* Reads two sides, pairs their columns, compares each. */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

#include "run_record.h"

static bool has_adams_parts(const curve_set *set) {
  for (size_t i = 0; i < set->tables; i++) {
    const char *kind = set->table[i].owner.kind;
    if (kind && strcmp(kind, "Part") == 0) return true;
  }
  return false;
}

static lash_status read_sides(diff *d, const diff_options *o, lash_error *error) {
  const curve_reading how = {.steps = o->steps};
  lash_status status = curve_set_read(&d->result, o->result, &how, error);
  if (status == LASH_OK) status = curve_set_read(&d->reference, o->reference, &how, error);
  if (status == LASH_OK) status = record_is(o->reference, &d->record, error);
  if (status != LASH_OK) return status;
  const bool adams[2] = {has_adams_parts(&d->result), has_adams_parts(&d->reference)};
  if (adams[1] && !adams[0])
    status = diff_parts_at_origin(&d->result, d->note, sizeof d->note, error);
  if (adams[0] && !adams[1] && status == LASH_OK)
    status = diff_parts_at_origin(&d->reference, d->note, sizeof d->note, error);
  if (status == LASH_OK) status = curve_rotations(&d->result, error);
  return status == LASH_OK ? curve_rotations(&d->reference, error) : status;
}

static lash_status compare_views(const diff *d, const diff_options *o, diff_column *c,
                                 const curve_view *a, const curve_view *b, lash_error *error) {
  curve_tolerance tolerance = o->tolerance;
  tolerance.noise *= diff_scale(d, c->pair, tolerance.noise);
  if (a->n < 2 || b->n < 2)
    return lash_fail(error, LASH_BAD_INPUT, "less than two points from %g to %g", o->from, o->to);
  if (!o->chaotic) {
    const lash_status status = curve_diff(a, b, &tolerance, &c->difference, error);
    c->same = c->difference.same;
    return status;
  }
  const lash_status status = curve_statistics(a, b, c->statistic, &c->statistics, error);
  c->same = true;
  for (size_t i = 0; i < c->statistics && status == LASH_OK; i++)
    c->same &= !c->statistic[i].differs;
  return status;
}

static lash_status compare(const diff *d, const diff_options *o, diff_column *c,
                           lash_error *error) {
  curve_view result, reference;
  lash_status status = curve_pair_views(c->pair, &result, &reference, error);
  if (status == LASH_OK) {
    const curve_view a = curve_view_within(&result, o->from, o->to),
                     b = curve_view_within(&reference, o->from, o->to);
    status = compare_views(d, o, c, &a, &b, error);
    curve_view_free(&result), curve_view_free(&reference);
  }
  if (status != LASH_OK) lash_error_prefix(error, "%s", c->pair->name);
  return status;
}

lash_status diff_make(diff *d, const diff_options *o, lash_error *error) {
  *d = (diff){.count = 0};
  lash_status status = read_sides(d, o, error);
  if (status == LASH_OK)
    status = curve_pairs_find(&d->result, &d->reference, &o->wishes, &d->pairs, error);
  if (status != LASH_OK) return status;
  d->column = calloc(d->pairs.count + 1, sizeof *d->column);
  if (!d->column) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < d->pairs.count && status == LASH_OK; i++) {
    diff_column *c = &d->column[d->count++];
    c->pair = &d->pairs.item[i];
    status = compare(d, o, c, error);
    d->differing += status == LASH_OK && !c->same;
  }
  return status;
}

bool diff_same(const diff *d) { return !d->differing && !(d->record && d->pairs.missing); }

void diff_free(diff *d) {
  free(d->column);
  curve_pairs_free(&d->pairs);
  curve_set_free(&d->result), curve_set_free(&d->reference);
  *d = (diff){.count = 0};
}
