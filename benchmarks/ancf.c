/* Elastic force of an ANCF element: the library's constant matrix over inner products against the
 * two usual ways, Gauss points in the volume (5 x 3 x 3) and Gauss points along the axis with
 * section moments. All three give the same force; the program checks that first. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lash_ancf.h"
#include "lash_space.h"

static const double x5[5] = {0.04691007703066800360, 0.23076534494715845448, 0.5,
                             0.76923465505284154552, 0.95308992296933199640};
static const double w5[5] = {0.11846344252809454376, 0.23931433524968323402, 0.28444444444444444444,
                             0.23931433524968323402, 0.11846344252809454376};
static const double x3[3] = {-0.38729833462074168852, 0, 0.38729833462074168852};
static const double w3[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

static const double side = 0.016;

/* r', r_y', r_z', r_y, r_z at a station, and back from their conjugate forces */
static void station(double l, double w, const double *e, double v[5][3]) {
  double h[4] = {(6 * w * w - 6 * w) / l, 1 - 4 * w + 3 * w * w, (6 * w - 6 * w * w) / l,
                 3 * w * w - 2 * w};
  for (int i = 0; i < 3; i++) {
    v[0][i] = h[0] * e[i] + h[1] * e[3 + i] + h[2] * e[12 + i] + h[3] * e[15 + i];
    v[1][i] = (e[18 + i] - e[6 + i]) / l;
    v[2][i] = (e[21 + i] - e[9 + i]) / l;
    v[3][i] = (1 - w) * e[6 + i] + w * e[18 + i];
    v[4][i] = (1 - w) * e[9 + i] + w * e[21 + i];
  }
}

static void scatter(double l, double w, double p[5][3], double *f) {
  double h[4] = {(6 * w * w - 6 * w) / l, 1 - 4 * w + 3 * w * w, (6 * w - 6 * w * w) / l,
                 3 * w * w - 2 * w};
  for (int i = 0; i < 3; i++) {
    f[i] += h[0] * p[0][i];
    f[3 + i] += h[1] * p[0][i];
    f[12 + i] += h[2] * p[0][i];
    f[15 + i] += h[3] * p[0][i];
    f[6 + i] += (1 - w) * p[3][i] - p[1][i] / l;
    f[18 + i] += w * p[3][i] + p[1][i] / l;
    f[9 + i] += (1 - w) * p[4][i] - p[2][i] / l;
    f[21 + i] += w * p[4][i] + p[2][i] / l;
  }
}

static void volume_force(const lash_ancf_element *el, const double *e, double *f) {
  double G = lash_shear_modulus(&el->material), l = el->length;
  double lambda = 2 * G * el->material.poisson / (1 - 2 * el->material.poisson);
  memset(f, 0, 24 * sizeof *f);
  for (int s = 0; s < 5; s++) {
    double v[5][3], p[5][3] = {{0}};
    station(l, x5[s], e, v);
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) {
        double y = side * x3[j], z = side * x3[k];
        double weight = w5[s] * w3[j] * w3[k] * l * side * side, rx[3];
        for (int i = 0; i < 3; i++) rx[i] = v[0][i] + y * v[1][i] + z * v[2][i];
        double xx = 0.5 * (dot3(rx, rx) - 1), yy = 0.5 * (dot3(v[3], v[3]) - 1);
        double zz = 0.5 * (dot3(v[4], v[4]) - 1), tr = lambda * (xx + yy + zz);
        double xy = G * dot3(rx, v[3]), xz = G * dot3(rx, v[4]), yz = G * dot3(v[3], v[4]);
        double sxx = tr + 2 * G * xx, syy = tr + 2 * G * yy, szz = tr + 2 * G * zz;
        for (int i = 0; i < 3; i++) {
          double fx = weight * (sxx * rx[i] + xy * v[3][i] + xz * v[4][i]);
          p[0][i] += fx;
          p[1][i] += y * fx;
          p[2][i] += z * fx;
          p[3][i] += weight * (xy * rx[i] + syy * v[3][i] + yz * v[4][i]);
          p[4][i] += weight * (xz * rx[i] + yz * v[3][i] + szz * v[4][i]);
        }
      }
    scatter(l, x5[s], p, f);
  }
}

