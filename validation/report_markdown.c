/* The verdicts as Markdown, for docs/validation.md: what came of each published claim, which
 * readings make a difference, and all rows behind them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validation_report.h"

static void verdict_text(const lash_published *p, char *text, size_t size) {
  if (p->verdict == LASH_DEPENDS)
    snprintf(text, size, "depends on %s: %s / %s", p->on, lash_verdict_name(p->headline),
             lash_verdict_name(p->other));
  else
    snprintf(text, size, "%s", lash_verdict_name(p->verdict));
}

/* "64 claims: 30 reproduced, …" */
static void count_line(const lash_validation *v, FILE *out) {
  size_t verdicts[LASH_NOT_RUN + 1] = {0}, all = 0, met = 0, checks = 0, rows = 0;
  for (size_t i = 0; i < v->count; i++) {
    lash_validation_count(&v->item[i], verdicts);
    lash_validation_checks(&v->item[i], &met, &checks);
    rows += v->item[i].claim_count;
  }
  for (lash_verdict k = LASH_REPRODUCED; k <= LASH_NOT_RUN; k++) all += verdicts[k];
  fprintf(out, "**%zu published claims, each counted once:**", all);
  for (lash_verdict k = LASH_REPRODUCED; k <= LASH_NOT_RUN; k++) {
    if (verdicts[k])
      fprintf(out, "%s %zu %s", k == LASH_REPRODUCED ? "" : ",", verdicts[k], lash_verdict_name(k));
  }
  fprintf(out,
          ". Of %zu checks of our own (reference numbers, closed forms, exact properties, energy) "
          "%zu are met. Readings and variants of the claims are rows apart: %zu rows in all.\n\n",
          checks, met, rows);
}

/* A run that failed is never silent. */
static void failures_of(const lash_validation *v, FILE *out) {
  for (size_t i = 0; i < v->count; i++)
    if (v->item[i].failed[0])
      fprintf(out, "**Failed runs, %s:** %s\n\n", v->item[i].name, v->item[i].failed);
}

/* ----------------------------------------------------------------------------- published claims */

static bool is_part(const lash_claim *row, const lash_published *p, const char *reading) {
  return lash_claim_counts(row) && strncmp(row->id, p->id, strlen(p->id)) == 0 &&
         strcmp(row->reading, reading) == 0;
}

static const char *mark_of(lash_verdict verdict) {
  static const char *const marks[] = {
      [LASH_REPRODUCED] = "✓",       [LASH_PARTLY] = "✓✗",        [LASH_DEPENDS] = "?",
      [LASH_UNDECIDED] = "?",        [LASH_NOT_REPRODUCED] = "✗", [LASH_EXPLAINED] = "✓",
      [LASH_NOT_REPRODUCIBLE] = "–", [LASH_NOT_RUN] = "–"};
  return marks[verdict];
}

/* Numbers of the parts of a claim in its first reading, each with what it is held against. */
static void write_found(const lash_validation_case *c, const lash_published *p, FILE *out) {
  char number[96];
  const char *separator = "";
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    if (!is_part(k, p, p->first->reading)) continue;
    fprintf(out, "%s%s ", separator, mark_of(k->verdict));
    separator = "<br>";
    if (!isfinite(k->computed)) continue;
    report_number(k, number, sizeof number);
    fprintf(out, "%s%s%s (%s)", number, k->unit[0] ? " " : "", k->unit, k->rule);
  }
}

/* What there is to say: of the first part that does not hold, else of the first. */
static const char *note_of(const lash_validation_case *c, const lash_published *p) {
  const char *note = "", *bad = "";
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    if (!is_part(k, p, p->first->reading) || !k->note[0]) continue;
    if (!note[0]) note = k->note;
    if (!bad[0] && k->verdict != LASH_REPRODUCED) bad = k->note;
  }
  return bad[0] ? bad : note;
}

/* A published claim and the case it is from. */
typedef struct entry {
  const lash_validation_case *of;
  lash_published claim;
} entry;

static int by_number(const void *a, const void *b) {
  const entry *x = a, *y = b;
  return strcmp(x->claim.id, y->claim.id);
}

static void write_entry(const entry *e, FILE *out) {
  char verdict[256];
  const lash_published *p = &e->claim;
  verdict_text(p, verdict, sizeof verdict);
  fprintf(out, "| [%s](../validation/%s/README.md) | %s | %s | %s | ", p->id, e->of->name, verdict,
          p->first->quantity, p->first->published);
  write_found(e->of, p, out);
  fprintf(out, " | %s | %s |\n", p->first->reading, note_of(e->of, p));
}

static void published_table(const lash_validation *v, FILE *out) {
  size_t count = 0, room = 0;
  for (size_t i = 0; i < v->count; i++) room += v->item[i].claim_count;
  entry *entries = calloc(room + 1, sizeof *entries);
  if (!entries) return;
  for (size_t i = 0; i < v->count; i++) {
    entry e = {.of = &v->item[i]};
    for (size_t at = 0; lash_validation_published(e.of, &at, &e.claim);) entries[count++] = e;
  }
  qsort(entries, count, sizeof *entries, by_number);
  fputs(
      "### Published claims\n\nOne line each; of its parts, in the first reading: ✓ holds, ✗ does "
      "not, ? undecided, with the 95 % interval of ensembles and the limits.\n\n"
      "| claim | verdict | says | printed | found | reading | remark |\n"
      "|---|---|---|---|---|---|---|\n",
      out);
  for (size_t i = 0; i < count; i++) write_entry(&entries[i], out);
  free(entries);
}

/* --------------------------------------------------------------------------------------- limits */

