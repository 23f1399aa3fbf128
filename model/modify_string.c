/* One named value inside a STRING statement, as the routines of the laws read them: "K=1e8 e=0.9".
 */
#include <string.h>

#include "arena.h"
#include "model.h"
#include "modify_string.h"

static const char separators[] = " \t,;";

/* Where the value of `name` stands in the text: from `*start`, so many characters; false: nowhere.
 */
static bool find(const char *text, const char *name, size_t *start, size_t *length) {
  const size_t size = strlen(name);
  const char *word = text + strspn(text, separators);
  while (*word) {
    const size_t all = strcspn(word, separators);
    if (all > size && strncmp(word, name, size) == 0 && word[size] == '=') {
      *start = (size_t)(word - text) + size + 1;
      *length = all - size - 1;
      return true;
    }
    word += all;
    word += strspn(word, separators);
  }
  return false;
}

lash_status model_modify_string(lash_model *model, int id, const char *name, const char *value,
                                lash_error *error) {
  const int index = lash_model_find(model, LASH_KIND_STRING, id);
  if (index < 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "STRING/%d: the model has no such element; check the id", id);
  }
  if (!value || !*value || strpbrk(value, separators)) {
    return lash_fail(error, LASH_BAD_INPUT, "STRING/%d.%s takes one word as its value, not '%s'",
                     id, name, value ? value : "");
  }
  lash_string *string = &model->string.item[index];
  const char *old = string->text ? string->text : "";
  const size_t size = strlen(old) + strlen(name) + strlen(value) + 3;
  char *text = arena_alloc(model->arena, size);
  if (!text) return lash_fail(error, LASH_FAILURE, "out of memory");
  size_t start, length;
  if (find(old, name, &start, &length)) {
    snprintf(text, size, "%.*s%s%s", (int)start, old, value, old + start + length);
  } else {
    snprintf(text, size, "%s%s%s=%s", old, *old ? " " : "", name, value);
  }
  string->text = text;
  return LASH_OK;
}
