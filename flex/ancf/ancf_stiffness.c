/* The constant matrix D of an ANCF element: strain energy as a quadratic form in inner products.
 *
 * At a station x the position gradient is made of five vectors
 *     v = (r', r_y', r_z', r_y, r_z),   r_x(x,y,z) = r' + y r_y' + z r_z'
 * and the Green strain at the point (y, z) is linear in their 15 inner products s. The section
 * integral of the energy is 1/2 (s - s0)' H (s - s0) with a 15 x 15 matrix H of section moments.
 * The five vectors are linear in the seven nodal ones, so s = P(x) g, and D = sum of w P' H P. */
#include <string.h>

#include "ancf_internal.h"
#include "gauss.h"

enum { PAIRS = 15, STRAINS = 6, MONOMIALS = 6 };
enum { XX, YY, ZZ, XY, XZ, YZ }; /* strains; shear as 2 E */

/* Where the product of station vectors i <= j stands among the 15. */
static int pair(int i, int j) { return i * 5 - i * (i - 1) / 2 + j - i; }

/* Strain = sum over monomials (1, y, z, y^2, yz, z^2) of factor * product. */
static const struct {
  int strain, monomial, i, j;
  double factor;
} strain_terms[] = {
    {XX, 0, 0, 0, 0.5}, {XX, 1, 0, 1, 1}, {XX, 2, 0, 2, 1},   {XX, 3, 1, 1, 0.5}, {XX, 4, 1, 2, 1},
    {XX, 5, 2, 2, 0.5}, {XY, 0, 0, 3, 1}, {XY, 1, 1, 3, 1},   {XY, 2, 2, 3, 1},   {XZ, 0, 0, 4, 1},
    {XZ, 1, 1, 4, 1},   {XZ, 2, 2, 4, 1}, {YY, 0, 3, 3, 0.5}, {ZZ, 0, 4, 4, 0.5}, {YZ, 0, 3, 4, 1},
};
enum { TERMS = sizeof strain_terms / sizeof strain_terms[0] };

/* Section integrals of products of monomials. */
static double moment(const lash_section *s, int m, int n) {
  const double table[MONOMIALS][MONOMIALS] = {
      {s->area, 0, 0, s->y2, 0, s->z2}, {0, s->y2, 0, 0, 0, 0},   {0, 0, s->z2, 0, 0, 0},
      {s->y2, 0, 0, s->y4, 0, s->y2z2}, {0, 0, 0, 0, s->y2z2, 0}, {s->z2, 0, 0, s->y2z2, 0, s->z4},
  };
  return table[m][n];
}

/* Adds the section integral of 1/2 strain' c strain to H. */
static void add_section_energy(double H[PAIRS][PAIRS], const lash_section *s,
                               const double c[STRAINS][STRAINS]) {
  for (int a = 0; a < TERMS; a++)
    for (int b = 0; b < TERMS; b++)
      H[pair(strain_terms[a].i, strain_terms[a].j)][pair(strain_terms[b].i, strain_terms[b].j)] +=
          strain_terms[a].factor * strain_terms[b].factor *
          c[strain_terms[a].strain][strain_terms[b].strain] *
          moment(s, strain_terms[a].monomial, strain_terms[b].monomial);
}

static void isotropic(const lash_material *m, double c[STRAINS][STRAINS]) {
  double G = lash_shear_modulus(m), lambda = 2 * G * m->poisson / (1 - 2 * m->poisson);
  memset(c, 0, STRAINS * sizeof c[0]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) c[i][j] = lambda + (i == j ? 2 * G : 0);
  for (int i = XY; i <= YZ; i++) c[i][i] = G;
}

/* P at x = xi * length: the 15 products there from the 28 of the element. */
static void station_products(double l, double xi, double P[PAIRS][LASH_ANCF_PRODUCTS]) {
  const double N[5][ANCF_VECTORS] = {
      {6 * xi * (1 - xi) / l, 1 - 4 * xi + 3 * xi * xi, 0, 0, 3 * xi * xi - 2 * xi, 0, 0},
      {0, 0, -1 / l, 0, 0, 1 / l, 0},
      {0, 0, 0, -1 / l, 0, 0, 1 / l},
      {0, 0, 1 - xi, 0, 0, xi, 0},
      {0, 0, 0, 1 - xi, 0, 0, xi},
  };
  memset(P, 0, PAIRS * sizeof P[0]);
  for (int i = 0; i < 5; i++)
    for (int j = i; j < 5; j++)
      for (int a = 0; a < ANCF_VECTORS; a++)
        for (int b = 0; b < ANCF_VECTORS; b++)
          P[pair(i, j)][ancf_product(a, b)] += N[i][a] * N[j][b];
}

