/* Recording samples of a run at even intervals into a fixed number of rows. */
#ifndef LASH_RIGS_CURVE_H
#define LASH_RIGS_CURVE_H

#include "lash_rigs.h"

/* Empties the curve and names its columns (NULL-terminated). `curve` may be NULL here and below. */
void curve_begin(lash_curve *curve, const char *const *names);

/* Appends a row; silently full when the capacity is reached. */
void curve_add(lash_curve *curve, const double *row);

#endif
