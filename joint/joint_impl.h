/* Inside joint/: what its files share. */
#ifndef LASH_JOINT_IMPL_H
#define LASH_JOINT_IMPL_H

#include "lash_joint.h"
#include "lash_space.h"

/* Rows: x, y and z of a frame. */
static inline void lash_frame_axes(const lash_frame *frame, double axes[3][3]) {
  copy3(frame->side, axes[0]);
  cross3(frame->axis, frame->side, axes[1]);
  copy3(frame->axis, axes[2]);
}

/* Friction, drilling torque and rolling couple under the normal force that `load` already has. */
void lash_joint_rub(const lash_joint *joint, const lash_joint_memory *memory,
                    const lash_joint_state *state, size_t site, bool partials,
                    lash_joint_load *load);

/* The slip that the friction law is told: along both tangents and, third, spin times `arm` (whose
 * derivative by the penetration is arm_d): the contact disc's radius, or the radius at which
 * bristles feel spin. */
typedef struct lash_joint_slip {
  double q[3], arm, arm_d;
} lash_joint_slip;

lash_joint_slip lash_joint_slip_of(const lash_joint *joint, const lash_joint_site *site);

/* By how much the tangents of a site have turned since the accepted step against those that were
 * carried along with the normal by the shortest turn. */
double lash_joint_turn(const lash_joint_site_memory *past, const lash_joint_site *site);

/* The gap sees what wore since once it is this part of the overlap: were it to see every step's,
 * no integrator would find the force smooth. */
#define WEAR_MATTERS 1e-3

/* Bends the points of journal and bearing, and their partials, to the worn surfaces, and tells
 * where the journal is at each of them. */
lash_status lash_joint_wear_points(const lash_joint *joint, const lash_joint_memory *memory,
                                   const lash_frame *outer, const lash_frame *inner, bool partials,
                                   lash_joint_points *points, lash_wear_place *at,
                                   lash_error *error);

/* The same of a ball in its socket, and where the ball is in the socket's axes. */
lash_status lash_joint_wear_ball(const lash_joint *joint, const lash_joint_memory *memory,
                                 const lash_frame *outer, const lash_frame *inner, bool partials,
                                 lash_joint_points *points, double ball[3], lash_error *error);
void lash_joint_wear_ball_commit(const lash_joint *joint, lash_joint_worn_socket *worn,
                                 const lash_joint_site *now, const lash_point_load *load, double h);

/* How a site that wears rubs. */
typedef struct lash_joint_rubbing {
  double load, speed; /* of sliding; of the energy law times friction over load */
} lash_joint_rubbing;

lash_joint_rubbing lash_joint_rubbing_of(const lash_joint *joint, const lash_joint_site *site,
                                         const lash_point_load *load);

/* The step that ends in `now` takes its part away at the sites that wear; `h` is its length. */
void lash_joint_wear_commit(const lash_joint *joint, lash_joint_worn *worn,
                            const lash_joint_state *now,
                            const lash_joint_rubbing rubs[LASH_JOINT_WORN], double h);

/* Sees whether both ends are alike: after profiles have changed. */
void lash_joint_wear_compare(const lash_joint *joint, lash_joint_worn *worn);

#endif
