/* Writes JSON to a stream, keeping track of commas and nesting. Numbers are written so that reading
 * them back gives the same bits; NaN and infinity become null. */
#ifndef LASH_JSON_H
#define LASH_JSON_H

#include <stdbool.h>
#include <stdio.h>

typedef struct json {
  FILE *out;
  int depth;
  bool first[32]; /* nothing written yet at this depth */
} json;

void json_start(json *j, FILE *out);
void json_end(json *j); /* ends the document with a line feed */

/* Inside an object pass the key; inside an array, or for the document itself, pass NULL. */
void json_object(json *j, const char *key);
void json_object_end(json *j);
void json_array(json *j, const char *key);
void json_array_end(json *j);
void json_number(json *j, const char *key, double value);
void json_integer(json *j, const char *key, long long value);
void json_string(json *j, const char *key, const char *value); /* NULL becomes null */
void json_boolean(json *j, const char *key, bool value);

#endif
