/* A mechanism whose equations are printed as C (solver/record/record_print.h), for somebody else's
 * master: fixed steps of the classical Runge-Kutta method, nothing needed but the C library. Its
 * sources go into the FMU, and binaries for any system come from them.
 *
 * Its resources are one text:
 *
 *   step 1e-6                                     of the dataset's time, as all others
 *   stop 0.05
 *   second 1                                      of the dataset's time units
 *   speed m/s                                     unit of approach speeds; contacts: how many
 *   contacts 1
 *   output request_1.f1<tab>m<tab>ball in its socket
 *
 * mechanism_show() gives the outputs in this order, then for each contact whether it touches and at
 * which speed it was met. */
#ifndef LASH_FMI_FIXED_UNIT_H
#define LASH_FMI_FIXED_UNIT_H

#include "unit.h"

/* The functions of a printed mechanism. */
typedef struct fixed_mechanism {
  const unsigned *sizes; /* numbers, memory, shown */
  void (*start)(double *numbers);
  void (*prepare)(double h, double *memory);
  void (*step)(const double *memory, double *numbers);
  void (*show)(const double *memory, const double *numbers, double *shown);
} fixed_mechanism;

extern const unit_class fixed_unit;

/* What units of this class run from now on; before, they can be opened only. */
void fixed_unit_runs(const fixed_mechanism *mechanism);

#endif
