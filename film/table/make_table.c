/* film_table: writes film/finite_table.c to its standard output, with the solver of
 * lash_reynolds.h. Takes a few minutes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "film_impl.h"
#include "finite_table.h"
#include "lash_reynolds.h"

enum { ROWS = FINITE_ROWS + 2, COLUMNS = FINITE_ANGLE + 1, MOST = COLUMNS > ROWS ? COLUMNS : ROWS };

static void solve(double width, double eps, double angle, int fine, double film[3]) {
  lash_reynolds bearing = {
      .eps = eps, .direction = angle, .width = width, .around = 128 << fine, .across = 12 << fine};
  lash_reynolds_film f;
  lash_error error;
  if (lash_reynolds_solve(&bearing, NULL, &f, &error) != LASH_OK) {
    fprintf(stderr, "%s\n", error.message);
    exit(1);
  }
  film[0] = -(f.radial * cos(angle) + f.tangential * sin(angle));
  film[1] = -(-f.radial * sin(angle) + f.tangential * cos(angle));
  film[2] = f.pressure;
}

/* Logarithms of the ratios to the short bearing, extrapolated from two grids. */
static void ratios(double width, double eps, double angle, double ratio[3]) {
  double coarse[3], fine[3];
  half_circle h;
  const double xi = eps * cos(angle), eta = -eps * sin(angle);
  solve(width, eps, angle, 0, coarse);
  solve(width, eps, angle, 1, fine);
  lash_half_circle(xi, eta, &h);
  const double unit = 3 / (width * width), peak = lash_short_peak(xi, eta);
  const double of_short[3] = {h.cc / unit, h.cs / unit, 1.5 * peak / unit};
  for (int k = 0; k < 3; k++) ratio[k] = log((4 * fine[k] - coarse[k]) / 3 / of_short[k]);
}

/* Where the force across vanishes its ratio is that of the neighbourhood, even in the distance. */
static void node(double width, int row, int column, double ratio[3]) {
  const double eps = tanh(FINITE_STEP * row), chi = LASH_PI * column / FINITE_ANGLE;
  const double stretch = sqrt(sqrt(1 - eps * eps));
  const double angle = row ? atan2(sin(chi), stretch * cos(chi)) : LASH_HALF_PI;
  double near[3], far[3];
  ratios(width, eps, angle, ratio);
  if (row == 0) {
    ratios(width, 0.05, LASH_HALF_PI, near);
    ratios(width, 0.1, LASH_HALF_PI, far);
  } else if (column == 0 || column == FINITE_ANGLE) {
    const double side = column ? -1 : 1;
    ratios(width, eps, angle + side * 0.06, near);
    ratios(width, eps, angle + side * 0.12, far);
  } else {
    return;
  }
  ratio[1] = (4 * near[1] - far[1]) / 3;
}

/* Solves A x = b in place, n small. */
static void eliminate(int n, double A[MOST][MOST], double *b) {
  for (int k = 0; k < n; k++) {
    for (int r = k + 1; r < n; r++) {
      const double f = A[r][k] / A[k][k];
      for (int c = k; c < n; c++) A[r][c] -= f * A[k][c];
      b[r] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int c = k + 1; c < n; c++) b[k] -= A[k][c] * b[c];
    b[k] /= A[k][k];
  }
}

/* Coefficients along the angle: even about both ends. */
static void spline_angle(double *f) {
  double A[MOST][MOST] = {{0}};
  for (int k = 0; k < COLUMNS; k++) {
    A[k][k] += 4.0 / 6;
    A[k][k ? k - 1 : 1] += 1.0 / 6;
    A[k][k + 1 < COLUMNS ? k + 1 : COLUMNS - 2] += 1.0 / 6;
  }
  eliminate(COLUMNS, A, f);
}

/* Along eps: even or odd about 0; at the far end the third difference of the coefficients is 0. */
static void spline_eps(double parity, double *f) {
  double A[MOST][MOST] = {{0}};
  for (int k = 0; k <= FINITE_ROWS; k++) {
    A[k][k] += 4.0 / 6;
    A[k][k + 1] += 1.0 / 6;
    A[k][k ? k - 1 : 1] += (k ? 1 : parity) / 6;
  }
  const double end[4] = {-1, 3, -3, 1};
  for (int k = 0; k < 4; k++) A[ROWS - 1][ROWS - 4 + k] = end[k];
  f[ROWS - 1] = 0;
  eliminate(ROWS, A, f);
}

static void make_coefficients(double f[ROWS][COLUMNS]) {
  for (int r = 0; r <= FINITE_ROWS; r++) spline_angle(f[r]);
  for (int k = 0; 2 * k <= FINITE_ANGLE; k++) {
    double even[ROWS], odd[ROWS];
    for (int r = 0; r < ROWS; r++) {
      even[r] = 0.5 * (f[r][k] + f[r][FINITE_ANGLE - k]);
      odd[r] = 0.5 * (f[r][k] - f[r][FINITE_ANGLE - k]);
    }
    spline_eps(1, even);
    spline_eps(-1, odd);
    for (int r = 0; r < ROWS; r++) {
      f[r][k] = even[r] + odd[r];
      f[r][FINITE_ANGLE - k] = even[r] - odd[r];
    }
  }
}

static void print_function(double f[ROWS][COLUMNS]) {
  printf("{");
  for (int r = 0; r < ROWS; r++) {
    printf("%s{", r ? ",\n" : "");
    for (int k = 0; k < COLUMNS; k++) printf("%s%.5ff", k ? ", " : "", f[r][k]);
    printf("}");
  }
  printf("}");
}

int main(void) {
  static double f[FINITE_FUNCTIONS][ROWS][COLUMNS];
  puts("/* Written by film_table. Do not edit. */\n#include \"finite_table.h\"\n");
  puts("/* clang-format off */");
  puts(
      "const float lash_finite_table[FINITE_WIDTHS][FINITE_FUNCTIONS][FINITE_ROWS + 2]"
      "[FINITE_ANGLE + 1] = {");
  for (int w = 0; w < FINITE_WIDTHS; w++) {
    const double width = FINITE_LEAST * pow(2, 0.5 * w);
    for (int r = 0; r <= FINITE_ROWS; r++) {
      for (int k = 0; k < COLUMNS; k++) {
        double ratio[3];
        node(width, r, k, ratio);
        for (int n = 0; n < FINITE_FUNCTIONS; n++) f[n][r][k] = ratio[n];
      }
    }
    printf("{");
    for (int n = 0; n < FINITE_FUNCTIONS; n++) {
      make_coefficients(f[n]);
      if (n) printf(",\n");
      print_function(f[n]);
    }
    printf("}%s\n", w + 1 < FINITE_WIDTHS ? "," : "");
    fprintf(stderr, "width %g\n", width);
  }
  puts("};\n/* clang-format on */");
  return 0;
}
