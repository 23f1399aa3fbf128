/* Bifurcation diagrams: what a motion settles on, over a parameter.
 *
 *   lash_bifurcation b = {.study = &study, .plan = &plan, .period = "60/rpm",
 *                         .skip = 100, .keep = 60, .lyapunov = true};
 *   lash_bifurcation_run(&b, NULL, NULL, &error);
 *   … b.point[i].samples, b.point[i].lyapunov …
 *   lash_bifurcation_free(&b);
 *
 * At each value the mechanism is looked at once per period of its drive. A motion that repeats
 * after k periods leaves k dots, chaos a cloud. Columns are those of the study's measures.
 *
 * Points are independent of each other and run side by side, each in a process of its own; with
 * `carry` one after the other in this process, each from where its neighbour ended, which follows a
 * branch through windows where several motions are stable. The exponent is measured from where the
 * samples end. A point that fails is kept with its reason; the others go on. */
#ifndef LASH_BIFURCATION_H
#define LASH_BIFURCATION_H

#include "lash_lyapunov.h"
#include "lash_sweep.h"

typedef struct lash_bifurcation_point {
  double parameter;
  bool done;
  double *samples; /* keep rows of as many numbers as there are columns */
  size_t repeats;  /* after how many periods all columns repeat, to 1e-3 of their range; 0: never */
  lash_lyapunov lyapunov; /* when asked for */
  lash_error failure;     /* unless done; status LASH_OK: not tried */
} lash_bifurcation_point;

typedef struct lash_bifurcation {
  const lash_study *study;
  const lash_plan *plan; /* of one parameter, with numbers */
  const char *period;    /* formula of the parameter: "60/rpm" */
  size_t skip, keep;     /* periods left out at first, then kept */
  bool carry, lyapunov;
  int side_by_side; /* 0: one per processor */
  lash_bifurcation_point *point;
} lash_bifurcation;

/* Faults that concern all points, found before the first run. */
lash_status lash_bifurcation_check(const lash_bifurcation *diagram, lash_error *error);

/* `progress` may be NULL; false from it stops, and what is done is kept. To be freed in every
 * case. */
lash_status lash_bifurcation_run(lash_bifurcation *diagram,
                                 bool (*progress)(void *context, size_t done, size_t failed),
                                 void *context, lash_error *error);
void lash_bifurcation_free(lash_bifurcation *diagram);

#endif
