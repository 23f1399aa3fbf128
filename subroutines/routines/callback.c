/* CBKSUB: commits what every element remembers at the end of an accepted step. */
#include "follow.h"
#include "routines_sdk.h"
#include "slv_cbksub.h"
#include "space.h"
#include "element_table.h"

adams_c_Callback Cbksub;
ROUTINE void Lash_callback_2017(double time, int event, int *data); /* older hosts: no structure */
adams_f77_CBKSUB FORTRAN_NAME(cbksub, CBKSUB);

typedef struct step_end {
  double time;
  bool seen; /* by the element's newest value pass */
} step_end;

static void commit(element *e, void *context) {
  const step_end *end = context;
  const double time = end->time;
  snapshot now;
  motion m;
  lash_error error;
  if (!e->started) return;
  if (e->joint->form == JOINT_CONTACT || e->joint->form == JOINT_SLIP) {
    memory_accept_contact(e, time * e->units.time);
  } else if (end->seen && e->last.valid && e->last.time == time * e->units.time) {
    if (e->last.time > e->time) memory_commit(e, &e->last);
  } else if (element_state(e, time, &m, &now, &error)) {
    element_stop(e->kind, e->id, &error);
  } else if (now.time > e->time) {
    memory_commit(e, &now);
  }
}

static void callback(double time, int event) {
  if (event == ev_TIME_STEP_BEG || event == ev_TIME_STEP_END) memory_set_events(true);
  if (event == ev_TIME_STEP_END) {
    int seen = 0;
    if (HOST_SAYS_SEEN) c_lash_seen(&seen);
    element_each(commit, &(step_end){time, seen != 0});
  }
  if (event == ev_TERMINATE) memory_set_events(false);
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
