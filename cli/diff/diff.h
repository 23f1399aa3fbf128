/* `lash diff` behind its command line: two sides, their columns in pairs, what tells them apart. */
#ifndef LASH_CLI_DIFF_H
#define LASH_CLI_DIFF_H

#include <stdio.h>

#include "curve_diff.h"
#include "curve_match.h"

typedef struct diff_options {
  const char *result, *reference; /* as given */
  curve_wishes wishes;
  curve_tolerance tolerance; /* noise as a share of the greatest number in the same unit */
  double from, to;
  bool chaotic, all;
  const char *steps; /* type of the steps of a .res; NULL: the analysis */
} diff_options;

/* One column, compared. */
typedef struct diff_column {
  const curve_pair *pair;
  curve_difference difference;
  curve_statistic statistic[CURVE_STATISTICS]; /* instead, of chaotic curves */
  size_t statistics;
  bool same;
} diff_column;

typedef struct diff {
  curve_set result, reference;
  curve_pairs pairs;
  diff_column *column;
  size_t count, differing;
  bool record; /* is the reference: a column that is missing is a difference then */
  char note[256];
} diff;

/* Reads both sides and compares them; free it in every case. */
lash_status diff_make(diff *d, const diff_options *options, lash_error *error);
void diff_free(diff *d);
bool diff_same(const diff *d);

/* As people and programs read it (diff_show.c); the worst columns with their tubes
 * (diff_picture.c). */
void diff_print(const diff *d, const diff_options *options, FILE *out);
void diff_json(const diff *d, const diff_options *options, FILE *out);
lash_status diff_draw(const diff *d, const diff_options *options, const char *file,
                      lash_error *error);

/* What numbers of a column are large against: the greatest in its unit on either side, or in its
 * table where there is no unit. Where all of a unit is as good as zero, below the share `noise` of
 * what the rest of the mechanism would make of it, it is that (diff_scale.c). */
double diff_scale(const diff *d, const curve_pair *pair, double noise);

/* Parts as Adams shows them, at their own origin, in place of their mass centres: parts.csv of a
 * run's folder, by its dataset (diff_parts.c). `note` says why it could not be done; the columns of
 * parts are then taken out. */
lash_status diff_parts_at_origin(curve_set *set, char *note, size_t size, lash_error *error);

#endif
