/* All cases of a folder: run, judge, report. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "claims.h"
#include "report.h"

/* ---------------------------------------------------------------------------------- which cases */

const char *lash_validation_folder(char *path, size_t size) {
  if (access("validation", R_OK) == 0) return "validation";
  char program[900];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return "validation";
  program[length] = '\0';
  char *slash = strrchr(program, '/');
  if (slash) *slash = '\0';
  snprintf(path, size, "%s/../validation", program);
  return path;
}

static bool is_case(const char *folder, const char *name) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s/claims.csv", folder, name);
  return name[0] != '.' && access(path, R_OK) == 0;
}

static lash_status add_case(lash_validation *v, const char *name, lash_error *error) {
  lash_validation_case *grown = realloc(v->item, (v->count + 1) * sizeof *grown);
  if (!grown) return lash_fail(error, LASH_FAILURE, "out of memory");
  v->item = grown;
  grown[v->count] = (lash_validation_case){0};
  snprintf(grown[v->count].name, sizeof grown->name, "%s", name);
  v->count++;
  return LASH_OK;
}

static lash_status find_cases(const lash_validation_options *o, lash_validation *v,
                              lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < o->name_count && status == LASH_OK; i++) {
    if (!is_case(o->folder, o->names[i])) {
      return lash_fail(error, LASH_BAD_INPUT, "there is no case '%s' in %s", o->names[i],
                       o->folder);
    }
    status = add_case(v, o->names[i], error);
  }
  if (o->name_count) return status;
  struct dirent **entries = NULL;
  const int count = scandir(o->folder, &entries, NULL, alphasort);
  if (count < 0) {
    return lash_fail(error, LASH_BAD_INPUT, "cannot read the folder %s: %s", o->folder,
                     strerror(errno));
  }
  for (int i = 0; i < count; i++) {
    if (status == LASH_OK && is_case(o->folder, entries[i]->d_name)) {
      status = add_case(v, entries[i]->d_name, error);
    }
    free(entries[i]);
  }
  free(entries);
  if (status == LASH_OK && !v->count) {
    status = lash_fail(error, LASH_BAD_INPUT, "there are no cases in %s", o->folder);
  }
  return status;
}

/* ------------------------------------------------------------------------------------- one case */

static lash_status make_jobs(const run_list *runs, const char *folder, bool quick, run_job **jobs,
                             size_t *count, lash_error *error) {
  size_t total = 0;
  for (size_t i = 0; i < runs->count; i++) total += runs->item[i].members;
  *count = 0;
  *jobs = calloc(total + 1, sizeof **jobs);
  if (!*jobs) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < runs->count; i++) {
    const run_setup *s = &runs->item[i];
    const size_t members = quick && s->quick < s->members ? s->quick : s->members;
    for (size_t m = 0; m < members; m++) {
      (*jobs)[(*count)++] = (run_job){.list = runs, .setup = s, .folder = folder, .member = m};
    }
  }
  return LASH_OK;
}

static lash_status report_case(const lash_validation_options *o, const char *case_folder,
                               const lash_validation_case *c, const case_results *results,
                               lash_error *error) {
  char folder[1100];
  snprintf(folder, sizeof folder, "%s/%s", o->out, c->name);
  lash_status status = report_folder(folder, error);
  if (status == LASH_OK) status = report_curves(folder, results, error);
  if (status == LASH_OK) status = report_claims(folder, c, error);
  if (status == LASH_OK && o->plots) status = report_plots(folder, case_folder, error);
  return status;
}

static lash_status run_case(const lash_validation_options *o, lash_validation_case *c,
                            lash_error *error) {
  char folder[1100], path[1200];
  run_list runs = {0};
  run_job *jobs = NULL;
  size_t count = 0;
  snprintf(folder, sizeof folder, "%s/%s", o->folder, c->name);
  snprintf(path, sizeof path, "%s/claims.csv", folder);
  lash_status status = claims_read(path, c, error);
  snprintf(path, sizeof path, "%s/runs.txt", folder);
  if (status == LASH_OK && access(path, F_OK) == 0) status = run_list_read(path, &runs, error);
  if (status == LASH_OK) status = make_jobs(&runs, folder, o->quick, &jobs, &count, error);
  if (status == LASH_OK) status = run_all_jobs(jobs, count, o->jobs, error);
  const case_results results = {&runs, jobs, count};
  if (status == LASH_OK) {
    for (size_t i = 0; i < c->claim_count; i++) claim_judge(&c->claim[i], &results, o->quick);
  }
  for (size_t i = 0; i < count; i++) c->seconds += jobs[i].result.seconds;
  if (status == LASH_OK && o->out) status = report_case(o, folder, c, &results, error);
  for (size_t i = 0; i < count; i++) run_result_free(&jobs[i].result);
  free(jobs);
  run_list_free(&runs);
  if (status != LASH_OK) lash_error_prefix(error, "%s", c->name);
  return status;
}

/* ------------------------------------------------------------------------------------ all cases */

static void count_verdicts(lash_validation *v, const lash_validation_case *c) {
  for (size_t i = 0; i < c->claim_count; i++) {
    v->verdicts[c->claim[i].verdict]++;
    v->surprises += c->claim[i].surprise;
  }
}

lash_status lash_validate(const lash_validation_options *o, lash_validation **validation,
                          lash_error *error) {
  lash_validation *v = calloc(1, sizeof *v);
  *validation = NULL;
  if (!v) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_status status = find_cases(o, v, error);
  if (status == LASH_OK && o->out) status = report_folder(o->out, error);
  for (size_t i = 0; i < v->count && status == LASH_OK; i++) {
    status = run_case(o, &v->item[i], error);
    if (status != LASH_OK) break;
    count_verdicts(v, &v->item[i]);
    if (o->progress) o->progress(o->context, &v->item[i]);
  }
  if (status == LASH_OK && o->out) status = report_page(o->out, v, error);
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
  }
  free(v->item);
  free(v);
}

void lash_validation_markdown(const lash_validation *v, FILE *out) {
  for (size_t i = 0; i < v->count; i++) {
    const lash_validation_case *c = &v->item[i];
    fprintf(out,
            "### %s\n\n| claim | quantity | published | computed | unit | verdict |\n"
            "|---|---|---|---|---|---|\n",
            c->name);
    for (size_t k = 0; k < c->claim_count; k++) {
      const lash_claim *claim = &c->claim[k];
      char number[96];
      report_number(claim, number, sizeof number);
      fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", claim->id, claim->quantity,
              claim->published, number, claim->unit, lash_verdict_name(claim->verdict));
    }
    fputc('\n', out);
  }
}
