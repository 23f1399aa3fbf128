/* Measures as people write them: peak(request/2.f6),impacts(GFORCE/1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_study.h"

static const char *kind_name(size_t index, const void *context) {
  (void)context;
  return lash_measure_kind_at(index)->name;
}

static const lash_measure_kind *find(const char *name, lash_error *error) {
  for (size_t i = 0; i < lash_measure_kinds(); i++) {
    if (lash_same_name(lash_measure_kind_at(i)->name, name)) return lash_measure_kind_at(i);
  }
  const char *near = lash_nearest_name(name, lash_measure_kinds(), kind_name, NULL);
  lash_fail(error, LASH_BAD_INPUT, "there is no measure '%s'%s%s%s; `lash sweep --help` lists them",
            name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
  return NULL;
}

/* "GFORCE/1" */
static lash_status take_contact(lash_measure *m, char *text, const lash_model *model,
                                lash_error *error) {
  char *slash = strchr(text, '/');
  if (slash) {
    snprintf(m->statement, sizeof m->statement, "%.*s", (int)(slash - text), text);
    for (char *p = m->statement; *p; p++) *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    m->id = atoi(slash + 1);
    const bool contact = strcmp(m->statement, "CONTACT") == 0;
    const lash_kind kind = contact ? LASH_KIND_CONTACT : LASH_KIND_GFORCE;
    const bool known = contact || strcmp(m->statement, "GFORCE") == 0;
    if (known && lash_model_find(model, kind, m->id) >= 0) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: '%s' is no contact of this dataset; write CONTACT/ID, or GFORCE/ID of a "
                   "routine that reports its gap",
                   m->kind->name, text);
}

static lash_status what_of(const lash_measure *m, lash_error *error) {
  static const char *const example[] = {[LASH_TAKES_COLUMN] = "request/ID.f1",
                                        [LASH_TAKES_TIME] = "0.01",
                                        [LASH_TAKES_COLUMN_AND_TIME] = "request/ID.f1,0.01"};
  return lash_fail(error, LASH_BAD_INPUT, "%s of what? Write %s(%s)", m->kind->name, m->kind->name,
                   example[m->kind->argument]);
}

/* Cuts off what stands behind the last comma outside of brackets: a time. */
static bool take_time(lash_measure *m, char *argument) {
  char *comma = argument ? strrchr(argument, ',') : NULL;
  if (!comma || strchr(comma, ')') != NULL) return false;
  snprintf(m->time, sizeof m->time, "%s", comma + 1);
  *comma = '\0';
  return m->time[0] != '\0';
}

static lash_status take_argument(lash_measures *measures, lash_measure *m, char *argument,
                                 const lash_model *model, lash_error *error) {
  switch (m->kind->argument) {
    case LASH_TAKES_NOTHING:
      if (!argument) return LASH_OK;
      return lash_fail(error, LASH_BAD_INPUT, "%s takes no argument", m->kind->name);
    case LASH_TAKES_CONTACT:
      return argument ? take_contact(m, argument, model, error) : LASH_OK;
    case LASH_TAKES_TIME:
      if (!argument || !*argument) return what_of(m, error);
      snprintf(m->time, sizeof m->time, "%s", argument);
      return LASH_OK;
    case LASH_TAKES_COLUMN_AND_TIME:
      if (!take_time(m, argument)) return what_of(m, error);
      break;
    case LASH_TAKES_COLUMN:
      if (!argument) return what_of(m, error);
      break;
  }
  return lash_columns_add(&measures->columns, argument, model, &m->column, error);
}

static lash_status add_one(lash_measures *measures, char *text, const lash_model *model,
                           lash_error *error) {
  if (measures->count == LASH_MEASURES_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "more than %d measures", LASH_MEASURES_MAX);
  }
  lash_measure *m = &measures->item[measures->count];
  *m = (lash_measure){0};
  snprintf(m->text, sizeof m->text, "%s", text);
  char *open = strchr(text, '('), *argument = NULL;
  if (open) {
    const size_t length = strlen(text);
    if (text[length - 1] != ')') {
      return lash_fail(error, LASH_BAD_INPUT, "'%s': the bracket is not closed", m->text);
    }
    text[length - 1] = *open = '\0';
    argument = open + 1;
  }
  m->kind = find(text, error);
  if (!m->kind) return LASH_BAD_INPUT;
  const lash_status status = take_argument(measures, m, argument, model, error);
  if (status != LASH_OK) return status;
  measures->need_ideal |= m->kind->needs_ideal;
  measures->count++;
  return LASH_OK;
}

lash_status lash_measures_parse(const char *text, const lash_model *model, lash_measures *measures,
                                lash_error *error) {
  while (*text) {
    char one[sizeof measures->item[0].text];
    const size_t length = lash_list_piece(text);
    if (length == 0 || length >= sizeof one) {
      return lash_fail(error, LASH_BAD_INPUT, "'%.60s': a measure is empty or too long", text);
    }
    snprintf(one, sizeof one, "%.*s", (int)length, text);
    const lash_status status = add_one(measures, one, model, error);
    if (status != LASH_OK) return status;
    text += length;
    if (*text == ',') text++;
  }
  return LASH_OK;
}
