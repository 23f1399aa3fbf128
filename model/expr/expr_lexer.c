/* Tokens of an expression: numbers, names and marks, with the column of each. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "expr_internal.h"
#include "lash_digits.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return isalpha((unsigned char)c) || c == '_'; }

/* Passes over blanks, comments and the marks that continue a line in a dataset: a comma in front of
 * the next line, an ampersand at the end of this one. A backslash that ends the argument ends the
 * text. */
static size_t skip_blanks(const char *text, size_t at) {
  bool line_start = false;
  for (;; at++) {
    char c = text[at];
    if (c == '\n') {
      line_start = true;
    } else if (c == ',' && line_start) {
      line_start = false;
    } else if (c == '!') {
      while (text[at + 1] && text[at + 1] != '\n') at++;
    } else if (c == '&') {
      size_t next = at + 1;
      while (text[next] == ' ' || text[next] == '\t' || text[next] == '\r') next++;
      if (text[next] != '\n') return at;
    } else if (c == '\\') {
      size_t next = at + 1;
      while (isspace((unsigned char)text[next])) next++;
      return text[next] ? at : next;
    } else if (!isspace((unsigned char)c) || !c) {
      return at;
    }
  }
}

static void read_number(expr_builder *builder, const char *text, size_t *cursor,
                        expr_token *token) {
  char digits[EXPR_NAME_MAX];
  size_t end = (size_t)(lash_decimal_end(text + *cursor) - text), length = end - *cursor;
  token->kind = TOKEN_BAD;
  if (length >= sizeof digits) {
    expr_fail(builder, LASH_BAD_INPUT, token->column, "this number has more than %zu characters",
              sizeof digits - 1);
    return;
  }
  memcpy(digits, text + *cursor, length);
  digits[length] = '\0';
  token->number = lash_read_number(digits, NULL);
  if (!isfinite(token->number)) {
    expr_fail(builder, LASH_BAD_INPUT, token->column, "%s is too large for a number", digits);
    return;
  }
  bool degrees = text[end] == 'd' || text[end] == 'D';
  char after = text[end + degrees];
  if (is_letter(after) || is_digit(after) || after == '.') {
    const char *remedy = degrees && is_digit(after)
                             ? "D behind a number means degrees; write E for a power of ten"
                             : "an operator is missing, or the number is misspelt";
    expr_fail(builder, LASH_BAD_INPUT, token->column, "%s is followed by '%.2s': %s", digits,
              text + end, remedy);
    return;
  }
  if (degrees) token->number *= acos(-1) / 180;
  token->kind = TOKEN_NUMBER;
  *cursor = end + degrees;
}

static void read_name(expr_builder *builder, const char *text, size_t *cursor, expr_token *token) {
  size_t end = *cursor;
  while (is_letter(text[end]) || is_digit(text[end])) end++;
  size_t length = end - *cursor;
  if (length >= sizeof token->name) {
    token->kind = TOKEN_BAD;
    expr_fail(builder, LASH_BAD_INPUT, token->column,
              "the name that begins with '%.12s' is longer than any known", text + *cursor);
    return;
  }
  memcpy(token->name, text + *cursor, length);
  token->name[length] = '\0';
  token->kind = TOKEN_NAME;
  *cursor = end;
}

static void read_mark(expr_builder *builder, const char *text, size_t *cursor, expr_token *token) {
  char c = text[*cursor];
  if (c == '*' && text[*cursor + 1] == '*') {
    token->kind = TOKEN_POWER;
    *cursor += 2;
  } else if (c == '^' && builder->options->names) {
    token->kind = TOKEN_POWER;
    *cursor += 1;
  } else if (strchr("+-*/(),:", c)) {
    token->kind = TOKEN_MARK;
    token->mark = c;
    *cursor += 1;
  } else {
    token->kind = TOKEN_BAD;
    if (c == '^') {
      expr_fail(builder, LASH_BAD_INPUT, token->column, "'^' is not an operator; a power is **");
    } else if (isprint((unsigned char)c)) {
      expr_fail(builder, LASH_BAD_INPUT, token->column,
                "'%c' has no meaning here; the operators are + - * / **", c);
    } else {
      expr_fail(builder, LASH_BAD_INPUT, token->column,
                "a character with code %d has no meaning here", (unsigned char)c);
    }
  }
}

void expr_next_token(expr_builder *builder, const char *text, size_t *cursor, expr_token *token) {
  *cursor = skip_blanks(text, *cursor);
  char c = text[*cursor];
  token->column = (int)*cursor + 1;
  token->mark = '\0';
  if (!c) {
    token->kind = TOKEN_END;
  } else if (is_digit(c) || (c == '.' && is_digit(text[*cursor + 1]))) {
    read_number(builder, text, cursor, token);
  } else if (is_letter(c)) {
    read_name(builder, text, cursor, token);
  } else {
    read_mark(builder, text, cursor, token);
  }
}
