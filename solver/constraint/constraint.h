/* Constraint rows: the groups that are evaluated together, the statements behind them, and the
 * motions that drive them. */
#ifndef LASH_SOLVER_CONSTRAINT_H
#define LASH_SOLVER_CONSTRAINT_H

#include "system_impl.h"

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

/* constraint.c */
void lash_constraints_update(lash_system *system);
void lash_constraints_update_free(lash_system *system); /* all rows that are not hinged */
void lash_group_update(lash_system *system, lash_group *group);
void lash_group_start(lash_system *system, lash_group *group); /* counts from here, once */
double lash_remembered_angle(const lash_system *system, int slot, double raw);

/* motion.c */
const lash_drive *lash_drive_at(lash_system *system, int index);
void lash_drive_commit(lash_system *system, int index);

#endif
