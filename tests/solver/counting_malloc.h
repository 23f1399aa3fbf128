/* Takes the place of the C library's malloc in a test: counts calls, fails the one it is told to,
 * and knows how many blocks are in use. Under a sanitizer, which needs that place itself, nothing
 * is counted and nothing fails. */
#ifndef COUNTING_MALLOC_H
#define COUNTING_MALLOC_H

#define _GNU_SOURCE /* dl_iterate_phdr */
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct counting_malloc {
  bool on;     /* counts and fails only then */
  long calls;  /* of malloc, calloc, realloc and their kin */
  long fail;   /* the call to fail, from 1; 0: none */
  bool from;   /* and all after it */
  long in_use; /* blocks taken and not given back, counted always */
} counting_malloc;

static counting_malloc allocator;

#ifndef __SANITIZE_ADDRESS__
enum { COUNTS_MALLOC = 1 };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *memory);

/* Some libraries do not outlive a failed allocation of their own: SUNDIALS follows the null pointer
 * (SUNLogger_Create), the dynamic linker loses memory. They get what they ask for. */
static struct { uintptr_t from, to; } fragile[16];
static int fragile_count;

/* A test may leave out more: COUNTING_LEAVES_OUT names libraries, each before a comma. */
#ifndef COUNTING_LEAVES_OUT
#define COUNTING_LEAVES_OUT
#endif

static const char *const left_out[] = {COUNTING_LEAVES_OUT "sundials", "ld-linux"};

static bool is_left_out(const char *library) {
  for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
    if (strstr(library, left_out[k])) return true;
  return false;
}

static int note_fragile(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!is_left_out(info->dlpi_name)) return 0;
  for (int k = 0; k < info->dlpi_phnum && fragile_count < 16; k++) {
    if (info->dlpi_phdr[k].p_type != PT_LOAD || !(info->dlpi_phdr[k].p_flags & PF_X)) continue;
    fragile[fragile_count].from = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
    fragile[fragile_count].to = fragile[fragile_count].from + info->dlpi_phdr[k].p_memsz;
    fragile_count++;
  }
  return 0;
}

static bool is_fragile(const void *caller) {
  if (!fragile_count) dl_iterate_phdr(note_fragile, NULL);
  for (int k = 0; k < fragile_count; k++)
    if ((uintptr_t)caller >= fragile[k].from && (uintptr_t)caller < fragile[k].to) return true;
  return false;
}

static bool allowed(const void *caller) {
  if (!allocator.on || is_fragile(caller)) return true;
  const long call = ++allocator.calls;
  const bool fails =
      allocator.fail && (allocator.from ? call >= allocator.fail : call == allocator.fail);
  if (fails) errno = ENOMEM;
  return !fails;
}

static void *counted(void *memory) {
  allocator.in_use += memory != NULL;
  return memory;
}

void *malloc(size_t size) {
  return allowed(__builtin_return_address(0)) ? counted(__libc_malloc(size)) : NULL;
}

void *calloc(size_t count, size_t size) {
  return allowed(__builtin_return_address(0)) ? counted(__libc_calloc(count, size)) : NULL;
}

void *realloc(void *old, size_t size) {
  if (!allowed(__builtin_return_address(0))) return NULL;
  void *memory = __libc_realloc(old, size);
  if (memory && !old) allocator.in_use++;
  return memory;
}

void free(void *memory) {
  allocator.in_use -= memory != NULL;
  __libc_free(memory);
}
#else
enum { COUNTS_MALLOC = 0 };
#endif

#endif
