/* Random lists of operations, for tests that hold back ends against each other. */
#ifndef RANDOM_TAPE_H
#define RANDOM_TAPE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tape.h"

enum { RANDOM_VARIABLES = 9, RANDOM_PARAMETERS = 4, RANDOM_WANTED = 12 };

typedef struct random_tape {
  uint64_t seed;
  lash_tape *tape;
  lash_term wanted[RANDOM_WANTED];
} random_tape;

static inline uint32_t random_below(uint64_t *seed, uint32_t n) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)((*seed >> 33) % n);
}

/* Numbers of all sizes, and now and then one that is special. */
static inline double random_number(uint64_t *seed) {
  static const double special[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 5e-324, 1e308};
  if (random_below(seed, 40) == 0) return special[random_below(seed, 9)];
  const double unit = (double)random_below(seed, 1u << 30) * 0x1p-29 - 1;
  return random_below(seed, 8) ? 3 * unit : unit * exp2((double)random_below(seed, 60) - 30);
}

/* Two results of three operands; the derivative is exact. */
static inline int random_call(void *context, void *member, const double *in, double *out) {
  (void)context;
  const double shift = member ? *(double *)member : 0;
  out[0] = in[0] * in[1] + shift;
  out[1] = in[2] - in[0] * in[0];
  return 0;
}

static inline int random_call_rates(void *context, void *member, const double *in, const double *d,
                                    double *out) {
  (void)context, (void)member;
  out[0] = d[0] * in[1] + in[0] * d[1];
  out[1] = d[2] - 2 * in[0] * d[0];
  return 0;
}

typedef lash_term random_unary(lash_tape *, lash_term);
typedef lash_term random_binary(lash_tape *, lash_term, lash_term);

/* Records `count` operations on numbers that were recorded before, mostly young ones. */
static inline void random_record(random_tape *r, size_t count, bool with_calls) {
  static random_unary *const unary[] = {
      lash_tape_neg,  lash_tape_abs,  lash_tape_sqrt,   lash_tape_floor, lash_tape_sin,
      lash_tape_cos,  lash_tape_sin,  lash_tape_cos,    lash_tape_asin,  lash_tape_acos,
      lash_tape_atan, lash_tape_exp,  lash_tape_expm1,  lash_tape_log,   lash_tape_sinh,
      lash_tape_cosh, lash_tape_tanh, lash_tape_square, lash_tape_trunc, lash_tape_ceil};
  static random_binary *const binary[] = {
      lash_tape_add, lash_tape_sub,      lash_tape_mul,   lash_tape_div, lash_tape_add,
      lash_tape_sub, lash_tape_mul,      lash_tape_mul,   lash_tape_add, lash_tape_min,
      lash_tape_max, lash_tape_copysign, lash_tape_atan2, lash_tape_pow, lash_tape_fmod};
  static random_binary *const compare[] = {lash_tape_lt, lash_tape_le, lash_tape_gt,
                                           lash_tape_ge, lash_tape_eq, lash_tape_ne};
  static const lash_tape_call call = {.name = "random",
                                      .function = random_call,
                                      .derivative = random_call_rates,
                                      .inputs = 3,
                                      .outputs = 2};
  lash_tape *t = r->tape;
  uint64_t *seed = &r->seed;
  size_t n = 0, room = count + RANDOM_VARIABLES + RANDOM_PARAMETERS + 4;
  lash_term *pool = malloc(2 * room * sizeof *pool);
  if (!pool) abort();
  for (uint32_t i = 0; i < RANDOM_VARIABLES; i++) pool[n++] = lash_tape_variable(t, i);
  for (uint32_t i = 0; i < RANDOM_PARAMETERS; i++) pool[n++] = lash_tape_parameter(t, i);
  for (size_t i = 0; i < count; i++) {
#define PICK                                                                         \
  pool[random_below(seed, 3) ? n - 1 - random_below(seed, n < 24 ? (uint32_t)n : 24) \
                             : random_below(seed, (uint32_t)n)]
    const uint32_t kind = random_below(seed, 100);
    lash_term made = 0;
    if (kind < 3) {
      made = lash_tape_constant(t, random_number(seed));
    } else if (kind < 25) {
      made = unary[random_below(seed, 20)](t, PICK);
    } else if (kind < 88) {
      const lash_term a = PICK, b = PICK;
      made = binary[random_below(seed, 15)](t, a, b);
    } else if (kind < 98 || !with_calls) {
      const lash_term a = PICK, b = PICK, c = PICK, d = PICK;
      lash_term holds = compare[random_below(seed, 6)](t, a, b);
      const lash_term other = compare[random_below(seed, 6)](t, c, d);
      if (random_below(seed, 2)) holds = lash_tape_and(t, holds, other);
      if (random_below(seed, 2)) holds = lash_tape_or(t, other, lash_tape_not(t, holds));
      const lash_term yes = PICK, no = PICK;
      made = lash_tape_select(t, holds, yes, no);
    } else {
      const lash_term in[3] = {PICK, PICK, PICK};
      lash_term out[2];
      lash_tape_calls(t, &call, in, out);
      pool[n++] = out[0];
      made = out[1];
    }
    pool[n++] = made;
  }
  for (int i = 0; i < RANDOM_WANTED; i++) r->wanted[i] = PICK;
#undef PICK
  free(pool);
}

/* Bits agree, or both are NaN. */
static inline bool agree(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

#endif
