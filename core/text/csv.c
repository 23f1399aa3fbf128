#include "csv.h"

#include <math.h>
#include <string.h>

#include "lash_core.h"

static void lead(csv *c) {
  if (c->begun) putc(',', c->out);
  c->begun = true;
}

/* Spreadsheets take such a cell for a formula, which can start programs. */
static bool is_formula(const char *text) {
  double number;
  return *text && strchr("=+-@", *text) && !lash_parse_number(text, &number);
}

/* Control characters are commands to terminals; line feeds and tabs are text. */
static void put_character(FILE *out, char c) {
  const unsigned char code = (unsigned char)c;
  if ((code < 0x20 && c != '\n' && c != '\t') || code == 0x7f)
    fprintf(out, "\\x%02x", (unsigned)code);
  else
    putc(c, out);
}

void csv_text(csv *c, const char *text) {
  const bool quoted = strpbrk(text, ",\"\n") != NULL;
  lead(c);
  if (quoted) putc('"', c->out);
  if (is_formula(text)) putc('\'', c->out);
  for (; *text; text++) {
    if (*text == '"') putc('"', c->out);
    put_character(c->out, *text);
  }
  if (quoted) putc('"', c->out);
}

static void put_number(csv *c, double value, int digits) {
  char text[LASH_NUMBER_MAX];
  fputs(lash_write_number(value, digits, text), c->out);
}

void csv_number(csv *c, double value) {
  lead(c);
  put_number(c, value, 17);
}

void csv_rounded(csv *c, double value, int digits) {
  lead(c);
  if (isfinite(value)) put_number(c, value, digits);
}

void csv_count(csv *c, size_t count) {
  lead(c);
  fprintf(c->out, "%zu", count);
}

void csv_row(csv *c) {
  putc('\n', c->out);
  c->begun = false;
}

char *csv_field(char **at, bool *last) {
  char *read = *at, *write = *at, *field = *at;
  bool quoted = *read == '"';
  if (quoted) read++;
  while (*read) {
    if (quoted && read[0] == '"') {
      if (read[1] != '"') {
        quoted = false;
        read++;
        continue;
      }
      read++;
    } else if (!quoted && (*read == ',' || *read == '\n' || (*read == '\r' && read[1] == '\n'))) {
      break;
    }
    *write++ = *read++;
  }
  const char end = *read;
  if (end == '\r') read++;
  *at = *read ? read + 1 : read;
  *write = '\0';
  *last = end != ',';
  return field;
}
