/* Chains of ANCF beam elements as flexible bodies; a node's 12 coordinates are two cells:
 * (r, r_x) and (r_y, r_z). */
#ifndef LASH_SOLVER_FLEXIBLE_ANCF_H
#define LASH_SOLVER_FLEXIBLE_ANCF_H

#include "flexible.h"
#include "lash_ancf.h"

typedef struct lash_ancf_chain {
  size_t count;            /* elements; nodes are one more */
  lash_ancf_element *kind; /* the different ones */
  int *kind_of;            /* of each element */
  size_t kinds;
  double drag;    /* force -drag M v */
  double *weight; /* force of gravity, 12 per node */
  int *label;     /* of each node; 0: none */
} lash_ancf_chain;

static inline const lash_ancf_element *lash_ancf_chain_at(const lash_ancf_chain *chain,
                                                          size_t element) {
  return &chain->kind[chain->kind_of[element]];
}

#endif
