/* Several members of one dataset side by side: a step of an explicit Runge-Kutta method as one
 * list, with all that is looked at behind it, a member per lane.
 *
 * Members are records of systems that differ in numbers alone; what differs becomes an input of the
 * list (tape_merge.h). A lane's numbers are those that the member's own programs give, bit for bit.
 *
 *   lash_lanes_make(records, 4, stages, &lanes, &error);
 *   lash_lanes_enter(lanes, l, t, state, error, length); a member, at an accepted state
 *   lash_lanes_step(lanes, l, t + h, h);                 for each of them
 *   lash_lanes_run(lanes);
 *   lash_lanes_look(lanes, l, &look);                    what is at the end of its step
 *   lash_lanes_accept(lanes, 0xf);                       those that go on from there
 *   lash_lanes_leave(lanes, l, state);
 */
#ifndef LASH_SOLVER_RECORD_LANES_H
#define LASH_SOLVER_RECORD_LANES_H

#include "record.h"

enum { LASH_LANES_MOST = 4 };
typedef struct lash_lanes lash_lanes;

/* How many members this processor runs side by side; 1: none. */
size_t lash_lanes_best(void);

/* Whether such a list can be made of a record. */
bool lash_lanes_possible(lash_recording *record, const lash_stages *stages);

/* Refuses (LASH_UNSUPPORTED) in words what is no list, or not the same list. */
lash_status lash_lanes_make(lash_recording *const *record, size_t count, const lash_stages *stages,
                            lash_lanes **made, lash_error *error);
void lash_lanes_free(lash_lanes *lanes);

/* Takes a member's state, its rates there, the greatest |z| so far and its memory; and gives them
 * back. `error` and `length`: what errors of steps are measured by. */
typedef struct lash_lanes_state {
  double *z, *rates, *magnitude;
} lash_lanes_state;
void lash_lanes_enter(lash_lanes *lanes, size_t lane, double t, lash_lanes_state state,
                      double error, double length);
void lash_lanes_leave(lash_lanes *lanes, size_t lane, lash_lanes_state state);

/* The next step of a lane, which ends at `end`. */
void lash_lanes_step(lash_lanes *lanes, size_t lane, double end, double h);
void lash_lanes_run(lash_lanes *lanes);

typedef struct lash_lanes_look {
  bool sound;                /* all numbers are finite and small enough, no row is singular */
  bool closed;               /* nothing is to be projected */
  double position, velocity; /* largest residuals of the rows */
  double independence;       /* of the rows, see lash_recording_independence() */
  const double *switches;    /* number k stands at [k * stride] */
  size_t stride;
  /* Of methods that estimate errors: sums of squares, in tolerances, of the estimate, of that of
   * driven coordinates, and of how far rates and states of the last two stages are apart. */
  double error, followed, rates, states;
} lash_lanes_look;

void lash_lanes_look_at(const lash_lanes *lanes, size_t lane, lash_lanes_look *look);

/* Of methods that estimate errors: the state at the end before Euler parameters were made unit,
 * that of the last stage but one, and the rates of the stages but the first. */
void lash_lanes_stages(const lash_lanes *lanes, size_t lane, double *raw, double *before,
                       double **k);

/* Lanes of this mask go on from the ends of their steps, at times `t`; memory moves on as by
 * lash_recording_commit(). */
void lash_lanes_accept(lash_lanes *lanes, unsigned mask, const double *t);

#endif
