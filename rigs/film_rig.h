/* What the rigs of a journal in its oil share. */
#ifndef LASH_RIGS_FILM_RIG_H
#define LASH_RIGS_FILM_RIG_H

#include "lash_rigs.h"

typedef struct film_bearing {
  const lash_film *film;
  double load, speed; /* along -y; of the journal */
  double swing;       /* a load that turns with it */
  double mass;
  double end; /* eccentricity at which a squeeze ends, m; or 0 */
} film_bearing;

/* Where the journal stays under its load. Fails where the film cannot bear it. */
lash_status film_bearing_rest(const film_bearing *b, lash_film_motion *at, lash_error *error);

/* Attitude of a resting journal: from the load to the line of centres, degrees. */
double film_attitude(const lash_film_motion *at);

/* A row of the curve, from place and velocity y[0..3]. */
typedef void film_row(const film_bearing *b, double t, const double *y, lash_curve *curve,
                      double *values);

/* Moves the journal until `end`, or its end, from y: place, velocity, work of the loads, energy
 * lost in the oil. */
lash_status film_bearing_move(film_bearing *b, double end, film_row *row, double y[6], double *time,
                              double *values, lash_curve *curve, lash_error *error);

#endif
