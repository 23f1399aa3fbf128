/* Inside of an integration, shared by the driver and by save and restore. */
#ifndef LASH_INTEGRATE_RUN_H
#define LASH_INTEGRATE_RUN_H

#include "integrate_audit.h"
#include "integrate_events.h"
#include "integrate_pivots.h"
#include "integrate_stepper.h"
#include "integrate_watchdog.h"

/* When outputs are due: base + k step, k = next, next + 1, …; the end of the run always is. */
typedef struct schedule {
  double base, step;
  size_t next;
  size_t since_restart; /* outputs since the last planned restart */
} schedule;

/* A step that was taken and is not accepted yet. */
typedef struct held_step {
  bool any;
  bool found; /* an event ends it … */
  bool cut;   /* … or somebody who looked inside it */
  double t;   /* its end */
} held_step;

struct lash_integration {
  lash_system *system;
  const lash_system_sizes *n;
  equations cartesian, recorded;       /* recorded.record: NULL where there is none */
  char not_compiled[LASH_MESSAGE_MAX]; /* why not, where that was asked for */
  double *seen;                        /* the accepted state, as the system has it */
  lash_integrate_options options;
  lash_integrate_statistics count;
  stepper *stepper; /* the one at work: `chosen`, or one of the others for a while */
  stepper *chosen, *bridge;
  stepper *slider;       /* bdf, in the place of others while a jump is a steep ramp */
  bool sliding;          /* that is so, and the stepper at work suits it */
  size_t bridge_steps;   /* left to take before going back to the chosen one */
  size_t stiff_contacts; /* touches and releases still to come that the bridge is not good for */
  events *events;
  audit *audit;
  pivots pivots;
  double t, *y;                       /* the accepted state */
  double *shown_state, *spare, *work; /* work: two states */
  schedule outputs;
  bool shown;   /* the accepted state has been shown to the watcher */
  bool resumed; /* outputs were restored and go on as they were */
  bool started; /* the first call of lash_integrate_to() is over */
  bool stopped;
  held_step held; /* ahead of the accepted state; looked at at `look`, where shown_state is */
  double look;
  bool recorded_works; /* the state is one of the recorded equations … */
  bool recorded_left;  /* … which were given up */
  double last_step;
  double recovered_at; /* time of the last unplanned restart */
  watchdog watchdog;
};

/* Goes on with Cartesian equations for good, from the accepted state. */
lash_status integration_leave_recorded(lash_integration *run, const char *reason,
                                       lash_error *error);

/* Makes the method that suits the run from here on the one at work: `chosen`; an implicit one while
 * a jump is a ramp; or the bridge when there are contacts and nothing is known to be stiff. Depends
 * on what is saved alone. */
lash_status integration_settle(lash_integration *run, lash_error *error);

/* What lash_integrate_to() is made of: whether there is anything to do; its start; a step; its end,
 * with the status it came to. */
lash_status integration_ready(lash_integration *run, double end, lash_error *error);
lash_status integration_begin(lash_integration *run, const lash_watcher *watcher,
                              lash_error *error);
lash_status integration_step(lash_integration *run, double end, const lash_watcher *watcher,
                             lash_error *error);
lash_status integration_end(lash_integration *run, lash_status status, lash_error *error);

/* When the next output is due; the next time at which a step must end. */
double integration_due(const lash_integration *run, double end);
double integration_next_stop(const lash_integration *run, double end);
/* Whether the next step is the bridge's too. */
bool integration_bridge_lasts(const lash_integration *run);

#endif
