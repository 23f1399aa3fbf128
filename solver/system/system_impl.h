/* The inside of a lash_system: what the files of this folder share.
 *
 * Bodies and markers are addressed by index; body 0 is ground, marker 0 the ground frame. Values
 * that depend on the state carry the stamp of the state they were computed at and are computed when
 * first asked for. Neither the model's nor the expressions' header is included here: build_*.c know
 * the model, function.c and measure*.c know expressions, nobody knows both. */
#ifndef LASH_SYSTEM_IMPL_H
#define LASH_SYSTEM_IMPL_H

#include <stdint.h>

#include "lash_elements.h"
#include "lash_space.h"
#include "lash_system.h"
#include "storage.h"

typedef uint64_t lash_stamp;

/* --------------------------------------------------------------------------- bodies and markers */

typedef struct lash_body {
  int id, line;
  bool point;   /* point mass: does not turn */
  bool carried; /* has no mass of its own: a flexible body moves it */
  double mass, inverse_mass;
  double inertia[9], inverse_inertia[9]; /* body axes, about the centre of mass */
  double metric_mass, metric_inertia[9]; /* the same where there is mass, else its stand-in */
  double origin[3];                      /* of the part's frame, from the centre of mass */
  unsigned exact; /* coordinates to hold: bits 0-2 position, 3-5 orientation */
  unsigned given; /* velocities the dataset gives: bits 0-2 translation, 3-5 rotation */
  /* at the current state */
  double x[3], u[3];  /* centre of mass: position, velocity */
  double R[9];        /* axes in ground */
  double w[3], wb[3]; /* angular velocity in ground and in body axes */
} lash_body;

typedef struct lash_mark {
  int id, body;
  bool floating, aligned;   /* aligned: axes are those of the body */
  double arm0[3], axes0[9]; /* in body axes, from the centre of mass */
  lash_stamp stamp, axes_stamp;
  double arm[3]; /* from the centre of mass, ground axes */
  union {        /* the same numbers: as the rest of the house knows them, and by short names */
    lash_marker_motion motion;
    struct {
      double r[3], A[9], v[3], w[3];
      double a[3], wd[3]; /* only where accelerations are measured */
    };
  };
} lash_mark;

/* ------------------------------------------------------------------------------------ functions */

struct lash_expr;

/* A measure whose arguments are resolved to indices. Functions that name the same one share it. */
typedef struct lash_bound {
  int kind;      /* lash_measure_kind */
  int mark[4];   /* markers i, j, k, l */
  int target;    /* variable, state, element … index, or -1 */
  int detail[2]; /* component, on J */
  int angle;     /* index of the remembered angle, or -1 */
  bool lagged;   /* its value is `held`, see lag.h; `fresh` is the next */
  double held, fresh;
  lash_stamp stamp;
  double value;
} lash_bound;

/* FUNCTION= of some element: a compiled expression. */
typedef struct lash_function {
  struct lash_expr *expr;
  char owner[48]; /* "SFORCE/12" */
  int line;
  size_t input_count;
  int *input; /* measures, index in system->measure */
  double *value, *gradient, *jet, *scratch;
  size_t switch_count;
  bool lag_seen; /* its measures were looked at by lag.c */
} lash_function;

/* ---------------------------------------------------------------------------------- constraints */

typedef enum lash_group_kind {
  LASH_GROUP_POINT,    /* origins coincide: 3 rows along ground axes */
  LASH_GROUP_DOT1,     /* axis of I . axis of J = 0 */
  LASH_GROUP_DOT2,     /* axis of J . (r_i - r_j) - f(t) = 0 */
  LASH_GROUP_ANGLE,    /* angle of I about an axis of J - f(t) = 0, whole turns ignored */
  LASH_GROUP_CONVEL,   /* x_i . y_j + y_i . x_j = 0 */
  LASH_GROUP_SUM,      /* sum of scaled terms = constant */
  LASH_GROUP_FUNCTION, /* expression = 0 */
  LASH_GROUP_CURVE,    /* origin of I on a curve of J's part: 2 rows */
  LASH_GROUP_TIE       /* a body follows a node of a flexible body: 3 places, 3 turns */
} lash_group_kind;

