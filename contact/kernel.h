/* What the evaluators of all contact laws are made of.
 *
 * A law is written once, as an inline kernel that computes force and derivatives at one point
 * without branches (selections only). The macros below make the single and the batch call out of
 * it, so that both give the same bits and the batch loop vectorises. */
#ifndef LASH_CONTACT_KERNEL_H
#define LASH_CONTACT_KERNEL_H

#include "lash_batch.h"
#include "lash_contact.h"
#include "lash_math.h"

/* ----------------------------------------------------------------------------------- constants */

/* Places in c[] that families share. Laws with LASH_CONTACT_HYSTERESIS keep a and v0_min here. */
enum { C_A, C_V0_MIN, C_K, C_N, C_POWER, C_OWN };

/* -------------------------------------------------------------------------------------- powers */

/* Exponents that need no pow; c[C_POWER] holds one of them. */
typedef enum power { POWER_1, POWER_3_2, POWER_2, POWER_5_2, POWER_3, POWER_ANY } power;

static inline power power_of(double n) {
  double twice = 2 * n;
  if (twice == 2) return POWER_1;
  if (twice == 3) return POWER_3_2;
  if (twice == 4) return POWER_2;
  if (twice == 5) return POWER_5_2;
  if (twice == 6) return POWER_3;
  return POWER_ANY;
}

/* d^(n-1) for d >= 0: one power serves the force (times d) and its slope (times n). What pow gives
 * at d = 0 is unused, and a NaN survives in d itself. */
LASH_INLINE double power_below(power shape, double d, double n) {
  switch (shape) {
    case POWER_1:
      return 1;
    case POWER_3_2:
      return sqrt(d);
    case POWER_2:
      return d;
    case POWER_5_2:
      return d * sqrt(d);
    case POWER_3:
      return d * d;
    default:
      return lash_pow_positive(d, n - 1);
  }
}

/* ----------------------------------------------------------------------------------- finishing */

/* x where the mask is all ones, 0 where it is 0. Written with bits because compilers turn several
 * selections on one condition into a jump, which keeps the loop from vectorising. */
LASH_INLINE double masked(uint64_t mask, double x) { return lash_from_bits(lash_bits(x) & mask); }

/* max(x, 0) that lets NaN through. */
LASH_INLINE double positive(double x) { return masked((uint64_t)(x <= 0) - 1, x); }

/* Makes the result of a one-sided law: nothing without contact, and nothing below `least` (0, or
 * -DBL_MAX where tension is kept). */
LASH_INLINE lash_contact_value one_sided(double delta, double least, double force, double d_delta,
                                         double d_v, double d_v0) {
  int apart = delta <= 0, cut = force < least;
  uint64_t keep = (uint64_t)(apart | cut) - 1;
  lash_contact_value value;
  value.force = masked(keep, force);
  value.d_delta = masked(keep, d_delta);
  value.d_v = masked(keep, d_v);
  value.d_v0 = masked(keep, d_v0);
  value.flags = (cut & !apart) ? LASH_CONTACT_CLAMPED : 0u;
  return value;
}

/* f (1 + a v/v0) from the elastic force f and its slope; v0 is floored by v0_min. */
LASH_INLINE lash_contact_value with_hysteresis(const double *c, double delta, double v, double v0,
                                               double f, double slope) {
  int floored = v0 < c[C_V0_MIN];
  double speed = floored ? c[C_V0_MIN] : v0;
  double rate = c[C_A] / speed, factor = 1 + rate * v;
  double d_v = f * rate, d_v0 = 0 - d_v * v / speed;
  return one_sided(delta, 0, f * factor, slope * factor, d_v, floored ? 0 : d_v0);
}

/* ---------------------------------------------------------------------- single and batch calls */

#define LASH_BATCH_ARGUMENTS                                                         \
  const double *c, size_t n, const double *delta, const double *v, const double *v0, \
      double *restrict force, double *restrict d_delta, double *restrict d_v

#define LASH_BATCH_LOOP(...)                                     \
  for (size_t i = 0; i < n; i++) {                               \
    lash_contact_value value = __VA_ARGS__;                      \
    force[i] = value.force;                                      \
    d_delta[i] = value.d_delta;                                  \
    d_v[i] = value.d_v;                                          \
    beyond += value.flags & LASH_CONTACT_BEYOND ? (size_t)1 : 0; \
  }

/* NAME_eval and NAME_batch from KERNEL(c, delta, v, v0, ...); SCOPE is static or nothing. */
#define LASH_EVALUATORS(SCOPE, NAME, KERNEL, ...)                                            \
  SCOPE lash_contact_value NAME##_eval(const double *c, double delta, double v, double v0) { \
    return KERNEL(c, delta, v, v0, __VA_ARGS__);                                             \
  }                                                                                          \
  LASH_BATCH SCOPE size_t NAME##_batch(LASH_BATCH_ARGUMENTS) {                               \
    size_t beyond = 0;                                                                       \
    LASH_BATCH_LOOP(KERNEL(c, delta[i], v[i], v0[i], __VA_ARGS__))                           \
    return beyond;                                                                           \
  }

/* The same for a kernel whose last argument is the shape of its power: one loop per shape. */
#define LASH_EACH_POWER(DO, KERNEL) \
  DO(POWER_1, KERNEL)               \
  DO(POWER_3_2, KERNEL) DO(POWER_2, KERNEL) DO(POWER_5_2, KERNEL) DO(POWER_3, KERNEL)
#define LASH_POWER_VALUE(SHAPE, KERNEL) \
  case SHAPE:                           \
    return KERNEL(c, delta, v, v0, SHAPE);
#define LASH_POWER_LOOP(SHAPE, KERNEL) \
  case SHAPE:                          \
    LASH_BATCH_LOOP(KERNEL(c, delta[i], v[i], v0[i], SHAPE)) break;

#define LASH_EVALUATORS_BY_POWER(SCOPE, NAME, KERNEL)                                        \
  SCOPE lash_contact_value NAME##_eval(const double *c, double delta, double v, double v0) { \
    switch ((power)c[C_POWER]) {                                                             \
      LASH_EACH_POWER(LASH_POWER_VALUE, KERNEL)                                              \
      default:                                                                               \
        return KERNEL(c, delta, v, v0, POWER_ANY);                                           \
    }                                                                                        \
  }                                                                                          \
  LASH_BATCH SCOPE size_t NAME##_batch(LASH_BATCH_ARGUMENTS) {                               \
    size_t beyond = 0;                                                                       \
    switch ((power)c[C_POWER]) {                                                             \
      LASH_EACH_POWER(LASH_POWER_LOOP, KERNEL)                                               \
      default:                                                                               \
        LASH_BATCH_LOOP(KERNEL(c, delta[i], v[i], v0[i], POWER_ANY))                         \
    }                                                                                        \
    return beyond;                                                                           \
  }

#endif
