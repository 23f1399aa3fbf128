/* Curves in a part's frame, for markers that slide along them.
 *
 * A CURVE is either a cubic spline through points, whose parameter runs from -1 to 1 in equal parts
 * per point (closed: periodic; open: not-a-knot ends), or a routine. Beyond the ends of an open
 * curve its last piece goes on. */
#ifndef LASH_SOLVER_CURVE_H
#define LASH_SOLVER_CURVE_H

#include "constraint.h"

typedef struct lash_curve {
  int id, line;
  bool closed;
  double low, high; /* of the parameter */
  size_t pieces;
  double *point, *second; /* 3 per knot: place, and second derivative by the piece's parameter */
  int user;               /* routine, or -1 */
  int across;             /* axis of the frame that the tangent is never close to */
} lash_curve;

/* Sets up the spline through `count` points (x, y, z each). False when they make none: fewer than
 * four, or two that coincide. */
bool lash_curve_fit(lash_store *store, lash_curve *curve, const double *points, size_t count);

/* Once it can be evaluated: chooses `across`. */
void lash_curve_finish(lash_system *system, lash_curve *curve);

/* The point of the curve nearest to p, in the curve's frame, sought from the remembered one, and
 * two directions at right angles to the tangent there. `bend` is n . c'' alpha'^2: what p
 * accelerates along n while it moves with `velocity` on the curve. */
typedef struct lash_curve_place {
  double alpha;
  double normal[2][3], offset[2], bend[2];
} lash_curve_place;

void lash_curve_nearest(lash_system *system, const lash_group *group, const double p[3],
                        const double velocity[3], lash_curve_place *place);

/* Remembers where the marker is: nearest anywhere on the curve at the start; then from there on, a
 * failure when it has left the end of an open curve. */
void lash_curve_start(lash_system *system, const lash_group *group);
void lash_curve_commit(lash_system *system, const lash_group *group);

#endif
