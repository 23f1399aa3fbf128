/* Looking up statements, arguments and choices by name or abbreviation. */
#include "table.h"

#include <string.h>

#define DECLARE(NAME, member, type) extern const statement statement_##NAME;
LASH_KINDS(DECLARE)
LASH_SINGLE_KINDS(DECLARE)

static const statement *const statements[LASH_KIND_COUNT] = {
#define ROW(NAME, member, type) [LASH_KIND_##NAME] = &statement_##NAME,
    LASH_KINDS(ROW) LASH_SINGLE_KINDS(ROW)
#undef ROW
};

static const size_t sizes[LASH_KIND_COUNT] = {
#define ROW(NAME, member, type) [LASH_KIND_##NAME] = sizeof(type),
    LASH_KINDS(ROW) LASH_SINGLE_KINDS(ROW)
#undef ROW
};

/* Legal statements that have no place in the model yet. */
static const struct {
  const char *name, *instead; /* NULL: the motion does not depend on it */
} foreign[] = {
    {"NFORCE", "use BEAM, FIELD or GFORCE between pairs of markers"},
    {"SURFACE", "use GRAPHICS primitives in CONTACT"},
    {"CVSF", "use PTCV or a CONTACT"},
    {"PTSF", "use JPRIM INPLANE or a CONTACT"},
    {"SFSF", "use CONTACT between GRAPHICS"},
    {"FE_LOAD", "use GFORCE at markers of the FE_PART"},
    {"TIRE", "write the tyre force as a GFORCE"},
    {"EXTSYS", "use GSE"},
    {"VSINTEGRATOR", "give the step with INTEGRATOR/HMAX"},
    {"CONTROL", "it belongs in a command file"},
    {"LIST", "write the ids out where they are used"},
    {"DEBUG", NULL},
    {"EIGEN", NULL},
    {"SENSITIVITY", NULL},
    {"LSE_DISCRETE", "use GSE with ND"},
    {"NODE", "use MARKER on the FE_PART or FLEX_BODY"},
};
enum { FOREIGN_COUNT = sizeof foreign / sizeof foreign[0] };

const statement *statement_of(lash_kind kind) { return statements[kind]; }
size_t kind_size(lash_kind kind) { return sizes[kind]; }
bool kind_single(lash_kind kind) { return kind >= LASH_KIND_UNITS && kind < LASH_KIND_COUNT; }

const char *lash_kind_name(lash_kind kind) {
  return kind > LASH_KIND_NONE && kind < LASH_KIND_COUNT ? statements[kind]->name : "nothing";
}

bool candidate(candidates *of, const char *name, const void *row) {
  of->whole = slice_is(of->word, name);
  if (of->whole) {
    of->one = row;
  } else if (of->word.length && slice_begins(of->word, name) && !of->other) {
    *(of->one ? &of->other : &of->one) = row;
  }
  return of->whole;
}

match candidates_match(const candidates *of) {
  return !of->one ? MATCH_NONE : of->whole || !of->other ? MATCH_ONE : MATCH_MANY;
}

match statement_match(slice word, const statement **found, const statement **other) {
  candidates c = {.word = word};
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++)
    if (candidate(&c, statements[kind]->name, statements[kind])) break;
  *found = c.one;
  *other = c.other;
  return candidates_match(&c);
}

bool foreign_statement(slice word, const char **instead) {
  for (size_t i = 0; i < FOREIGN_COUNT; i++) {
    *instead = foreign[i].instead;
    if (slice_is(word, foreign[i].name)) return true;
  }
  return false;
}

bool argument_takes_value(const argument *row) {
  return row->type != ARG_FLAG && row->type != ARG_BOOL;
}

/* Whether the word begins as a name that ends in '*'. */
static bool matches_star(slice word, const char *name) {
  const size_t length = strlen(name);
  if (!length || name[length - 1] != '*' || word.length < length) return false;
  return slice_begins((slice){name, length - 1}, word.start);
}

