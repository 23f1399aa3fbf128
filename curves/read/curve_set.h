/* Curves from anywhere: one reader for everything that takes them.
 *
 *   curve_set set;
 *   lash_status status = curve_set_read(&set, path, NULL, &error);
 *   if (status == LASH_OK) status = curve_set_find(&set, "request/1.f2", &place, &error);
 *   curve_set_free(&set);                                in every case
 *
 * A path is the folder of a run (its .csv tables), or a file:
 *   .csv .tsv .txt .tab .dat  text: commas, semicolons, tabs or blanks; decimal point or comma;
 *                             comments (# % !); headings with units, none at all, or those of
 *                             WebPlotDigitizer, whose datasets become a table each
 *   .res                      Adams' results (XML): a table for each entity
 *   .req                      Adams' requests (text): a table for each
 * Files of MotionSolve (.plt .abf .mrf), whose layout is not published, are refused in words, as
 * are Adams' results that are not XML. */
#ifndef LASH_CURVE_SET_H
#define LASH_CURVE_SET_H

#include "curve_table.h"

typedef struct curve_set {
  char *path;
  curve_table *table;
  size_t tables;
  /* of a .res: how many steps there are of each type, in the order met: "input 1, dynamic 500" */
  char steps[256];
} curve_set;

typedef struct curve_reading {
  /* For people to look at: words among numbers make a column of text. Otherwise they are an error
   * with file and line, and so is a first column that goes back. */
  bool lenient;
  /* One of a folder's tables, which may be of words; a file of its own holds numbers. */
  bool of_folder;
  /* Steps of a .res: NULL takes those of the last type in it (the analysis), begun by its initial
   * conditions where it does not begin there itself; else those of this type. */
  const char *steps;
} curve_reading;

/* How may be NULL. */
lash_status curve_set_read(curve_set *set, const char *path, const curve_reading *how,
                           lash_error *error);
void curve_set_free(curve_set *set);

/* Adds the tables of one more file. */
lash_status curve_set_add(curve_set *set, const char *path, const curve_reading *how,
                          lash_error *error);

/* A column in its table. */
typedef struct curve_place {
  const curve_table *table;
  size_t column;
} curve_place;

/* "kinetic", "energy.kinetic", "request/1.f2" (or request_1.f2): it must be the only one. */
lash_status curve_set_find(const curve_set *set, const char *text, curve_place *found,
                           lash_error *error);

/* How many columns have that name; `found` is the first. */
size_t curve_set_count(const curve_set *set, const char *text, curve_place *found);

/* The table by its name: "request/1", "request_1.csv", "crank_XFORM"; NULL: none. */
const curve_table *curve_set_table(const curve_set *set, const char *name);

/* ---------------------------------------------------------------------------- for its own files */

/* Room for one more table; NULL: out of memory. */
curve_table *curve_set_grow(curve_set *set);

/* Each adds the tables of a file; `text` is the file, malloc'ed, and taken over. */
lash_status curve_text_read(curve_set *set, const char *path, const char *name, char *text,
                            const curve_reading *how, lash_error *error);
lash_status curve_res_read(curve_set *set, const char *path, char *text, size_t size,
                           const curve_reading *how, lash_error *error);
lash_status curve_req_read(curve_set *set, const char *path, char *text, lash_error *error);

/* Fails at the row, line numbers beginning with 1, where the first column goes back. */
lash_status curve_check_order(const curve_table *t, const char *path, const long *line,
                              lash_error *error);

#endif
