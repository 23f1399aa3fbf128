/* A mechanism from dataset text, for tests of the solver. */
#ifndef SOLVER_HELPER_H
#define SOLVER_HELPER_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_model.h"
#include "lash_system.h"
#include "unity.h"

typedef struct mechanism {
  lash_model model;
  lash_system *system;
  const lash_system_sizes *n;
  double t, *y, *ydot;
} mechanism;

static lash_error error;

#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

/* Title and END are added. The state is the assembled initial one. */
static inline mechanism load(const char *statements) {
  mechanism m = {0};
  const size_t size = strlen(statements) + 64;
  char *text = malloc(size);
  strcpy(text, "test mechanism\n");
  strcat(text, statements);
  strcat(text, "\nEND\n");
  error.message[0] = '\0';
  OK(lash_model_parse(&m.model, "test.adm", text, strlen(text), &error));
  free(text);
  OK(lash_system_create(&m.model, NULL, &m.system, &error));
  m.n = lash_system_size(m.system);
  m.y = malloc(m.n->y * sizeof(double));
  m.ydot = malloc(m.n->y * sizeof(double));
  lash_system_initial(m.system, &m.t, m.y);
  OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
  OK(lash_system_commit(m.system, &error));
  return m;
}

static inline void unload(mechanism *m) {
  lash_system_free(m->system);
  lash_model_free(&m->model);
  free(m->y);
  free(m->ydot);
}

static inline double measure(mechanism *m, const char *name, int a, int b, int c, int d) {
  const int arguments[4] = {a, b, c, d};
  size_t count = 4;
  double value = NAN;
  while (count > 1 && !arguments[count - 1]) count--;
  OK(lash_system_measure(m->system, name, arguments, count, &value, &error));
  return value;
}

/* A measure of an element: id, jflag, component, rm. */
static inline double element(mechanism *m, const char *name, int id, int jflag, int component) {
  const int arguments[4] = {id, jflag, component, 0};
  double value = NAN;
  OK(lash_system_measure(m->system, name, arguments, 4, &value, &error));
  return value;
}

/* One classical Runge-Kutta step, then projection. */
static inline void rk4(mechanism *m, double h) {
  const size_t n = m->n->y;
  double *k = malloc(5 * n * sizeof *k), *trial = k + 4 * n;
  static const double at[4] = {0, 0.5, 0.5, 1};
  for (int s = 0; s < 4; s++) {
    for (size_t i = 0; i < n; i++)
      trial[i] = m->y[i] + (s ? at[s] * h * k[(size_t)(s - 1) * n + i] : 0);
    OK(lash_system_rates(m->system, m->t + at[s] * h, trial, k + (size_t)s * n, &error));
  }
  for (size_t i = 0; i < n; i++)
    m->y[i] += h / 6 * (k[i] + 2 * k[n + i] + 2 * k[2 * n + i] + k[3 * n + i]);
  m->t += h;
  lash_system_normalise(m->y, m->n);
  OK(lash_system_project(m->system, m->t, m->y, LASH_PROJECT_BOTH, 0, &error));
  OK(lash_system_commit(m->system, &error));
  free(k);
}

/* Small deterministic random numbers in (-1, 1). */
static inline double noise(unsigned *seed) {
  *seed = (1103515245u * *seed + 12345u) & 0x7fffffffu;
  return *seed / 1073741824.0 - 1;
}

#endif
