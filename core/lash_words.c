/* Cutting text into words. */
#include "lash_words.h"

#include <string.h>

static const char separators[] = " \t\r\n,;\"";
static const char blanks[] = " \t";

bool lash_word_next(const char *text, size_t *at, lash_word_span *span) {
  const char *key = text + *at + strspn(text + *at, separators);
  const char *end = key + strcspn(key, "= \t\r\n,;\"");
  const char *equals = end + strspn(end, blanks);
  const char *value = end;
  if (*equals == '=') value = equals + 1 + strspn(equals + 1, blanks);
  const size_t length = *equals == '=' ? strcspn(value, separators) : 0;
  *span =
      (lash_word_span){(size_t)(key - text), (size_t)(end - key), (size_t)(value - text), length};
  *at = (size_t)(value - text) + length;
  return *key != '\0';
}

bool lash_word_is_value(const char *text) { return *text && !strpbrk(text, separators); }

static lash_status add(lash_words *words, const char *key, const char *value, lash_error *error) {
  if (lash_words_find(words, key)) {
    return lash_fail(error, LASH_BAD_INPUT, "%s is given twice; leave one of them out", key);
  }
  if (words->count == LASH_WORDS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d words", LASH_WORDS_MAX);
  }
  words->list[words->count++] = (lash_word){key, value, false};
  return LASH_OK;
}

/* A word ends behind its value, where a separator or the end stands: nothing is lost by ending it
 * there, once the next word has been found. */
lash_status lash_words_cut(lash_words *words, lash_error *error) {
  lash_word_span span;
  size_t at = 0;
  lash_status status = LASH_OK;
  words->count = 0;
  while (!status && lash_word_next(words->text, &at, &span)) {
    char *key = words->text + span.key, *value = words->text + span.value;
    if (words->text[at]) at++;
    key[span.key_length] = '\0';
    if (!*key || !span.value_length) {
      return lash_fail(error, LASH_BAD_INPUT, "'%s' has no value; write %s=…", key, key);
    }
    value[span.value_length] = '\0';
    status = add(words, key, value, error);
  }
  return status;
}

/* Index of a key, or the number of words. */
static size_t place_of(const lash_words *words, const char *key) {
  size_t i = 0;
  while (i < words->count && strcmp(words->list[i].key, key) != 0) i++;
  return i;
}

const char *lash_words_find(const lash_words *words, const char *key) {
  const size_t i = place_of(words, key);
  return i < words->count ? words->list[i].value : NULL;
}

const char *lash_words_take(lash_words *words, const char *key) {
  const size_t i = place_of(words, key);
  if (i == words->count) return NULL;
  words->list[i].taken = true;
  return words->list[i].value;
}
