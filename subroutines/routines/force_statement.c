/* Evaluating an element with one site. */
#include "force_statement.h"

#include "follow.h"
#include "space.h"

bool one_site_evaluate(const element_call *call, double time, int dflag, int iflag, one_site *at) {
  element *e = at->e = element_enter(call, iflag);
  if (!e) return false;
  int partials = 0;
  snapshot now;
  lash_error error;
  c_adams_needs_partials(&partials);
  at->partials = partials != 0;
  if (element_state(e, time, &at->m, &now, &error)) {
    element_stop(e->kind, e->id, &error);
    return false;
  }
  if (!dflag) memory_follow(e, &now);
  at->gap = -now.site[0].delta / (e->measure == MEASURE_ANGLE ? 1 : e->units.length);
  site_evaluate(e, 0, now.time, &now.site[0], now.host_z[0], at->partials, &at->load);
  return true;
}
