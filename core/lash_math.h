/* exp, log, pow, tanh, sin, cos and atan for the laws, written in plain IEEE arithmetic.
 *
 * Why not libm's: these have no branch and no table, so that a loop over an array vectorises; and
 * they give the same bits in scalar and batch calls, on every compiler and operating system, which
 * libm does not promise. Measured errors: exp, log and pow below one unit in the last place, sin
 * and cos below two, expm1 and tanh below three, atan, sinh and cosh below four, asin, acos, atan2
 * below five (tests/core/test_math.c holds them to it). Compile with -ffp-contract=off. */
#ifndef LASH_MATH_H
#define LASH_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t lash_bits(double x) {
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

static inline double lash_from_bits(uint64_t u) {
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

/* ln 2 in two parts; the high one has 21 trailing zero bits, so k * LASH_LN2_HI is exact. */
#define LASH_LN2_HI     0x1.62e42fee00000p-1
#define LASH_LN2_LO     0x1.a39ef35793c76p-33
#define LASH_LOG2_E     0x1.71547652b82fep0
#define LASH_SHIFT      0x1.8p52 /* adding and subtracting it rounds to an integer */
#define LASH_PI         0x1.921fb54442d18p1
#define LASH_HALF_PI    0x1.921fb54442d18p0
#define LASH_HALF_PI_LO 0x1.1a62633145c07p-54

/* ----------------------------------------------------------------------- sums and products kept */

/* An unevaluated sum hi + lo, |lo| <= ulp(hi)/2: about 106 bits. */
typedef struct lash_pair {
  double hi, lo;
} lash_pair;

/* a + b without error (Knuth). */
static inline lash_pair lash_two_sum(double a, double b) {
  double s = a + b, t = s - a;
  return (lash_pair){s, (a - (s - t)) + (b - t)};
}

/* a * b without error (Dekker); needs |a|, |b| < 2^996. */
static inline lash_pair lash_two_product(double a, double b) {
  const double split = 134217729.0; /* 2^27 + 1 */
  double p = a * b;
  double ca = split * a, ah = ca - (ca - a), al = a - ah;
  double cb = split * b, bh = cb - (cb - b), bl = b - bh;
  return (lash_pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

/* ---------------------------------------------------------------------------------- exponential */

/* Splits x = k ln 2 + r, |r| <= ln(2)/2, and returns exp(r + tail) - 1 with the two halves of 2^k.
 */
static inline double lash_exp_core(double x, double tail, double *scale1, double *scale2) {
  double shifted = x * LASH_LOG2_E + LASH_SHIFT;
  uint64_t k = lash_bits(shifted) - lash_bits(LASH_SHIFT); /* two's complement integer */
  double kd = shifted - LASH_SHIFT;
  double r = (x - kd * LASH_LN2_HI) + (tail - kd * LASH_LN2_LO);

  /* Taylor series to r^13; the rest is below 2^-57 */
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;

  /* 2^k in two factors, because 2^-1074 and 2^1024 are not doubles that can be built from bits;
   * the bias keeps the shifted number positive */
  uint64_t half = ((k + 4096u) >> 1) - 2048u;
  *scale1 = lash_from_bits((half + 1023u) << 52);
  *scale2 = lash_from_bits((k - half + 1023u) << 52);
  return r + r * r * p;
}

/* Keeps x where exp neither overflows beyond infinity nor leaves the range of the bit tricks. */
static inline double lash_exp_range(double x) {
  double low = x < -746.0 ? -746.0 : x;
  return low > 710.0 ? 710.0 : low;
}

static inline double lash_exp(double x) {
  double s1, s2, q = lash_exp_core(lash_exp_range(x), 0.0, &s1, &s2);
  return (1.0 + q) * s1 * s2;
}

/* exp(x) - 1, accurate near 0 */
static inline double lash_expm1(double x) {
  double s1, s2, q = lash_exp_core(lash_exp_range(x), 0.0, &s1, &s2);
  double s = s1 * s2;
  double value = s * q + (s - 1.0);
  return x > 709.0 ? lash_exp(x) : value; /* s alone may overflow */
}

static inline double lash_tanh(double x) {
  double a = fabs(x);
  double m = lash_expm1(-2.0 * (a < 40.0 ? a : 40.0)); /* tanh(40) rounds to 1 */
  double value = copysign(-m / (2.0 + m), x);
  return x == x ? value : x; /* NaN stays NaN */
}

/* ------------------------------------------------------------------------------------ logarithm */

/* ln x for finite x > 0, as a pair good to about 65 bits. */
static inline lash_pair lash_log_pair(double x) {
  /* subnormals first become normal */
  int tiny = x < 0x1p-1022;
  uint64_t u = lash_bits(tiny ? x * 0x1p54 : x);

  /* x = 2^k m with m in [sqrt(1/2), sqrt(2)) */
  uint64_t offset = u - 0x3fe6a09e667f3bcdULL + (1024ULL << 52);
  uint64_t biased = offset >> 52;
  double k = lash_from_bits(0x4330000000000000ULL | biased) - (0x1p52 + 1024.0);
  double m = lash_from_bits(u - ((biased - 1024u) << 52));
  k -= tiny ? 54.0 : 0.0;

  /* ln m = 2 atanh(s), s = (m-1)/(m+1); s as a pair */
  double f = m - 1.0, t = 2.0 + f, t_lo = f - (t - 2.0);
  double s = f / t;
  lash_pair back = lash_two_product(s, t);
  double s_lo = (((f - back.hi) - back.lo) - s * t_lo) / t;

  /* atanh(s) - s by its series; s^2 <= 0.0295, so 11 terms leave 2^-58 of s^3 */
  double z = s * s, p = 1.0 / 25.0;
  p = p * z + 1.0 / 23.0;
  p = p * z + 1.0 / 21.0;
  p = p * z + 1.0 / 19.0;
  p = p * z + 1.0 / 17.0;
  p = p * z + 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z + 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z + 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z + 1.0 / 3.0;
  double rest = 2.0 * (s_lo + s * z * p);

  lash_pair sum = lash_two_sum(k * LASH_LN2_HI, 2.0 * s);
  double lo = sum.lo + (k * LASH_LN2_LO + rest);
  return lash_two_sum(sum.hi, lo);
}

static inline double lash_log(double x) {
  double safe = x > 0.0 && x < INFINITY ? x : 1.0;
  lash_pair l = lash_log_pair(safe);
  double edge = x == 0.0 ? -INFINITY : (x < 0.0 ? NAN : x); /* +inf and NaN return themselves */
  return x > 0.0 && x < INFINITY ? l.hi : edge;
}

/* x^y for finite x > 0 and finite y; elsewhere some number or NaN. For loops that know their x: the
 * choices lash_pow makes by the sign of y keep GCC from vectorising. */
static inline double lash_pow_positive(double x, double y) {
  lash_pair l = lash_log_pair(x);
  lash_pair p = lash_two_product(y, l.hi);
  double tail = p.lo + y * l.lo, s1, s2;
  double q = lash_exp_core(lash_exp_range(p.hi), tail, &s1, &s2);
  return (1.0 + q) * s1 * s2;
}

/* x^y for x >= 0 and finite y; x < 0 gives NaN. 0^0 = 1. */
static inline double lash_pow(double x, double y) {
  double inside = lash_pow_positive(x > 0.0 && x < INFINITY ? x : 1.0, y);
  double at_zero = y > 0.0 ? 0.0 : (y < 0.0 ? INFINITY : 1.0);
  double at_infinity = y > 0.0 ? INFINITY : (y < 0.0 ? 0.0 : 1.0);
  double edge = x == 0.0 ? at_zero : (x > 0.0 ? at_infinity : NAN);
  return x > 0.0 && x < INFINITY ? inside : edge;
}

/* --------------------------------------------------------------------------------- trigonometry */

/* sin x for |x| <= pi/2 (Taylor to x^21); outside, the nearest end's value. */
static inline double lash_sin_quarter(double x) {
  double a = x > LASH_HALF_PI ? LASH_HALF_PI : x;
  double b = a < -LASH_HALF_PI ? -LASH_HALF_PI : a, z = b * b;
  double p = 1.0 / 51090942171709440000.0;
  p = p * z - 1.0 / 121645100408832000.0;
  p = p * z + 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return b + b * z * p;
}

/* cos x for |x| <= pi/2, through sin(pi/2 - |x|), which keeps full accuracy near the zeros. */
static inline double lash_cos_quarter(double x) {
  double a = fabs(x);
  return lash_sin_quarter((LASH_HALF_PI - a) + LASH_HALF_PI_LO);
}

/* atan x, by halving the angle twice and a series. */
static inline double lash_atan(double x) {
  double a = fabs(x);
  int steep = a > 1.0;
  double b = steep ? 1.0 / a : a;
  double c = b / (1.0 + sqrt(1.0 + b * b));
  double d = c / (1.0 + sqrt(1.0 + c * c)), z = d * d;
  double p = -1.0 / 23.0;
  p = p * z + 1.0 / 21.0;
  p = p * z - 1.0 / 19.0;
  p = p * z + 1.0 / 17.0;
  p = p * z - 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z - 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z - 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z - 1.0 / 3.0;
  double angle = 4.0 * (d + d * z * p);
  return copysign(steep ? LASH_HALF_PI - (angle - LASH_HALF_PI_LO) : angle, x);
}

/* sin x (quadrant 0) or cos x (1): x less the nearest multiple of pi/2, taken off in three parts,
 * then one of two polynomials fitted to |r| <= pi/4 (Chebyshev points, errors 1e-17 and 5e-19).
 * Up to |x| = 1e6 errors stay below 2.5 units in the last place; beyond, the error is that of the
 * last place of x itself, and above 2^51 no digit is left. Infinite x gives NaN. */
static inline double lash_sin_shifted(double x, uint64_t quadrant) {
  double shifted = x * 0x1.45f306dc9c883p-1 + LASH_SHIFT, k = shifted - LASH_SHIFT;
  double r =
      ((x - k * 0x1.921fb54400000p+0) - k * 0x1.0b4611a600000p-34) - k * 0x1.3198a2e037073p-69;
  double z = r * r;

  double p = 0x1.5e0ab4dd007dap-33;
  p = p * z + -0x1.ae6009e9f7070p-26;
  p = p * z + 0x1.71de37957c95cp-19;
  p = p * z + -0x1.a01a019e82db1p-13;
  p = p * z + 0x1.1111111110bafp-7;
  p = p * z + -0x1.5555555555555p-3;
  double sine = r + r * (z * p);

  double q = -0x1.907d3e3374a42p-37;
  q = q * z + 0x1.1eeb685cba14cp-29;
  q = q * z + -0x1.27e4fa17532cap-22;
  q = q * z + 0x1.a01a019f4e480p-16;
  q = q * z + -0x1.6c16c16c16965p-10;
  q = q * z + 0x1.5555555555555p-5;
  double half = 0.5 * z, one = 1.0 - half; /* 1 - z/2 with what it loses */
  double cosine = one + (((1.0 - one) - half) + z * (z * q));

  uint64_t turn = lash_bits(shifted) + quadrant;
  uint64_t odd = 0 - (turn & 1u);
  uint64_t value = (lash_bits(cosine) & odd) | (lash_bits(sine) & ~odd);
  return lash_from_bits(value ^ ((turn & 2u) << 62));
}

static inline double lash_sin(double x) { return lash_sin_shifted(x, 0); }
static inline double lash_cos(double x) { return lash_sin_shifted(x, 1); }

/* The angle of (x, y), with C's answers for zeros and infinities. */
static inline double lash_atan2(double y, double x) {
  double ay = fabs(y), ax = fabs(x), ratio = ay / ax;
  ratio = ay == 0.0 && ax == 0.0 ? 0.0 : ratio;
  ratio = ay == INFINITY && ax == INFINITY ? 1.0 : ratio;
  double a = lash_atan(ratio), b = LASH_PI - (a - 2.0 * LASH_HALF_PI_LO);
  return copysign(copysign(1.0, x) < 0.0 ? b : a, y);
}

static inline double lash_asin(double x) { return lash_atan2(x, sqrt((1.0 - x) * (1.0 + x))); }

static inline double lash_acos(double x) { return 2.0 * lash_atan2(sqrt(1.0 - x), sqrt(1.0 + x)); }

/* ----------------------------------------------------------------------------------- hyperbolic */

static inline double lash_cosh(double x) {
  double half = lash_exp(0.5 * fabs(x)), part = 0.5 * half; /* e^|x| alone overflows too early */
  return half * part + 0.5 / half / half;
}

static inline double lash_sinh(double x) {
  double a = fabs(x), m = lash_expm1(a < 1.0 ? a : 1.0), half = lash_exp(0.5 * a);
  double small = 0.5 * (m + m / (m + 1.0)), large = half * (0.5 * half) - 0.5 / half / half;
  return copysign(a < 1.0 ? small : large, x);
}

/* x^y as C's pow for finite x and y: a negative x is legal when y is whole. */
static inline double lash_pow_signed(double x, double y) {
  double whole = floor(y), size = lash_pow(fabs(x), y);
  double parity = whole * 0.5;
  double of_negative = whole != y ? NAN : (parity != floor(parity) ? -size : size);
  return x < 0.0 ? of_negative : size;
}

#endif
