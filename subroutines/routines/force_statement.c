/* Evaluating an element with one site. */
#include "force_statement.h"

#include "follow.h"

bool one_site_evaluate(const element_call *call, double time, int dflag, int iflag, one_site *at) {
  element *e = at->e = element_enter(call, iflag);
  if (!e) return false;
  int partials = 0;
  lash_joint_state now;
  lash_error error;
  c_adams_needs_partials(&partials);
  at->partials = partials != 0;
  if (element_state(e, time, &at->m, &now, &error)) {
    element_stop(e->kind, e->id, &error);
    return false;
  }
  if (!dflag) follow(e, &now);
  at->gap = -now.site[0].delta / (e->measure == MEASURE_ANGLE ? 1 : e->units.length);
  lash_joint_evaluate(&e->joint, &e->memory, &now, 0, at->partials, &at->load);
  return true;
}
