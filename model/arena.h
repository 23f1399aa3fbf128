/* Memory that is handed out in pieces and freed all at once. */
#ifndef LASH_MODEL_ARENA_H
#define LASH_MODEL_ARENA_H

#include <stddef.h>

typedef struct lash_arena lash_arena;

lash_arena *arena_new(void); /* NULL when out of memory */
void arena_free(lash_arena *arena);

/* Zeroed memory aligned for any type, or NULL when out of memory or `arena` is NULL. */
void *arena_alloc(lash_arena *arena, size_t size);

/* Copy of `size` bytes followed by a zero byte. */
char *arena_text(lash_arena *arena, const char *text, size_t size);

#endif
