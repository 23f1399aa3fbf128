#include "csv.h"

#include <math.h>
#include <string.h>

#include "lash_core.h"

static void lead(csv *c) {
  if (c->begun) putc(',', c->out);
  c->begun = true;
}

void csv_text(csv *c, const char *text) {
  lead(c);
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, c->out);
    return;
  }
  putc('"', c->out);
  for (; *text; text++) {
    if (*text == '"') putc('"', c->out);
    putc(*text, c->out);
  }
  putc('"', c->out);
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
