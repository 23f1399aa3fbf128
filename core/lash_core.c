/* Status, error messages and parameter tables. */
#include "lash_core.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *lash_version(void) { return LASH_VERSION; }

/* ---------------------------------------------------------------------------- status and errors */

lash_status lash_fail(lash_error *error, lash_status status, const char *format, ...) {
  if (error) {
    va_list args;
    va_start(args, format);
    error->status = status;
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
  }
  return status;
}

void lash_error_prefix(lash_error *error, const char *format, ...) {
  if (!error) return;
  char old[LASH_MESSAGE_MAX];
  memcpy(old, error->message, sizeof old);

  va_list args;
  va_start(args, format);
  int used = vsnprintf(error->message, sizeof error->message, format, args);
  va_end(args);
  if (used < 0) used = 0;
  const int room = LASH_MESSAGE_MAX - used;
  if (room > 3) snprintf(error->message + used, (size_t)room, ": %.*s", room - 3, old);
}

/* ---------------------------------------------------------------------------------------- names */

static int fold(char c) { return c == '-' ? '_' : tolower((unsigned char)c); }

bool lash_same_name(const char *a, const char *b) {
  while (*a && *b && fold(*a) == fold(*b)) a++, b++;
  return !*a && !*b;
}

enum { NAME_MAX_LENGTH = 64 };

/* Levenshtein distance, where two neighbours exchanged count once; long words count as far away. */
static size_t edit_distance(const char *a, const char *b) {
  size_t na = strlen(a), nb = strlen(b);
  if (na > NAME_MAX_LENGTH || nb > NAME_MAX_LENGTH) return SIZE_MAX;
  size_t rows[3][NAME_MAX_LENGTH + 1];
  size_t *before = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= nb; j++) row[j] = j;
  for (size_t i = 1; i <= na; i++) {
    size_t *oldest = before;
    before = last, last = row, row = oldest;
    row[0] = i;
    for (size_t j = 1; j <= nb; j++) {
      size_t best = last[j - 1] + (fold(a[i - 1]) != fold(b[j - 1]));
      if (last[j] + 1 < best) best = last[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      bool exchanged =
          i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1]);
      if (exchanged && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      row[j] = best;
    }
  }
  return row[nb];
}

const char *lash_nearest_name(const char *word, size_t count,
                              const char *(*name_at)(size_t index, const void *context),
                              const void *context) {
  const char *best = NULL;
  size_t best_distance = SIZE_MAX;
  for (size_t i = 0; i < count; i++) {
    const char *name = name_at(i, context);
    size_t distance = edit_distance(word, name);
    if (distance < best_distance) best_distance = distance, best = name;
  }
  /* more than half the letters wrong is not a spelling mistake */
  return best && best_distance <= (strlen(best) + 1) / 2 ? best : NULL;
}

/* ----------------------------------------------------------------------------------- parameters */

void lash_params_init(lash_params *params, const char *owner, const lash_param *table,
                      size_t count) {
  params->owner = owner;
  params->table = table;
  params->count = count;
  params->given = 0;
  for (size_t i = 0; i < LASH_PARAMS_MAX; i++) {
    params->value[i] = i < count ? table[i].standard : NAN;
  }
}

int lash_params_find(const lash_params *params, const char *name) {
  /* case counts: e is a restitution, E a modulus */
  for (size_t i = 0; i < params->count; i++) {
    if (strcmp(params->table[i].name, name) == 0) return (int)i;
  }
  return -1;
}

double lash_params_get(const lash_params *params, const char *name) {
  int i = lash_params_find(params, name);
  return i < 0 ? NAN : params->value[i];
}

bool lash_params_given(const lash_params *params, const char *name) {
  int i = lash_params_find(params, name);
  return i >= 0 && (params->given >> i & 1u);
}

