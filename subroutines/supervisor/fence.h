/* Inside the runtime: results and arguments of a routine between guard words, so that writing past
 * an array is found out and named instead of changing the host's numbers.
 *
 *   fence f;
 *   fence_put_up(&f, arguments, user, count);   results now lie between guard words
 *   … the call …
 *   status = fence_take_down(&f, arguments, &error);
 */
#ifndef LASH_FENCE_H
#define LASH_FENCE_H

#include "lash_calls.h"

enum { FENCE_ARRAYS = 3 };

typedef struct fence {
  double *block;                /* guard, array, guard, array, … */
  double *theirs[FENCE_ARRAYS]; /* where results belong */
  const double *user;           /* USER numbers, and a copy of them */
  size_t mark, users, total;
  bool own; /* block was made for this call */
} fence;

/* False without memory. */
bool fence_put_up(fence *f, lash_routine_arguments *arguments, const double *user, int users);

/* Hands results over; fails, naming what was written over. To be called in every case. */
lash_status fence_take_down(fence *f, lash_routine_arguments *arguments, lash_error *error);

#endif
