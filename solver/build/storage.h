/* Memory for building a system. Without memory there is nothing a half-built system could do, so
 * running out of it ends in abort(); nothing is allocated once a system stands. */
#ifndef LASH_SOLVER_STORAGE_H
#define LASH_SOLVER_STORAGE_H

#include <stdlib.h>
#include <string.h>

/* Zeroed memory for `count` items (at least one). */
static inline void *lash_take(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory) abort();
  return memory;
}

static inline void *lash_grow(void *old, size_t count, size_t size) {
  /* capacities are powers of two, so the count alone says when to grow */
  if (count & (count - 1) && count) return old;
  void *memory = realloc(old, (count ? 2 * count : 1) * size);
  if (!memory) abort();
  return memory;
}

/* Appends a zeroed item to an array and counts it; gives its address. */
#define LASH_APPEND(array, count)                          \
  ((array) = lash_grow((array), (count), sizeof *(array)), \
   memset(&(array)[(count)], 0, sizeof *(array)), &(array)[(count)++])

#endif
