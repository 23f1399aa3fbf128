#include "lash_digits.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

static uint64_t power(uint64_t base, int exponent) {
  uint64_t value = 1;
  for (; exponent > 0; exponent--) value *= base;
  return value;
}

enum { FIVES = 27 }; /* 5^27 is the last that fits in 64 bits */

/* `whole` is the quotient, `rest` how the remainder compares with a half: -1, 0, 1. */
typedef struct quotient {
  uint64_t whole;
  int rest;
} quotient;

static uint64_t rounded(quotient q) {
  return q.whole + (q.rest > 0 || (q.rest == 0 && (q.whole & 1)));
}

/* m 5^p / 2^shift, with m of 53 bits and p up to 2 FIVES: 53 + 126 bits. */
static quotient times_fives(uint64_t m, int p, int shift) {
  const wide low = (wide)m * power(5, p < FIVES ? p : FIVES);
  const uint64_t more = p > FIVES ? power(5, p - FIVES) : 1;
  const wide bottom = (wide)(uint64_t)low * more, top = (low >> 64) * more + (bottom >> 64);
  const uint64_t limb[4] = {(uint64_t)bottom, (uint64_t)top, (uint64_t)(top >> 64), 0};
  if (shift <= 0) return (quotient){limb[0] << -shift, -1};
  const int at = shift / 64, bits = shift % 64;
  quotient q = {bits ? limb[at] >> bits | limb[at + 1] << (64 - bits) : limb[at], -1};
  const int half = (shift - 1) / 64, half_bit = (shift - 1) % 64;
  if (!(limb[half] >> half_bit & 1)) return q;
  uint64_t below = limb[half] & (((uint64_t)1 << half_bit) - 1);
  for (int k = 0; k < half; k++) below |= limb[k];
  q.rest = below ? 1 : 0;
  return q;
}

/* m 2^shift / 5^p; what is shifted has at most 120 bits. */
static quotient by_fives(uint64_t m, int p, int shift) {
  const wide above = shift > 0 ? (wide)m << shift : m;
  const wide below = shift < 0 ? (wide)power(5, p) << -shift : power(5, p);
  const wide whole = above / below, rest = above - whole * below, left = below - rest;
  return (quotient){(uint64_t)whole, rest < left ? -1 : rest > left};
}

bool lash_digits_of(double x, int count, uint64_t *digits, int *exponent) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int power_of_two = (int)(bits >> 52 & 0x7ff) - 1075; /* x = m 2^power_of_two */
  const uint64_t m = (bits & 0xfffffffffffffu) | 0x10000000000000u;
  if (power_of_two < -180 || power_of_two > 60 || count < 1 || count > 17) return false;
  const uint64_t least = power(10, count - 1);
  int k = ((power_of_two + 52) * 1233) >> 12; /* times log10(2), nearly */
  for (int attempt = 0; attempt < 3; attempt++) {
    const int p = count - 1 - k, shift = power_of_two + p;
    if (p < -FIVES || p > 2 * FIVES || shift < -191 || (p < 0 && (shift > 66 || shift < -63)))
      return false;
    const quotient q = p >= 0 ? times_fives(m, p, -shift) : by_fives(m, -p, shift);
    if (q.whole >= 10 * least) {
      k++;
    } else if (q.whole < least) {
      k--;
    } else {
      *digits = rounded(q);
      *exponent = k;
      if (*digits == 10 * least) *digits = least, ++*exponent;
      return true;
    }
  }
  return false;
}