/* One displacement of a joint, in a coupler, screw or rack. */
typedef enum lash_term_kind { LASH_TERM_SLIDE, LASH_TERM_TURN, LASH_TERM_PINION } lash_term_kind;

typedef struct lash_row_term {
  lash_term_kind kind;
  int i, j;
  double scale;
  int angle; /* index of the remembered angle, or -1 */
} lash_row_term;

/* Rows that are evaluated together. */
typedef struct lash_group {
  lash_group_kind kind;
  int owner; /* index in system->owner */
  int i, j;
  int rows, first_row;
  int axis[3][2]; /* per row: axis of I, axis of J */
  int motion;     /* its function is subtracted, or -1 */
  int first_term, terms;
  int function;
  int tie;     /* index in system->tie */
  int user[3]; /* routines for the sum: value, gradient, second derivatives; -1: none */
  int curve;   /* index in system->curve; its parameter is remembered as an angle: */
  int slot;
  double
      offset; /* displacements count from it; NAN until rows are laid out, see lash_group_start */
  bool active;
  bool hinged; /* accelerations do without its rows, see hinge.h */
} lash_group;

/* The statement behind rows: JOINT, JPRIM, GCON, COUPLER, MOTION. */
typedef struct lash_owner {
  const char *statement;
  const char *type; /* "REVOLUTE", … or "" */
  int id, line;
  int i, j;
  int first_group, groups;
  bool motion, active;
} lash_owner;

/* Where a joint starts: displacement of I along, or its angle about, z of J. */
typedef struct lash_start {
  int id, line; /* of the JOINT */
  bool turns;
  int i, j;
  double place, rate; /* NAN: free */
} lash_start;

/* A driven displacement f(t) with its first two derivatives. */
typedef struct lash_drive {
  int function, user; /* one of them, the other -1 */
  int order;          /* what the function prescribes: 0 displacement, 1 velocity, 2 acceleration */
  double start[2];    /* displacement and velocity at the last committed time */
  double start_time;
  lash_stamp stamp;
  double f, f1, f2;
} lash_drive;

/* --------------------------------------------------------------------------------------- forces */

struct lash_contact_element;  /* force_contact.c */
struct lash_friction_element; /* force_friction.c */

typedef struct lash_force {
  lash_force_law law;
  const char *statement;
  int id, line;
  bool active;
  int i, j, rm;     /* markers; j of a floating marker is only its body */
  int component[6]; /* functions, or -1 */
  int user;         /* USER routine call, or -1 */
  bool frozen;      /* components are `held`, not evaluated */
  double held[6];
  int angle;               /* remembered angle of a rotational spring */
  lash_matrix_law *matrix; /* behind law.matrix */
  struct lash_contact_element *contact;
  struct lash_friction_element *friction;
  lash_stamp stamp;
  bool busy; /* being evaluated */
  lash_load load;
} lash_force;

/* ----------------------------------------------------------------- variables, states, requests */

typedef struct lash_variable_value {
  int id, line, function, user;
  lash_stamp stamp;
  double value;
  bool driven; /* from outside, by `input` instead of its function */
  lash_input input;
} lash_variable_value;

/* A set of extra states with one law of change. */
typedef enum lash_states_kind {
  LASH_STATES_DIFF,
  LASH_STATES_LINEAR,  /* LSE, TFSISO */
  LASH_STATES_GENERAL, /* GSE */
  LASH_STATES_BRISTLE  /* FRICTION */
} lash_states_kind;

typedef struct lash_states {
  lash_states_kind kind;
  const char *statement;
  int id, line;
  size_t first, count; /* in x */
  int function, user;  /* DIFF */
  int force;           /* FRICTION */
  bool static_hold;    /* not changed by an equilibrium */
  bool implicit;       /* DIFF: the function is zero at the rate */
  bool solving;        /* … which is being sought: DIF1 is `trial` */
  double trial, slope; /* the rate, and d function / d rate there */
  double guess;        /* remembered: rate at the last accepted state */
  /* LSE and TFSISO: x' = A x + B u, y = C x + D u */
  size_t inputs, outputs;
  double *A, *B, *C, *D;
  int *input; /* variables */
  double *start;
  /* GSE: routines (user: rates, or both), and what they gave last */
  int user_outputs;
  lash_stamp stamp;
  double *rate, *output, *given; /* given: inputs */
} lash_states;

