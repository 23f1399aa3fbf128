/* Forces of the laws at one site, as a pure function of memory and state. */
#ifndef LASH_ROUTINES_LOAD_H
#define LASH_ROUTINES_LOAD_H

#include "lash_joint.h"

typedef struct site_load {
  lash_point_load point; /* forces with partials; share included */
  double v0;             /* approach speed in force */
  double z[LASH_FRICTION_STATES_MAX];
  double d_z[2][LASH_FRICTION_STATES_MAX]; /* of the friction, by states the host integrates */
} site_load;

/* Whether the surfaces touch, so that friction can act. */
bool site_touches(const element *e, const site_state *state);

/* `host_z` holds the continuous states of this site when the host integrates them; it is not read
 * otherwise. Partials of friction cost extra and are computed only when wanted. */
void site_evaluate(const element *e, size_t site, double t, const site_state *state,
                   const double *host_z, bool partials, site_load *load);

/* Rates of this site's states at the same state. */
void site_rates(const element *e, const site_state *state, const site_load *load,
                lash_friction_rate *rate);

#endif