/* Adds w P' H P for the station at x = xi * length. */
static void add_station(lash_ancf_element *el, double xi, double w, double H[PAIRS][PAIRS]) {
  double P[PAIRS][LASH_ANCF_PRODUCTS];
  station_products(el->length, xi, P);
  for (int r = 0; r < PAIRS; r++) {
    for (int c = 0; c < PAIRS; c++) {
      if (H[r][c] == 0) continue;
      for (int m = 0; m < LASH_ANCF_PRODUCTS; m++)
        for (int n = 0; n < LASH_ANCF_PRODUCTS; n++)
          el->stiffness[m][n] += w * P[r][m] * H[r][c] * P[c][n];
    }
  }
}

static void build_plain(lash_ancf_element *el) {
  double c[STRAINS][STRAINS], H[PAIRS][PAIRS] = {{0}};
  isotropic(&el->material, c);
  add_section_energy(H, &el->section, c);
  for (int i = 0; i < 5; i++) add_station(el, gauss5[i][0], gauss5[i][1] * el->length, H);
}

/* Bending, stretch, shear and torsion: uniaxial stress, shear coefficients, torsion constant. */
static void line_section(const lash_ancf_element *el, double H[PAIRS][PAIRS]) {
  const lash_section *s = &el->section;
  double E = el->material.young, G = lash_shear_modulus(&el->material);
  double c[STRAINS][STRAINS] = {{0}};
  c[XX][XX] = E;
  c[XY][XY] = c[XZ][XZ] = G;
  add_section_energy(H, s, c);
  int shear_y = pair(0, 3), shear_z = pair(0, 4);
  H[shear_y][shear_y] = s->shear_y * G * s->area;
  H[shear_z][shear_z] = s->shear_z * G * s->area;

  /* twist is (a - b)/2 of the products a = r_y'.r_z, b = r_z'.r_y; (a + b)/2 skews the section */
  int a = pair(1, 4), b = pair(2, 3);
  double polar = s->y2 + s->z2;
  H[a][a] = H[b][b] = G * (s->torsion + polar) / 4;
  H[a][b] = H[b][a] = G * (polar - s->torsion) / 4;
}

/* Section strains with E and G, and the Poisson coupling of the axis. */
static void node_section(const lash_ancf_element *el, double H[PAIRS][PAIRS]) {
  lash_section axis = {.area = el->section.area};
  double E = el->material.young, c[STRAINS][STRAINS];
  isotropic(&el->material, c);
  c[XX][XX] -= E; /* integrated along the line */
  c[XY][XY] = c[XZ][XZ] = 0;
  add_section_energy(H, &axis, c);
}

/* The bubble b = 4 xi (1 - xi) adds beta b to the shear product and beta b' to the curvature
 * product of a bending plane; minimising over beta takes a rank-one term off D. */
static void condense_bubble(lash_ancf_element *el, int curvature, int shear,
                            double H[PAIRS][PAIRS]) {
  double l = el->length, P[PAIRS][LASH_ANCF_PRODUCTS];
  double coupling[LASH_ANCF_PRODUCTS] = {0}, stiffness = 0;
  for (int p = 0; p < 3; p++) {
    double xi = gauss3[p][0], w = gauss3[p][1] * l;
    double b = 4 * xi * (1 - xi), slope = 4 * (1 - 2 * xi) / l;
    double bend = w * H[curvature][curvature] * slope, push = w * H[shear][shear] * b;
    station_products(l, xi, P);
    stiffness += bend * slope + push * b;
    for (int m = 0; m < LASH_ANCF_PRODUCTS; m++)
      coupling[m] += bend * P[curvature][m] + push * P[shear][m];
  }
  for (int m = 0; m < LASH_ANCF_PRODUCTS; m++)
    for (int n = 0; n < LASH_ANCF_PRODUCTS; n++)
      el->stiffness[m][n] -= coupling[m] * coupling[n] / stiffness;
}

static void build_locking_free(lash_ancf_element *el, bool bubbles) {
  double line[PAIRS][PAIRS] = {{0}}, node[PAIRS][PAIRS] = {{0}};
  line_section(el, line);
  node_section(el, node);
  /* three points: as many conditions as r' has coefficients, so a slender beam can meet them all */
  for (int i = 0; i < 3; i++) add_station(el, gauss3[i][0], gauss3[i][1] * el->length, line);
  for (int end = 0; end <= 1; end++) add_station(el, end, el->length / 2, node);
  if (bubbles) {
    condense_bubble(el, pair(0, 1), pair(0, 3), line);
    condense_bubble(el, pair(0, 2), pair(0, 4), line);
  }
}

void ancf_build_stiffness(lash_ancf_element *el, lash_ancf_variant variant) {
  memset(el->stiffness, 0, sizeof el->stiffness);
  if (variant == LASH_ANCF_PLAIN) {
    build_plain(el);
  } else {
    build_locking_free(el, variant == LASH_ANCF_CURED);
  }
}
