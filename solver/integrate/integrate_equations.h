/* What is integrated: the Cartesian equations of the system, or those recorded in tree coordinates.
 * A state is `size` numbers; it stands for one of the system's either way. The functions mirror
 * those of lash_system.h, which they are for Cartesian equations: one state is the current one, and
 * what is asked refers to it. */
#ifndef LASH_INTEGRATE_EQUATIONS_H
#define LASH_INTEGRATE_EQUATIONS_H

#include "lash_system.h"
#include "record.h"

typedef struct equations {
  lash_system *system;
  lash_recording *record; /* NULL: Cartesian */
  size_t size;
  size_t own;    /* of these: the others are followed, but nothing depends on them */
  size_t works;  /* the last of them: works of all forces and motions, for the audit */
  bool has_rows; /* recorded: some close loops */
  double t, *y;  /* current state, where it is recorded */
  double *work;
} equations;

/* Room for any state of the system's, by whichever equations. */
size_t equations_room(const lash_system *system);

lash_status equations_cartesian(lash_system *system, equations *made, lash_error *error);
/* Takes the record over. */
lash_status equations_recorded(lash_system *system, lash_recording *record, equations *made,
                               lash_error *error);
void equations_free(equations *e);

lash_status equations_rates(equations *e, double t, const double *y, double *ydot,
                            lash_error *error);
void equations_normalise(const equations *e, double *y);
lash_status equations_project(equations *e, double t, double *y, lash_error *error);

void equations_set(equations *e, double t, const double *y);
double equations_drift_part(equations *e); /* of what a projection leaves alone */
void equations_drift(equations *e, double *position, double *velocity);
/* How far the constraint rows are from depending on each other, 0 where they do; scaled so that it
 * falls in proportion to the way to such a position. Recorded equations know it of the rates asked
 * for last, or find it with room for a state's `rates`. */
double equations_independence(equations *e, double *rates);
/* False: that switch stays as it is for good. */
bool equations_switch_moves(const equations *e, size_t index);
lash_status equations_switches(equations *e, double *values, lash_error *error);
lash_status equations_commit(equations *e, lash_error *error);
void equations_energy(equations *e, lash_energy *energy);

/* Powers of all forces, losses of flexible bodies and motions, in this order. `lambda`: multipliers
 * where the method knows them; NULL: those of the state. */
lash_status equations_powers(equations *e, const double *lambda, double *power, lash_error *error);

/* Makes the system stand at the current state, with the memory in force. */
lash_status equations_show(equations *e, lash_error *error);

/* The current state of the system as one of these equations, and its memory as theirs. */
lash_status equations_take(equations *e, double *y, lash_error *error);

#endif
