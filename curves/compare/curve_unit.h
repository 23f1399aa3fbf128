/* Units as tables and results files write them: "mm/s^2", "meter/second**2", "N m", "newton*meter",
 * "deg". */
#ifndef LASH_CURVE_UNIT_H
#define LASH_CURVE_UNIT_H

#include <stdbool.h>

/* What numbers in `from` are multiplied by to be in `to`: 1 where one of them is empty or not
 * known. False: the two measure different things. */
bool curve_unit_factor(const char *from, const char *to, double *factor);

/* Both are known and measure the same thing. */
bool curve_unit_is(const char *from, const char *to, double *factor);

#endif
