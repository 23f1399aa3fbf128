/* Derivatives of a tape, as further operations of the same tape: exact, and run by any back end
 * together with the values they belong to.
 *
 *   lash_tape_directional(tape, (lash_term[]){x, v}, (lash_term[]){v, a}, 2, &g, 1, &g_rate, …);
 *
 * gives the rate of g when x and v change at the rates v and a. At corners (abs, min, max, select)
 * the derivative is that of the side taken; floor and conditions have none (0); that of a square
 * root of 0 is set to 0, so that x*sqrt(x) is smooth there. */
#ifndef LASH_SOLVER_TAPE_DERIVATIVE_H
#define LASH_SOLVER_TAPE_DERIVATIVE_H

#include "tape.h"

/* derivative[i] = sum over j of d wanted[i] / d input[j] * rate[j]. Inputs are usually variables or
 * parameters, but any number will do: it is then taken as independent of what it was made of. Fails
 * where an opaque call without a derivative depends on an input, and when memory runs out. */
lash_status lash_tape_directional(lash_tape *tape, const lash_term *input, const lash_term *rate,
                                  size_t inputs, const lash_term *wanted, size_t count,
                                  lash_term *derivative, lash_error *error);

/* One entry of a Jacobian that is not structurally zero: d wanted[row] / d input[column]. */
typedef struct lash_tape_partial {
  uint32_t row, column;
  lash_term value;
} lash_tape_partial;

/* All such entries, by columns, then rows; the caller frees them. Work is proportional to the
 * operations that depend on each input. */
lash_status lash_tape_jacobian(lash_tape *tape, const lash_term *input, size_t inputs,
                               const lash_term *wanted, size_t count, lash_tape_partial **partials,
                               size_t *partial_count, lash_error *error);

#endif
