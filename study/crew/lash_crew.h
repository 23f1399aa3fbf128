/* Jobs side by side, each in a process of its own.
 *
 * Why processes: user subroutines may keep globals, so runs in one process could depend on those
 * before them; and a routine that crashes must take one job with it, not the study. Each job is
 * forked from a small process that has done nothing but fork since lash_crew_start(), so every job
 * starts from the same memory whatever ran before: results do not depend on who did what.
 *
 *   static lash_status work(void *context, size_t index, lash_crew_result *result,
 *                           lash_error *error);            fills result->values (malloc)
 *   lash_crew_options options = {.side_by_side = 0};       0: one per processor
 *   lash_crew_run(&options, work, context, count, done, done_context, &error);
 *
 * or by hand: start, then give() while room() > 0, take() what is finished, stop(). */
#ifndef LASH_CREW_H
#define LASH_CREW_H

#include "lash_core.h"

/* What came of a job. */
typedef struct lash_crew_result {
  size_t index;
  double *values; /* to be freed by whoever takes the result */
  size_t count;
  double seconds;     /* processor time */
  lash_error failure; /* status OK: it went well */
  bool lost;          /* it failed for no fault of its own: try again another time */
} lash_crew_result;

/* In the job's process. What it prints goes where the parent's output goes. */
typedef lash_status (*lash_crew_work)(void *context, size_t index, lash_crew_result *result,
                                      lash_error *error);

typedef struct lash_crew_options {
  int side_by_side;       /* 0: one per processor of this machine */
  double processor_limit; /* seconds of processor time per job; 0: none */
  double routine_limit;   /* seconds per call of a routine, as in lash_supervisor.h */
  /* For lash_crew_run: asked with its done_context several times a second while it waits. False:
   * jobs under way are ended. NULL: it waits for them. */
  bool (*go_on)(void *context);
} lash_crew_options;

typedef struct lash_crew lash_crew;

/* What `context` points to is seen by jobs as it is now. */
lash_status lash_crew_start(const lash_crew_options *options, lash_crew_work work, void *context,
                            lash_crew **crew, lash_error *error);

/* How many more jobs to give now: one per processor and one waiting, so that none stands idle. */
size_t lash_crew_room(const lash_crew *crew);
lash_status lash_crew_give(lash_crew *crew, size_t index, lash_error *error);

/* Waits up to `milliseconds` (-1: as long as it takes) for a result; `got` false: none yet, or a
 * signal came, or there is nothing under way. */
lash_status lash_crew_take(lash_crew *crew, int milliseconds, lash_crew_result *result, bool *got,
                           lash_error *error);

/* Ends jobs under way and frees everything. */
void lash_crew_stop(lash_crew *crew);

/* All jobs 0 … count - 1, as they finish. `done` false: no more are started. */
lash_status lash_crew_run(const lash_crew_options *options, lash_crew_work work, void *context,
                          size_t count, bool (*done)(void *context, lash_crew_result *result),
                          void *done_context, lash_error *error);

#endif
