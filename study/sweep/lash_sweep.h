/* Parameter sweeps: a plan of points, run on all processors or over MPI, kept safely on disk.
 *
 *   lash_plan plan = {0};
 *   lash_plan_add(&plan, "STRING/1.Rj=0.0090:0.0099:10", &error);
 *   lash_plan_add(&plan, "rpm=500,1000,5000", &error);        used in sets as ${rpm}
 *   lash_plan_finish(&plan, &study, 0, 1, &error);            full grid
 *   lash_sweep_options options = {.study = &study, .plan = &plan, .folder = "out", .slices = 1};
 *   lash_sweep *sweep;
 *   lash_sweep_run(&options, &sweep, &error);
 *
 * The folder holds
 *   manifest.txt   what is studied, with checksums of all files it reads; another is refused
 *   points.log     a line per finished point with its checksum, written to disk before the next
 *                  point counts; of slice 3 of 8 points.3-of-8.log
 *   points.csv     all points in order, written at the end; the same bytes whoever computed them
 * Repeating the call goes on where it stopped, whatever stopped it. */
#ifndef LASH_SWEEP_H
#define LASH_SWEEP_H

#include <stdio.h>

#include "lash_study.h"

/* ----------------------------------------------------------------------------------------- plan */

enum { LASH_PARAMETERS_MAX = 16, LASH_WORD_MAX = 64 };

/* What is varied: a target of lash_model_set ("STRING/1.Rj"), or a free name used as ${name} in the
 * study's settings. Over a range or a list; words in a list only for targets. */
typedef struct lash_parameter {
  char name[128];
  bool target;
  bool ranged, logarithmic; /* from low to high */
  double low, high;
  size_t count;                /* of values on a grid; a range without count is 0 */
  char (*word)[LASH_WORD_MAX]; /* of a list: as written */
} lash_parameter;

typedef struct lash_plan {
  lash_parameter parameter[LASH_PARAMETERS_MAX];
  size_t parameters, points;
  double *sample; /* Latin hypercube: points times parameters; NULL: full grid */
} lash_plan;

/* "NAME=a:b:n", "NAME=a:b:n:log", "NAME=a:b" and "NAME=a:b:log" (hypercube only), "NAME=v1,v2,…" */
lash_status lash_plan_add(lash_plan *plan, const char *text, lash_error *error);

/* Settles the points: the full grid, the first parameter varying slowest, or with `hypercube` > 0
 * so many points of a Latin hypercube drawn from `seed`. Free names must occur in the study's
 * settings. */
lash_status lash_plan_finish(lash_plan *plan, const lash_study *study, size_t hypercube,
                             uint64_t seed, lash_error *error);
void lash_plan_free(lash_plan *plan);

/* The value of a parameter at a point: as text, and as a number (NAN for a word). `number` may be
 * NULL. */
void lash_plan_value(const lash_plan *plan, size_t point, size_t parameter,
                     char text[LASH_WORD_MAX], double *number);

/* A point as settings: numbers for ${name}, and "TARGET=value" for targets. Points into itself and
 * into the plan: not to be copied. */
typedef struct lash_point_settings {
  char text[LASH_PARAMETERS_MAX][sizeof(((lash_parameter *)0)->name) + LASH_WORD_MAX];
  const char *name[LASH_PARAMETERS_MAX];
  double number[LASH_PARAMETERS_MAX];
  lash_names names;
  lash_texts_list more;
} lash_point_settings;

void lash_plan_settle(const lash_plan *plan, size_t point, lash_point_settings *settings);

/* Makes the settings of some points without running them: fails when they cannot be made at any. A
 * misspelt name is told before the start this way; a value that is impossible at some points is
 * not a reason. */
lash_status lash_plan_check(const lash_plan *plan, const lash_study *study, lash_error *error);

/* Brings one point to its start in this process, and no further: files and libraries are read. */
lash_status lash_plan_try(const lash_plan *plan, const lash_study *study, size_t point,
                          lash_error *error);

/* Runs one point in this process: one value per measure. */
lash_status lash_plan_point(const lash_plan *plan, const lash_study *study, size_t point,
                            double *values, lash_error *error);

/* ---------------------------------------------------------------------------------------- sweep */

typedef enum lash_point_state {
  LASH_POINT_OPEN, /* not computed yet */
  LASH_POINT_DONE,
  LASH_POINT_FAILED, /* by its own fault; run again only when asked to */
  LASH_POINT_LOST    /* its process was ended from outside; run again next time */
} lash_point_state;

typedef struct lash_point {
  lash_point_state state;
  double *values; /* one per measure when done */
  char *reason;   /* when failed or lost */
} lash_point;

typedef struct lash_sweep_progress {
  size_t points;         /* to be computed by this call */
  size_t finished;       /* of them so far, failed ones included */
  size_t failed;         /* of the finished */
  size_t before;         /* computed by earlier calls */
  double seconds;        /* since the start */
  int ranks, processors; /* in use; processors of this rank */
} lash_sweep_progress;

typedef struct lash_sweep_options {
  const lash_study *study;
  const lash_plan *plan;
  const char *folder;     /* made when missing */
  size_t slice, slices;   /* compute every slices-th point, from the slice-th on (from 0) */
  int side_by_side;       /* 0: one per processor; under MPI one per rank */
  double processor_limit; /* seconds of processor time per point; 0: none */
  bool retry_failed;
  /* All may be NULL. `stop` is asked often: true ends the sweep cleanly. */
  void *context;
  void (*progress)(void *context, const lash_sweep_progress *progress);
  bool (*stop)(void *context);
  void (*message)(void *context, const char *text);
} lash_sweep_options;

typedef struct lash_sweep {
  const lash_sweep_options *options;
  lash_point *point; /* plan->points of them */
  lash_sweep_progress progress;
  size_t count[LASH_POINT_LOST + 1]; /* of points in each state */
  bool interrupted;
  bool assistant; /* an MPI rank other than 0: nothing to show here */
} lash_sweep;

/* Runs what is not done yet. LASH_OK also when points failed. Under mpirun every rank calls it;
 * rank 0 keeps the folder. The sweep is to be freed on success only. */
lash_status lash_sweep_run(const lash_sweep_options *options, lash_sweep **sweep,
                           lash_error *error);
void lash_sweep_free(lash_sweep *sweep);

#endif
