#define _DEFAULT_SOURCE
#include "tape_code.h"

#include <string.h>
#include <sys/mman.h>

void *tape_code_memory(const void *bytes, size_t count, const char **reason) {
  void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    *reason = "out of memory";
    return NULL;
  }
  memcpy(memory, bytes, count);
  if (mprotect(memory, count, PROT_READ | PROT_EXEC) == 0) return memory;
  munmap(memory, count);
  *reason = "the system forbids executable memory";
  return NULL;
}

void tape_code_memory_free(void *memory, size_t count) {
  if (memory) munmap(memory, count);
}
