/* Planning of the tangent matrix. */
#ifndef LASH_SOLVER_TANGENT_H
#define LASH_SOLVER_TANGENT_H

#include "system_impl.h"

void lash_tangent_plan(lash_system *system);
void lash_tangent_clear(lash_system *system);

#endif
