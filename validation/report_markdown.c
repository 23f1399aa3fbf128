/* The verdicts as Markdown, for docs/validation.md: what came of each published claim, which
 * readings make a difference, and all rows behind them. */
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

/* Numbers of the parts of a claim in its first reading. */
static void write_found(const lash_validation_case *c, const lash_published *p, FILE *out) {
  char number[96];
  bool more = false;
  const size_t length = strlen(p->id);
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    if (!lash_claim_counts(k) || strncmp(k->id, p->id, length) != 0) continue;
    if (strcmp(k->reading, p->first->reading) != 0) continue;
    report_number(k, number, sizeof number);
    fprintf(out, "%s%s", more ? "; " : "", number);
    more = true;
  }
}

static void published_table(const lash_validation *v, FILE *out) {
  fputs(
      "### Published claims\n\n| claim | says | printed | found, with 95 % interval | reading | "
      "verdict |\n|---|---|---|---|---|---|\n",
      out);
  for (size_t i = 0; i < v->count; i++) {
    const lash_validation_case *c = &v->item[i];
    lash_published p;
    for (size_t at = 0; lash_validation_published(c, &at, &p);) {
      char verdict[256];
      verdict_text(&p, verdict, sizeof verdict);
      fprintf(out, "| [%s](../validation/%s/README.md) | %s | %s | ", p.id, c->name,
              p.first->quantity, p.first->published);
      write_found(c, &p, out);
      fprintf(out, " %s | %s | %s |\n", p.first->unit, p.first->reading, verdict);
    }
  }
}

/* ---------------------------------------------------------------------------------------- matrix
 */

enum { READINGS_MAX = 32 };

static size_t readings_of(const lash_validation_case *c, const char *reading[READINGS_MAX]) {
  size_t count = 0;
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    size_t at = 0;
    if (!lash_claim_counts(k)) continue;
    while (at < count && strcmp(reading[at], k->reading) != 0) at++;
    if (at == count && count < READINGS_MAX) reading[count++] = k->reading;
  }
  return count;
}

static bool has_reading(const lash_validation_case *c, const lash_published *p, const char *text) {
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    if (lash_claim_counts(k) && strncmp(k->id, p->id, strlen(p->id)) == 0 &&
        strcmp(k->reading, text) == 0)
      return true;
  }
  return false;
}

/* Claim by reading, for the claims that are read more than one way. */
static void matrix_of(const lash_validation_case *c, FILE *out) {
  const char *reading[READINGS_MAX];
  const size_t count = readings_of(c, reading);
  if (count < 2) return;
  fprintf(out, "\n### Readings: %s\n\n| claim |", c->name);
  for (size_t r = 0; r < count; r++)
    fprintf(out, " %s |", reading[r][0] ? reading[r] : "as printed");
  fputs("\n|---|", out);
  for (size_t r = 0; r < count; r++) fputs("---|", out);
  fputc('\n', out);
  lash_published p;
  for (size_t at = 0; lash_validation_published(c, &at, &p);) {
    size_t ways = 0;
    for (size_t r = 0; r < count; r++) ways += has_reading(c, &p, reading[r]);
    if (ways < 2) continue;
    fprintf(out, "| %s |", p.id);
    for (size_t r = 0; r < count; r++)
      fprintf(out, " %s |",
              has_reading(c, &p, reading[r])
                  ? lash_verdict_name(lash_reading_verdict(c, p.first, reading[r]))
                  : "");
    fputc('\n', out);
  }
}

static void rows_of(const lash_validation_case *c, FILE *out) {
  fprintf(out,
          "\n### Rows: %s\n\n| row | reading | quantity | published | computed | unit | verdict |\n"
          "|---|---|---|---|---|---|---|\n",
          c->name);
  for (size_t k = 0; k < c->claim_count; k++) {
    const lash_claim *claim = &c->claim[k];
    char number[96];
    report_number(claim, number, sizeof number);
    fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", claim->id,
            lash_claim_counts(claim) ? claim->reading : claim->kind, claim->quantity,
            claim->published, number, claim->unit, lash_verdict_name(claim->verdict));
  }
}

void lash_validation_markdown(const lash_validation *v, FILE *out) {
  count_line(v, out);
  published_table(v, out);
  for (size_t i = 0; i < v->count; i++) matrix_of(&v->item[i], out);
  for (size_t i = 0; i < v->count; i++) rows_of(&v->item[i], out);
}
