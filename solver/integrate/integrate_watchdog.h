/* Whether a run still gets anywhere: looked at by what was tried, not by the clock, so that a run
 * that is stopped is stopped everywhere alike. */
#ifndef LASH_INTEGRATE_WATCHDOG_H
#define LASH_INTEGRATE_WATCHDOG_H

#include "integrate_stepper.h"

typedef struct watchdog {
  size_t attempts, troubles; /* steps tried and rejected at the start of the stretch looked at */
  size_t touches;            /* of contacts, and releases, till then */
  double time;               /* there */
  double *state;             /* there, sizes.y numbers; then tolerances and differences */
  size_t at_once;            /* steps at one instant … */
  double instant;            /* … namely this */
} watchdog;

/* Begins to look at (t, y). `state` has room for 3 sizes.y numbers. */
void watchdog_start(watchdog *w, const stepper *s, double t, const double *y);

/* After each step: fails in words when time stands still or goes on so slowly that the next row, at
 * time `row`, is out of reach. */
lash_status watchdog_look(watchdog *w, const stepper *s, double t, const double *y, double row,
                          double end, lash_error *error);

/* Whether it would look closely after so many attempts. */
bool watchdog_due(const watchdog *w, size_t attempts);

#endif
