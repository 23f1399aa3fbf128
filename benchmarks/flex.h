/* The beam that benchmarks/flex.c runs, and the same in Project Chrono. */
#ifndef LASH_BENCHMARK_FLEX_H
#define LASH_BENCHMARK_FLEX_H

static const double flex_length = 1, flex_side = 0.0158113883008419; /* m */
static const double flex_young = 1.6e5, flex_poisson = 0, flex_density = 320;
static const double flex_spin = -8, flex_gravity = 9.80665;
static const double flex_step = 1e-3; /* s */
enum { flex_steps = 200 };

#ifdef __cplusplus
extern "C"
#endif
    double
    flex_chrono(int elements, double *tip); /* seconds per step; height of the tip at the end */

#endif
