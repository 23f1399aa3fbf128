/* Elements of our own routines, read by the solver. */
#ifndef LASH_USER_JOINT_H
#define LASH_USER_JOINT_H

#include "element_read.h"
#include "user_impl.h"

/* The element of a GFORCE whose routine is one of ours; false for any other. */
bool lash_user_joint(const lash_system *system, int user, element *e);

#endif
