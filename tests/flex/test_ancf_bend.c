/* The 45 degree bend (Bathe and Bolourchi 1979, Int. J. Numer. Meth. Engng 14, 961-986): a circular
 * arc of radius 100 in a plane, clamped, with a force of 600 across it at its tip; bending and
 * torsion together; against Reissner's rod by shooting. The arc is a polygon of straight elements.
 * A node keeps the gradients of its own tangent frame; an element sees them turned into its chord's
 * frame, which is a linear map because the element has all three gradients. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "helper.h"
#include "unity.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);

enum { MOST = 16, DOF = 12 * (MOST + 1), HELD = 12 };

static const double PI = 3.14159265358979323846, radius = 100, load = 600;
static double q[DOF];
static lash_error error;

void setUp(void) {}
void tearDown(void) {}

/* Element coordinates = T times the coordinates of its two nodes, chord ahead of the first node's
 * tangent by `half` and behind the second's by as much. */
static void turned(double half, double T[24][24]) {
  memset(T, 0, 24 * sizeof T[0]);
  for (int node = 0; node < 2; node++) {
    double c = cos(half), s = node ? -sin(half) : sin(half);
    for (int i = 0; i < 3; i++) {
      int at = 12 * node + i;
      T[at][at] = T[at + 9][at + 9] = 1;
      T[at + 3][at + 3] = T[at + 6][at + 6] = c; /* r_x, r_y of the chord */
      T[at + 3][at + 6] = s;
      T[at + 6][at + 3] = -s;
    }
  }
}

static void place(int count) {
  for (int n = 0; n <= count; n++) {
    double angle = PI / 4 * n / count, *node = q + 12 * n;
    memset(node, 0, 12 * sizeof *node);
    node[0] = radius * sin(angle);
    node[1] = radius * (1 - cos(angle));
    node[3] = node[7] = cos(angle);
    node[4] = sin(angle);
    node[6] = -sin(angle);
    node[11] = 1;
  }
}

/* K (dense) and the residual force of the whole arc. */
static void assemble(const lash_ancf_element *element, int count, double T[24][24], double *K,
                     double *f) {
  size_t dof = 12 * (size_t)(count + 1);
  memset(K, 0, dof * dof * sizeof *K);
  memset(f, 0, dof * sizeof *f);
  for (size_t n = 0; n < (size_t)count; n++) {
    double e[24] = {0}, fe[24], te[24][24], half[24][24] = {{0}};
    for (size_t i = 0; i < 24; i++)
      for (size_t j = 0; j < 24; j++) e[i] += T[i][j] * q[12 * n + j];
    lash_ancf_force(element, e, NULL, fe);
    lash_ancf_tangent(element, e, NULL, 1, 0, te);
    for (size_t i = 0; i < 24; i++)
      for (size_t j = 0; j < 24; j++) {
        f[12 * n + j] += T[i][j] * fe[i];
        for (size_t k = 0; k < 24; k++) half[i][j] += te[i][k] * T[k][j];
      }
    for (size_t i = 0; i < 24; i++)
      for (size_t j = 0; j < 24; j++)
        for (size_t k = 0; k < 24; k++) K[(12 * n + j) * dof + 12 * n + i] += T[k][i] * half[k][j];
  }
}

/* Displacement of the tip. */
static void bend(int count, double tip[3]) {
  lash_section section;
  lash_material m = {1e7, 0, 1};
  lash_ancf_element element;
  double T[24][24], f[DOF];
  int n = 12 * (count + 1), one = 1, info, pivots[DOF];
  double *K = malloc((size_t)n * (size_t)n * sizeof *K);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(1, 1, m.poisson, &section, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_element_init(&element, 2 * radius * sin(PI / 8 / count),
                                                        &section, &m, LASH_ANCF_CURED, 0, &error));
  turned(PI / 8 / count, T);
  place(count);
  for (int increment = 1; increment <= 10; increment++) {
    double moved = 1;
    for (int iteration = 0; moved > 1e-9 && iteration < 50; iteration++) {
      assemble(&element, count, T, K, f);
      f[n - 12 + 2] -= load * increment / 10;
      for (int i = 0; i < HELD; i++) {
        if (i / 3 == 1) continue; /* r_x follows the shear angle */
        for (int j = 0; j < n; j++) K[j * n + i] = i == j;
        f[i] = 0;
      }
      dgesv_(&n, &one, K, &n, pivots, f, &n, &info);
      TEST_ASSERT_EQUAL_INT(0, info);
      moved = 0;
      for (int i = 0; i < n; i++) {
        q[i] -= f[i];
        moved = fmax(moved, fabs(f[i]) / (i % 12 < 3 ? radius : 1));
      }
    }
    TEST_ASSERT_TRUE_MESSAGE(moved <= 1e-9, "Newton's method converges");
  }
  for (int i = 0; i < 3; i++) tip[i] = q[n - 12 + i];
  tip[0] -= radius * sin(PI / 4);
  tip[1] -= radius * (1 - cos(PI / 4));
  free(K);
}

static void the_unloaded_arc_is_at_rest(void) {
  static double K[DOF * DOF];
  double T[24][24], f[DOF];
  lash_section section;
  lash_material m = {1e7, 0, 1};
  lash_ancf_element element;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(1, 1, m.poisson, &section, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_ancf_element_init(&element, 2 * radius * sin(PI / 64),
                                                        &section, &m, LASH_ANCF_CURED, 0, &error));
  turned(PI / 64, T);
  place(8);
  assemble(&element, 8, T, K, f);
  for (int i = 0; i < 108; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-5, 0, f[i]); /* of E = 1e7 */
}

static void tip_of_the_bend(void) {
  /* Bathe and Bolourchi's own displacements, eight straight elements */
  static const double published[3] = {-23.5, -13.4, 53.4};
  const double force[3] = {0, 0, load}, none[3] = {0};
  double tip[2][3], exact[3], apart[2] = {0};
  lash_section section;
  lash_material m = {1e7, 0, 1};
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(1, 1, m.poisson, &section, &error));
  reissner_arc(&section, &m, radius * PI / 4, 1 / radius, force, none, 10, exact);
  exact[0] -= radius * sin(PI / 4);
  exact[1] -= radius * (1 - cos(PI / 4));
  for (int k = 0; k < 2; k++) {
    bend(k ? 16 : 8, tip[k]);
    for (int i = 0; i < 3; i++) apart[k] = fmax(apart[k], fabs(tip[k][i] - exact[i]));
  }
  for (int i = 0; i < 3; i++)
    TEST_ASSERT_DOUBLE_WITHIN(0.03 * fabs(published[i]), published[i], tip[1][i]);
  TEST_ASSERT_LESS_THAN_DOUBLE(0.36, apart[0]);
  TEST_ASSERT_LESS_THAN_DOUBLE(0.4 * apart[0], apart[1]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_unloaded_arc_is_at_rest);
  RUN_TEST(tip_of_the_bend);
  return UNITY_END();
}
