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
 * A state z = [ coordinates | speeds | extra states ] stands for the system's y; lash_record_lift()
 * and lash_record_lower() go to and fro. What is remembered between accepted steps (impact speeds,
 * full turns) is an input of the list, and so is time.
 *
 * What cannot be recorded is said in words (LASH_UNSUPPORTED): the Cartesian equations then remain.
 */
#ifndef LASH_SOLVER_RECORD_H
#define LASH_SOLVER_RECORD_H

#include "lash_system.h"

typedef struct lash_record lash_record;

/* Records at the system's current state, which must be assembled: it decides which rows are
 * independent. The system must outlive the record; joints switched on or off make it invalid. */
lash_status lash_record_make(lash_system *system, lash_record **made, lash_error *error);
void lash_record_free(lash_record *record);

typedef struct lash_record_report {
  size_t coordinates, speeds, states; /* of z: their sum is its length */
  size_t rows, dropped;               /* that close loops: kept, dependent */
  size_t driven;                      /* coordinates that MOTIONs prescribe */
  size_t operations;                  /* in one evaluation of the rates */
  size_t calls;                       /* opaque ones among them */
  bool emitted;                       /* they run as machine code */
} lash_record_report;

lash_record_report lash_record_tell(const lash_record *record);

/* z from the system's current state, and back: y of the system's sizes. */
lash_status lash_record_lower(lash_record *record, double *z, lash_error *error);
void lash_record_lift(lash_record *record, double t, const double *z, double *y);

/* z' at (t, z). Fails where rows become dependent or a force is not finite. */
lash_status lash_record_rates(lash_record *record, double t, const double *z, double *zdot,
                              lash_error *error);

/* Brings z onto the rows by the smallest change in the mass metric, where it is off by more than
 * round-off; Euler parameters become unit. `drift` (may be NULL): the largest residual before. */
lash_status lash_record_project(lash_record *record, double t, double *z, double *drift,
                                lash_error *error);
void lash_record_normalise(const lash_record *record, double *z);

/* Tolerances of z for a relative error, with `magnitude` the greatest |z| met so far. */
void lash_record_tolerances(const lash_record *record, double error, double length,
                            const double *magnitude, const double *z, double *tolerance);

/* Switch functions in the order of lash_system_switches(). */
lash_status lash_record_switches(lash_record *record, double t, const double *z, double *values,
                                 lash_error *error);

/* An accepted state: what is remembered moves on. */
lash_status lash_record_commit(lash_record *record, double t, const double *z, lash_error *error);

/* Makes the system stand at (t, z), with the record's memory in force. */
lash_status lash_record_show(lash_record *record, double t, const double *z, lash_error *error);

/* Takes the system's memory over: at the start, and after the system's own was restored. */
lash_status lash_record_remember(lash_record *record, lash_error *error);

/* Powers of the system's forces, in their order, and energies at (t, z); either may be NULL. */
void lash_record_powers(lash_record *record, double t, const double *z, double *power,
                        lash_energy *energy);

#endif
