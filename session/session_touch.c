/* Contacts that close or open while the solver integrates, and how fast. */
#include <math.h>
#include <stdlib.h>

#include "session_impl.h"

static bool keep(session_arrays *a, const lash_switch_info *info, lash_touch touch) {
  if (a->touches == a->touch_room) {
    const size_t room = a->touch_room ? 2 * a->touch_room : 64;
    lash_touch *grown = realloc(a->touch, room * sizeof *grown);
    if (!grown) return false;
    a->touch = grown;
    a->touch_room = room;
  }
  snprintf(touch.statement, sizeof touch.statement, "%s", info->statement);
  touch.id = info->id;
  a->touch[a->touches++] = touch;
  return true;
}

lash_status touches_at_start(lash_session *session, lash_error *error) {
  session_arrays *a = &session->arrays;
  const lash_system_sizes *n = lash_system_size(session->system);
  if (!session->options.touches) return LASH_OK;
  free(a->gaps);
  a->gaps = calloc(n->switches + 1, sizeof *a->gaps);
  if (!a->gaps) return lash_fail(error, LASH_FAILURE, "out of memory for the contacts of a run");
  lash_system_set(session->system, session->t, session->y);
  const lash_status status = lash_system_switches(session->system, a->gaps, error);
  for (size_t i = 0; i < n->switches && status == LASH_OK; i++) {
    const lash_switch_info info = lash_system_switch(session->system, i);
    if (info.kind != LASH_SWITCH_CONTACT || a->gaps[i] > 0) continue;
    const lash_touch touch = {.time = session->t, .closes = true, .from_start = true, .speed = NAN};
    a->no_memory |= !keep(a, &info, touch);
  }
  return status;
}

void touches_event(lash_session *session, const lash_switch_info *info, double t, bool positive) {
  const double part_of_output = 1e-7;
  if (!session->options.touches) return;
  lash_touch touch = {.time = t, .closes = !positive, .speed = NAN};
  if (touch.closes)
    touch.speed =
        lash_integrate_approach(session->run, info, part_of_output * session->output_step);
  session->arrays.no_memory |= !keep(&session->arrays, info, touch);
}
