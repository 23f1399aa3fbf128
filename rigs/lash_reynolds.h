/* Reynolds' equation of a journal bearing of finite length, by finite volumes: slow, general, and
 * independent of the film laws, which are checked against it and whose table is made by it.
 *
 *   lash_reynolds bearing = {.eps = 0.6, .direction = -LASH_HALF_PI, .width = 1,
 *                            .around = 360, .across = 20};
 *   lash_reynolds_solve(&bearing, &film, &error);
 *
 * Isoviscous, laminar, rigid, ends open. Where the oil would be torn the pressure is 0 and so is
 * its slope (Swift 1932, Stieber 1933), or the pressure is solved as if oil could be torn and what
 * is negative is cut away (Gümbel 1914). */
#ifndef LASH_REYNOLDS_H
#define LASH_REYNOLDS_H

#include "lash_core.h"

enum { LASH_REYNOLDS_GROOVES = 4 };

typedef struct lash_reynolds {
  double eps;         /* eccentricity over clearance, in [0, 1) */
  double direction;   /* of the squeeze velocity V, from e; -pi/2: a shaft that turns with w > 0 */
  double width;       /* length over diameter */
  int around, across; /* cells; `across` covers half the width */
  bool torn;          /* Gümbel's way */
  size_t grooves;     /* places where the pressure is 0 over the whole width */
  double groove[LASH_REYNOLDS_GROOVES][2]; /* their middle and half their width, rad from e */
} lash_reynolds;

/* In units of 12 mu L R^3 |V|/c^3 (force) and 12 mu R^2 |V|/c^3 (pressure). */
typedef struct lash_reynolds_film {
  double radial, tangential; /* force on the journal along e and across */
  double pressure;           /* the greatest */
  int sweeps;
} lash_reynolds_film;

/* Fails where the sweeps do not converge. `pressure` may be NULL, or takes around numbers: the
 * pressure in the middle of the width at the angles lash_reynolds_angle() gives. */
LASH_API lash_status lash_reynolds_solve(const lash_reynolds *bearing, double *pressure,
                                         lash_reynolds_film *film, lash_error *error);

/* Angle from e of a cell: they lie closest where the gap is smallest. */
LASH_API double lash_reynolds_angle(const lash_reynolds *bearing, int cell);

#endif
