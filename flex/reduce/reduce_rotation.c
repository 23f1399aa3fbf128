/* Rotation of nodes that have displacements only (solid elements): the rigid motion that fits the
 * neighbours' displacements best, in the sense of least squares. Neighbours share a stiffness. */
#include <string.h>

#include "lapack.h"
#include "lash_space.h"
#include "reduce_internal.h"

/* The normal equations of: u_j - u_i = theta x d_j. */
static void add_neighbour(const double d[3], const double relative[3], double A[9], double b[3]) {
  double square = dot3(d, d), turn[3];
  cross3(d, relative, turn);
  for (int i = 0; i < 3; i++) {
    b[i] += turn[i];
    for (int j = 0; j < 3; j++) A[3 * j + i] += (i == j ? square : 0) - d[i] * d[j];
  }
}

void reduce_rotations(const reduction *r, const int *node_of, lash_modal *body) {
  const lash_fe *fe = r->fe;
  size_t modes = body->mode_count;
  for (size_t n = 0; n < fe->node_count; n++) {
    int column = fe->node[n].dof[0];
    if (column < 0 || fe->node[n].dof[3] >= 0) continue;
    for (size_t k = 0; k < modes; k++) {
      double A[9] = {0}, theta[3] = {0};
      double *own = body->shape[n * modes + k];
      for (size_t p = r->K.start[column]; p < r->K.start[column + 1]; p++) {
        int other = node_of[r->K.row[p]];
        const double *moved = body->shape[(size_t)other * modes + k];
        double d[3], relative[3];
        for (int i = 0; i < 3; i++) {
          d[i] = fe->node[other].position[i] - fe->node[n].position[i];
          relative[i] = moved[i] - own[i];
        }
        add_neighbour(d, relative, A, theta);
      }
      int size = 3, one = 1, pivots[3], info;
      dgesv_(&size, &one, A, &size, pivots, theta, &size, &info);
      if (info == 0) memcpy(own + 3, theta, sizeof theta); /* neighbours in a line: no rotation */
    }
  }
}
