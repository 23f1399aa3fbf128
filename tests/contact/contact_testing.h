/* Shared by the contact tests: seeded random numbers, laws with random parameters, making a law in
 * one line, and following an impact in time. */
#ifndef LASH_TEST_CONTACT_TESTING_H
#define LASH_TEST_CONTACT_TESTING_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lash_contact.h"
#include "unity.h"

/* ------------------------------------------------------------------------------ random numbers */

static uint64_t random_state = 0x9e3779b97f4a7c15u;

/* Uniform in [low, high): splitmix64. */
static inline double uniform(double low, double high) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

/* 10^low to 10^high, all magnitudes equally likely. */
static inline double magnitude(double low, double high) { return pow(10, uniform(low, high)); }

static inline bool coin(void) { return uniform(0, 1) < 0.5; }

/* -------------------------------------------------------------------------------- making a law */

static inline void must(lash_status status, const lash_error *error) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error->message);
}

/* "K=1e8 e=0.9": a ready law, or a failed test. */
static inline lash_contact make_law(const char *name, const char *settings) {
  lash_contact contact;
  lash_error error = {LASH_OK, ""};
  must(lash_contact_begin(&contact, name, &error), &error);
  char text[256];
  snprintf(text, sizeof text, "%s", settings);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    char *equals = strchr(word, '=');
    *equals = '\0';
    must(lash_contact_set(&contact, word, equals + 1, &error), &error);
  }
  must(lash_contact_ready(&contact, &error), &error);
  return contact;
}

static inline bool has(const lash_contact *contact, const char *name) {
  return lash_params_find(&contact->params, name) >= 0;
}

/* Sets a parameter where the law has one of that name. */
static inline void maybe(lash_contact *contact, const char *name, double value) {
  lash_error error = {LASH_OK, ""};
  if (has(contact, name)) must(lash_contact_set_number(contact, name, value, &error), &error);
}

static inline double random_exponent(void) {
  static const double common[] = {1, 1.5, 2, 2.5, 3};
  return coin() ? common[(size_t)uniform(0, 5)] : uniform(1.05, 3);
}

static inline void random_choice(lash_contact *contact, const char *name) {
  int i = lash_params_find(&contact->params, name);
  if (i < 0) return;
  size_t count = 0;
  while (contact->params.table[i].choices[count]) count++;
  maybe(contact, name, (double)(size_t)uniform(0, (double)count));
}

static inline void random_material(lash_contact *contact) {
  if (coin()) {
    maybe(contact, "E", magnitude(9, 11.5));
    maybe(contact, "nu", uniform(0, 0.49));
  } else {
    maybe(contact, "Ei", magnitude(9, 11.5));
    maybe(contact, "nui", uniform(0, 0.49));
    maybe(contact, "Ej", magnitude(9, 11.5));
    maybe(contact, "nuj", uniform(0, 0.49));
  }
  random_choice(contact, "sigma");
}

/* Stiffness directly or from material and radii; line laws know only the latter. */
static inline void random_stiffness(lash_contact *contact) {
  bool direct = has(contact, "K") && (coin() || !has(contact, "E"));
  if (direct) {
    maybe(contact, "K", magnitude(6, 10));
    maybe(contact, "n", random_exponent());
    maybe(contact, "m1", random_exponent());
    return;
  }
  random_material(contact);
  random_choice(contact, "curvature");
  double R_i = uniform(0.005, 0.02);
  bool plane = contact->law->kind == LASH_CONTACT_POINT &&
               lash_params_get(&contact->params, "curvature") == 2;
  maybe(contact, "Ri", R_i);
  if (!plane) maybe(contact, "Rj", R_i * uniform(0.9, 0.99));
  maybe(contact, "Rx", magnitude(-3, -1));
  maybe(contact, "Ry", magnitude(-3, -1));
  maybe(contact, "L", uniform(0.005, 0.03));
  maybe(contact, "R", magnitude(-3, -1));
}

static inline void random_dissipation(lash_contact *contact) {
  random_choice(contact, "hysteresis");
  random_choice(contact, "tension");
  random_choice(contact, "unloading");
  double hysteresis = lash_params_get(&contact->params, "hysteresis");
  bool direct = has(contact, "c") && has(contact, "e") && coin(); /* kelvin_voigt: c, or e and m */
  if (!(hysteresis < 2) && !direct) maybe(contact, "e", uniform(0.05, 1));
  if (!direct) maybe(contact, "m", magnitude(-2, 2));
  if (direct || !has(contact, "e")) maybe(contact, "c", magnitude(1, 4));
  maybe(contact, "gamma", magnitude(2, 5));
  maybe(contact, "d", magnitude(-5, -4));
  maybe(contact, "gap", magnitude(-5, -4));
  maybe(contact, "m2", uniform(1, 2));
  maybe(contact, "m3", uniform(1, 3));
  if (coin()) maybe(contact, "v0_min", 0.02);
}

/* The law with random, legal, roughly mechanical parameters. */
static inline lash_contact random_law(const lash_contact_law *law) {
  lash_contact contact;
  lash_error error = {LASH_OK, ""};
  must(lash_contact_begin(&contact, law->name, &error), &error);
  random_stiffness(&contact);
  random_dissipation(&contact);
  must(lash_contact_ready(&contact, &error), &error);
  return contact;
}

/* ----------------------------------------------------------------------------------- an impact */

typedef struct motion {
  double delta, v;
} motion;

static inline motion impact_rate(const lash_contact *law, double m, double v0, motion s) {
  return (motion){s.v, -lash_contact_eval(law, s.delta, s.v, v0).force / m};
}

static inline motion impact_step(const lash_contact *law, double m, double v0, motion s, double h) {
  motion a = impact_rate(law, m, v0, s);
  motion b = impact_rate(law, m, v0, (motion){s.delta + h / 2 * a.delta, s.v + h / 2 * a.v});
  motion c = impact_rate(law, m, v0, (motion){s.delta + h / 2 * b.delta, s.v + h / 2 * b.v});
  motion d = impact_rate(law, m, v0, (motion){s.delta + h * c.delta, s.v + h * c.v});
  return (motion){s.delta + h / 6 * (a.delta + 2 * b.delta + 2 * c.delta + d.delta),
                  s.v + h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v)};
}

/* Restitution of mass m hitting at v0, by the classical Runge-Kutta method with fixed steps and the
 * instant of parting found by bisection; `depth` (may be NULL) receives the greatest penetration.
 */
static inline double integrate_impact(const lash_contact *law, double m, double v0, double h,
                                      double *depth) {
  motion s = {1e-12 * v0 * h, v0}; /* just inside: some forces jump at touch */
  double deepest = 0;
  for (long i = 0; i < 5000000; i++) {
    motion next = impact_step(law, m, v0, s, h);
    if (next.delta <= 0) break;
    if (s.v > 0 && next.v <= 0) {
      /* deepest point: the secant of v is exact enough where delta is flat */
      double t = s.v / (s.v - next.v);
      motion top = impact_step(law, m, v0, s, t * h);
      deepest = fmax(top.delta, fmax(s.delta, next.delta));
    }
    s = next;
  }
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    *(impact_step(law, m, v0, s, middle * h).delta > 0 ? &low : &high) = middle;
  }
  if (depth) *depth = deepest;
  return -impact_step(law, m, v0, s, low * h).v / v0;
}

#endif
