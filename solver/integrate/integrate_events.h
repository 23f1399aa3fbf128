/* Sign changes of switch functions inside a step, and how far contacts let the next step go. */
#ifndef LASH_INTEGRATE_EVENTS_H
#define LASH_INTEGRATE_EVENTS_H

#include "integrate_stepper.h"

typedef struct events {
  lash_system *system;
  equations *equations; /* those at work */
  size_t count;
  lash_switch_kind *kind; /* of each switch */
  bool *positive;         /* the side each switch is on */
  bool *changed;          /* in the event found last */
  double *value;          /* at the end of the last accepted step */
  double *slope;          /* change per time at its end */
  double *contact_time;   /* shortest estimate of a contact's duration so far; INFINITY: none */
  int *tally;             /* crossings of an expression switch since the last output */
  double *low, *high, *probe, *middle, *end;
  double *y;
  double step_bound; /* longest step while in contact; INFINITY: none */
} events;

lash_status events_create(equations *at_work, events **made, lash_error *error);
void events_free(events *e);

/* Takes the sides at (t, y) as they are, without an event. */
lash_status events_start(events *e, double t, const double *y, lash_error *error);

/* Looks into the stepper's last step. *found: an event, at *t (just behind the crossing);
 * changed[] then tells which switches crossed. */
lash_status events_search(events *e, stepper *s, bool *found, double *t, lash_error *error);

/* A step of length h was accepted, cut short from `full` at the located instant when `found`: notes
 * sides, slopes and contact times. The system must stand at its end. */
lash_status events_accept(events *e, bool found, double h, double full, lash_error *error);

/* Where the step from t should end at the latest so as not to run deep into a contact that is about
 * to begin; `h` is the step intended. */
double events_limit(const events *e, double t, double h);

/* Touching contacts, by the sides. */
size_t events_touching(const events *e);

/* True while an expression switch chatters: it is then stepped over until the next output. */
bool events_chatter(const events *e);

/* Follows all switches again. */
void events_forget_chatter(events *e);

#endif
