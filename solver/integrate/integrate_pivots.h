/* Watching for singular positions, where constraint rows come to depend on each other: an implicit
 * method stumbles there, an explicit one may step across and never notice that the way on was a
 * matter of chance. */
#ifndef LASH_INTEGRATE_PIVOTS_H
#define LASH_INTEGRATE_PIVOTS_H

#include "integrate_stepper.h"

typedef struct pivots {
  bool recorded;           /* of recorded equations, which measure it in their own way */
  bool told;               /* of the one it is leaving */
  double before, greatest; /* independence of the rows at the last accepted state; greatest yet */
} pivots;

/* The equations stand at the initial state. */
void pivots_start(pivots *p, equations *e);
/* They stand at the accepted state, and others are asked from now on, in whose measure the rows are
 * as much less independent than at best as they were. */
void pivots_move(pivots *p, equations *e);

/* The step just taken, not accepted yet, comes to where the rows are far less independent than they
 * have been: recorded equations, whose rows are chosen once, had better be left before it. `work`
 * is scratch for two states. */
bool pivots_near(const pivots *p, stepper *s, double *work);

/* After a step: looks into it where the rows are nearly dependent at one of its ends, says so when
 * it holds a singular position and counts that. `y` is the accepted state, at which the equations
 * stand before and after; `work` is scratch for two states. */
void pivots_watch(pivots *p, stepper *s, double t, const double *y, double *work);

#endif
