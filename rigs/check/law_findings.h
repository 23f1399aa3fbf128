/* For the two files of checks: gathering findings, and laws in other units. */
#ifndef LASH_LAW_FINDINGS_H
#define LASH_LAW_FINDINGS_H

#include <math.h>

#include "lash_law_check.h"
#include "lash_random.h"

/* The worst of many states, and where it was. */
typedef struct law_worst {
  double size;
  double at[4];
} law_worst;

static inline void law_worse(law_worst *worst, double size, double a, double b, double c,
                             double d) {
  if (!(size > worst->size) && !isnan(size)) return;
  *worst = (law_worst){isnan(size) ? INFINITY : size, {a, b, c, d}};
}

/* Adds a demand: met when worst <= limit. */
void law_demand(lash_law_findings *f, const char *what, double worst, double limit,
                const char *format, ...) LASH_PRINTF(5, 6);
void law_tell(lash_law_findings *f, const char *what, const char *format, ...) LASH_PRINTF(3, 4);

static inline double law_between(uint64_t *seed, double from, double to) {
  return from + (to - from) * splitmix64_unit(seed);
}

/* Exponents of kilogram, metre and second. */
typedef struct law_unit {
  double kg, m, s;
} law_unit;

/* "N/m^n" with the parameters' own values as exponents. A unit with an exponent of another name is
 * not wrong; but nothing can be computed with it. */
typedef enum law_unit_reading { LAW_UNIT_READ, LAW_UNIT_STRANGE, LAW_UNIT_OPEN } law_unit_reading;
law_unit_reading law_unit_read(const char *text, const lash_params *params, law_unit *unit);

/* What a quantity of that unit is multiplied by when units are exchanged for strange ones. */
double law_unit_factor(law_unit unit);

/* Are the units of all parameters readable? Else a demand that is not met names the first. */
bool law_units_known(const lash_params *params, lash_law_findings *f);

/* Gives every parameter that has a unit its number in the strange units, by `set`. False, with the
 * unit in question, when one cannot be read or is refused. */
bool law_units_exchange(const lash_params *from,
                        lash_status (*set)(void *law, const char *name, double value,
                                           lash_error *error),
                        void *law, const char **trouble);

/* What comes of it: that it could not be done, or by how much the force then differs at worst. */
void law_units_stuck(lash_law_findings *f, const char *trouble);
void law_units_differ(lash_law_findings *f, double worst);

#endif
