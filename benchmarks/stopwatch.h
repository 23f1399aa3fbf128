/* Processor time, and the end of a benchmark that cannot go on. */
#ifndef LASH_STOPWATCH_H
#define LASH_STOPWATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lash_core.h"

static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* what other programs do must not count */
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void check(lash_status status, const lash_error *error) {
  if (status == LASH_OK) return;
  fprintf(stderr, "%s\n", error->message);
  exit(1);
}

#endif
