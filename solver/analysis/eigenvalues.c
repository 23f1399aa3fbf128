/* Eigenvalues of the linearised system. The increments that constraints allow are d = N z, with the
 * columns of N an orthonormal basis of the null space of Phi_v; then
 *   N^T M N z'' + N^T D N z' + N^T K N z + N^T F x = 0,   x' = G_v N z' + G_q N z + G_x x. */
#include "flexible.h"
#include "lapack.h"
#include "reaction.h"
#include "storage.h"
#include "system_impl.h"
#include "tangent.h"

typedef struct linear {
  size_t nv, nx, freedom, order;
  double *basis; /* nv by freedom, by columns */
  double *values;
} linear;

/* Last columns of Q in Phi_v^T = Q R, with a row for each unknown that stands for nothing. */
static bool null_space(lash_system *system, linear *l) {
  const int n = (int)system->size.v, rows = (int)system->size.constraints;
  int m = rows;
  for (int k = 0; k < n; k++) m += lash_unknown_is_idle(system, (size_t)k);
  const int room = 64 * (n + m) + 1;
  double *A = lash_borrow((size_t)n * (size_t)(m ? m : 1), sizeof *A);
  double *tau = lash_borrow((size_t)(m ? m : 1), sizeof *tau), *work = lash_borrow((size_t)room, 8);
  int *pivot = lash_borrow((size_t)(m ? m : 1), sizeof *pivot), info = 0, columns;
  for (int k = 0; k < rows; k++) {
    const int row = system->kept[k];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      for (int c = 0; c < 6; c++)
        A[k * n + 6 * (system->block_body[b] - 1) + c] = system->jacobian[6 * b + (size_t)c];
  }
  for (int k = 0, idle = rows; k < n; k++)
    if (lash_unknown_is_idle(system, (size_t)k)) A[n * idle++ + k] = 1;
  if (m) dgeqp3_(&n, &m, A, &n, pivot, tau, work, &room, &info);
  l->freedom = (size_t)(n - m);
  columns = n - m;
  l->basis = lash_borrow((size_t)n * (l->freedom ? l->freedom : 1), sizeof(double));
  for (int k = 0; k < columns; k++) l->basis[k * n + m + k] = 1;
  if (m && columns && !info)
    dormqr_("L", "N", &n, &columns, &m, A, &n, tau, l->basis, &n, work, &room, &info);
  return info == 0;
}

/* target[row, column] += sign * (rows side)^T T (columns side), a part of the reduced matrix. */
static void reduce(const linear *l, const double *dense, size_t n, double sign, double *out,
                   size_t row0, size_t column0) {
  double *product = lash_borrow(l->nv, sizeof *product);
  for (size_t c = 0; c < l->freedom; c++) {
    const double *right = l->basis + c * l->nv;
    memset(product, 0, l->nv * sizeof *product);
    for (size_t k = 0; k < l->nv; k++)
      for (size_t i = 0; right[k] != 0 && i < l->nv; i++) product[i] += dense[k * n + i] * right[k];
    for (size_t r = 0; r < l->freedom; r++) {
      const double *left = l->basis + r * l->nv;
      double sum = 0;
      for (size_t k = 0; k < l->nv; k++) sum += left[k] * product[k];
      out[(column0 + c) * l->order + row0 + r] += sign * sum;
    }
    for (size_t x = 0; x < l->nx; x++) { /* rows of extra states */
      double sum = 0;
      for (size_t k = 0; k < l->nv; k++) sum += dense[k * n + l->nv + x] * right[k];
      out[(column0 + c) * l->order + 2 * l->freedom + x] += sign * sum;
    }
  }
  lash_drop(product);
}

static void reduce_states(const linear *l, const double *dense, size_t n, double *A) {
  const size_t at = 2 * l->freedom;
  for (size_t x = 0; x < l->nx; x++) {
    const double *column = dense + (l->nv + x) * n;
    for (size_t r = 0; r < l->freedom; r++) {
      double sum = 0;
      for (size_t k = 0; k < l->nv; k++) sum += l->basis[r * l->nv + k] * column[k];
      A[(at + x) * l->order + l->freedom + r] -= sum;
    }
    for (size_t y = 0; y < l->nx; y++) A[(at + x) * l->order + at + y] -= column[l->nv + y];
  }
}

