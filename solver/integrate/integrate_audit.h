/* Energy audit: the powers of forces and motions integrated along the solution. */
#ifndef LASH_INTEGRATE_AUDIT_H
#define LASH_INTEGRATE_AUDIT_H

#include "integrate_stepper.h"

enum { AUDIT_POINTS = 3 }; /* of the quadrature in a step */

typedef struct audit {
  lash_system *system;
  equations *equations; /* those at work */
  size_t count;         /* forces, losses in flexible bodies, motions */
  size_t forces;        /* the first of them are forces and losses */
  bool on;
  double *work;                 /* per element, count numbers */
  double *kept;                 /* energy kept in each force now; then at the start */
  double *power, *sum;          /* at a point of the quadrature; what the step adds */
  double *y, *lambda;           /* there: state and multipliers */
  double from, to;              /* the step added last */
  double node[2][AUDIT_POINTS]; /* powers of all forces, all motions at its points */
  double before[2];             /* their works at its start */
  stepper *followed;            /* the step is this one's, and works are among its states */
  double exchanged, last_kinetic, worst;
  lash_audit result;
} audit;

lash_status audit_create(equations *at_work, bool on, audit **made, lash_error *error);
void audit_free(audit *a);

/* The system stands at the initial state. `before`: the books of an earlier run to go on with, or
 * NULL. */
void audit_start(audit *a, const lash_balance *before);

/* Adds the interval from the stepper's t0 to t1 (at most its own t1), whose final state is y.
 * Leaves the system at (t1, y). */
lash_status audit_add(audit *a, stepper *s, double t1, const double *y, lash_error *error);

/* Works of all forces and of all motions up to t inside the step added last. */
void audit_works_at(audit *a, double t, double *forces, double *motions);

/* What forces keep now; the system stands at the accepted state. */
void audit_note_kept(audit *a);

const lash_audit *audit_result(audit *a);

/* The books so far, for a run that goes on with them; NULL: no memory. */
struct lash_balance {
  size_t count, forces; /* as in the audit */
  lash_energy gained;
  double exchanged, worst;
  double work[]; /* per element; behind them the energy that each force came to keep */
};
lash_balance *audit_balance(const audit *a);

#endif
