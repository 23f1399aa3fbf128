/* Writes JSON to a stream. */
#include "json.h"

#include <math.h>
#include <string.h>

#include "lash_core.h"
#include "quote.h"

/* Text from users' files need not be UTF-8; JSON must be. */
static void write_string(FILE *out, const char *text) {
  static const char marks[] = "\"\\\n\t", *const by[] = {"\\\"", "\\\\", "\\n", "\\t"};
  putc('"', out);
  for (const char *p = text; *p; p++) {
    const char *mark = strchr(marks, *p);
    const size_t length = utf8_length(p);
    if (mark) {
      fputs(by[mark - marks], out);
    } else if ((unsigned char)*p < 0x20) {
      fprintf(out, "\\u%04x", (unsigned)*p);
    } else if (length) {
      fwrite(p, 1, length, out);
      p += length - 1;
    } else {
      fputs("\\ufffd", out);
    }
  }
  putc('"', out);
}

/* Comma, line feed and key before any value. */
static void lead(json *j, const char *key) {
  if (j->depth > 0) {
    if (!j->first[j->depth]) putc(',', j->out);
    fprintf(j->out, "\n%*s", 2 * j->depth, "");
    j->first[j->depth] = false;
  }
  if (key) {
    write_string(j->out, key);
    fputs(": ", j->out);
  }
}

static void open_level(json *j, const char *key, const char *brackets) {
  lead(j, key);
  putc(brackets[0], j->out);
  j->depth++;
  j->first[j->depth] = true;
  j->end[j->depth] = brackets[1];
}

static void close_level(json *j) {
  const int depth = j->depth--;
  if (!j->first[depth]) fprintf(j->out, "\n%*s", 2 * j->depth, "");
  putc(j->end[depth], j->out);
}

void json_start(json *j, FILE *out) { *j = (json){.out = out, .first = {true}}; }

json json_object_to(FILE *out) {
  json j;
  json_start(&j, out);
  json_object(&j, NULL);
  return j;
}

json json_array_to(FILE *out) {
  json j;
  json_start(&j, out);
  json_array(&j, NULL);
  return j;
}

void json_end(json *j) {
  while (j->depth > 0) close_level(j);
  putc('\n', j->out);
}

void json_object(json *j, const char *key) { open_level(j, key, "{}"); }
void json_object_end(json *j) { close_level(j); }
void json_array(json *j, const char *key) { open_level(j, key, "[]"); }
void json_array_end(json *j) { close_level(j); }

void json_number(json *j, const char *key, double value) {
  lead(j, key);
  if (isfinite(value)) {
    char text[LASH_NUMBER_MAX];
    fputs(lash_write_number(value, 17, text), j->out);
  } else {
    fputs("null", j->out);
  }
}

void json_integer(json *j, const char *key, long long value) {
  lead(j, key);
  fprintf(j->out, "%lld", value);
}

void json_string(json *j, const char *key, const char *value) {
  lead(j, key);
  if (value) {
    write_string(j->out, value);
  } else {
    fputs("null", j->out);
  }
}

void json_boolean(json *j, const char *key, bool value) {
  lead(j, key);
  fputs(value ? "true" : "false", j->out);
}

void json_numbers(json *j, const char *key, const double *values, size_t count) {
  json_array(j, key);
  for (size_t i = 0; i < count; i++) json_number(j, NULL, values[i]);
  json_array_end(j);
}