/* One pass over the arguments that do, or do not, take a value. */
static match match_in_class(const statement *of, slice word, bool valued, const argument **found,
                            const argument **other) {
  candidates c = {.word = word};
  for (size_t i = 0; i < of->count && !c.whole; i++) {
    const argument *row = &of->arguments[i];
    if (row->type != ARG_UNUSED && argument_takes_value(row) != valued) continue;
    bool preferred = row->shortest && word.length >= row->shortest && slice_begins(word, row->name);
    if (preferred || matches_star(word, row->name))
      c = (candidates){.one = row, .whole = true};
    else
      candidate(&c, row->name, row);
  }
  *found = c.one;
  *other = c.other;
  return candidates_match(&c);
}

match argument_match(const statement *of, slice word, bool valued, const argument **found,
                     const argument **other) {
  match result = match_in_class(of, word, valued, found, other);
  return result == MATCH_NONE ? match_in_class(of, word, !valued, found, other) : result;
}

match choice_match(const choice *choices, slice word, const choice **found) {
  candidates c = {.word = word};
  for (const choice *row = choices; row->word; row++)
    if (candidate(&c, row->word, row)) break;
  *found = c.one;
  return candidates_match(&c);
}

/* --------------------------------------------------------------------------------- did you mean */

static const char *statement_name_at(size_t index, const void *context) {
  (void)context;
  return statements[index + 1]->name;
}

static const char *argument_name_at(size_t index, const void *context) {
  return ((const argument *)context)[index].name;
}

enum { WORD_MAX = 64 };

static void to_word(slice from, char word[WORD_MAX]) {
  size_t length = from.length < WORD_MAX ? from.length : WORD_MAX - 1;
  memcpy(word, from.start, length);
  word[length] = '\0';
}

const char *statement_nearest(slice from) {
  char word[WORD_MAX];
  to_word(from, word);
  return lash_nearest_name(word, LASH_KIND_COUNT - 1, statement_name_at, NULL);
}

const char *argument_nearest(const statement *of, slice from) {
  char word[WORD_MAX];
  to_word(from, word);
  return lash_nearest_name(word, of->count, argument_name_at, of->arguments);
}

static void add_name(char *text, size_t size, const char *name) {
  size_t used = strlen(text);
  snprintf(text + used, size - used, "%s%s", used ? ", " : "", name);
}

void argument_names(const statement *of, char *text, size_t size) {
  text[0] = '\0';
  for (size_t i = 0; i < of->count; i++) add_name(text, size, of->arguments[i].name);
}

void choice_names(const choice *choices, char *text, size_t size) {
  text[0] = '\0';
  for (; choices->word; choices++) add_name(text, size, choices->word);
}

/* ------------------------------------------------------------------------------------- defaults */

static void set_default(const argument *row, char *member) {
  switch (row->type) {
    case ARG_NUMBER:
      *(double *)member = row->standard;
      break;
    case ARG_VECTOR:
      for (size_t i = 0; i < row->max_count; i++) ((double *)member)[i] = row->standard;
      break;
    case ARG_INTEGER:
      *(int *)member = (int)row->standard;
      break;
    case ARG_MASK:
      *(unsigned *)member = (unsigned)row->standard;
      break;
    case ARG_REF:
      *(lash_ref *)member = (lash_ref){0, -1};
      break;
    default:
      break; /* zero bytes say "not given" already */
  }
}

void element_defaults(const statement *of, void *element) {
  if (of->base) element_defaults(of->base, element);
  for (size_t i = 0; i < of->count; i++) {
    set_default(&of->arguments[i], (char *)element + of->arguments[i].offset);
  }
}

bool lash_given(const lash_element *element, const char *name) {
  if (element->kind <= LASH_KIND_NONE || element->kind >= LASH_KIND_COUNT) return false;
  const statement *of = statements[element->kind];
  for (size_t i = 0; i < of->count; i++) {
    if ((element->given >> i & 1u) && strcmp(of->arguments[i].name, name) == 0) return true;
  }
  return false;
}
