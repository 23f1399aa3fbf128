/* Co-simulation: systems that run side by side and exchange numbers at common times only.
 *
 * Each system is a dataset of its own with an integrator of its own. What one says to another is a
 * signal: a VARIABLE of the first (any expression: where a marker is, a force) drives a VARIABLE of
 * the second, whose FUNCTION counts for nothing then. Forces and MOTIONs of the second use it by
 * VARVAL.
 *
 *   lash_cosim_member member[2] = {{a, options_a, t, y_a}, {b, options_b, t, y_b}};
 *   lash_cosim_signal signal[] = {{0, 11, 1, 11}, {1, 1, 0, 1}};    0's VARIABLE/11 to 1's, …
 *   lash_cosim_options options = {.scheme = LASH_COSIM_GAUSS_SEIDEL, .order = 1, .step = 1e-3};
 *   lash_cosim_create(member, 2, signal, 2, &options, &cosim, &error);
 *   lash_cosim_to(cosim, 1.0, NULL, &error);
 *
 * Between exchanges an input is a polynomial through the values at the last times of exchange:
 * held (order 0), a line (1) or a parabola (2); the first steps have fewer values to go by. Jacobi:
 * all systems extrapolate, and could run at the same time. Gauss-Seidel: in the order of the
 * members, so that a signal to a later member is interpolated up to the end of the step; nothing is
 * repeated. The error is of the order + 1 of the step when signals that go round in a circle pass
 * through a state (a position drives a spring, the spring's force a body), and the circle is stable
 * only for steps short against its motion. A circle of accelerations and constraint forces is
 * not: cut mechanisms at springs, bushings or contacts. */
#ifndef LASH_COSIM_H
#define LASH_COSIM_H

#include "lash_integrate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lash_cosim_scheme { LASH_COSIM_JACOBI, LASH_COSIM_GAUSS_SEIDEL } lash_cosim_scheme;

enum { LASH_COSIM_ORDER_MAX = 2 };

typedef struct lash_cosim_options {
  lash_cosim_scheme scheme;
  int order;   /* of the polynomials: 0, 1 or 2 */
  double step; /* time between exchanges */
} lash_cosim_options;

/* The system's state must be consistent (lash_system_assemble); y is copied. All start at the same
 * time. The system stays the caller's and must outlive the co-simulation. */
typedef struct lash_cosim_member {
  lash_system *system;
  lash_integrate_options options;
  double t;
  const double *y;
} lash_cosim_member;

typedef struct lash_cosim_signal {
  size_t from; /* member */
  int output;  /* its VARIABLE */
  size_t to;
  int input;
} lash_cosim_signal;

typedef struct lash_cosim lash_cosim;

LASH_API lash_status lash_cosim_create(const lash_cosim_member *members, size_t count,
                                       const lash_cosim_signal *signals, size_t signal_count,
                                       const lash_cosim_options *options, lash_cosim **cosim,
                                       lash_error *error);
LASH_API void lash_cosim_free(lash_cosim *cosim);

/* Advances all members to `end`, the last step shortened to meet it. `watchers`: one per member, or
 * NULL. */
LASH_API lash_status lash_cosim_to(lash_cosim *cosim, double end, const lash_watcher *watchers,
                                   lash_error *error);

LASH_API double lash_cosim_time(const lash_cosim *cosim);
LASH_API lash_integration *lash_cosim_member_run(const lash_cosim *cosim, size_t member);

#ifdef __cplusplus
}
#endif

#endif
