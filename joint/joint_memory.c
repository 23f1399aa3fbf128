/* Reset, commit, and telling accepted steps from trials. */
#include "follow.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "load.h"
#include "routines_sdk.h"
#include "slv_cbksub.h"

static atomic_bool events;

void memory_set_events(bool announced) { atomic_store(&events, announced); }
bool memory_has_events(void) { return atomic_load(&events); }

/* ---------------------------------------------------------------------------- reset and commit */

/* Energy flow out of the bodies at a state. */
static double power_of(const site_state *state, const site_load *load) {
  const lash_point_load *p = &load->point;
  return p->normal * state->v + p->friction[0] * state->vt[0] + p->friction[1] * state->vt[1];
}

static void remember(const element *e, site_memory *memory, const site_state *state,
                     const site_load *load) {
  memory->vt[0] = state->vt[0], memory->vt[1] = state->vt[1];
  memory->normal = load->point.normal;
  memory->touching = site_touches(e, state);
  memory->power = power_of(state, load);
}

void memory_reset(element *e, const snapshot *now) {
  e->started = true;
  e->stepped = false;
  e->time = now->time;
  for (size_t k = 0; k < e->site_count; k++) {
    site_memory *memory = &e->site[k];
    const site_state *state = &now->site[k];
    *memory = (site_memory){.energy = 0};
    lash_memory_reset(&memory->impact, now->time, state->delta, state->v);
    if (e->has_friction) lash_friction_reset(&e->friction, memory->z);
    site_load load;
    site_evaluate(e, k, now->time, state, now->host_z[k], false, &load);
    remember(e, memory, state, &load);
  }
}

/* Stick flags and the like switch at accepted steps; states the host integrates stay its own. */
static void settle(const element *e, const site_state *state, const site_load *load, double *z) {
  memcpy(z, load->z, sizeof load->z);
  if (e->source == STATES_INTERNAL || !site_touches(e, state)) return;
  lash_friction_input in = {
      .vt = {state->vt[0], state->vt[1]}, .normal = load->point.normal, .z = z};
  lash_friction_settle(&e->friction, &in, z);
}

void memory_commit(element *e, const snapshot *now) {
  for (size_t k = 0; k < e->site_count; k++) {
    site_memory *memory = &e->site[k];
    const site_state *state = &now->site[k];
    site_load load;
    site_evaluate(e, k, now->time, state, now->host_z[k], false, &load);
    double before = memory->power;
    if (e->has_friction) settle(e, state, &load, memory->z);
    lash_memory_commit(&memory->impact, now->time, state->delta, state->v);
    remember(e, memory, state, &load);
    memory->energy += 0.5 * (before + memory->power) * (now->time - e->time);
  }
  e->time = now->time;
  e->stepped = true;
}

/* ----------------------------------------------------------------------- finding accepted steps */

static double converged_time(const element *e) {
  double time = 0;
  c_timget(&time);
  return time * e->units.time;
}

/* The converged time and the time of an evaluation reach us through different sums. */
static bool same_time(double a, double b, double step) { return fabs(a - b) <= 1e-9 * fabs(step); }

static bool statics(void) {
  int mode = 0;
  c_getmod(&mode);
  return mode == am_STATICS || mode == am_QUASI_STATICS;
}

/* At the converged time the present state is the accepted one; later, the newest noted state is, if
 * it was noted at that time. */
static void commit_accepted(element *e, const snapshot *now) {
  double converged = converged_time(e), step = converged - e->time;
  if (step < 0 && !same_time(converged, e->time, now->time - e->time)) {
    memory_reset(e, now); /* the host has gone back and starts afresh */
  } else if (step > 0 && same_time(now->time, converged, step)) {
    memory_commit(e, now);
  } else if (step > 0 && e->last.valid && same_time(e->last.time, converged, step)) {
    memory_commit(e, &e->last);
  }
}

void memory_follow(element *e, const snapshot *now) {
  bool begins = !e->started || (!e->stepped && now->time <= e->time);
  if (begins || statics())
    memory_reset(e, now);
  else if (!memory_has_events())
    commit_accepted(e, now);
  snapshot_keep(e, now);
}

void memory_catch_up(element *e) {
  if (!e->started || memory_has_events() || !e->last.valid) return;
  double converged = converged_time(e), step = converged - e->time;
  if (step > 0 && same_time(e->last.time, converged, step)) memory_commit(e, &e->last);
}

