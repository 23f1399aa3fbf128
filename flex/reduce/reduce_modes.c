/* Vibration modes by subspace iteration (Bathe and Wilson 1972): inverse iteration on a block with
 * a Rayleigh-Ritz step each time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lapack.h"
#include "reduce_internal.h"

/* vectors <- vectors * Y, row by row */
static void combine(int n, size_t columns, double *vectors, const double *Y, double *row) {
  for (int i = 0; i < n; i++) {
    for (size_t c = 0; c < columns; c++) row[c] = vectors[c * (size_t)n + (size_t)i];
    for (size_t c = 0; c < columns; c++)
      vectors[c * (size_t)n + (size_t)i] = reduce_dot(row, Y + c * columns, (int)columns);
  }
}

lash_status reduce_ritz(const reduction *r, size_t columns, double *vectors, double *eigenvalue,
                        lash_error *error) {
  int n = r->n, p = (int)columns, type = 1, info, room = 1 + 6 * p + 2 * p * p, whole = 3 + 5 * p;
  size_t square = columns * columns;
  double *A = malloc((2 * square + (size_t)room + 2 * (size_t)n + columns + 1) * sizeof *A);
  int *integers = malloc((size_t)whole * sizeof *integers);
  if (!A || !integers) {
    free(A);
    free(integers);
    return lash_fail(error, LASH_FAILURE, "no memory for %zu modes", columns);
  }
  double *B = A + square, *work = B + square, *Kx = work + room, *Mx = Kx + n, *row = Mx + n;
  for (size_t c = 0; c < columns; c++) {
    sparse_multiply(&r->K, vectors + c * (size_t)n, Kx);
    sparse_multiply(&r->M, vectors + c * (size_t)n, Mx);
    for (size_t d = 0; d <= c; d++) {
      A[d * columns + c] = A[c * columns + d] = reduce_dot(vectors + d * (size_t)n, Kx, n);
      B[d * columns + c] = B[c * columns + d] = reduce_dot(vectors + d * (size_t)n, Mx, n);
    }
  }
  dsygvd_(&type, "V", "L", &p, A, &p, B, &p, eigenvalue, work, &room, integers, &whole, &info);
  if (info == 0) combine(n, columns, vectors, A, row);
  free(A);
  free(integers);
  if (info != 0)
    return lash_fail(error, LASH_BAD_INPUT,
                     "the modes are not independent: an interface coordinate carries no mass, or "
                     "more modes are asked for than the model has");
  return LASH_OK;
}

/* A start that no mode is orthogonal to: a fixed sequence of pseudo-random numbers. */
static void start_block(const reduction *r, size_t columns, double *block) {
  unsigned long long state = 88172645463325252ULL;
  memset(block, 0, columns * (size_t)r->n * sizeof *block);
  for (size_t c = 0; c < columns; c++) {
    for (int i = 0; i < r->interior_count; i++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      block[c * (size_t)r->n + (size_t)r->interior[i]] = (double)(state >> 11) * 0x1p-53 - 0.5;
    }
  }
}

/* Largest relative change of the first `count` eigenvalues; those below `zero` are rounding. */
static double change(const double *now, const double *before, double zero, size_t count) {
  double worst = 0;
  for (size_t i = 0; i < count; i++)
    if (fabs(now[i]) > zero) worst = fmax(worst, fabs(now[i] - before[i]) / fabs(now[i]));
  return worst;
}

lash_status reduce_held_modes(const reduction *r, size_t count, double *out, lash_error *error) {
  enum { ITERATIONS = 300 };
  size_t n = (size_t)r->n, wanted = count + (count < 8 ? 8 : count / 2 + 4);
  size_t columns = wanted < (size_t)r->interior_count ? wanted : (size_t)r->interior_count;
  double *block = malloc((columns * n + 2 * columns + 2 * n + 1) * sizeof *block);
  if (!block) return lash_fail(error, LASH_FAILURE, "no memory for %zu modes", count);
  double *now = block + columns * n, *before = now + columns, *Mx = before + columns,
         *work = Mx + n;
  lash_status status = LASH_OK;
  double moved = 1, best = 1;
  double zero = 1e-4 * r->shift; /* rigid motion of a free body; 1e-11 of the largest eigenvalue */
  int stalled = 0;
  start_block(r, columns, block);
  memset(now, 0, columns * sizeof *now);
  for (int k = 0; status == LASH_OK && k < ITERATIONS && moved > 1e-13 && stalled < 5; k++) {
    memcpy(before, now, columns * sizeof *now);
    for (size_t c = 0; c < columns; c++) {
      sparse_multiply(&r->M, block + c * n, Mx);
      band_solve(&r->factor, Mx, n, work);
      memcpy(block + c * n, Mx, n * sizeof *Mx);
    }
    status = reduce_ritz(r, columns, block, now, error);
    moved = change(now, before, zero, count);
    /* below 1e-9 of an eigenvalue (half that of a frequency) rounding may take over */
    stalled = moved < 1e-9 && moved >= best ? stalled + 1 : 0;
    best = fmin(best, moved);
  }
  if (status == LASH_OK && moved > 1e-9)
    status = lash_fail(error, LASH_FAILURE,
                       "the vibration modes have not converged (change %.1e): ask for fewer modes",
                       moved);
  if (status == LASH_OK) memcpy(out, block, count * n * sizeof *out);
  free(block);
  return status;
}
