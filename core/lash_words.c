/* Cutting text into words. */
#include "lash_words.h"

#include <string.h>

static const char separators[] = " \t\r\n,;\"";

static char *skip(char *p, const char *set) { return p + strspn(p, set); }

/* Ends the piece that starts at p and returns what follows. */
static char *cut(char *p, const char *stop, char *stopped_by) {
  p += strcspn(p, stop);
  *stopped_by = *p;
  if (*p) *p++ = '\0';
  return p;
}

static lash_status add(word_list *words, const char *key, const char *value, lash_error *error) {
  if (words_find(words, key)) {
    return lash_fail(error, LASH_BAD_INPUT, "%s is given twice; leave one of them out", key);
  }
  if (words->count == WORDS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d words", WORDS_MAX);
  }
  words->list[words->count++] = (word){key, value};
  return LASH_OK;
}

lash_status words_cut(word_list *words, lash_error *error) {
  words->count = 0;
  char *p = skip(words->text, separators);
  while (*p) {
    char stopped_by, *key = p;
    p = cut(p, "= \t\r\n,;\"", &stopped_by);
    if (stopped_by == ' ' || stopped_by == '\t') {
      p = skip(p, " \t");
      if (*p == '=') stopped_by = *p++;
    }
    char *value = p = skip(p, " \t");
    if (stopped_by != '=' || !*key || !*value || strchr(separators, *value)) {
      return lash_fail(error, LASH_BAD_INPUT, "'%s' has no value; write %s=…", key, key);
    }
    p = skip(cut(p, separators, &stopped_by), separators);
    lash_status status = add(words, key, value, error);
    if (status) return status;
  }
  return LASH_OK;
}

const char *words_find(const word_list *words, const char *key) {
  for (size_t i = 0; i < words->count; i++) {
    if (strcmp(words->list[i].key, key) == 0) return words->list[i].value;
  }
  return NULL;
}