/* How far a number lies from the nearest limit that we chose, as a share of the limit, of half the
 * width of a band; NAN: none, as "larger" and "smaller" mean 1 or 0 whoever judges. */
static double distance_to_limit(const lash_claim *k, double *limit) {
  claim_rule rule;
  lash_error ignored;
  if (!isfinite(k->computed) || claim_rule_read(k->rule, &rule, &ignored) != LASH_OK || rule.open)
    return NAN;
  const bool below = fabs(k->computed - rule.low) < fabs(k->computed - rule.high);
  *limit = below ? rule.low : rule.high;
  if (!isfinite(*limit) || *limit == 0 || *limit == 1) return NAN;
  const double width = (rule.high - rule.low) / 2;
  return (k->computed - *limit) / (isfinite(width) ? width : fabs(*limit));
}

/* Counted rows whose verdict another choice of the limit would have changed. */
static void close_calls(const lash_validation *v, FILE *out) {
  fputs(
      "\n### Close to a limit\n\nRows of published claims within a tenth of a limit that we chose "
      "(of half the width of a band): a choice as good as ours may give another verdict. Limits of "
      "1 "
      "and 0, which larger and smaller mean by themselves, are left out.\n\n"
      "| row | reading | found | limits | off by | verdict |\n|---|---|---|---|---|---|\n",
      out);
  for (size_t i = 0; i < v->count; i++) {
    for (size_t r = 0; r < v->item[i].claim_count; r++) {
      const lash_claim *k = &v->item[i].claim[r];
      double limit;
      const double off = distance_to_limit(k, &limit);
      char number[96];
      if (!lash_claim_counts(k) || !(fabs(off) < 0.1)) continue;
      report_number(k, number, sizeof number);
      fprintf(out, "| %s | %s | %s | %s | %+.1f %% | %s |\n", k->id, k->reading, number, k->rule,
              100 * off, lash_verdict_name(k->verdict));
    }
  }
}

/* --------------------------------------------------------------------------------------- matrix */

enum { READINGS_MAX = 32 };

static bool has_reading(const lash_validation_case *c, const lash_published *p, const char *text) {
  for (size_t i = 0; i < c->claim_count; i++)
    if (is_part(&c->claim[i], p, text)) return true;
  return false;
}

/* Ways in which a claim is read; those that are not in the list yet are added to it. */
static size_t ways_of(const lash_validation_case *c, const lash_published *p,
                      const char *reading[READINGS_MAX], size_t *count) {
  const char *own[READINGS_MAX];
  size_t ways = 0;
  for (size_t i = 0; i < c->claim_count; i++) {
    const char *text = c->claim[i].reading;
    size_t at = 0;
    if (!is_part(&c->claim[i], p, text)) continue;
    while (at < ways && strcmp(own[at], text) != 0) at++;
    if (at == ways && ways < READINGS_MAX) own[ways++] = text;
  }
  for (size_t w = 0; ways > 1 && w < ways; w++) {
    size_t at = 0;
    while (at < *count && strcmp(reading[at], own[w]) != 0) at++;
    if (at == *count && *count < READINGS_MAX) reading[(*count)++] = own[w];
  }
  return ways;
}

static void matrix_line(const lash_validation_case *c, const lash_published *p,
                        const char *const *reading, size_t count, FILE *out) {
  fprintf(out, "| %s |", p->id);
  for (size_t r = 0; r < count; r++)
    fprintf(out, " %s |",
            has_reading(c, p, reading[r])
                ? lash_verdict_name(lash_reading_verdict(c, p->first, reading[r]))
                : "");
  fputc('\n', out);
}

/* Claim by reading, for the claims that are read more than one way. */
static void matrix_of(const lash_validation_case *c, FILE *out) {
  const char *reading[READINGS_MAX];
  size_t count = 0;
  lash_published p;
  for (size_t at = 0; lash_validation_published(c, &at, &p);) ways_of(c, &p, reading, &count);
  if (count == 0) return;
  fprintf(out, "\n### Readings: %s\n\n| claim |", c->name);
  for (size_t r = 0; r < count; r++)
    fprintf(out, " %s |", reading[r][0] ? reading[r] : "as printed");
  fputs("\n|---|", out);
  for (size_t r = 0; r < count; r++) fputs("---|", out);
  fputc('\n', out);
  for (size_t at = 0; lash_validation_published(c, &at, &p);)
    if (ways_of(c, &p, reading, &count) > 1) matrix_line(c, &p, reading, count, out);
}

/* ----------------------------------------------------------------------------------------- rows */

static void rows_of(const lash_validation_case *c, FILE *out) {
  fprintf(out,
          "\n### Rows: %s\n\n| row | reading | quantity | published | computed | unit | members | "
          "limits | verdict |\n|---|---|---|---|---|---|---|---|---|\n",
          c->name);
  for (size_t k = 0; k < c->claim_count; k++) {
    const lash_claim *claim = &c->claim[k];
    char number[96];
    report_number(claim, number, sizeof number);
    fprintf(out, "| %s | %s | %s | %s | %s | %s | ", claim->id,
            lash_claim_counts(claim) ? claim->reading : claim->kind, claim->quantity,
            claim->published, number, claim->unit);
    if (claim->members > 1) fprintf(out, "%zu", claim->members);
    fprintf(out, " | %s | %s |\n", claim->rule, lash_verdict_name(claim->verdict));
  }
}

void lash_validation_markdown(const lash_validation *v, FILE *out) {
  count_line(v, out);
  failures_of(v, out);
  published_table(v, out);
  close_calls(v, out);
  for (size_t i = 0; i < v->count; i++) matrix_of(&v->item[i], out);
  for (size_t i = 0; i < v->count; i++) rows_of(&v->item[i], out);
}
