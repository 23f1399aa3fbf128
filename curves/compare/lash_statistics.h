/* Samples of a measure, and what can be told from them: clearance mechanisms are chaotic, so one
 * run against one run says little. */
#ifndef LASH_STATISTICS_H
#define LASH_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lash_sample {
  size_t count;           /* values that are numbers */
  double mean, deviation; /* NAN without values; deviation (n - 1) NAN with less than two */
} lash_sample;

/* NANs are left out: an impact that never was has no time. */
lash_sample lash_sample_of(const double *values, size_t count);

/* How probable a Student variable at least this far from zero is, to either side. */
double lash_student(double t, double freedom);

/* The distance from zero that is exceeded, to either side, with probability p in (0, 1). */
double lash_student_quantile(double p, double freedom);

/* Holm's correction for many tests at once: which of the probabilities `p` stand at `level`, when
 * the chance that any one of them stands wrongly is to stay below it. */
void lash_holm(const double *p, size_t count, double level, bool *stands);

/* Welch's test: how probable a difference of means at least this large would be if there were none
 * (two-sided, variances may differ). NAN when a sample has less than two values; 1 for two equal
 * constants, 0 for two that differ. */
double lash_welch(const lash_sample *a, const lash_sample *b);

#endif
