/* Reads words and numbers from a statement's text. */
#ifndef LASH_MODEL_CURSOR_H
#define LASH_MODEL_CURSOR_H

#include "lash_model.h"

typedef struct cursor {
  const char *text; /* zero-terminated */
  size_t at;
} cursor;

/* A stretch of text, not zero-terminated. */
typedef struct slice {
  const char *start;
  size_t length;
} slice;

char cursor_peek(cursor *c);             /* next character after blanks, 0 at the end */
bool cursor_accept(cursor *c, char one); /* skips blanks and `one` when it comes next */
slice cursor_word(cursor *c);            /* letters, digits and '_', beginning with a letter */

/* True at ',' or a comma that began a line; skips it (and a doubled one) with blanks after it. */
bool cursor_comma(cursor *c);

typedef enum number_fault {
  NUMBER_OK,
  NUMBER_NONE,       /* no number here */
  NUMBER_MALFORMED,  /* begins like one: 1.2.3, 4x */
  NUMBER_D_EXPONENT, /* 1D3: D means degrees here, not an exponent */
  NUMBER_TOO_LARGE   /* overflows */
} number_fault;

/* A number as datasets write it: 1, -.5, 2.E-3, 90D (degrees, converted to radians). On a fault the
 * cursor stands after the offending text. */
number_fault cursor_number(cursor *c, double *value);

bool cursor_starts_number(cursor *c);

/* A positive integer that may have leading zeros; same faults. */
number_fault cursor_integer(cursor *c, int *value);

const char *number_fault_text(number_fault fault);

/* Case-insensitive: is `word` equal to / the beginning of `name`? */
bool slice_is(slice word, const char *name);
bool slice_begins(slice word, const char *name);

bool is_word_char(char c);

#endif
