/* Reads claims.csv: a heading, then one claim per row, fields quoted where they hold commas. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "csv.h"
#include "files.h"

const char *const claims_heading[CLAIMS_FIELDS] = {
    "id", "quantity", "published", "unit", "kind", "measure", "rule", "expected", "source", "note"};

static lash_status read_row(char **at, const char **field, lash_error *error) {
  bool last = false;
  size_t count = 0;
  while (!last) {
    const char *text = csv_field(at, &last);
    if (count < CLAIMS_FIELDS) field[count] = text;
    count++;
  }
  if (count == CLAIMS_FIELDS) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%zu fields where %d are wanted", count, CLAIMS_FIELDS);
}

lash_status claims_read(const char *path, lash_validation_case *out, lash_error *error) {
  lash_status status = file_read(path, &out->text, NULL, error);
  char *at = out->text;
  for (size_t row = 1; status == LASH_OK && *at; row++) {
    const char *field[CLAIMS_FIELDS];
    status = read_row(&at, field, error);
    if (status == LASH_OK && row == 1) {
      for (size_t i = 0; i < CLAIMS_FIELDS && status == LASH_OK; i++) {
        if (strcmp(field[i], claims_heading[i]) != 0) {
          status = lash_fail(error, LASH_BAD_INPUT, "column %zu is '%s' where '%s' is wanted",
                             i + 1, field[i], claims_heading[i]);
        }
      }
    } else if (status == LASH_OK) {
      lash_claim *grown = realloc(out->claim, (out->claim_count + 1) * sizeof *grown);
      if (!grown) return lash_fail(error, LASH_FAILURE, "out of memory");
      out->claim = grown;
      grown[out->claim_count++] = (lash_claim){
          field[0], field[1], field[2], field[3], field[4], field[5],     field[6], field[7],
          field[8], field[9], NAN,      NAN,      0,        LASH_NOT_RUN, false,    ""};
    }
    if (status != LASH_OK) lash_error_prefix(error, "%s: row %zu", path, row);
  }
  return status;
}
