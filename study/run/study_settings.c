/* Settings of a study: texts on the command line, numbers in them, changes of the model. */
#include <stdio.h>
#include <string.h>

#include "formula.h"
#include "lash_study.h"

bool lash_names_find(const lash_names *names, const char *name, double *value) {
  for (size_t i = 0; names && i < names->count; i++) {
    if (strcmp(names->name[i], name) != 0) continue;
    *value = names->value[i];
    return true;
  }
  return false;
}

static bool number_of(void *context, const char *name, double *value) {
  return lash_names_find(context, name, value);
}

lash_status lash_fill_in(const char *text, const lash_names *names, char *out, size_t size,
                         lash_error *error) {
  lash_names copy = names ? *names : (lash_names){0};
  const formula_names context = {&copy, number_of, NULL};
  return formula_fill_in(text, &context, out, size, error);
}

lash_status lash_evaluate(const char *formula, const lash_names *names, double *value,
                          lash_error *error) {
  lash_names copy = names ? *names : (lash_names){0};
  const formula_names context = {&copy, number_of, NULL};
  const lash_status status = formula_number(formula, &context, value, error);
  if (status != LASH_OK) lash_error_prefix(error, "%s", formula);
  return status;
}

static bool word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool has_word(const char *from, const char *to, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = from; at + length <= to; at++) {
    if (strncmp(at, word, length) != 0) continue;
    const bool before = at > from && word_letter(at[-1]);
    const bool behind = at + length < to && word_letter(at[length]);
    if (!before && !behind) return true;
  }
  return false;
}

bool lash_mentions(const char *text, const char *name) {
  const char *open = text, *close;
  while ((open = strstr(open, "${")) && (close = strchr(open, '}'))) {
    if (has_word(open + 2, close, name)) return true;
    open = close;
  }
  return false;
}

/* STATEMENT/ID.ARG=VALUE */
static lash_status apply(lash_model *model, const char *text, const lash_names *names,
                         lash_error *error) {
  char target[256], value[LASH_STUDY_TEXT_MAX];
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t)(equals - text) : strlen(text);
  snprintf(target, sizeof target, "%.*s", (int)length, text);
  lash_status status = LASH_OK;
  if (equals) status = lash_fill_in(equals + 1, names, value, sizeof value, error);
  if (status == LASH_OK) status = lash_model_set(model, target, equals ? value : NULL, error);
  return status;
}

lash_status lash_apply_sets(lash_model *model, const lash_texts_list *sets, const lash_names *names,
                            lash_error *error) {
  for (size_t i = 0; i < sets->count; i++) {
    const lash_status status = apply(model, sets->item[i], names, error);
    if (status == LASH_OK) continue;
    lash_error_prefix(error, "setting %s", sets->item[i]);
    return status;
  }
  return LASH_OK;
}
