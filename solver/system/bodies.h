/* Rigid bodies and markers: what they are, and where they are at the current state. */
#ifndef LASH_SOLVER_BODIES_H
#define LASH_SOLVER_BODIES_H

#include "lash_elements.h"
#include "system_impl.h"

typedef struct lash_body {
  int id, line;
  bool point;   /* point mass: does not turn */
  bool carried; /* has no mass of its own: a flexible body moves it */
  double mass, inverse_mass;
  double inertia[9], inverse_inertia[9]; /* body axes, about the centre of mass */
  double metric_mass, metric_inertia[9]; /* the same where there is mass, else its stand-in */
  double origin[3];                      /* of the part's frame, from the centre of mass */
  unsigned exact; /* coordinates to hold: bits 0-2 position, 3-5 orientation */
  unsigned given; /* velocities the dataset gives: bits 0-2 translation, 3-5 rotation */
  /* at the current state */
  double x[3], u[3];  /* centre of mass: position, velocity */
  double R[9];        /* axes in ground */
  double w[3], wb[3]; /* angular velocity in ground and in body axes */
} lash_body;

typedef struct lash_mark {
  int id, body;
  bool floating, aligned;   /* aligned: axes are those of the body */
  double arm0[3], axes0[9]; /* in body axes, from the centre of mass */
  lash_stamp stamp, axes_stamp;
  double arm[3]; /* from the centre of mass, ground axes */
  union {        /* the same numbers: as the rest of the house knows them, and by short names */
    lash_marker_motion motion;
    struct {
      double r[3], A[9], v[3], w[3];
      double a[3], wd[3]; /* only where accelerations are measured */
    };
  };
} lash_mark;

/* body.c */
void lash_body_update(lash_system *system, size_t body);
void lash_body_increment(const double q[7], const double d[6], double scale, double q_out[7]);

/* marker.c */
void lash_mark_update(lash_system *system, lash_mark *mark);      /* place and velocity */
void lash_mark_update_axes(lash_system *system, lash_mark *mark); /* A */
int lash_mark_search(const lash_system *system, int id);

/* Index of an id, or -1. */
static inline int lash_mark_find(const lash_system *system, int id) {
  if (!system->mark_table) return lash_mark_search(system, id);
  return id >= 0 && id <= system->mark_last ? system->mark_table[id] : -1;
}

/* The marker with arm, r and v; and with axes too. Markers on ground were computed at creation. */
static inline const lash_mark *lash_mark_place(lash_system *system, int index) {
  lash_mark *mark = &system->mark[index];
  if (mark->stamp != system->stamp && mark->body) lash_mark_update(system, mark);
  return mark;
}

static inline const lash_mark *lash_mark_at(lash_system *system, int index) {
  lash_mark *mark = &system->mark[index];
  if (mark->axes_stamp != system->stamp && mark->body) lash_mark_update_axes(system, mark);
  return lash_mark_place(system, index);
}

#endif
