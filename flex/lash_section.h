/* Materials and cross-sections of beams, shared by ANCF beams and frames.
 *
 * A section lies in the y-z plane of its beam, its centroid on the x axis, y and z its principal
 * axes. Everything is in SI units. */
#ifndef LASH_SECTION_H
#define LASH_SECTION_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_material {
  double young;   /* Pa, > 0 */
  double poisson; /* 1, in (-1, 0.5) */
  double density; /* kg/m^3, > 0 */
} lash_material;

typedef struct lash_section {
  double area;             /* m^2 */
  double y2, z2;           /* integrals of y^2 and z^2 over the section, m^4 */
  double y4, y2z2, z4;     /* fourth moments, m^6 */
  double torsion;          /* Saint-Venant's torsion constant, m^4 */
  double shear_y, shear_z; /* shear coefficients for forces along y and z, 1 */
} lash_section;

static inline double lash_shear_modulus(const lash_material *m) {
  return m->young / (2.0 * (1.0 + m->poisson));
}

/* Refuses what no elastic material has; the message names the value. */
LASH_API lash_status lash_material_check(const lash_material *material, lash_error *error);
LASH_API lash_status lash_section_check(const lash_section *section, lash_error *error);

/* Ready sections. Shear coefficients follow Cowper (1966), J. Appl. Mech. 33, 335-340, and depend
 * on Poisson's ratio; the torsion constant of a rectangle is Saint-Venant's series (Timoshenko and
 * Goodier, Theory of Elasticity, art. 109). `inner` is 0 for a solid round bar. */
LASH_API lash_status lash_section_rectangle(double height_y, double width_z, double poisson,
                                            lash_section *section, lash_error *error);
LASH_API lash_status lash_section_tube(double outer_diameter, double inner_diameter, double poisson,
                                       lash_section *section, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
