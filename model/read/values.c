/* Reads the value of one argument. */
#include "values.h"

#include <ctype.h>
#include <string.h>

#include "lash_array.h"

size_t value_excerpt(const char *text) {
  size_t n = 0;
  while (n < 30 && text[n] && text[n] != ',' && text[n] != SOURCE_SOFT_COMMA && text[n] != ' ') n++;
  return n ? n : 1;
}

void *value_alloc(parse_context *context, size_t size) {
  void *memory = arena_alloc(context->arena, size);
  if (!memory) parse_no_memory(context);
  return memory;
}

/* At a comma: does a text value end here, because a known argument follows? */
static bool ends_here(const statement *of, cursor c) {
  if (!cursor_comma(&c)) return false;
  slice word = cursor_word(&c);
  if (!word.length) return false;
  bool valued = cursor_peek(&c) == '=';
  const argument *row, *other;
  match found = argument_match(of, word, valued, &row, &other);
  if (found == MATCH_NONE) return false;
  if (valued) return true;
  char next = cursor_peek(&c);
  bool ends = !next || next == ',' || next == SOURCE_SOFT_COMMA || next == '\\';
  return ends && found == MATCH_ONE && slice_is(word, row->name);
}

/* -------------------------------------------------------------------------------------- numbers */

static bool read_number(value_place *p, double *value) {
  size_t at = p->c->at;
  number_fault fault = cursor_number(p->c, value);
  if (fault == NUMBER_OK) return true;
  const char *text = p->c->text + at;
  parse_report(p->context, LASH_ERROR, at, "%s must be a number, found '%.*s'%s%s", p->row->name,
               (int)value_excerpt(text), text, fault == NUMBER_NONE ? "" : ": ",
               fault == NUMBER_NONE ? "" : number_fault_text(fault));
  return false;
}

static bool in_range(value_place *p, double value) {
  bool positive = p->row->flags & ARG_POSITIVE, not_negative = p->row->flags & ARG_NOT_NEGATIVE;
  if ((!positive || value > 0) && (!not_negative || value >= 0)) return true;
  parse_report(p->context, LASH_ERROR, p->at, "%s = %g must be %s", p->row->name, value,
               positive ? "> 0" : ">= 0");
  return false;
}

static bool keep_number(parse_context *context, size_t count, double value) {
  if (!array_room(&context->scratch, &context->scratch_capacity, count, sizeof value)) {
    parse_no_memory(context);
    return false;
  }
  context->scratch[count] = value;
  return true;
}

/* Is the next item of a list after this comma? Moves past the comma when it is. */
static bool list_goes_on(cursor *c) {
  cursor ahead = *c;
  if (!cursor_comma(&ahead) || !cursor_starts_number(&ahead)) return false;
  *c = ahead;
  return true;
}

/* A list of numbers into the scratch of the context; every faulty item is reported. */
static bool read_list(value_place *p, size_t *count) {
  bool ok = true;
  *count = 0;
  do {
    double value = 0;
    if (!read_number(p, &value) || !in_range(p, value)) ok = false;
    if (!keep_number(p->context, *count, value)) return false;
    ++*count;
  } while (list_goes_on(p->c));
  return ok;
}

static bool count_is_legal(value_place *p, size_t count) {
  size_t least = p->row->min_count, most = p->row->max_count;
  if (count >= least && (!most || count <= most)) return true;
  if (least == most) {
    parse_report(p->context, LASH_ERROR, p->at, "%s needs %zu values, %zu given", p->row->name,
                 least, count);
  } else {
    parse_report(p->context, LASH_ERROR, p->at, "%s needs %zu to %zu values, %zu given",
                 p->row->name, least, most, count);
  }
  return false;
}

static bool read_one_number(value_place *p) {
  double value;
  if (!read_number(p, &value) || !in_range(p, value)) return false;
  memcpy(p->member, &value, sizeof value);
  return true;
}

static bool read_vector(value_place *p) {
  size_t count;
  if (!read_list(p, &count) || !count_is_legal(p, count)) return false;
  double *vector = (double *)(void *)p->member;
  for (size_t i = 0; i < p->row->max_count; i++) {
    vector[i] = i < count ? p->context->scratch[i] : p->row->standard;
  }
  return true;
}

static bool read_numbers(value_place *p) {
  size_t count;
  if (!read_list(p, &count) || !count_is_legal(p, count)) return false;
  lash_numbers *list = (lash_numbers *)(void *)p->member;
  size_t before = p->repeated ? list->count : 0;
  double *value = value_alloc(p->context, (before + count) * sizeof *value);
  if (!value) return false;
  if (before) memcpy(value, list->value, before * sizeof *value);
  memcpy(value + before, p->context->scratch, count * sizeof *value);
  *list = (lash_numbers){before + count, value};
  return true;
}

