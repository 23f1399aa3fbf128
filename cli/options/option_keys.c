#include "option_keys.h"

#include "law_settings.h"

static lash_status number(const char *name, const char *text, bool negative, double *value,
                          lash_error *error) {
  if (lash_parse_number(text, value) && (negative || *value >= 0)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s wants a number%s, not '%s'", name,
                   negative ? "" : " from 0 on", text);
}

bool option_take(const struct argp_option *options, int key, const char *arg, void *arguments,
                 lash_status *status, lash_error *error) {
  const int wanted = key >> OPTION_PLACE_BITS;
  if (wanted < WANTED_TEXT || wanted > WANTED_TEXTS) return false;
  if (status && *status != LASH_OK) return true;
  void *place = (char *)arguments + (key & ((1 << OPTION_PLACE_BITS) - 1));
  const struct argp_option *option = options;
  while (option->key != key) option++;
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
      *status = number(name, arg, wanted == WANTED_NUMBER, place, error);
      break;
    case WANTED_POSITIVE:
      *status = cli_positive(name, arg, place, error);
      break;
    case WANTED_COUNT:
      *status = cli_count(name, arg, 1, place, error);
      break;
    default:
      *status = lash_texts_add(place, arg, error);
  }
  return true;
}
