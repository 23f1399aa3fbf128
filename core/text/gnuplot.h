/* Pictures by gnuplot, all in one style.
 *
 * The kind of file follows from how its name ends: .svg for pages, .pdf for papers, .png for the
 * rest. A script writes its commands and data to a stream; texts of users go into it by
 * quote_gnuplot(), numbers multiplied by the factor of their axis (axis.h). */
#ifndef LASH_GNUPLOT_H
#define LASH_GNUPLOT_H

#include <stdio.h>

#include "axis.h"
#include "lash_core.h"

/* How many plots stand side by side and above each other: a sheet grows with them. */
typedef struct gnuplot_sheet {
  int columns, rows;
  bool square; /* each plot as high as wide */
} gnuplot_sheet;

/* Fails unless the name ends in .svg, .pdf or .png: told before any work is done. `option` names
 * what was given. */
lash_status gnuplot_check_name(const char *option, const char *file, lash_error *error);

/* Draws what the script says. */
lash_status gnuplot_draw(const char *file, gnuplot_sheet sheet,
                         void (*script)(const void *context, FILE *out), const void *context,
                         lash_error *error);

/* Colours, grid, ticks and legend, for scripts that are run in another way. */
void gnuplot_style(FILE *out);

/* The terminal of a file by its ending; "" for one that is not known. */
void gnuplot_terminal(const char *file, gnuplot_sheet sheet, char *text, size_t size);

/* "set xlabel '…'" and the like: which is "x", "y", "x2" or "cb". */
void gnuplot_label(FILE *out, const char *which, const axis *a);
void gnuplot_title(FILE *out, const char *text); /* "" takes it away */

/* A legend beside the plot, or below when its longest text is long. For one line, none. */
enum { LEGEND_LONG = 22 };
void gnuplot_legend(FILE *out, size_t lines, size_t longest);

/* Colours of the style, by what they say. */
#define GNUPLOT_FIRST  "#0072b2" /* the thing itself */
#define GNUPLOT_SECOND "#d55e00" /* what it is held against, chaos, contact */
#define GNUPLOT_PALE   "#9bb8d3"
#define GNUPLOT_GREY   "#8a8f98"

#endif
