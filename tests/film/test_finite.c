/* The table of finite bearings against a solver of its own: finite differences between points, in
 * another unknown than the finite volumes that the table was made by (rigs/lash_reynolds.h).
 *
 * With M = P h^1.5 (Vogelpohl 1937), h = 1 - eps cos(phi), y = 2 z/L:
 *   M_phiphi + M_yy/width^2 - (h^1.5)''/h^1.5 M = -cos(phi - direction)/h^1.5,  M >= 0. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_film.h"
#include "lash_math.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

typedef struct state {
  double width, eps, direction;
} state;

enum { AROUND = 480, ACROSS = 24, COARSER = 2 };

static double pressure[ACROSS + 1][AROUND]; /* M; row `across` is the open end and stays 0 */

/* One sweep of projected over-relaxation; the greatest change. */
static double sweep(const state *b, int around, int across, const double *g, const double *f) {
  const double xx = around / (2 * LASH_PI) * around / (2 * LASH_PI);
  const double yy = (double)across * across / (b->width * b->width);
  const double omega = 2 / (1 + 3.0 / fmin(around, 2 * across * fmax(1, 1 / b->width)));
  double change = 0;
  for (int j = 0; j < across; j++) {
    const double *below = pressure[j ? j - 1 : 1], *above = pressure[j + 1];
    double *row = pressure[j];
    for (int i = 0; i < around; i++) {
      const double sides = row[i ? i - 1 : around - 1] + row[i + 1 < around ? i + 1 : 0];
      const double next =
          (xx * sides + yy * (below[i] + above[i]) + f[i]) / (2 * xx + 2 * yy + g[i]);
      const double moved = fmax(0, row[i] + omega * (next - row[i]));
      change = fmax(change, fabs(moved - row[i]));
      row[i] = moved;
    }
  }
  return change;
}

/* Force along e and across it in units of 12 mu L R^3 |V|/c^3. */
static void solve(const state *b, int around, int across, double force[2]) {
  static double g[AROUND], f[AROUND], h15[AROUND], angle[AROUND];
  double most = 0;
  for (int i = 0; i < around; i++) {
    const double phi = angle[i] = 2 * LASH_PI * i / around, h = 1 - b->eps * cos(phi);
    const double h1 = b->eps * sin(phi), h2 = b->eps * cos(phi);
    h15[i] = h * sqrt(h);
    g[i] = 0.75 * h1 * h1 / (h * h) + 1.5 * h2 / h;
    f[i] = cos(phi - b->direction) / h15[i];
    most = fmax(most, fabs(f[i]));
  }
  memset(pressure, 0, sizeof pressure);
  for (int n = 0; n < 20000; n++)
    if (sweep(b, around, across, g, f) < 1e-9 * most) break;
  force[0] = force[1] = 0;
  for (int j = 0; j < across; j++) {
    const double area = (j ? 1 : 0.5) * 2 * LASH_PI / around / across;
    for (int i = 0; i < around; i++) {
      const double p = pressure[j][i] / h15[i] * area;
      force[0] -= p * cos(angle[i]);
      force[1] -= p * sin(angle[i]);
    }
  }
}

/* What the law says, in the same units. */
static void ask(const state *b, double force[2]) {
  const double c = 20e-6, L = 0.01, R = L / (2 * b->width), mu = 0.05;
  const double unit = 12 * mu * L * R * R * R / (c * c * c);
  lash_film film;
  OK(lash_film_begin(&film, "finite", &error));
  OK(lash_film_set_number(&film, "R", R, &error));
  OK(lash_film_set_number(&film, "L", L, &error));
  OK(lash_film_set_number(&film, "c", c, &error));
  OK(lash_film_set_number(&film, "viscosity", mu, &error));
  OK(lash_film_set_number(&film, "eps_max", 0.99, &error));
  OK(lash_film_ready(&film, &error));
  const lash_film_motion m = {.e = {b->eps * c, 0}, .u = {cos(b->direction), sin(b->direction)}};
  lash_film_value v;
  lash_film_eval(&film, &m, false, &v);
  for (int k = 0; k < 2; k++) force[k] = v.force[k] / unit;
}

static double off_at(const state *b) {
  double coarse[2], fine[2], told[2], far = 0;
  solve(b, AROUND / COARSER, ACROSS / COARSER, coarse);
  solve(b, AROUND, ACROSS, fine);
  ask(b, told);
  for (int k = 0; k < 2; k++) far = hypot(far, told[k] - (4 * fine[k] - coarse[k]) / 3);
  return far / hypot(fine[0], fine[1]);
}

/* Between the nodes of the table; most of all where V is nearly at a right angle to e and the film
 * is thin, where a table is hardest to make. */
static void test_table(void) {
  static const state states[] = {{1, 0.1, 3.0},      {0.2, 0.15, -2.8}, {1, 0.33, -1.5},
                                 {1.25, 0.5, 2.2},   {0.6, 0.71, -1.2}, {1.8, 0.8, -0.7},
                                 {0.35, 0.9, 0.3},   {0.9, 0.9, 1.64},  {0.25, 0.95, -1.5},
                                 {0.45, 0.95, 1.45}, {0.7, 0.95, 1.66}, {1, 0.95, -1.57},
                                 {1, 0.95, 0.8},     {1.4, 0.95, 1.85}, {1.9, 0.95, -1.35},
                                 {0.5, 0.95, 2.6},   {1, 0.975, -1.5},  {0.4, 0.975, 1.6}};
  double worst = 0;
  for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
    const double off = off_at(&states[k]);
    char text[128];
    snprintf(text, sizeof text, "width %g, eps %g, direction %g: %.3f %% off", states[k].width,
             states[k].eps, states[k].direction, 100 * off);
    TEST_ASSERT_TRUE_MESSAGE(off < 3e-3, text);
    worst = fmax(worst, off);
  }
  printf("table: at most %.3f %% off\n", 100 * worst);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_table);
  return UNITY_END();
}
