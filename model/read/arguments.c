/* Reads the arguments of one statement into its struct, as its table says. */
#include "arguments.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diagnostics.h"
#include "values.h"

void parse_context_free(parse_context *context) {
  free(context->scratch);
  context->scratch = NULL;
  context->scratch_capacity = 0;
}

void parse_report(parse_context *context, lash_severity severity, size_t offset, const char *format,
                  ...) {
  char text[LASH_MESSAGE_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  int line, column;
  piece_where(context->piece, context->piece_count, offset, &line, &column);
  diagnostics_add(context->diagnostics, severity, context->file, line, column,
                  context->what[0] ? context->what : NULL, "%s", text);
}

void parse_no_memory(parse_context *context) {
  diagnostics_no_memory(context->diagnostics, context->file,
                        context->piece_count ? context->piece[0].line : 0,
                        context->what[0] ? context->what : NULL);
}

static void report_unknown(parse_context *context, const statement *of, slice word, size_t at) {
  const char *near = argument_nearest(of, word);
  if (near) {
    parse_report(context, LASH_ERROR, at, "%s has no argument %.*s; did you mean %s?", of->name,
                 (int)word.length, word.start, near);
    return;
  }
  char names[600];
  argument_names(of, names, sizeof names);
  parse_report(context, LASH_ERROR, at, "%s has no argument %.*s; it takes %s", of->name,
               (int)word.length, word.start, of->count ? names : "none");
}

/* After a fault: on to the next thing that looks like an argument, known or not. */
static void skip_argument(cursor *c) {
  int depth = 0;
  for (; c->text[c->at] && c->text[c->at] != '\\'; c->at++) {
    cursor ahead = *c;
    if (depth == 0 && cursor_comma(&ahead) && cursor_word(&ahead).length) return;
    if (c->text[c->at] == '(') depth++;
    if (c->text[c->at] == ')' && depth) depth--;
  }
}

/* Checks that the argument may stand here with or without '='. */
static bool form_is_legal(parse_context *context, const argument *row, bool valued, size_t at) {
  if (row->type == ARG_UNUSED || argument_takes_value(row) == valued) return true;
  if (valued) {
    parse_report(context, LASH_ERROR, at, "%s takes no value; remove what follows it", row->name);
  } else {
    parse_report(context, LASH_ERROR, at, "%s needs a value: write %s=…", row->name, row->name);
  }
  return false;
}

static const argument *find_argument(parse_context *context, const statement *of, slice word,
                                     bool valued, size_t at) {
  const argument *row, *other;
  switch (argument_match(of, word, valued, &row, &other)) {
    case MATCH_ONE:
      return form_is_legal(context, row, valued, at) ? row : NULL;
    case MATCH_MANY:
      parse_report(context, LASH_ERROR, at, "%.*s could be %s or %s; write it out",
                   (int)word.length, word.start, row->name, other->name);
      return NULL;
    default:
      report_unknown(context, of, word, at);
      return NULL;
  }
}

/* Says once per statement and reason that an argument has no effect. */
static void report_unused(parse_context *context, const statement *of, const argument *row,
                          size_t at, uint64_t given) {
  if (row->flags & ARG_QUIET) return;
  for (size_t i = 0; i < of->count; i++) {
    const argument *other = &of->arguments[i];
    if ((given >> i & 1u) && other != row && other->note && strcmp(other->note, row->note) == 0) {
      return;
    }
  }
  bool matters = row->flags & ARG_UNSUPPORTED;
  parse_report(context, matters ? LASH_NOT_SUPPORTED : LASH_WARNING, at, "%s of %s is not %s: %s",
               row->name, of->name, matters ? "supported" : "used", row->note);
}

/* One argument: its name, '=' and value. */
static void parse_one(parse_context *context, const statement *of, cursor *c, void *base,
                      uint64_t *given) {
  size_t at = c->at;
  slice word = cursor_word(c);
  if (!word.length) {
    parse_report(context, LASH_ERROR, at, "expected the name of an argument, found '%.*s'",
                 (int)value_excerpt(c->text + c->at), c->text + c->at);
    c->at++;
    skip_argument(c);
    return;
  }
  bool valued = cursor_accept(c, '=');
  if (context->command && !valued && slice_is(word, "LIST")) return;
  const argument *row = find_argument(context, of, word, valued, at);
  if (!row) {
    skip_argument(c);
    return;
  }
  uint64_t bit = UINT64_C(1) << (row - of->arguments);
  if ((*given & bit) && !(row->flags & ARG_REPEATS)) {
    parse_report(context, LASH_ERROR, at, "%s is given twice; keep one", row->name);
    skip_argument(c);
    return;
  }
  bool repeated = *given & bit;
  *given |= bit;
  if (row->type == ARG_UNUSED) {
    report_unused(context, of, row, at, *given);
    skip_argument(c);
    return;
  }
  value_place place = {context, of, row, c, (char *)base + row->offset, at, repeated};
  if (!value_read(&place)) skip_argument(c);
}

static void report_contradictions(parse_context *context, const statement *of, uint64_t given,
                                  int line) {
  for (size_t i = 0; i < of->count; i++) {
    const argument *a = &of->arguments[i];
    if (!a->group || !(given >> i & 1u)) continue;
    for (size_t j = i + 1; j < of->count; j++) {
      const argument *b = &of->arguments[j];
      if (!(given >> j & 1u) || a->group != b->group || a->side == b->side) continue;
      diagnostics_add(context->diagnostics, LASH_ERROR, context->file, line, 0, context->what,
                      "%s and %s contradict each other; keep one", a->name, b->name);
      return;
    }
  }
}

void parse_arguments(parse_context *context, const statement *of, cursor *c, void *base,
                     uint64_t *given) {
  *given = 0;
  for (;;) {
    while (cursor_comma(c) || cursor_accept(c, '\\')) continue;
    if (!cursor_peek(c) || context->diagnostics->total[LASH_ERROR] >= MISTAKES_MAX) break;
    parse_one(context, of, c, base, given);
    char next = cursor_peek(c);
    if (next && next != ',' && next != SOURCE_SOFT_COMMA && next != '\\') {
      parse_report(context, LASH_ERROR, c->at, "a comma is missing before '%.*s'",
                   (int)value_excerpt(c->text + c->at), c->text + c->at);
      skip_argument(c);
    }
  }
  report_contradictions(context, of, *given, context->piece_count ? context->piece[0].line : 0);
}

static bool group_given(const statement *of, char group, uint64_t given) {
  for (size_t i = 0; i < of->count; i++) {
    if (of->arguments[i].group == group && (given >> i & 1u)) return true;
  }
  return false;
}

/* "I", or for a group "one of X, Y". */
static void required_names(const statement *of, const argument *row, char *text, size_t size) {
  if (!row->group) {
    snprintf(text, size, "%s", row->name);
    return;
  }
  size_t used = (size_t)snprintf(text, size, "one of");
  bool first = true;
  for (size_t i = 0; i < of->count && used < size; i++) {
    const argument *other = &of->arguments[i];
    if (other->group != row->group || !(other->flags & ARG_REQUIRED)) continue;
    used += (size_t)snprintf(text + used, size - used, "%s %s", first ? "" : ",", other->name);
    first = false;
  }
}

void parse_required(parse_context *context, const statement *of, uint64_t given, int line) {
  char done = '\0';
  for (size_t i = 0; i < of->count; i++) {
    const argument *row = &of->arguments[i];
    if (!(row->flags & ARG_REQUIRED)) continue;
    bool present = row->group ? group_given(of, row->group, given) : given >> i & 1u;
    if (present || (row->group && row->group == done)) continue;
    done = row->group;
    char names[400];
    required_names(of, row, names, sizeof names);
    diagnostics_add(context->diagnostics, LASH_ERROR, context->file, line, 0, context->what,
                    "%s is missing; add it", names);
  }
}

uint64_t parse_contradicted(const statement *of, uint64_t given) {
  uint64_t bits = 0;
  for (size_t i = 0; i < of->count; i++) {
    const argument *a = &of->arguments[i];
    if (!a->group || !(given >> i & 1u)) continue;
    for (size_t j = 0; j < of->count; j++) {
      const argument *b = &of->arguments[j];
      if (b->group == a->group && b->side != a->side) bits |= UINT64_C(1) << j;
    }
  }
  return bits;
}
