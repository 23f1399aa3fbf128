#include "csv.h"

#include <math.h>
#include <string.h>

#include "files.h"

static void lead(csv *c) {
  if (c->begun) putc(',', c->out);
  c->begun = true;
}

/* Spreadsheets take a cell that begins so for a formula, which can start programs; behind a ' it is
 * text to them. Texts that begin with one already get another, so that all come back as they were.
 */
static bool looks_like_formula(const char *text) {
  const char *first = text + strspn(text, "'");
  return *first && strchr("=+-@", *first);
}

static bool is_formula(const char *text) {
  double number;
  return looks_like_formula(text) && !lash_parse_number(text, &number);
}

/* Control characters are commands to terminals; ends of lines and tabs are text. */
static void put_character(FILE *out, char c) {
  const unsigned char code = (unsigned char)c;
  if ((code < 0x20 && !strchr("\n\t\r", c)) || code == 0x7f)
    fprintf(out, "\\x%02x", (unsigned)code);
  else
    putc(c, out);
}

void csv_text(csv *c, const char *text) {
  const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
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

lash_status csv_write_in(const char *folder, const char *name,
                         void (*put)(csv *c, const void *context), const void *context,
                         lash_error *error) {
  out_file out;
  const lash_status status = out_open_in(&out, folder, name, error);
  if (status == LASH_OK) put(&(csv){.out = out.stream}, context);
  return out_close(&out, status, error);
}

char *csv_field(char **at, bool *last) { return csv_cell(at, ',', last); }

char *csv_cell(char **at, char delimiter, bool *last) {
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
    } else if (!quoted &&
               (*read == delimiter || *read == '\n' || (*read == '\r' && read[1] == '\n'))) {
      break;
    }
    *write++ = *read++;
  }
  const char end = *read;
  if (end == '\r') read++;
  *at = *read ? read + 1 : read;
  *write = '\0';
  *last = end != delimiter;
  return field + (field[0] == '\'' && looks_like_formula(field)); /* as csv_text() wrote it */
}
