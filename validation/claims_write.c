/* Writes claims.csv anew, with the verdicts of a run as those on record. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "claims.h"

/* Quoted only where it must be, so that a change shows as little as it is. */
static void write_field(FILE *file, const char *text, char end) {
  if (!strpbrk(text, ",\"\n")) {
    fprintf(file, "%s%c", text, end);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fprintf(file, "\"%c", end);
}

static void write_claim(FILE *file, const lash_claim *k, bool readings) {
  const char *record = k->verdict == LASH_NOT_RUN ? k->expected : lash_verdict_name(k->verdict);
  const char *const texts[] = {k->id,      k->reading, k->quantity, k->published, k->unit, k->kind,
                               k->measure, k->rule,    record,      k->source,    k->note};
  const size_t count = sizeof texts / sizeof texts[0];
  for (size_t i = 0; i < count; i++) {
    if (i != 1 || readings) write_field(file, texts[i], i + 1 < count ? ',' : '\n');
  }
}

lash_status claims_write(const char *path, const lash_validation_case *c, lash_error *error) {
  char part[1300];
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "w");
  if (!file) return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", part, strerror(errno));
  bool readings = false; /* a column for them only where there are any */
  for (size_t i = 0; i < c->claim_count; i++) readings |= c->claim[i].reading[0] != '\0';
  fprintf(file, "id,%squantity,published,unit,kind,measure,rule,expected,source,note\n",
          readings ? "reading," : "");
  for (size_t i = 0; i < c->claim_count; i++) write_claim(file, &c->claim[i], readings);
  const bool good = !ferror(file);
  if (fclose(file) != 0 || !good || rename(part, path) != 0)
    return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
  return LASH_OK;
}
