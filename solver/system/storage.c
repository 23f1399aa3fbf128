#include "storage.h"

#include <stddef.h>

/* Before each block: its place in the list, and what to do with it in the end. */
typedef struct header {
  lash_store link;
  void (*release)(void *object);
  void *object;
} header;

static _Thread_local lash_guard *innermost;
static _Thread_local lash_store scratch;

static void *memory_of(header *block) { return block + 1; }
static header *block_of(void *memory) { return (header *)memory - 1; }

static lash_store *opened(lash_store *store) {
  if (!store) store = &scratch;
  if (!store->next) store->next = store->previous = store;
  return store;
}

static void link_last(lash_store *store, header *block) {
  block->link = (lash_store){store, store->previous};
  store->previous->next = &block->link;
  store->previous = &block->link;
}

static void free_block(lash_store *link) {
  header *block = (header *)link;
  link->previous->next = link->next;
  link->next->previous = link->previous;
  if (block->release) block->release(block->object);
  free(block);
}

static _Noreturn void leave(void) { longjmp(innermost->out, 1); }

void *lash_take(lash_store *store, size_t count, size_t size) {
  if (!count) count = 1;
  const bool fits = count <= (PTRDIFF_MAX - sizeof(header)) / size;
  header *block = fits ? calloc(1, sizeof *block + count * size) : NULL;
  if (!block) leave();
  link_last(opened(store), block);
  return memory_of(block);
}

void *lash_grow(lash_store *store, void *old, size_t count, size_t size) {
  if (!old) return lash_take(store, 1, size);
  /* capacities are powers of two, so the count alone says when to grow */
  if (count & (count - 1) || !count) return old;
  header *block = realloc(block_of(old), sizeof *block + 2 * count * size);
  if (!block) leave();
  block->link.previous->next = block->link.next->previous = &block->link;
  return memory_of(block);
}

int lash_find_id(const void *items, size_t count, size_t size, int id) {
  const char *item = items;
  for (size_t k = 0; k < count; k++, item += size)
    if (memcmp(item, &id, sizeof id) == 0) return (int)k;
  return -1;
}

void lash_drop(void *memory) {
  if (memory) free_block(&block_of(memory)->link);
}

void lash_entrust(lash_store *store, void *object, void (*release)(void *object)) {
  header *block = calloc(1, sizeof *block);
  if (!block) {
    release(object);
    leave();
  }
  block->release = release;
  block->object = object;
  link_last(opened(store), block);
}

static void free_down_to(lash_store *store, const lash_store *mark) {
  while (store->previous != mark) free_block(store->previous);
}

void lash_store_free(lash_store *store) {
  if (store->next) free_down_to(store, store);
}

void lash_guard_open(lash_guard *guard) {
  guard->outer = innermost;
  guard->mark = opened(&scratch)->previous;
  innermost = guard;
}

void lash_guard_close(lash_guard *guard) {
  innermost = guard->outer;
  free_down_to(&scratch, guard->mark);
}

lash_status lash_out_of_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for this model");
}
