/* What the checks of single statements share. */
#include "finish.h"

#include <stdarg.h>

#include "diagnostics.h"

static void report(finish_context *context, const lash_element *element, lash_severity severity,
                   const char *format, va_list args) {
  char text[LASH_MESSAGE_MAX], what[80];
  vsnprintf(text, sizeof text, format, args);
  if (element->id) {
    snprintf(what, sizeof what, "%s/%d", lash_kind_name(element->kind), element->id);
  } else {
    snprintf(what, sizeof what, "%s", lash_kind_name(element->kind));
  }
  diagnostics_add(context->diagnostics, severity, context->model->file, element->line, 0, what,
                  "%s", text);
}

#define REPORTER(name, severity)                                                     \
  void name(finish_context *context, const void *element, const char *format, ...) { \
    va_list args;                                                                    \
    va_start(args, format);                                                          \
    report(context, element, severity, format, args);                                \
    va_end(args);                                                                    \
  }
REPORTER(finish_error, LASH_ERROR)
REPORTER(finish_warning, LASH_WARNING)
REPORTER(finish_unsupported, LASH_NOT_SUPPORTED)

void finish_no_memory(finish_context *context, const void *element) {
  context->diagnostics->failed = true;
  finish_error(context, element, "out of memory");
}

const lash_marker *finish_marker(const finish_context *context, lash_ref ref) {
  return ref.index < 0 ? NULL : &context->model->marker.item[ref.index];
}

static bool same_ref(lash_ref a, lash_ref b) { return a.id && a.id == b.id; }

bool finish_same_body(const finish_context *context, lash_ref a, lash_ref b) {
  const lash_marker *p = finish_marker(context, a), *q = finish_marker(context, b);
  if (!p || !q) return false;
  return same_ref(p->part, q->part) || same_ref(p->point_mass, q->point_mass) ||
         same_ref(p->flex_body, q->flex_body) || same_ref(p->fe_part, q->fe_part);
}

void finish_two_markers(finish_context *context, const void *element, lash_ref i, lash_ref j) {
  const lash_marker *pair[] = {finish_marker(context, i), finish_marker(context, j)};
  for (int k = 0; k < 2; k++) {
    if (pair[k] && pair[k]->floating) {
      finish_error(context, element, "MARKER/%d is FLOATING and cannot be %s here; use a fixed one",
                   pair[k]->head.id, k ? "J" : "I");
    }
  }
  bool elastic = pair[0] && (pair[0]->flex_body.id || pair[0]->fe_part.id);
  if (!elastic && finish_same_body(context, i, j)) {
    finish_error(context, element,
                 "markers %d and %d are on the same part; move one of them to another part", i.id,
                 j.id);
  }
}

void finish_floating(finish_context *context, const void *element, lash_ref ref, const char *role) {
  const lash_marker *marker = finish_marker(context, ref);
  if (!marker || marker->floating) return;
  finish_error(context, element, "%s = %d must be a FLOATING marker; write MARKER/%d, …, FLOATING",
               role, ref.id, ref.id);
}

void finish_needs(finish_context *context, const void *element, const char *what,
                  const char *const *names) {
  for (; *names; names++) {
    if (!lash_given(element, *names)) {
      finish_error(context, element, "%s needs %s; add it", what, *names);
    }
  }
}
