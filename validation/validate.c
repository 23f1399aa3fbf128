/* All cases of a folder: run, judge, report. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "claims.h"
#include "files.h"
#include "keep.h"
#include "paths.h"
#include "validation_report.h"

/* ---------------------------------------------------------------------------------- which cases */

char *lash_validation_folder(void) {
  static const char *const places[] = {"../validation", "../" LASH_CASE_FOLDER};
  char *program = access("validation", R_OK) == 0 ? NULL : path_of_program(), *folder = NULL;
  for (size_t i = 0; program && i < 2 && (!folder || access(folder, R_OK) != 0); i++) {
    free(folder);
    folder = path_join(program, places[i]);
    if (!folder) break;
  }
  folder = program ? folder : strdup("validation");
  free(program);
  return folder;
}

/* Cases of papers stand in the folder itself, those of the library in one below. */
static const char *const places[] = {[LASH_SUITE_PAPERS] = ".", [LASH_SUITE_LIBRARY] = "library"};

static bool wanted(const lash_validation_options *o, lash_suite place) {
  return o->suite == LASH_SUITE_ALL || o->suite == place;
}

static bool is_case(const char *folder, const char *name) {
  char *path = path_join(folder, "claims.csv");
  const bool there = path && name[0] != '.' && access(path, R_OK) == 0;
  free(path);
  return there;
}

static lash_status add_case(lash_validation *v, const char *folder, const char *name,
                            lash_error *error) {
  lash_validation_case *grown = realloc(v->item, (v->count + 1) * sizeof *grown);
  if (!grown) return lash_fail(error, LASH_FAILURE, "out of memory");
  v->item = grown;
  grown[v->count] = (lash_validation_case){.folder = strdup(folder)};
  snprintf(grown[v->count].name, sizeof grown->name, "%s", name);
  v->count++;
  return grown[v->count - 1].folder ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
}

/* A case asked for by its name, in whatever suite it is. */
static lash_status find_case(const lash_validation_options *o, const char *name, lash_validation *v,
                             lash_error *error) {
  for (lash_suite place = LASH_SUITE_PAPERS; place < LASH_SUITE_ALL; place++) {
    char *folder = path_format("%s/%s/%s", o->folder, places[place], name);
    const bool there = folder && is_case(folder, name);
    const lash_status status = there ? add_case(v, folder, name, error) : LASH_OK;
    free(folder);
    if (there) return status;
  }
  return lash_fail(error, LASH_BAD_INPUT, "there is no case '%s' in %s", name, o->folder);
}

static lash_status add_if_case(void *v, const char *path, const char *name, lash_error *error) {
  return is_case(path, name) ? add_case(v, path, name, error) : LASH_OK;
}

static lash_status find_cases(const lash_validation_options *o, lash_validation *v,
                              lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < o->name_count && status == LASH_OK; i++)
    status = find_case(o, o->names[i], v, error);
  if (o->name_count) return status;
  for (lash_suite place = LASH_SUITE_PAPERS; place < LASH_SUITE_ALL && status == LASH_OK; place++) {
    char *folder = path_join(o->folder, places[place]);
    if (!folder) status = lash_fail(error, LASH_FAILURE, "out of memory");
    if (folder && wanted(o, place)) status = folder_visit(folder, NULL, add_if_case, v, error);
    free(folder);
  }
  if (status == LASH_OK && !v->count) {
    status = lash_fail(error, LASH_BAD_INPUT, "there are no cases in %s", o->folder);
  }
  return status;
}

/* ------------------------------------------------------------------------------------- one case */

/* A case under way. */
typedef struct bench {
  lash_validation_case *result;
  run_list runs;
  run_job *jobs; /* its part of all jobs */
  size_t count, left;
} bench;

