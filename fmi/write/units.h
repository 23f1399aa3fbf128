/* Units as the standard writes them: powers of base units and a factor. */
#ifndef LASH_FMI_UNITS_H
#define LASH_FMI_UNITS_H

#include <stdbool.h>

enum { UNITS_BASES = 6 };
extern const char *const units_base[UNITS_BASES]; /* "kg", "m", "s", "A", "K", "rad" */

typedef struct units_meaning {
  int power[UNITS_BASES];
  double factor; /* 1 of it is so many of the base units' */
} units_meaning;

/* "N s/m^2", "mm/s^2"; false for what has no such meaning, as K of a power law: "N/m^n". */
bool units_parse(const char *text, units_meaning *meaning);

#endif
