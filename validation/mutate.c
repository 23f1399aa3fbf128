#include "mutate.h"

#include <math.h>
#include <string.h>

static const run_result *ideal_of(const run_job *jobs, size_t count, const run_setup *s) {
  for (size_t i = 0; i < count; i++) {
    const run_job *job = &jobs[i];
    if (strcmp(job->setup->name, s->ideal) == 0 && job->result.failure.status == LASH_OK)
      return &job->result;
  }
  return NULL;
}

/* The column of the same name; NULL: there is none. */
static const double *column_of(const run_setup *s, const run_result *r, const char *name) {
  for (size_t c = 0; c < s->columns; c++)
    if (strcmp(s->column[c].name, name) == 0) return r->data + (c + 1) * r->rows;
  return NULL;
}

/* By straight lines between outputs; times go on from `low`. */
static double value_at(const run_result *r, const double *x, double t, size_t *low) {
  while (*low + 2 < r->rows && r->data[*low + 1] <= t) (*low)++;
  const double from = r->data[*low], to = r->data[*low + 1];
  const double share = fmin(fmax((t - from) / (to - from), 0), 1);
  return x[*low] + share * (x[*low + 1] - x[*low]);
}

lash_status mutate_jobs(run_job *jobs, size_t count, lash_mutation mutation, lash_error *error) {
  const double factor = mutation == LASH_DOUBLED ? 2 : 0;
  for (size_t i = 0; i < count && mutation != LASH_AS_RUN; i++) {
    const run_setup *s = jobs[i].setup;
    run_result *r = &jobs[i].result;
    if (!s->ideal[0] || r->failure.status != LASH_OK) continue;
    const run_setup *other = run_list_find(jobs[i].list, s->ideal);
    const run_result *ideal = ideal_of(jobs, count, s);
    if (!other) return lash_fail(error, LASH_BAD_INPUT, "run %s: no run %s", s->name, s->ideal);
    for (size_t c = 0; c < s->columns; c++) {
      const double *x = ideal ? column_of(other, ideal, s->column[c].name) : NULL;
      double *y = r->data + (c + 1) * r->rows;
      size_t low = 0;
      for (size_t k = 0; k < r->rows; k++) {
        const double at = x ? value_at(ideal, x, r->data[k], &low) : 0;
        y[k] = at + factor * (y[k] - at);
      }
    }
    r->contacts *= factor;
  }
  return LASH_OK;
}
