/* Columns of finished runs, found by name in their tables. */
#ifndef LASH_CLI_COLUMNS_OF_RUNS_H
#define LASH_CLI_COLUMNS_OF_RUNS_H

#include "curve_set.h"
#include "lash_session.h"
#include "plot.h"

typedef struct run_folder {
  const char *path;
  char *title; /* what tells it from the other runs */
  curve_set curves;
  lash_model *model; /* that summary.json names, for its units; NULL: unknown */
} run_folder;

typedef struct run_tables {
  run_folder *run;
  size_t runs;
} run_tables;

/* Reads the tables of folders, or files of any kind that curve_set.h knows. `titles` NULL: what
 * tells their paths apart. Free it in every case. */
lash_status run_tables_read(run_tables *r, const char *const *paths, const char *const *titles,
                            size_t count, lash_error *error);
void run_tables_free(run_tables *r);

/* The lines of one panel: every column of a list in every run. */
typedef struct run_lines {
  axis x, y;
  plot_series *series;
  char **title; /* as many as series */
  size_t count;
} run_lines;

/* `list`: "kinetic,energy.gravity"; `against` NULL: the first column of the table. Rows whose first
 * column lies outside of from … to are left out. Free it in every case. */
lash_status run_lines_find(const run_tables *r, const char *list, const char *against, double from,
                           double to, run_lines *lines, lash_error *error);
void run_lines_free(run_lines *lines);

#endif
