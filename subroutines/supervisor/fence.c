/* Guard words around the arrays of a call. Small ones lie in a field of each thread's own, so that
 * a call allocates nothing. */
#include "fence.h"

#include <stdlib.h>
#include <string.h>

#include "guard_words.h"

enum { FIELD = 4096 };

static _Thread_local double field[FIELD];
static _Thread_local size_t used; /* nested calls lie behind each other */

static size_t numbers(const lash_result_array *array) {
  return array->count > 0 ? (size_t)array->count : 0;
}

bool fence_put_up(fence *f, lash_routine_arguments *a, const double *user, int users) {
  f->user = user;
  f->users = user && users > 0 ? (size_t)users : 0;
  f->total = GUARD_WORDS + f->users;
  for (int n = 0; n < FENCE_ARRAYS; n++) {
    if (numbers(&a->output[n])) f->total += numbers(&a->output[n]) + GUARD_WORDS;
  }
  f->mark = used;
  f->own = f->total > FIELD - used;
  f->block = f->own ? malloc(f->total * sizeof *f->block) : field + used;
  if (!f->block) return false;
  if (!f->own) used += f->total;
  if (f->users) memcpy(f->block, user, f->users * sizeof *user);
  double *at = f->block + f->users;
  guard_words_plant(at);
  at += GUARD_WORDS;
  for (int n = 0; n < FENCE_ARRAYS; n++) {
    const size_t count = numbers(&a->output[n]);
    f->theirs[n] = a->output[n].values;
    if (!count) continue;
    a->output[n].values = at;
    memset(at, 0, count * sizeof *at);
    at += count;
    guard_words_plant(at);
    at += GUARD_WORDS;
  }
  return true;
}

lash_status fence_take_down(fence *f, lash_routine_arguments *a, lash_error *error) {
  lash_status status = LASH_OK;
  double *guard = f->block + f->users;
  if (guard_words_trampled(guard)) {
    status = lash_fail(error, LASH_FAILURE, "wrote in front of its first result");
  }
  for (int n = 0; n < FENCE_ARRAYS; n++) {
    const size_t count = numbers(&a->output[n]);
    if (!count) continue;
    guard = a->output[n].values + count;
    if (status == LASH_OK && guard_words_trampled(guard)) {
      status = lash_fail(error, LASH_FAILURE,
                         "wrote past the end of its result, which has room for %zu number%s", count,
                         count == 1 ? "" : "s");
    }
    memcpy(f->theirs[n], a->output[n].values, count * sizeof(double));
    a->output[n].values = f->theirs[n];
  }
  if (status == LASH_OK && f->users && memcmp(f->block, f->user, f->users * sizeof(double)) != 0) {
    memcpy((double *)(size_t)f->user, f->block, f->users * sizeof(double));
    status =
        lash_fail(error, LASH_FAILURE, "changed its USER numbers, which are not its to change");
  }
  if (f->own)
    free(f->block);
  else
    used = f->mark;
  return status;
}
