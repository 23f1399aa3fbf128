/* Impact memory: trial and commit. */
#include "lash_memory.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

/* A step shorter than this part of the time itself, when a host commits a touch again at once: the
 * penetration then moves by rounding as much as by motion, and its slope would be noise. */
#define SHORT_STEP 1e-7

/* Bisection alone would need 53 halvings to the last bit; Newton steps only shorten that. */
enum { ROOT_STEPS = 60 };

/* ------------------------------------------------------------------------------ cubic of a step */

/* Penetration over one step, tau = 0 (accepted) to 1 (trial), from values and rates at both ends.
 */
typedef struct step_cubic {
  double h;
  double p0, m0, p1, m1; /* values; rates times h */
} step_cubic;

static double cubic_value(const step_cubic *s, double tau) {
  double u = 1 - tau;
  return (1 + 2 * tau) * u * u * s->p0 + tau * u * u * s->m0 + tau * tau * (3 - 2 * tau) * s->p1 -
         tau * tau * u * s->m1;
}

static double cubic_slope(const step_cubic *s, double tau) {
  double u = 1 - tau;
  return 6 * tau * u * (s->p1 - s->p0) + u * (1 - 3 * tau) * s->m0 + tau * (3 * tau - 2) * s->m1;
}

static double cubic_bend(const step_cubic *s, double tau) {
  return (6 - 12 * tau) * (s->p1 - s->p0) + (6 * tau - 4) * s->m0 + (6 * tau - 2) * s->m1;
}

/* Where the cubic rises through zero, given p0 <= 0 < p1: Newton's method, halving the bracket
 * whenever it would leave it. */
static double cubic_crossing(const step_cubic *s) {
  if (s->p0 == 0 && s->m0 > 0) return 0;
  double low = 0, high = 1, tau = -s->p0 / (s->p1 - s->p0);
  for (int k = 0; k < ROOT_STEPS; k++) {
    double p = cubic_value(s, tau);
    if (p > 0)
      high = tau;
    else
      low = tau;
    double next = tau - p / cubic_slope(s, tau);
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (fabs(next - tau) <= DBL_EPSILON * high) return next;
    tau = next;
  }
  return tau;
}

/* Slope at the crossing; its derivatives by implicit differentiation of p(tau; delta, v) = 0. */
static double crossing_speed(const step_cubic *s, double *d_delta, double *d_v) {
  double tau = cubic_crossing(s), slope = cubic_slope(s, tau), bend = cubic_bend(s, tau);
  double size = fabs(s->m0) + fabs(s->m1) + (s->p1 - s->p0);
  *d_delta = *d_v = 0;
  /* a grazing start: the speed is zero and has no derivative */
  if (!(slope > 8 * DBL_EPSILON * size)) return 0;
  double by_delta = tau * tau * (3 - 2 * tau), slope_by_delta = 6 * tau * (1 - tau);
  double by_v = -tau * tau * (1 - tau) * s->h, slope_by_v = tau * (3 * tau - 2) * s->h;
  *d_delta = (slope_by_delta - bend * by_delta / slope) / s->h;
  *d_v = (slope_by_v - bend * by_v / slope) / s->h;
  return slope / s->h;
}

/* Speed at the crossing of a short step: the rates at both ends, weighted by the place at which the
 * positions see the crossing. Whatever their noise, it lies between the two. */
static double short_step_speed(const step_cubic *s, double *d_delta, double *d_v) {
  double rise = s->p1 - s->p0, tau = -s->p0 / rise, before = s->m0 / s->h, after = s->m1 / s->h;
  double speed = before + tau * (after - before);
  *d_delta = *d_v = 0;
  if (!(speed > 0)) return 0;
  *d_delta = -tau / rise * (after - before);
  *d_v = tau;
  return speed;
}

/* ---------------------------------------------------------------------------------------- trial */

static bool all_finite(double t, double delta, double v) {
  return isfinite(t) && isfinite(delta) && isfinite(v);
}

static double approach(const lash_impact_memory *memory, double t, double delta, double v,
                       double *d_delta, double *d_v) {
  *d_delta = *d_v = 0;
  if (memory->delta > 0) return memory->v0;
  double h = t - memory->time;
  if (delta <= 0 || !(h > 0)) {
    *d_v = v > 0;
    return v > 0 ? v : 0;
  }
  step_cubic s = {h, memory->delta, h * memory->v, delta, h * v};
  if (h <= SHORT_STEP * fabs(t)) return short_step_speed(&s, d_delta, d_v);
  return crossing_speed(&s, d_delta, d_v);
}

lash_status lash_memory_trial(const lash_impact_memory *memory, double t, double delta, double v,
                              double *v0, double *d_delta, double *d_v) {
  double by_delta = 0, by_v = 0;
  bool good = all_finite(t, delta, v);
  *v0 = good ? approach(memory, t, delta, v, &by_delta, &by_v) : memory->v0;
  if (d_delta) *d_delta = by_delta;
  if (d_v) *d_v = by_v;
  return good ? LASH_OK : LASH_BAD_INPUT;
}

/* --------------------------------------------------------------------------------------- commit */

lash_status lash_memory_reset(lash_impact_memory *memory, double t, double delta, double v) {
  *memory = (lash_impact_memory){.phase = LASH_PHASE_FREE};
  if (!all_finite(t, delta, v)) return LASH_BAD_INPUT;
  memory->time = memory->start = t;
  memory->delta = delta;
  memory->v = v;
  if (delta > 0) {
    memory->phase = LASH_PHASE_FOLLOWING;
    memory->v0 = v > 0 ? v : 0;
  }
  return LASH_OK;
}

/* When the gap closed between the last accepted step and this one. */
static double closing_time(const lash_impact_memory *memory, double t, double delta, double v) {
  double h = t - memory->time;
  if (!(h > 0)) return t;
  step_cubic s = {h, memory->delta, h * memory->v, delta, h * v};
  return memory->time + h * cubic_crossing(&s);
}

static void advance_phase(lash_impact_memory *memory, double v) {
  if (memory->phase != LASH_PHASE_IMPACT) return;
  if (v <= 0)
    memory->rebound = 1;
  else if (memory->rebound)
    memory->phase = LASH_PHASE_FOLLOWING;
}

lash_status lash_memory_commit(lash_impact_memory *memory, double t, double delta, double v) {
  if (!all_finite(t, delta, v)) return LASH_BAD_INPUT;
  if (delta <= 0) {
    memory->v0 = 0;
    memory->phase = LASH_PHASE_FREE;
    memory->rebound = 0;
  } else if (memory->delta <= 0) {
    lash_memory_trial(memory, t, delta, v, &memory->v0, NULL, NULL);
    memory->start = closing_time(memory, t, delta, v);
    memory->impacts++;
    memory->phase = LASH_PHASE_IMPACT;
    memory->rebound = v <= 0;
  } else {
    advance_phase(memory, v);
  }
  memory->time = t;
  memory->delta = delta;
  memory->v = v;
  return LASH_OK;
}

lash_impact_phase lash_memory_phase(const lash_impact_memory *memory) {
  return (lash_impact_phase)memory->phase;
}

const char *lash_phase_name(lash_impact_phase phase) {
  static const char *const names[] = {"free", "impact", "following"};
  return (unsigned)phase < 3 ? names[phase] : "unknown";
}