static lash_status open_case(const lash_validation_options *o, bench *b, lash_error *error) {
  const char *folder = b->result->folder;
  char *claims = path_join(folder, "claims.csv"), *runs = path_join(folder, "runs.txt");
  lash_status status = claims_read(claims, b->result, error);
  if (status == LASH_OK && runs && access(runs, F_OK) == 0) {
    status = run_list_read(runs, &b->runs, error);
  }
  if (status == LASH_OK) status = claims_curves(claims, b->result, &b->runs, error);
  if (status == LASH_OK) status = claims_check(claims, b->result, &b->runs, error);
  for (size_t i = 0; o->host && i < b->runs.count && status == LASH_OK; i++)
    status = run_setup_host(&b->runs.item[i], o->host, error);
  free(claims);
  free(runs);
  if (status != LASH_OK) lash_error_prefix(error, "%s", b->result->name);
  return status;
}

static size_t members_of(const run_setup *s, const lash_validation_options *o) {
  const size_t members = o->quick && s->quick < s->members ? s->quick : s->members;
  return o->single && members > 1 ? 1 : members;
}

static lash_status report_case(const lash_validation_options *o, const bench *b,
                               const case_results *results, lash_error *error) {
  char *folder = path_join(o->out, b->result->name);
  lash_status status = folder_make(folder, error);
  if (status == LASH_OK) folder_tidy(folder);
  if (status == LASH_OK) status = report_curves(folder, results, error);
  if (status == LASH_OK) status = report_claims(folder, b->result, error);
  if (status == LASH_OK) status = report_energy(folder, results, error);
  if (status == LASH_OK && o->plots) status = report_plots(folder, b->result->folder, error);
  free(folder);
  return status;
}

static void release_jobs(bench *b) {
  for (size_t i = 0; i < b->count; i++) run_result_free(&b->jobs[i].result);
  b->count = 0;
}

/* A run that failed is told, whether a claim reads it or not. */
static void tell_failures(bench *b) {
  const run_job *first = NULL;
  size_t count = 0;
  for (size_t i = 0; i < b->count; i++) {
    if (b->jobs[i].result.failure.status == LASH_OK) continue;
    if (!first) first = &b->jobs[i];
    count++;
  }
  if (first)
    snprintf(b->result->failed, sizeof b->result->failed,
             "%zu of %zu runs failed, the first: %.400s", count, b->count,
             first->result.failure.message);
}

/* All its runs are done: judges them, and lets go of the curves. */
static lash_status close_case(const lash_validation_options *o, bench *b, lash_error *error) {
  lash_validation_case *c = b->result;
  const case_results results = {&b->runs, b->jobs, b->count};
  lash_status status = mutate_jobs(b->jobs, b->count, o->mutation, error);
  claims_judge(c, &results, o->quick || o->single);
  /* the record is that of the reference solver */
  for (size_t i = 0; o->host && i < c->claim_count; i++) c->claim[i].surprise = false;
  for (size_t i = 0; i < b->count; i++) c->seconds += b->jobs[i].result.seconds;
  tell_failures(b);
  if (status == LASH_OK && o->out) status = report_case(o, b, &results, error);
  if (status == LASH_OK && o->update) {
    char *path = path_join(b->result->folder, "claims.csv");
    status = claims_write(path, c, error);
    free(path);
  }
  release_jobs(b);
  if (status != LASH_OK) lash_error_prefix(error, "%s", c->name);
  return status;
}

/* ------------------------------------------------------------------------------------ all cases */

/* Runs of all cases are carried out side by side; cases are judged in their order. */
typedef struct workshop {
  const lash_validation_options *options;
  lash_validation *validation;
  bench *bench;
  size_t closed, failed;
  run_job *jobs;
  size_t job_count;
  char *place;        /* where results are kept; NULL: nowhere */
  lash_status status; /* of judging and reporting */
  lash_error error;
} workshop;

static lash_status close_finished(workshop *w, lash_error *error) {
  lash_status status = LASH_OK;
  for (; w->closed < w->validation->count && w->bench[w->closed].left == 0; w->closed++) {
    bench *b = &w->bench[w->closed];
    status = close_case(w->options, b, error);
    if (status != LASH_OK) return status;
    for (size_t i = 0; i < b->result->claim_count; i++)
      w->validation->surprises += b->result->claim[i].surprise;
    if (w->options->progress) w->options->progress(w->options->context, b->result);
  }
  return status;
}

