/* What can be checked of a reduction without knowing the answer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lapack.h"
#include "lash_space.h"
#include "reduce_internal.h"

enum { RIGID = 6 };

void reduce_rigid_motion(const lash_fe *fe, const double centre[3], double *out) {
  size_t n = (size_t)fe->dof_count;
  memset(out, 0, RIGID * n * sizeof *out);
  for (size_t k = 0; k < fe->node_count; k++) {
    const lash_fe_node *node = &fe->node[k];
    double arm[3];
    for (int i = 0; i < 3; i++) arm[i] = node->position[i] - centre[i];
    for (size_t j = 0; j < 3; j++) {
      const double axis[3] = {j == 0, j == 1, j == 2};
      double moved[3];
      cross3(axis, arm, moved);
      for (size_t i = 0; i < 3; i++) {
        if (node->dof[i] >= 0) {
          out[j * n + (size_t)node->dof[i]] = i == j;
          out[(3 + j) * n + (size_t)node->dof[i]] = moved[i];
        }
        if (node->dof[3 + i] >= 0) out[(3 + j) * n + (size_t)node->dof[3 + i]] = i == j;
      }
    }
  }
}

/* ------------------------------------------------------------------------------- orthogonality */

static void check_orthogonality(const reduction *r, lash_modal_check *check, double *work) {
  double top = r->eigenvalue[r->columns - 1];
  check->mass_orthogonality = check->stiffness_orthogonality = 0;
  for (size_t k = r->rigid; k < r->columns; k++) {
    const double *psi = r->mode + k * (size_t)r->n;
    double *Kx = work, *Mx = work + r->n;
    sparse_multiply(&r->K, psi, Kx);
    sparse_multiply(&r->M, psi, Mx);
    for (size_t l = r->rigid; l <= k; l++) {
      const double *other = r->mode + l * (size_t)r->n;
      double m = reduce_dot(other, Mx, r->n) - (k == l);
      double s = (reduce_dot(other, Kx, r->n) - (k == l ? r->eigenvalue[k] : 0)) / top;
      check->mass_orthogonality = fmax(check->mass_orthogonality, fabs(m));
      check->stiffness_orthogonality = fmax(check->stiffness_orthogonality, fabs(s));
    }
  }
}

/* Elastic force of rigid motion over the largest stiffness times the motion. */
static void check_rigid(const reduction *r, const double *motion, lash_modal_check *check,
                        double *work) {
  double stiffest = 0;
  for (size_t p = 0; p < r->K.start[r->n]; p++) stiffest = fmax(stiffest, fabs(r->K.value[p]));
  check->rigid_force = 0;
  for (int j = 0; j < RIGID; j++) {
    const double *x = motion + (size_t)j * (size_t)r->n;
    double largest = 0, force = 0;
    sparse_multiply(&r->K, x, work);
    for (int i = 0; i < r->n; i++) {
      largest = fmax(largest, fabs(x[i]));
      force = fmax(force, fabs(work[i]));
    }
    check->rigid_force = fmax(check->rigid_force, force / (stiffest * largest));
  }
  check->rigid_gap = fabs(r->eigenvalue[RIGID - 1]) / r->eigenvalue[RIGID];
}

/* -------------------------------------------------------------------------- static completeness */

bool reduce_holding(const reduction *r, const double *motion, int count, int *order) {
  double rows[RIGID][RIGID], size = 0;
  for (int j = 3; j < RIGID; j++) /* a length, so that turning and moving compare */
    for (int b = 0; b < count; b++)
      size = fmax(size, fabs(motion[(size_t)j * (size_t)r->n + (size_t)order[b]]));
  for (int taken = 0; taken < RIGID; taken++) {
    double best = 0, best_row[RIGID] = {0};
    int winner = -1;
    for (int b = taken; b < count; b++) {
      double row[RIGID], norm = 0;
      for (int j = 0; j < RIGID; j++)
        row[j] = motion[(size_t)j * (size_t)r->n + (size_t)order[b]] / (j < 3 ? 1 : size);
      for (int t = 0; t < taken; t++) {
        double along = reduce_dot(row, rows[t], RIGID);
        for (int j = 0; j < RIGID; j++) row[j] -= along * rows[t][j];
      }
      norm = sqrt(reduce_dot(row, row, RIGID));
      if (norm > best) {
        best = norm;
        winner = b;
        memcpy(best_row, row, sizeof row);
      }
    }
    if (winner < 0 || best < 1e-6) return false;
    for (int j = 0; j < RIGID; j++) rows[taken][j] = best_row[j] / best;
    int other = order[taken];
    order[taken] = order[winner];
    order[winner] = other;
  }
  return true;
}

/* Flexibility of the reduced body at `free_count` coordinates, `held` others at rest:
 * Z (eigenvalues)^-1 Z' with Z the modes less the rigid motion that brings the held coordinates
 * back. */
