/* Modal bodies: a floating frame and deformation modes.
 *
 * A material point at s (body axes) is at  r = R + A (s + sum of q_k psi_k(s)). Velocities are
 * taken in the order (R' in global axes, omega in body axes, q'), accelerations and generalised
 * forces likewise:
 *
 *     M(q) (R'', omega', q'') = Q
 *
 * Gross motion and deformation are fully coupled: mass matrix and quadratic velocity forces follow
 * from the kinematics above without further approximation, by way of inertia invariants, integrals
 * over the body of 1, s and psi and of their products.
 *
 * A bent beam is also shorter. Bodies that know their shortening move by
 * s + sum of q_k psi_k + 1/2 sum of q_k q_l chi_kl(s), where chi_kl is what makes the work of any
 * load f over chi_kl equal to  -psi_k' K_geo(stress under f) psi_l.  Integrals of chi (with 1 and
 * s) thus hold the geometric stiffness of every inertia load: spin, acceleration, gravity; its
 * values at interface nodes hold that of every force there. Energy stays exact, for the equations
 * are Lagrange's of the kinetic energy to second order in q.
 *
 * Modes are mass-orthonormal, so frequency and damping ratio say all about their elasticity. */
#ifndef LASH_MODAL_H
#define LASH_MODAL_H

#include <stdio.h>

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LASH_MODAL_DAMPING 0.02 /* of critical, unless said otherwise */

enum { LASH_MODAL_MODES = 20, LASH_MODAL_MAX_MODES = 400, LASH_MODAL_NAME = 64 };

typedef struct lash_mode {
  double frequency;    /* Hz, > 0 */
  double damping;      /* ratio to critical */
  double preload;      /* modal force that prestress exerts at q = 0, N m/m (kg^1/2 m/s^2) */
  double first[3];     /* integral of psi dm */
  double second[3][3]; /* integral of s psi^T dm */
} lash_mode;

/* Shortening of a pair of modes: integrals of chi and of s chi^T dm. */
typedef struct lash_shortening {
  double first[3], second[3][3];
} lash_shortening;

typedef struct lash_modal_node {
  int id;
  bool interface;
  double position[3];      /* undeformed, body axes */
  double (*shortening)[3]; /* [k * mode_count + l]: chi_kl here; NULL: none */
} lash_modal_node;

/* What the maker of the body found when it checked its work; NAN where it does not apply. */
typedef struct lash_modal_check {
  double mass_orthogonality;      /* largest |psi' M psi - 1| */
  double stiffness_orthogonality; /* the same of psi' K psi, of the largest eigenvalue */
  double rigid_force;             /* elastic force of rigid motion, of the largest stiffness */
  double rigid_gap;               /* largest rigid over smallest elastic eigenvalue */
  double static_error;            /* error of the flexibility between interface nodes */
} lash_modal_check;

typedef struct lash_modal {
  char name[LASH_MODAL_NAME];
  size_t mode_count, node_count;
  double mass, first[3], second[3][3]; /* integrals of 1, s and s s^T dm */
  lash_mode *mode;
  double (*coupling)[3][3];    /* [k * mode_count + l]: integral of psi_k psi_l^T dm */
  lash_shortening *shortening; /* [k * mode_count + l], symmetric; NULL: the body has none */
  lash_modal_node *node;
  double (*shape)[6]; /* [node * mode_count + k]: displacement and rotation */
  lash_modal_check check;
} lash_modal;

/* Room for modes and nodes, all zero; damping at its default. */
LASH_API lash_status lash_modal_allocate(lash_modal *body, size_t modes, size_t nodes,
                                         lash_error *error);
LASH_API void lash_modal_free(lash_modal *body);

/* Room for the shortening of the body and of its interface nodes, all zero. */
LASH_API lash_status lash_modal_allocate_shortening(lash_modal *body, lash_error *error);

/* Keeps `count` of the modes, by index from 0 and in that order; fails, naming the first that does
 * not exist or comes twice. */
LASH_API lash_status lash_modal_select(lash_modal *body, const size_t *keep, size_t count,
                                       lash_error *error);

/* Says everything in other units: lengths in `length` m, masses in `mass` kg, times in `time` s
 * (the unit of force follows). Modes stay mass-orthonormal. */
