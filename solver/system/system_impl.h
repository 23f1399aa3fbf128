/* The inside of a lash_system: what there is, in lists that belong to the rooms.
 *
 *   bodies, markers                  system/bodies.h
 *   functions, measures, variables   system/measure.h
 *   extra states, arrays             system/system_states.h
 *   requests, sensors, plants        system/watching.h
 *   constraint rows, motions         constraint/constraint.h
 *   forces, contacts                 force/force_elements.h
 *   flexible bodies and their nodes  force/flexible.h
 *   the Schur complement             linear/schur.h
 *
 * A file includes the headers of what it looks into. Bodies and markers are addressed by index;
 * body 0 is ground, marker 0 the ground frame. Values that depend on the state carry the stamp of
 * the state they were computed at and are computed when first asked for. Neither the model's nor
 * the expressions' header is included here: build_*.c know the model, function.c and measure*.c
 * know expressions, nobody knows both. */
#ifndef LASH_SYSTEM_IMPL_H
#define LASH_SYSTEM_IMPL_H

#include <stdint.h>

#include "lash_space.h"
#include "lash_system.h"
#include "storage.h"

typedef uint64_t lash_stamp;

/* Partial derivatives of a scalar, dense over increments, velocities and extra states. */
typedef struct lash_gradient {
  double *q, *v, *x;
} lash_gradient;

struct lash_system {
  /* ------------------------------------------- the model: as built, and never changed afterwards
   */
  lash_store store; /* what stands as long as the system */
  lash_system_options options;
  char *file; /* dataset's name, for messages */
  double gravity[3];
  double scale[4]; /* time, length, force, mass to SI */
  double length;   /* size of the mechanism as written */
  double t0, *y0;  /* as the dataset has it */
  /* Velocity unknowns come six by six, in units: bodies (a unit's number is the body's), then cells
   * of coordinates of flexible bodies. A unit's velocities are at 6 (unit - 1) of v. */
  size_t body_count; /* with ground */
  size_t unit_count;
  size_t flexible_count;
  struct lash_flexible *flexible;
  size_t tie_count;
  struct lash_tie *tie;
  bool massless;        /* some body has no mass of its own */
  double *cell_inverse; /* of the masses on the diagonal, for projections */
  int *mark_order;      /* indices sorted by id */
  int *mark_table;      /* index by id (or -1) up to mark_last, when ids are small */
  int mark_last;
  size_t acting_functions; /* the first ones: those that the motion depends on */
  size_t spline_count;
  struct lash_spline_item *spline;
  size_t string_count;
  struct lash_string_item *string;
  size_t plant_count;
  struct lash_plant_item *plant;
  size_t term_count;
  struct lash_row_term *term;
  size_t start_count;
  struct lash_start *start;
  size_t curve_count;
  struct lash_curve *curve; /* curve.h */
  size_t request_count;
  struct lash_request_item *request;

  /* -------------------------------- the model, with what each of its members is or remembers now
   */
  struct lash_body *body;
  size_t mark_count;
  struct lash_mark *mark;
  size_t measure_count;
  struct lash_bound *measure;
  size_t function_count;
  struct lash_function *function;
  size_t variable_count;
  struct lash_variable_value *variable;
  size_t states_count;
  struct lash_states *states;
  size_t array_count;
  struct lash_array_value *array;
  size_t owner_count;
  struct lash_owner *owner;
  size_t group_count;
  struct lash_group *group;
  size_t drive_count;
  struct lash_drive *drive;
  size_t force_count;
  struct lash_force *force;
  size_t sensor_count;
  struct lash_sensor_item *sensor;
  struct lash_user *user;

  /* ------------------------------------ laid out anew whenever a joint is switched on or off: rows
   */
  lash_store row_store;
  lash_system_sizes size;
  size_t row_count; /* all rows, kept or not */
  int *row_group;
  size_t *row_block;   /* row_count + 1: blocks of a row */
  int *block_body;     /* unit of each block */
  int *kept, *dropped; /* rows */
  int *row_kept;       /* index among the kept ones, or -1 */
  lash_pattern jacobian_pattern, tangent_pattern;
  int *jacobian_start, *jacobian_index;
  int *block_output;            /* where a block's six values go in the CSR values, or -1 */
  struct lash_tangent *tangent; /* tangent.c */
  struct lash_schur *schur;     /* with the hinged bodies: schur.h */
  struct lash_kkt *kkt;         /* when a body has no mass of its own, else NULL */

  /* ------------------------------------------------------------------ the data: the current state
   */
  double t, *y;
  double *y_set;                /* y as last set; NULL while the system is built */
  lash_stamp stamp, last_stamp; /* of the current state; the greatest ever given */
  int analysis_mode;            /* am_… of the running analysis, for MODE */
  double *jacobian;             /* 6 per block */
  double *phi, *nu, *gamma;
  lash_stamp constraint_stamp, free_stamp; /* of all rows; of those that are not hinged */
  double drift[2];                         /* greatest residual of Phi and of Phi_v v - nu */
  lash_stamp drift_stamp;
  double *f, *g;
  lash_stamp force_stamp;
  double *vdot, *lambda; /* lambda by kept row */
  lash_stamp acceleration_stamp, lambda_stamp;
  lash_error failure; /* of a function evaluated deep inside */
  bool failed;
  bool summing_forces; /* accelerations and reactions are not known */

  /* -------------------------------------------------------------- memory, changed by a commit only
   */
  size_t angle_count;
  double *angle; /* remembered (unwrapped) angles */

  /* -----------------------------------------------------------------------------------------
   * scratch */
  lash_gradient gradient;
  double *right, *work_v;
  double *missing; /* 2 by kept row: what a refinement works with */
};

/* Position coordinates of a unit: seven of a body, six of a cell. */
static inline size_t lash_unit_q(const lash_system *system, int unit) {
  const size_t body = (size_t)unit, bodies = system->body_count;
  return body < bodies ? 7 * (body - 1) : 7 * (bodies - 1) + 6 * (body - bodies);
}

static inline bool lash_unit_is_cell(const lash_system *system, int unit) {
  return (size_t)unit >= system->body_count;
}

/* equations.c */
double lash_system_length(const lash_system *system); /* size of the mechanism */
double lash_system_speed(const lash_system *system);  /* of its fastest body */
lash_status lash_system_take_failure(lash_system *system, lash_error *error);

/* A failure deep inside an evaluation is remembered and returned by the public function. */
void lash_system_note(lash_system *system, lash_status status, const char *format, ...)
    LASH_PRINTF(3, 4);

#endif
