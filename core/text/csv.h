/* Tables as RFC 4180 has them: comma-separated values, quoted where they must be.
 *
 *   csv c = csv_to(stream);
 *   csv_text(&c, "time"), csv_text(&c, "force, N"), csv_row(&c);
 *   csv_number(&c, 0), csv_number(&c, 12.5), csv_row(&c);
 */
#ifndef LASH_CSV_H
#define LASH_CSV_H

#include <stdio.h>

#include "lash_core.h"

/* ------------------------------------------------------------------------------------- writing */

typedef struct csv {
  FILE *out;
  bool begun; /* the row has a field */
} csv;

static inline csv csv_to(FILE *out) { return (csv){.out = out, .begun = false}; }

/* Each adds a field to the row. */
/* Quoted only where it must be. Behind a ' when a spreadsheet would take it for a formula; control
 * characters are shown (\x1b). */
void csv_text(csv *c, const char *text);
void csv_number(csv *c, double value);              /* reads back as the same bits */
void csv_rounded(csv *c, double value, int digits); /* empty when it is not finite */
void csv_count(csv *c, size_t count);

void csv_row(csv *c); /* ends the row */

/* The file FOLDER/NAME with the rows that are put into it. */
lash_status csv_write_in(const char *folder, const char *name,
                         void (*put)(csv *c, const void *context), const void *context,
                         lash_error *error);

/* ------------------------------------------------------------------------------------- reading */

/* Cuts the next field off a text in place: quotes are taken away. `*last`: it ends its row. At the
 * end of the text **at is '\0'. */
char *csv_field(char **at, bool *last);

/* The same where something else than a comma stands between fields. */
char *csv_cell(char **at, char delimiter, bool *last);

#endif
