/* The decimal digits of a double, exactly rounded, as printf() gives them but some ten times
 * faster: with whole numbers of at most 192 bits. Not for other programs. */
#ifndef LASH_DIGITS_H
#define LASH_DIGITS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Nearest whole number of `count` digits to |x| 10^(count - 1 - exponent), ties to even. False
 * where x is zero, not finite, or too large or small for this way: then printf() has to do it. */
bool lash_digits_of(double x, int count, uint64_t *digits, int *exponent);

/* Where a decimal number ends that begins at `text`, behind its sign: digits, point, digits,
 * exponent. NULL when none does. */
const char *lash_decimal_end(const char *text);

#endif
