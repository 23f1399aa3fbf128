/* Reads claims.csv: a heading, then one claim per row, fields quoted where they hold commas. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"

enum { FIELD_COUNT = 10 };

static const char *const heading[FIELD_COUNT] = {
    "id", "quantity", "published", "unit", "kind", "measure", "rule", "expected", "source", "note"};

static lash_status whole_file(const char *path, char **text, lash_error *error) {
  FILE *file = fopen(path, "rb");
  if (!file) return lash_fail(error, LASH_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  *text = calloc((size_t)(size > 0 ? size : 0) + 2, 1);
  const bool good = *text && fread(*text, 1, (size_t)size, file) == (size_t)size;
  fclose(file);
  if (good) return LASH_OK;
  free(*text);
  *text = NULL;
  return lash_fail(error, LASH_FAILURE, "cannot read %s", path);
}

/* Cuts one field off, in place: quotes removed, doubled quotes made single. `more` tells whether
 * the row goes on. */
static char *next_field(char **at, bool *more) {
  char *in = *at, *out = *at, *field = *at;
  bool quoted = false;
  for (; *in; in++) {
    if (*in == '"') {
      if (quoted && in[1] == '"')
        *out++ = *in++;
      else
        quoted = !quoted;
    } else if (!quoted && (*in == ',' || *in == '\n')) {
      break;
    } else if (*in != '\r') {
      *out++ = *in;
    }
  }
  *more = *in == ',';
  *at = *in ? in + 1 : in;
  *out = '\0';
  return field;
}

static lash_status read_row(char **at, const char **field, lash_error *error) {
  bool more = true;
  size_t count = 0;
  while (more) {
    const char *text = next_field(at, &more);
    if (count < FIELD_COUNT) field[count] = text;
    count++;
  }
  if (count == FIELD_COUNT) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%zu fields where %d are wanted", count, FIELD_COUNT);
}

lash_status claims_read(const char *path, lash_validation_case *out, lash_error *error) {
  lash_status status = whole_file(path, &out->text, error);
  char *at = out->text;
  for (size_t row = 1; status == LASH_OK && *at; row++) {
    const char *field[FIELD_COUNT];
    status = read_row(&at, field, error);
    if (status == LASH_OK && row == 1) {
      for (size_t i = 0; i < FIELD_COUNT && status == LASH_OK; i++) {
        if (strcmp(field[i], heading[i]) != 0) {
          status = lash_fail(error, LASH_BAD_INPUT, "column %zu is '%s' where '%s' is wanted",
                             i + 1, field[i], heading[i]);
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
