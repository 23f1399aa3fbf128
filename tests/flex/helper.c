#include "helper.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unity.h"

void dgbsv_(const int *n, const int *kl, const int *ku, const int *nrhs, double *ab,
            const int *ldab, int *ipiv, double *b, const int *ldb, int *info);
void dsygv_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a,
            const int *lda, double *b, const int *ldb, double *w, double *work, const int *lwork,
            int *info);

static uint32_t random_state;

void random_start(void) { random_state = 12345; }

double random_next(void) {
  random_state = (random_state * 1103515245u + 12345u) & 0x7fffffffu;
  return random_state / 2147483648.0 - 0.5;
}

void rotation_of(const double v[3], double R[3][3]) {
  double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  double s = angle > 0 ? sin(angle) / angle : 1,
         c = angle > 0 ? (1 - cos(angle)) / angle / angle : 0;
  double K[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double square = 0;
      for (int k = 0; k < 3; k++) square += K[i][k] * K[k][j];
      R[i][j] = (i == j) + s * K[i][j] + c * square;
    }
}

/* --------------------------------------------------------------------------------------- statics
 */

enum { WIDE = 23, ROWS = 3 * WIDE + 1, HELD = LASH_ANCF_NODE };

void tip_force(const lash_ancf_beam *beam, const double *q, double t, double *Q,
               const void *context) {
  const double *force = context;
  (void)q;
  for (int i = 0; i < 3; i++) Q[beam->dof - 12 + (size_t)i] += t * force[i];
}

/* Takes the load's own stiffness (a follower moment has one) off the band matrix. */
static void load_stiffness(const lash_ancf_beam *beam, double *q, double t, load_function load,
                           const void *context, double *band) {
  size_t first = beam->dof - LASH_ANCF_DOF;
  double *plus = malloc(2 * beam->dof * sizeof *plus), *minus = plus + beam->dof;
  for (size_t j = first; j < beam->dof; j++) {
    double h = 1e-6, keep = q[j];
    memset(plus, 0, 2 * beam->dof * sizeof *plus);
    q[j] = keep + h;
    load(beam, q, t, plus, context);
    q[j] = keep - h;
    load(beam, q, t, minus, context);
    q[j] = keep;
    for (size_t i = first; i < beam->dof; i++)
      band[j * ROWS + 2 * WIDE + i - j] -= (plus[i] - minus[i]) / (2 * h);
  }
  free(plus);
}