LASH_API void lash_modal_convert(lash_modal *body, double length, double mass, double time);

/* Configuration and velocity. The caller owns the arrays. */
typedef struct lash_modal_state {
  double position[3], rotation[3][3]; /* R, A */
  double velocity[3], omega[3];       /* global; body axes */
  const double *q, *qd;
} lash_modal_state;

/* Mass matrix, (6 + modes) square, symmetric, row by row. */
LASH_API void lash_modal_mass(const lash_modal *body, const lash_modal_state *state, double *M);

/* Right-hand side: gravity (global, m/s^2), quadratic velocity forces, elasticity, damping and
 * preload. */
LASH_API void lash_modal_force(const lash_modal *body, const lash_modal_state *state,
                               const double gravity[3], double *Q);

/* Exact derivatives of that right-hand side, (6 + modes) square, row by row: dQ/dx with respect to
 * R, a rotation vector in body axes (A <- A exp) and q; dQ/dv with respect to the velocities. */
LASH_API void lash_modal_tangent(const lash_modal *body, const lash_modal_state *state,
                                 const double gravity[3], double *dQdx, double *dQdv);

/* Derivative of M(q) times the acceleration `a`, (6 + modes) square, row by row, with respect to R,
 * the rotation and q as above. */
LASH_API void lash_modal_mass_tangent(const lash_modal *body, const lash_modal_state *state,
                                      const double *a, double *dMa);

/* Kinetic energy; elastic energy less the work of preload; energy in the gravity field. */
LASH_API double lash_modal_kinetic(const lash_modal *body, const lash_modal_state *state);
LASH_API double lash_modal_elastic(const lash_modal *body, const double *q);
LASH_API double lash_modal_potential(const lash_modal *body, const lash_modal_state *state,
                                     const double gravity[3]);

/* ---------------------------------------------------------------------------------------- nodes */

/* Index of the node with this id, or -1. */
LASH_API int lash_modal_find(const lash_modal *body, int id);

/* Where a node is and how it moves (global axes). `acceleration` and `alpha` are those at zero
 * R'', omega' and q''. Rotation is A exp(theta), theta the modal rotation vector. */
typedef struct lash_modal_marker {
  double position[3], rotation[3][3], velocity[3], omega[3], acceleration[3], alpha[3];
} lash_modal_marker;

LASH_API void lash_modal_node_at(const lash_modal *body, size_t node, const lash_modal_state *state,
                                 lash_modal_marker *marker);

/* Jacobians of the node's velocity and angular velocity (global axes), 3 x (6 + modes) by rows. */
LASH_API void lash_modal_node_jacobians(const lash_modal *body, size_t node,
                                        const lash_modal_state *state, double *translation,
                                        double *rotation);

/* Derivative of the generalised force of a force and a moment at the node (global axes, held as
 * they are), translation' F + rotation' T, with respect to R, the rotation and q: (6 + modes)
 * square. */
LASH_API void lash_modal_node_stiffness(const lash_modal *body, size_t node,
                                        const lash_modal_state *state, const double force[3],
                                        const double moment[3], double *out);

/* ---------------------------------------------------------------------------------------- audit */

/* What a body's own numbers say about it. */
typedef struct lash_modal_audit {
  double orthonormality; /* largest |tr coupling_kl - delta_kl|: 0 for a sound body */
  double centre[3];      /* of mass, m */
  double inertia[3][3];  /* about the centre of mass, kg m^2 */
  bool definite;         /* the mass matrix at q = 0 is positive definite */
} lash_modal_audit;

LASH_API lash_status lash_modal_audit_body(const lash_modal *body, lash_modal_audit *audit,
                                           lash_error *error);

/* ---------------------------------------------------------------------------------------- files */

/* The text format of docs/flexible-bodies.md. Reading names file and line of a fault; the body is
 * empty after a failure. */
LASH_API lash_status lash_modal_write(const lash_modal *body, const char *file, lash_error *error);
LASH_API lash_status lash_modal_read(lash_modal *body, const char *file, lash_error *error);

/* The same, or, when the file's name ends in .frame, reduces that frame of beams (lash_reduce.h)
 * with as many modes and as much damping as it says. */
LASH_API lash_status lash_modal_open(lash_modal *body, const char *file, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
