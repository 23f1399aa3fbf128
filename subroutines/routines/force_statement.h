/* What the force statements have in common: both forms of a routine, and elements with one site. */
#ifndef LASH_ROUTINES_FORCE_H
#define LASH_ROUTINES_FORCE_H

#include "element_table.h"
#include "marker_motion.h"
#include "routines_sdk.h"

/* Defines a routine of a force statement in the C form and in the Fortran form. The file provides
 *   static element_call call_of(const struct structure *statement, const char *joint);
 *   static void compute(const element_call *call, double time, int dflag, int iflag,
 *                       double *result); */
#define FORCE_ROUTINE(name, small, big, kind, structure, joint_name)                        \
  ROUTINE void name(const struct structure *its, double time, int dflag, int iflag,         \
                    double *result) {                                                       \
    element_call call = call_of(its, joint_name);                                           \
    compute(&call, time, dflag, iflag, result);                                             \
  }                                                                                         \
  FORTRAN_ROUTINE(small, big)                                                               \
  (int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result) { \
    element_call call = {kind, *id, *npar, par, .joint = joint_name};                       \
    compute(&call, *time, *dflag, *iflag, result);                                          \
  }

/* Everything at the present state of an element with one site. */
typedef struct one_site {
  element *e;
  motion m;
  lash_joint_load load;
  double gap;    /* distance to touch, in the host's units */
  bool partials; /* the host wants them */
} one_site;

/* False when nothing is to be computed. */
bool one_site_evaluate(const element_call *call, double time, int dflag, int iflag, one_site *at);

#endif
