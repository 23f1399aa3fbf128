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

/* ----------------------------------------------------------------------------------------- jobs */

/* Members of one variant that one process runs. */
typedef struct job {
  size_t variant, first, count;
} job;

typedef struct jobs {
  const lash_variants *comparison;
  job *item;
  size_t count;
} jobs;

/* Appends a member's measures and, of member 0, its curves: how many numbers follow comes first. */
static bool put_member(lash_crew_result *result, size_t measures, bool curves,
                       const lash_study_member *m) {
  const lash_record *r = &m->record;
  const size_t rows = curves ? r->rows : 0, count = measures + rows * (r->columns + 1);
  double *grown = realloc(result->values, (result->count + count + 1) * sizeof *grown);
  if (!grown) return false;
  double *to = grown + result->count;
  result->values = grown;
  result->count += count + 1;
  *to++ = (double)count;
  memcpy(to, m->values, measures * sizeof *to);
  to += measures;
  if (!rows) return true;
  memcpy(to, r->time, rows * sizeof *to);
  memcpy(to + rows, r->data, rows * r->columns * sizeof *to);
  return true;
}

/* The first failure is that of the job. */
static lash_status gather(const jobs *all, const job *j, const lash_study_member *member,
                          lash_crew_result *result, lash_error *error) {
  const size_t measures = all->comparison->study->measures.count;
  for (size_t k = 0; k < j->count; k++) {
    if (member[k].status != LASH_OK) return *error = member[k].error, member[k].status;
    if (!put_member(result, measures, j->first + k == 0, &member[k]))
      return lash_fail(error, LASH_FAILURE, "out of memory");
  }
  return LASH_OK;
}

static lash_status work(void *context, size_t index, lash_crew_result *result, lash_error *error) {
  const jobs *all = context;
  const job *j = &all->item[index];
  const lash_variants *c = all->comparison;
  lash_study *study = calloc(j->count, sizeof *study);
  lash_study_member *member = calloc(j->count, sizeof *member);
  for (size_t k = 0; study && member && k < j->count; k++) {
    study[k] = *c->study;
    study[k].run.scatter = c->scatter;
    study[k].run.member = j->first + k;
    member[k] = (lash_study_member){.study = &study[k], .more = &c->variant[j->variant].sets};
  }
  lash_status status = study && member ? lash_study_points(member, j->count, j->count > 1, error)
                                       : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) status = gather(all, j, member, result, error);
  for (size_t k = 0; member && k < j->count; k++) lash_record_free(&member[k].record);
  free(study);
  free(member);
  return status;
}

typedef struct progress {
  lash_variants *comparison;
  const jobs *jobs;
  jobs *again; /* where members of a job that failed as a whole go */
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

/* The numbers of a job, member by member; false: they are not whole. */
static bool take_members(progress *p, const job *j, const lash_crew_result *result) {
  lash_variants *c = p->comparison;
  lash_variant *v = &c->variant[j->variant];
  const size_t measures = c->study->measures.count;
  const double *from = result->values, *end = from + result->count;
  for (size_t k = 0; k < j->count; k++) {
    if (from >= end || end - from <= *from || *from < (double)measures) return false;
    const size_t count = (size_t)*from++;
    memcpy(v->values + (j->first + k) * measures, from, measures * sizeof *from);
    if (j->first + k == 0 &&
        !keep_curves(v, from + measures, count - measures, c->study->measures.columns.count))
      p->short_of_memory = true;
    from += count;
  }
  return true;
}

static bool take(void *context, lash_crew_result *result) {
  progress *p = context;
  const job *j = &p->jobs->item[result->index];
  lash_variant *v = &p->comparison->variant[j->variant];
  const bool well = result->failure.status == LASH_OK && take_members(p, j, result);
  if (!well && j->count > 1) { /* each by itself, in a process of its own */
    for (size_t k = 0; k < j->count; k++)
      p->again->item[p->again->count++] = (job){j->variant, j->first + k, 1};
    return go_on(p);
  }
  if (!well && v->failed++ == 0) v->failure = result->failure;
  v->lost += result->lost;
  p->done += j->count;
  return go_on(p);
}

/* ----------------------------------------------------------------------------------- statistics */

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

static void plan(jobs *all) {
  const lash_variants *c = all->comparison;
  const size_t members = members_of(c), abreast = lash_study_abreast(c->study);
  for (size_t v = 0; v < c->count; v++)
    for (size_t first = 0; first < members; first += abreast)
      all->item[all->count++] =
          (job){v, first, members - first < abreast ? members - first : abreast};
}

/* Those that can run side by side do, in one process; what cannot, or fails there, runs again
 * alone.
 */
static lash_status run_jobs(progress *p, lash_error *error) {
  lash_variants *c = p->comparison;
  const size_t most = c->count * members_of(c) + 1;
  jobs all = {.comparison = c, .item = calloc(most, sizeof(job))},
       again = {.comparison = c, .item = calloc(most, sizeof(job))};
  const lash_crew_options options = {.side_by_side = c->side_by_side, .go_on = go_on};
  lash_status status =
      all.item && again.item ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) plan(&all);
  p->jobs = &all, p->again = &again;
  if (status == LASH_OK) status = lash_crew_run(&options, work, &all, all.count, take, p, error);
  p->jobs = &again;
  if (status == LASH_OK && again.count && !p->stopped)
    status = lash_crew_run(&options, work, &again, again.count, take, p, error);
  free(all.item);
  free(again.item);
  return status;
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
  const lash_status status = run_jobs(&p, error);
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
