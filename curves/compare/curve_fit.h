/* What a reference has to be moved by to become the result:
 *
 *   result(from + stretch (t - from) + shift) = factor reference(t)
 *
 * A shift alone, a shift with a factor, a stretch alone; whatever is not asked for stays 0 or 1. */
#ifndef LASH_CURVE_FIT_H
#define LASH_CURVE_FIT_H

#include "curve_view.h"

/* Points of an even grid, on which curves are laid over each other. */
enum { CURVE_GRID = 1024 };

typedef struct curve_fit {
  double shift, stretch, factor;
  double leaves; /* rms of what is left, as x is */
} curve_fit;

/* The best shift up to an eighth of the time to either side; `scaled`: with the best factor. */
lash_status curve_fit_shift(const curve_view *result, const curve_view *reference, double from,
                            double to, bool scaled, curve_fit *fit, lash_error *error);

/* The best stretch that moves the end by an eighth of the time at most. */
lash_status curve_fit_stretch(const curve_view *result, const curve_view *reference, double from,
                              double to, curve_fit *fit, lash_error *error);

#endif
