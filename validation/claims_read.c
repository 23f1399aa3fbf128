/* Reads claims.csv: a heading, then one claim per row, fields quoted where they hold commas. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "csv.h"
#include "files.h"

const char *const claims_heading[CLAIMS_FIELDS] = {"id",       "reading", "quantity", "published",
                                                   "unit",     "kind",    "measure",  "rule",
                                                   "expected", "source",  "note"};

/* `readings`: whether there is a column for them. */
static lash_status read_row(char **at, bool readings, const char **field, lash_error *error) {
  bool last = false;
  size_t count = 0;
  field[CLAIMS_READING] = "";
  while (!last) {
    const char *text = csv_field(at, &last);
    if (!readings && count == CLAIMS_READING) count++;
    if (count < CLAIMS_FIELDS) field[count] = text;
    count++;
  }
  if (count == CLAIMS_FIELDS) return LASH_OK;
  const size_t less = readings ? 0 : 1;
  return lash_fail(error, LASH_BAD_INPUT, "%zu fields where %zu are wanted", count - less,
                   CLAIMS_FIELDS - less);
}

static lash_status check_heading(const char *const *field, bool readings, lash_error *error) {
  for (size_t i = 0; i < CLAIMS_FIELDS; i++) {
    if ((!readings && i == CLAIMS_READING) || strcmp(field[i], claims_heading[i]) == 0) continue;
    return lash_fail(error, LASH_BAD_INPUT, "a column is '%s' where '%s' is wanted", field[i],
                     claims_heading[i]);
  }
  return LASH_OK;
}

/* What a row says of itself: a kind misspelt would make a published claim of a check, a verdict
 * misspelt a difference from the record. An empty verdict is one that is not on record yet. */
static lash_status check_row(const lash_validation_case *out, const char *const *f,
                             lash_error *error) {
  static const char *const kinds[] = {"value", "trend", "none", "variant", "check"};
  bool kind = false, verdict = !f[8][0];
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) kind |= strcmp(f[5], kinds[i]) == 0;
  for (lash_verdict v = LASH_REPRODUCED; v <= LASH_NOT_RUN; v++)
    verdict |= strcmp(f[8], lash_verdict_name(v)) == 0;
  if (!kind)
    return lash_fail(error, LASH_BAD_INPUT, "'%s' is no kind: value, trend, none, variant or check",
                     f[5]);
  if (!verdict)
    return lash_fail(error, LASH_BAD_INPUT,
                     "'%s' is no verdict: reproduced, not reproduced, undecided, …, or nothing",
                     f[8]);
  for (size_t i = 0; i < out->claim_count; i++)
    if (strcmp(out->claim[i].id, f[0]) == 0)
      return lash_fail(error, LASH_BAD_INPUT, "there is another row '%s'", f[0]);
  return LASH_OK;
}

static lash_status add_claim(lash_validation_case *out, const char *const *f, lash_error *error) {
  claim_rule rule;
  lash_status status = claim_rule_read(f[7], &rule, error);
  if (status == LASH_OK) status = check_row(out, f, error);
  if (status != LASH_OK) return status;
  lash_claim *grown = realloc(out->claim, (out->claim_count + 1) * sizeof *grown);
  if (!grown) return lash_fail(error, LASH_FAILURE, "out of memory");
  out->claim = grown;
  grown[out->claim_count++] = (lash_claim){.id = f[0],
                                           .reading = f[1],
                                           .quantity = f[2],
                                           .published = f[3],
                                           .unit = f[4],
                                           .kind = f[5],
                                           .measure = f[6],
                                           .rule = f[7],
                                           .expected = f[8],
                                           .source = f[9],
                                           .note = f[10],
                                           .computed = NAN,
                                           .low = NAN,
                                           .high = NAN,
                                           .verdict = LASH_NOT_RUN};
  return LASH_OK;
}

