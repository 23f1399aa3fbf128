/* Ordinary differential equations for the test rigs: a thin, allocation-at-creation-only face over
 * SUNDIALS CVODE with located events and dense output. */
#ifndef LASH_RIGS_ODE_H
#define LASH_RIGS_ODE_H

#include "lash_core.h"

typedef struct ode ode;

/* ydot = f(t, y). Return false when y has no meaning (the step is then tried again, smaller). */
typedef bool (*ode_rate)(double t, const double *y, double *ydot, void *context);

/* Event functions: an event is a change of sign of g[i]. */
typedef void (*ode_events)(double t, const double *y, double *g, void *context);

typedef enum ode_method { ODE_ADAMS, ODE_BDF } ode_method;

enum { ODE_EVENTS_MAX = 8 };

typedef struct ode_problem {
  size_t size;
  ode_method method; /* BDF when bristles make it stiff */
  ode_rate rate;
  size_t event_count; /* at most ODE_EVENTS_MAX */
  ode_events events;
  void *context;
  double relative;        /* tolerance on every component */
  const double *absolute; /* tolerance per component */
  double max_step;        /* 0: no limit */
} ode_problem;

/* Creates a solver; NULL on failure, with the reason. The problem is copied. */
ode *ode_create(const ode_problem *problem, lash_error *error);
void ode_destroy(ode *solver);

/* (Re)starts at t, y: also after a jump in f. */
lash_status ode_start(ode *solver, double t, const double *y, lash_error *error);

/* One step, never beyond t_stop; stops at the first event. Gives the new t and y, and for every
 * event its direction (+1 rising, -1 falling, 0 none). */
lash_status ode_step(ode *solver, double t_stop, double *t, double *y, int *event,
                     lash_error *error);

/* The solution at a time inside the last step. */
void ode_dense(ode *solver, double t, double *y);

#endif
