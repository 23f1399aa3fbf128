/* Cuts a dataset or command file into statements: joins continued lines, drops comments, remembers
 * where every stretch of text stands.
 *
 * In the joined text a line feed stands for a comma that began a line: in a list it separates,
 * inside an expression it only says that the line goes on. */
#ifndef LASH_MODEL_SOURCE_H
#define LASH_MODEL_SOURCE_H

#include "lash_model.h"

enum { SOURCE_SOFT_COMMA = '\n' };

typedef struct source {
  const char *text;
  size_t size, at;   /* `at`: next unread character */
  int line;          /* of `at`, from 1 */
  size_t line_start; /* offset of that line's first character */
  /* adams_view_name of the last comment, waiting for its statement */
  const char *view_name;
  size_t view_name_length;
  bool no_memory; /* the reading ended before the text did */
} source;

typedef struct source_statement {
  char *text; /* joined, zero-terminated; owned and reused by the caller's struct */
  size_t length, capacity;
  lash_piece *piece;
  size_t piece_count, piece_capacity;
  int line;
  const char *view_name; /* points into the source; NULL when there is none */
  size_t view_name_length;
} source_statement;

void source_start(source *from, const char *text, size_t size);

/* The next whole line without its line end, for titles. False at the end of the text. */
bool source_line(source *from, const char **line, size_t *length);

/* The next statement. False at the end of the text, or without memory: then from->no_memory is set.
 */
bool source_next(source *from, source_statement *statement);

void source_statement_free(source_statement *statement);

/* Line and column of text[offset]. */
void piece_where(const lash_piece *piece, size_t count, size_t offset, int *line, int *column);

#endif
