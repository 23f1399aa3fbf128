/* CBKSUB: commits what every element remembers at the end of an accepted step. */
#include "element_table.h"
#include "follow.h"
#include "marker_motion.h"
#include "routines_sdk.h"
#include "slv_cbksub.h"

adams_c_Callback Cbksub;
ROUTINE void Lash_callback_2017(double time, int event, int *data); /* older hosts: no structure */
adams_f77_CBKSUB FORTRAN_NAME(cbksub, CBKSUB);

typedef struct step_end {
  double time;
  bool seen; /* by the element's newest value pass */
} step_end;

static void commit(element *e, void *context) {
  const step_end *end = context;
  const double time = end->time * e->units.time;
  lash_joint_state now;
  motion m;
  lash_error error;
  if (!e->memory.started) return;
  if (fed_by_host(e)) {
    follow_accepted_contact(e, time);
  } else if (end->seen && e->noted && e->last.time == time) {
    if (time > e->memory.time) follow_commit(e, &e->last);
  } else if (element_state(e, end->time, &m, &now, &error)) {
    element_stop(e->kind, e->id, &error);
  } else if (now.time > e->memory.time) {
    follow_commit(e, &now);
  }
}

static void callback(double time, int event) {
  element_table *table = table_of_caller();
  if (!table) return; /* its elements could not be made either, and have said so */
  if (event == ev_TIME_STEP_BEG || event == ev_TIME_STEP_END) table_set_events(table, true);
  if (event == ev_TIME_STEP_END) {
    int seen = 0;
    if (HOST_SAYS_SEEN) c_lash_seen(&seen);
    element_each(table, commit, &(step_end){time, seen != 0});
  }
  if (event == ev_TERMINATE) table_set_events(table, false);
}

ROUTINE void Cbksub(const struct sAdamsCbksub *cbk, double time, int event, int *data) {
  (void)cbk, (void)data;
  callback(time, event);
}

ROUTINE void Lash_callback_2017(double time, int event, int *data) {
  (void)data;
  callback(time, event);
}

FORTRAN_ROUTINE(cbksub, CBKSUB)(double *time, int *event, int *data) {
  (void)data;
  callback(*time, *event);
}
