/* A text of laws, line by line:
 *
 *   # laws of our shop
 *   law press_fit
 *     kind     contact
 *     formula  K*delta^n*(1 + a*v/v0)
 *     param    K  N/m^n  1e8  (0,inf)  stiffness
 *     param    n  1      1.5  [1,3]    exponent
 *     param    a  1      -    [0,inf)  hysteresis factor, must be given
 *     cite     Author 2020, Journal 1:1
 *     note     measured between 1 and 10 um
 *     spline   1  0 0  1e-6 2  2e-6 5  4e-6 16        for AKISPL(delta,0,1) in the formula
 *
 * A friction law without state has kind friction and a formula of s and N; a bristle law has decay,
 * stiffness and, as wished, damping and viscous instead of formula (kernel_friction.c). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "open_impl.h"

enum { LAWS_MAX = 200, LINE_MAX_CHARS = 4096 };

/* A law while its lines are read. */
typedef struct draft {
  open_law *law;
  int line;
  char *formula[OPEN_FORMULAS];
  int formula_line[OPEN_FORMULAS];
  lash_param *params;
  int spline_id[OPEN_SPLINES_MAX];
} draft;

typedef struct reader {
  const char *file, *source;
  int line;
  draft now;
  open_law **laws;
  size_t count;
  lash_error *error;
} reader;

static lash_status wrong(reader *r, const char *format, const char *word) {
  lash_fail(r->error, LASH_BAD_INPUT, format, word);
  lash_error_prefix(r->error, "%s:%d", r->file, r->line);
  return LASH_BAD_INPUT;
}

static lash_status no_memory(reader *r) {
  return lash_fail(r->error, LASH_FAILURE, "%s: no memory left for laws", r->file);
}