void lash_param_range(const lash_param *param, char *text, size_t size) {
  if (param->choices) {
    size_t used = (size_t)snprintf(text, size, "one of");
    for (size_t i = 0; param->choices[i] && used < size; i++) {
      used += (size_t)snprintf(text + used, size - used, "%s %s", i ? "," : "", param->choices[i]);
    }
    return;
  }
  bool low = isfinite(param->min), high = isfinite(param->max);
  bool low_open = param->flags & LASH_PARAM_MIN_OPEN,
       high_open = param->flags & LASH_PARAM_MAX_OPEN;
  if (low && high) {
    snprintf(text, size, "in %c%g, %g%c", low_open ? '(' : '[', param->min, param->max,
             high_open ? ')' : ']');
  } else if (low) {
    snprintf(text, size, "%s %g", low_open ? ">" : ">=", param->min);
  } else if (high) {
    snprintf(text, size, "%s %g", high_open ? "<" : "<=", param->max);
  } else {
    snprintf(text, size, "any number");
  }
}

static const char *param_name_at(size_t index, const void *context) {
  return ((const lash_param *)context)[index].name;
}

static lash_status unknown_parameter(const lash_params *params, const char *name,
                                     lash_error *error) {
  char names[512] = "";
  size_t used = 0;
  for (size_t i = 0; i < params->count && used < sizeof names; i++) {
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                             params->table[i].name);
  }
  const char *near = lash_nearest_name(name, params->count, param_name_at, params->table);
  return lash_fail(error, LASH_BAD_INPUT, "%s has no parameter '%s'%s%s%s; it takes %s",
                   params->owner, name, near ? " (did you mean '" : "", near ? near : "",
                   near ? "'?)" : "", params->count ? names : "none");
}

static lash_status store(lash_params *params, size_t i, double value, lash_error *error) {
  const lash_param *row = &params->table[i];
  bool low = row->flags & LASH_PARAM_MIN_OPEN ? value > row->min : value >= row->min;
  bool high = row->flags & LASH_PARAM_MAX_OPEN ? value < row->max : value <= row->max;
  if (!isfinite(value) || !low || !high) {
    char range[256];
    lash_param_range(row, range, sizeof range);
    return lash_fail(error, LASH_BAD_INPUT, "%s: %s = %g is not legal; %s (%s, unit %s) must be %s",
                     params->owner, row->name, value, row->name, row->meaning, row->unit, range);
  }
  params->value[i] = value;
  params->given |= 1u << i;
  return LASH_OK;
}

lash_status lash_params_set_number(lash_params *params, const char *name, double value,
                                   lash_error *error) {
  int i = lash_params_find(params, name);
  if (i < 0) return unknown_parameter(params, name, error);
  return store(params, (size_t)i, value, error);
}

static lash_status set_choice(lash_params *params, size_t i, const char *text, lash_error *error) {
  const lash_param *row = &params->table[i];
  size_t count = 0;
  for (; row->choices[count]; count++) {
    if (lash_same_name(row->choices[count], text)) return store(params, i, (double)count, error);
  }
  char range[512];
  lash_param_range(row, range, sizeof range);
  return lash_fail(error, LASH_BAD_INPUT, "%s: %s = '%s' is not legal; %s (%s) must be %s",
                   params->owner, row->name, text, row->name, row->meaning, range);
}

lash_status lash_params_set(lash_params *params, const char *name, const char *text,
                            lash_error *error) {
  int i = lash_params_find(params, name);
  if (i < 0) return unknown_parameter(params, name, error);
  if (params->table[i].choices) return set_choice(params, (size_t)i, text, error);
  double value;
  if (!lash_parse_number(text, &value)) {
    char range[256];
    lash_param_range(&params->table[i], range, sizeof range);
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: %s = '%s' is not a finite number; %s (%s) must be %s", params->owner,
                     params->table[i].name, text, params->table[i].name, params->table[i].meaning,
                     range);
  }
  return store(params, (size_t)i, value, error);
}

lash_status lash_params_complete(const lash_params *params, lash_error *error) {
  for (size_t i = 0; i < params->count; i++) {
    const lash_param *row = &params->table[i];
    if (!isnan(params->value[i]) || (row->flags & LASH_PARAM_OPTIONAL)) continue;
    char range[256];
    lash_param_range(row, range, sizeof range);
    return lash_fail(error, LASH_BAD_INPUT, "%s needs %s (%s, unit %s): give a value %s",
                     params->owner, row->name, row->meaning, row->unit, range);
  }
  return LASH_OK;
}
