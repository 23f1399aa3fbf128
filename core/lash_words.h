/* Text such as "normal=hertz K=1e8, friction.c = 0.4": the words of a STRING.
 *
 * A word is name=value. Blanks, commas, semicolons, quotes and ends of lines separate words; blanks
 * around '=' are fine. Everybody who reads or changes such a text cuts it here. */
#ifndef LASH_WORDS_H
#define LASH_WORDS_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a word stands in its text: starts and lengths. Without a value its length is 0. */
typedef struct lash_word_span {
  size_t key, key_length;
  size_t value, value_length;
} lash_word_span;

/* The next word from `*at` on, which moves behind it; false at the end of the text. */
LASH_API bool lash_word_next(const char *text, size_t *at, lash_word_span *span);

/* Whether a text can be the value of a word. */
LASH_API bool lash_word_is_value(const char *text);

/* All words of a text. */
enum { LASH_WORDS_MAX = 96, LASH_WORDS_TEXT_MAX = 8192 };

typedef struct lash_word {
  const char *key, *value;
  bool taken; /* somebody has read it and nobody else need */
} lash_word;

typedef struct lash_words {
  char text[LASH_WORDS_TEXT_MAX];
  size_t count;
  lash_word list[LASH_WORDS_MAX];
  const char *folder; /* of the model the text stands in, where files it names are; NULL: none */
} lash_words;

/* Cuts words->text in place. Fails on a word without value and on a name given twice. */
LASH_API lash_status lash_words_cut(lash_words *words, lash_error *error);

/* Value of a key, or NULL; case counts. Taking marks the word. */
LASH_API const char *lash_words_find(const lash_words *words, const char *key);
LASH_API const char *lash_words_take(lash_words *words, const char *key);

#ifdef __cplusplus
}
#endif

#endif
