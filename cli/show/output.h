/* Ways to show results: aligned tables and CSV; pictures are in plot.h. */
#ifndef LASH_CLI_OUTPUT_H
#define LASH_CLI_OUTPUT_H

#include <stdio.h>

#include "lash_rigs.h"

/* --------------------------------------------------------------------------------------- tables */

/* A table of text cells, printed with aligned columns; the first row is the heading. */
typedef struct table {
  size_t columns, cells, capacity;
  char (*cell)[400];
} table;

void table_begin(table *t, size_t columns);
table table_with(const char *heading, ...); /* of these columns; NULL behind the last */
void table_text(table *t, const char *text);
void table_format(table *t, const char *format, ...) LASH_PRINTF(2, 3);
void table_number(table *t, double value); /* six digits; "-" for NaN */
/* Shortens texts of one column, so that rows are no wider than the terminal (or 120). */
void table_fit(table *t, size_t column);
void table_print(const table *t, FILE *out);
void table_free(table *t);
void table_show(table *t, FILE *out); /* prints it for the last time */

/* --------------------------------------------------------------------------------------- curves */

/* A curve with room for its rows, or a failure. */
lash_status curve_allocate(lash_curve *curve, size_t rows, lash_error *error);
void curve_free(lash_curve *curve);

/* Writes a heading and the rows; 17 digits, so that nothing is lost. */
void curve_print_csv(const lash_curve *curve, FILE *out);

#endif
