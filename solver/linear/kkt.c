#include "kkt.h"

#include "constraint.h"
#include "sparse_linear.h"
#include "storage.h"
#include "tangent.h"

struct lash_kkt {
  linear *matrix;
  double *right;
  lash_stamp stamp; /* state of the factors */
};

static void release(void *matrix) { linear_free(matrix); }

lash_status lash_kkt_plan(lash_system *system, lash_error *error) {
  struct lash_kkt *kkt = lash_take(&system->row_store, 1, sizeof *kkt);
  kkt->right = lash_take(&system->row_store, system->tangent_pattern.columns, sizeof(double));
  const lash_status status = linear_create(&system->tangent_pattern, &kkt->matrix, error);
  if (status != LASH_OK) return status;
  lash_entrust(&system->row_store, kkt->matrix, release);
  system->kkt = kkt;
  return LASH_OK;
}

void lash_system_forget(lash_system *system) {
  struct lash_kkt *kkt = system->kkt;
  if (!kkt) return;
  linear_reset(kkt->matrix);
  kkt->stamp = 0;
}

static lash_status factorise(lash_system *system, struct lash_kkt *kkt, lash_error *error) {
  if (kkt->stamp == system->stamp) return LASH_OK;
  lash_constraints_update(system);
  lash_tangent_mass(system, linear_values(kkt->matrix));
  kkt->stamp = 0;
  if (linear_factor(kkt->matrix, error) != LASH_OK)
    return lash_fail(error, LASH_FAILURE,
                     "%s: at time %g a part without mass or inertia is free to move, or the "
                     "mechanism is in a singular position; give it mass, inertia or constraints",
                     system->file, system->t);
  kkt->stamp = system->stamp;
  return LASH_OK;
}

lash_status lash_kkt_solve(lash_system *system, const double *f, const double *gamma, double *a,
                           double *lambda, lash_error *error) {
  struct lash_kkt *kkt = system->kkt;
  const size_t nv = system->size.v, nx = system->size.x, m = system->size.constraints;
  const lash_status status = factorise(system, kkt, error);
  if (status != LASH_OK) return status;
  memset(kkt->right + nv, 0, nx * sizeof(double));
  memcpy(kkt->right, f, nv * sizeof(double));
  memcpy(kkt->right + nv + nx, gamma, m * sizeof(double));
  linear_solve(kkt->matrix, kkt->right);
  memcpy(a, kkt->right, nv * sizeof(double));
  memcpy(lambda, kkt->right + nv + nx, m * sizeof(double));
  return LASH_OK;
}
