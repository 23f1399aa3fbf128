/* Planning of the tangent matrix. */
#ifndef LASH_SOLVER_TANGENT_H
#define LASH_SOLVER_TANGENT_H

#include "system_impl.h"

void lash_tangent_plan(lash_system *system);
/* The masses and constraints alone, on the tangent's pattern: [ M J^T; J 0 ], 1 for extra states.
 */
void lash_tangent_mass(lash_system *system, double *values);
/* Values on the tangent's pattern as a full matrix, by columns. */
void lash_tangent_dense(const lash_system *system, const double *values, double *dense);

#endif
