/* One ANCF element: constants, elastic force, tangent, loads. */
#include <math.h>
#include <string.h>

#include "ancf_internal.h"
#include "gauss.h"
#include "lash_space.h"

void lash_ancf_shape(double l, double x, double y, double z, double s[8]) {
  double w = x / l;
  s[0] = 1 - 3 * w * w + 2 * w * w * w;
  s[1] = l * (w - 2 * w * w + w * w * w);
  s[2] = y * (1 - w);
  s[3] = z * (1 - w);
  s[4] = 3 * w * w - 2 * w * w * w;
  s[5] = l * (w * w * w - w * w);
  s[6] = y * w;
  s[7] = z * w;
}

/* ---------------------------------------------------------------------------------- constants */

/* Four Gauss points along x integrate the sixth powers; the section enters by its moments, because
 * shape functions are even (0), odd in y (1) or odd in z (2). */
static void build_mass(lash_ancf_element *el) {
  static const int kind[8] = {0, 0, 1, 2, 0, 0, 1, 2};
  const double section[3] = {el->section.area, el->section.y2, el->section.z2};
  memset(el->mass, 0, sizeof el->mass);
  memset(el->line_weight, 0, sizeof el->line_weight);
  for (int p = 0; p < 4; p++) {
    double s[8], w = gauss4[p][1] * el->length;
    lash_ancf_shape(el->length, gauss4[p][0] * el->length, 1, 1, s);
    for (int a = 0; a < 8; a++) {
      if (kind[a] == 0) el->line_weight[a] += w * s[a];
      for (int b = 0; b < 8; b++) {
        if (kind[a] == kind[b])
          el->mass[a][b] += w * el->material.density * section[kind[a]] * s[a] * s[b];
      }
    }
  }
}

/* The seven vectors of the coordinates (or of the velocities). */
static void vectors(const double e[LASH_ANCF_DOF], double w[ANCF_VECTORS][3]) {
  for (int i = 0; i < 3; i++) w[0][i] = e[12 + i] - e[i];
  memcpy(w[1], e + 3, 9 * sizeof(double));
  memcpy(w[4], e + 15, 9 * sizeof(double));
}

static void products(double w[ANCF_VECTORS][3], double g[LASH_ANCF_PRODUCTS]) {
  for (int a = 0, k = 0; a < ANCF_VECTORS; a++)
    for (int b = a; b < ANCF_VECTORS; b++) g[k++] = dot3(w[a], w[b]);
}

