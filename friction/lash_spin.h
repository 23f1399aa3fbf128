/* Friction of a contact disc that slides and spins: Contensou's effect.
 *
 * Where a body turns about the contact's normal while it slides, every place of the disc slips its
 * own way and the resistance to sliding falls: a spinning top drifts under the smallest push. The
 * pressure-weighted mean of the slip speed over the disc,
 *
 *   P(v, u) = ∫ p |v + w × r| dA / N,   v sliding speed of the centre, u = |w| a, a disc's radius,
 *
 * says it all: under Coulomb friction the force is mu N dP/dv along the sliding and the drilling
 * torque mu N a dP/du against the spin (Contensou 1963; Zhuravlev 1998). P is a norm, so the pair
 * is passive and its Jacobian symmetric. A law that varies with speed takes P as its speed. P is in
 * closed form for Hertz's pressure (elementary) and for even pressure (elliptic integrals); the
 * ellipsoid, P^2 = v^2 + (3 pi/16)^2 u^2, has the same ends and is at most 11 % off between them:
 * it is what bristles with spin follow (a friction law of dimension 3). */
#ifndef LASH_SPIN_H
#define LASH_SPIN_H

#include "lash_friction.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lash_spin_pressure {
  LASH_SPIN_NONE,      /* P = v: spin is not seen */
  LASH_SPIN_HERTZ,     /* p ~ sqrt(1 - (r/a)^2) */
  LASH_SPIN_UNIFORM,   /* even pressure: a flat face */
  LASH_SPIN_ELLIPSOID, /* Hertz's ends joined by an ellipse (Howe & Cutkosky 1996) */
  LASH_SPIN_COUNT
} lash_spin_pressure;

/* "none", "hertz", …; find gives LASH_SPIN_COUNT when there is none. */
LASH_API const char *lash_spin_name(lash_spin_pressure pressure);
LASH_API lash_spin_pressure lash_spin_find(const char *name);

/* Share of mu N a that resists drilling alone: 3 pi/16 or 2/3. */
LASH_API double lash_spin_drilling(lash_spin_pressure pressure);

/* Mean slip speed at v, u >= 0 with its derivatives. per_v = by_v/v and per_u = by_u/u, also at
 * v = 0 and u = 0; all zero at rest. */
typedef struct lash_spin_mean {
  double mean, by_v, by_u;
  double by_vv, by_vu, by_uu;
  double per_v, per_u;
} lash_spin_mean;

LASH_API lash_spin_mean lash_spin_mean_slip(lash_spin_pressure pressure, double v, double u);

/* Friction of the disc by a law without states (dimension 2): in->vt is the sliding velocity and,
 * third, the spin times the disc's radius; the third force times the radius is the drilling torque.
 */
LASH_API void lash_spin_force(const lash_friction *friction, lash_spin_pressure pressure,
                              const lash_friction_input *in, lash_friction_value *out);

#ifdef __cplusplus
}
#endif

#endif