typedef struct lash_array_value { /* ARRAY by id: where its numbers are */
  int id, line;
  enum {
    LASH_ARRAY_AT_NUMBERS,
    LASH_ARRAY_AT_VARIABLES,
    LASH_ARRAY_AT_STATES,
    LASH_ARRAY_AT_OUTPUTS
  } at;
  size_t count;
  double *number;
  int *variable;
  int states; /* index in system->states */
} lash_array_value;

typedef struct lash_request_item {
  int id, line;
  enum {
    LASH_ASK_DISPLACEMENT,
    LASH_ASK_DISPLACEMENT_YPR, /* angles as yaw, pitch, roll */
    LASH_ASK_VELOCITY,
    LASH_ASK_ACCELERATION,
    LASH_ASK_FORCE,
    LASH_ASK_FUNCTIONS,
    LASH_ASK_USER
  } what;
  int i, j, rm;
  int function[8];
  int user;
} lash_request_item;

typedef struct lash_sensor_item {
  int id, line;
  int compare; /* -1 LE, 0 EQ, 1 GE */
  double value, error;
  int function, user, evaluate;
  double held; /* SENVAL */
  bool active;
} lash_sensor_item;

/* ---------------------------------------------------------------------------------- the system */

/* Partial derivatives of a scalar, dense over increments, velocities and extra states. */
typedef struct lash_gradient {
  double *q, *v, *x;
} lash_gradient;

/* A symmetric matrix of row bands and its factors L D L^T: column first[r] is the leftmost non-zero
 * of row r, last[c] the lowest row that reaches column c. */
typedef struct lash_skyline {
  size_t order;
  int *first, *last;
  size_t *start; /* row r holds first[r] … r at value[start[r]] */
  double *value;
  size_t *column_start; /* column c holds c + 1 … last[c] */
  double *column;
  double *pivot; /* reciprocals; then the diagonal before elimination */
} lash_skyline;

/* A block of a row of the Schur complement; these are listed row by row in elimination order. */
typedef struct lash_schur_block {
  size_t jacobian; /* where its six numbers are in the Jacobian */
  size_t at;       /* where its body's are in v */
  int body, hinge; /* hinge of the body, or -1 */
} lash_schur_block;

/* What a body does in three rows that hold a point: blocks [sign I | B]. */
typedef struct lash_schur_point {
  int row;         /* the first of them in elimination order */
  int body, hinge; /* hinge of the body, or -1 */
  double sign;
  size_t at;        /* where the body's numbers are in v */
  size_t turning;   /* the first row of B in the Jacobian */
  size_t weighted;  /* its block in `weighted` */
  size_t apart;     /* distance of the rows in both */
  size_t target[3]; /* where the lower triangle of the product begins, by rows */
} lash_schur_point;

typedef struct lash_schur_pair {
  int a, b; /* blocks of the list above */
  enum { LASH_PAIR_HINGED, LASH_PAIR_TURNS, LASH_PAIR_MOVES } kind;
  size_t target; /* in skyline values */
} lash_schur_pair;

/* A body on a revolute joint to ground, see hinge.h. */
typedef struct lash_hinge {
  int body;
  int kept[5]; /* its rows among the kept ones: three of the point, two of the axes */
  size_t block[5];
  double sign; /* of the translational part of its point rows */
  double direction[6], inverse_mass;
  double push; /* of the other rows' reactions along the direction, by the inertia; scratch */
  /* when the body is that of I, the direction is fixed in it: */
  bool direct;
  double axis[3], arm[3], lever[3]; /* body axes; lever = arm x axis */
  double radius[3];                 /* the arm's part normal to the axis */
  double frame[9];                  /* axes of J, by rows */
  double bias[6];                   /* what meets the rows at the current velocity */
  bool steady;                      /* it turns about the axis only: bias is normal to N in M */
} lash_hinge;

