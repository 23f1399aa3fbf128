/* The list of what reading a file found. */
#ifndef LASH_MODEL_DIAGNOSTICS_H
#define LASH_MODEL_DIAGNOSTICS_H

#include "lash_model.h"

/* Reading stops after so many errors: whoever has them needs no more to go on. */
enum { MISTAKES_MAX = 500 };

/* Adds "file:line: what: message" (`what` and the line may be absent: NULL, 0). */
void diagnostics_add(lash_diagnostics *list, lash_severity severity, const char *file, int line,
                     int column, const char *what, const char *format, ...) LASH_PRINTF(7, 8);

/* The same for want of memory, which is not the file's fault: the status becomes LASH_FAILURE. */
void diagnostics_no_memory(lash_diagnostics *list, const char *file, int line, const char *what);

/* Into file order; findings of one line keep their order. */
void diagnostics_sort(lash_diagnostics *list);

/* A failure of one element, at a line. */
void diagnostics_take(lash_model *model, const lash_element *about, int line,
                      const lash_error *error);

#endif