static bool job_done(void *context, const run_job *job, size_t finished, size_t all) {
  workshop *w = context;
  const lash_validation_options *o = w->options;
  for (size_t i = 0; job && i < w->validation->count; i++)
    w->bench[i].left -= job->list == &w->bench[i].runs;
  w->failed += job && job->result.failure.status != LASH_OK;
  if (job && w->place && !job->done) w->status = keep_put(w->place, job, &w->error);
  if (w->status != LASH_OK) return false;
  if (o->run_done && !o->run_done(o->context, finished, w->failed, all)) return false;
  w->status = close_finished(w, &w->error);
  return w->status == LASH_OK;
}

static lash_status make_jobs(workshop *w, lash_error *error) {
  const lash_validation_options *o = w->options;
  size_t total = 0;
  for (size_t i = 0; i < w->validation->count; i++) {
    const run_list *runs = &w->bench[i].runs;
    for (size_t r = 0; r < runs->count; r++) total += members_of(&runs->item[r], o);
  }
  w->jobs = calloc(total + 1, sizeof *w->jobs);
  if (!w->jobs) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < w->validation->count; i++) {
    bench *b = &w->bench[i];
    b->jobs = w->jobs + w->job_count;
    for (size_t r = 0; r < b->runs.count; r++) {
      const run_setup *s = &b->runs.item[r];
      for (size_t m = 0; m < members_of(s, o); m++)
        b->jobs[b->count++] = (run_job){.list = &b->runs,
                                        .setup = s,
                                        .folder = b->result->folder,
                                        .member = m,
                                        .done = o->mutation == LASH_IDEAL && s->ideal[0]};
    }
    b->left = b->count;
    w->job_count += b->count;
  }
  return LASH_OK;
}

static lash_status run_cases(workshop *w, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < w->validation->count && status == LASH_OK; i++) {
    w->bench[i].result = &w->validation->item[i];
    status = open_case(w->options, &w->bench[i], error);
  }
  if (status == LASH_OK) status = make_jobs(w, error);
  if (status == LASH_OK && w->options->resume) {
    status = keep_open(w->options->resume, &w->place, error);
    for (size_t i = 0; i < w->job_count && status == LASH_OK; i++)
      w->jobs[i].done = w->jobs[i].done || keep_take(w->place, &w->jobs[i]);
  }
  if (status == LASH_OK) status = close_finished(w, error); /* cases without a run */
  if (status != LASH_OK) return status;
  status = run_all_jobs(w->jobs, w->job_count, w->options->jobs, job_done, w, error);
  if (w->status != LASH_OK) *error = w->error;
  return w->status != LASH_OK ? w->status : status;
}

static void close_workshop(workshop *w) {
  free(w->place);
  for (size_t i = 0; w->bench && i < w->validation->count; i++) {
    release_jobs(&w->bench[i]);
    run_list_free(&w->bench[i].runs);
  }
  free(w->bench);
  free(w->jobs);
}

lash_status lash_validate(const lash_validation_options *o, lash_validation **validation,
                          lash_error *error) {
  lash_validation *v = calloc(1, sizeof *v);
  *validation = NULL;
  if (!v) return lash_fail(error, LASH_FAILURE, "out of memory");
  workshop w = {.options = o, .validation = v};
  lash_status status = find_cases(o, v, error);
  if (status == LASH_OK) status = folder_claim(o->out, error);
  if (status == LASH_OK) {
    w.bench = calloc(v->count, sizeof *w.bench);
    status = w.bench ? run_cases(&w, error) : lash_fail(error, LASH_FAILURE, "out of memory");
  }
  if (status == LASH_OK && o->out) status = report_page(o->out, v, error);
  v->failures = w.failed;
  close_workshop(&w);
  if (status != LASH_OK) {
    lash_validation_free(v);
    return status;
  }
  *validation = v;
  return LASH_OK;
}

void lash_validation_free(lash_validation *v) {
  if (!v) return;
  for (size_t i = 0; i < v->count; i++) {
    free(v->item[i].claim);
    free(v->item[i].text);
    free(v->item[i].folder);
  }
  free(v->item);
  free(v);
}
