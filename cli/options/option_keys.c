#include "option_keys.h"

#include "lash_session.h"

static lash_status number(const char *name, const char *text, bool negative, double *value,
                          lash_error *error) {
  if (lash_parse_number(text, value) && (negative || *value >= 0)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s wants a number%s, not '%s'", name,
                   negative ? "" : " from 0 on", text);
}

int option_letter(const struct argp_option *option) {
  const int key = option[1].flags & OPTION_ALIAS ? option[1].key : option->key;
  return key > ' ' && key < 127 ? key : 0;
}

const struct argp_option *option_of_letter(const struct argp_option *options, int letter) {
  for (const struct argp_option *o = options; o->name || o->key; o++)
    if (o->name && option_letter(o) == letter) return o;
  return NULL;
}

bool option_take(const struct argp_option *options, int key, const char *arg, void *arguments,
                 lash_error *error) {
  const struct argp_option *option = options;
  while ((option->name || option->key) && option->key != key) option++;
  if (option->flags & OPTION_ALIAS) option--;
  const int wanted = option->key >> OPTION_PLACE_BITS;
  if (wanted < WANTED_TEXT || wanted > WANTED_SETTING) return false;
  const bool any = wanted == WANTED_TEXT || wanted == WANTED_NOTHING; /* nothing can be wrong */
  if (!any && error->status != LASH_OK) return true;
  void *place = (char *)arguments + (option->key & ((1 << OPTION_PLACE_BITS) - 1));
  char name[64];
  snprintf(name, sizeof name, "--%s", option->name);
  switch (wanted) {
    case WANTED_TEXT:
      *(const char **)place = arg;
      break;
    case WANTED_NOTHING:
      *(bool *)place = true;
      break;
    case WANTED_NUMBER:
    case WANTED_FROM_ZERO:
      number(name, arg, wanted == WANTED_NUMBER, place, error);
      break;
    case WANTED_POSITIVE:
      cli_positive(name, arg, place, error);
      break;
    case WANTED_COUNT:
      cli_count(name, arg, 1, place, error);
      break;
    case WANTED_TEXTS:
      lash_texts_add(place, arg, error);
      break;
    default:
      cli_settings_add(place, arg, false, error);
  }
  return true;
}

bool option_word(int key, const char *arg, const struct argp_state *state, const char **word,
                 const char *too_many) {
  if (key != ARGP_KEY_ARG) return false;
  if (state->arg_num) argp_error(state, "%s", too_many);
  *word = arg;
  return true;
}
