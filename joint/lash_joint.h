/* An element: a joint with its laws, and what it remembers between accepted steps.
 *
 * Every routine of this library works on elements. One is made at set-up from the USER numbers of a
 * statement and the STRING they name (parse.c), kept in a table by statement and id (table.c), and
 * evaluated at any state without leaving a trace (load.c). Accepted steps are found and committed
 * in memory.c. SI units throughout; units of the host are converted where numbers cross over
 * (motion.c and the routines). */
#ifndef LASH_ROUTINES_ELEMENT_H
#define LASH_ROUTINES_ELEMENT_H

#include <string.h>

#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_geometry.h"
#include "lash_memory.h"

/* ----------------------------------------------------------------------------------- description
 */

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

/* How a joint is seen from the host. */
typedef enum joint_form {
  JOINT_SPACE,   /* two frames in space; geometry finds the contact points */
  JOINT_LINE,    /* distance along a line: contact */
  JOINT_SLIDE,   /* velocity along a line, load given: friction */
  JOINT_PLANE,   /* velocity in the plane normal to z of J, load given: friction */
  JOINT_CONTACT, /* CONTACT element, normal force: the host measures the gap */
  JOINT_SLIP     /* CONTACT element, friction force: the host gives slip and load */
} joint_form;

/* A word that joint= takes; joint.c holds the table. */
typedef struct joint_type {
  const char *name;
  joint_form form;
  lash_shape shape;      /* JOINT_SPACE only */
  const char *curvature; /* what a law that computes its stiffness from radii is told, or NULL */
} joint_type;

/* What a joint along a line measures. */
typedef enum line_measure { MEASURE_DISTANCE, MEASURE_Z, MEASURE_ANGLE } line_measure;

/* Where the bristle deflections live. */
typedef enum state_source { STATES_INTERNAL, STATES_ARRAY, STATES_DIFF } state_source;

/* Multiply the host's numbers to give SI. */
typedef struct host_units {
  double time, length, force;
} host_units;

enum { SITES_MAX = 4, LAWS_MAX = 2 };

/* ---------------------------------------------------------------------------------------- memory
 */

/* One contact site (point of contact) at a state. */
typedef struct site_state {
  double delta, v; /* penetration and its rate */
  double share;    /* part of the law's force this site carries */
  double vt[2];    /* sliding velocity of the inner body */
  double normal;   /* load, where the host gives it */
} site_state;

/* What one site remembers: as of the last accepted step. Plain numbers, saved and reloaded. */
typedef struct site_memory {
  lash_impact_memory impact;
  double z[LASH_FRICTION_STATES_MAX];
  double vt[2], normal; /* there */
  double touching;      /* 1 or 0 */
  double power, energy; /* taken from the bodies so far: W, J */
} site_memory;

/* A state that may turn out to be the accepted one. */
typedef struct snapshot {
  bool valid;
  double time;
  site_state site[SITES_MAX];
  double host_z[SITES_MAX][LASH_FRICTION_STATES_MAX];
} snapshot;

typedef struct element {
  bool ready; /* false: waiting for its set-up */
  statement kind;
  int id;
  uint64_t fingerprint; /* of the text and numbers it was made from */

  const joint_type *joint;
  host_units units;
  int i, j, rm;      /* markers */
  bool outer_is_i;   /* the socket, bearing or plane belongs to I */
  bool unit_vectors; /* the host serves UVX, UVY, UVZ; otherwise angles are asked for */
  line_measure measure;
  double touch;      /* distance at which a line contact begins */
  double load;       /* normal load of a joint without contact law */
  int load_variable; /* or the VARIABLE that holds it; 0: none */
  state_source source;
  int source_id; /* ARRAY, or first DIFF */

  size_t geometry_count; /* 2: bearing and stops */
  lash_geometry geometry[LAWS_MAX];
  bool has_contact, has_friction;
  lash_contact contact[LAWS_MAX];
  lash_friction friction;

  size_t site_count;
  bool started, stepped; /* has a state; has seen an accepted step */
  double time;           /* of the last accepted step */
  site_memory site[SITES_MAX];
  snapshot last; /* newest state that was not a perturbation */
} element;

/* States of the friction law belong to a snapshot only when the host integrates them; they are
 * many, so they are neither cleared nor copied otherwise. */
static inline void snapshot_begin(const element *e, double time, snapshot *s) {
  s->valid = false;
  s->time = time;
  memset(s->site, 0, sizeof s->site);
  if (e->source != STATES_INTERNAL) memset(s->host_z, 0, sizeof s->host_z);
}

/* Notes the newest state that was not a perturbation. */
static inline void snapshot_keep(element *e, const snapshot *now) {
  e->last.valid = true;
  e->last.time = now->time;
  memcpy(e->last.site, now->site, sizeof now->site);
  if (e->source != STATES_INTERNAL) memcpy(e->last.host_z, now->host_z, sizeof now->host_z);
}

/* The inner and the outer marker of a joint in space. */
static inline int inner_marker(const element *e) { return e->outer_is_i ? e->j : e->i; }
static inline int outer_marker(const element *e) { return e->outer_is_i ? e->i : e->j; }

/* Which geometry and law a site belongs to: two sites of the bearing come before the stops'. */
static inline size_t site_law(const element *e, size_t site) {
  return e->geometry_count > 1 && site >= lash_shape_points(e->geometry[0].shape);
}

/* How many states of each site the host integrates, and of all. */
static inline size_t site_states(const element *e) {
  return e->has_friction ? lash_friction_continuous_states(&e->friction) : 0;
}
static inline size_t element_states(const element *e) { return e->site_count * site_states(e); }

#endif
