/* Contacts that close or open while the solver integrates, and how fast. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
  free(a->moved);
  a->moved = calloc(n->y + n->switches + 1, sizeof *a->moved);
  if (!a->moved) return lash_fail(error, LASH_FAILURE, "out of memory for the contacts of a run");
  a->gaps = a->moved + n->y;
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

/* Which switch it was: of those of this element, the one that is nearest to zero. */
static size_t switch_of(const lash_session *session, const lash_switch_info *info) {
  size_t found = 0;
  double nearest = INFINITY;
  for (size_t i = 0; i < lash_system_size(session->system)->switches; i++) {
    const lash_switch_info at = lash_system_switch(session->system, i);
    const double gap = fabs(session->arrays.gaps[i]);
    if (at.kind != info->kind || at.id != info->id || strcmp(at.statement, info->statement) != 0) {
      continue;
    }
    if (gap < nearest) nearest = gap, found = i;
  }
  return found;
}

static double gap_after(lash_session *session, size_t index, double t, double dt) {
  const lash_system_sizes *n = lash_system_size(session->system);
  session_arrays *a = &session->arrays;
  lash_error unused;
  lash_system_increment(session->y, session->y + n->q, dt, n, a->moved);
  lash_system_set(session->system, t + dt, a->moved);
  if (lash_system_switches(session->system, a->gaps, &unused) != LASH_OK) return NAN;
  return a->gaps[index];
}

/* How fast the gap closes at this instant: a difference along the velocity, over a time so short
 * that its curvature does not count. */
static double approach_speed(lash_session *session, const lash_switch_info *info, double t) {
  const double part_of_step = 1e-4, part_of_output = 1e-7;
  const size_t size = lash_system_size(session->system)->y * sizeof *session->y;
  lash_error unused;
  const double step = lash_integrate_statistics_of(session->run)->step;
  const double dt = fmax(part_of_step * step, part_of_output * session->output_step);
  memcpy(session->y, lash_integrate_state(session->run), size);
  memcpy(session->arrays.moved, session->y, size);
  lash_system_set(session->system, t, session->y);
  double speed = NAN;
  if (lash_system_switches(session->system, session->arrays.gaps, &unused) == LASH_OK) {
    const size_t index = switch_of(session, info);
    speed = (gap_after(session, index, t, -dt) - gap_after(session, index, t, dt)) / (2 * dt);
  }
  lash_system_set(session->system, t, session->y);
  return speed;
}

void touches_event(lash_session *session, const lash_switch_info *info, double t, bool positive) {
  if (!session->options.touches) return;
  const lash_touch touch = {
      .time = t, .closes = !positive, .speed = positive ? NAN : approach_speed(session, info, t)};
  session->arrays.no_memory |= !keep(&session->arrays, info, touch);
}