lash_status lash_ancf_element_init(lash_ancf_element *el, double length,
                                   const lash_section *section, const lash_material *material,
                                   lash_ancf_variant variant, double beta, lash_error *error) {
  if (!(isfinite(length) && length > 0))
    return lash_fail(error, LASH_BAD_INPUT, "the length of a beam element must be > 0, not %g m",
                     length);
  if (!(isfinite(beta) && beta >= 0))
    return lash_fail(error, LASH_BAD_INPUT, "the damping of a beam must be >= 0, not %g s", beta);
  lash_status status = lash_material_check(material, error);
  if (status == LASH_OK) status = lash_section_check(section, error);
  if (status != LASH_OK) return status;
  el->length = length;
  el->beta = beta;
  el->section = *section;
  el->material = *material;
  build_mass(el);
  ancf_build_stiffness(el, variant);
  double w[ANCF_VECTORS][3] = {{length, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                               {1, 0, 0},      {0, 1, 0}, {0, 0, 1}};
  products(w, el->straight);
  return LASH_OK;
}

/* ------------------------------------------------------------------------------- elastic force */

/* p = D (g - g0 + beta g'), the derivative of the energy with respect to the products. */
static void stresses(const lash_ancf_element *el, double w[ANCF_VECTORS][3],
                     double rate[ANCF_VECTORS][3], double p[LASH_ANCF_PRODUCTS]) {
  double g[LASH_ANCF_PRODUCTS];
  products(w, g);
  for (int k = 0; k < LASH_ANCF_PRODUCTS; k++) g[k] -= el->straight[k];
  if (rate && el->beta > 0) {
    for (int a = 0, k = 0; a < ANCF_VECTORS; a++)
      for (int b = a; b < ANCF_VECTORS; b++)
        g[k++] += el->beta * (dot3(w[a], rate[b]) + dot3(rate[a], w[b]));
  }
  memset(p, 0, LASH_ANCF_PRODUCTS * sizeof *p);
  for (int j = 0; j < LASH_ANCF_PRODUCTS; j++)
    for (int k = 0; k < LASH_ANCF_PRODUCTS; k++) p[k] += el->stiffness[j][k] * g[j];
}

double lash_ancf_energy(const lash_ancf_element *el, const double e[LASH_ANCF_DOF]) {
  double w[ANCF_VECTORS][3], g[LASH_ANCF_PRODUCTS], p[LASH_ANCF_PRODUCTS], energy = 0;
  vectors(e, w);
  products(w, g);
  stresses(el, w, NULL, p);
  for (int k = 0; k < LASH_ANCF_PRODUCTS; k++) energy += 0.5 * p[k] * (g[k] - el->straight[k]);
  return energy;
}

/* From derivatives by the seven vectors to the order of the coordinates. */
static void scatter(double f7[ANCF_VECTORS][3], double f[LASH_ANCF_DOF]) {
  for (int i = 0; i < 3; i++) {
    f[i] = -f7[0][i];
    f[12 + i] = f7[0][i];
  }
  memcpy(f + 3, f7[1], 9 * sizeof(double));
  memcpy(f + 15, f7[4], 9 * sizeof(double));
}

void lash_ancf_force(const lash_ancf_element *el, const double e[LASH_ANCF_DOF], const double *v,
                     double f[LASH_ANCF_DOF]) {
  double w[ANCF_VECTORS][3], rate[ANCF_VECTORS][3], p[LASH_ANCF_PRODUCTS];
  double f7[ANCF_VECTORS][3] = {{0}};
  vectors(e, w);
  if (v) vectors(v, rate);
  stresses(el, w, v ? rate : NULL, p);
  for (int a = 0, k = 0; a < ANCF_VECTORS; a++) {
    for (int b = a; b < ANCF_VECTORS; b++, k++) {
      for (int i = 0; i < 3; i++) { /* for a = b both lines add: the factor 2 of a square */
        f7[a][i] += p[k] * w[b][i];
        f7[b][i] += p[k] * w[a][i];
      }
    }
  }
  scatter(f7, f);
}

/* ------------------------------------------------------------------------------------- tangent */

/* The 21 columns of B = dg/dw have seven entries each: column (a, i) holds w_b[i] in row (a, b),
 * twice that in row (a, a). So both products with B below run over seven rows only, and their inner
 * loops over whole rows, which the compiler vectorises. */
enum { COLUMNS = 3 * ANCF_VECTORS };

/* out[k][j] = D B(u) */
static void stress_columns(const lash_ancf_element *el, double u[ANCF_VECTORS][3],
                           double out[LASH_ANCF_PRODUCTS][COLUMNS]) {
  for (int a = 0; a < ANCF_VECTORS; a++) {
    double column[3][LASH_ANCF_PRODUCTS] = {{0}};
    for (int b = 0; b < ANCF_VECTORS; b++) {
      const double *d = el->stiffness[ancf_product(a, b)];
      double twice = a == b ? 2 : 1, x = twice * u[b][0], y = twice * u[b][1], z = twice * u[b][2];
      for (int k = 0; k < LASH_ANCF_PRODUCTS; k++) {
        column[0][k] += x * d[k];
        column[1][k] += y * d[k];
        column[2][k] += z * d[k];
      }
    }
    for (int k = 0; k < LASH_ANCF_PRODUCTS; k++)
      for (int i = 0; i < 3; i++) out[k][3 * a + i] = column[i][k];
  }
}

/* Three rows (a, 0..2) of B(w)' DB + ce T (x) I, T the stresses p as a symmetric matrix. */
static void tangent_rows(double w[ANCF_VECTORS][3], double DB[LASH_ANCF_PRODUCTS][COLUMNS],
                         const double p[LASH_ANCF_PRODUCTS], double ce, int a,
                         double rows[3][COLUMNS]) {
  memset(rows, 0, 3 * sizeof rows[0]);
  for (int b = 0; b < ANCF_VECTORS; b++) {
    const double *db = DB[ancf_product(a, b)];
    double twice = a == b ? 2 : 1, x = twice * w[b][0], y = twice * w[b][1], z = twice * w[b][2];
    for (int j = 0; j < COLUMNS; j++) {
      rows[0][j] += x * db[j];
      rows[1][j] += y * db[j];
      rows[2][j] += z * db[j];
    }
    for (int i = 0; i < 3; i++) rows[i][3 * b + i] += ce * twice * p[ancf_product(a, b)];
  }
}

void lash_ancf_tangent(const lash_ancf_element *el, const double e[LASH_ANCF_DOF], const double *v,
                       double ce, double cv, double t[LASH_ANCF_DOF][LASH_ANCF_DOF]) {
  double w[ANCF_VECTORS][3], rate[ANCF_VECTORS][3], u[ANCF_VECTORS][3], p[LASH_ANCF_PRODUCTS];
  double DB[LASH_ANCF_PRODUCTS][COLUMNS], rows[3][COLUMNS];
  static const int place[ANCF_VECTORS] = {12, 3, 6, 9, 15, 18, 21}; /* of vector a in e */
  vectors(e, w);
  if (v) vectors(v, rate);
  stresses(el, w, v ? rate : NULL, p);
  for (int a = 0; a < ANCF_VECTORS; a++)
    for (int i = 0; i < 3; i++)
      u[a][i] = (ce + cv * el->beta) * w[a][i] + (v ? ce * el->beta * rate[a][i] : 0);
  stress_columns(el, u, DB);
  for (int a = 0; a < ANCF_VECTORS; a++) {
    tangent_rows(w, DB, p, ce, a, rows);
    for (int i = 0; i < 3; i++) scatter((double(*)[3])rows[i], t[place[a] + i]);
  }
  for (int i = 0; i < 3; i++) /* r2 - r1: the first node's rows are the second's with minus */
    for (int j = 0; j < LASH_ANCF_DOF; j++) t[i][j] = -t[12 + i][j];
}

/* --------------------------------------------------------------------------------------- loads */

static void add_weighted(const double weight[8], double factor, const double load[3], double *Q) {
  for (int a = 0; a < 8; a++)
    for (int i = 0; i < 3; i++) Q[3 * a + i] += factor * weight[a] * load[i];
}

void lash_ancf_line_load(const lash_ancf_element *el, const double q[3], double *Q) {
  add_weighted(el->line_weight, 1, q, Q);
}

void lash_ancf_gravity(const lash_ancf_element *el, const double g[3], double *Q) {
  add_weighted(el->line_weight, el->material.density * el->section.area, g, Q);
}

void lash_ancf_point_load(const lash_ancf_element *el, const double point[3], const double force[3],
                          double *Q) {
  double s[8];
  lash_ancf_shape(el->length, point[0], point[1], point[2], s);
  add_weighted(s, 1, force, Q);
}
