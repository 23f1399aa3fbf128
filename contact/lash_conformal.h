/* Conformal line contact: a pin in a hole of nearly its size, alike materials, no friction (Persson
 * 1964, On the stress distribution of cylindrical elastic bodies in contact).
 *
 * Gives the angle of contact and the pressure for a load; the approach of the bodies is not part of
 * the plane solution: take a line law for it. Angles in radians, from the line of load. */
#ifndef LASH_CONFORMAL_H
#define LASH_CONFORMAL_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* E* c/Q at which the contact has the half-angle alpha in (0, pi): modulus E* (both bodies), radial
 * clearance c, load per length Q. Negative beyond 1.48052 rad, the half-angle of a neat fit. */
LASH_API double lash_persson_load(double alpha);

/* Half-angle for E* c/Q >= 0; INFINITY has none, 0; NAN for a negative number or a NaN. */
LASH_API double lash_persson_angle(double load);

/* p R/Q at the angle phi of a contact of half-angle alpha; 0 outside. */
LASH_API double lash_persson_pressure(double alpha, double phi);

#ifdef __cplusplus
}
#endif

#endif
