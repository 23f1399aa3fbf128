/* Every operation of one or two operands as a function, for 1, 2 and 4 lanes. */
#include "tape_functions.h"

#include "tape_apply.h"

#if defined(__x86_64__)
#define WITH_AVX2 __attribute__((target("avx2")))
#else
#define WITH_AVX2
#endif

#define FUNCTION(name, lanes, how)                                               \
  how static void name##_##lanes(double *to, const double *a, const double *b) { \
    double p[lanes], q[lanes], r[lanes];                                         \
    for (int l = 0; l < lanes; l++) p[l] = a[l], q[l] = b[l];                    \
    for (int l = 0; l < lanes; l++) r[l] = APPLY_##name(p[l], q[l], q[l]);       \
    for (int l = 0; l < lanes; l++) to[l] = r[l];                                \
    (void)q;                                                                     \
  }

#define X(name, operands, what) FUNCTION(name, 1, ) FUNCTION(name, 2, ) FUNCTION(name, 4, WITH_AVX2)
LASH_TAPE_OPERATIONS(X)
#undef X

tape_function tape_function_of(tape_op op, unsigned lanes) {
  static const tape_function table[OP_COUNT][3] = {
#define X(name, operands, what) [OP_##name] = {name##_1, name##_2, name##_4},
      LASH_TAPE_OPERATIONS(X)
#undef X
  };
  return table[op][lanes == 4 ? 2 : lanes - 1];
}
