/* Force elements, shared by force*.c, the tangent and reports. */
#ifndef LASH_SOLVER_FORCE_H
#define LASH_SOLVER_FORCE_H

#include "system_impl.h"

void lash_six_displacement(const lash_system *system, const lash_mark *i, const lash_mark *j,
                           double displacement[6], double rate[6]);
void lash_apply_load(const lash_system *system, int body, const double force[3],
                     const double torque[3], const double point[3], double target[6]);
double lash_force_potential(lash_system *system, const lash_force *force);

/* force_contact.c */
void lash_contact_load(lash_system *system, lash_force *force, lash_load *load);
double lash_contact_gap(lash_system *system, lash_force *force);
void lash_contact_commit(lash_system *system, lash_force *force);
double *lash_contact_memory(lash_force *force, size_t *count); /* what it remembers; may be none */
void lash_contact_clear(lash_force *force);

#endif
