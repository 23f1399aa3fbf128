/* Writes claims.csv anew, with the verdicts of a run as those on record. */
#include "claims.h"
#include "csv.h"
#include "files.h"

static void write_row(csv *c, const char *const *field, bool readings) {
  for (size_t i = 0; i < CLAIMS_FIELDS; i++) {
    if (i != CLAIMS_READING || readings) csv_text(c, field[i]);
  }
  csv_row(c);
}

lash_status claims_write(const char *path, const lash_validation_case *c, lash_error *error) {
  out_file out;
  const lash_status status = out_open(&out, path, error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv rows = csv_to(out.stream);
  bool readings = false;
  for (size_t i = 0; i < c->claim_count; i++) readings |= c->claim[i].reading[0] != '\0';
  write_row(&rows, claims_heading, readings);
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    const char *record = k->verdict == LASH_NOT_RUN ? k->expected : lash_verdict_name(k->verdict);
    const char *const field[CLAIMS_FIELDS] = {k->id,   k->reading, k->quantity, k->published,
                                              k->unit, k->kind,    k->measure,  k->rule,
                                              record,  k->source,  k->note};
    write_row(&rows, field, readings);
  }
  return out_close(&out, LASH_OK, error);
}