static bool read_whole(value_place *p, int *value) {
  size_t at = p->c->at;
  bool minus = cursor_accept(p->c, '-');
  if (cursor_integer(p->c, value) != NUMBER_OK) {
    const char *text = p->c->text + at;
    parse_report(p->context, LASH_ERROR, at, "%s must be a whole number, found '%.*s'",
                 p->row->name, (int)value_excerpt(text), text);
    return false;
  }
  if (minus) *value = -*value;
  return true;
}

static bool read_integer(value_place *p) {
  int value;
  if (!read_whole(p, &value) || !in_range(p, value)) return false;
  memcpy(p->member, &value, sizeof value);
  return true;
}

/* ----------------------------------------------------------------------------------- references */

static bool read_id(value_place *p, lash_ref *ref) {
  size_t at = p->c->at;
  int id;
  if (!read_whole(p, &id)) return false;
  if (id <= 0) {
    parse_report(p->context, LASH_ERROR, at, "%s = %d is not an id; ids are 1 or more",
                 p->row->name, id);
    return false;
  }
  *ref = (lash_ref){id, -1};
  return true;
}

static bool read_ref(value_place *p) { return read_id(p, (lash_ref *)(void *)p->member); }

static bool read_refs(value_place *p) {
  size_t count = 0;
  bool ok = true;
  do {
    lash_ref ref = {0, -1};
    if (!read_id(p, &ref)) ok = false;
    if (!keep_number(p->context, count, ref.id)) return false;
    count++;
  } while (list_goes_on(p->c));
  if (!ok || !count_is_legal(p, count)) return false;
  lash_ref *item = value_alloc(p->context, count * sizeof *item);
  if (!item) return false;
  for (size_t i = 0; i < count; i++) item[i] = (lash_ref){(int)p->context->scratch[i], -1};
  *(lash_refs *)(void *)p->member = (lash_refs){count, item};
  return true;
}

/* ---------------------------------------------------------------------------------------- words */

static bool read_choice_word(value_place *p, const choice *choices, int *value) {
  size_t at = p->c->at;
  cursor_peek(p->c);
  slice word = {p->c->text + p->c->at, 0};
  while (is_word_char(p->c->text[p->c->at])) p->c->at++, word.length++;
  const choice *found;
  if (choice_match(choices, word, &found) == MATCH_ONE) {
    *value = found->value;
    return true;
  }
  char names[400];
  choice_names(choices, names, sizeof names);
  parse_report(p->context, LASH_ERROR, at, "%s = '%.*s' is not one of %s", p->row->name,
               (int)word.length, word.start, names);
  return false;
}

static bool read_choice(value_place *p) {
  return read_choice_word(p, p->row->choices, (int *)(void *)p->member);
}

static bool read_switch(value_place *p) {
  static const choice switches[] = {{"ON", 1},  {"OFF", 0}, {"TRUE", 1}, {"FALSE", 0},
                                    {"YES", 1}, {"NO", 0},  {NULL, 0}};
  int value;
  if (!read_choice_word(p, switches, &value)) return false;
  *(bool *)p->member = value != 0;
  return true;
}

/* Is there another word of a ':' or ',' list? */
static bool words_go_on(value_place *p) {
  if (cursor_accept(p->c, ':')) return true;
  char next = cursor_peek(p->c);
  if (next != ',' && next != SOURCE_SOFT_COMMA) return false;
  cursor ahead = *p->c;
  cursor_comma(&ahead);
  const choice *found;
  if (choice_match(p->row->choices, cursor_word(&ahead), &found) != MATCH_ONE) return false;
  if (ends_here(p->of, *p->c)) return false;
  return cursor_comma(p->c);
}

static bool read_mask(value_place *p) {
  unsigned mask = 0;
  do {
    int value;
    if (!read_choice_word(p, p->row->choices, &value)) return false;
    mask |= (unsigned)value;
  } while (words_go_on(p));
  memcpy(p->member, &mask, sizeof mask);
  return true;
}

static bool read_letters(value_place *p) {
  size_t count = 0;
  memset(p->member, 0, p->row->max_count);
  do {
    size_t at = p->c->at;
    slice word = cursor_word(p->c);
    if (!word.length || count == p->row->max_count) {
      parse_report(p->context, LASH_ERROR, at, "%s takes up to %zu letters joined by ':'",
                   p->row->name, p->row->max_count);
      return false;
    }
    p->member[count++] = (char)toupper((unsigned char)word.start[0]);
  } while (cursor_accept(p->c, ':'));
  return true;
}

/* ---------------------------------------------------------------------------------------- texts */

static void set_text(char *member, const char *text) { memcpy(member, &text, sizeof text); }

/* Continuation marks inside a text are not part of it. */
static char *copy_text(parse_context *context, const char *start, size_t length) {
  char *copy = value_alloc(context, length + 1);
  if (!copy) return NULL;
  size_t used = 0;
  for (size_t i = 0; i < length; i++) {
    if (start[i] != SOURCE_SOFT_COMMA) copy[used++] = start[i];
  }
  while (used && copy[used - 1] == ' ') used--;
  copy[used] = '\0';
  return copy;
}

