/* Force elements, shared by force*.c, the tangent and reports. */
#ifndef LASH_SOLVER_FORCE_H
#define LASH_SOLVER_FORCE_H

#include "lash_elements.h"
#include "lash_own_force.h"
#include "system_impl.h"

struct lash_contact_element;  /* force_contact.c */
struct lash_touch_setup;      /* lash_touch.h */
struct lash_friction_element; /* force_friction.c */
struct lash_modal_load;       /* force_modal.c */

typedef struct lash_force {
  lash_force_law law;
  const char *statement;
  int id, line;
  bool active;
  int i, j, rm;              /* markers; j of a floating marker is only its body */
  int component[6];          /* functions, or -1 */
  int user;                  /* USER routine call, or -1 */
  const lash_own_force *own; /* of the caller of the library; else NULL */
  size_t parameters;         /* of USER(…), for it: the model's */
  const double *parameter;
  bool frozen; /* components are `held`, not evaluated */
  double held[6];
  int angle;               /* remembered angle of a rotational spring */
  lash_matrix_law *matrix; /* behind law.matrix */
  struct lash_contact_element *contact;
  struct lash_friction_element *friction;
  struct lash_modal_load *modal;
  lash_stamp stamp;
  bool busy; /* being evaluated */
  lash_load load;
} lash_force;

/* force.c */
lash_status lash_forces_update(lash_system *system, lash_error *error);
const lash_load *lash_force_load(lash_system *system, lash_force *force);

void lash_apply_load(const lash_system *system, int body, const double force[3],
                     const double torque[3], const double point[3], double target[6]);
double lash_force_potential(lash_system *system, const lash_force *force);

/* -------------------------------------------------------------------- contact: force_contact.c */

/* Makes `force` this contact. Says in words which pairs of shapes there are when this is none. */
lash_status lash_contact_set_up(lash_system *system, lash_force *force,
                                const struct lash_touch_setup *setup, lash_error *error);
/* Once routines are found: their calls, or -1. */
void lash_contact_routines(lash_force *force, int user_normal, int user_friction);

void lash_contact_load(lash_system *system, lash_force *force, lash_load *load);
double lash_contact_gap(lash_system *system, lash_force *force);
void lash_contact_commit(lash_system *system, lash_force *force);
void *lash_contact_memory(lash_force *force, size_t *size); /* plain data; may be none */

/* ------------------------------------------------------------ joint friction: force_friction.c */

typedef enum lash_friction_joint {
  LASH_SLIDES,           /* TRANSLATIONAL */
  LASH_TURNS,            /* REVOLUTE */
  LASH_SLIDES_AND_TURNS, /* CYLINDRICAL */
  LASH_SWIVELS,          /* SPHERICAL */
  LASH_HOOKE_I,          /* one pin of the crosspiece: x of I, y of J … */
  LASH_HOOKE_J,
  LASH_UNIVERSAL_I, /* … z of I, z of J */
  LASH_UNIVERSAL_J
} lash_friction_joint;

typedef struct lash_friction_setup {
  lash_friction_joint joint;
  int owner; /* of the joint's rows */
  double mu_static, mu_dynamic, transition_velocity, transition_coefficient;
  bool lugre;
  double creep;        /* greatest stiction deformation of the other formulation */
  double bristle[3];   /* stiffness, damping and viscosity, each times the normal force */
  double preload;      /* as a normal force */
  double radius;       /* pin or ball */
  double friction_arm; /* axial force on a shoulder */
  double arm;          /* bending moment: overlap or bending reaction arm */
  double reaction_arm; /* torsion of a slide */
  bool by_force, by_bending, by_torsion, inactive_static;
} lash_friction_setup;

lash_status lash_friction_set_up(lash_store *store, lash_force *force,
                                 const lash_friction_setup *setup, lash_error *error);

/* Bristles of the LuGre formulation: how many extra states they take (0: none), where these begin.
 * A state is the deflection over the break-away deflection. */
size_t lash_friction_bristles(const lash_force *force);
void lash_friction_place_bristles(lash_force *force, size_t first);
void lash_friction_depends(const lash_force *force, bool *states);
double lash_friction_rate_at(lash_system *system, lash_force *force, size_t row);
void lash_friction_rate_gradient(lash_system *system, lash_force *force, size_t row, double weight,
                                 lash_gradient *gradient);

void lash_friction_load(lash_system *system, lash_force *force, lash_load *load);
void lash_friction_commit(lash_system *system, lash_force *force);
double *lash_friction_memory(lash_force *force, size_t *count);

/* ---------------------------------------------------------------- modal loads: force_modal.c
 * What an MFORCE does to a modal body's frame and modes goes into the sum by itself; the load of
 * the element has the resultant for reports, and the reaction on the part of J. */

/* Makes `force` the load of system->flexible[flexible], a modal body. `scaled`: its routine also
 * gives a factor. `reaction`: J is the part that it acts against. */
void lash_modal_load_set_up(lash_system *system, lash_force *force, int flexible, bool scaled,
                            bool reaction);
size_t lash_modal_load_modes(const lash_force *force);

void lash_modal_load_value(lash_system *system, lash_force *force, lash_load *load);
void lash_modal_load_add(const lash_system *system, const lash_force *force, double *f);
double lash_modal_load_power(const lash_system *system, const lash_force *force);

#endif
