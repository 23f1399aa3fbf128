/* What the files of the recorder share. */
#ifndef LASH_SOLVER_RECORD_IMPL_H
#define LASH_SOLVER_RECORD_IMPL_H

#include "bodies.h"
#include "constraint.h"
#include "force_elements.h"
#include "lash_joint.h"
#include "measure.h"
#include "record.h"
#include "symbolic.h"
#include "system_impl.h"
#include "system_states.h"
#include "tape_program.h"
#include "watching.h"

/* ------------------------------------------------------------------------------------- the tree */

enum { SLIDE_X, SLIDE_Y, SLIDE_Z, TURN_Z, AXES }; /* of a joint, in axes of the parent's marker */

/* One coordinate of a joint along an axis. */
typedef struct tree_axis {
  bool moves;
  int drive;  /* MOTION that prescribes it (index in system->drive), or -1 */
  int q, u;   /* number among the coordinates and speeds, or -1 */
  int follow; /* of a driven one: number among those, or -1 */
  double way; /* -1: the child has J, and coordinates are those of I in J */
} tree_axis;

typedef struct tree_joint {
  int owner;  /* the joint in system->owner; -1: free */
  int parent; /* body */
  int mark_p, mark_c;
  bool spins; /* Euler parameters at `q`, absolute angular velocity at `u` */
  bool free;  /* place of the mass centre and its velocity, before those */
  int q, u;
  tree_axis axis[AXES];
} tree_joint;

/* ---------------------------------------------------------------------------------- what moves */

/* What a unit of one speed does to a body: spin in body axes, velocity of the mass centre in ground
 * axes. `local` is that velocity in body axes, where it is fixed there (`fixed`). Speeds that
 * MOTIONs prescribe are numbered behind the others: what drives them is found by theirs. */
typedef struct sym_column {
  int speed;
  sym3 spin, velocity, local;
  bool fixed;
} sym_column;

typedef struct sym_body {
  sym33 R;
  sym3 x, u;     /* mass centre in ground axes */
  sym3 w;        /* body axes */
  sym3 a, alpha; /* accelerations while no speed changes: ground axes, body axes */
  sym3 a_local;  /* `a` in body axes, where that is simpler (`a_fixed`) */
  bool a_fixed;
  size_t columns;
  sym_column *column;
  sym3 force, torque; /* applied: at the mass centre, ground axes */
} sym_body;

/* A marker; each level is recorded when first asked for. */
typedef struct sym_mark {
  bool placed, turned, moving, accelerated;
  sym3 arm, r; /* from the mass centre, from the origin; ground axes */
  sym33 A;
  sym3 v, w;     /* ground axes */
  sym3 a, alpha; /* bias, ground axes */
} sym_mark;

typedef struct sym_jet {
  lash_term value, d1, d2;
} sym_jet;

/* A row J u' = right, with its residual and that of J u = nu. */
typedef struct sym_row {
  int group, number;
  lash_term phi, rate, right;
  lash_term *J; /* by speed, prescribed ones behind */
} sym_row;

/* ------------------------------------------------------------------------------- what remembers */

/* One number that is remembered between accepted steps: input slot, and its next value. */
typedef struct sym_memory {
  double value;
  int angle; /* it is system->angle[angle] */
  lash_term next;
} sym_memory;

/* Rows are closed with no more than this left, in parts of the mechanism's size and speeds. */
#define RECORD_CLOSED 2e-14

/* What is kept of a site, SI: all of a lash_joint_site. */
enum { RECORD_SITE = LASH_JOINT_SITE_NUMBERS };

typedef struct record_foreign record_foreign;
typedef struct record_answer record_answer;

/* A clearance joint of this project, with its own memory. */
typedef struct record_joint {
  int user, line; /* routine of the system */
  int id;
  lash_joint joint;
  lash_joint_memory memory;
  lash_joint_state now; /* room for an accepted one */
  int outer, inner;     /* markers, by index */
  bool outer_is_i;
  double time, length, force; /* units, to SI */
  bool recorded;              /* its force acts */
  bool called;                /* … by an opaque call … */
  record_answer *last;        /* … and what that gave last */
  size_t slot;                /* of its memory inputs: touching and v0 of each site */
  size_t first;               /* of its outputs in the program that watches */
  struct lash_recording *record;
  lash_term site[LASH_JOINT_SITES][RECORD_SITE];
} record_joint;

