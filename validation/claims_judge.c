/* Measures a claim on the curves of its runs and gives the verdict. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"

static const char *const verdict_names[] = {
    [LASH_REPRODUCED] = "reproduced", [LASH_NOT_REPRODUCED] = "not reproduced",
    [LASH_EXPLAINED] = "explained",   [LASH_NOT_REPRODUCIBLE] = "not reproducible",
    [LASH_NOT_RUN] = "not run",
};

const char *lash_verdict_name(lash_verdict verdict) { return verdict_names[verdict]; }

/* ---------------------------------------------------------------------------------------- rules */

static bool begins(const char *text, const char *word, const char **rest) {
  const size_t length = strlen(word);
  if (strncmp(text, word, length) != 0) return false;
  *rest = text + length;
  return true;
}

/* One or two numbers; `between` separates them. */
static lash_status numbers(const char *text, const char *between, double *a, double *b,
                           lash_error *error) {
  const formula_names none = {0};
  const char *middle = strstr(text, between);
  char first[128];
  if (!middle) return lash_fail(error, LASH_BAD_INPUT, "'%s' is missing in the rule", between);
  snprintf(first, sizeof first, "%.*s", (int)(middle - text), text);
  const lash_status status = formula_number(first, &none, a, error);
  return status == LASH_OK ? formula_number(middle + strlen(between), &none, b, error) : status;
}

lash_status claim_rule_holds(const char *rule, double value, double margin, bool *holds,
                             lash_error *error) {
  const formula_names none = {0};
  const char *rest;
  double low = -INFINITY, high = INFINITY;
  lash_status status = LASH_OK;
  if (begins(rule, "near ", &rest)) {
    double centre = 0, radius = 0;
    status = numbers(rest, " within ", &centre, &radius, error);
    low = centre - radius, high = centre + radius;
  } else if (begins(rule, "between ", &rest)) {
    status = numbers(rest, " and ", &low, &high, error);
  } else if (begins(rule, "above ", &rest)) {
    status = formula_number(rest, &none, &low, error);
  } else if (begins(rule, "below ", &rest)) {
    status = formula_number(rest, &none, &high, error);
  } else if (strcmp(rule, "true") == 0) {
    low = 1; /* of every member */
  } else {
    status = lash_fail(error, LASH_BAD_INPUT, "'%s' is no rule", rule);
  }
  *holds = status == LASH_OK && value - margin >= low && value + margin <= high;
  return status;
}

/* ----------------------------------------------------------------------------------- measuring */

typedef struct looking {
  const case_results *results;
  size_t member; /* wanted */
  size_t most;   /* members of the smallest ensemble met; single runs stand beside any member */
  bool left_out; /* a run was not carried out */
} looking;

static const run_job *job_of(const looking *l, const char *name, size_t *members) {
  const run_job *found = NULL;
  *members = 0;
  for (size_t i = 0; i < l->results->job_count; i++) {
    const run_job *job = &l->results->jobs[i];
    if (strcmp(job->setup->name, name) != 0) continue;
    (*members)++;
    if (job->member == 0 || job->member == l->member) found = job;
  }
  return found;
}

/* every.audit: the worst energy balance of all runs and members that count. */
static bool worst_audit(const case_results *results, formula_value *value, lash_error *error) {
  double worst = 0;
  for (size_t i = 0; i < results->job_count; i++) {
    const run_job *job = &results->jobs[i];
    if (!run_counts_energy(job->setup)) continue;
    if (job->result.failure.status != LASH_OK) {
      lash_fail(error, LASH_FAILURE, "%s", job->result.failure.message);
      return false;
    }
    if (!isfinite(job->result.audit)) {
      lash_fail(error, LASH_FAILURE, "run %s has no energy balance", job->setup->name);
      return false;
    }
    worst = fmax(worst, job->result.audit);
  }
  *value = (formula_value){.number = worst};
  return true;
}

