#include "kkt.h"

#include "lapack.h"
#include "schur.h"
#include "storage.h"

struct lash_kkt {
  int order;
  double *matrix, *right;
  int *pivot;
};

struct lash_kkt *lash_kkt_create(const lash_system *system) {
  struct lash_kkt *kkt = lash_take(1, sizeof *kkt);
  const size_t n = system->size.v + system->size.constraints;
  kkt->order = (int)n;
  kkt->matrix = lash_take(n * n, sizeof(double));
  kkt->right = lash_take(n, sizeof(double));
  kkt->pivot = lash_take(n, sizeof(int));
  return kkt;
}

void lash_kkt_free(struct lash_kkt *kkt) {
  if (!kkt) return;
  free(kkt->matrix);
  free(kkt->right);
  free(kkt->pivot);
  free(kkt);
}

static void fill_matrix(const lash_system *system, struct lash_kkt *kkt) {
  const size_t n = (size_t)kkt->order, nv = system->size.v;
  double *A = kkt->matrix;
  memset(A, 0, n * n * sizeof *A);
  for (size_t b = 1; b < system->body_count; b++) {
    const size_t at = 6 * (b - 1);
    for (size_t k = 0; k < 3; k++) {
      A[(at + k) * n + at + k] = system->body[b].mass;
      for (size_t l = 0; l < 3; l++)
        A[(at + 3 + l) * n + at + 3 + k] = system->body[b].inertia[3 * k + l];
    }
  }
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      for (size_t c = 0; c < 6; c++) {
        const size_t column = 6 * ((size_t)system->block_body[b] - 1) + c;
        A[column * n + nv + k] = A[(nv + k) * n + column] = system->jacobian[6 * b + c];
      }
  }
}

lash_status lash_kkt_accelerations(lash_system *system, lash_error *error) {
  struct lash_kkt *kkt = system->kkt;
  const size_t nv = system->size.v, m = system->size.constraints;
  const double a = system->options.alpha, b = system->options.beta;
  lash_constraints_update(system);
  fill_matrix(system, kkt);
  memcpy(kkt->right, system->f, nv * sizeof(double));
  lash_jacobian_times(system, system->y + system->size.q, kkt->right + nv);
  for (size_t k = 0; k < m; k++) {
    const int row = system->kept[k];
    const double slip = kkt->right[nv + k] - system->nu[row];
    kkt->right[nv + k] = system->gamma[row] - 2 * a * slip - b * b * system->phi[row];
  }
  int one = 1, info = 0;
  dgesv_(&kkt->order, &one, kkt->matrix, &kkt->order, kkt->pivot, kkt->right, &kkt->order, &info);
  if (info)
    return lash_fail(error, LASH_FAILURE,
                     "%s: at time %g a part without mass or inertia is free to move; give it mass, "
                     "inertia or constraints",
                     system->file, system->t);
  memcpy(system->vdot, kkt->right, nv * sizeof(double));
  memcpy(system->lambda, kkt->right + nv, m * sizeof(double));
  return LASH_OK;
}
