/* Checks a modal body by its own numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_modal.h"
#include "lash_space.h"

/* Cholesky's factorisation succeeds for positive definite matrices alone. */
static bool is_definite(size_t n, double *M) {
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      double sum = M[i * n + j];
      for (size_t k = 0; k < j; k++) sum -= M[i * n + k] * M[j * n + k];
      if (i == j && !(sum > 1e-12 * M[j * n + j])) return false;
      M[i * n + j] = i == j ? sqrt(sum) : sum / M[j * n + j];
    }
  }
  return true;
}

lash_status lash_modal_audit_body(const lash_modal *b, lash_modal_audit *audit, lash_error *error) {
  size_t n = b->mode_count, size = 6 + n;
  double *M = malloc((size * size + 2 * n + 1) * sizeof *M), *rest = M + size * size;
  if (!M) return lash_fail(error, LASH_FAILURE, "no memory to check %zu modes", n);
  memset(audit, 0, sizeof *audit);
  for (size_t k = 0; k < n; k++)
    for (size_t l = 0; l < n; l++)
      audit->orthonormality =
          fmax(audit->orthonormality, fabs(mat_trace(b->coupling[k * n + l]) - (k == l ? 1 : 0)));
  for (int i = 0; i < 3; i++) audit->centre[i] = b->first[i] / b->mass;
  double trace = mat_trace(b->second), square = dot3(audit->centre, audit->centre);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      audit->inertia[i][j] = (i == j ? trace - b->mass * square : 0) - b->second[i][j] +
                             b->mass * audit->centre[i] * audit->centre[j];
  memset(rest, 0, 2 * n * sizeof *rest);
  lash_modal_state still = {
      .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .q = rest, .qd = rest + n};
  lash_modal_mass(b, &still, M);
  audit->definite = is_definite(size, M);
  free(M);
  return LASH_OK;
}
