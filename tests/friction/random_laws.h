/* Random laws, inputs and states for tests that walk the registry; the same on every machine. */
#ifndef LASH_TEST_RANDOM_LAWS_H
#define LASH_TEST_RANDOM_LAWS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "lash_friction.h"
#include "unity.h"

static uint64_t random_state = 1;

static inline void random_seed(uint64_t seed) { random_state = seed * 2654435761u + 1; }

/* Uniform in [0, 1) (splitmix64). */
static inline double random_unit(void) {
  uint64_t x = random_state += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static inline double random_between(double low, double high) {
  return low + (high - low) * random_unit();
}

static inline double random_decades(double low, double high) {
  return pow(10.0, random_between(low, high));
}

static inline double random_sign(void) { return random_unit() < 0.5 ? -1.0 : 1.0; }

/* A law as it comes, with its defaults. */
static inline lash_friction law_named(const char *name, size_t dim) {
  lash_friction law;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_friction_begin(&law, name, dim, &error),
                                error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_friction_ready(&law, &error), error.message);
  return law;
}

static inline void set_number(lash_friction *law, const char *name, double value) {
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_friction_set_number(law, name, value, &error),
                                error.message);
  lash_friction_ready(law, &error);
}

/* Parameters within a factor of three of the defaults, as far as they are legal. */
static inline lash_friction random_law(const lash_friction_law *descriptor, size_t dim) {
  lash_friction law;
  lash_error error;
  for (int attempt = 0; attempt < 1000; attempt++) {
    lash_friction_begin(&law, descriptor->name, dim, &error);
    for (size_t i = 0; i < descriptor->param_count; i++) {
      const lash_param *row = &descriptor->params[i];
      double value = row->standard > 0 ? row->standard * random_decades(-0.5, 0.5) : random_unit();
      if (row->name[0] == 'M') value = floor(random_between(1, 5));
      if (row->choices) value = floor(random_between(0, row->max + 1));
      lash_friction_set_number(&law, row->name, value, &error); /* illegal: the default stays */
    }
    if (lash_friction_ready(&law, &error) == LASH_OK) return law;
  }
  TEST_FAIL_MESSAGE(error.message);
  return law;
}

/* A sliding velocity anywhere between creep and 1 m/s. */
static inline void random_velocity(size_t dim, double *vt) {
  double speed = random_decades(-7, 0), angle = random_between(0, 6.283185307179586);
  vt[0] = dim == 1 ? speed * random_sign() : speed * cos(angle);
  vt[1] = dim == 1 ? 0.0 : speed * sin(angle);
}

/* A state the law can reach: a few strokes from rest, then a little unloading, which leaves the
 * corners of piecewise laws. */
static inline void random_history(const lash_friction *law, double normal, double *z) {
  lash_friction_reset(law, z);
  for (int stroke = 0; stroke < 4; stroke++) {
    lash_friction_input in = {.normal = normal};
    random_velocity(law->dim, in.vt);
    double speed = sqrt(in.vt[0] * in.vt[0] + in.vt[1] * in.vt[1]);
    lash_friction_advance(law, &in, random_decades(-6, -4) / speed, z);
  }
  double keep = random_between(0.5, 0.98);
  size_t vectors = 0, scalars = 0, discrete = 0;
  if (law->law->states) law->law->states(law->c, &vectors, &scalars, &discrete);
  for (size_t k = 0; k < vectors * law->dim; k++) z[k] *= keep;
  for (size_t k = 0; k < scalars; k++) z[vectors * law->dim + k] = random_between(0.05, 0.95);
}

static inline lash_friction_input random_input(const lash_friction *law, double *z) {
  lash_friction_input in = {.normal = random_decades(-1, 2), .z = z};
  random_velocity(law->dim, in.vt);
  random_history(law, in.normal, z);
  return in;
}

#endif
