/* The verdicts as Markdown, for docs/validation.md. */
#include "validation_report.h"

static void summary(const lash_validation *v, FILE *out) {
  fputs("| case |", out);
  for (lash_verdict k = LASH_REPRODUCED; k <= LASH_NOT_RUN; k++)
    fprintf(out, " %s |", lash_verdict_name(k));
  fputs(" checks met |\n|---|---|---|---|---|---|---|\n", out);
  for (size_t i = 0; i < v->count; i++) {
    const lash_validation_case *c = &v->item[i];
    size_t claims[LASH_NOT_RUN + 1] = {0}, checks[LASH_NOT_RUN + 1] = {0}, all = 0;
    lash_validation_count(c, false, claims);
    lash_validation_count(c, true, checks);
    fprintf(out, "| [%s](../validation/%s/README.md) |", c->name, c->name);
    for (lash_verdict k = LASH_REPRODUCED; k <= LASH_NOT_RUN; k++) {
      fprintf(out, " %zu |", claims[k]);
      all += checks[k];
    }
    fprintf(out, " %zu of %zu |\n", checks[LASH_REPRODUCED], all);
  }
  fputc('\n', out);
}

static void table_of(const lash_validation_case *c, FILE *out) {
  fprintf(out,
          "### %s\n\n| claim | quantity | published | computed | unit | verdict |\n"
          "|---|---|---|---|---|---|\n",
          c->name);
  for (size_t k = 0; k < c->claim_count; k++) {
    const lash_claim *claim = &c->claim[k];
    char number[96];
    report_number(claim, number, sizeof number);
    fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", claim->id, claim->quantity, claim->published,
            number, claim->unit, lash_verdict_name(claim->verdict));
  }
}

void lash_validation_markdown(const lash_validation *v, FILE *out) {
  summary(v, out);
  for (size_t i = 0; i < v->count; i++) {
    if (i) fputc('\n', out);
    table_of(&v->item[i], out);
  }
}