/* One Newton step; returns the size of the correction relative to the coordinates. */
static double newton_step(const lash_ancf_beam *beam, double *q, double t, load_function load,
                          const void *context, double *work) {
  int n = (int)beam->dof - HELD, wide = WIDE, rows = ROWS, one = 1, info;
  size_t dof = beam->dof;
  double *Q = work, *f = Q + dof, *band = f + dof, *value = band + ROWS * dof;
  size_t *start = malloc((dof + 1) * sizeof *start);
  size_t *row = malloc(lash_ancf_beam_nonzeros(beam) * sizeof *row);
  int *pivots = malloc(dof * sizeof *pivots);
  lash_ancf_beam_pattern(beam, start, row);
  lash_ancf_beam_matrix(beam, q, NULL, 0, 1, 0, value);
  memset(band, 0, ROWS * dof * sizeof *band);
  for (size_t j = 0; j < dof; j++)
    for (size_t p = start[j]; p < start[j + 1]; p++) {
      long below = (long)row[p] - (long)j;
      if (labs(below) <= WIDE) band[(long)(j * ROWS) + 2 * WIDE + below] = value[p];
    }
  load_stiffness(beam, q, t, load, context, band);
  lash_ancf_beam_force(beam, q, NULL, f);
  memset(Q, 0, dof * sizeof *Q);
  load(beam, q, t, Q, context);
  for (size_t i = 0; i < dof; i++) Q[i] -= f[i];
  dgbsv_(&n, &wide, &wide, &one, band + HELD * ROWS, &rows, pivots, Q + HELD, &n, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  double correction = 0, scale = (double)beam->count * beam->element.length;
  for (size_t i = HELD; i < dof; i++) {
    q[i] += Q[i];
    correction = fmax(correction, fabs(Q[i]) / (i % 12 < 3 ? scale : 1));
  }
  free(start);
  free(row);
  free(pivots);
  return correction;
}

void solve_static(const lash_ancf_beam *beam, double *q, int increments, load_function load,
                  const void *context) {
  size_t dof = beam->dof, room = 2 * dof + ROWS * dof + lash_ancf_beam_nonzeros(beam);
  double *work = malloc(room * sizeof *work), correction = 1;
  for (int k = 1; k <= increments; k++) {
    int iteration = 0;
    do {
      correction = newton_step(beam, q, (double)k / increments, load, context, work);
    } while (correction > 1e-10 && ++iteration < 100);
    TEST_ASSERT_TRUE_MESSAGE(correction <= 1e-10, "Newton's method converges");
  }
  free(work);
}

/* ----------------------------------------------------------------------------------- frequencies
 */

void eigenvalues(int n, double *K, double *M, double *lambda) {
  int type = 1, room = 64 * n, info;
  double *work = malloc((size_t)room * sizeof *work);
  dsygv_(&type, "N", "L", &n, K, &n, M, &n, lambda, work, &room, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  free(work);
}

/* The beam's matrix as a dense one without the held coordinates. */
static void dense(const lash_ancf_beam *beam, const double *q, double cm, double ce, size_t fixed,
                  double *out) {
  size_t n = beam->dof - fixed;
  double *value = malloc(lash_ancf_beam_nonzeros(beam) * sizeof *value);
  size_t *start = malloc((beam->dof + 1) * sizeof *start);
  size_t *row = malloc(lash_ancf_beam_nonzeros(beam) * sizeof *row);
  lash_ancf_beam_pattern(beam, start, row);
  lash_ancf_beam_matrix(beam, q, NULL, cm, ce, 0, value);
  memset(out, 0, n * n * sizeof *out);
  for (size_t j = fixed; j < beam->dof; j++)
    for (size_t p = start[j]; p < start[j + 1]; p++)
      if (row[p] >= fixed) out[(j - fixed) * n + row[p] - fixed] = value[p];
  free(value);
  free(start);
  free(row);
}

void beam_frequencies(const lash_ancf_beam *beam, const double *q, size_t fixed, double *hz,
                      size_t count) {
  size_t n = beam->dof - fixed;
  double *K = malloc((2 * n * n + n) * sizeof *K), *M = K + n * n, *lambda = M + n * n;
  dense(beam, q, 0, 1, fixed, K);
  dense(beam, q, 1, 0, fixed, M);
  eigenvalues((int)n, K, M, lambda);
  for (size_t i = 0; i < count; i++)
    hz[i] = copysign(sqrt(fabs(lambda[i])) / (2 * acos(-1.0)), lambda[i]);
  free(K);
}

void matrix_exponential(int n, const double *A, double *out) {
  double scaled[16], term[16], next[16];
  for (int i = 0; i < n * n; i++) scaled[i] = A[i] / 1024;
  for (int i = 0; i < n * n; i++) out[i] = term[i] = i % (n + 1) == 0;
  for (int k = 1; k <= 18 + 10; k++) { /* 18 terms of the series, then 10 squarings */
    const double *left = k <= 18 ? term : out, *right = k <= 18 ? scaled : out;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int m = 0; m < n; m++) sum += left[i * n + m] * right[m * n + j];
        next[i * n + j] = k <= 18 ? sum / k : sum;
      }
    for (int i = 0; i < n * n; i++) {
      if (k <= 18) out[i] += term[i] = next[i];
    }
    if (k > 18) memcpy(out, next, (size_t)(n * n) * sizeof *out);
  }
}

/* Zero at a natural frequency. State (w, theta, M/EI, V/EI) from x = 0 to x = L. */
static double characteristic(const lash_section *s, const lash_material *m, double L, bool clamped,
                             double hz) {
  double omega2 = pow(2 * acos(-1.0) * hz, 2), EI = m->young * s->y2;
  double kGA = s->shear_y * lash_shear_modulus(m) * s->area;
  double A[16] = {0,
                  1,
                  0,
                  EI / kGA,
                  /**/ 0,
                  0,
                  1,
                  0,
                  0,
                  -m->density * s->y2 * omega2 / EI,
                  0,
                  -1, /**/
                  -m->density * s->area * omega2 / EI,
                  0,
                  0,
                  0};
  double T[16];
  for (int i = 0; i < 16; i++) A[i] *= L;
  matrix_exponential(4, A, T);
  int c = clamped ? 2 : 0; /* unknown at x = 0: M, V when clamped, w, theta when free */
  return T[8 + c] * T[12 + c + 1] - T[8 + c + 1] * T[12 + c];
}

double timoshenko_hz(const lash_section *s, const lash_material *m, double L, bool clamped,
                     int mode) {
  double EI = m->young * s->y2, rA = m->density * s->area;
  double step = sqrt(EI / rA) / (L * L) / 50, low = step, value;
  double at_low = characteristic(s, m, L, clamped, low);
  for (int found = 0;;) {
    double high = low + step;
    value = characteristic(s, m, L, clamped, high);
    if (value * at_low < 0 && ++found == mode) break;
    low = high;
    at_low = value;
  }
  for (double high = low + step; high - low > 1e-13 * high;) {
    double middle = 0.5 * (low + high);
    value = characteristic(s, m, L, clamped, middle);
    if (middle == low || middle == high) break;
    if (value * at_low < 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}
