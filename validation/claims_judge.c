/* Gives the verdicts of a case: row by row, then of each published claim over its rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "lash_statistics.h"

/* ----------------------------------------------------------------------------------------- rows */

/* A row while it is judged. */
typedef struct trial {
  claim_rule rule;
  claim_spread spread;
  bool judged;
  double doubt; /* how probable so far from the limit would be right at it; 0 for single runs */
  bool stands;  /* after the correction for the number of tests */
} trial;

/* Above is above: a ratio of exactly 1 is no rise, nor is one that only round-off has lifted. */
static double round_off(double limit) {
  return 1e-12 * (limit != 0 && isfinite(limit) ? fabs(limit) : 1);
}

static bool inside(const claim_rule *rule, double value) {
  if (rule->closed) return value >= rule->low && value <= rule->high;
  return value - rule->low > round_off(rule->low) && rule->high - value > round_off(rule->high);
}

/* How probable a measure at its nearest limit would be found as far from it. */
static double doubt_of(const lash_claim *claim, const trial *t) {
  const double below = claim_distance(claim, &t->spread, t->rule.low);
  const double above = claim_distance(claim, &t->spread, t->rule.high);
  return lash_student(fmin(below, above), t->spread.freedom);
}

static lash_status measure_row(lash_claim *claim, const case_results *results, trial *t,
                               lash_error *error) {
  lash_status status = claim_rule_read(claim->rule, &t->rule, error);
  if (status == LASH_OK && claim->measure[0])
    status = claim_measure(claim, results, &t->spread, error);
  if (status != LASH_OK) return status;
  if (!t->rule.open && !claim->measure[0])
    return lash_fail(error, LASH_BAD_INPUT, "the rule asks for a number and there is no measure");
  if (claim->error > 0 && !t->rule.open) t->doubt = doubt_of(claim, t);
  t->judged = true;
  return LASH_OK;
}

/* Which ensembles tell on which side of its limit a claim lies: one family of tests per case. */
static lash_status correct_doubts(const lash_validation_case *c, trial *trials, lash_error *error) {
  double *p = calloc(c->claim_count + 1, sizeof *p);
  bool *stands = calloc(c->claim_count + 1, sizeof *stands);
  size_t count = 0;
  const lash_status status =
      p && stands ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) {
    for (size_t i = 0; i < c->claim_count; i++)
      if (trials[i].judged && c->claim[i].error > 0 && !trials[i].rule.open)
        p[count++] = trials[i].doubt;
    lash_holm(p, count, 0.05, stands);
    for (size_t i = c->claim_count; i-- > 0;) {
      const bool tested = trials[i].judged && c->claim[i].error > 0 && !trials[i].rule.open;
      trials[i].stands = !tested || stands[--count];
    }
  }
  free(p);
  free(stands);
  return status;
}

static lash_verdict verdict_of(const lash_claim *claim, const trial *t) {
  if (t->rule.open) return t->rule.good;
  if (!t->stands) return LASH_UNDECIDED;
  return inside(&t->rule, claim->computed) ? t->rule.good : t->rule.other;
}

/* In a hurry there are fewer members and fewer runs: what cannot be told then is no surprise, nor
 * that the worst energy balance of fewer runs is better. */
static bool is_surprise(const lash_claim *claim, const trial *t, bool quick) {
  const bool better = strstr(claim->measure, "every.") != NULL && claim->verdict == t->rule.good;
  const bool unclear = claim->verdict == LASH_UNDECIDED ||
                       strcmp(claim->expected, lash_verdict_name(LASH_UNDECIDED)) == 0;
  if (quick && (t->spread.left_out || unclear || better)) return false;
  return strcmp(claim->expected, lash_verdict_name(claim->verdict)) != 0;
}

void claims_judge(lash_validation_case *c, const case_results *results, bool quick) {
  lash_error error = {0};
  trial *trials = calloc(c->claim_count + 1, sizeof *trials);
  lash_status status = trials ? LASH_OK : lash_fail(&error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < c->claim_count && status == LASH_OK; i++) {
    lash_claim *claim = &c->claim[i];
    if (measure_row(claim, results, &trials[i], &error) != LASH_OK)
      snprintf(claim->failure, sizeof claim->failure, "%.255s", error.message);
  }
  if (status == LASH_OK) status = correct_doubts(c, trials, &error);
  for (size_t i = 0; i < c->claim_count; i++) {
    lash_claim *claim = &c->claim[i];
    if (status != LASH_OK) snprintf(claim->failure, sizeof claim->failure, "%.255s", error.message);
    claim->verdict =
        status == LASH_OK && trials[i].judged ? verdict_of(claim, &trials[i]) : LASH_NOT_RUN;
    claim->surprise = status != LASH_OK || is_surprise(claim, &trials[i], quick);
  }
  free(trials);
}

