/* A table of results: columns of numbers over the first one, which is time or whatever lies along.
 *
 * It comes from a text (CSV, TSV and their kin) or from a part of a results file. In a text every
 * cell is kept; a column whose cells are all numbers (or empty) is also kept as numbers. */
#ifndef LASH_CURVE_TABLE_H
#define LASH_CURVE_TABLE_H

#include "lash_core.h"

/* What of another program's model a table is about: "Part", "crank", 2. All empty in a plain one.
 */
typedef struct curve_owner {
  char *kind, *name;
  int id;
} curve_owner;

typedef struct curve_table {
  char *name; /* of the file, of a part of it, or of a dataset in it */
  size_t columns, rows;
  char **heading;  /* columns: "force (N)" */
  char **cell;     /* rows * columns, by rows; NULL: there are only numbers */
  double **number; /* columns: rows numbers, or NULL for a column of text */
  curve_owner owner;
  char *text; /* the file, when cells point into it */
} curve_table;

/* A curve: its first column and one more are numbers, in two rows or more. */
bool curve_table_is_curve(const curve_table *table);
/* A column of words is in it. */
bool curve_table_has_words(const curve_table *table);

/* Column `c` holds the error bars (half their length) of column `of`: "force ±", "force_error" or
 * "dforce" belongs to "force", a plain "±", "+-" or "error" to the column before it. */
bool curve_table_error_of(const curve_table *table, size_t c, size_t *of);
/* The error bars of a column; NULL: it has none. */
const double *curve_table_errors(const curve_table *table, size_t of);

void curve_table_free(curve_table *t);

/* A table of numbers alone, all columns made; the caller fills in headings. */
lash_status curve_table_make(curve_table *t, const char *name, size_t columns, size_t rows,
                             lash_error *error);

#endif
