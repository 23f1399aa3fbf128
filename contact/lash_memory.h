/* Impact memory: the approach speed v0 that hysteresis laws need, remembered without side effects.
 *
 *   lash_memory_reset(&memory, t0, delta, v);                          once, at the start
 *   lash_memory_trial(&memory, t, delta, v, &v0, &v0_delta, &v0_v);    in every force call
 *   lash_memory_commit(&memory, t, delta, v);                          once per accepted step
 *
 * A trial reads the memory and never writes it: a host may evaluate a step as often as it likes,
 * difference it, reject it, and leave no trace. v0 belongs to the instant the gap closed, not to
 * the end of the step: the penetration between the last accepted step and the trial is taken as the
 * cubic through both penetrations and both rates, and v0 is its slope where it crosses zero. In a
 * step below 1e-7 of the time, where positions are rounding, v0 is taken from the rates alone.
 *
 * What two ends of a step cannot show is not seen: a step that touches and leaves again (delta <= 0
 * at both ends), and a step that leaves and touches again (delta > 0 at both ends; v0 stays the old
 * one). Keep steps near contact shorter than the flights and impacts that matter.
 *
 * delta > 0 is contact; delta <= 0 is not. The memory is plain data of fixed size without pointers
 * or padding: copy, save and compare it as bytes. Use one memory per contact point. */
#ifndef LASH_MEMORY_H
#define LASH_MEMORY_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a committed contact is doing.
 *
 *   free       delta <= 0
 *   impact     from the closing of the gap, through compression (v > 0) and restitution (v <= 0),
 *              until the bodies part or start to approach again
 *   following  contact that outlived its impact: approaching again after restitution without having
 *              parted; also contact that was already there at the reset
 *
 * Judged at accepted steps. A contact so damped that it never rebounds stays `impact`. */
typedef enum lash_impact_phase {
  LASH_PHASE_FREE,
  LASH_PHASE_IMPACT,
  LASH_PHASE_FOLLOWING
} lash_impact_phase;

typedef struct lash_impact_memory {
  double time;      /* of the last accepted step, s */
  double delta;     /* there, m */
  double v;         /* there, m/s */
  double v0;        /* approach speed of the present contact, m/s; 0 when there is none */
  double start;     /* when the present or last contact began, s */
  uint64_t impacts; /* how many contacts have begun since the reset */
  uint32_t phase;   /* lash_impact_phase */
  uint32_t rebound; /* 1: the present impact has passed its greatest penetration */
} lash_impact_memory;

/* Starts the memory. With delta > 0 the contact is `following` and v0 = max(v, 0): the law's own
 * v0_min keeps a contact that starts at rest regular. Numbers that are not finite are refused; the
 * memory is then that of free flight at time 0. */
LASH_API lash_status lash_memory_reset(lash_impact_memory *memory, double t, double delta,
                                       double v);

/* v0 at a trial state, with its partial derivatives (either may be NULL).
 *
 * In contact at the last accepted step: the remembered v0, derivatives 0. Gap closed since then:
 * the slope at the crossing. No contact at the trial, or no time passed (t <= memory->time): max(v,
 * 0). Numbers that are not finite are refused, with v0 the remembered one and derivatives 0. */
LASH_API lash_status lash_memory_trial(const lash_impact_memory *memory, double t, double delta,
                                       double v, double *v0, double *d_delta, double *d_v);

/* Accepts a step: remembers v0 when a contact began, forgets it when the bodies parted. Committing
 * the same state again changes nothing. Numbers that are not finite are refused and nothing
 * changes. */
LASH_API lash_status lash_memory_commit(lash_impact_memory *memory, double t, double delta,
                                        double v);

LASH_API lash_impact_phase lash_memory_phase(const lash_impact_memory *memory);
LASH_API const char *lash_phase_name(lash_impact_phase phase);

#ifdef __cplusplus
}
#endif

#endif
