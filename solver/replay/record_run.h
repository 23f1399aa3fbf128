/* What making a record needs of running it. */
#ifndef LASH_SOLVER_RECORD_RUN_H
#define LASH_SOLVER_RECORD_RUN_H

#include "lash_measures.h"
#include "record_impl.h"
#include "user_impl.h"

/* Coordinates, speeds and extra states of the system's current state. */
void record_lower(const lash_recording *record, double *z);

#endif
