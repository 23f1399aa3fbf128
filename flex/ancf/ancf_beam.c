/* A chain of ANCF elements: assembly on a fixed pattern. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lapack.h"
#include "lash_ancf.h"

enum { BAND = 8, NODE_VECTORS = 4 }; /* rows of the kernel's band: diagonal and 7 below */

/* The kernel of a chain is banded because neighbours alone are coupled. */
static lash_status factor_mass(lash_ancf_beam *beam, lash_error *error) {
  int n = (int)(NODE_VECTORS * (beam->count + 1)), below = BAND - 1, rows = BAND, info;
  beam->factor = calloc((size_t)n * BAND, sizeof *beam->factor);
  if (!beam->factor) return lash_fail(error, LASH_FAILURE, "no memory for a beam");
  for (size_t el = 0; el < beam->count; el++)
    for (int a = 0; a < 8; a++)
      for (int b = 0; b <= a; b++)
        beam->factor[(NODE_VECTORS * el + (size_t)b) * BAND + (size_t)(a - b)] +=
            beam->element.mass[a][b];
  dpbtrf_("L", &n, &below, beam->factor, &rows, &info);
  if (info != 0) return lash_fail(error, LASH_FAILURE, "the mass matrix of a beam is singular");
  return LASH_OK;
}

lash_status lash_ancf_beam_init(lash_ancf_beam *beam, size_t count, double length,
                                const lash_section *section, const lash_material *material,
                                lash_ancf_variant variant, double beta, lash_error *error) {
  beam->factor = NULL;
  if (count < 1 || count > 100000)
    return lash_fail(error, LASH_BAD_INPUT, "a beam needs 1 to 100000 elements, not %zu", count);
  beam->count = count;
  beam->dof = LASH_ANCF_NODE * (count + 1);
  lash_status status = lash_ancf_element_init(&beam->element, length / (double)count, section,
                                              material, variant, beta, error);
  return status == LASH_OK ? factor_mass(beam, error) : status;
}

void lash_ancf_beam_free(lash_ancf_beam *beam) {
  free(beam->factor);
  beam->factor = NULL;
}

void lash_ancf_beam_straight(const lash_ancf_beam *beam, const double origin[3],
                             const double axes[3][3], double *q) {
  for (size_t n = 0; n <= beam->count; n++, q += LASH_ANCF_NODE) {
    for (int i = 0; i < 3; i++) {
      q[i] = origin[i] + (double)n * beam->element.length * axes[i][0];
      for (int axis = 0; axis < 3; axis++) q[3 * (axis + 1) + i] = axes[i][axis];
    }
  }
}

double lash_ancf_beam_energy(const lash_ancf_beam *beam, const double *q) {
  double energy = 0;
  for (size_t n = 0; n < beam->count; n++)
    energy += lash_ancf_energy(&beam->element, q + LASH_ANCF_NODE * n);
  return energy;
}

double lash_ancf_beam_kinetic(const lash_ancf_beam *beam, const double *v) {
  double energy = 0;
  for (size_t n = 0; n < beam->count; n++, v += LASH_ANCF_NODE)
    for (int a = 0; a < 8; a++)
      for (int b = 0; b < 8; b++)
        for (int i = 0; i < 3; i++)
          energy += 0.5 * beam->element.mass[a][b] * v[3 * a + i] * v[3 * b + i];
  return energy;
}

void lash_ancf_beam_force(const lash_ancf_beam *beam, const double *q, const double *v, double *f) {
  memset(f, 0, beam->dof * sizeof *f);
  for (size_t n = 0; n < beam->count; n++) {
    double part[LASH_ANCF_DOF];
    size_t first = LASH_ANCF_NODE * n;
    lash_ancf_force(&beam->element, q + first, v ? v + first : NULL, part);
    for (int i = 0; i < LASH_ANCF_DOF; i++) f[first + (size_t)i] += part[i];
  }
}

void lash_ancf_beam_gravity(const lash_ancf_beam *beam, const double g[3], double *Q) {
  for (size_t n = 0; n < beam->count; n++)
    lash_ancf_gravity(&beam->element, g, Q + LASH_ANCF_NODE * n);
}

