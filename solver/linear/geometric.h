/* Directional derivatives of one element's generalised forces, for the tangent. */
#ifndef LASH_SOLVER_GEOMETRIC_H
#define LASH_SOLVER_GEOMETRIC_H

#include "constraint.h"
#include "force_elements.h"

/* Exact partials of a force's component functions, and what a unit of each component does. */
typedef struct lash_force_partials {
  bool exact; /* the rest depends on positions only, not on velocities or states */
  bool used[6];
  lash_gradient gradient[6];
  double unit[6][12]; /* generalised force on the bodies of I and J */
} lash_force_partials;

void lash_force_prepare(lash_system *system, lash_force *force, lash_force_partials *partials);

/* Change of the generalised forces on the bodies of I and J (six each) per unit of increment c (or
 * velocity c) of a body, and per unit of an extra state. */
void lash_force_by_increment(lash_system *system, lash_force *force,
                             const lash_force_partials *partials, int body, int c,
                             double change[12]);
void lash_force_by_velocity(lash_system *system, lash_force *force,
                            const lash_force_partials *partials, int body, int c,
                            double change[12]);
void lash_force_by_state(lash_system *system, lash_force *force,
                         const lash_force_partials *partials, size_t state, double change[12]);

/* Change of Phi_v^T lambda of a group's rows per unit of increment c of a body, written at the
 * places of the group's bodies in `change` (length sizes.v). The rows themselves are anywhere until
 * lash_group_end_increments() brings them back. */
void lash_group_by_increment(lash_system *system, lash_group *group, const double *lambda, int body,
                             int c, double *change);
void lash_group_end_increments(lash_system *system, lash_group *group);

/* True when some multiplier of the group is not zero. */
bool lash_group_loaded(const lash_system *system, const lash_group *group, const double *lambda);

#endif
