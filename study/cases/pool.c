/* Runs side by side: jobs of a crew, whose results come back as one row of numbers each. */
#include <stdlib.h>
#include <string.h>

#include "lash_crew.h"
#include "runs.h"

/* What goes before the curves in the row. */
enum { HEAD_ROWS, HEAD_COLUMNS, HEAD_AUDIT, HEAD_EXCHANGED, HEAD_CONTACTS, HEAD_RANK, HEAD_COUNT };

typedef struct pool {
  run_job *jobs;
  size_t *open; /* jobs to be done */
  size_t finished, count;
  run_watcher watch;
  void *context;
} pool;

static lash_status work(void *context, size_t index, lash_crew_result *row, lash_error *error) {
  const pool *p = context;
  const run_job *job = &p->jobs[p->open[index]];
  run_result r;
  run_execute(job->list, job->setup, job->folder, job->member, &r);
  if (r.failure.status != LASH_OK) {
    run_result_free(&r);
    *error = r.failure;
    return error->status;
  }
  const size_t curves = r.rows * r.columns;
  row->count = HEAD_COUNT + curves;
  row->values = malloc(row->count * sizeof *row->values);
  if (row->values) {
    const double head[HEAD_COUNT] = {(double)r.rows, (double)r.columns, r.audit,
                                     r.exchanged,    r.contacts,        r.rank};
    memcpy(row->values, head, sizeof head);
    memcpy(row->values + HEAD_COUNT, r.data, curves * sizeof *r.data);
  }
  run_result_free(&r);
  if (row->values) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "out of memory for results");
}

static void unpack(const lash_crew_result *row, run_job *job) {
  run_result *r = &job->result;
  *r = (run_result){.failure = row->failure, .seconds = row->seconds};
  if (row->failure.status != LASH_OK) return;
  const double *head = row->values;
  r->rows = (size_t)head[HEAD_ROWS], r->columns = (size_t)head[HEAD_COLUMNS];
  r->audit = head[HEAD_AUDIT], r->exchanged = head[HEAD_EXCHANGED];
  r->contacts = head[HEAD_CONTACTS], r->rank = head[HEAD_RANK];
  const size_t curves = r->rows * r->columns;
  r->data = malloc((curves + 1) * sizeof *r->data);
  if (r->data)
    memcpy(r->data, head + HEAD_COUNT, curves * sizeof *r->data);
  else
    lash_fail(&r->failure, LASH_FAILURE, "out of memory for results");
}

static bool go_on(void *context) {
  const pool *p = context;
  return !p->watch || p->watch(p->context, NULL, p->finished, p->count);
}

static bool take(void *context, lash_crew_result *row) {
  pool *p = context;
  run_job *job = &p->jobs[p->open[row->index]];
  unpack(row, job);
  if (job->result.failure.status != LASH_OK)
    lash_error_prefix(&job->result.failure, "run %s", job->setup->name);
  p->finished++;
  return !p->watch || p->watch(p->context, job, p->finished, p->count);
}

lash_status run_all_jobs(run_job *jobs, size_t count, int side_by_side, run_watcher watch,
                         void *context, lash_error *error) {
  pool p = {.jobs = jobs, .count = count, .watch = watch, .context = context};
  p.open = calloc(count + 1, sizeof *p.open);
  if (!p.open) return lash_fail(error, LASH_FAILURE, "out of memory");
  size_t open = 0;
  bool more = true;
  for (size_t i = 0; i < count && more; i++) {
    if (!jobs[i].done) {
      p.open[open++] = i;
      continue;
    }
    p.finished++;
    more = !watch || watch(context, &jobs[i], p.finished, count);
  }
  const lash_crew_options options = {.side_by_side = side_by_side, .go_on = go_on};
  lash_status status = LASH_OK;
  if (more) status = lash_crew_run(&options, work, &p, open, take, &p, error);
  if (status == LASH_OK && p.finished < count)
    status = lash_fail(error, LASH_FAILURE, "interrupted");
  free(p.open);
  return status;
}
