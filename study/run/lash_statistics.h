/* Samples of a measure, and whether two of them differ: clearance mechanisms are chaotic, so one
 * run against one run says little. */
#ifndef LASH_STATISTICS_H
#define LASH_STATISTICS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_sample {
  size_t count;           /* values that are numbers */
  double mean, deviation; /* NAN without values; deviation (n - 1) NAN with less than two */
} lash_sample;

/* NANs are left out: an impact that never was has no time. */
lash_sample lash_sample_of(const double *values, size_t count);

/* Welch's test: how probable a difference of means at least this large would be if there were none
 * (two-sided, variances may differ). NAN when a sample has less than two values; 1 for two equal
 * constants, 0 for two that differ. */
double lash_welch(const lash_sample *a, const lash_sample *b);

#ifdef __cplusplus
}
#endif

#endif
