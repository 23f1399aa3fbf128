/* Where a box touches another box, or a ball. Not installed: the solver's CONTACT uses it.
 *
 * Two boxes overlap exactly when they do so along each of fifteen directions: the normals of the
 * faces of either, and what is normal to an edge of both (separating axes). The direction of least
 * overlap is the normal of the contact. Along the normal of a face, the nearest face of the other
 * box is cut to the face's outline, and the corners of what is left are the contact points: corners
 * of either box and crossings of their edges, eight at most. Normal to two edges there is one
 * point, where they cross.
 *
 * As everywhere in contact geometry the normal points from i to j, and penetration is positive.
 * Pure functions; nothing allocates. */
#ifndef LASH_BOXES_H
#define LASH_BOXES_H

#include "lash_geometry.h"

typedef struct lash_box {
  double centre[3];
  double axis[3][3]; /* unit vectors along its edges */
  double half[3];    /* half its edges */
} lash_box;

enum { LASH_BOX_TOUCHES = 8, LASH_BOX_AXES = 15 };

/* One contact point. `key` says which corner or which edges it is made of: the same number in a
 * state nearby is the same point. 1 and up. */
typedef struct lash_box_touch {
  int key;
  double delta;
  double surface_j[3]; /* on j; surface of i at surface_j + delta normal */
} lash_box_touch;

typedef struct lash_box_contact {
  double gap; /* below 0 exactly when they overlap; continuous */
  int axis;   /* 0 to 14, which direction the normal is */
  double normal[3];
  size_t count; /* points; also where they are still apart, with delta below 0 */
  lash_box_touch touch[LASH_BOX_TOUCHES];
} lash_box_contact;

/* `last`: the axis of the state before, or -1. It is kept while it is as good as another one; where
 * two faces are parallel rounding would decide. */
void lash_boxes_meet(const lash_box *i, const lash_box *j, int last, lash_box_contact *contact);

/* Which axis a point's key belongs to. */
int lash_box_key_axis(int key);

/* A ball, or a point when its radius is 0, against a box. */
void lash_box_ball(const lash_box *i, const double centre[3], double radius,
                   lash_box_contact *contact);

/* The same as any other contact point: for bodies that move like these frames. */
void lash_box_point(const lash_box_contact *contact, size_t touch, const lash_frame *i,
                    const lash_frame *j, lash_contact_point *point);

#endif
