/* Shared by the reduce_*.c files. */
#ifndef LASH_REDUCE_INTERNAL_H
#define LASH_REDUCE_INTERNAL_H

#include "sparse.h"

/* Everything a reduction works on. Vectors have one number per equation. */
typedef struct reduction {
  const lash_fe *fe;
  sparse K, M;
  int n, boundary_count, interior_count;
  int *boundary, *interior; /* equations */
  band factor;              /* of the interior */
  double shift;
  size_t columns; /* of basis */
  double *basis;  /* column by column: held-interface modes, then static shapes */
  double *eigenvalue;
  double *mode; /* orthonormal combination of the basis, column by column */
  size_t rigid; /* leading columns of `mode` that are rigid motion */
} reduction;

/* The lowest `count` modes with the interface held, into `out` (count columns). */
lash_status reduce_held_modes(const reduction *r, size_t count, double *out, lash_error *error);

/* All eigenpairs of the projection on `columns` vectors: eigenvalues ascending, and the
 * M-orthonormal combinations replace the vectors. */
lash_status reduce_ritz(const reduction *r, size_t columns, double *vectors, double *eigenvalue,
                        lash_error *error);

/* The six rigid motions about `centre`, as columns over the equations. */
void reduce_rigid_motion(const lash_fe *fe, const double centre[3], double *out);

/* Fills body->check. */
lash_status reduce_check(const reduction *r, lash_modal *body, lash_error *error);

/* Fills mass, moments and couplings of the body from the modes. */
lash_status reduce_invariants(const reduction *r, lash_modal *body, lash_error *error);

/* Six of `count` coordinates that hold the body: greedily the ones whose rigid motion differs most
 * from those taken. Puts them first in `order`; false when they cannot hold it. */
bool reduce_holding(const reduction *r, const double *motion, int count, int *order);

/* Fills the shortening of body and interface nodes from the ties of the model. */
lash_status reduce_shortening(const reduction *r, lash_modal *body, lash_error *error);

/* Fills the rotations of nodes without rotation equations; node_of maps equations to nodes. */
void reduce_rotations(const reduction *r, const int *node_of, lash_modal *body);

static inline double reduce_dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

#endif
