/* How fast a contact closes. */
#include <math.h>
#include <string.h>

#include "integrate_run.h"

/* Which switch it is: of those of this element, the one that is nearest to zero. */
static size_t switch_of(const lash_integration *run, const lash_switch_info *info,
                        const double *gaps) {
  size_t found = 0;
  double nearest = INFINITY;
  for (size_t i = 0; i < run->events->count; i++) {
    const lash_switch_info at = lash_system_switch(run->system, i);
    if (at.kind != info->kind || at.id != info->id || strcmp(at.statement, info->statement) != 0)
      continue;
    if (fabs(gaps[i]) < nearest) nearest = fabs(gaps[i]), found = i;
  }
  return found;
}

static double gap_after(lash_integration *run, const double *y, size_t index, double t, double dt) {
  const lash_system_sizes *n = run->n;
  double *gaps = run->events->probe;
  lash_error unused;
  memcpy(run->work, y, n->y * sizeof *y);
  lash_system_increment(y, y + n->q, dt, n, run->work);
  lash_system_set(run->system, t + dt, run->work);
  if (lash_system_switches(run->system, gaps, &unused) != LASH_OK) return NAN;
  return gaps[index];
}

/* A difference along the velocity, over a time so short that its curvature does not count. */
double lash_integrate_approach(lash_integration *run, const lash_switch_info *info,
                               double shortest) {
  const double part_of_step = 1e-2; /* less loses digits to round-off */
  const double t = run->t, dt = fmax(part_of_step * run->count.step, shortest);
  const double *y = lash_integrate_state(run);
  lash_error unused;
  double speed = NAN;
  lash_system_set(run->system, t, y);
  if (lash_system_switches(run->system, run->events->probe, &unused) == LASH_OK) {
    const size_t index = switch_of(run, info, run->events->probe);
    speed = (gap_after(run, y, index, t, -dt) - gap_after(run, y, index, t, dt)) / (2 * dt);
  }
  lash_system_set(run->system, t, y);
  return speed;
}
