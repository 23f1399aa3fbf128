/* From finite elements to a modal body (Craig and Bampton 1968, AIAA J. 6, 1313-1319).
 *
 * A model comes from a frame of beams (a text file) or from the stiffness and mass matrices
 * CalculiX stores; docs/flexible-bodies.md shows both. Interface nodes are where joints and forces
 * will act: one static shape for each of their coordinates is kept, besides the vibration modes
 * with the interface held. The two sets are then made orthonormal together and rigid motion is
 * taken out, for the floating frame supplies it; a model with a held node has none. */
#ifndef LASH_REDUCE_H
#define LASH_REDUCE_H

#include "lash_modal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_fe_node {
  int id;
  bool interface;
  double position[3];
  int dof[6]; /* equation of each displacement and rotation; -1: held, or the node has none */
} lash_fe_node;

/* A point that carries mass: its displacement is the sum of shape[i] * u[dof[i]]. */
typedef struct lash_fe_point {
  double position[3];
  int terms, dof[12];
  double shape[12][3];
} lash_fe_point;

/* An element under tension: its axial force is the sum of force[i] * u[dof[i]], and under a force
 * of 1 N its geometric stiffness is `stiffness`. Equations of -1 are held. */
typedef struct lash_fe_tie {
  int dof[12];
  double force[12], stiffness[12][12];
} lash_fe_tie;

typedef struct lash_entry {
  int row, column;
  double value;
} lash_entry;

/* A growing list of entries of a symmetric matrix, both triangles; repeated entries add up. */
typedef struct lash_entries {
  size_t count, room;
  lash_entry *item;
} lash_entries;

typedef struct lash_fe {
  char name[LASH_MODAL_NAME];
  size_t node_count, point_count, tie_count;
  int dof_count;
  bool held;      /* a node is held: no rigid motion */
  size_t modes;   /* vibration modes the file asks for, 20 unless it says so */
  double damping; /* ratio the file asks for, LASH_MODAL_DAMPING unless it says so */
  lash_fe_node *node;
  lash_fe_point *point;
  lash_fe_tie *tie;             /* of frames; without ties a body has no geometric stiffness */
  lash_entries stiffness, mass; /* between equations */
  lash_entries point_mass;      /* between points: M = N' (m (x) I3) N, exactly */
} lash_fe;

/* Reads a frame of beams. */
LASH_API lash_status lash_fe_read_frame(lash_fe *fe, const char *file, lash_error *error);

/* Reads JOB.inp (nodes), JOB.dof, JOB.sti and JOB.mas of CalculiX; nodes listed in `interfaces`
 * become interface nodes. */
LASH_API lash_status lash_fe_read_calculix(lash_fe *fe, const char *job, const int *interfaces,
                                           size_t interface_count, lash_error *error);

LASH_API void lash_fe_free(lash_fe *fe);

/* Makes a body with `modes` vibration modes (interface held) besides the static shapes. */
LASH_API lash_status lash_fe_reduce(const lash_fe *fe, size_t modes, double damping,
                                    lash_modal *body, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
