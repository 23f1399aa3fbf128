/* Gives new values to elements of a model: statements in command files, --set on the command line.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "finish.h"
#include "model.h"
#include "modify_string.h"

/* Parses, resolves and checks on a copy; true when nothing was wrong with it. */
static bool change_copy(lash_model *model, parse_context *context, const statement *of, cursor *c,
                        lash_element *copy, uint64_t *given) {
  lash_diagnostics *list = context->diagnostics;
  size_t errors = list->total[LASH_ERROR];
  parse_arguments(context, of, c, copy, given);
  copy->given = (copy->given & ~parse_contradicted(of, *given)) | *given;
  if (list->total[LASH_ERROR] > errors) return false;
  model_resolve(model, of, copy, list);
  if (list->total[LASH_ERROR] > errors) return false;
  finish_context finish = {model, list};
  if (of->finish) of->finish(&finish, copy);
  return list->total[LASH_ERROR] == errors;
}

bool model_modify(lash_model *model, parse_context *context, const char *text, uint64_t *given) {
  cursor c = {text, 0};
  int id = 0;
  const statement *of = parse_head(context, &c, &id);
  if (!of) return false;
  int index = kind_single(of->kind) ? 0 : lash_model_find(model, of->kind, id);
  if (index < 0) {
    parse_report(context, LASH_ERROR, 0, "the model has no such element; check the id");
    return false;
  }
  lash_element *element = model_at(model, of->kind, (size_t)index);
  lash_element *copy = malloc(kind_size(of->kind));
  if (!copy) {
    parse_no_memory(context);
    return false;
  }
  memcpy(copy, element, kind_size(of->kind));
  uint64_t met = 0;
  bool changed = change_copy(model, context, of, &c, copy, &met);
  if (changed) memcpy(element, copy, kind_size(of->kind));
  free(copy);
  if (given) *given = met;
  return changed;
}

/* "JOINT/3.PITCH" and "0.1" as the statement "JOINT/3,PITCH=0.1". To be freed. */
static char *as_statement(const char *target, const char *value, lash_error *error) {
  const char *dot = strchr(target, '.');
  if (!dot || dot == target || !dot[1]) {
    lash_fail(error, LASH_BAD_INPUT,
              "'%s' names no argument; write STATEMENT/ID.ARGUMENT, for instance JOINT/3.PITCH",
              target);
    return NULL;
  }
  size_t head = (size_t)(dot - target), size = strlen(target) + (value ? strlen(value) : 0) + 8;
  char *text = malloc(size);
  if (!text) {
    lash_fail(error, LASH_FAILURE, "out of memory");
    return NULL;
  }
  bool slash = memchr(target, '/', head) != NULL;
  snprintf(text, size, "%.*s%s,%s%s%s", (int)head, target, slash ? "" : "/", dot + 1,
           value && *value ? "=" : "", value && *value ? value : "");
  for (char *p = text; *p; p++) {
    if ((unsigned char)*p < ' ') *p = ' ';
  }
  return text;
}

/* STRING/3.Rj, unlike STRING/3.STRING: the name of a value inside the text, or NULL. */
static const char *name_in_string(const char *target, int *id) {
  static const char word[] = "STRING/";
  char *dot;
  if (strncasecmp(target, word, strlen(word)) != 0) return NULL;
  *id = (int)strtol(target + strlen(word), &dot, 10);
  if (*dot != '.' || !dot[1]) return NULL;
  return strncasecmp(dot + 1, word, strlen(dot + 1)) == 0 ? NULL : dot + 1;
}

static bool single_bit(uint64_t bits) { return bits && !(bits & (bits - 1)); }

lash_status lash_model_set(lash_model *model, const char *target, const char *value,
                           lash_error *error) {
  int string;
  const char *name = name_in_string(target, &string);
  if (name) return model_modify_string(model, string, name, value, error);
  char *text = as_statement(target, value, error);
  if (!text) return error ? error->status : LASH_BAD_INPUT;
  lash_diagnostics found = {0};
  parse_context context = {.file = "set", .diagnostics = &found, .arena = model->arena};

  /* look at the arguments first: the value must not smuggle in further ones */
  cursor c = {text, 0};
  int id;
  const statement *of = parse_head(&context, &c, &id);
  bool one = true;
  if (of) {
    void *scratch = calloc(1, kind_size(of->kind));
    uint64_t met = 0;
    if (scratch)
      parse_arguments(&context, of, &c, scratch, &met);
    else
      parse_no_memory(&context);
    free(scratch);
    one = single_bit(met) || found.total[LASH_ERROR];
    if (!one) parse_report(&context, LASH_ERROR, 0, "give one argument at a time");
  }
  bool ok = of && one && !found.total[LASH_ERROR];
  if (ok) {
    lash_diagnostics_free(&found);
    ok = model_modify(model, &context, text, NULL);
  }
  lash_status status = lash_diagnostics_status(&found, error);
  if (!ok && status == LASH_OK)
    status = lash_fail(error, LASH_BAD_INPUT, "%s cannot be set", target);
  if (ok) status = LASH_OK;
  parse_context_free(&context);
  lash_diagnostics_free(&found);
  free(text);
  return status;
}

lash_status lash_model_activate(lash_model *model, const char *element, bool active,
                                lash_error *error) {
  const char *slash = strchr(element, '/');
  const size_t length = slash ? (size_t)(slash - element) : 0;
  if (!slash) return lash_fail(error, LASH_BAD_INPUT, "'%s': write STATEMENT/ID", element);
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    const char *name = lash_kind_name((lash_kind)kind);
    if (strlen(name) != length || strncasecmp(name, element, length) != 0) continue;
    const int index = lash_model_find(model, (lash_kind)kind, atoi(slash + 1));
    if (index < 0) break;
    ((lash_element *)model_at(model, (lash_kind)kind, (size_t)index))->active = active;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "there is no %s", element);
}