/* ----------------------------------------------------------------------------- published claims */

bool lash_claim_counts(const lash_claim *claim) {
  return strcmp(claim->kind, "check") != 0 && strcmp(claim->kind, "variant") != 0;
}

/* "000-19" of "000-19+k": digits, a dash, digits; else all of it. */
static size_t name_length(const char *id) {
  const size_t first = strspn(id, "0123456789");
  const size_t second = id[first] == '-' ? strspn(id + first + 1, "0123456789") : 0;
  return first && second ? first + 1 + second : strlen(id);
}

static bool same_claim(const lash_claim *a, const lash_claim *b) {
  const size_t n = name_length(a->id);
  return n == name_length(b->id) && strncmp(a->id, b->id, n) == 0;
}

/* The parts of a claim, in one reading, must all hold; those that do and those that do not make it
 * partly so. */
static lash_verdict together(const size_t parts[LASH_NOT_RUN + 1]) {
  size_t all = 0;
  for (lash_verdict v = LASH_REPRODUCED; v <= LASH_NOT_RUN; v++) all += parts[v];
  for (lash_verdict v = LASH_REPRODUCED; v <= LASH_NOT_RUN; v++)
    if (parts[v] == all) return v;
  if (parts[LASH_NOT_RUN]) return LASH_NOT_RUN;
  const size_t good = all - parts[LASH_UNDECIDED] - parts[LASH_NOT_REPRODUCED];
  if (parts[LASH_NOT_REPRODUCED]) return good ? LASH_PARTLY : LASH_NOT_REPRODUCED;
  return parts[LASH_UNDECIDED] ? LASH_UNDECIDED : LASH_PARTLY;
}

lash_verdict lash_reading_verdict(const lash_validation_case *c, const lash_claim *claim,
                                  const char *reading) {
  size_t parts[LASH_NOT_RUN + 1] = {0};
  bool found = false;
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    if (!lash_claim_counts(k) || !same_claim(k, claim) || strcmp(k->reading, reading) != 0)
      continue;
    parts[k->verdict]++;
    found = true;
  }
  return found ? together(parts) : LASH_NOT_RUN;
}

/* Adds the name before the `=` of a reading to a list, once. */
static void add_name(char *list, size_t size, const char *reading) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(reading, "="), reading);
  if (strstr(list, name)) return;
  const size_t used = strlen(list);
  snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}

static bool decided(lash_verdict v) { return v != LASH_UNDECIDED && v != LASH_NOT_RUN; }

static lash_published publish(const lash_validation_case *c, const lash_claim *first) {
  lash_published p = {.first = first};
  snprintf(p.id, sizeof p.id, "%.*s", (int)name_length(first->id), first->id);
  p.headline = p.verdict = p.other = lash_reading_verdict(c, first, first->reading);
  if (!decided(p.headline)) return p;
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    if (!lash_claim_counts(k) || !same_claim(k, first)) continue;
    const lash_verdict here = lash_reading_verdict(c, first, k->reading);
    if (!decided(here) || here == p.headline) continue;
    p.verdict = LASH_DEPENDS;
    p.other = here;
    add_name(p.on, sizeof p.on, k->reading);
  }
  return p;
}

bool lash_validation_published(const lash_validation_case *c, size_t *at, lash_published *p) {
  for (; *at < c->claim_count; (*at)++) {
    const lash_claim *claim = &c->claim[*at];
    if (!lash_claim_counts(claim)) continue;
    size_t before = 0;
    while (before < *at &&
           !(lash_claim_counts(&c->claim[before]) && same_claim(&c->claim[before], claim)))
      before++;
    if (before < *at) continue; /* met already */
    *p = publish(c, claim);
    (*at)++;
    return true;
  }
  return false;
}

void lash_validation_count(const lash_validation_case *c, size_t verdicts[LASH_NOT_RUN + 1]) {
  lash_published p;
  for (size_t at = 0; lash_validation_published(c, &at, &p);) verdicts[p.verdict]++;
}

void lash_validation_checks(const lash_validation_case *c, size_t *met, size_t *all) {
  for (size_t i = 0; i < c->claim_count; i++) {
    const bool check = strcmp(c->claim[i].kind, "check") == 0;
    *all += check;
    *met += check && c->claim[i].verdict == LASH_REPRODUCED;
  }
}
