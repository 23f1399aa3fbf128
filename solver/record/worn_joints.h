/* Joints of this project's routines as the system's owner sees them: read again from the STRING by
 * the same reader, with the memory that the routine saves. `user` is the place of a routine among
 * those of the system. */
#ifndef LASH_WORN_JOINTS_H
#define LASH_WORN_JOINTS_H

#include "lash_joint.h"
#include "lash_system.h"

/* What the routine of GFORCE `user` remembers now, and what it is to go on with. Where the joint
 * wears, `memory` needs a place for what wore. */
lash_status lash_user_joint_ask(lash_system *system, int user, const lash_joint *joint,
                                lash_joint_memory *memory, lash_error *error);
lash_status lash_user_joint_tell(lash_system *system, int user, const lash_joint *joint,
                                 const lash_joint_memory *memory, lash_error *error);

/* The next joint that wears from `user` on: its place, or -1. `id` is that of its GFORCE. */
int lash_user_worn_joint(const lash_system *system, int user, int *id, lash_joint *joint);

#endif
