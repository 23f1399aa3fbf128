#define _DEFAULT_SOURCE
#include "tape_code.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

const char tape_no_memory[] = "out of memory";

void *tape_code_memory(const void *bytes, size_t count, const char **reason) {
  void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    *reason = tape_no_memory;
    return NULL;
  }
  memcpy(memory, bytes, count);
  if (mprotect(memory, count, PROT_READ | PROT_EXEC) == 0) return memory;
  *reason = errno == ENOMEM ? tape_no_memory : "the system forbids executable memory";
  munmap(memory, count);
  return NULL;
}

void tape_code_memory_free(void *memory, size_t count) {
  if (memory) munmap(memory, count);
}
