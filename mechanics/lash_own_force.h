/* Forces of a program's own: a function that is asked for a wrench in every evaluation.
 *
 *   static lash_status damper(void *context, const lash_own_call *at, double wrench[6],
 *                             lash_error *error) {
 *     const double c = *(const double *)context;
 *     for (int k = 0; k < 3; k++) wrench[k] = -c * (at->i->v[k] - at->j->v[k]);
 *     return LASH_OK;
 *   }
 *   lash_own_force force = {NULL, 21, 1, 0, damper, &c};        between MARKER/21 and MARKER/1
 *   lash_session_force(session, &force, &error);                or lash_system_options.own, …
 *
 * Where it acts is said in one of three ways:
 *   name NULL            between markers `i` and `j` (0: ground): force and torque on the part of I
 *                        at I's origin, their opposites on the part of J at the same point, along
 *                        the axes of `rm` (0: ground). In tables it is OWN_FORCE/1, /2, ….
 *   name "GFORCE/3"      instead of the FUNCTION of this element of the dataset
 *   name "mine::spring"  instead of the library in every element whose ROUTINE is this
 * A GFORCE takes six numbers along its RM, a VFORCE the first three, a VTORQUE the last three, an
 * SFORCE the first.
 *
 * A force is a function of time and of the motion it is shown: integrators try states that they
 * throw away, go back, and differentiate it. Other numbers that it uses (through `context`) should
 * change between steps only. It fails by returning a status other than LASH_OK with words in
 * `error`, which end the run in good order; jumping out of it (longjmp, exceptions) is not allowed.
 * It is called in the thread that steps. */
#ifndef LASH_OWN_FORCE_H
#define LASH_OWN_FORCE_H

#include "lash_core.h"
#include "lash_motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the function is shown. */
typedef struct lash_own_call {
  double time;
  /* Places and velocities, ground axes; accelerations are not known here. A floating marker J is at
   * I's origin, on its own part. */
  const lash_marker_motion *i, *j;
  const char *statement; /* "GFORCE", or "OWN_FORCE" */
  int id;
  size_t parameters; /* of USER(…) in the dataset */
  const double *parameter;
} lash_own_call;

/* `wrench` is zero at the call. */
typedef lash_status (*lash_own_function)(void *context, const lash_own_call *at, double wrench[6],
                                         lash_error *error);

typedef struct lash_own_force {
  const char *name;
  int i, j, rm; /* ids of markers, when there is no name */
  lash_own_function function;
  void *context;
} lash_own_force;

#ifdef __cplusplus
}
#endif

#endif
