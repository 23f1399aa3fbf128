/* Ways to show results: aligned tables, CSV, and plots through gnuplot. */
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
void table_text(table *t, const char *text);
void table_number(table *t, double value); /* six digits; "-" for NaN */
/* Shortens texts of one column, so that rows are no wider than the terminal (or 120). */
void table_fit(table *t, size_t column);
void table_print(const table *t, FILE *out);
void table_free(table *t);

/* --------------------------------------------------------------------------------------- curves */

/* A curve with room for its rows, or a failure. */
lash_status curve_allocate(lash_curve *curve, size_t rows, lash_error *error);
void curve_free(lash_curve *curve);

/* Writes a heading and the rows; 17 digits, so that nothing is lost. */
void curve_print_csv(const lash_curve *curve, FILE *out);

typedef struct plot_line {
  const char *title;
  const lash_curve *curve;
} plot_line;

typedef struct plot {
  const char *title;
  int x, y; /* columns */
  const plot_line *lines;
  size_t line_count;
} plot;

/* Draws to FILE.svg or FILE.png with gnuplot. */
lash_status plot_draw(const plot *p, const char *file, lash_error *error);

/* Draws to FILE.svg or FILE.png what a gnuplot script says; the terminal is set before it, and
 * texts of users go into it by quote_gnuplot(). */
lash_status plot_script(const char *file, void (*script)(const void *context, FILE *out),
                        const void *context, lash_error *error);
lash_status plot_script_in(const char *folder, const char *name,
                           void (*script)(const void *context, FILE *out), const void *context,
                           lash_error *error);

/* Fails unless the file name ends in .svg or .png: told before any work is done. */
lash_status plot_check_name(const char *file, lash_error *error);

#endif
