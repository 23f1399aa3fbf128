/* Reads a function expression: joins its lines, remembers where each stands, finds USER parameters.
 */
#include <string.h>

#include "values.h"

void lash_expression_where(const lash_expression *expression, size_t offset, int *line,
                           int *column) {
  piece_where(expression->piece, expression->piece_count, offset, line, column);
}

static bool ends_operand(char c) { return is_word_char(c) || c == ')' || c == '.'; }

/* What a comma at the start of a line means, from what stands before and after it: two operands in
 * a row are never one expression, so there it separates; everywhere else it only continues the
 * line. */
static bool separates(char before, char after) {
  return ends_operand(before) && (is_word_char(after) || (after == '.' && before != '.'));
}

typedef struct extent {
  size_t start, end; /* of the expression in the statement's text */
  int depth;         /* open parentheses left */
  bool excess;       /* a ')' too many */
} extent;

static char next_visible(const char *text, size_t at) {
  while (text[at] == ' ' || text[at] == SOURCE_SOFT_COMMA) at++;
  return text[at];
}

/* Finds where the expression ends: at '\', or outside parentheses at a comma that separates. */
static extent measure(cursor *c) {
  cursor_peek(c);
  extent e = {c->at, c->at, 0, false};
  char before = '\0';
  for (; c->text[c->at] && c->text[c->at] != '\\'; c->at++) {
    char here = c->text[c->at];
    if (here == '(') e.depth++;
    if (here == ')' && --e.depth < 0) e.excess = true, e.depth = 0;
    if (here == ',' && e.depth == 0) break;
    if (here == SOURCE_SOFT_COMMA) {
      if (e.depth == 0 && separates(before, next_visible(c->text, c->at))) break;
    } else if (here != ' ') {
      before = here;
    }
  }
  e.end = c->at;
  while (e.end > e.start && strchr(" \n", c->text[e.end - 1])) e.end--;
  return e;
}

/* Copies the expression, marking a new piece wherever the file's line changes. */
static bool copy_expression(value_place *p, extent e, lash_expression *out) {
  size_t lines = 1;
  for (size_t i = e.start; i < e.end; i++) lines += p->c->text[i] == SOURCE_SOFT_COMMA;
  /* lines joined by '&' leave no mark in the text but are pieces of the statement */
  lines += p->context->piece_count;
  char *text = value_alloc(p->context, e.end - e.start + 1);
  lash_piece *piece = value_alloc(p->context, lines * sizeof *piece);
  if (!text || !piece) return false;

  size_t used = 0, pieces = 0, known = 0;
  const lash_piece *from = p->context->piece;
  while (known + 1 < p->context->piece_count && from[known + 1].offset <= e.start) known++;
  bool begins = true;
  for (size_t i = e.start; i < e.end; i++) {
    bool new_line = known + 1 < p->context->piece_count && from[known + 1].offset == i;
    if (new_line) known++, begins = true;
    char here = p->c->text[i];
    if (here == SOURCE_SOFT_COMMA) {
      size_t last = used;
      while (last && text[last - 1] == ' ') last--;
      char before = last ? text[last - 1] : '\0';
      here = separates(before, next_visible(p->c->text, i)) ? ',' : ' ';
    }
    if (begins && p->context->piece_count) {
      piece[pieces++] =
          (lash_piece){used, from[known].line, from[known].column + (int)(i - from[known].offset)};
      begins = false;
    }
    text[used++] = here;
  }
  text[used] = '\0';
  out->text = text;
  out->piece = piece;
  out->piece_count = pieces;
  return true;
}

/* The list between the parentheses of USER(…), each item a number. */
static bool read_parameters(parse_context *context, cursor *c, lash_expression *out, size_t room) {
  double *value = value_alloc(context, room * sizeof *value);
  if (!value) return false;
  size_t count = 0;
  if (cursor_peek(c) != ')') {
    do {
      if (count == room || cursor_number(c, &value[count]) != NUMBER_OK) return false;
      count++;
    } while (cursor_accept(c, ','));
  }
  if (!cursor_accept(c, ')') || cursor_peek(c)) return false;
  out->parameters = (lash_numbers){count, value};
  return true;
}

/* Finds the parameters when the expression is USER(…). */
static void parse_user_function(parse_context *context, lash_expression *e) {
  cursor c = {e->text, 0};
  e->user = false;
  e->parameters = (lash_numbers){0, NULL};
  slice word = cursor_word(&c);
  if (!slice_is(word, "USER") || !cursor_accept(&c, '(')) return;
  size_t commas = 0;
  for (const char *t = e->text; *t; t++) commas += *t == ',';
  size_t at = c.at;
  if (!read_parameters(context, &c, e, commas + 1)) {
    const char *rest = e->text + at;
    int line, column;
    lash_expression_where(e, c.at ? c.at - 1 : 0, &line, &column);
    parse_report(context, LASH_ERROR, 0,
                 "USER(%.*s is not a list of numbers closed by ')' (near line %d, column %d)", 40,
                 rest, line, column);
  }
  e->user = true;
}

bool value_read_expression(value_place *p) {
  extent e = measure(p->c);
  lash_expression *out = (lash_expression *)(void *)p->member;
  if (e.start == e.end) {
    parse_report(p->context, LASH_ERROR, p->at, "%s has no expression after '='", p->row->name);
    return false;
  }
  if (e.depth || e.excess) {
    parse_report(p->context, LASH_ERROR, p->at, "the parentheses of %s do not match: %s",
                 p->row->name, e.excess ? "a ')' too many" : "a ')' is missing");
    return false;
  }
  if (!copy_expression(p, e, out)) return false;
  parse_user_function(p->context, out);
  return true;
}
