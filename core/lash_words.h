/* Text such as "normal=hertz K=1e8, friction.c = 0.4" cut into words. */
#ifndef LASH_ROUTINES_WORDS_H
#define LASH_ROUTINES_WORDS_H

#include "lash_core.h"

enum { WORDS_MAX = 96, WORDS_TEXT_MAX = 8192 };

typedef struct word {
  const char *key, *value;
} word;

typedef struct word_list {
  char text[WORDS_TEXT_MAX];
  size_t count;
  word list[WORDS_MAX];
} word_list;

/* Cuts words->text in place. Blanks, commas and semicolons separate; blanks around '=' are fine. */
lash_status words_cut(word_list *words, lash_error *error);

/* Value of a key, or NULL. Case counts, except that callers compare structural words freely. */
const char *words_find(const word_list *words, const char *key);

#endif
