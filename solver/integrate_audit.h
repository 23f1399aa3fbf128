/* Energy audit: the powers of forces and motions integrated along the solution. */
#ifndef LASH_INTEGRATE_AUDIT_H
#define LASH_INTEGRATE_AUDIT_H

#include "integrate_stepper.h"

typedef struct audit {
  lash_system *system;
  size_t count;  /* forces, losses in flexible bodies, motions */
  size_t forces; /* the first of them are forces and losses */
  bool on;
  double *work;               /* per element, count numbers */
  double *kept;               /* energy kept in each force now; then at the start */
  double *power, *sum, *half; /* at the start of the step; quadratures inside it */
  double *y;
  double from, to;   /* the step added last */
  double node[2][4]; /* powers of all forces, all motions at its Lobatto points */
  double before[2];  /* their works at its start */
  double exchanged, last_kinetic, worst;
  bool power_known; /* power[] is that of the current state */
  lash_audit result;
} audit;

lash_status audit_create(lash_system *system, bool on, audit **made, lash_error *error);
void audit_free(audit *a);

/* The system stands at the initial state. */
void audit_start(audit *a);

/* Adds the interval from the stepper's t0 to t1 (at most its own t1), whose final state is y.
 * Leaves the system at (t1, y). */
lash_status audit_add(audit *a, stepper *s, double t1, const double *y, lash_error *error);

/* The forces may jump here (an event): what was computed at the end of the step is not the start of
 * the next. */
void audit_break(audit *a);

/* Works of all forces and of all motions up to t inside the step added last. */
void audit_works_at(const audit *a, double t, double *forces, double *motions);

const lash_audit *audit_result(audit *a);

#endif
