/* Columns: which numbers of a run are kept at each output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lash_session.h"

static lash_status not_a_column(const char *text, const char *why, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT,
                   "'%s' is no column: %s; write request/ID.f1 … f8, or a function with its "
                   "ids such as DX(3,1)",
                   text, why);
}

/* ------------------------------------------------------------------------------------- requests */

/* f1 … f8, or a name from CNAMES. */
static int place_of(const lash_request *request, const char *name) {
  if ((name[0] == 'f' || name[0] == 'F') && name[1] >= '1' && name[1] <= '8' && !name[2]) {
    return name[1] - '1';
  }
  for (size_t k = 0; request && k < request->cnames.count && k < LASH_REQUEST_COLUMNS; k++) {
    if (request->cnames.item[k] && strcmp(request->cnames.item[k], name) == 0) return (int)k;
  }
  return -1;
}

static lash_status parse_request(const char *text, const lash_model *model, lash_column *column,
                                 lash_error *error) {
  char *dot;
  const long id = strtol(text + strlen("request/"), &dot, 10);
  if (*dot != '.' || id <= 0) return not_a_column(text, "id or column of the request lacks", error);
  const int index = lash_model_find(model, LASH_KIND_REQUEST, (int)id);
  /* an MREQUEST's requests are numbered by the solver, from a thousand times its id */
  if (index < 0 && lash_model_find(model, LASH_KIND_MREQUEST, (int)(id / 1000)) < 0) {
    return not_a_column(text, "the dataset has no such REQUEST", error);
  }
  column->request = (int)id;
  column->place = place_of(index >= 0 ? &model->request.item[index] : NULL, dot + 1);
  if (column->place < 0) return not_a_column(text, "the request has no such column", error);
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ functions */

static lash_status parse_function(const char *text, lash_column *column, lash_error *error) {
  const char *open = strchr(text, '(');
  const size_t length = open ? (size_t)(open - text) : 0;
  if (!open || length == 0 || length >= sizeof column->function) {
    return not_a_column(text, "neither a request nor a function", error);
  }
  for (size_t i = 0; i < length; i++) {
    const char c = text[i];
    column->function[i] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  const char *at = open + 1;
  while (*at && *at != ')') {
    char *end;
    const long id = strtol(at, &end, 10);
    const size_t room = sizeof column->argument / sizeof column->argument[0];
    if (end == at || column->arguments == room || (*end != ',' && *end != ')')) {
      return not_a_column(
          text, "its arguments are ids, separated by commas and closed by a bracket", error);
    }
    column->argument[column->arguments++] = (int)id;
    at = *end == ',' ? end + 1 : end;
  }
  if (*at != ')' || at[1]) return not_a_column(text, "its bracket is not closed", error);
  return LASH_OK;
}

lash_status lash_columns_add(lash_columns *columns, const char *text, const lash_model *model,
                             size_t *index, lash_error *error) {
  for (size_t i = 0; i < columns->count; i++) {
    if (strcmp(columns->item[i].text, text) != 0) continue;
    *index = i;
    return LASH_OK;
  }
  if (columns->count == LASH_COLUMNS_MAX || strlen(text) >= sizeof columns->item[0].text) {
    return not_a_column(text, "too long, or one too many", error);
  }
  lash_column *column = &columns->item[columns->count];
  *column = (lash_column){0};
  snprintf(column->text, sizeof column->text, "%s", text);
  const bool request = strncasecmp(text, "request/", strlen("request/")) == 0;
  const lash_status status =
      request ? parse_request(text, model, column, error) : parse_function(text, column, error);
  if (status == LASH_OK) *index = columns->count++;
  return status;
}

/* ---------------------------------------------------------------------------------------- lists */

size_t lash_list_piece(const char *list) {
  size_t length = 0;
  int depth = 0;
  while (list[length] && (depth > 0 || list[length] != ',')) {
    depth += (list[length] == '(') - (list[length] == ')');
    length++;
  }
  return length;
}

lash_status lash_columns_parse(lash_columns *columns, const char *list, const lash_model *model,
                               size_t *places, size_t room, size_t *count, lash_error *error) {
  const char *text = list;
  *count = 0;
  do {
    char one[sizeof columns->item[0].text + 1];
    const size_t length = lash_list_piece(text);
    if (*count == room) {
      return lash_fail(error, LASH_BAD_INPUT, "'%s': at most %zu column%s here", list, room,
                       room == 1 ? "" : "s");
    }
    snprintf(one, sizeof one, "%.*s", (int)length, text);
    const lash_status status = lash_columns_add(columns, one, model, &places[*count], error);
    if (status != LASH_OK) return status;
    (*count)++;
    text += length;
  } while (*text++ == ',');
  return LASH_OK;
}
