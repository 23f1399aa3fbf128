/* Reading line-oriented text: words, numbers, and messages that name file and line. */
#ifndef LASH_TEXT_H
#define LASH_TEXT_H

#include <stdio.h>

#include "lash_core.h"

enum { TEXT_LINE = 4096, TEXT_WORDS = 256 };

typedef struct text {
  char *file;
  FILE *in;
  long line;
  char buffer[TEXT_LINE];
  size_t count; /* words of the line */
  char *word[TEXT_WORDS];
} text;

lash_status text_open(text *t, const char *file, lash_error *error);
void text_close(text *t);

/* The next line with a word on it, split at blanks and any of `also` (NULL: none); text from '#'
 * on is a comment. `*more` is false at the end of the file. */
lash_status text_next(text *t, const char *also, bool *more, lash_error *error);

/* Fails with "file:line: message". */
lash_status text_fail(const text *t, lash_error *error, const char *format, ...) LASH_PRINTF(3, 4);

/* Word `index` as a number or as an integer >= 0; `what` names it in the message. */
lash_status text_number(const text *t, size_t index, const char *what, double *value,
                        lash_error *error);
lash_status text_integer(const text *t, size_t index, const char *what, int *value,
                         lash_error *error);

#endif