static bool curve_of(void *context, const char *run, const char *column, formula_value *value,
                     lash_error *error) {
  looking *l = context;
  if (strcmp(run, "every") == 0 && strcmp(column, "audit") == 0)
    return worst_audit(l->results, value, error);
  if (!run_list_find(l->results->runs, run)) {
    lash_fail(error, LASH_BAD_INPUT, "there is no run %s", run);
    return false;
  }
  size_t members;
  const run_job *job = job_of(l, run, &members);
  if (!job) {
    l->left_out = true;
    lash_fail(error, LASH_UNSUPPORTED, "run %s is left out", run);
    return false;
  }
  if (members > 1 && (l->most == 0 || members < l->most)) l->most = members;
  const run_result *r = &job->result;
  if (r->failure.status != LASH_OK) {
    lash_fail(error, LASH_FAILURE, "%s", r->failure.message);
    return false;
  }
  const struct {
    const char *name;
    double value;
  } single[] = {
      {"audit", r->audit}, {"contacts", r->contacts}, {"rank", r->rank}, {"seconds", r->seconds}};
  for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
    if (strcmp(column, single[i].name) != 0) continue;
    *value = (formula_value){.number = single[i].value};
    return true;
  }
  size_t c = 0; /* time */
  if (strcmp(column, "time") != 0) {
    while (c < job->setup->columns && strcmp(job->setup->column[c].name, column) != 0) c++;
    if (c++ == job->setup->columns) return false;
  }
  *value = (formula_value){.n = r->rows, .t = r->data, .x = r->data + c * r->rows};
  return true;
}

/* The measure of one member. */
static lash_status measure(const lash_claim *claim, looking *l, double *value, lash_error *error) {
  const formula_names names = {l, NULL, curve_of};
  return formula_number(claim->measure, &names, value, error);
}

static lash_status measure_all(lash_claim *claim, looking *l, lash_error *error) {
  double sum = 0, squares = 0;
  for (l->member = 0; l->member == 0 || l->member < l->most; l->member++) {
    double value;
    const lash_status status = measure(claim, l, &value, error);
    if (status != LASH_OK) return status;
    if (!isfinite(value)) {
      return lash_fail(error, LASH_FAILURE, "the measure is not a finite number");
    }
    sum += value, squares += value * value;
  }
  const double n = (double)l->member;
  claim->members = l->member;
  claim->computed = sum / n;
  claim->spread = n > 1 ? sqrt(fmax(0, squares - sum * sum / n) / (n - 1)) : 0;
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- verdict */

/* Two standard errors of the mean when the rule ends in " surely", which is cut off. */
static double margin_of(const lash_claim *claim, char *rule) {
  char *word = strstr(rule, " surely");
  if (!word) return 0;
  *word = '\0';
  return 2 * claim->spread / sqrt((double)claim->members);
}

/* A rule may begin with the verdict it gives when it holds: "explained if above 2"; and end with
 * "surely": it must hold two standard errors to either side. A verdict alone needs no measure. */
static lash_status judge(lash_claim *claim, looking *l, lash_error *error) {
  const char *rule = claim->rule;
  lash_verdict good = LASH_REPRODUCED;
  for (lash_verdict v = LASH_REPRODUCED; v <= LASH_NOT_RUN; v++) {
    const char *rest;
    if (!begins(rule, verdict_names[v], &rest)) continue;
    if (*rest && !begins(rest, " if ", &rest)) continue;
    good = v;
    rule = rest;
    break;
  }
  if (claim->measure[0]) {
    const lash_status status = measure_all(claim, l, error);
    if (status != LASH_OK) return status;
  }
  if (!*rule) {
    claim->verdict = good;
    return LASH_OK;
  }
  char plain[256];
  snprintf(plain, sizeof plain, "%s", rule);
  const double margin = margin_of(claim, plain);
  bool holds;
  const lash_status status = claim_rule_holds(plain, claim->computed, margin, &holds, error);
  claim->verdict = holds ? good : LASH_NOT_REPRODUCED;
  return status;
}

void claim_judge(lash_claim *claim, const case_results *results, bool quick) {
  looking l = {.results = results};
  lash_error error;
  if (judge(claim, &l, &error) != LASH_OK) {
    claim->verdict = LASH_NOT_RUN;
    snprintf(claim->failure, sizeof claim->failure, "%s", error.message);
  }
  claim->surprise = strcmp(claim->expected, verdict_names[claim->verdict]) != 0;
  if (quick && l.left_out) claim->surprise = false;
}