size_t lash_ancf_beam_locate(const lash_ancf_beam *beam, double x, double *local) {
  double l = beam->element.length, index = floor(x / l);
  double last = (double)(beam->count - 1);
  if (!(index > 0)) index = 0;
  if (index > last) index = last;
  *local = x - index * l;
  return (size_t)index;
}

/* ------------------------------------------------------------------------------ sparse matrices */

/* Rows of the columns of node n: its neighbours' and its own. */
static size_t first_row(size_t node) { return node == 0 ? 0 : LASH_ANCF_NODE * (node - 1); }

static size_t column_height(const lash_ancf_beam *beam, size_t node) {
  size_t end = node == beam->count ? beam->dof : LASH_ANCF_NODE * (node + 2);
  return end - first_row(node);
}

/* Where the first column of a node starts: all columns before have 36 rows, but those of node 0. */
static size_t column_start(const lash_ancf_beam *beam, size_t node) {
  if (node == 0) return 0;
  return LASH_ANCF_NODE * (column_height(beam, 0) + (node - 1) * 3 * LASH_ANCF_NODE);
}

size_t lash_ancf_beam_nonzeros(const lash_ancf_beam *beam) {
  return column_start(beam, beam->count) + LASH_ANCF_NODE * column_height(beam, beam->count);
}

void lash_ancf_beam_pattern(const lash_ancf_beam *beam, size_t *start, size_t *row) {
  size_t at = 0;
  for (size_t column = 0; column < beam->dof; column++) {
    size_t node = column / LASH_ANCF_NODE, height = column_height(beam, node);
    start[column] = at;
    for (size_t i = 0; i < height; i++) row[at++] = first_row(node) + i;
  }
  start[beam->dof] = at;
}

void lash_ancf_beam_matrix(const lash_ancf_beam *beam, const double *q, const double *v, double cm,
                           double ce, double cv, double *value) {
  memset(value, 0, lash_ancf_beam_nonzeros(beam) * sizeof *value);
  for (size_t n = 0; n < beam->count; n++) {
    double t[LASH_ANCF_DOF][LASH_ANCF_DOF];
    size_t first = LASH_ANCF_NODE * n;
    lash_ancf_tangent(&beam->element, q + first, v ? v + first : NULL, ce, cv, t);
    for (int i = 0; i < LASH_ANCF_DOF; i++)
      for (int j = i % 3; j < LASH_ANCF_DOF; j += 3)
        t[i][j] += cm * beam->element.mass[i / 3][j / 3];
    for (size_t j = 0; j < LASH_ANCF_DOF; j++) {
      size_t node = n + j / LASH_ANCF_NODE;
      double *column = value + column_start(beam, node) +
                       (j % LASH_ANCF_NODE) * column_height(beam, node) + first - first_row(node);
      for (size_t i = 0; i < LASH_ANCF_DOF; i++) column[i] += t[i][j];
    }
  }
}

void lash_ancf_beam_mass_solve(const lash_ancf_beam *beam, double *x) {
  /* the kernel serves the three directions: it sees x as three columns with stride 3, so the
   * solution is written out here instead of calling LAPACK three times on copies */
  size_t n = NODE_VECTORS * (beam->count + 1);
  const double *L = beam->factor;
  for (size_t j = 0; j < n; j++) {
    size_t below = n - j < BAND ? n - j : BAND;
    for (int i = 0; i < 3; i++) {
      double y = x[3 * j + (size_t)i] /= L[j * BAND];
      for (size_t k = 1; k < below; k++) x[3 * (j + k) + (size_t)i] -= L[j * BAND + k] * y;
    }
  }
  for (size_t j = n; j-- > 0;) {
    size_t below = n - j < BAND ? n - j : BAND;
    for (int i = 0; i < 3; i++) {
      double y = x[3 * j + (size_t)i];
      for (size_t k = 1; k < below; k++) y -= L[j * BAND + k] * x[3 * (j + k) + (size_t)i];
      x[3 * j + (size_t)i] = y / L[j * BAND];
    }
  }
}
