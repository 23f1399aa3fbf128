/* Is a motion chaotic? The largest Lyapunov exponent of a dataset's motion, with its uncertainty.
 *
 * Two motions that start very close to each other, after Benettin and others (1980): after every
 * interval the distance between them is measured and the second one is brought back to the first
 * along the line between them. The mean rate at which the distance grows is the exponent: above
 * zero for chaos, zero for a motion with a free phase, below zero for one that returns.
 *
 * Distance is measured in the mass metric, velocities against positions per interval, so that parts
 * and units weigh by their kinetic energy; the exponent does not depend on it in the long run. The
 * uncertainty is the standard error of the mean over blocks of intervals, each long enough to
 * forget the one before.
 *
 * Both motions are integrated by the same system, one interval after the other. Impact memory is
 * that of the first: contacts that last across an interval's end lose their part of the difference;
 * take the period of the drive as interval, or one that begins in free flight. */
#ifndef LASH_LYAPUNOV_H
#define LASH_LYAPUNOV_H

#include "lash_study.h"

typedef struct lash_lyapunov_options {
  double interval;    /* time between two measurements: the period of the drive is a good choice */
  size_t skip, count; /* intervals left out at the start; intervals measured */
  size_t blocks;      /* 0: 10 */
  double separation;  /* relative to the speed of the motion; 0: 1e-6 */
} lash_lyapunov_options;

typedef struct lash_lyapunov {
  double exponent;    /* 1/time */
  double uncertainty; /* its standard error */
  size_t intervals;   /* measured */
} lash_lyapunov;

/* Of `run`, end and output step are not used; an error of 0 means 1e-9 here, which the difference
 * between the motions must exceed by far. `growth` may be NULL, else gets `count` logarithms, one
 * per interval. */
lash_status lash_lyapunov_of(const lash_model *model, const lash_session_options *run,
                             const lash_lyapunov_options *options, lash_lyapunov *result,
                             double *growth, lash_error *error);

/* What a motion is, in a word, from how its samples repeat (lash_repeats) and its exponent (NULL:
 * not known): "periodic-2"; "chaotic" when the exponent exceeds three standard errors and nothing
 * repeats; "undecided" when neither is shown, or both. */
void lash_verdict(size_t repeats, const lash_lyapunov *lyapunov, char *text, size_t size);

#endif
