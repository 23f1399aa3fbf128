/* Writes claims.csv anew, with the verdicts of a run as those on record. */
#include "claims.h"
#include "csv.h"
#include "files.h"

static void write_row(csv *c, const char *const *field, size_t count) {
  for (size_t i = 0; i < count; i++) csv_text(c, field[i]);
  csv_row(c);
}

lash_status claims_write(const char *path, const lash_validation_case *k, lash_error *error) {
  out_file out;
  const lash_status status = out_open(&out, path, error);
  csv c = csv_to(out.stream);
  if (status == LASH_OK) write_row(&c, claims_heading, CLAIMS_FIELDS);
  for (size_t i = 0; i < k->claim_count && status == LASH_OK; i++) {
    const lash_claim *one = &k->claim[i];
    const char *record =
        one->verdict == LASH_NOT_RUN ? one->expected : lash_verdict_name(one->verdict);
    const char *const field[CLAIMS_FIELDS] = {one->id,     one->quantity, one->published, one->unit,
                                              one->kind,   one->measure,  one->rule,      record,
                                              one->source, one->note};
    write_row(&c, field, CLAIMS_FIELDS);
  }
  return out_close(&out, status, error);
}
