#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"

/* The column of the same name; NULL: there is none. */
static const double *column_of(const run_setup *s, const run_result *r, const char *name) {
  for (size_t c = 0; c < s->columns; c++)
    if (strcmp(s->column[c].name, name) == 0) return r->data + (c + 1) * r->rows;
  return NULL;
}

/* The ideal run's curves, at its own times, in the columns of this one. */
static lash_status make_ideal(run_job *job, const run_job *ideal, lash_error *error) {
  const run_setup *s = job->setup;
  const size_t rows = ideal->result.rows;
  double *data = calloc(rows * (s->columns + 1) + 1, sizeof *data);
  if (!data) return lash_fail(error, LASH_FAILURE, "out of memory for results");
  memcpy(data, ideal->result.data, rows * sizeof *data);
  for (size_t c = 0; c < s->columns; c++) {
    const double *x = column_of(ideal->setup, &ideal->result, s->column[c].name);
    if (x) memcpy(data + (c + 1) * rows, x, rows * sizeof *data);
  }
  run_result_free(&job->result);
  job->result = (run_result){.rows = rows,
                             .columns = s->columns + 1,
                             .data = data,
                             .audit = NAN,
                             .rank = ideal->result.rank};
  return LASH_OK;
}

/* By straight lines between outputs; times go on from `low`. */
static double value_at(const run_result *r, const double *x, double t, size_t *low) {
  while (*low + 2 < r->rows && r->data[*low + 1] <= t) (*low)++;
  const double from = r->data[*low], to = r->data[*low + 1];
  const double share = fmin(fmax((t - from) / (to - from), 0), 1);
  return x[*low] + share * (x[*low + 1] - x[*low]);
}

static void make_doubled(run_job *job, const run_job *ideal) {
  run_result *r = &job->result;
  for (size_t c = 0; c < job->setup->columns; c++) {
    const double *x = column_of(ideal->setup, &ideal->result, job->setup->column[c].name);
    double *y = r->data + (c + 1) * r->rows;
    size_t low = 0;
    for (size_t k = 0; k < r->rows; k++)
      y[k] = 2 * y[k] - (x ? value_at(&ideal->result, x, r->data[k], &low) : 0);
  }
  r->contacts *= 2;
}

lash_status mutate_jobs(run_job *jobs, size_t count, lash_mutation mutation, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < count && status == LASH_OK && mutation != LASH_AS_RUN; i++) {
    run_job *job = &jobs[i];
    if (!job->setup->ideal[0] || job->result.failure.status != LASH_OK) continue;
    size_t k = 0;
    while (k < count && strcmp(jobs[k].setup->name, job->setup->ideal) != 0) k++;
    if (k == count || !jobs[k].result.data)
      return lash_fail(error, LASH_BAD_INPUT, "run %s: there is no ideal run %s", job->setup->name,
                       job->setup->ideal);
    if (mutation == LASH_IDEAL)
      status = make_ideal(job, &jobs[k], error);
    else
      make_doubled(job, &jobs[k]);
  }
  return status;
}
