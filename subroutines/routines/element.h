/* An element: a joint as a statement of the host sees it.
 *
 * One is made at set-up from the USER numbers of a statement and the STRING they name
 * (element_read.c) and kept among those of its host (element_table.c). marker_motion.c asks the
 * host how the bodies move, follow.c finds out which steps it accepted; the joint itself and what
 * it remembers are joint/'s. Units of the host are converted where numbers cross over. */
#ifndef LASH_ROUTINES_ELEMENT_H
#define LASH_ROUTINES_ELEMENT_H

#include "lash_joint.h"

/* Statements whose routines use elements; requests name them by these numbers. */
typedef enum statement {
  STATEMENT_GFORCE = 1,
  STATEMENT_SFORCE,
  STATEMENT_VFORCE,
  STATEMENT_CONTACT_NORMAL,
  STATEMENT_CONTACT_FRICTION,
  STATEMENT_GSE,
  STATEMENT_DIFF,
  STATEMENT_COUNT
} statement;

/* What a joint along a line measures. */
typedef enum line_measure { MEASURE_DISTANCE, MEASURE_Z, MEASURE_ANGLE } line_measure;

/* Where the bristle deflections live. */
typedef enum state_source { STATES_INTERNAL, STATES_ARRAY, STATES_DIFF } state_source;

/* Multiply the host's numbers to give SI. */
typedef struct host_units {
  double time, length, force;
} host_units;

struct element_table;

typedef struct element {
  bool ready; /* false: waiting for its set-up */
  statement kind;
  int id;
  uint64_t fingerprint; /* of the text and numbers it was made from */
  struct element_table *table;

  host_units units;
  int i, j, rm;                /* markers */
  bool outer_is_i;             /* the socket, bearing or plane belongs to I */
  bool unit_vectors;           /* the host serves UVX, UVY, UVZ; otherwise angles are asked for */
  bool needs_axis, needs_side; /* z and x of the inner marker matter: motion_probe() */
  line_measure measure;
  int load_variable; /* the VARIABLE that holds the load; 0: none */
  state_source source;
  int source_id; /* ARRAY, or first DIFF */

  lash_joint joint;
  double kick; /* lash_friction_kick() at 1 m/s, until it was warned of */
  lash_joint_memory memory;
  bool noted;
  lash_joint_state last; /* newest state that was not a perturbation, once noted */
  lash_joint_worn worn;  /* the memory's, of a joint that wears */
} element;

/* The inner and the outer marker of a joint in space. */
static inline int inner_marker(const element *e) { return e->outer_is_i ? e->j : e->i; }
static inline int outer_marker(const element *e) { return e->outer_is_i ? e->i : e->j; }

/* CONTACT: the host measures, and calls only while there is contact. */
static inline bool fed_by_host(const element *e) {
  return e->joint.type->form == LASH_JOINT_CONTACT || e->joint.type->form == LASH_JOINT_SLIP;
}

#endif
