/* Pictures of lines: one or more panels above each other, several lines in each.
 *
 * Units, prefixes, colours and legend are the style's (core/text/gnuplot.h, axis.h); a line of very
 * many points is thinned without losing a peak. */
#ifndef LASH_CLI_PLOT_H
#define LASH_CLI_PLOT_H

#include "gnuplot.h"
#include "lash_rigs.h"

/* Numbers y over x, each `stride` apart. */
typedef struct plot_series {
  const char *title;
  const double *x, *y;
  size_t rows, stride;
} plot_series;

/* The axes come with name and unit; their ranges are found in the series. */
typedef struct plot_panel {
  axis x, y;
  const plot_series *series;
  size_t count;
} plot_panel;

/* Draws the panels to FILE.svg, .pdf or .png; `title` may be "". Panels of one column of a figure
 * share their x axis. */
lash_status plot_panels(const char *file, const char *title, plot_panel *panels, size_t count,
                        lash_error *error);

/* --------------------------------------------------------------------------- curves of the rigs */

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

lash_status plot_draw(const plot *p, const char *file, lash_error *error);

/* One curve alone, its columns x and y. */
lash_status plot_curve(const lash_curve *curve, const char *name, const char *title, int x, int y,
                       const char *file, lash_error *error);

/* -------------------------------------------------------------------------------- for scripts */

/* FOLDER/NAME by gnuplot_draw(). */
lash_status plot_script_in(const char *folder, const char *name, gnuplot_sheet sheet,
                           void (*script)(const void *context, FILE *out), const void *context,
                           lash_error *error);

/* Rows "x y" for `plot '-'`, in the units of the axes, and the line that ends them. */
void plot_rows(const plot_series *s, const axis *x, const axis *y, FILE *out);

#endif