lash_status claims_read(const char *path, lash_validation_case *out, lash_error *error) {
  lash_status status = file_read(path, &out->text, NULL, error);
  char *at = out->text;
  const bool readings = status == LASH_OK && strncmp(at, "id,reading,", 11) == 0;
  for (size_t row = 1; status == LASH_OK && *at; row++) {
    const char *field[CLAIMS_FIELDS];
    status = read_row(&at, readings, field, error);
    if (status == LASH_OK)
      status = row == 1 ? check_heading(field, readings, error) : add_claim(out, field, error);
    if (status != LASH_OK) lash_error_prefix(error, "%s: row %zu", path, row);
  }
  return status;
}

/* --------------------------------------------------------------------------- names in measures */

/* The next RUN.COLUMN in a formula from `at` on; false: no more. */
static bool next_name(const char **at, char run[RUN_NAME_MAX], char column[RUN_NAME_MAX]) {
  const char *letters = "_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  while (**at) {
    const size_t length = strspn(*at, letters);
    const bool named = length > 0 && !(**at >= '0' && **at <= '9');
    if (named && length < RUN_NAME_MAX && (*at)[length] == '.') {
      snprintf(run, RUN_NAME_MAX, "%.*s", (int)length, *at);
      *at += length + 1;
      const size_t rest = strspn(*at, letters);
      snprintf(column, RUN_NAME_MAX, "%.*s", (int)rest, *at);
      *at += rest;
      return true;
    }
    *at += length ? length : 1;
  }
  return false;
}

const char *claim_curves(const lash_claim *claim) {
  static const char word[] = "curve ";
  return strncmp(claim->published, word, sizeof word - 1) == 0 ? claim->published : NULL;
}

lash_status claims_curves(const char *path, const lash_validation_case *c, run_list *runs,
                          lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < c->claim_count && status == LASH_OK; i++) {
    const char *name = claim_curves(&c->claim[i]);
    if (!name) continue;
    status = run_list_add_curves(runs, name, path, strchr(name, ' ') + 1, error);
    if (status != LASH_OK) lash_error_prefix(error, "%s: claim %s", path, c->claim[i].id);
  }
  return status;
}

static lash_status check_name(const run_list *runs, const lash_claim *claim, const char *run,
                              const char *column, lash_error *error) {
  formula_value ignored;
  const char *curves = strcmp(run, "published") == 0 ? claim_curves(claim) : run;
  if (curves && run_list_has_curves(runs, curves))
    return run_list_curve(runs, curves, column, &ignored, error) ? LASH_OK : LASH_BAD_INPUT;
  static const char *const singles[] = {"time", "audit", "contacts", "rank", "seconds"};
  if (strcmp(run, "every") == 0 && (strcmp(column, "audit") == 0 || strcmp(column, "apart") == 0))
    return LASH_OK;
  const run_setup *s = run_list_find(runs, run);
  if (!s) return lash_fail(error, LASH_BAD_INPUT, "there is no run %s", run);
  if (s->audit == RUN_AUDIT_OFF)
    return lash_fail(error, LASH_BAD_INPUT, "run %s has no energy balance: 'audit off'", run);
  for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++)
    if (strcmp(column, singles[i]) == 0) return LASH_OK;
  for (size_t i = 0; i < s->columns; i++)
    if (strcmp(column, s->column[i].name) == 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "run %s has no column %s", run, column);
}

lash_status claims_check(const char *path, const lash_validation_case *c, const run_list *runs,
                         lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < c->claim_count && status == LASH_OK; i++) {
    char run[RUN_NAME_MAX], column[RUN_NAME_MAX];
    const char *at = c->claim[i].measure;
    while (status == LASH_OK && next_name(&at, run, column))
      status = check_name(runs, &c->claim[i], run, column, error);
    if (status != LASH_OK) lash_error_prefix(error, "%s: claim %s", path, c->claim[i].id);
  }
  return status;
}