/* The next word of a line; NULL at its end. The line is cut in place. */
static char *next_word(char **rest) {
  char *word = *rest;
  while (isspace((unsigned char)*word)) word++;
  if (!*word) return NULL;
  char *end = word;
  while (*end && !isspace((unsigned char)*end)) end++;
  *rest = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

/* What is left of a line, without blanks at either end. */
static char *remainder_of(char *rest) {
  while (isspace((unsigned char)*rest)) rest++;
  size_t length = strlen(rest);
  while (length && isspace((unsigned char)rest[length - 1])) rest[--length] = '\0';
  return rest;
}

static lash_status keep_text(reader *r, const char **place, char *rest) {
  rest = remainder_of(rest);
  if (!*rest) return wrong(r, "%s is missing here", "the text of this line");
  if (*place) return wrong(r, "%s is given twice", "this line");
  size_t size = strlen(rest) + 1;
  char *copy = malloc(size);
  if (!copy) return no_memory(r);
  memcpy(copy, rest, size);
  *place = copy;
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------- parameters */

/* "[0,inf)" or "any". */
static lash_status read_range(reader *r, const char *text, lash_param *p) {
  p->min = -INFINITY, p->max = INFINITY;
  if (strcmp(text, "any") == 0) return LASH_OK;
  char open = 0, close = 0, low[64] = "", high[64] = "";
  int used = 0;
  int fields = sscanf(text, "%c%63[^,],%63[^])]%c%n", &open, low, high, &close, &used);
  bool good = fields == 4 && !text[used] && strchr("[(", open) && strchr("])", close);
  if (good && strcmp(low, "-inf") != 0) good = lash_parse_number(low, &p->min);
  if (good && strcmp(high, "inf") != 0) good = lash_parse_number(high, &p->max);
  if (!good || !(p->min < p->max)) {
    return wrong(r, "'%s' is not a range: write [0,1], (0,inf) or any, without blanks", text);
  }
  if (open == '(') p->flags |= LASH_PARAM_MIN_OPEN;
  if (close == ')') p->flags |= LASH_PARAM_MAX_OPEN;
  return LASH_OK;
}

static bool reserved(const char *name) {
  static const char *const words[] = {"delta", "v", "v0", "s", "N"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp(words[i], name) == 0) return true;
  }
  return false;
}

static bool is_name(const char *text) {
  if (!isalpha((unsigned char)*text)) return false;
  for (; *text; text++) {
    if (!isalnum((unsigned char)*text) && *text != '_') return false;
  }
  return true;
}

static void free_param(const lash_param *p) {
  free((char *)p->name);
  free((char *)p->unit);
  free((char *)p->meaning);
}

static lash_status read_param(reader *r, char *rest) {
  lash_open_law *given = &r->now.law->given;
  char *name = next_word(&rest), *unit = next_word(&rest), *standard = next_word(&rest),
       *range = next_word(&rest);
  if (!range)
    return wrong(r, "%s",
                 "write: param NAME UNIT DEFAULT RANGE MEANING (DEFAULT - : must be given)");
  if (!is_name(name)) return wrong(r, "'%s' is not a name of letters, digits and _", name);
  if (reserved(name)) return wrong(r, "'%s' is a variable of laws and cannot be a parameter", name);
  if (given->param_count == LASH_PARAMS_MAX) return wrong(r, "too many parameters with '%s'", name);
  for (size_t i = 0; i < given->param_count; i++) {
    if (strcmp(given->params[i].name, name) == 0) return wrong(r, "'%s' is there twice", name);
  }
  lash_param *p = &r->now.params[given->param_count];
  *p = (lash_param){.standard = NAN};
  if (strcmp(standard, "-") != 0 && !lash_parse_number(standard, &p->standard)) {
    return wrong(r, "the default '%s' is not a number (write - when it must be given)", standard);
  }
  lash_status status = read_range(r, range, p);
  if (!status) status = keep_text(r, &p->name, name);
  if (!status) status = keep_text(r, &p->unit, unit);
  if (!status)
    status = *remainder_of(rest) ? keep_text(r, &p->meaning, rest)
                                 : keep_text(r, &p->meaning, (char[]){"parameter"});
  given->param_count++; /* also a half-read one: the law frees it */
  return status;
}

/* -------------------------------------------------------------------------------------- splines */

static lash_status read_spline(reader *r, char *rest) {
  enum { NUMBERS_MAX = 800 };
  draft *d = &r->now;
  char *id = next_word(&rest), *word;
  double number, x[NUMBERS_MAX / 2], y[NUMBERS_MAX / 2];
  size_t count = 0;
  if (!id || !lash_parse_number(id, &number) || number != (int)number || number < 1) {
    return wrong(r, "write: spline ID x1 y1 x2 y2 …, ID a whole number%s", "");
  }
  if (d->law->spline_count == OPEN_SPLINES_MAX) return wrong(r, "too many splines%s", "");
  while ((word = next_word(&rest))) {
    double *place = count % 2 ? &y[count / 2] : &x[count / 2];
    if (count == NUMBERS_MAX) return wrong(r, "a spline has at most 400 points%s", "");
    if (!lash_parse_number(word, place)) return wrong(r, "'%s' is not a number", word);
    count++;
  }
  if (count % 2) return wrong(r, "the last point of the spline has no y%s", "");
  lash_interpolant_data data = {.points = count / 2, .curves = 1, .x = x, .y = y};
  size_t k = d->law->spline_count;
  lash_status status = lash_interpolant_create(&data, &d->law->spline[k], r->error);
  if (status) return lash_error_prefix(r->error, "%s:%d", r->file, r->line), status;
  d->spline_id[k] = (int)number;
  d->law->spline_count++;
  return LASH_OK;
}

static const lash_interpolant *find_spline(void *context, int id) {
  const draft *d = context;
  for (size_t i = 0; i < d->law->spline_count; i++) {
    if (d->spline_id[i] == id) return d->law->spline[i];
  }
  return NULL;
}

/* ------------------------------------------------------------------------------ finishing a law */

static const char *const bristle_words[] = {"decay", "stiffness", "damping", "viscous"};

static lash_status compile_all(reader *r) {
  draft *d = &r->now;
  for (int k = 0; k < OPEN_FORMULAS; k++) {
    if (!d->formula[k]) continue;
    lash_expr_options at = {.file = r->file,
                            .line = d->formula_line[k],
                            .owner = d->law->name,
                            .find_spline = find_spline,
                            .context = d};
    lash_status status = open_compile(d->law, k, d->formula[k], &at, r->error);
    if (status) return status;
  }
  return LASH_OK;
}

/* The formula that people see of a bristle law. */
static lash_status describe_bristle(reader *r) {
  draft *d = &r->now;
  char text[LINE_MAX_CHARS];
  snprintf(text, sizeof text, "dz/dt = v - (%s) z; F = (%s) z + (%s) dz/dt + (%s) v",
           d->formula[BRISTLE_DECAY], d->formula[BRISTLE_STIFFNESS],
           d->formula[BRISTLE_DAMPING] ? d->formula[BRISTLE_DAMPING] : "0",
           d->formula[BRISTLE_VISCOUS] ? d->formula[BRISTLE_VISCOUS] : "0");
  return keep_text(r, &d->law->given.formula, text);
}

static void forget_draft(draft *d) {
  for (int k = 0; k < OPEN_FORMULAS; k++) free(d->formula[k]);
  *d = (draft){0};
}

static lash_status finish_law(reader *r) {
  draft *d = &r->now;
  if (!d->law) return LASH_OK;
  int line = r->line;
  r->line = d->line; /* what is missing is missing from the law */
  if (d->law->bristle && (!d->formula[BRISTLE_DECAY] || !d->formula[BRISTLE_STIFFNESS])) {
    return wrong(r, "law %s: a bristle law needs decay and stiffness", d->law->given.name);
  }
  if (!d->formula[FORMULA_FORCE]) return wrong(r, "law %s has no formula", d->law->given.name);
  if (d->law->bristle && d->law->given.kind != LASH_OPEN_FRICTION) {
    return wrong(r, "law %s: decay and stiffness belong to kind friction", d->law->given.name);
  }
  d->law->variables = d->law->given.kind == LASH_OPEN_FRICTION ? 2 : 3;
  snprintf(d->law->derivatives, sizeof d->law->derivatives, "exact, by the formula");
  lash_status status = compile_all(r);
  if (!status && d->law->bristle) status = describe_bristle(r);
  if (!status && !d->law->bristle) {
    status = keep_text(r, &d->law->given.formula, d->formula[FORMULA_FORCE]);
  }
  if (!status) {
    status = d->law->given.kind == LASH_OPEN_FRICTION ? open_finish_friction(d->law, r->error)
                                                      : open_finish_contact(d->law, r->error);
  }
  forget_draft(d);
  r->line = line;
  return status;
}

/* ---------------------------------------------------------------------------------------- lines */

static lash_status begin_law(reader *r, char *rest) {
  lash_status status = finish_law(r);
  if (status) return status;
  char *name = next_word(&rest);
  if (!name || !is_name(name) || strlen(name) > 60) {
    return wrong(r, "a law needs a name of letters, digits and _%s", "");
  }
  for (size_t i = 0; i < r->count; i++) {
    if (strcmp(r->laws[i]->given.name, name) == 0) return wrong(r, "law %s is there twice", name);
  }
  if (r->count == LAWS_MAX) return wrong(r, "too many laws in one text%s", "");
  open_law *law = calloc(1, sizeof *law);
  lash_param *params = calloc(LASH_PARAMS_MAX, sizeof *params);
  if (!law || !params) return free(law), free(params), no_memory(r);
  r->laws[r->count++] = law;
  r->now = (draft){.law = law, .line = r->line, .params = params};
  snprintf(law->name, sizeof law->name, "%s::%s", r->source, name);
  law->given = (lash_open_law){LASH_OPEN_LAW_HEAD, .params = params};
  law->from_text = true;
  return keep_text(r, &law->given.name, name);
}

static lash_status read_kind(reader *r, char *rest) {
  static const char *const kinds[] = {"contact", "line", "friction"};
  const char *kind = remainder_of(rest);
  for (int k = 0; k < 3; k++) {
    if (strcmp(kinds[k], kind) == 0) return r->now.law->given.kind = k, LASH_OK;
  }
  return wrong(r, "kind is contact, line or friction, not '%s'", kind);
}

static lash_status read_formula(reader *r, int which, char *rest) {
  r->now.formula_line[which] = r->line;
  const char *text = r->now.formula[which];
  lash_status status = keep_text(r, &text, rest);
  if (!status) r->now.formula[which] = (char *)text;
  return status;
}

static lash_status read_line(reader *r, char *line) {
  char *rest = line, *word = next_word(&rest);
  if (!word) return LASH_OK;
  if (strcmp(word, "law") == 0) return begin_law(r, rest);
  if (!r->now.law) return wrong(r, "'%s' stands before the first line `law NAME`", word);
  lash_open_law *given = &r->now.law->given;
  if (strcmp(word, "kind") == 0) return read_kind(r, rest);
  if (strcmp(word, "param") == 0) return read_param(r, rest);
  if (strcmp(word, "spline") == 0) return read_spline(r, rest);
  if (strcmp(word, "cite") == 0) return keep_text(r, &given->citation, rest);
  if (strcmp(word, "note") == 0) return keep_text(r, &given->note, rest);
  if (strcmp(word, "formula") == 0) {
    if (r->now.law->bristle) return wrong(r, "a law has a %s or decay, not both", word);
    return read_formula(r, FORMULA_FORCE, rest);
  }
  for (int k = 0; k < OPEN_FORMULAS; k++) {
    if (strcmp(word, bristle_words[k]) != 0) continue;
    if (r->now.formula[FORMULA_FORCE] && !r->now.law->bristle) {
      return wrong(r, "a law has a formula or %s, not both", word);
    }
    r->now.law->bristle = true;
    return read_formula(r, k, rest);
  }
  return wrong(r,
               "'%s' is none of law, kind, formula, param, cite, note, spline, decay, stiffness, "
               "damping, viscous",
               word);
}

/* One line of the text without its comment; false when it is too long. */
static bool take_line(const char **text, char *line) {
  size_t length = strcspn(*text, "\n"), kept = 0;
  for (size_t i = 0; i < length && (*text)[i] != '#'; i++) {
    if (kept + 1 == LINE_MAX_CHARS) return false;
    line[kept++] = (*text)[i];
  }
  line[kept] = '\0';
  *text += length + ((*text)[length] == '\n');
  return true;
}

static void free_text_law(open_law *law) {
  for (size_t i = 0; i < law->given.param_count; i++) free_param(&law->given.params[i]);
  free((lash_param *)law->given.params);
  free((char *)law->given.name);
  free((char *)law->given.formula);
  free((char *)law->given.citation);
  free((char *)law->given.note);
  for (int k = 0; k < OPEN_FORMULAS; k++) {
    lash_expr_free(law->formula[k].expr);
    free(law->formula[k].source);
  }
  for (size_t i = 0; i < law->spline_count; i++) lash_interpolant_free(law->spline[i]);
}

void open_free(open_law **laws, size_t count) {
  for (size_t i = 0; laws && i < count; i++) {
    if (laws[i] && laws[i]->from_text) free_text_law(laws[i]);
    free(laws[i]);
  }
  free(laws);
}

lash_status open_text(const char *text, const char *file, const char *source, open_law ***laws,
                      size_t *count, lash_error *error) {
  reader r = {.file = file, .source = source, .error = error};
  char line[LINE_MAX_CHARS];
  lash_status status = LASH_OK;
  *laws = NULL;
  *count = 0;
  r.laws = calloc(LAWS_MAX, sizeof *r.laws);
  if (!r.laws) return no_memory(&r);
  while (*text && !status) {
    r.line++;
    status =
        take_line(&text, line) ? read_line(&r, line) : wrong(&r, "this line is too long%s", "");
  }
  if (!status) status = finish_law(&r);
  if (!status && r.count == 0) status = wrong(&r, "there is no law in this text%s", "");
  if (status) {
    forget_draft(&r.now);
    open_free(r.laws, r.count);
    return status;
  }
  *laws = r.laws;
  *count = r.count;
  return LASH_OK;
}
