/* Memory for machine code: written first, then made executable and never writable again. */
#ifndef LASH_SOLVER_TAPE_CODE_H
#define LASH_SOLVER_TAPE_CODE_H

#include <stddef.h>

/* The reason that is none for doing without machine code: another time there may be memory, and
 * results must not depend on that. */
extern const char tape_no_memory[];

/* A copy of `bytes` that can be run, or NULL: `reason` says in words why. */
void *tape_code_memory(const void *bytes, size_t count, const char **reason);
void tape_code_memory_free(void *memory, size_t count);

#endif
