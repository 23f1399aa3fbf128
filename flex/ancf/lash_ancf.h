/* ANCF beams: the fully parameterised two-node spatial beam of the absolute nodal coordinate
 * formulation (Shabana and Yakoub 2001, J. Mech. Des. 123, 606-621), and chains of them.
 *
 * A node has 12 coordinates: the position r and the gradients r_x, r_y, r_z of the position with
 * respect to the undeformed beam's coordinates. An element has 24: node at x = 0, then node at
 * x = length. The undeformed element is straight; where it lies and how it is turned is said by its
 * coordinates alone. Equations of motion of a beam with coordinates q:
 *
 *     M q'' + f(q, q') = Q      M constant, f = dU/dq (+ damping), Q applied forces
 *
 * How the elastic force is evaluated. The strain energy of every variant is a quadratic form in the
 * inner products of the gradients, so in those of the nodal vectors:
 *     U = 1/2 (g - g0)' D (g - g0),   g = { w_a . w_b },  w = (r2-r1, r1_x, r1_y, r1_z, r2_x, ...)
 * with 28 products and a constant D. Integration over the volume happens once, in
 * lash_ancf_element_init, exactly; the force costs one 28 x 28 product. Rigid motion leaves g, and
 * with it the force, unchanged, and the tangent is exact.
 *
 * Variants (lash_ancf_variant):
 *   plain    continuum mechanics, U = integral of lambda/2 tr(E)^2 + G E:E, full integration. Bends
 *            too stiffly: by 1 - 1/(4 n^2) for n elements (no linear curvature in an element), and
 * by (1-nu)/((1+nu)(1-2nu)) because the section cannot taper (Poisson locking). poisson  Poisson
 * coupling on the axis alone (Gerstmayr, Matikainen and Mikkola 2008, Multibody Syst. Dyn. 20,
 * 359-384), shear coefficients and Saint-Venant torsion; section terms are integrated at the nodes
 * (Nachbagauer, Pechstein, Irschik and Gerstmayr 2011, Multibody Syst. Dyn. 26, 245-263). Converges
 * to Timoshenko's beam like 1 - 1/(4 n^2). cured    `poisson` with an enhanced assumed strain (Simo
 * and Rifai 1990, Int. J. Numer. Meth. Engng 29, 1595-1638): a rotation bubble in each bending
 * plane, eliminated beforehand. One element is exact for a cantilever with a small tip load. Use
 * this one. */
#ifndef LASH_ANCF_H
#define LASH_ANCF_H

#include "lash_section.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  LASH_ANCF_NODE = 12,    /* coordinates of a node */
  LASH_ANCF_DOF = 24,     /* coordinates of an element */
  LASH_ANCF_PRODUCTS = 28 /* inner products of 7 vectors */
};

typedef enum lash_ancf_variant {
  LASH_ANCF_PLAIN,
  LASH_ANCF_POISSON,
  LASH_ANCF_CURED
} lash_ancf_variant;

/* A kind of element: plain data, shared by all elements of equal length, section and material. */
typedef struct lash_ancf_element {
  double length; /* m */
  double beta;   /* stiffness-proportional (Kelvin-Voigt) damping, s */
  lash_section section;
  lash_material material;
  double mass[8][8];     /* kernel: the mass matrix is mass (x) I3 */
  double line_weight[8]; /* integral of the shape functions along the axis, m or m^2 */
  double stiffness[LASH_ANCF_PRODUCTS][LASH_ANCF_PRODUCTS]; /* D */
  double straight[LASH_ANCF_PRODUCTS];                      /* g0 */
} lash_ancf_element;

LASH_API lash_status lash_ancf_element_init(lash_ancf_element *element, double length,
                                            const lash_section *section,
                                            const lash_material *material,
                                            lash_ancf_variant variant, double beta,
                                            lash_error *error);

/* Strain energy, J. */
LASH_API double lash_ancf_energy(const lash_ancf_element *element, const double e[LASH_ANCF_DOF]);

/* f = dU/de, plus the damping force when the velocities `v` are given (NULL: none). The damping
 * stress is beta times the stress of the strain rate, so rigid rotation is not damped. */
LASH_API void lash_ancf_force(const lash_ancf_element *element, const double e[LASH_ANCF_DOF],
                              const double *v, double f[LASH_ANCF_DOF]);

/* t = ce df/de + cv df/dv, row by row. */
LASH_API void lash_ancf_tangent(const lash_ancf_element *element, const double e[LASH_ANCF_DOF],
                                const double *v, double ce, double cv,
                                double t[LASH_ANCF_DOF][LASH_ANCF_DOF]);

