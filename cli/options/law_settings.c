/* Choosing laws and parameters on the command line. */
#include "law_settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_laws.h"

/* One NAME=VALUE of `length` characters; the value runs to the end of its string unless in a list.
 */
static lash_status add_one(cli_settings *settings, const char *text, const char *equals,
                           lash_error *error) {
  size_t length = (size_t)(equals - text);
  if (settings->count == CLI_SETTINGS_MAX || length == 0 || length >= CLI_NAME_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "'%s' is not a setting: write NAME=VALUE, at most %d",
                     text, CLI_SETTINGS_MAX);
  }
  cli_setting *item = &settings->item[settings->count++];
  memcpy(item->name, text, length);
  item->name[length] = '\0';
  item->value = equals + 1;
  item->used = false;
  return LASH_OK;
}

lash_status cli_settings_add(cli_settings *settings, const char *text, bool list,
                             lash_error *error) {
  const char *equals = strchr(text, '=');
  if (!equals) {
    return lash_fail(error, LASH_BAD_INPUT, "'%s' is not a setting: write NAME=VALUE", text);
  }
  lash_status status = add_one(settings, text, equals, error);
  if (status != LASH_OK || !list) return status;
  char *comma = strchr(equals, ',');
  if (!comma) return LASH_OK;
  *comma = '\0';
  return cli_settings_add(settings, comma + 1, true, error);
}

cli_setting *cli_settings_find(cli_settings *settings, const char *name) {
  for (size_t i = 0; i < settings->count; i++)
    if (strcmp(settings->item[i].name, name) == 0) return &settings->item[i];
  return NULL;
}

lash_status cli_settings_apply(cli_settings *settings, lash_params *params, lash_error *error) {
  for (size_t i = 0; i < settings->count; i++) {
    cli_setting *item = &settings->item[i];
    if (lash_params_find(params, item->name) < 0) continue;
    lash_status status = lash_params_set(params, item->name, item->value, error);
    if (status != LASH_OK) return status;
    item->used = true;
  }
  return LASH_OK;
}

/* The parameter that differs in the case of its letters alone, e for E. */
static const char *in_other_case(const lash_params *params, const char *name) {
  for (size_t p = 0; p < params->count; p++)
    if (lash_same_name(params->table[p].name, name)) return params->table[p].name;
  return NULL;
}

static const char *name_at(size_t index, const void *table) {
  return ((const lash_param *)table)[index].name;
}

static const char *nearest(const lash_params *params, const char *name) {
  const char *same = in_other_case(params, name);
  return same ? same : lash_nearest_name(name, params->count, name_at, params->table);
}

lash_status cli_settings_all_used(const cli_settings *settings, const lash_params *const *known,
                                  size_t known_count, lash_error *error) {
  for (size_t i = 0; i < settings->count; i++) {
    if (settings->item[i].used) continue;
    char names[512] = "", owners[256] = "";
    const char *near = NULL;
    size_t used = 0, owned = 0;
    for (size_t k = 0; k < known_count; k++) {
      if (!near) near = nearest(known[k], settings->item[i].name);
      if (owned < sizeof owners) {
        owned += (size_t)snprintf(owners + owned, sizeof owners - owned, "%s%s", k ? " and " : "",
                                  known[k]->owner);
      }
      for (size_t p = 0; p < known[k]->count && used < sizeof names; p++) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 known[k]->table[p].name);
      }
    }
    return lash_fail(error, LASH_BAD_INPUT, "there is no parameter '%s'%s%s%s; %s take%s %s",
                     settings->item[i].name, near ? " (did you mean '" : "", near ? near : "",
                     near ? "'?)" : "", owners, known_count > 1 ? "" : "s", names);
  }
  return LASH_OK;
}

/* What is missing may have been given in letters of the other case. */
static lash_status explain(const cli_settings *settings, const lash_params *params,
                           lash_status status, lash_error *error) {
  for (size_t i = 0; i < settings->count && status == LASH_BAD_INPUT; i++) {
    const cli_setting *item = &settings->item[i];
    const char *meant = item->used ? NULL : in_other_case(params, item->name);
    if (meant && !lash_params_given(params, meant))
      return lash_fail(error, status, "there is no parameter '%s'; did you mean '%s'? Case counts",
                       item->name, meant);
  }
  return status;
}

