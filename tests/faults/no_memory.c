/* A library to be loaded before a program (LD_PRELOAD): the n-th allocation that the program itself
 * asks for fails, n = LASH_FAULT_AT; with LASH_FAULT_COUNT=FILE it adds to FILE how many there
 * were. Allocations of other libraries on their own behalf are left alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static uintptr_t text_begin, text_end; /* the program's own code */
static long fail_at;
static atomic_long count;

static int look(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    text_begin = info->dlpi_addr + part->p_vaddr;
    text_end = text_begin + part->p_memsz;
  }
  return 1; /* the first one is the program */
}

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("LASH_FAULT_AT");
  fail_at = at ? atol(at) : 0;
  unsetenv("LD_PRELOAD"); /* programs that it starts, gnuplot, are not ours to try */
  dl_iterate_phdr(look, NULL);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("LASH_FAULT_COUNT");
  const int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  if (file < 0) return;
  char line[32];
  const int length = snprintf(line, sizeof line, "%ld\n", atomic_load(&count));
  if (write(file, line, (size_t)length) != length) abort();
  close(file);
}

/* Children that leave in a hurry count too. */
void _exit(int status) {
  end();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

static int fails(const void *caller) {
  const uintptr_t from = (uintptr_t)caller;
  if (from < text_begin || from >= text_end) return 0;
  return atomic_fetch_add(&count, 1) + 1 == fail_at;
}

#define OR_FAIL(call) (fails(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : call)

void *malloc(size_t size) { return OR_FAIL(__libc_malloc(size)); }
void *calloc(size_t n, size_t size) { return OR_FAIL(__libc_calloc(n, size)); }
void *realloc(void *block, size_t size) { return OR_FAIL(__libc_realloc(block, size)); }

char *strdup(const char *text) {
  const size_t size = strlen(text) + 1;
  char *copy = OR_FAIL(__libc_malloc(size));
  return copy ? memcpy(copy, text, size) : NULL;
}