static char *quoted_text(value_place *p) {
  char quote = cursor_peek(p->c);
  const char *start = p->c->text + p->c->at + 1, *close = strchr(start, quote);
  if (!close) {
    parse_report(p->context, LASH_ERROR, p->c->at, "the quote of %s is not closed", p->row->name);
    return NULL;
  }
  p->c->at += (size_t)(close - start) + 2;
  return copy_text(p->context, start, (size_t)(close - start));
}

/* Inside a path a '\' is what Windows puts between folders, unless nothing more comes. */
static bool backslash_ends(const value_place *p) {
  cursor ahead = {p->c->text, p->c->at + 1};
  const char next = cursor_peek(&ahead);
  return !(p->row->flags & ARG_PATH) || !next || next == ',' || next == SOURCE_SOFT_COMMA;
}

/* Text without quotes runs to a '\', to a comma that a known argument follows, or to the end; in a
 * list (`split`) also to the next ',' or single ':'. */
static char *plain_text(value_place *p, bool split) {
  cursor *c = p->c;
  cursor_peek(c);
  size_t start = c->at;
  for (; c->text[c->at]; c->at++) {
    char here = c->text[c->at];
    bool comma = here == ',' || here == SOURCE_SOFT_COMMA;
    if (here == '\\' && backslash_ends(p)) break;
    if (comma && (split || ends_here(p->of, *c))) break;
    if (here != ':' || !split) continue;
    if (c->text[c->at + 1] != ':') break;
    c->at++; /* library::routine stays whole */
  }
  return copy_text(p->context, c->text + start, c->at - start);
}

static char *one_text(value_place *p, bool split) {
  char next = cursor_peek(p->c);
  return next == '"' || next == '\'' ? quoted_text(p) : plain_text(p, split);
}

static bool read_text(value_place *p) {
  char *text = one_text(p, false);
  if (!text) return false;
  set_text(p->member, text);
  return true;
}

static bool read_texts(value_place *p) {
  enum { TEXTS_MAX = 64 };
  const char *found[TEXTS_MAX];
  size_t count = 0;
  for (;;) {
    if (count == TEXTS_MAX) {
      parse_report(p->context, LASH_ERROR, p->at, "%s has more than %d names", p->row->name,
                   TEXTS_MAX);
      return false;
    }
    if (!(found[count++] = one_text(p, true))) return false;
    if (cursor_accept(p->c, ':')) continue;
    char next = cursor_peek(p->c);
    if ((next != ',' && next != SOURCE_SOFT_COMMA) || ends_here(p->of, *p->c)) break;
    cursor_comma(p->c);
  }
  const char **item = value_alloc(p->context, count * sizeof *item);
  if (!item) return false;
  memcpy(item, found, count * sizeof *item);
  *(lash_texts *)(void *)p->member = (lash_texts){count, item};
  return true;
}

static bool read_rest(value_place *p) {
  cursor_peek(p->c);
  const char *start = p->c->text + p->c->at;
  size_t length = strlen(start);
  p->c->at += length;
  bool quoted = length >= 2 && (start[0] == '"' || start[0] == '\'') &&
                strchr(start + 1, start[0]) == start + length - 1;
  char *text =
      quoted ? copy_text(p->context, start + 1, length - 2) : copy_text(p->context, start, length);
  if (!text) return false;
  set_text(p->member, text);
  return true;
}

/* ------------------------------------------------------------------------------------- dispatch */

static bool read_flag(value_place *p) {
  memcpy(p->member, &p->row->value, sizeof p->row->value);
  return true;
}

static bool read_bool(value_place *p) {
  *(bool *)p->member = p->row->value != 0;
  return true;
}

bool value_read(value_place *place) {
  static bool (*const readers[])(value_place *) = {
      [ARG_FLAG] = read_flag,       [ARG_BOOL] = read_bool,
      [ARG_SWITCH] = read_switch,   [ARG_NUMBER] = read_one_number,
      [ARG_VECTOR] = read_vector,   [ARG_NUMBERS] = read_numbers,
      [ARG_INTEGER] = read_integer, [ARG_REF] = read_ref,
      [ARG_REFS] = read_refs,       [ARG_CHOICE] = read_choice,
      [ARG_MASK] = read_mask,       [ARG_LETTERS] = read_letters,
      [ARG_TEXT] = read_text,       [ARG_TEXTS] = read_texts,
      [ARG_REST] = read_rest,       [ARG_EXPRESSION] = value_read_expression,
  };
  /* "ARG =" may stand alone, with its value on the next line after a comma */
  if (argument_takes_value(place->row)) cursor_accept(place->c, SOURCE_SOFT_COMMA);
  return readers[place->row->type](place);
}