/* The same with the section integrated in closed form: strains are polynomials in y and z. */
static void axis_force(const lash_ancf_element *el, const double *e, double *f) {
  const lash_section *s = &el->section;
  double G = lash_shear_modulus(&el->material), l = el->length;
  double lambda = 2 * G * el->material.poisson / (1 - 2 * el->material.poisson);
  double stiff = lambda + 2 * G;
  memset(f, 0, 24 * sizeof *f);
  for (int n = 0; n < 5; n++) {
    double v[5][3], p[5][3], w = w5[n] * l;
    station(l, x5[n], e, v);
    double c0 = 0.5 * (dot3(v[0], v[0]) - 1), cy = dot3(v[0], v[1]), cz = dot3(v[0], v[2]);
    double cyy = 0.5 * dot3(v[1], v[1]), cyz = dot3(v[1], v[2]), czz = 0.5 * dot3(v[2], v[2]);
    double yy = 0.5 * (dot3(v[3], v[3]) - 1), zz = 0.5 * (dot3(v[4], v[4]) - 1);
    /* moments of the axial stress with 1, y, z, y^2, yz, z^2 */
    double side_stress = lambda * (yy + zz);
    double m0 = stiff * (s->area * c0 + s->y2 * cyy + s->z2 * czz) + side_stress * s->area;
    double my = stiff * s->y2 * cy, mz = stiff * s->z2 * cz, myz = stiff * s->y2z2 * cyz;
    double myy = stiff * (s->y2 * c0 + s->y4 * cyy + s->y2z2 * czz) + side_stress * s->y2;
    double mzz = stiff * (s->z2 * c0 + s->y2z2 * cyy + s->z4 * czz) + side_stress * s->z2;
    double volume = s->area * c0 + s->y2 * cyy + s->z2 * czz;
    double syy = stiff * s->area * yy + lambda * (volume + s->area * zz);
    double szz = stiff * s->area * zz + lambda * (volume + s->area * yy);
    double xy0 = G * s->area * dot3(v[0], v[3]), xyy = G * s->y2 * dot3(v[1], v[3]);
    double xyz = G * s->z2 * dot3(v[2], v[3]), xz0 = G * s->area * dot3(v[0], v[4]);
    double xzy = G * s->y2 * dot3(v[1], v[4]), xzz = G * s->z2 * dot3(v[2], v[4]);
    double yz = G * s->area * dot3(v[3], v[4]);
    for (int i = 0; i < 3; i++) {
      p[0][i] = w * (m0 * v[0][i] + my * v[1][i] + mz * v[2][i] + xy0 * v[3][i] + xz0 * v[4][i]);
      p[1][i] = w * (my * v[0][i] + myy * v[1][i] + myz * v[2][i] + xyy * v[3][i] + xzy * v[4][i]);
      p[2][i] = w * (mz * v[0][i] + myz * v[1][i] + mzz * v[2][i] + xyz * v[3][i] + xzz * v[4][i]);
      p[3][i] = w * (xy0 * v[0][i] + xyy * v[1][i] + xyz * v[2][i] + syy * v[3][i] + yz * v[4][i]);
      p[4][i] = w * (xz0 * v[0][i] + xzy * v[1][i] + xzz * v[2][i] + yz * v[3][i] + szz * v[4][i]);
    }
    scatter(l, x5[n], p, f);
  }
}

static void product_force(const lash_ancf_element *el, const double *e, double *f) {
  lash_ancf_force(el, e, NULL, f);
}

static void product_tangent(const lash_ancf_element *el, const double *e, double *f) {
  double t[24][24];
  lash_ancf_tangent(el, e, NULL, 1, 0, t);
  for (int i = 0; i < 24; i++) f[i] = t[i][i];
}

static double time_of(void (*force)(const lash_ancf_element *, const double *, double *),
                      const lash_ancf_element *el, double *e) {
  enum { CALLS = 200000 };
  double f[24], keep = 0, best = 1;
  for (int run = 0; run < 5; run++) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < CALLS / 10; i++) {
      e[13] += 1e-12;
      force(el, e, f);
      keep += f[0];
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double s = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    best = fmin(best, s / (CALLS / 10));
  }
  return keep == 0.123 ? 0 : best;
}

int main(void) {
  lash_section section;
  lash_material material = {116e9, 0.3, 1700};
  lash_ancf_element el;
  lash_error error;
  double e[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.16, 0, 0, 1, 0.01, 0, 0, 1, 0, 0, 0, 1};
  double a[24], b[24], c[24], difference = 0, size = 0;
  if (lash_section_rectangle(side, side, 0.3, &section, &error) != LASH_OK ||
      lash_ancf_element_init(&el, 0.16, &section, &material, LASH_ANCF_PLAIN, 0, &error) != LASH_OK)
    return 1;
  product_force(&el, e, a);
  volume_force(&el, e, b);
  axis_force(&el, e, c);
  for (int i = 0; i < 24; i++) {
    size = fmax(size, fabs(a[i]));
    difference = fmax(difference, fmax(fabs(a[i] - b[i]), fabs(a[i] - c[i])));
  }
  double product = time_of(product_force, &el, e), volume = time_of(volume_force, &el, e);
  double axis = time_of(axis_force, &el, e), tangent = time_of(product_tangent, &el, e);
  printf("the three forces differ by %.1e of the largest\n", difference / size);
  printf("force, products of vectors (library)  %6.0f ns   1\n", product * 1e9);
  printf("force, 5 points and section moments   %6.0f ns   %.2f\n", axis * 1e9, axis / product);
  printf("force, 5 x 3 x 3 points               %6.0f ns   %.2f\n", volume * 1e9, volume / product);
  printf("exact tangent (library)               %6.0f ns   %.2f\n", tangent * 1e9,
         tangent / product);
  return difference < 1e-9 * size ? 0 : 1;
}
