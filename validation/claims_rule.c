/* What rules say. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "claims.h"

static const char *const verdict_names[] = {
    [LASH_REPRODUCED] = "reproduced",
    [LASH_PARTLY] = "partly reproduced",
    [LASH_DEPENDS] = "depends",
    [LASH_UNDECIDED] = "undecided",
    [LASH_NOT_REPRODUCED] = "not reproduced",
    [LASH_EXPLAINED] = "explained",
    [LASH_NOT_REPRODUCIBLE] = "not reproducible",
    [LASH_NOT_RUN] = "not run",
};

const char *lash_verdict_name(lash_verdict verdict) { return verdict_names[verdict]; }

static bool begins(const char *text, const char *word, const char **rest) {
  const size_t length = strlen(word);
  if (strncmp(text, word, length) != 0) return false;
  *rest = text + length;
  return true;
}

/* A verdict at the beginning of a text: alone, or with `behind` after it. */
static bool verdict_at(const char *text, const char *behind, lash_verdict *verdict,
                       const char **rest) {
  for (lash_verdict v = LASH_REPRODUCED; v <= LASH_NOT_RUN; v++) {
    if (!begins(text, verdict_names[v], rest)) continue;
    if (**rest && !begins(*rest, behind, rest)) continue;
    *verdict = v;
    return true;
  }
  return false;
}

/* Two numbers; `between` separates them. */
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

static lash_status read_band(const char *text, claim_rule *rule, lash_error *error) {
  const formula_names none = {0};
  const char *rest;
  if (begins(text, "near ", &rest)) {
    double centre = 0, radius = 0;
    const lash_status status = numbers(rest, " within ", &centre, &radius, error);
    rule->low = centre - radius, rule->high = centre + radius, rule->closed = true;
    return status;
  }
  if (begins(text, "between ", &rest))
    return numbers(rest, " and ", &rule->low, &rule->high, error);
  if (begins(text, "above ", &rest)) return formula_number(rest, &none, &rule->low, error);
  if (begins(text, "below ", &rest)) return formula_number(rest, &none, &rule->high, error);
  return lash_fail(error, LASH_BAD_INPUT,
                   "'%s' is no rule: near X within Y, between A and B, above X, below X, or a "
                   "verdict",
                   text);
}

lash_status claim_rule_read(const char *text, claim_rule *rule, lash_error *error) {
  *rule = (claim_rule){
      .good = LASH_REPRODUCED, .other = LASH_NOT_REPRODUCED, .low = -INFINITY, .high = INFINITY};
  const char *rest = text, *ignored;
  char band[256];
  if (verdict_at(text, " if ", &rule->good, &rest) && !*rest) {
    rule->open = true;
    return LASH_OK;
  }
  if (strlen(rest) >= sizeof band) return lash_fail(error, LASH_BAD_INPUT, "the rule is too long");
  strcpy(band, rest);
  char *otherwise = strstr(band, " else ");
  if (otherwise) {
    if (!verdict_at(otherwise + strlen(" else "), "", &rule->other, &ignored) || *ignored)
      return lash_fail(error, LASH_BAD_INPUT, "'%s' does not end in a verdict", text);
    *otherwise = '\0';
  }
  return read_band(band, rule, error);
}
