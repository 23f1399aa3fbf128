/* Reads the value of one argument. */
#ifndef LASH_MODEL_VALUES_H
#define LASH_MODEL_VALUES_H

#include "arguments.h"

/* Everything a reader of values needs to know. */
typedef struct value_place {
  parse_context *context;
  const statement *of;
  const argument *row;
  cursor *c;
  char *member; /* where the value goes */
  size_t at;    /* offset of the argument's name */
  bool repeated;
} value_place;

/* Reads and stores; false when the value was faulty and reported. */
bool value_read(value_place *place);

/* Reads an expression with its continuation rules (expression.c). */
bool value_read_expression(value_place *place);

/* Length of the next word or so, for messages. */
size_t value_excerpt(const char *text);

/* Memory for a value; reports when there is none. */
void *value_alloc(parse_context *context, size_t size);

#endif
