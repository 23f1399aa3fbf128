/* Reads words and numbers from a statement's text. */
#include "cursor.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "source.h"

static const double radians_per_degree = 3.14159265358979323846 / 180;

bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_blanks(cursor *c) {
  while (c->text[c->at] == ' ') c->at++;
}

char cursor_peek(cursor *c) {
  skip_blanks(c);
  return c->text[c->at];
}

bool cursor_accept(cursor *c, char one) {
  if (cursor_peek(c) != one) return false;
  c->at++;
  return true;
}

slice cursor_word(cursor *c) {
  skip_blanks(c);
  slice word = {c->text + c->at, 0};
  if (!isalpha((unsigned char)c->text[c->at])) return word;
  while (is_word_char(c->text[c->at])) c->at++, word.length++;
  return word;
}

bool cursor_comma(cursor *c) {
  bool hard = cursor_accept(c, ',');
  bool soft = cursor_accept(c, SOURCE_SOFT_COMMA);
  if (!hard && !soft) return false;
  skip_blanks(c);
  return true;
}

bool cursor_starts_number(cursor *c) {
  char first = cursor_peek(c);
  return is_digit(first) || first == '+' || first == '-' || first == '.';
}

static void skip_number_like(cursor *c) {
  while (is_word_char(c->text[c->at]) || c->text[c->at] == '.') c->at++;
}

static size_t skip_digits(cursor *c) {
  size_t start = c->at;
  while (is_digit(c->text[c->at])) c->at++;
  return c->at - start;
}

static number_fault malformed(cursor *c, number_fault fault) {
  skip_number_like(c);
  return fault;
}

number_fault cursor_number(cursor *c, double *value) {
  if (!cursor_starts_number(c)) return NUMBER_NONE;
  const char *start = c->text + c->at;
  if (*start == '+' || *start == '-') c->at++;
  size_t digits = skip_digits(c);
  if (c->text[c->at] == '.') c->at++, digits += skip_digits(c);
  if (!digits) return malformed(c, NUMBER_MALFORMED);
  if (toupper((unsigned char)c->text[c->at]) == 'E') {
    c->at++;
    if (c->text[c->at] == '+' || c->text[c->at] == '-') c->at++;
    if (!skip_digits(c)) return malformed(c, NUMBER_MALFORMED);
  }
  bool degrees = toupper((unsigned char)c->text[c->at]) == 'D';
  if (degrees) {
    c->at++;
    char next = c->text[c->at];
    if (is_digit(next) || ((next == '+' || next == '-') && is_digit(c->text[c->at + 1]))) {
      c->at++;
      return malformed(c, NUMBER_D_EXPONENT);
    }
  }
  if (is_word_char(c->text[c->at]) || c->text[c->at] == '.') return malformed(c, NUMBER_MALFORMED);
  double number = lash_read_number(start, NULL);
  if (!isfinite(number)) return NUMBER_TOO_LARGE;
  *value = degrees ? number * radians_per_degree : number;
  return NUMBER_OK;
}

number_fault cursor_integer(cursor *c, int *value) {
  if (!cursor_starts_number(c)) return NUMBER_NONE;
  cursor copy = *c;
  size_t start = c->at;
  bool whole = skip_digits(c) > 0 && !is_word_char(c->text[c->at]) && c->text[c->at] != '.';
  if (!whole) {
    double ignored;
    cursor_number(&copy, &ignored);
    *c = copy;
    return NUMBER_MALFORMED;
  }
  long long sum = 0;
  for (size_t i = start; i < c->at; i++) {
    sum = 10 * sum + (c->text[i] - '0');
    if (sum > INT_MAX) return NUMBER_TOO_LARGE;
  }
  *value = (int)sum;
  return NUMBER_OK;
}

const char *number_fault_text(number_fault fault) {
  static const char *const texts[] = {
      [NUMBER_OK] = "",
      [NUMBER_NONE] = "no number here",
      [NUMBER_MALFORMED] = "this is not a number",
      [NUMBER_D_EXPONENT] = "D after a number means degrees; write exponents with E (1E3)",
      [NUMBER_TOO_LARGE] = "the number is too large",
  };
  return texts[fault];
}

bool slice_begins(slice word, const char *name) {
  return word.length <= strlen(name) && strncasecmp(word.start, name, word.length) == 0;
}

bool slice_is(slice word, const char *name) {
  return word.length == strlen(name) && strncasecmp(word.start, name, word.length) == 0;
}
