/* The RSSR mechanism with a clearance ball joint in MuJoCo, for the benchmarks rssr and engines. */
#ifndef LASH_BENCHMARKS_RSSR_MUJOCO_H
#define LASH_BENCHMARKS_RSSR_MUJOCO_H

#include <stddef.h>

typedef struct rssr_outcome {
  double seconds, peak_force, rocker_angle; /* of the processor; N; rad */
  size_t steps;
} rssr_outcome;

/* RK4 from the start of validation/rssr/rssr.adm over `steps` steps of h seconds. */
rssr_outcome rssr_mujoco(size_t steps, double h);

#endif
