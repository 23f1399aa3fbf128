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
  char end[32];   /* the bracket that closes it */
} json;

/* A document, or one that is an object or a list of values. */
void json_start(json *j, FILE *out);
json json_object_to(FILE *out);
json json_array_to(FILE *out);

/* Closes what is still open and ends the document with a line feed. */
void json_end(json *j);

/* Inside an object pass the key; inside an array, or for the document itself, pass NULL. */
void json_object(json *j, const char *key);
void json_object_end(json *j);
void json_array(json *j, const char *key);
void json_array_end(json *j);
void json_number(json *j, const char *key, double value);
void json_integer(json *j, const char *key, long long value);
void json_string(json *j, const char *key, const char *value); /* NULL becomes null */
void json_boolean(json *j, const char *key, bool value);
void json_numbers(json *j, const char *key, const double *values, size_t count); /* a list */

#endif
