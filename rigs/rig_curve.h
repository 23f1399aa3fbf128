/* What rigs share: recording samples of a run at even intervals into a fixed number of rows. */
#ifndef LASH_RIGS_CURVE_H
#define LASH_RIGS_CURVE_H

#include "lash_rigs.h"

/* Empties the curve and names its columns (NULL-terminated). `curve` may be NULL here and below. */
void curve_begin(lash_curve *curve, const char *const *names);

/* Appends a row; silently full when the capacity is reached. */
void curve_add(lash_curve *curve, const double *row);

/* The tables of a rig in its descriptor. */
#define RIG_TABLES(params_, results_, columns_)                                               \
  .params = params_, .param_count = sizeof(params_) / sizeof *(params_), .results = results_, \
  .columns = columns_

/* Those that stand in files of their own. */
extern const lash_rig drilling_rig, rolling_rig, film_rig, whirl_rig, wear_rig;

#endif
