/* The recorder: a system's equations of motion as lists of operations (solver/tape), in tree
 * coordinates with rows for what closes loops.
 *
 * Bodies form a tree under ground. Each hangs on its parent by one joint (or on ground, free) and
 * has that joint's coordinates: an angle, a displacement, both, three in a plane; at ball joints
 * and free bodies four Euler parameters, with the *absolute* angular velocity in body axes as
 * speeds. A coordinate that a MOTION drives is a function of time and no unknown. Joints that
 * close loops, and what a tree joint leaves out, are rows J u' = g; of dependent rows the
 * independent ones are kept.
 *
 * A state z = [ coordinates | speeds | extra states | driven ] stands for the system's y;
 * lash_recording_lift() and lash_recording_lower() go to and fro. What is remembered between
 * accepted steps (impact speeds, full turns) is an input of the list, and so is time. Displacement
 * and speed of driven coordinates are integrated beside the rest, though nothing depends on them,
 * so that steps are no longer than such a motion allows: what it hits, and the work it does, are
 * found by what is seen inside steps.
 *
 * What cannot be recorded is said in words (LASH_UNSUPPORTED): the Cartesian equations then remain.
 */
#ifndef LASH_SOLVER_RECORD_H
#define LASH_SOLVER_RECORD_H

#include "lash_system.h"

typedef struct lash_recording lash_recording;

/* Records at the system's current state, which must be assembled: it decides which rows are
 * independent. The system must outlive the record; joints switched on or off make it invalid.
 * `must_pay`: also refuses what would run no faster than the system does (many bodies one below the
 * other, routines that need the whole state, no machine code), before much time has gone into it.
 */
lash_status lash_recording_make(lash_system *system, bool must_pay, lash_recording **made,
                                lash_error *error);
void lash_recording_free(lash_recording *record);

typedef struct lash_recording_report {
  size_t length;                      /* of z */
  size_t coordinates, speeds, states; /* in it */
  size_t rows, dropped;               /* that close loops: kept, dependent */
  size_t driven;                      /* coordinates that MOTIONs prescribe */
  size_t works;                       /* behind z, by lash_recording_add_works() */
  size_t operations;                  /* in one evaluation of the rates */
  size_t calls;                       /* opaque ones among them */
  bool emitted;                       /* they run as machine code */
} lash_recording_report;

lash_recording_report lash_recording_tell(const lash_recording *record);

/* z from the system's current state, and back: y of the system's sizes. */
lash_status lash_recording_lower(lash_recording *record, double *z, lash_error *error);
void lash_recording_lift(lash_recording *record, double t, const double *z, double *y);

/* From now on rates go on behind z with the works of the system's forces and MOTIONs, whose rates
 * are their powers: nothing depends on them, but they are as exact as the motion. */
lash_status lash_recording_add_works(lash_recording *record, lash_error *error);

/* z' at (t, z). Fails where rows become dependent or a force is not finite. */
lash_status lash_recording_rates(lash_recording *record, double t, const double *z, double *zdot,
                                 lash_error *error);

/* Of the rates found last: the root of the least pivot of the rows that close loops. */
double lash_recording_independence(const lash_recording *record);

/* Stages of an explicit Runge-Kutta method: number s is taken at t + place[s] h and z + h sum
 * a[s][j] k[j]; the last one stands at the end of the step. Euler parameters are made unit there:
 * before its rates are taken where steps have given sizes, else behind it. */
enum { LASH_STAGES_MOST = 16 };
typedef struct lash_stages {
  int count;
  const double (*a)[LASH_STAGES_MOST];
  const double *place;
  const double
      *difference; /* of all stages, to an embedded formula; NULL: steps have given sizes */
} lash_stages;

/* Makes the stages of a step one list, for one method per record; false where that gains nothing.
 */
bool lash_recording_fuse(lash_recording *record, const lash_stages *stages);

/* The stages of a step h from (t, z) with rates k[0]: its end, where Euler parameters are unit, and
 * the last of k, unless a projection comes first, as rows close loops. `end`: the time there.
 * False: something is not finite or singular on the way, to be found out stage by stage. */
bool lash_recording_stages(lash_recording *record, double t, double end, double h, const double *z,
                           double *next, double **k);

/* Brings z onto the rows by the smallest change in the mass metric, where it is off by more than
 * round-off; Euler parameters become unit. `drift` (may be NULL): the largest residual before. */
lash_status lash_recording_project(lash_recording *record, double t, double *z, double *drift,
                                   lash_error *error);
/* Largest residuals of the rows, in position and in velocity; either may be NULL. */
void lash_recording_drift(lash_recording *record, double t, const double *z, double *position,
                          double *velocity);
void lash_recording_normalise(const lash_recording *record, double *z);

/* Tolerances of z for a relative error, with `magnitude` the greatest |z| met so far. */
void lash_recording_tolerances(const lash_recording *record, double error, double length,
                               const double *magnitude, const double *z, double *tolerance);

/* Switch functions in the order of lash_system_switches(). */
lash_status lash_recording_switches(lash_recording *record, double t, const double *z,
                                    double *values, lash_error *error);

/* False where it is a constant: nobody need ask for it again. */
bool lash_recording_switch_moves(const lash_recording *record, size_t index);

/* An accepted state: what is remembered moves on. */
lash_status lash_recording_commit(lash_recording *record, double t, const double *z,
                                  lash_error *error);

/* Makes the system stand at (t, z), with the record's memory in force. */
lash_status lash_recording_show(lash_recording *record, double t, const double *z,
                                lash_error *error);

/* Takes the system's memory over: at the start, and after the system's own was restored. */
lash_status lash_recording_remember(lash_recording *record, lash_error *error);
/* Whether somebody else changed what the routine of a joint remembers since both were the same. */
bool lash_recording_stale(const lash_recording *record);

/* Powers of the system's forces and MOTIONs, in their order, and energies at (t, z). */
lash_status lash_recording_powers(lash_recording *record, double t, const double *z, double *power,
                                  lash_error *error);
void lash_recording_energy(lash_recording *record, double t, const double *z, lash_energy *energy);

#endif
