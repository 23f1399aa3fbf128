/* The screw bond graph of a mechanism at its current state: which element passes how much power to
 * which body.
 *
 *   lash_bond_graph graph;
 *   lash_bond_graph_make(system, &graph, &error);
 *   for (size_t k = 0; k < graph.junction_count; k++) …     graph.junction[k].residual is round-off
 *   lash_bond_graph_free(&graph);
 *
 * Every bond carries a wrench (force, torque) and a twist (velocity, angular velocity), ground
 * axes; their product is its power. Junctions: 1  a body: all its bonds share the twist of the mass
 * centre, wrenches add up to the rate of momentum, which the bond to its inertia carries; 0  a
 * joint, motion or force: all its bonds share the wrench in the element's own frame, twists add up
 * to the relative twist. Between a 0 and a 1 stands a transformer, the adjoint that takes screws
 * from the marker to the mass centre. A MOTION on a JOINT is a source at the joint's junction. An
 * ideal joint takes no power, so the bonds of its junction add up to what sources at it give.
 *
 * Why it audits the solver: the powers at bodies come from the accelerations and from the
 * constraint gradients, those at elements from wrenches reported at markers and from the markers'
 * own velocities, those of sources from the prescribed rates. They agree when the equations were
 * built and solved right. */
#ifndef LASH_BONDS_H
#define LASH_BONDS_H

#include "lash_system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lash_bond_kind {
  LASH_BOND_INERTIA,  /* body -> I: rate of momentum; power is that of the kinetic energy */
  LASH_BOND_GRAVITY,  /* Se -> body */
  LASH_BOND_TRANSFER, /* element -> transformer -> body */
  LASH_BOND_MOTION,   /* Sf -> element: prescribed motion */
  LASH_BOND_FORCE     /* Se, C or R -> element: a force */
} lash_bond_kind;

typedef struct lash_bond {
  lash_bond_kind kind;
  size_t body;           /* junction at the body's end; none: LASH_NO_JUNCTION */
  size_t element;        /* junction at the element's end; none: LASH_NO_JUNCTION */
  const char *statement; /* of a source: "MOTION", "SFORCE"; else NULL */
  int id;
  double wrench[6]; /* on the body, about its mass centre; zero for sources */
  double power;     /* along the arrow, at the body's end */
  double sent;      /* the same at the element's end of a transformer; else equal to `power` */
} lash_bond;

#define LASH_NO_JUNCTION ((size_t)-1)

typedef struct lash_junction {
  bool body;             /* 1-junction; else 0-junction */
  const char *statement; /* "PART", "JOINT", "GFORCE"; id 0 of PART: the ground */
  const char *type;      /* "REVOLUTE" … or "" */
  int id;
  size_t line;
  double twist[6];  /* of a body: of its mass centre */
  double residual;  /* sum of powers, in minus out */
  double exchanged; /* sum of their magnitudes */
  double imbalance; /* of a body: greatest component of the wrenches' sum, relative to the greatest
                       wrench there; torques and forces apart */
} lash_junction;

typedef struct lash_bond_graph {
  lash_junction *junction; /* bodies first, the ground first of all */
  size_t junction_count, body_count;
  lash_bond *bond;
  size_t bond_count;
  double exchanged; /* of the busiest junction */
  double worst;     /* greatest |residual| of all junctions and transformers */
} lash_bond_graph;

/* Accelerations are computed unless there are some at this state. Allocates. Redundant rows carry
 * nothing, as everywhere. */
lash_status lash_bond_graph_make(lash_system *system, lash_bond_graph *graph, lash_error *error);
void lash_bond_graph_free(lash_bond_graph *graph);

/* What stands at the bond in bond-graph letters: "Se" a force given by a function or gravity, "C R"
 * a spring with damper, "R" contact and friction, "Sf" a motion, "I" an inertia, "MTF" a
 * transformer. */
const char *lash_bond_letters(const lash_bond *bond);

#ifdef __cplusplus
}
#endif

#endif