/* The eight shape functions at a point (x along the axis, y and z in the section). */
LASH_API void lash_ancf_shape(double length, double x, double y, double z, double s[8]);

/* Adds to Q the force of a uniform load q (N/m) along the axis, of gravity g (m/s^2; independent of
 * the configuration), and of a point force F (N) at a material point. */
LASH_API void lash_ancf_line_load(const lash_ancf_element *element, const double q[3], double *Q);
LASH_API void lash_ancf_gravity(const lash_ancf_element *element, const double g[3], double *Q);
LASH_API void lash_ancf_point_load(const lash_ancf_element *element, const double point[3],
                                   const double force[3], double *Q);

/* -------------------------------------------------------------------------------------- markers */

/* A marker on the beam at a material point of an element, turned with the section: its x axis is
 * normal to r_y and r_z; its y and z axes are as near to r_y and r_z, equally, as right angles
 * allow. */
typedef struct lash_ancf_marker {
  double position[3], rotation[3][3];    /* columns of `rotation`: the marker's axes, global */
  double velocity[3], omega[3];          /* global */
  double shape[8];                       /* velocity = sum of shape[a] v_a: the Jacobian, exactly */
  double rotate_y[3][3], rotate_z[3][3]; /* omega = rotate_y r_y' + rotate_z r_z' */
  double section_weight[2];              /* r_y = weight[0] r_y(node 1) + weight[1] r_y(node 2) */
  double omega_bias[3];                  /* angular acceleration when v' = 0 */
} lash_ancf_marker;

/* Fails when the section has collapsed (r_y, r_z parallel). */
LASH_API lash_status lash_ancf_marker_at(const lash_ancf_element *element, const double point[3],
                                         const double e[LASH_ANCF_DOF], const double *v,
                                         lash_ancf_marker *marker, lash_error *error);

/* Writes the 3 x 24 Jacobians of velocity and angular velocity (global axes). */
LASH_API void lash_ancf_marker_jacobians(const lash_ancf_marker *marker, double translation[3][24],
                                         double rotation[3][24]);

/* Adds the generalised force of a force and a moment acting at the marker (global axes). */
LASH_API void lash_ancf_marker_load(const lash_ancf_marker *marker, const double force[3],
                                    const double moment[3], double *Q);

/* ---------------------------------------------------------------------------------------- beams */

/* A chain of equal elements. Node i has coordinates q[12 i .. 12 i + 11]. */
typedef struct lash_ancf_beam {
  lash_ancf_element element;
  size_t count;   /* elements */
  size_t dof;     /* 12 (count + 1) */
  double *factor; /* band Cholesky factor of the mass kernel */
} lash_ancf_beam;

LASH_API lash_status lash_ancf_beam_init(lash_ancf_beam *beam, size_t count, double length,
                                         const lash_section *section, const lash_material *material,
                                         lash_ancf_variant variant, double beta, lash_error *error);
LASH_API void lash_ancf_beam_free(lash_ancf_beam *beam);

/* The undeformed beam from `origin`, its x, y, z axes the columns of `axes` (orthonormal). */
LASH_API void lash_ancf_beam_straight(const lash_ancf_beam *beam, const double origin[3],
                                      const double axes[3][3], double *q);

LASH_API double lash_ancf_beam_energy(const lash_ancf_beam *beam, const double *q);
LASH_API double lash_ancf_beam_kinetic(const lash_ancf_beam *beam, const double *v);
LASH_API void lash_ancf_beam_force(const lash_ancf_beam *beam, const double *q, const double *v,
                                   double *f);
LASH_API void lash_ancf_beam_gravity(const lash_ancf_beam *beam, const double g[3],
                                     double *Q); /* adds */

/* The element that holds x in [0, count * length] and the x within it; true ends included. */
LASH_API size_t lash_ancf_beam_locate(const lash_ancf_beam *beam, double x, double *local);

/* Sparse matrices of the beam share one pattern, block tridiagonal with 12 x 12 blocks, in
 * compressed columns: start[dof + 1], row[nonzeros]. */
LASH_API size_t lash_ancf_beam_nonzeros(const lash_ancf_beam *beam);
LASH_API void lash_ancf_beam_pattern(const lash_ancf_beam *beam, size_t *start, size_t *row);

/* value = cm M + ce df/dq + cv df/dv on that pattern. */
LASH_API void lash_ancf_beam_matrix(const lash_ancf_beam *beam, const double *q, const double *v,
                                    double cm, double ce, double cv, double *value);

/* x <- M^-1 x, in place. */
LASH_API void lash_ancf_beam_mass_solve(const lash_ancf_beam *beam, double *x);

#ifdef __cplusplus
}
#endif

#endif