lash_status cli_contact(const char *name, cli_settings *settings, double mass,
                        lash_contact *contact, lash_error *error) {
  lash_status status = lash_laws_contact_begin(contact, name, NULL, error);
  if (status == LASH_OK) status = cli_settings_apply(settings, &contact->params, error);
  if (status == LASH_OK && mass > 0 && (contact->law->traits & LASH_CONTACT_USES_MASS) &&
      !lash_params_given(&contact->params, "m")) {
    status = lash_contact_set_number(contact, "m", mass, error);
  }
  if (status != LASH_OK) return status;
  return explain(settings, &contact->params, lash_contact_ready(contact, error), error);
}

lash_status cli_friction(const char *name, cli_settings *settings, lash_friction *friction,
                         lash_error *error) {
  lash_status status = lash_laws_friction_begin(friction, name, 1, NULL, error);
  if (status == LASH_OK) status = cli_settings_apply(settings, &friction->params, error);
  if (status != LASH_OK) return status;
  return explain(settings, &friction->params, lash_friction_ready(friction, error), error);
}

lash_status cli_film(const char *name, cli_settings *settings, lash_film *film, lash_error *error) {
  lash_status status = lash_film_begin(film, name, error);
  if (status == LASH_OK) status = cli_settings_apply(settings, &film->params, error);
  if (status != LASH_OK) return status;
  return explain(settings, &film->params, lash_film_ready(film, error), error);
}

lash_status cli_range_read(const char *text, cli_range *r, lash_error *error) {
  char from[64] = "", to[64] = "", count[32] = "201";
  double n;
  const int fields = sscanf(text, "%15[^=]=%63[^:]:%63[^:]:%31s", r->name, from, to, count);
  if (fields < 3 || !lash_parse_number(from, &r->from) || !lash_parse_number(to, &r->to) ||
      !lash_parse_number(count, &n) || n < 2 || n > 1e6)
    return lash_fail(error, LASH_BAD_INPUT,
                     "--over wants NAME=FROM:TO or NAME=FROM:TO:COUNT, not '%s'", text);
  r->count = (size_t)n;
  return LASH_OK;
}

double cli_range_at(const cli_range *r, size_t index) {
  return r->from + (r->to - r->from) * (double)index / (double)(r->count - 1);
}

lash_status cli_at_read(const cli_settings *at,
                        double *(*place)(void *subject, const char *name, lash_error *error),
                        void *subject, lash_error *error) {
  for (size_t i = 0; i < at->count; i++) {
    double *number = place(subject, at->item[i].name, error);
    if (!number) return error->status;
    if (!lash_parse_number(at->item[i].value, number))
      return lash_fail(error, LASH_BAD_INPUT, "--at: %s = '%s' is not a finite number",
                       at->item[i].name, at->item[i].value);
  }
  return LASH_OK;
}

lash_status cli_names_split(char *list, const char **name, size_t *count, size_t most,
                            const char *what, lash_error *error) {
  for (char *one = strtok(list, ","); one; one = strtok(NULL, ",")) {
    if (*count == most)
      return lash_fail(error, LASH_BAD_INPUT, "at most %zu %s at a time", most, what);
    name[(*count)++] = one;
  }
  return LASH_OK;
}

lash_status cli_positive(const char *option, const char *text, double *value, lash_error *error) {
  if (lash_parse_number(text, value) && *value > 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s wants a finite number > 0, not '%s'", option, text);
}

lash_status cli_count(const char *option, const char *text, double least, double *value,
                      lash_error *error) {
  const double most = 1e7;
  if (lash_parse_number(text, value) && *value >= least && *value <= most &&
      *value == floor(*value)) {
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "%s wants a whole number, %g or more, not '%s'", option,
                   least, text);
}
