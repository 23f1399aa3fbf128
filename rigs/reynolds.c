/* Finite volumes, second order, and projected successive over-relaxation.
 *
 * With h = 1 - eps cos(phi) and y = 2 z/L:  (h^3 P_phi)_phi + (h^3 P_y)_y/width^2 = -v.n. Angles
 * are stretched, phi = t - k sin(t), so that the narrow pressure of a thin film gets its cells. */
#include "lash_reynolds.h"

#include <math.h>
#include <stdlib.h>

#include "lash_math.h"

enum { SWEEPS_MOST = 20000 };
static const double CHANGE_LEAST = 1e-9; /* of the greatest pressure, per sweep */

typedef struct grid {
  int n, m;
  double *P, *east, *south, *source; /* conductances to the next cell around; across; -v.n J */
  double *angle, *J;
  bool *dry;
} grid;

static double stretch(const lash_reynolds *b) { return 1 - sqrt(1 - b->eps * b->eps); }

static double angle_at(const lash_reynolds *b, double cell) {
  const double t = 2 * LASH_PI * cell / b->around - LASH_PI;
  return t - stretch(b) * sin(t);
}

double lash_reynolds_angle(const lash_reynolds *b, int cell) { return angle_at(b, cell + 0.5); }

static double turned(double angle) { return angle - 2 * LASH_PI * rint(angle / (2 * LASH_PI)); }

static bool in_groove(const lash_reynolds *b, double angle) {
  for (size_t g = 0; g < b->grooves; g++)
    if (fabs(turned(angle - b->groove[g][0])) <= b->groove[g][1]) return true;
  return false;
}

static double cube_of_gap(const lash_reynolds *b, double angle) {
  const double h = 1 - b->eps * cos(angle);
  return h * h * h;
}

static void fill(const lash_reynolds *b, grid *g) {
  const double k = stretch(b), dt = 2 * LASH_PI / g->n, dy = 1.0 / g->m;
  for (int i = 0; i < g->n; i++) {
    const double t = dt * (i + 0.5) - LASH_PI, face = t + dt / 2;
    const double J = 1 - k * cos(t), J_face = 1 - k * cos(face);
    g->angle[i] = lash_reynolds_angle(b, i);
    g->J[i] = J;
    g->east[i] = cube_of_gap(b, angle_at(b, i + 1)) / J_face / (dt * dt);
    g->south[i] = cube_of_gap(b, g->angle[i]) * J / (b->width * b->width * dy * dy);
    g->source[i] = J * cos(g->angle[i] - b->direction);
    g->dry[i] = in_groove(b, g->angle[i]);
  }
}

/* One cell from its neighbours. Row 0 lies at the middle of the width, row m-1 half a cell from the
 * end, where the pressure is 0. */
static double cell_value(const grid *g, int i, int j) {
  const int west = i ? i - 1 : g->n - 1, east = i + 1 < g->n ? i + 1 : 0;
  const double *P = g->P + (size_t)j * (size_t)g->n;
  double sum = g->east[west] * P[west] + g->east[i] * P[east] + g->source[i];
  double all = g->east[west] + g->east[i];
  if (j > 0) sum += g->south[i] * P[i - g->n], all += g->south[i];
  if (j + 1 < g->m)
    sum += g->south[i] * P[i + g->n], all += g->south[i];
  else /* quadratic through the end's zero: second order there as well */
    sum += g->south[i] * P[i - g->n] / 3, all += 3 * g->south[i];
  return sum / all;
}

static double sweep(const grid *g, double omega, bool torn, double *greatest) {
  double change = 0;
  *greatest = 0;
  for (int j = 0; j < g->m; j++) {
    for (int i = 0; i < g->n; i++) {
      double *P = &g->P[(size_t)j * (size_t)g->n + (size_t)i];
      if (g->dry[i]) continue;
      double next = *P + omega * (cell_value(g, i, j) - *P);
      if (!torn && next < 0) next = 0;
      change = fmax(change, fabs(next - *P));
      *P = next;
      *greatest = fmax(*greatest, fabs(next));
    }
  }
  return change;
}

static bool relax(const lash_reynolds *b, grid *g, lash_reynolds_film *film) {
  const double omega = 2 / (1 + 2.5 / fmin(g->n / 2.0, g->m * fmax(1.0, 1 / b->width) * 2));
  for (film->sweeps = 1; film->sweeps < SWEEPS_MOST; film->sweeps++) {
    const double change = sweep(g, omega, b->torn, &film->pressure);
    if (change <= CHANGE_LEAST * film->pressure) return true;
  }
  return false;
}

static void add_up(const grid *g, lash_reynolds_film *film) {
  const double cell = 2 * LASH_PI / g->n / g->m;
  film->radial = film->tangential = 0;
  for (int j = 0; j < g->m; j++) {
    for (int i = 0; i < g->n; i++) {
      const double p = fmax(0, g->P[(size_t)j * (size_t)g->n + (size_t)i]) * g->J[i] * cell;
      film->radial -= p * cos(g->angle[i]);
      film->tangential -= p * sin(g->angle[i]);
    }
  }
}

static lash_status check(const lash_reynolds *b, lash_error *error) {
  if (b->eps >= 0 && b->eps < 1 && b->width > 0 && isfinite(b->width) && isfinite(b->direction) &&
      b->around >= 8 && b->across >= 2 && b->around <= 8192 && b->across <= 1024 &&
      b->grooves <= LASH_REYNOLDS_GROOVES)
    return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "a bearing for Reynolds' equation has 0 <= eps < 1, a width above 0, 8 to 8192 "
                   "cells around and 2 to 1024 across");
}

lash_status lash_reynolds_solve(const lash_reynolds *b, double *pressure, lash_reynolds_film *film,
                                lash_error *error) {
  lash_status status = check(b, error);
  if (status) return status;
  const size_t n = (size_t)b->around, m = (size_t)b->across;
  double *numbers = calloc(n * m + 5 * n, sizeof *numbers);
  bool *dry = calloc(n, sizeof *dry);
  if (!numbers || !dry) {
    free(numbers), free(dry);
    return lash_fail(error, LASH_FAILURE, "out of memory");
  }
  double *row = numbers + n * m;
  grid g = {b->around,   b->across,   numbers,     row, row + n,
            row + 2 * n, row + 3 * n, row + 4 * n, dry};
  fill(b, &g);
  if (relax(b, &g, film))
    add_up(&g, film);
  else
    status = lash_fail(error, LASH_FAILURE, "Reynolds' equation did not converge in %d sweeps",
                       SWEEPS_MOST);
  for (size_t i = 0; !status && pressure && i < n; i++) pressure[i] = fmax(0, numbers[i]);
  free(numbers), free(dry);
  return status;
}
