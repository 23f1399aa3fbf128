/* Inside the runtime: how each kind of routine is called, and what its element structure tells. */
#ifndef LASH_INVOKE_H
#define LASH_INVOKE_H

#include "lash_calls.h"

/* Arguments that the Fortran interface takes by reference; copies, so that a routine cannot change
 * the host's. */
typedef struct lash_references {
  int id, npar, dflag, iflag, iord;
  double *par;
  double time;
} lash_references;

/* ID, NPAR and PAR of the element behind the arguments; zero where the kind has none. */
lash_references lash_invoke_references(lash_routine_kind kind,
                                       const lash_routine_arguments *arguments);

/* Calls the routine in its form. Not guarded. */
void lash_invoke(const lash_routine *routine, lash_routine_arguments *arguments);

/* True when the kind can be called in this form. */
bool lash_invoke_possible(const lash_routine *routine);

#endif
