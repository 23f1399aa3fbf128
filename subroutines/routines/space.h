/* Contact points of a joint in space, for all of its shapes. */
#ifndef LASH_ROUTINES_SPACE_H
#define LASH_ROUTINES_SPACE_H

#include "marker_motion.h"

typedef struct space_points {
  lash_contact_points set[LAWS_MAX];
  lash_point_jacobian jacobian[LAWS_MAX][LASH_GEOMETRY_POINTS]; /* when partials are wanted */
  size_t first;                                                 /* sites of the first shape */
} space_points;

/* Points and states of all sites, in the outer marker's axes. */
lash_status space_evaluate(const element *e, const motion *m, bool partials, space_points *points,
                           site_state *sites, lash_error *error);

static inline const lash_contact_point *space_point(const space_points *p, size_t site) {
  return site < p->first ? &p->set[0].point[site] : &p->set[1].point[site - p->first];
}

static inline const lash_point_jacobian *space_jacobian(const space_points *p, size_t site) {
  return site < p->first ? &p->jacobian[0][site] : &p->jacobian[1][site - p->first];
}

/* Where column c of motion_partials() is found in a Jacobian of contact/. */
static inline int space_column(int c) {
  static const int first[4] = {LASH_D_POSITION, LASH_D_VELOCITY, LASH_D_ROTATION_J, LASH_D_SPIN_J};
  return first[c / 3] + c % 3;
}

/* Reads motion and states of any joint that measures its own motion, and finds its sites. */
lash_status element_state(const element *e, double time, motion *m, snapshot *now,
                          lash_error *error);

#endif
