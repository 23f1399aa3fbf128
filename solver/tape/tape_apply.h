/* The meaning of each operation, as expressions of its operands: the interpreter, constant folding
 * and the calls of emitted code are made of these, printed C repeats them. */
#ifndef LASH_SOLVER_TAPE_APPLY_H
#define LASH_SOLVER_TAPE_APPLY_H

#include "lash_math.h"
#include "tape_impl.h"

#define APPLY_ADD(a, b, c)      ((a) + (b))
#define APPLY_SUB(a, b, c)      ((a) - (b))
#define APPLY_MUL(a, b, c)      ((a) * (b))
#define APPLY_DIV(a, b, c)      ((a) / (b))
#define APPLY_NEG(a, b, c)      (-(a))
#define APPLY_ABS(a, b, c)      fabs(a)
#define APPLY_SQRT(a, b, c)     sqrt(a)
#define APPLY_MIN(a, b, c)      ((a) < (b) ? (a) : (b))
#define APPLY_MAX(a, b, c)      ((a) > (b) ? (a) : (b))
#define APPLY_COPYSIGN(a, b, c) ((b) == (b) ? copysign(a, b) : NAN)
#define APPLY_FLOOR(a, b, c)    floor(a)
#define APPLY_LT(a, b, c)       tape_condition((a) < (b))
#define APPLY_LE(a, b, c)       tape_condition((a) <= (b))
#define APPLY_EQ(a, b, c)       tape_condition((a) == (b))
#define APPLY_AND(a, b, c)      lash_from_bits(lash_bits(a) & lash_bits(b))
#define APPLY_OR(a, b, c)       lash_from_bits(lash_bits(a) | lash_bits(b))
#define APPLY_NOT(a, b, c)      lash_from_bits(~lash_bits(a))
#define APPLY_SELECT(a, b, c)   (tape_holds(a) ? (b) : (c))
#define APPLY_SIN(a, b, c)      lash_sin(a)
#define APPLY_COS(a, b, c)      lash_cos(a)
#define APPLY_ASIN(a, b, c)     lash_asin(a)
#define APPLY_ACOS(a, b, c)     lash_acos(a)
#define APPLY_ATAN(a, b, c)     lash_atan(a)
#define APPLY_ATAN2(a, b, c)    lash_atan2(a, b)
#define APPLY_EXP(a, b, c)      lash_exp(a)
#define APPLY_EXPM1(a, b, c)    lash_expm1(a)
#define APPLY_LOG(a, b, c)      lash_log(a)
#define APPLY_SINH(a, b, c)     lash_sinh(a)
#define APPLY_COSH(a, b, c)     lash_cosh(a)
#define APPLY_TANH(a, b, c)     lash_tanh(a)
#define APPLY_POW(a, b, c)      lash_pow_signed(a, b)
#define APPLY_FMOD(a, b, c)     fmod(a, b)
#define APPLY_TURN(a, b, c)     lash_from_bits(lash_bits(a) + 1)
#define APPLY_QUADRANT(a, b, c) tape_quadrant(a, b, c)

/* The end of lash_sin_shifted: which of the two it is, and its sign. */
static inline double tape_quadrant(double turn, double sine, double cosine) {
  const uint64_t bits = lash_bits(turn), odd = 0 - (bits & 1u);
  const uint64_t value = (lash_bits(cosine) & odd) | (lash_bits(sine) & ~odd);
  return lash_from_bits(value ^ ((bits & 2u) << 62));
}

#endif