typedef struct record_program {
  lash_program *program;
  lash_tape_frame *frame;
  size_t count;
  double *out; /* results */
} record_program;

/* What an error of each number of z is measured by: a size of its own or that of the mechanism,
 * and, of those that grow, the greatest it has been. Each is 0 where it has no part. */
typedef struct record_sizes {
  double *own, *by_length, *grows;
} record_sizes;

struct lash_recording {
  lash_system *system;
  lash_store store;
  lash_tape *tape;
  lash_error why; /* the first thing that cannot be recorded */
  bool must_pay;  /* what gains nothing cannot either */

  tree_joint *tree; /* by body; [0] is unused */
  int *order;       /* bodies, parents first */
  bool *in_tree;    /* by group: met by the tree */
  size_t coordinates, speeds, states, driven;

  lash_term zero, one, time;
  lash_term *z; /* coordinates, speeds, extra states */
  sym_body *body;
  sym_mark *mark;
  sym_jet *drive; /* by system->drive, recorded when `drive_known` */
  bool *drive_known;
  lash_term *function; /* by system->function: values, when `function_known` */
  bool *function_known;
  lash_term **switches; /* by function */
  lash_term *variable;
  bool *variable_known, *variable_busy;
  struct sym_load *loads; /* by force */

  size_t memory_count;
  sym_memory *memory;
  size_t joint_count;
  record_joint *joint;
  size_t calls;
  bool foreign;         /* user subroutines need the system: it is told every step */
  size_t lending_count; /* those of forces, to which markers are lent */
  record_foreign **lending;
  bool listens; /* somebody is told of the end of every step */
  const lash_marker_motion **nothing_lent;
  double *step_end;                 /* room for time and z */
  bool by_stages;                   /* a list of all stages is running */
  size_t calls_made, calls_watched; /* of these; when all of them were last watched */
  lash_error failure;               /* of one of them */

  size_t row_count, dropped;
  sym_row *row;

  size_t input_count;
  double *input; /* variables of all programs: time, z, memory */
  record_program rates, lift, watch, power, energy, residual, correct;
  record_program fused; /* record_fused.c */
  double *fused_input;
  const lash_stages *stages;            /* fused */
  lash_term *rate, *shown, *correction; /* results of rates, lift and correct */
  lash_term *powers;                    /* results of power */
  size_t works;                         /* of these among the rates' results, behind quality */
  size_t rows;                          /* kept */
  size_t quality;                       /* where the least pivot stands among the rates' results */
  lash_term *watched, *off;             /* results of watch and of residual */
  size_t terms;                         /* of the tape, before steps were made of it */
  bool *watch_moves;                    /* which of them are no constants */
  size_t *fused_watch;                  /* those that a step gives as well … */
  size_t fused_watch_count;             /* … 0: none of them */
  size_t sites_at, memory_at;           /* where these begin among what is watched */
  double watched_at, *z_watched;
  double *y;                  /* scratch: the system's state */
  record_sizes sizes;         /* what errors are measured by */
  bool dirty;                 /* the system does not know the memory yet */
  size_t told;                /* as the system's routines had it when both were the same */
  double t_known, step_known; /* last accepted */
};

/* Numbers in z. */
static inline size_t record_length(const lash_recording *record) {
  return record->coordinates + record->speeds + record->states + 2 * record->driven;
}
/* Speeds and, behind them, those that MOTIONs prescribe. */
static inline size_t record_columns(const lash_recording *record) {
  return record->speeds + record->driven;
}
/* Number of an axis' speed among these; -1 where it does not move. */
static inline int record_column(const lash_recording *record, const tree_axis *axis) {
  return axis->follow >= 0 ? (int)record->speeds + axis->follow : axis->u;
}
/* Whether no number is infinite or NaN. */
static inline bool record_all_finite(const double *x, size_t count) {
  double sum[4] = {0, 0, 0, 0}; /* independent of each other, so that none waits */
  size_t k = 0;
  for (; k + 4 <= count; k += 4)
    for (size_t i = 0; i < 4; i++) sum[i] += x[k + i] * 0;
  for (; k < count; k++) sum[0] += x[k] * 0;
  return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}