/* A contact begins with a state that does not follow on an accepted step in contact; until its
 * first step is accepted, every trial begins it anew. */
void memory_follow_contact(element *e, const snapshot *now, const snapshot *start) {
  bool missed = !e->started;
  if (!missed && !memory_has_events()) {
    double converged = converged_time(e), step = now->time - e->time;
    double newest = e->last.valid ? e->last.time : e->time;
    bool accepted = same_time(newest, converged, step);
    missed = newest < converged && !accepted;
    if (accepted && (converged > e->time || !e->stepped)) memory_commit(e, &e->last);
  }
  if (missed || !e->stepped) memory_reset(e, start);
  snapshot_keep(e, now);
}

void memory_accept_contact(element *e, double time) {
  bool there = e->last.valid && same_time(e->last.time, time, time - e->time);
  if (there && (time > e->time || !e->stepped)) memory_commit(e, &e->last);
  if (!there) e->started = false; /* an accepted step without contact */
}

/* -------------------------------------------------------------------------------- save, reload */

enum { IMPACT_DOUBLES = 5, IMPACT_INTEGERS = 4, PLAIN_DOUBLES = 6 };
enum { SITE_DOUBLES = IMPACT_DOUBLES + LASH_FRICTION_STATES_MAX + PLAIN_DOUBLES };

static void pack(const site_memory *m, double *d, int *n) {
  const lash_impact_memory *i = &m->impact;
  const double head[] = {i->time, i->delta, i->v, i->v0, i->start};
  const double tail[] = {m->vt[0], m->vt[1], m->normal, m->touching, m->power, m->energy};
  memcpy(d, head, sizeof head);
  memcpy(d + IMPACT_DOUBLES, m->z, sizeof m->z);
  memcpy(d + IMPACT_DOUBLES + LASH_FRICTION_STATES_MAX, tail, sizeof tail);
  n[0] = (int)(i->impacts & 0x7fffffff), n[1] = (int)(i->impacts >> 31);
  n[2] = (int)i->phase, n[3] = (int)i->rebound;
}

static void unpack(site_memory *m, const double *d, const int *n) {
  m->impact = (lash_impact_memory){
      .time = d[0],
      .delta = d[1],
      .v = d[2],
      .v0 = d[3],
      .start = d[4],
      .impacts = (uint64_t)(unsigned)n[0] | (uint64_t)(unsigned)n[1] << 31,
      .phase = (uint32_t)n[2],
      .rebound = (uint32_t)n[3],
  };
  memcpy(m->z, d + IMPACT_DOUBLES, sizeof m->z);
  const double *tail = d + IMPACT_DOUBLES + LASH_FRICTION_STATES_MAX;
  m->vt[0] = tail[0], m->vt[1] = tail[1], m->normal = tail[2];
  m->touching = tail[3], m->power = tail[4], m->energy = tail[5];
}

void memory_save(element *e) {
  memory_catch_up(e);
  const int flags[] = {e->started, e->stepped, (int)e->site_count};
  c_adams_serialize_integers(flags, 3);
  c_adams_serialize_doubles(&e->time, 1);
  for (size_t k = 0; k < e->site_count; k++) {
    double d[SITE_DOUBLES];
    int n[IMPACT_INTEGERS];
    pack(&e->site[k], d, n);
    c_adams_serialize_doubles(d, SITE_DOUBLES);
    c_adams_serialize_integers(n, IMPACT_INTEGERS);
  }
}

void memory_reload(element *e) {
  int flags[3] = {0};
  c_adams_unserialize_integers(flags, 3);
  if (flags[2] != (int)e->site_count) {
    c_errmes(1, "Lash: what is reloaded belongs to another joint", e->id, "STOP");
    return;
  }
  c_adams_unserialize_doubles(&e->time, 1);
  for (size_t k = 0; k < e->site_count; k++) {
    double d[SITE_DOUBLES] = {0};
    int n[IMPACT_INTEGERS] = {0};
    c_adams_unserialize_doubles(d, SITE_DOUBLES);
    c_adams_unserialize_integers(n, IMPACT_INTEGERS);
    unpack(&e->site[k], d, n);
  }
  e->started = flags[0] != 0;
  e->stepped = flags[1] != 0;
  e->last.valid = false;
}
