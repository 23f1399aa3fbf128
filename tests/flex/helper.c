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

/* -------------------------------------------------------------------------------------- statics */

enum { WIDE = 23, ROWS = 3 * WIDE + 1 };

static bool is_held(clamp hold, size_t i) {
  return i < LASH_ANCF_NODE && (hold == CLAMP_ALL || i / 3 != 1);
}

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
static double newton_step(const lash_ancf_beam *beam, double *q, clamp hold, double t,
                          load_function load, const void *context, double *work) {
  int n = (int)beam->dof, wide = WIDE, rows = ROWS, one = 1, info;
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
  for (size_t i = 0; i < LASH_ANCF_NODE; i++) {
    if (!is_held(hold, i)) continue;
    for (size_t j = 0; j < LASH_ANCF_DOF; j++) band[j * ROWS + 2 * WIDE + i - j] = i == j;
    Q[i] = 0;
  }
  dgbsv_(&n, &wide, &wide, &one, band, &rows, pivots, Q, &n, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  double correction = 0, scale = (double)beam->count * beam->element.length;
  for (size_t i = 0; i < dof; i++) {
    q[i] += Q[i];
    correction = fmax(correction, fabs(Q[i]) / (i % 12 < 3 ? scale : 1));
  }
  free(start);
  free(row);
  free(pivots);
  return correction;
}

void solve_static(const lash_ancf_beam *beam, double *q, clamp hold, int increments,
                  load_function load, const void *context) {
  size_t dof = beam->dof, room = 2 * dof + ROWS * dof + lash_ancf_beam_nonzeros(beam);
  double *work = malloc(room * sizeof *work), correction = 1;
  for (int k = 1; k <= increments; k++) {
    int iteration = 0;
    do {
      correction = newton_step(beam, q, hold, (double)k / increments, load, context, work);
    } while (correction > 1e-10 && ++iteration < 100);
    TEST_ASSERT_TRUE_MESSAGE(correction <= 1e-10, "Newton's method converges");
  }
  free(work);
}

/* ---------------------------------------------------------------------------------- frequencies */

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

/* ------------------------------------------------------------------------------ Reissner's beam */

typedef struct rod {
  const lash_section *s;
  const lash_material *m;
  const double *force; /* constant along the rod */
  double curvature;    /* of the unloaded rod, about z */
} rod;

enum { ROD = 15 }; /* r, R by rows, moment */

static void rod_slope(const rod *b, const double *y, double *slope) {
  double E = b->m->young, G = lash_shear_modulus(b->m);
  const double axial[3] = {E * b->s->area, b->s->shear_y * G * b->s->area,
                           b->s->shear_z * G * b->s->area};
  const double bend[3] = {G * b->s->torsion, E * b->s->z2, E * b->s->y2};
  double strain[3] = {1, 0, 0}, k[3] = {0, 0, b->curvature};
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      strain[j] += y[3 + 3 * i + j] * b->force[i] / axial[j];
      k[j] += y[3 + 3 * i + j] * y[12 + i] / bend[j];
    }
  const double K[3][3] = {{0, -k[2], k[1]}, {k[2], 0, -k[0]}, {-k[1], k[0], 0}};
  for (int i = 0; i < 3; i++) {
    slope[i] = 0;
    for (int j = 0; j < 3; j++) {
      slope[i] += y[3 + 3 * i + j] * strain[j];
      slope[3 + 3 * i + j] = 0;
      for (int n = 0; n < 3; n++) slope[3 + 3 * i + j] += y[3 + 3 * i + n] * K[n][j];
    }
  }
  for (int i = 0; i < 3; i++) { /* m' = F x r' */
    int a = (i + 1) % 3, c = (i + 2) % 3;
    slope[12 + i] = b->force[a] * slope[c] - b->force[c] * slope[a];
  }
}

/* From the root with moment `root` to the end; returns r and the moment there. */
static void rod_end(const rod *b, double length, const double root[3], double *y) {
  enum { STEPS = 400 };
  double h = length / STEPS, k[4][ROD], at[ROD];
  for (int i = 0; i < ROD; i++) y[i] = i >= 12 ? root[i - 12] : i == 3 || i == 7 || i == 11;
  for (int n = 0; n < STEPS; n++) {
    for (int stage = 0; stage < 4; stage++) {
      double ahead = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (int i = 0; i < ROD; i++) at[i] = y[i] + (stage ? ahead * k[stage - 1][i] : 0);
      rod_slope(b, at, k[stage]);
    }
    for (int i = 0; i < ROD; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
}

void reissner_tip(const lash_section *s, const lash_material *m, double length,
                  const double force[3], const double moment[3], int increments, double tip[3]) {
  reissner_arc(s, m, length, 0, force, moment, increments, tip);
  tip[0] -= length;
}

void reissner_arc(const lash_section *s, const lash_material *m, double length, double curvature,
                  const double force[3], const double moment[3], int increments, double end[3]) {
  double root[3] = {0}, y[ROD], moved[ROD], scale = 0, part[3];
  for (int i = 0; i < 3; i++) scale = fmax(scale, fmax(fabs(force[i]) * length, fabs(moment[i])));
  for (int step = 1; step <= increments; step++) {
    for (int i = 0; i < 3; i++) part[i] = force[i] * step / increments;
    rod b = {s, m, part, curvature};
    double size = 1;
    for (int iteration = 0; size > 1e-11 && iteration < 50; iteration++) {
      double J[9], change[3];
      int n = 3, one = 1, two = 2, rows = 7, info, pivots[3];
      double band[21] = {0};
      rod_end(&b, length, root, y);
      for (int j = 0; j < 3; j++) {
        double h = 1e-6 * scale, shifted[3] = {root[0], root[1], root[2]};
        shifted[j] += h;
        rod_end(&b, length, shifted, moved);
        for (int i = 0; i < 3; i++) J[3 * j + i] = (moved[12 + i] - y[12 + i]) / h;
      }
      for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) band[7 * j + 4 + i - j] = J[3 * j + i];
      for (int i = 0; i < 3; i++) change[i] = moment[i] * step / increments - y[12 + i];
      dgbsv_(&n, &two, &two, &one, band, &rows, pivots, change, &n, &info);
      size = 0;
      for (int i = 0; i < 3; i++) {
        root[i] += change[i];
        size = fmax(size, fabs(change[i]) / scale);
      }
    }
    TEST_ASSERT_TRUE_MESSAGE(size <= 1e-11, "shooting converges");
  }
  for (int i = 0; i < 3; i++) end[i] = y[i];
}
