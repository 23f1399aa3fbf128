/* Sign changes of switch functions inside a step, and how far contacts let the next step go. */
#ifndef LASH_INTEGRATE_EVENTS_H
#define LASH_INTEGRATE_EVENTS_H

#include "integrate_stepper.h"

typedef struct events {
  lash_system *system;
  equations *equations; /* those at work */
  size_t count;
  size_t live_count, *live; /* those that can change */
  bool live_expressions;    /* some of these are of expressions … */
  bool live_jumps;          /* … or make forces jump */
  lash_switch_kind *kind;   /* of each switch */
  bool *positive;           /* the side each switch is on */
  bool *changed;            /* in the event found last */
  double *value;            /* at the end of the last accepted step */
  double *slope;            /* change per time at its end */
  double *contact_time;     /* shortest estimate of a contact's duration so far; INFINITY: none */
  double *greatest;         /* of |value| since the last crossing */
  double *layer;            /* > 0: crossings are not followed within this distance of zero */
  int *tally;               /* crossings in a row between which the value stayed near the layer */
  int *steps;               /* since the last crossing */
  bool *jumps;              /* the force jumps there, not its slope alone */
  bool *told;               /* a message about it has been given */
  bool softens;             /* jumps that cannot be followed become ramps */
  double *low, *high, *probe, *middle, *end;
  double *y;
  double step_bound; /* longest step while in contact; INFINITY: none */
} events;

/* `softens`: the method can go on with steep ramps in the place of jumps. */
lash_status events_create(equations *at_work, bool softens, events **made, lash_error *error);
void events_free(events *e);

/* Asks these equations from now on. */
void events_follow(events *e, equations *at_work);

/* Takes the sides at (t, y) as they are, without an event. */
lash_status events_start(events *e, double t, const double *y, lash_error *error);

/* Looks into the stepper's last step. *found: an event, at *t (just behind the crossing);
 * changed[] then tells which switches crossed. */
lash_status events_search(events *e, stepper *s, bool *found, double *t, lash_error *error);

/* Whether nothing is to be looked for inside the stepper's last step, at whose end the switches
 * have the values e->end: what events_search() finds out first. */
bool events_quiet(events *e, const stepper *s);

/* A step of length h of the stepper was accepted, cut short at the located instant when `found`:
 * notes sides, slopes, contact times and chatter. The system must stand at its end; `known`: that
 * is where events_search() saw it. */
lash_status events_accept(events *e, const stepper *s, bool found, bool known, double h,
                          lash_error *error);

/* The same where the values are known: e->high. */
void events_note(events *e, const stepper *s, bool found, double h);

/* Where the step from t should end at the latest so as not to run deep into a contact that is about
 * to begin; `h` is the step intended. */
double events_limit(const events *e, double t, double h);

/* Touching contacts, by the sides. */
size_t events_touching(const events *e);

/* Chatter. A switch that crosses zero again and again while its value stays within a hundred times
 * what the error asked for leaves uncertain (its blur) cannot be followed: the state slides along
 * it (dry friction at rest), or its swings have become too small to count. Within a layer of ten
 * blurs a jump then becomes a smooth ramp (`softens`) or, like a kink, is simply not looked for;
 * when the value is more than a hundred blurs away all is as before. */

/* Recorded equations cannot be softened: an expression has switched so often since the last output
 * that Cartesian ones should go on. */
bool events_weary(const events *e);

/* A jump is a ramp now: steep, to be carried by an implicit method. */
bool events_sliding(const events *e);

/* Follows again what is not followed without being a ramp. */
void events_forget_chatter(events *e);

/* Makes the ramps that `layer` tells of, after it was restored. */
void events_restore_ramps(events *e);

#endif
