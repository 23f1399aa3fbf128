/* One named value inside a STRING statement, as the routines of the laws read them: "K=1e8 e=0.9".
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "lash_words.h"
#include "modify_string.h"

/* Where the value of `name` stands in the text; false: nowhere. */
static bool find(const char *text, const char *name, lash_word_span *span) {
  const size_t size = strlen(name);
  size_t at = 0;
  while (lash_word_next(text, &at, span)) {
    const bool named = span->key_length == size && strncmp(text + span->key, name, size) == 0;
    if (named && span->value_length) return true;
  }
  return false;
}

double model_number_in_string(const char *text, const char *name) {
  lash_word_span span;
  return find(text, name, &span) ? lash_read_number(text + span.value, NULL) : NAN;
}

lash_status model_modify_string(lash_model *model, int id, const char *name, const char *value,
                                lash_error *error) {
  const int index = lash_model_find(model, LASH_KIND_STRING, id);
  if (index < 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "STRING/%d: the model has no such element; check the id", id);
  }
  if (!value || !lash_word_is_value(value)) {
    return lash_fail(error, LASH_BAD_INPUT, "STRING/%d.%s takes one word as its value, not '%s'",
                     id, name, value ? value : "");
  }
  lash_string *string = &model->string.item[index];
  const char *old = string->text ? string->text : "";
  const size_t size = strlen(old) + strlen(name) + strlen(value) + 3;
  char *text = arena_alloc(model->arena, size);
  if (!text) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_word_span span;
  if (find(old, name, &span)) {
    snprintf(text, size, "%.*s%s%s", (int)span.value, old, value,
             old + span.value + span.value_length);
  } else {
    snprintf(text, size, "%s%s%s=%s", old, *old ? " " : "", name, value);
  }
  string->text = text;
  return LASH_OK;
}
