/* Which constraint rows are independent: Cholesky of the scaled products of all rows. The
 * rank comes from a pivoted factorisation; the rows are then taken in the order of the dataset,
 * each kept when it adds something to those before it, so that what is dropped is easy to
 * understand. */
#include "rows.h"
#include "storage.h"

/* A row whose new part is below this fraction of itself (squared) adds nothing. */
static const double threshold = 1e-10;

/* Rank does not depend on masses, so lengths alone set the weights: a turn by 1 counts as a move by
 * the mechanism's size. */
static double weighted_product(const lash_system *system, size_t a, size_t b) {
  const double *A = system->jacobian + 6 * a, *B = system->jacobian + 6 * b;
  return dot3(A, B) + dot3(A + 3, B + 3) / (system->length * system->length);
}

static double row_product(const lash_system *system, size_t p, size_t r) {
  double sum = 0;
  for (size_t a = system->row_block[p]; a < system->row_block[p + 1]; a++)
    for (size_t b = system->row_block[r]; b < system->row_block[r + 1]; b++)
      if (system->block_body[a] == system->block_body[b]) sum += weighted_product(system, a, b);
  return sum;
}

/* Products of all rows, scaled to unit diagonal (zero rows stay zero). */
static double *scaled_products(const lash_system *system, size_t n) {
  double *S = lash_take(n * n, sizeof *S);
  for (size_t p = 0; p < n; p++)
    for (size_t r = 0; r <= p; r++) S[p * n + r] = S[r * n + p] = row_product(system, p, r);
  double *scale = lash_take(n, sizeof *scale);
  for (size_t p = 0; p < n; p++) scale[p] = S[p * n + p] > 0 ? 1 / sqrt(S[p * n + p]) : 0;
  for (size_t p = 0; p < n; p++)
    for (size_t r = 0; r < n; r++) S[p * n + r] *= scale[p] * scale[r];
  free(scale);
  return S;
}

/* Removes the part along row p from all rows not yet used. */
static void eliminate(double *S, size_t n, size_t p, const bool *used) {
  const double pivot = S[p * n + p];
  for (size_t r = 0; r < n; r++) {
    if (used[r] || S[r * n + p] == 0) continue;
    const double factor = S[r * n + p] / pivot;
    for (size_t c = 0; c < n; c++) S[r * n + c] -= factor * S[p * n + c];
  }
}

static size_t pivoted_rank(double *S, size_t n, bool *used) {
  size_t rank = 0;
  for (;;) {
    size_t best = n;
    for (size_t p = 0; p < n; p++)
      if (!used[p] && S[p * n + p] > threshold && (best == n || S[p * n + p] > S[best * n + best]))
        best = p;
    if (best == n) return rank;
    used[best] = true;
    rank++;
    eliminate(S, n, best, used);
  }
}

static size_t ordered_rank(double *S, size_t n, bool *used) {
  size_t rank = 0;
  for (size_t p = 0; p < n; p++) {
    if (S[p * n + p] <= threshold) continue;
    used[p] = true;
    rank++;
    eliminate(S, n, p, used);
  }
  return rank;
}

void lash_rows_choose(lash_system *system) {
  const size_t n = system->row_count;
  lash_constraints_update(system);
  bool *pivoted = lash_take(n, sizeof *pivoted), *ordered = lash_take(n, sizeof *ordered);
  double *S = scaled_products(system, n);
  const size_t rank = pivoted_rank(S, n, pivoted);
  free(S);
  S = scaled_products(system, n);
  const bool *used = ordered_rank(S, n, ordered) == rank ? ordered : pivoted;
  free(S);
  size_t kept = 0, dropped = 0;
  for (size_t p = 0; p < n; p++) {
    system->row_kept[p] = used[p] ? (int)kept : -1;
    if (used[p])
      system->kept[kept++] = (int)p;
    else
      system->dropped[dropped++] = (int)p;
  }
  system->size.constraints = kept;
  system->size.redundant = dropped;
  free(pivoted);
  free(ordered);
}