/* Where displacement and speed of a driven coordinate stand in z. */
static inline size_t record_followed(const lash_recording *record, const tree_axis *axis) {
  return record->coordinates + record->speeds + record->states + 2 * (size_t)axis->follow;
}

/* Force and torque on the bodies of I and J, ground axes; arms from the mass centres. */
typedef struct sym_load {
  bool known;
  int body_i, body_j;
  sym3 force_i, torque_i, arm_i, force_j, torque_j, arm_j;
  lash_term potential;
} sym_load;

/* Says why something cannot be recorded; the first reason counts. */
void record_refuse(lash_recording *record, const char *format, ...) LASH_PRINTF(2, 3);
static inline bool record_refused(const lash_recording *record) {
  return record->why.status != LASH_OK;
}

/* record.c: a program that computes some terms; freed with its record or by record_program_free().
 */
lash_status record_make_program(lash_recording *record, const lash_term *wanted, size_t count,
                                record_program *made, lash_error *error);
void record_program_free(record_program *program);

/* record_tree.c */
void record_plan_tree(lash_recording *record);

/* record_motion.c */
void record_make_unit(lash_tape *tape, lash_term e[4]); /* as parameters_normalise() */
void record_bodies(lash_recording *record);
sym_mark *record_mark(lash_recording *record, int mark);        /* place and axes */
sym_mark *record_mark_moving(lash_recording *record, int mark); /* with velocities */
sym_mark *record_mark_biased(lash_recording *record, int mark); /* with accelerations */
/* What a unit of column `c` of the marker's body does there, ground axes. */
sym3 record_mark_velocity(lash_recording *record, int mark, const sym_column *c);
sym3 record_mark_spin(lash_recording *record, int mark, const sym_column *c);

/* record_function.c */
lash_term record_function(lash_recording *record, int function);
lash_term record_variable(lash_recording *record, int variable);
sym_jet record_drive(lash_recording *record, int drive);

/* record_measure.c */
lash_term record_measure(lash_recording *record, int measure);
lash_term record_angle(lash_recording *record, int form, int i, int j);
/* An angle with full turns, remembered in system->angle[slot]; of a joint of the tree its
 * coordinate. */
lash_term record_turned_angle(lash_recording *record, int slot, int form, int i, int j);
lash_term record_memory_add(lash_recording *record, int angle, double value);

/* Of a marker, ground axes; known when the rates are. */
sym3 record_acceleration(lash_recording *record, int mark);
sym3 record_spin_rate(lash_recording *record, int mark);

/* record_force.c */
void record_forces(lash_recording *record);
const sym_load *record_load(lash_recording *record, int force);
lash_term record_load_power(lash_recording *record, const sym_load *load);

/* record_clearance.c */
void record_find_joints(lash_recording *record);
record_joint *record_joint_of(lash_recording *record, int user);
void record_joint_changed(record_joint *joint); /* its memory */
/* What it does to the body of I at I: ground axes, the system's units. */
void record_joint_force(lash_recording *record, record_joint *joint, sym3 *force, sym3 *torque);

/* record_foreign.c: a routine's six numbers, or its one. */

void record_foreign_call(lash_recording *record, int user, bool vector, lash_term *out);

/* record_run.c: fills `sizes`, once the tree is known. */
void record_find_sizes(lash_recording *record);

/* record_run.c: an accepted state, with what is watched there from `watched` on, `stride` apart. */
void record_take(lash_recording *record, double t, const double *watched, size_t stride);

/* record_states.c */
lash_term record_state_rate(lash_recording *record, size_t state);

/* record_choose.c: S = J M^-1 J^T in numbers; gives how many, in their order. */
size_t record_choose_rows(const lash_recording *record, const double *S, size_t wanted,
                          size_t *kept);

/* record_rows.c */
void record_rows(lash_recording *record);

#endif
