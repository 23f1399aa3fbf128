/* Arrays that grow. Not installed. */
#ifndef LASH_ARRAY_H
#define LASH_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more than `count` elements of `size` bytes: an array that doubles when it is full.
 * `array` is where the pointer to it stands. False: out of memory, and nothing has changed. */
static inline bool array_room(void *array, size_t *room, size_t count, size_t size) {
  void *items;
  if (count < *room) return true;
  const size_t more = *room ? 2 * *room : 16;
  memcpy(&items, array, sizeof items);
  items = more < SIZE_MAX / size ? realloc(items, more * size) : NULL;
  if (!items) return false;
  memcpy(array, &items, sizeof items);
  *room = more;
  return true;
}

#endif
