/* Numbers as text, with a point, whatever the decimal mark of the process's locale is. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_core.h"
#include "lash_digits.h"

/* The locale's decimal mark: what stands between the digits of a half. */
static size_t decimal_mark(char mark[16]) {
  char half[32];
  snprintf(half, sizeof half, "%.1f", 0.5);
  size_t length = strlen(half) - 2;
  if (length >= 16) length = 15;
  memcpy(mark, half + 1, length);
  mark[length] = '\0';
  return length;
}

static const char *skip_digits(const char *text) {
  while (*text >= '0' && *text <= '9') text++;
  return text;
}

const char *lash_decimal_end(const char *text) {
  const char *end = skip_digits(text), *point = end;
  if (*end == '.') end = skip_digits(end + 1);
  if (end - text - (end > point) < 1) return NULL;
  if (*end != 'e' && *end != 'E') return end;
  const char *digits = end + 1;
  if (*digits == '+' || *digits == '-') digits++;
  return *digits >= '0' && *digits <= '9' ? skip_digits(digits) : end;
}

/* The number's characters with the locale's mark for the point. */
static double read_translated(const char *start, const char *end) {
  char room[128], mark[16];
  const size_t length = (size_t)(end - start), marks = decimal_mark(mark);
  char *copy = length + marks < sizeof room ? room : malloc(length + marks + 1);
  if (!copy) return NAN;
  const char *point = memchr(start, '.', length);
  const size_t before = point ? (size_t)(point - start) : length;
  memcpy(copy, start, before);
  size_t used = before;
  if (point) {
    memcpy(copy + used, mark, marks);
    used += marks;
    memcpy(copy + used, point + 1, length - before - 1);
    used += length - before - 1;
  }
  copy[used] = '\0';
  const double value = strtod(copy, NULL);
  if (copy != room) free(copy);
  return value;
}

double lash_read_number(const char *text, const char **end) {
  const char *start = text;
  while (isspace((unsigned char)*start)) start++;
  const char *digits = start + (*start == '+' || *start == '-');
  const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  const char *stop = hexadecimal ? NULL : lash_decimal_end(digits);
  char *taken;
  double value = strtod(start, &taken);
  if (stop && taken != stop) value = read_translated(start, stop); /* another decimal mark */
  if (!stop) stop = taken == start ? text : taken; /* inf, nan, hexadecimal, or no number */
  if (end) *end = stop;
  return value;
}

bool lash_parse_number(const char *text, double *value) {
  const char *end;
  const double x = lash_read_number(text, &end);
  if (end == text) return false;
  while (isspace((unsigned char)*end)) end++;
  if (*end || !isfinite(x)) return false;
  *value = x;
  return true;
}

/* As "%.*g" writes it: in full from 1e-4 up to as many digits as are wanted, else with an exponent;
 * zeros at the end are left out. */
static const char *write_digits(bool minus, uint64_t digits, int wanted, int exponent, char *text) {
  char figure[24], *out = text;
  int count = wanted;
  while (count > 1 && digits % 10 == 0) digits /= 10, count--;
  const bool in_full = exponent >= -4 && exponent < wanted;
  for (int k = count; k-- > 0; digits /= 10) figure[k] = (char)('0' + digits % 10);
  if (minus) *out++ = '-';
  int point = in_full ? exponent + 1 : 1, next = 0; /* figures before the point */
  if (point <= 0) *out++ = '0';
  for (; next < point; next++) *out++ = next < count ? figure[next] : '0';
  if (next < count) *out++ = '.';
  for (; point < 0; point++) *out++ = '0';
  while (next < count) *out++ = figure[next++];
  if (!in_full) {
    const int size = abs(exponent);
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    if (size >= 100) *out++ = (char)('0' + size / 100);
    *out++ = (char)('0' + size / 10 % 10);
    *out++ = (char)('0' + size % 10);
  }
  *out = '\0';
  return text;
}

const char *lash_write_number(double value, int digits, char text[LASH_NUMBER_MAX]) {
  char mark[16];
  uint64_t figures;
  int exponent;
  if (value == 0) return strcpy(text, signbit(value) ? "-0" : "0");
  if (lash_digits_of(value, digits, &figures, &exponent))
    return write_digits(value < 0, figures, digits, exponent, text);
  snprintf(text, LASH_NUMBER_MAX, "%.*g", digits < 1 ? 1 : digits > 17 ? 17 : digits, value);
  if (strchr(text, '.') || !isfinite(value)) return text;
  const size_t marks = decimal_mark(mark);
  char *at = strstr(text, mark);
  if (!at) return text;
  *at = '.';
  memmove(at + 1, at + marks, strlen(at + marks) + 1);
  return text;
}
