/* Recorded rates against those of the Cartesian equations. */
#ifndef RECORD_RATES_HELPER_H
#define RECORD_RATES_HELPER_H

#include "integrate_helper.h"
#include "record.h"

/* The lifted state ahead by `by` along z'. */
static inline void ahead(lash_recording *r, double t, const double *z, const double *zdot, size_t n,
                         double by, double *y) {
  double *there = malloc(n * sizeof *there);
  for (size_t k = 0; k < n; k++) there[k] = z[k] + by * zdot[k];
  lash_recording_lift(r, t + by, there, y);
  free(there);
}

/* y' by a difference of order four of the lifted state along z'. */
static inline void difference(lash_recording *r, double t, const double *z, const double *zdot,
                              size_t n, double h, double *y, size_t ny) {
  static const double weight[] = {8, -8, -1, 1}, at[] = {1, -1, 2, -2};
  double *one = malloc(ny * sizeof *one);
  memset(y, 0, ny * sizeof *y);
  for (int p = 0; p < 4; p++) {
    ahead(r, t, z, zdot, n, at[p] * h, one);
    for (size_t k = 0; k < ny; k++) y[k] += weight[p] * one[k] / (12 * h);
  }
  free(one);
}

/* Largest difference of velocities and accelerations, relative to the greatest of them. Euler
 * parameters are left out: their sign is free. */
static inline double compare(mechanism *m, lash_recording *r, double t, const double *z,
                             const double *zdot, size_t n) {
  const lash_system_sizes *s = m->n;
  double *y = calloc(3 * s->y, sizeof *y), *ydot = y + s->y, *seen = ydot + s->y;
  double scale = 1e-3, worst = 0, speed = 1;
  lash_recording_lift(r, t, z, y);
  OK(lash_system_rates(m->system, t, y, ydot, &error));
  for (size_t k = 0; k < n; k++) speed = fmax(speed, fabs(zdot[k]));
  difference(r, t, z, zdot, n, 1e-5 / sqrt(speed), seen, s->y);
  for (size_t k = s->q; k < s->y; k++) {
    scale = fmax(scale, fabs(ydot[k]));
    worst = fmax(worst, fabs(ydot[k] - seen[k]));
  }
  for (size_t b = 0; b < s->bodies; b++)
    for (size_t k = 7 * b; k < 7 * b + 3; k++) worst = fmax(worst, fabs(ydot[k] - seen[k]));
  free(y);
  return worst / scale;
}

/* What forces and MOTIONs deliver, against loads and reactions of the system at the same state: the
 * largest difference, and the greatest of these powers. */
typedef struct power_check {
  double worst, scale;
} power_check;

static inline void compare_powers(mechanism *m, lash_recording *r, double t, const double *z,
                                  power_check *check) {
  const size_t forces = m->n->forces, count = forces + m->n->motions;
  double *power = calloc(count + 1, sizeof *power);
  OK(lash_recording_powers(r, t, z, power, &error));
  for (size_t k = 0; k < count; k++) {
    double there;
    OK(k < forces ? lash_system_force_power(m->system, k, &there, &error)
                  : lash_system_motion_power(m->system, k - forces, NULL, &there, &error));
    check->scale = fmax(check->scale, fabs(there));
    check->worst = fmax(check->worst, fabs(power[k] - there));
  }
  free(power);
}

/* Along four states a little apart, each accepted; the greatest difference met. */
static inline double compare_rates(mechanism *m, lash_recording *r) {
  const lash_recording_report report = lash_recording_tell(r);
  const size_t n = report.length;
  double *z = calloc(2 * n, sizeof *z), *zdot = z + n, worst = 0, t = m->t;
  power_check powers = {.scale = 1e-3};
  lash_system_set(m->system, m->t, m->y);
  OK(lash_recording_lower(r, z, &error));
  for (int step = 0; step < 4; step++) {
    OK(lash_recording_rates(r, t, z, zdot, &error));
    worst = fmax(worst, compare(m, r, t, z, zdot, n));
    for (size_t k = 0; k < n; k++) z[k] += 1e-4 * zdot[k];
    t += 1e-4;
    lash_recording_normalise(r, z);
    OK(lash_recording_project(r, t, z, NULL, &error));
    OK(lash_recording_commit(r, t, z, &error)); /* both remember the same contacts */
    OK(lash_recording_show(r, t, z, &error));
    compare_powers(m, r, t, z, &powers);
  }
  free(z);
  char text[100];
  snprintf(text, sizeof text, "powers: %.1e of %g", powers.worst, powers.scale);
  TEST_ASSERT_TRUE_MESSAGE(powers.worst <= 1e-9 * powers.scale, text);
  return worst;
}

#endif
