/* Variables, extra states and arrays: numbers of the model that are not those of bodies. */
#ifndef LASH_SOLVER_STATES_H
#define LASH_SOLVER_STATES_H

#include "system_impl.h"

static inline const double *lash_extra_states(const lash_system *system) {
  return system->y + system->size.q + system->size.v;
}

/* Value of VARIABLE number `index` and its gradient. */
double lash_variable_at(lash_system *system, int index);
void lash_variable_gradient(lash_system *system, int index, double weight, lash_gradient *gradient);
/* Value and two time derivatives, of one that does not ask for the state. */
void lash_variable_jet(lash_system *system, int index, double jet[3]);

/* Component (from 1) of ARRAY number `index`. */
double lash_array_component(lash_system *system, int index, int component);
void lash_array_gradient(lash_system *system, int index, int component, double weight,
                         lash_gradient *gradient);

/* x' of one extra state, its gradient, and of all. */
double lash_state_rate(lash_system *system, int state);
void lash_state_rate_gradient(lash_system *system, int state, double weight,
                              lash_gradient *gradient);
void lash_state_rates(lash_system *system, double *g);

/* Remembers what the search for implicit rates starts from. */
void lash_states_commit(lash_system *system);

#endif