/* E z' = A z with z = (positions, velocities, states). */
static lash_status fill(lash_system *system, linear *l, double *A, double *E, lash_error *error) {
  const size_t n = system->tangent_pattern.columns;
  double *dense = lash_borrow(n * n, sizeof *dense);
  const lash_tangent_weights part[4] = {
      {.acceleration = 1}, {.velocity = 1}, {.position = 1, .vdot = system->vdot}, {.state = 1}};
  lash_status status = LASH_OK;
  for (int p = 0; p < 4 && status == LASH_OK; p++) {
    status = lash_system_tangent(system, &part[p], system->lambda, l->values, error);
    lash_tangent_dense(system, l->values, dense);
    if (p == 0) reduce(l, dense, n, 1, E, l->freedom, l->freedom);
    if (p == 1) reduce(l, dense, n, -1, A, l->freedom, l->freedom);
    if (p == 2) reduce(l, dense, n, -1, A, l->freedom, 0);
    if (p == 3) reduce_states(l, dense, n, A);
  }
  for (size_t k = 0; k < l->freedom; k++) {
    A[(l->freedom + k) * l->order + k] = 1;
    E[k * l->order + k] = 1;
  }
  for (size_t x = 2 * l->freedom; x < l->order; x++) E[x * l->order + x] = 1;
  return status;
}

typedef struct root {
  double real, imaginary;
} root;

static int by_size(const void *a, const void *b) {
  const root *p = a, *q = b;
  const double left = hypot(p->real, p->imaginary), right = hypot(q->real, q->imaginary);
  if (fabs(left - right) > 1e-9 * (left + right)) return left < right ? -1 : 1;
  return (q->imaginary > p->imaginary) - (q->imaginary < p->imaginary);
}

static lash_status solve(const lash_system *system, linear *l, double *A, double *E, double *real,
                         double *imaginary, size_t *count, lash_error *error) {
  const int n = (int)l->order, room = 16 * n + 1, one = 1;
  double *work = lash_borrow((size_t)room, sizeof *work),
         *beta = lash_borrow(l->order, sizeof *beta);
  double *ar = lash_borrow(2 * l->order, sizeof *ar), *ai = ar + l->order;
  root *list = lash_borrow(l->order, sizeof *list);
  int info = 0;
  if (n)
    dggev_("N", "N", &n, A, &n, E, &n, ar, ai, beta, NULL, &one, NULL, &one, work, &room, &info);
  size_t found = 0;
  for (size_t k = 0; k < l->order && !info; k++)
    if (fabs(beta[k]) > 1e-14 * (fabs(ar[k]) + fabs(ai[k])))
      list[found++] = (root){ar[k] / beta[k], ai[k] / beta[k]};
  qsort(list, found, sizeof *list, by_size);
  if (found < *count) *count = found;
  for (size_t k = 0; k < *count; k++) real[k] = list[k].real, imaginary[k] = list[k].imaginary;
  if (info)
    return lash_fail(error, LASH_FAILURE, "%s: the eigenvalue iteration did not converge",
                     system->file);
  return LASH_OK;
}

static lash_status find_eigenvalues(lash_system *system, double *real, double *imaginary,
                                    size_t *count, lash_error *error) {
  lash_status status = lash_system_accelerations(system, NULL, NULL, error);
  if (status != LASH_OK) return status;
  lash_accelerations_ensure(system); /* with all multipliers */
  linear l = {.nv = system->size.v, .nx = system->size.x};
  if (!null_space(system, &l))
    return lash_fail(error, LASH_FAILURE, "%s: the constraints could not be removed", system->file);
  l.order = 2 * l.freedom + l.nx;
  l.values = lash_borrow(system->size.tangent, sizeof(double));
  double *A = lash_borrow(l.order * l.order, sizeof *A),
         *E = lash_borrow(l.order * l.order, sizeof *E);
  status = fill(system, &l, A, E, error);
  return status == LASH_OK ? solve(system, &l, A, E, real, imaginary, count, error) : status;
}

lash_status lash_system_eigenvalues(lash_system *system, double *real, double *imaginary,
                                    size_t *count, lash_error *error) {
  lash_status status;
  LASH_GUARDED(status, find_eigenvalues(system, real, imaginary, count, error), error);
  return status;
}
