/* Flexible bodies in the system: one table of functions per kind of body.
 *
 * Coordinates. A flexible body owns cells of six coordinates each, appended after the rigid bodies
 * in q and v; they form a vector space (q' = v, increments are added). It may also own one rigid
 * body, its moving frame. Together these are its units, in this order: frame (if any), cells. All
 * vectors below are the system's (sizes.v long); unit u stands at 6 (u - 1).
 *
 * Equations. With the body's own M, f and tangent the system's equations of motion read as for
 * rigid bodies, M v' + Phi_v^T lambda = f.
 *
 * Markers. A node that carries markers gets a body without mass (a rigid body like any other for
 * joints, forces, measures), tied to the node by six constraint rows, see tie.c. The table says
 * where the node is and how it moves.
 *
 * Adding a kind: a file flexible_<kind>.c with its table, a function in build_flexible.c that makes
 * it from its statement. */
#ifndef LASH_SOLVER_FLEXIBLE_H
#define LASH_SOLVER_FLEXIBLE_H

#include "constraint.h"

/* A node of a flexible body that carries markers, and the body without mass that stands for it. */
typedef struct lash_tie {
  int flexible, node, body;
  int label, line; /* of the node, of the statement that first needs it */
} lash_tie;

typedef struct lash_flexible lash_flexible;

/* Takes 6 by 6 blocks of a matrix: entry (r, c) of a block is entries[r * stride + c]. */
typedef struct lash_block_sink lash_block_sink;
struct lash_block_sink {
  void (*add)(lash_block_sink *sink, int row_unit, int column_unit, const double *entries,
              size_t stride);
};

/* A node: place, axes (columns, row major), motion, all in ground axes. `a` and `alpha` are the
 * accelerations when v' of the body's coordinates is zero. */
typedef struct lash_flexible_node {
  double r[3], A[9], v[3], w[3], a[3], alpha[3];
} lash_flexible_node;

typedef struct lash_flexible_class lash_flexible_class;
struct lash_flexible_class {
  const char *statement;

  /* out += M in, at the current state. */
  void (*mass_times)(const lash_system *system, const lash_flexible *body, const double *in,
                     double *out);

  /* f += elastic, damping, gravity and quadratic velocity forces. */
  void (*add_forces)(const lash_system *system, const lash_flexible *body, double *f);

  /* weights.acceleration M - weights.velocity df/dv + weights.position d(M vdot - f)/dq, by blocks;
   * vdot is weights.vdot. A call
   * with all weights zero must still name every block that may ever be non-zero: the pattern. */
  void (*tangent)(const lash_system *system, const lash_flexible *body,
                  const lash_tangent_weights *weights, lash_block_sink *sink);

  /* Strain energy; potential in the gravity field; power lost in damping (not negative). */
  double (*strain)(const lash_system *system, const lash_flexible *body);
  double (*gravity)(const lash_system *system, const lash_flexible *body);
  double (*loss)(const lash_system *system, const lash_flexible *body);

  /* What increments are measured against, see lash_system_scale(): six numbers per unit, written at
   * their places in `scale`. */
  void (*scale)(const lash_system *system, const lash_flexible *body, double length, double *scale);

  /* Rigid motion with velocity xi[0..2] of its reference point and angular velocity xi[3..5],
   * ground axes: adds to `out` (sizes.v); and the same as a displacement by a rotation vector, in
   * place on the cells' coordinates. Both NULL: its frame moves it. */
  void (*rigid_velocity)(const lash_system *system, const lash_flexible *body, const double xi[6],
                         double *out);
  void (*rigid_move)(const lash_system *system, const lash_flexible *body, const double xi[6],
                     double *q);

  /* The units that the motion of a node depends on: writes at most `units` of them, gives their
   * number. */
  size_t (*node_units)(const lash_system *system, const lash_flexible *body, int node, int *unit);

  /* Nodes to show in results, and what to call them; both may be NULL. */
  size_t (*nodes)(const lash_flexible *body);
  void (*node_name)(const lash_flexible *body, size_t node, char *text, size_t size);

  /* The node at the current state; with J also its velocity Jacobian, 6 by 6 by rows for each of
   * node_units: rows 0-2 velocity, 3-5 angular velocity, ground axes. Trouble is noted with
   * lash_system_note(). */
  void (*node_at)(lash_system *system, const lash_flexible *body, int node, lash_flexible_node *out,
                  double *J);
};

struct lash_flexible {
  const lash_flexible_class *class;
  int id, line;
  int frame;                /* rigid body it owns, or 0 */
  size_t first_cell, cells; /* cells count from 0 over all flexible bodies */
  size_t idle;              /* of the last cell's coordinates, the last ones that mean nothing */
  double *start;            /* 6 cells coordinates, then as many rates, as the dataset has them */
  void *own;
};

/* The body's units: 0 … lash_flexible_units() - 1. */
static inline size_t lash_flexible_units(const lash_flexible *body) {
  return body->cells + (body->frame ? 1 : 0);
}

static inline int lash_flexible_unit(const lash_system *system, const lash_flexible *body,
                                     size_t k) {
  if (body->frame && k == 0) return body->frame;
  return (int)(system->body_count + body->first_cell + k - (body->frame ? 1 : 0));
}

/* Its cells' coordinates and rates at the current state. */
static inline const double *lash_flexible_q(const lash_system *system, const lash_flexible *body) {
  return system->y + 7 * system->size.bodies + 6 * body->first_cell;
}

static inline const double *lash_flexible_v(const lash_system *system, const lash_flexible *body) {
  return system->y + system->size.q + 6 * (system->size.bodies + body->first_cell);
}

/* Where its cells stand in a vector of sizes.v numbers. */
static inline size_t lash_flexible_at(const lash_system *system, const lash_flexible *body) {
  return 6 * (system->size.bodies + body->first_cell);
}

extern const lash_flexible_class lash_flexible_ancf, lash_flexible_modal;

/* -------------------------------------------------------------------------- all of them, summed */

void lash_flexible_mass_times(const lash_system *system, const double *in, double *out);
void lash_flexible_forces(const lash_system *system, double *f);
void lash_flexible_tangent(const lash_system *system, const lash_tangent_weights *weights,
                           lash_block_sink *sink);
void lash_flexible_scale(const lash_system *system, double length, double *scale);
double lash_flexible_kinetic(const lash_system *system);

/* At the start: lumped masses of the cells and of the bodies without mass of their own, the metric
 * of projections. */
void lash_flexible_weigh(lash_system *system);

/* True for a velocity unknown that stands for nothing: rotations of point masses, idle coordinates.
 * Its mass is 1, nothing acts on it. */
bool lash_unknown_is_idle(const lash_system *system, size_t unknown);

/* tie.c: rows of a group of kind LASH_GROUP_TIE, and the units they meet (its body first). */
enum { LASH_TIE_MOST = 128 };
void lash_tie_rows(lash_system *system, lash_group *group);
size_t lash_tie_units(const lash_system *system, const lash_group *group, int *unit);

#endif
