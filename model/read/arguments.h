/* Reads the arguments of one statement into its struct, as its table says. */
#ifndef LASH_MODEL_ARGUMENTS_H
#define LASH_MODEL_ARGUMENTS_H

#include "arena.h"
#include "source.h"
#include "table.h"

/* Where findings and memory go while one statement is read. */
typedef struct parse_context {
  const char *file;
  lash_diagnostics *diagnostics;
  lash_arena *arena;
  const lash_piece *piece; /* where the statement's text stands */
  size_t piece_count;
  bool command;    /* of a command file: LIST, which only prints, is passed over */
  char what[80];   /* "JOINT/4" */
  double *scratch; /* numbers of the list being read */
  size_t scratch_capacity;
} parse_context;

void parse_context_free(parse_context *context);

/* Reports at text[offset] of the statement being read. */
void parse_report(parse_context *context, lash_severity severity, size_t offset, const char *format,
                  ...) LASH_PRINTF(4, 5);

/* The same for want of memory; an element that lacks something for it is not the file's fault. */
void parse_no_memory(parse_context *context);

/* Reads to the end of the text. `base` has the layout `of` describes; `given` receives the bits of
 * the arguments met. Contradictions are reported; missing arguments are not (see parse_required).
 */
void parse_arguments(parse_context *context, const statement *of, cursor *c, void *base,
                     uint64_t *given);

/* Reports the arguments a complete statement must have and lacks. */
void parse_required(parse_context *context, const statement *of, uint64_t given, int line);

/* Bits of arguments that contradict those in `given`. */
uint64_t parse_contradicted(const statement *of, uint64_t given);

#endif
