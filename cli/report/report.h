/* `lash report` behind its command line: results as found in folders, and the page made of them. */
#ifndef LASH_CLI_REPORT_H
#define LASH_CLI_REPORT_H

#include <stdio.h>

#include "curve_set.h"

/* What one folder of results holds. */
typedef struct report_section {
  char *name; /* of the folder; "" for the one the report is made of */
  curve_set curves;
  char **figure; /* names of .svg files */
  size_t figures;
  char *scene, *summary; /* scene.txt, summary.json; NULL when missing */
  char *path;
} report_section;

typedef struct report {
  report_section *section;
  size_t sections;
} report;

/* Reads the folder and, one level down, its folders; those without results are left out. */
lash_status report_read(report *r, const char *folder, lash_error *error);
void report_free(report *r);

/* Writes the page. `still`: no scripts, drawings instead; to be printed. */
lash_status report_write(const report *r, const char *title, bool still, FILE *out,
                         lash_error *error);

/* Its numbers, for the script (report_data.c); a figure of a section (report_figure.c). */
void report_write_data(const report *r, FILE *out);
lash_status report_write_figure(const report_section *s, const char *name, size_t limit, FILE *out,
                                lash_error *error);

/* So that all figures together stay small, those of more bytes than this are left beside the page.
 */
size_t report_figure_limit(const report *r);

/* Drawings of the still page: one small plot per column, and the mechanism at four instants. */
void report_draw_table(const curve_table *table, FILE *out);
void report_draw_scene(const report_section *section, FILE *out);

/* The least and the greatest number of a column. */
typedef struct report_range {
  double low, high;
  bool gaps; /* there are rows that are no number */
} report_range;

report_range report_range_of(const double *x, size_t rows);

/* For qsort(): numbers of type size_t. */
int report_by_size(const void *a, const void *b);

/* Bytes as letters (RFC 4648), written as they come; flushed at the end. */
typedef struct base64 {
  FILE *out;
  unsigned char held[3];
  int count;
} base64;

void base64_put(base64 *b, const void *bytes, size_t size);
void base64_flush(base64 *b);

/* On both pages: the oil's pressure around bearings and what is worn away, from oil.csv and
 * worn.csv, which are shown in no other way. */
bool report_is_surface(const curve_table *table);

/* Those, and what the film is made of, whose rows must follow each other in time. */
bool report_is_film(const curve_table *table);
void report_draw_surfaces(const report_section *section, FILE *out);

/* cli/report/page.css and page.js, put into the program when it is built. */
extern const char report_css[], report_js[];

#endif
