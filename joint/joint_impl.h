/* Inside joint/: what wear does to points and memory. */
#ifndef LASH_JOINT_IMPL_H
#define LASH_JOINT_IMPL_H

#include "lash_joint.h"

/* Bends the points of journal and bearing, and their partials, to the worn surfaces, and tells
 * where the journal is at each of them. */
lash_status lash_joint_wear_points(const lash_joint *joint, const lash_joint_memory *memory,
                                   const lash_frame *outer, const lash_frame *inner, bool partials,
                                   lash_joint_points *points, lash_wear_place *at,
                                   lash_error *error);

/* The step that ends in a site's state takes its part away; `h` is its length. */
void lash_joint_wear_commit(const lash_joint *joint, lash_joint_worn_site *worn,
                            const lash_joint_site *site, const lash_joint_load *load, double h);

#endif
