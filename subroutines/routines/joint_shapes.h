/* The joints that joint= names. */
#ifndef LASH_ROUTINES_JOINT_H
#define LASH_ROUTINES_JOINT_H

#include "lash_joint.h"

size_t joint_count(void);
const joint_type *joint_at(size_t index);

/* By name; NULL when there is none. */
const joint_type *joint_find(const char *name);

/* Whether the routines of a statement can serve a joint of this form. */
bool joint_fits(const joint_type *joint, statement kind);

/* "GFORCE", …; GSE and DIFF serve every joint. */
const char *statement_name(statement kind);

#endif
