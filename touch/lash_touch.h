/* CONTACT between two simple shapes, each fixed to a marker: which pairs there are, and what acts
 * where they touch. Written once, for the reference solver and for every host.
 *
 *   lash_touch_read(model, contact, igeom, jgeom, place, &setup, &error);    once per place
 *   lash_touch_set_up(&touch, &setup, memory, &error);
 *
 *   lash_touch_load(&touch, &now, &load);      in every evaluation: reads the memory
 *   lash_touch_gap(&touch, &now)
 *   lash_touch_commit(&touch, &now);           once per accepted step: writes it
 *
 * A box touches a plane with its corners; each is a place of its own, so that each touch is an
 * event. All other pairs are one place. Nothing here allocates. */
#ifndef LASH_TOUCH_H
#define LASH_TOUCH_H

#include "boxes.h"
#include "lash_elements.h"
#include "lash_joint.h"
#include "lash_model.h"
#include "lash_motion.h"

/* One side of a contact, as the dataset's GRAPHICS describe it. */
typedef struct lash_touch_side {
  enum { LASH_SIDE_SPHERE, LASH_SIDE_CYLINDER, LASH_SIDE_PLANE, LASH_SIDE_BOX } shape;
  const lash_ref *marker;
  double at[3];          /* from the marker to the middle of the shape, in the marker's axes */
  double radius, length; /* of a sphere, 0: a point */
  double half[3];        /* of a box */
  bool hollow;           /* flipped: the inside is the surface */
} lash_touch_side;

typedef struct lash_touch_setup {
  lash_touch_side i, j;
  double stiffness, exponent, damping, dmax; /* IMPACT */
  bool poisson;
  double penalty, restitution; /* POISSON */
  bool user;                   /* the normal force is a routine's */
  bool friction, dynamics_only, stiction;
  double mu_static, mu_dynamic, stiction_velocity, friction_velocity, stiction_deformation;
} lash_touch_setup;

/* What is remembered of a place, or of one contact point of a box. Plain data, all zero at first.
 */
typedef struct lash_touch_memory {
  lash_joint_memory joint;
  double slid[LASH_GEOMETRY_POINTS][2]; /* how far each point has slid */
  double key;                           /* of a box's contact point; 0: unused */
} lash_touch_memory;

typedef struct lash_touch {
  lash_joint joint; /* without contact law: the normal force is POISSON's or a routine's */
  bool outer_is_i;
  double outer_at[3], inner_at[3]; /* from marker to the middle of the shape, in its axes */
  bool dynamics_only, poisson, stiction;
  double penalty, returned; /* POISSON: p, e^2 */
  double mu_static;
  bool boxes, ball; /* a box against another one, or against a ball: each of their points is a joint
                       of one site */
  double outer_half[3], inner_half[3], radius;
  size_t memories; /* 1, or LASH_BOX_TOUCHES */
  lash_touch_memory *memory;
  lash_touch_memory *next; /* boxes: what takes the place of the present ones */
} lash_touch;

/* What a routine is told: vectors in axes of the geometry's markers. */
typedef struct lash_touch_point {
  double gap, gap_rate, normal;
  double place_i[3], place_j[3], normal_i[3], normal_j[3];
  double slid[2], slip[2];
} lash_touch_point;

/* Routines of the dataset, which the caller calls; NULL: there is none. */
typedef struct lash_touch_routines {
  void (*normal)(void *context, const lash_touch_point *point, double values[3]);
  void (*friction)(void *context, const lash_touch_point *point, double values[3]);
  void *context;
} lash_touch_routines;

/* The state in which a contact is looked at. */
typedef struct lash_touch_now {
  double time;
  double length; /* typical of the mechanism */
  bool at_rest;  /* a static analysis: DYNAMICS_ONLY friction is off */
  const lash_marker_motion *i, *j;
  lash_touch_routines routine;
} lash_touch_now;

/* How many places a pair of GRAPHICS has, and the CONTACT at one of them. Refuses what has no such
 * contact in words that go after "this host does not offer". */
size_t lash_touch_places(const lash_graphics *igeom, const lash_graphics *jgeom);
lash_status lash_touch_read(const lash_contact_pair *contact, const lash_graphics *igeom,
                            const lash_graphics *jgeom, size_t place, lash_touch_setup *setup,
                            lash_error *error);

/* So many memories the contact wants, boxes half of them as working space. */
size_t lash_touch_memories(const lash_touch_setup *setup);

/* Says in words which pairs of shapes there are when this is none. `memory` is all zero and stays
 * the caller's. */
lash_status lash_touch_set_up(lash_touch *touch, const lash_touch_setup *setup,
                              lash_touch_memory *memory, lash_error *error);

/* Adds to `load` what acts on both sides; `point_i` and `point_j` are set. */
lash_status lash_touch_load(const lash_touch *touch, const lash_touch_now *now, lash_load *load,
                            lash_error *error);

/* Below 0 where they touch. */
lash_status lash_touch_gap(const lash_touch *touch, const lash_touch_now *now, double *gap,
                           lash_error *error);

lash_status lash_touch_commit(lash_touch *touch, const lash_touch_now *now, lash_error *error);

/* Forgets all. */
void lash_touch_reset(lash_touch *touch);

#endif