/* A node of a flexible body that carries markers, and the body without mass that stands for it. */
typedef struct lash_tie {
  int flexible, node, body;
  int label, line; /* of the node, of the statement that first needs it */
} lash_tie;

struct lash_user;     /* user subroutines, user.c */
struct lash_flexible; /* flexible.h */

struct lash_system {
  lash_store store;       /* what stands as long as the system */
  lash_store row_store;   /* what lasts until a joint is switched on or off */
  lash_store schur_store; /* the same, of the Schur complement */
  lash_system_sizes size;
  lash_system_options options;
  char *file; /* dataset's name, for messages */
  double gravity[3];
  double length; /* size of the mechanism as written */

  size_t body_count; /* with ground */
  lash_body *body;
  /* Velocity unknowns come six by six, in units: bodies (a unit's number is the body's), then cells
   * of coordinates of flexible bodies. A unit's velocities are at 6 (unit - 1) of v. */
  size_t unit_count;
  size_t flexible_count;
  struct lash_flexible *flexible;
  size_t tie_count;
  lash_tie *tie;
  double *cell_inverse; /* of the masses on the diagonal, for projections */
  size_t mark_count;
  lash_mark *mark;
  int *mark_order; /* indices sorted by id */
  int *mark_table; /* index by id (or -1) up to mark_last, when ids are small */
  int mark_last;

  size_t measure_count;
  lash_bound *measure;
  size_t function_count;
  lash_function *function;
  size_t acting_functions; /* the first ones: those that the motion depends on */
  size_t variable_count;
  lash_variable_value *variable;
  size_t states_count;
  lash_states *states;
  size_t array_count;
  lash_array_value *array;

  size_t spline_count;
  struct lash_spline_item {
    int id;
    struct lash_interpolant *spline;
  } * spline;
  size_t string_count;
  struct lash_string_item {
    int id;
    const char *text; /* the model's */
  } * string;
  double scale[4];    /* time, length, force, mass to SI */
  size_t plant_count; /* PINPUT and POUTPUT */
  struct lash_plant_item {
    int id;
    bool output;
    size_t count;
    int *variable;
  } * plant;

  size_t owner_count;
  lash_owner *owner;
  size_t group_count;
  lash_group *group;
  size_t term_count;
  lash_row_term *term;
  size_t drive_count;
  lash_drive *drive;
  size_t start_count;
  lash_start *start;
  size_t curve_count;
  struct lash_curve *curve; /* curve.h */

  size_t force_count;
  lash_force *force;
  size_t request_count;
  lash_request_item *request;
  size_t sensor_count;
  lash_sensor_item *sensor;
  struct lash_user *user;
  int analysis_mode; /* am_… of the running analysis, for MODE */

  lash_gradient gradient; /* scratch */
  size_t angle_count;
  double *angle; /* remembered (unwrapped) angles */

  /* all rows, kept or not */
  size_t row_count;
  int *row_group;
  size_t *row_block; /* row_count + 1: blocks of a row */
  int *block_body;   /* unit of each block */
  double *jacobian;  /* 6 per block */
  double *phi, *nu, *gamma;
  int *kept, *dropped; /* rows */
  int *row_kept;       /* index among the kept ones, or -1 */

  /* current state */
  double t, *y;
  double *vdot, *lambda; /* lambda by kept row */
  double *f, *g;
  lash_stamp stamp, last_stamp;            /* of the current state; the greatest ever given */
  double *y_set;                           /* y as last set; NULL while the system is built */
  lash_stamp constraint_stamp, free_stamp; /* of all rows; of those that are not hinged */
  lash_stamp drift_stamp;
  double drift[2]; /* greatest residual of Phi and of Phi_v v - nu */
  lash_stamp force_stamp, acceleration_stamp, lambda_stamp, schur_stamp;
  lash_error failure; /* of a function evaluated deep inside */
  bool failed;

