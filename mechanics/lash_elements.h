/* Force elements: what SFORCE, VFORCE, VTORQUE, GFORCE, SPRINGDAMPER, BUSHING, BEAM and FIELD do
 * between two markers, over the motion of these. The reference solver and every host evaluate
 * their force elements here; model/lash_force_laws.h makes laws of statements.
 *
 * Numbers that only the caller can know come with the call as `given`: the value of a function or
 * of a routine, the angle of a coil with its full turns. Nothing is remembered here. */
#ifndef LASH_ELEMENTS_H
#define LASH_ELEMENTS_H

#include <stdbool.h>

#include "lash_motion.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lash_force_kind {
  LASH_FORCE_LINE,    /* SFORCE translation: along the line from J to I; given[0] pushes apart */
  LASH_FORCE_AXIAL,   /* SFORCE translation, action only: given[0] along z of J on I */
  LASH_FORCE_TWIST,   /* SFORCE rotation: torque given[0] about z of J */
  LASH_FORCE_VECTOR,  /* VFORCE, VTORQUE, GFORCE: six given components along RM */
  LASH_FORCE_SPRING,  /* SPRINGDAMPER translation */
  LASH_FORCE_COIL,    /* SPRINGDAMPER rotation; given[0] is AZ of I in J with full turns */
  LASH_FORCE_MATRIX,  /* BUSHING, BEAM, FIELD: 6 by 6 in axes of J, or six given components there */
  LASH_FORCE_CONTACT, /* these three have laws and memories of their own, elsewhere */
  LASH_FORCE_FRICTION,
  LASH_FORCE_MODAL /* MFORCE */
} lash_force_kind;

/* A nonlinear BEAM along x of J: EA, EI about z and y with the shear parameter 12 EI asy/(GA L^2)
 * of each, GJ; damping is `cratio` times stiffness. */
typedef struct lash_beam_law {
  double length, axial, bending[2], shear[2], torsion, cratio;
} lash_beam_law;

/* force = -K (displacement - length) - C rate + preload, all in axes of J; matrices by rows */
typedef struct lash_matrix_law {
  double K[36], C[36];
  double length[6], preload[6];
  bool bent; /* NONLINEAR: the beam is elastic, K is none */
  lash_beam_law beam;
} lash_matrix_law;

typedef struct lash_force_law {
  lash_force_kind kind;
  bool action_only;                /* nothing acts on J */
  bool floating;                   /* the reaction acts on the part of J at I's origin */
  double k, c, reference, preload; /* SPRING, COIL */
  const lash_matrix_law *matrix;   /* MATRIX; the caller's */
} lash_force_law;

/* Force and torque on the part of I at point_i, likewise on J; ground axes. */
typedef struct lash_load {
  double force_i[3], torque_i[3], point_i[3];
  double force_j[3], torque_j[3], point_j[3];
} lash_load;

/* What the element does. `rm` is read by VECTOR alone. Returns NULL, or in words why there is no
 * such force: one along the line of markers that coincide, unless it is zero. The load is then
 * zero. */
const char *lash_force_evaluate(const lash_force_law *law, const lash_marker_motion *i,
                                const lash_marker_motion *j, const lash_marker_motion *rm,
                                const double *given, lash_load *load);

/* Energy stored; 0 for what is no spring. `angle` as given to a COIL. */
double lash_force_energy(const lash_force_law *law, const lash_marker_motion *i,
                         const lash_marker_motion *j, double angle);

/* beam_law.c: adds what a nonlinear beam does, at the markers; and the energy it stores. */
void lash_beam_load(const lash_beam_law *beam, const lash_marker_motion *i,
                    const lash_marker_motion *j, lash_load *load);
double lash_beam_energy(const lash_beam_law *beam, const lash_marker_motion *i,
                        const lash_marker_motion *j);

/* Displacement (x, y, z and AX, AY, AZ) of I in J and its rate, both in axes of J. */
void lash_six_displacement(const lash_marker_motion *i, const lash_marker_motion *j,
                           double displacement[6], double rate[6]);

#ifdef __cplusplus
}
#endif

#endif
