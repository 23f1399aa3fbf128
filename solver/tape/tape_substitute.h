/* One list inside another: the same terms with other inputs.
 *
 *   lash_tape_substitute(tape, (lash_term[]){x}, (lash_term[]){x_half}, 1, &f, 1, &f_half, …);
 *
 * gives f where x is replaced by x_half, as further operations. What does not depend on x is
 * shared. tape_step.c makes whole steps of integration out of a list of rates in this way. */
#ifndef LASH_SOLVER_TAPE_SUBSTITUTE_H
#define LASH_SOLVER_TAPE_SUBSTITUTE_H

#include "tape.h"

/* Replaces input[j] by with[j] in wanted[i]; replaced[i] gets the outcome. Inputs are numbers of
 * any kind, each named once. */
lash_status lash_tape_substitute(lash_tape *tape, const lash_term *input, const lash_term *with,
                                 size_t inputs, const lash_term *wanted, size_t count,
                                 lash_term *replaced, lash_error *error);

/* One step of the classical Runge-Kutta method as operations: `rate` are the rates of the `count`
 * states `z` at `time`, h the step; `next` gets the states at time + h. Everything else the rates
 * depend on stays as it is during the step. `known`: terms that have the rates at the start, as the
 * step before may have computed them; NULL: `rate`. */
lash_status lash_tape_rk4(lash_tape *tape, lash_term time, const lash_term *z,
                          const lash_term *rate, const lash_term *known, size_t count, lash_term h,
                          lash_term *next, lash_error *error);

#endif
