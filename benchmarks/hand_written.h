/* The RSSR mechanism with clearance as one would write it by hand: the limit that a general program
 * is held against. */
#ifndef LASH_BENCHMARKS_HAND_WRITTEN_H
#define LASH_BENCHMARKS_HAND_WRITTEN_H

#include <stddef.h>

typedef struct hand_outcome {
  double peak_force, rocker_angle; /* N, rad */
  size_t steps;
} hand_outcome;

/* RK4 from the start of validation/rssr/rssr.adm over `steps` steps of h seconds. */
hand_outcome hand_written(size_t steps, double h);

#endif
