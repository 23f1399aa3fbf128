/* A table of results, read from its CSV file. */
#ifndef LASH_CLI_REPORT_TABLE_H
#define LASH_CLI_REPORT_TABLE_H

#include "lash_core.h"

/* A CSV file. Every cell is kept as text; a column whose cells are all numbers (or empty) is also
 * kept as numbers. */
typedef struct report_table {
  char *name; /* of the file */
  size_t columns, rows;
  char **heading;  /* columns */
  char **cell;     /* rows * columns, by rows */
  double **number; /* columns: rows numbers, or NULL for a column of text */
  char *text;      /* the file; headings and cells point into it */
} report_table;

/* A curve for people, or words: a table is drawn when its first column and one more are numbers. */
bool report_is_curve(const report_table *table);
/* A table with a column of words is shown as a table. */
bool report_has_words(const report_table *table);

/* Reads the file; `name` is kept as the table's. */
lash_status report_table_read(report_table *t, const char *path, const char *name,
                              lash_error *error);
void report_table_free(report_table *t);

#endif
