/* Memory that is handed out in pieces and freed all at once. */
#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024 };

typedef struct block {
  struct block *next;
  size_t used, size;
  alignas(max_align_t) char bytes[];
} block;

struct lash_arena {
  block *head;
};

lash_arena *arena_new(void) { return calloc(1, sizeof(lash_arena)); }

void arena_free(lash_arena *arena) {
  if (!arena) return;
  for (block *b = arena->head; b;) {
    block *next = b->next;
    free(b);
    b = next;
  }
  free(arena);
}

static block *add_block(lash_arena *arena, size_t at_least) {
  size_t size = at_least > BLOCK_SIZE ? at_least : BLOCK_SIZE;
  block *b = calloc(1, sizeof *b + size);
  if (!b) return NULL;
  b->size = size;
  b->next = arena->head;
  return arena->head = b;
}

void *arena_alloc(lash_arena *arena, size_t size) {
  const size_t unit = alignof(max_align_t);
  if (!arena || size > SIZE_MAX / 2) return NULL;
  size = (size + unit - 1) / unit * unit;
  block *b = arena->head;
  if (!b || b->size - b->used < size) b = add_block(arena, size);
  if (!b) return NULL;
  void *memory = b->bytes + b->used;
  b->used += size;
  return memory;
}

char *arena_text(lash_arena *arena, const char *text, size_t size) {
  char *copy = arena_alloc(arena, size + 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}
