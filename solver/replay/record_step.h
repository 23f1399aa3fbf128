/* A whole fixed step of a recorded mechanism as one list (solver/tape): numbers in, numbers out, no
 * bookkeeping. For lanes, printed C and real time.
 *
 * The numbers are time, the states z of the record, what it remembers, and rates at that time,
 * which the end of a step has anyway in common with the start of the next. A step is one of the
 * classical Runge-Kutta method; Euler parameters are made unit, loops are closed by one correction,
 * and memory moves on as at an accepted step of a run. Touches are not located: a contact begins
 * within a step, with the speed where the cubic through both ends crosses zero. Sensors, and joints
 * that are called (record.h), are refused in words. */
#ifndef LASH_SOLVER_RECORD_STEP_H
#define LASH_SOLVER_RECORD_STEP_H

#include "record.h"
#include "tape.h"

typedef struct lash_step_list {
  lash_tape *tape; /* of the record, with more terms now */
  size_t count;    /* numbers; number k is variable k of the tape, the step h is parameter 0 */
  lash_term *next; /* [count] */
  double *start;   /* [count] */
  size_t shown;    /* per body: mass centre, its velocity, angular velocity in body axes, and R */
  const lash_term *show; /* where it has no Euler parameters, by rows */
} lash_step_list;

/* The record lends its tape: it must outlive the list. */
lash_status lash_recording_step(lash_recording *record, lash_step_list *made, lash_error *error);
void lash_step_list_free(lash_step_list *list);

#endif
