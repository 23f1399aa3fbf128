/* Chrono from C: systems, bodies, joints, motors, joints with clearance and contacts by any law of
 * Lash, steps and queries.
 *
 *   lash_chrono *system;
 *   int arm, joint;
 *   lash_chrono_create(&(lash_chrono_options){.gravity = {0, 0, -9.81}}, &system, &error);
 *   lash_chrono_add_body(system, &(lash_chrono_body){.mass = 1, …}, &arm, &error);
 *   lash_chrono_add_clearance(system, &(lash_chrono_clearance){.j = {.body = arm}, …}, &joint,
 * &error); while (lash_chrono_time(system) < 0.5) lash_chrono_step(system, 1e-5, &error);
 *   lash_chrono_free(system);
 *
 * Everything is known by number, counted from 0 in the order of adding; body LASH_CHRONO_GROUND is
 * the ground. SI units, or any consistent ones. Every function that can fail returns a status and
 * fills the error; no C++ exception leaves it, and a NULL error is allowed. A failed step leaves
 * the system where it failed: read it, then free it. A system belongs to one thread at a time.
 *
 * Link lash_chrono (and with it Chrono). Compiled where CMake finds Chrono 9 or 10. */
#ifndef LASH_CHRONO_H
#define LASH_CHRONO_H

#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_chrono lash_chrono;

/* -------------------------------------------------------------------------------------- systems */

typedef enum lash_chrono_stepper {
  LASH_CHRONO_HHT,  /* second order, iterates: forces are in balance at the end of a step */
  LASH_CHRONO_EULER /* linearised implicit Euler: one solution per step, first order, Chrono's own
                     */
} lash_chrono_stepper;

/* Zero everything for no gravity, HHT, no collisions. */
typedef struct lash_chrono_options {
  double gravity[3];
  lash_chrono_stepper stepper;
  double tolerance; /* of HHT's iteration, relative; 0: 1e-8 */
  bool collisions;  /* bodies with shapes touch: SMC contacts, see below */
} lash_chrono_options;

lash_status lash_chrono_create(const lash_chrono_options *options, lash_chrono **system,
                               lash_error *error);
void lash_chrono_free(lash_chrono *system);

const char *lash_chrono_version(void); /* of Chrono */

/* --------------------------------------------------------------------------------------- bodies */

enum { LASH_CHRONO_GROUND = -1 };

/* Axes as a matrix, row by row, whose columns are x, y and z; all zeros stand for the ground's. */
typedef struct lash_chrono_body {
  double mass;                     /* > 0 */
  double inertia[9];               /* about the mass centre, body axes, row by row */
  double position[3], rotation[9]; /* of the mass centre, and the body's axes */
  double velocity[3], spin[3];     /* ground axes */
} lash_chrono_body;

lash_status lash_chrono_add_body(lash_chrono *system, const lash_chrono_body *body, int *index,
                                 lash_error *error);

/* Motion of a body: mass and inertia are left out (0). */
lash_status lash_chrono_get_body(const lash_chrono *system, int body, lash_chrono_body *motion,
                                 lash_error *error);

/* Kinetic energy of all bodies and potential energy of gravity (zero at the origin). */
lash_status lash_chrono_energy(const lash_chrono *system, double *kinetic, double *potential,
                               lash_error *error);

/* ---------------------------------------------------------------------------- joints and motors */

/* A frame on a body: place and axes in the body's own frame at its mass centre. */
typedef struct lash_chrono_frame {
  int body;
  double position[3], rotation[9];
} lash_chrono_frame;

typedef enum lash_chrono_joint {
  LASH_CHRONO_REVOLUTE,    /* turns about z */
  LASH_CHRONO_PRISMATIC,   /* slides along z */
  LASH_CHRONO_CYLINDRICAL, /* both */
  LASH_CHRONO_SPHERICAL,
  LASH_CHRONO_PLANAR, /* slides across z and turns about it */
  LASH_CHRONO_FIXED,
  LASH_CHRONO_UNIVERSAL /* z of i stays square to z of j */
} lash_chrono_joint;

/* `type` is a lash_chrono_joint; another number is refused. */
lash_status lash_chrono_add_joint(lash_chrono *system, int type, const lash_chrono_frame *i,
                                  const lash_chrono_frame *j, int *index, lash_error *error);

/* Value, first and second derivative of what a motor does, at time t. */
typedef void (*lash_chrono_function)(void *context, double t, double jet[3]);

/* Drives the turn about, or the way along, z of j; the joint itself is added beside it. Motors
 * count as joints. */
lash_status lash_chrono_add_motor(lash_chrono *system, bool turns, const lash_chrono_frame *i,
                                  const lash_chrono_frame *j, lash_chrono_function function,
                                  void *context, int *index, lash_error *error);

/* Force and torque on the body of i at its frame, ground axes, as the last step left them. */
lash_status lash_chrono_reaction(const lash_chrono *system, int joint, double wrench[6],
                                 lash_error *error);

/* ------------------------------------------------------------------------ joints with clearance */

/* i is the outer one: socket, bearing. Laws must be ready; `friction` may be NULL (dimension 2
 * otherwise). All is copied. */
typedef struct lash_chrono_clearance {
  lash_chrono_frame i, j;
  lash_geometry shape;
  const lash_contact *normal;
  const lash_friction *friction;
} lash_chrono_clearance;

lash_status lash_chrono_add_clearance(lash_chrono *system, const lash_chrono_clearance *clearance,
                                      int *index, lash_error *error);

typedef struct lash_chrono_contact {
  double delta, v; /* of the deepest point: penetration and its rate */
  double v0;       /* approach speed of the present contact */
  double normal;   /* sum of normal forces */
  double friction; /* sum of the sizes of friction forces */
  unsigned long long impacts;
  lash_wrench on_i, on_j; /* at the frames, ground axes */
} lash_chrono_contact;

lash_status lash_chrono_get_clearance(const lash_chrono *system, int clearance,
                                      lash_chrono_contact *contact, lash_error *error);

/* ------------------------------------------------------------------------------------- contacts */

/* Shapes that collide, when the system was made with collisions. */
lash_status lash_chrono_add_sphere(lash_chrono *system, int body, const double centre[3],
                                   double radius, lash_error *error);
lash_status lash_chrono_add_box(lash_chrono *system, const lash_chrono_frame *frame,
                                const double size[3], lash_error *error);

/* The law of all contacts between shapes; `friction` (dimension 2) may be NULL. */
lash_status lash_chrono_set_contact_law(lash_chrono *system, const lash_contact *normal,
                                        const lash_friction *friction, lash_error *error);

/* Other laws for one pair of bodies, after the one above. */
lash_status lash_chrono_set_pair_law(lash_chrono *system, int body_a, int body_b,
                                     const lash_contact *normal, const lash_friction *friction,
                                     lash_error *error);

/* Sum of all contact forces on a body, ground axes. */
lash_status lash_chrono_contact_force(const lash_chrono *system, int body, double force[3],
                                      lash_error *error);

/* -------------------------------------------------------------------------------------- running */

/* One step of length h; what laws remember is committed at its end. The first step brings the
 * bodies onto their joints before. */
lash_status lash_chrono_step(lash_chrono *system, double h, lash_error *error);
double lash_chrono_time(const lash_chrono *system);

#ifdef __cplusplus
}
#endif

#endif
