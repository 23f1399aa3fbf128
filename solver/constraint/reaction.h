/* Forces as seen from outside: of joints, motions and force elements at markers. */
#ifndef LASH_SOLVER_REACTION_H
#define LASH_SOLVER_REACTION_H

#include "constraint.h"

/* Computes accelerations and multipliers unless they are there for this state. */
void lash_accelerations_ensure(lash_system *system);

/* Generalised reaction of an owner on one body: force, and torque about its mass centre, ground
 * axes. False: it does not act on that body. Accelerations must be there. */
bool lash_owner_on_body(const lash_system *system, const lash_owner *owner, int body,
                        double force[3], double torque[3]);

/* One step of iterative refinement of the accelerations at hand: where many constraints depend on
 * each other, products of their rows lose half of the digits. Allocates. */
lash_status lash_accelerations_refine(lash_system *system, lash_error *error);

/* Wrench of the rows of an owner (joint or motion) on the part of I at I, or of J at J; `rm` is a
 * marker index. */
void lash_owner_wrench(lash_system *system, int owner, bool on_j, int rm, double wrench[6]);

/* Wrench of force element number `force`. */
void lash_force_wrench_of(lash_system *system, int force, bool on_j, int rm, double wrench[6]);

/* Either, for a measure: target >= 0 is an owner, target < 0 force -1 - target. */
void lash_element_wrench(lash_system *system, int target, bool on_j, int rm, double wrench[6]);

/* Sum of all that elements between the two markers do at marker i, in axes of rm. */
void lash_marker_wrench(lash_system *system, int i, int j, int rm, double wrench[6]);

#endif
