/* Variants of a dataset side by side. */
#include "lash_variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_crew.h"

static size_t members_of(const lash_variants *c) { return c->members ? c->members : 1; }

lash_status lash_variants_add(lash_variants *c, const char *name, lash_error *error) {
  if (c->count == LASH_VARIANTS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d variants", LASH_VARIANTS_MAX);
  }
  lash_variant *v = &c->variant[c->count++];
  *v = (lash_variant){.rows = 0};
  snprintf(v->name, sizeof v->name, "%s", name);
  return LASH_OK;
}

lash_status lash_variants_set(lash_variants *c, const char *setting, lash_error *error) {
  char *copy = strdup(setting);
  if (!copy) return lash_fail(error, LASH_FAILURE, "out of memory");
  const lash_status status = lash_texts_add(&c->variant[c->count - 1].sets, copy, error);
  if (status != LASH_OK) free(copy);
  return status;
}

/* ------------------------------------------------------------------------------------------ jobs
 */

/* One member of one variant: its measures; of member 0 its curves behind them. */
static lash_status work(void *context, size_t index, lash_crew_result *result, lash_error *error) {
  const lash_variants *c = context;
  const size_t measures = c->study->measures.count, member = index % members_of(c);
  const lash_variant *v = &c->variant[index / members_of(c)];
  lash_study study = *c->study;
  study.run.scatter = c->scatter;
  study.run.member = member;
  double values[LASH_MEASURES_MAX];
  lash_record record;
  const lash_status status = lash_study_point(&study, NULL, &v->sets, values, &record, error);
  if (status != LASH_OK) return status;
  const size_t curves = member == 0 ? record.rows * (record.columns + 1) : 0;
  result->count = measures + curves;
  result->values = malloc((result->count + 1) * sizeof *result->values);
  if (result->values) {
    memcpy(result->values, values, measures * sizeof *values);
    if (curves) {
      memcpy(result->values + measures, record.time, record.rows * sizeof *values);
      memcpy(result->values + measures + record.rows, record.data,
             record.rows * record.columns * sizeof *values);
    }
  }
  lash_record_free(&record);
  return result->values ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
}

typedef struct progress {
  lash_variants *comparison;
  bool (*shown)(void *context, size_t done, size_t all);
  void *context;
  size_t done;
  bool stopped, short_of_memory;
} progress;

static bool keep_curves(lash_variant *v, const double *from, size_t count, size_t columns) {
  v->columns = columns;
  v->rows = count / (columns + 1);
  v->time = malloc((count + 1) * sizeof *v->time);
  if (!v->time) return false;
  memcpy(v->time, from, count * sizeof *v->time);
  v->data = v->time + v->rows;
  return true;
}

static bool go_on(void *context) {
  progress *p = context;
  const size_t all = p->comparison->count * members_of(p->comparison);
  if (p->shown && !p->shown(p->context, p->done, all)) p->stopped = true;
  return !p->stopped && !p->short_of_memory;
}

static bool take(void *context, lash_crew_result *result) {
  progress *p = context;
  lash_variants *c = p->comparison;
  const size_t measures = c->study->measures.count, member = result->index % members_of(c);
  lash_variant *v = &c->variant[result->index / members_of(c)];
  double *values = v->values + member * measures;
  if (result->failure.status == LASH_OK && result->count >= measures) {
    memcpy(values, result->values, measures * sizeof *values);
    if (member == 0 && !keep_curves(v, result->values + measures, result->count - measures,
                                    c->study->measures.columns.count)) {
      p->short_of_memory = true;
    }
  } else if (v->failed++ == 0) {
    v->failure = result->failure;
  }
  v->lost += result->lost;
  p->done++;
  return go_on(p);
}

/* ------------------------------------------------------------------------------------ statistics
 */

static void judge(lash_variants *c) {
  const size_t measures = c->study->measures.count, members = members_of(c);
  double column[4096];
  for (size_t i = 0; i < c->count; i++) {
    lash_variant *v = &c->variant[i];
    for (size_t k = 0; k < measures; k++) {
      for (size_t m = 0; m < members; m++) column[m] = v->values[m * measures + k];
      v->sample[k] = lash_sample_of(column, members);
      v->probability[k] = lash_welch(&v->sample[k], &c->variant[0].sample[k]);
    }
  }
}

double lash_variants_threshold(const lash_variants *c) {
  return 0.05 / (double)(c->count > 1 ? c->count - 1 : 1);
}

lash_status lash_variants_run(lash_variants *c,
                              bool (*shown)(void *context, size_t done, size_t all), void *context,
                              lash_error *error) {
  const size_t count = members_of(c) * c->study->measures.count, most = 4096;
  if (members_of(c) > most) {
    return lash_fail(error, LASH_BAD_INPUT, "an ensemble has at most %zu members", most);
  }
  for (size_t i = 0; i < c->count; i++) {
    c->variant[i].values = malloc((count + 1) * sizeof(double));
    if (!c->variant[i].values) return lash_fail(error, LASH_FAILURE, "out of memory");
    for (size_t k = 0; k < count; k++) c->variant[i].values[k] = NAN;
  }
  progress p = {.comparison = c, .shown = shown, .context = context};
  const lash_crew_options options = {.side_by_side = c->side_by_side, .go_on = go_on};
  const lash_status status =
      lash_crew_run(&options, work, c, c->count * members_of(c), take, &p, error);
  if (status != LASH_OK) return status;
  if (p.short_of_memory) return lash_fail(error, LASH_FAILURE, "out of memory for the curves");
  if (p.stopped) return lash_fail(error, LASH_FAILURE, "interrupted");
  judge(c);
  return LASH_OK;
}

void lash_variants_free(lash_variants *c) {
  for (size_t i = 0; i < c->count; i++) {
    lash_variant *v = &c->variant[i];
    for (size_t k = 0; k < v->sets.count; k++) free((void *)(uintptr_t)v->sets.item[k]);
    free(v->values);
    free(v->time);
  }
  c->count = 0;
}
