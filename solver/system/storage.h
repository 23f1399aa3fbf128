/* Memory of the solver. It belongs to stores: a system's is freed with it, scratch when the guarded
 * call that took it ends. Running out of memory leaves the guarded call, which then fails in words;
 * so whoever takes memory need not look whether there was any:
 *
 *   LASH_GUARDED(status, work(system, error), error);
 *
 * Guards nest; each thread has its own. What others allocate (expressions, factors, libraries) must
 * be entered where lash_system_free() finds it before more memory is taken, or be handed over to
 * lash_entrust(). */
#ifndef LASH_SOLVER_STORAGE_H
#define LASH_SOLVER_STORAGE_H

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "lash_core.h"

/* A list of blocks of memory; all zero is an empty one. */
typedef struct lash_store {
  struct lash_store *next, *previous;
} lash_store;

/* Zeroed memory for `count` items (at least one) from a store; NULL: scratch. */
void *lash_take(lash_store *store, size_t count, size_t size);
static inline void *lash_borrow(size_t count, size_t size) { return lash_take(NULL, count, size); }

/* Room for one more item than `count`; arrays that grow start as NULL. */
void *lash_grow(lash_store *store, void *old, size_t count, size_t size);

/* Appends a zeroed item to an array and counts it; gives its address. */
#define LASH_APPEND(store, array, count)                            \
  ((array) = lash_grow((store), (array), (count), sizeof *(array)), \
   memset(&(array)[(count)], 0, sizeof *(array)), &(array)[(count)++])

/* Index of the item with this id in an array whose items begin with theirs, or -1. */
int lash_find_id(const void *items, size_t count, size_t size, int id);
#define LASH_FIND(array, count, id) lash_find_id((array), (count), sizeof *(array), (id))

/* Gives a block back before its store does; NULL is nothing. */
void lash_drop(void *memory);

/* What another library made is released with the store. */
void lash_entrust(lash_store *store, void *object, void (*release)(void *object));

/* Frees all blocks, the last taken first. */
void lash_store_free(lash_store *store);

typedef struct lash_guard {
  jmp_buf out;
  struct lash_guard *outer;
  lash_store *mark; /* the last scratch before */
} lash_guard;

void lash_guard_open(lash_guard *guard);
void lash_guard_close(lash_guard *guard); /* scratch taken since is freed */
lash_status lash_out_of_memory(lash_error *error);

#define LASH_GUARDED(status, call, error)   \
  do {                                      \
    lash_guard guard_;                      \
    lash_guard_open(&guard_);               \
    if (setjmp(guard_.out))                 \
      (status) = lash_out_of_memory(error); \
    else                                    \
      (status) = (call);                    \
    lash_guard_close(&guard_);              \
  } while (0)

#endif
