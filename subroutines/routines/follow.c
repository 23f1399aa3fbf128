/* Telling accepted steps from trials. */
#include "follow.h"

#include <math.h>
#include <stdio.h>

#include "element_table.h"
#include "routines_sdk.h"
#include "slv_cbksub.h"

static double converged_time(const element *e) {
  double time = 0;
  c_timget(&time);
  return time * e->units.time;
}

/* The converged time and the time of an evaluation reach us through different sums. */
static bool same_time(double a, double b, double step) { return fabs(a - b) <= 1e-9 * fabs(step); }

static bool is_statics(int mode) { return mode == am_STATICS || mode == am_QUASI_STATICS; }

static void note(element *e, const lash_joint_state *now) {
  e->noted = true;
  lash_joint_copy(&e->joint, now, &e->last);
}

static void reset(element *e, const lash_joint_state *start) {
  lash_joint_reset(&e->joint, &e->memory, start);
}

/* Says once that a bristle law with damping=published overshoots: s1 |vt| above the static level
 * where surfaces touch anew. */
static void warn_of_kick(element *e, const lash_joint_state *now) {
  for (size_t k = 0; k < e->joint.site_count && e->kick > 0; k++) {
    const lash_joint_site *site = &now->site[k];
    const double times = e->kick * hypot(site->vt[0], site->vt[1]);
    if (!(times > 1) || !lash_joint_touches(&e->joint, site)) continue;
    char text[240];
    snprintf(text, sizeof text,
             "Lash: %s with damping=published resists a sudden start at the present slip with %.3g "
             "times its static level; damping=bounded does not",
             e->joint.friction.law->name, times);
    e->kick = 0;
    c_errmes(1, text, e->id, "CONT");
  }
}

void follow_commit(element *e, const lash_joint_state *now) {
  lash_joint_commit(&e->joint, &e->memory, now);
  if (e->kick > 0) warn_of_kick(e, now);
}

/* At the converged time the present state is the accepted one; later, the newest noted state is, if
 * it was noted at that time. */
static void commit_accepted(element *e, const lash_joint_state *now, double converged) {
  double last = e->memory.time, step = converged - last;
  if (step < 0 && !same_time(converged, last, now->time - last)) {
    reset(e, now); /* the host has gone back and starts afresh */
  } else if (step > 0 && same_time(now->time, converged, step)) {
    follow_commit(e, now);
  } else if (step > 0 && e->noted && same_time(e->last.time, converged, step)) {
    follow_commit(e, &e->last);
  }
}

void follow_told(element *e, const lash_joint_state *now, int mode, double converged) {
  bool begins = !e->memory.started || (!e->memory.stepped && now->time <= e->memory.time);
  if (begins || is_statics(mode))
    reset(e, now);
  else if (!table_has_events(e->table))
    commit_accepted(e, now, converged);
  note(e, now);
}

void follow(element *e, const lash_joint_state *now) {
  int mode = 0;
  c_getmod(&mode);
  follow_told(e, now, mode, converged_time(e));
}

void follow_catch_up(element *e) {
  if (!e->memory.started || table_has_events(e->table) || !e->noted) return;
  double converged = converged_time(e), step = converged - e->memory.time;
  if (step > 0 && same_time(e->last.time, converged, step)) follow_commit(e, &e->last);
}

/* A contact begins with a state that does not follow on an accepted step in contact; until its
 * first step is accepted, every trial begins it anew. */
void follow_contact(element *e, const lash_joint_state *now, const lash_joint_state *start) {
  bool missed = !e->memory.started;
  if (!missed && !table_has_events(e->table)) {
    double converged = converged_time(e), last = e->memory.time, step = now->time - last;
    double newest = e->noted ? e->last.time : last;
    bool accepted = same_time(newest, converged, step);
    missed = newest < converged && !accepted;
    if (accepted && e->noted && (converged > last || !e->memory.stepped))
      follow_commit(e, &e->last);
  }
  if (missed || !e->memory.stepped) reset(e, start);
  note(e, now);
}

void follow_accepted_contact(element *e, double time) {
  bool there = e->noted && same_time(e->last.time, time, time - e->memory.time);
  if (there && (time > e->memory.time || !e->memory.stepped)) follow_commit(e, &e->last);
  if (!there) e->memory.started = false; /* an accepted step without contact */
}

/* -------------------------------------------------------------------------------- save, reload */

void follow_save(element *e) {
  double numbers[LASH_JOINT_NUMBERS_MAX];
  follow_catch_up(e);
  int count = (int)lash_joint_numbers(&e->joint);
  lash_joint_save(&e->joint, &e->memory, numbers);
  c_adams_serialize_integers(&count, 1);
  c_adams_serialize_doubles(numbers, count);
}

lash_status follow_reload(element *e, lash_error *error) {
  double numbers[LASH_JOINT_NUMBERS_MAX]; /* many: not cleared */
  int count = 0;
  c_adams_unserialize_integers(&count, 1);
  e->noted = false;
  numbers[0] = 0;
  const bool fits = count == (int)lash_joint_numbers(&e->joint);
  if (fits) c_adams_unserialize_doubles(numbers, count);
  return lash_joint_restore(&e->joint, &e->memory, numbers, fits ? (size_t)count : 0, error);
}