static void reduced_flexibility(const reduction *r, const int *order, int held, int free_count,
                                double *Z, double *F) {
  size_t n = (size_t)r->n, modes = r->columns - r->rigid;
  double H[RIGID * RIGID], back[RIGID];
  for (size_t k = 0; k < modes; k++) {
    const double *psi = r->mode + (r->rigid + k) * n;
    int rank = RIGID, one = 1, info = 0, pivots[RIGID];
    for (int i = 0; i < held; i++) {
      back[i] = psi[order[i]];
      for (int j = 0; j < held; j++) H[j * RIGID + i] = r->mode[(size_t)j * n + (size_t)order[i]];
    }
    if (held) dgesv_(&rank, &one, H, &rank, pivots, back, &rank, &info);
    for (int i = 0; i < free_count; i++) {
      double z = psi[order[held + i]];
      for (int j = 0; j < held; j++)
        z -= back[j] * r->mode[(size_t)j * n + (size_t)order[held + i]];
      Z[k * (size_t)free_count + (size_t)i] = z;
    }
  }
  for (int i = 0; i < free_count; i++)
    for (int j = 0; j < free_count; j++) {
      double sum = 0;
      for (size_t k = 0; k < modes; k++)
        sum += Z[k * (size_t)free_count + (size_t)i] * Z[k * (size_t)free_count + (size_t)j] /
               r->eigenvalue[r->rigid + k];
      F[j * free_count + i] = sum;
    }
}

/* Stiffness of the whole model at the interface, K_bb - K_bi K_ii^-1 K_ib, without the held rows.
 */
static void full_stiffness(const reduction *r, const int *order, int held, int free_count,
                           double *S, double *work) {
  size_t n = (size_t)r->n;
  double *x = work, *Kx = work + n, *solve = Kx + n;
  for (int j = 0; j < free_count; j++) {
    int column = order[held + j];
    memset(x, 0, n * sizeof *x);
    for (size_t p = r->K.start[column]; p < r->K.start[column + 1]; p++)
      x[r->K.row[p]] = -r->K.value[p];
    band_solve(&r->factor, x, n, solve);
    x[column] = 1;
    sparse_multiply(&r->K, x, Kx);
    for (int i = 0; i < free_count; i++) S[j * free_count + i] = Kx[order[held + i]];
  }
}

/* The two must be inverse to each other: largest entry of F S - 1. */
static lash_status check_static(const reduction *r, const double *motion, lash_modal_check *check,
                                double *work, lash_error *error) {
  int held = (int)r->rigid, free_count = r->boundary_count - held;
  check->static_error = NAN;
  if (free_count <= 0) return LASH_OK;
  size_t f = (size_t)free_count, modes = r->columns - r->rigid;
  int *order = malloc((size_t)r->boundary_count * sizeof *order);
  double *Z = malloc((modes * f + 2 * f * f) * sizeof *Z);
  if (!order || !Z) {
    free(order);
    free(Z);
    return lash_fail(error, LASH_FAILURE, "no memory for the static check");
  }
  double *F = Z + modes * f, *S = F + f * f;
  memcpy(order, r->boundary, (size_t)r->boundary_count * sizeof *order);
  if (held == 0 || reduce_holding(r, motion, r->boundary_count, order)) {
    reduced_flexibility(r, order, held, free_count, Z, F);
    full_stiffness(r, order, held, free_count, S, work);
    check->static_error = 0;
    for (int i = 0; i < free_count; i++)
      for (int j = 0; j < free_count; j++) {
        double sum = -(i == j), scale = sqrt(fabs(F[j * free_count + j] / F[i * free_count + i]));
        for (int k = 0; k < free_count; k++) sum += F[k * free_count + i] * S[j * free_count + k];
        check->static_error = fmax(check->static_error, fabs(sum) * scale);
      }
  }
  free(order);
  free(Z);
  return LASH_OK;
}

lash_status reduce_check(const reduction *r, lash_modal *body, lash_error *error) {
  size_t n = (size_t)r->n;
  double *motion = malloc(((RIGID + 3) * n + 1) * sizeof *motion), *work = motion + RIGID * n;
  if (!motion) return lash_fail(error, LASH_FAILURE, "no memory for the checks");
  double centre[3];
  for (int i = 0; i < 3; i++) centre[i] = body->first[i] / body->mass;
  reduce_rigid_motion(r->fe, centre, motion);
  check_orthogonality(r, &body->check, work);
  body->check.rigid_force = body->check.rigid_gap = NAN;
  if (r->rigid) check_rigid(r, motion, &body->check, work);
  lash_status status = check_static(r, motion, &body->check, work, error);
  free(motion);
  return status;
}
