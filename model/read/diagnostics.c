/* The list of what reading a file found. */
#include "diagnostics.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lash_array.h"

static bool grow(lash_diagnostics *list) {
  if (array_room(&list->item, &list->capacity, list->count, sizeof *list->item)) return true;
  list->failed = true;
  return false;
}

/* Keeps a message on one printable line: what it quotes from a file may hold anything. */
static void keep(lash_diagnostics *list, lash_severity severity, int line, int column,
                 const char *text) {
  char *message = strdup(text);
  if (!message) list->failed = true;
  if (!message) return;
  for (char *c = message; *c; c++) {
    if ((unsigned char)*c < ' ' || *c == 0x7f) *c = ' ';
  }
  list->item[list->count++] = (lash_diagnostic){severity, line, column, message};
}

void lash_diagnostics_found(lash_diagnostics *list, lash_severity severity, const char *message) {
  int line = 0;
  const char *colon = strchr(message, ':');
  list->total[severity]++;
  if (list->count >= LASH_DIAGNOSTICS_MAX || !grow(list)) return;
  if (colon) line = atoi(colon + 1);
  keep(list, severity, line > 0 ? line : 0, 0, message);
}

void lash_diagnostics_failed(lash_diagnostics *list, const lash_error *error) {
  const bool unsupported = error->status == LASH_UNSUPPORTED;
  if (error->status == LASH_FAILURE) list->failed = true;
  lash_diagnostics_found(list, unsupported ? LASH_NOT_SUPPORTED : LASH_ERROR, error->message);
}

void diagnostics_no_memory(lash_diagnostics *list, const char *file, int line, const char *what) {
  list->failed = true;
  diagnostics_add(list, LASH_ERROR, file, line, 0, what, "out of memory");
}

void diagnostics_add(lash_diagnostics *list, lash_severity severity, const char *file, int line,
                     int column, const char *what, const char *format, ...) {
  list->total[severity]++;
  if (list->count >= LASH_DIAGNOSTICS_MAX || !grow(list)) return;

  char text[LASH_MESSAGE_MAX];
  size_t used = (size_t)snprintf(text, sizeof text, "%.400s:", file);
  if (line > 0) used += (size_t)snprintf(text + used, sizeof text - used, "%d:", line);
  used += (size_t)snprintf(text + used, sizeof text - used, " ");
  if (what) used += (size_t)snprintf(text + used, sizeof text - used, "%.100s: ", what);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, sizeof text - used, format, args);
  va_end(args);
  keep(list, severity, line, column, text);
}

void diagnostics_take(lash_model *model, const lash_element *about, int line,
                      const lash_error *error) {
  char what[80];
  const bool unsupported = error->status == LASH_UNSUPPORTED;
  if (error->status == LASH_FAILURE) model->diagnostics.failed = true;
  snprintf(what, sizeof what, "%s/%d", lash_kind_name(about->kind), about->id);
  diagnostics_add(&model->diagnostics, unsupported ? LASH_NOT_SUPPORTED : LASH_ERROR, model->file,
                  line, 0, what, "%s", error->message);
}

void lash_model_report(lash_model *model, const lash_element *about, const lash_error *error) {
  diagnostics_take(model, about, about->line, error);
  diagnostics_sort(&model->diagnostics);
}

void lash_diagnostics_free(lash_diagnostics *list) {
  for (size_t i = 0; i < list->count; i++) free(list->item[i].message);
  free(list->item);
  *list = (lash_diagnostics){0};
}

void diagnostics_sort(lash_diagnostics *list) {
  /* insertion: lists are short and nearly in order already */
  for (size_t i = 1; i < list->count; i++) {
    lash_diagnostic moved = list->item[i];
    size_t j = i;
    for (; j > 0 && list->item[j - 1].line > moved.line; j--) list->item[j] = list->item[j - 1];
    list->item[j] = moved;
  }
}

/* What stands for the list. Without memory much is missing that other messages complain of. */
static const char *first_message(const lash_diagnostics *list, lash_severity worst) {
  const char *first = NULL;
  for (size_t i = 0; i < list->count; i++) {
    const lash_diagnostic *item = &list->item[i];
    if (list->failed && strstr(item->message, "out of memory")) return item->message;
    if (item->severity == worst && !first) first = item->message;
  }
  return first && worst != LASH_WARNING ? first : "out of memory";
}

lash_status lash_diagnostics_status(const lash_diagnostics *list, lash_error *error) {
  lash_severity worst = list->total[LASH_ERROR]           ? LASH_ERROR
                        : list->total[LASH_NOT_SUPPORTED] ? LASH_NOT_SUPPORTED
                                                          : LASH_WARNING;
  if (worst == LASH_WARNING && !list->failed) return LASH_OK;
  lash_status status = list->failed          ? LASH_FAILURE
                       : worst == LASH_ERROR ? LASH_BAD_INPUT
                                             : LASH_UNSUPPORTED;
  const char *message = first_message(list, worst);
  const size_t more = list->total[worst] > 1 && !list->failed ? list->total[worst] - 1 : 0;
  if (!more) return lash_fail(error, status, "%s", message);
  return lash_fail(error, status, "%.900s (and %zu more; `lash check` lists them)", message, more);
}