  size_t hinge_count;
  lash_hinge *hinge;
  int *body_hinge;  /* hinge of a body, or -1 */
  bool *row_hinged; /* by kept row: solved by a hinge */

  /* Schur complement of the other rows, in elimination order */
  lash_skyline schur;
  int *order; /* order[k]: kept row eliminated k-th */
  lash_schur_block *schur_block;
  size_t *schur_first; /* first block of each row, and the end */
  size_t point_count, single_count;
  lash_schur_point *point;
  int *single; /* rows that do not belong to a point */
  size_t pair_count;
  lash_schur_pair *pair; /* products other than those of a point with itself */
  double *weighted; /* J M^-1, 6 per block of the list; hinged: N . J, and that by the inertia */
  double *right, *work_v;
  double *missing; /* 2 by kept row: what a refinement works with */
  bool massless;
  struct lash_kkt *kkt; /* when a body has no mass of its own, else NULL */

  /* patterns */
  lash_pattern jacobian_pattern, tangent_pattern;
  int *jacobian_start, *jacobian_index;
  int *block_output;            /* where a block's six values go in the CSR values, or -1 */
  struct lash_tangent *tangent; /* tangent.c */

  double t0, *y0; /* as the dataset has it */
};

/* Position coordinates of a unit: seven of a body, six of a cell. */
static inline size_t lash_unit_q(const lash_system *system, int unit) {
  const size_t body = (size_t)unit, bodies = system->body_count;
  return body < bodies ? 7 * (body - 1) : 7 * (bodies - 1) + 6 * (body - bodies);
}

static inline bool lash_unit_is_cell(const lash_system *system, int unit) {
  return (size_t)unit >= system->body_count;
}

/* body.c */
void lash_body_update(lash_system *system, size_t body);
void lash_body_increment(const double q[7], const double d[6], double scale, double q_out[7]);

/* marker.c */
void lash_mark_update(lash_system *system, lash_mark *mark);      /* place and velocity */
void lash_mark_update_axes(lash_system *system, lash_mark *mark); /* A */
int lash_mark_search(const lash_system *system, int id);

/* Index of an id, or -1. */
static inline int lash_mark_find(const lash_system *system, int id) {
  if (!system->mark_table) return lash_mark_search(system, id);
  return id >= 0 && id <= system->mark_last ? system->mark_table[id] : -1;
}

/* The marker with arm, r and v; and with axes too. Markers on ground were computed at creation. */
static inline const lash_mark *lash_mark_place(lash_system *system, int index) {
  lash_mark *mark = &system->mark[index];
  if (mark->stamp != system->stamp && mark->body) lash_mark_update(system, mark);
  return mark;
}

static inline const lash_mark *lash_mark_at(lash_system *system, int index) {
  lash_mark *mark = &system->mark[index];
  if (mark->axes_stamp != system->stamp && mark->body) lash_mark_update_axes(system, mark);
  return lash_mark_place(system, index);
}

/* constraint.c */
void lash_constraints_update(lash_system *system);
void lash_constraints_update_free(lash_system *system); /* all rows that are not hinged */
void lash_group_update(lash_system *system, lash_group *group);
void lash_group_start(lash_system *system, lash_group *group); /* counts from here, once */
double lash_remembered_angle(const lash_system *system, int slot, double raw);

/* motion.c */
const lash_drive *lash_drive_at(lash_system *system, int index);
void lash_drive_commit(lash_system *system, int index);

/* force.c */
lash_status lash_forces_update(lash_system *system, lash_error *error);
const lash_load *lash_force_load(lash_system *system, lash_force *force);

/* equations.c */
double lash_system_length(const lash_system *system); /* size of the mechanism */
double lash_system_speed(const lash_system *system);  /* of its fastest body */
lash_status lash_system_take_failure(lash_system *system, lash_error *error);

/* A failure deep inside an evaluation is remembered and returned by the public function. */
void lash_system_note(lash_system *system, lash_status status, const char *format, ...)
    LASH_PRINTF(3, 4);

#endif
