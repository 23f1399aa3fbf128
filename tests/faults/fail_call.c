/* A library to be loaded before a program (LD_PRELOAD): the n-th system call of one kind that the
 * program or one of its children makes fails.
 *
 *   LASH_FAULT_CALL=write|open|rename|fsync|fork|mkdir   the kind
 *   LASH_FAULT_SHARED=FILE   eight bytes, zero at first: how many there were, over all processes
 *   LASH_FAULT_AT=N          which one fails; 0: none, they are only counted
 *
 * How: a seccomp filter turns the calls into SIGSYS, whose handler counts and either returns the
 * error or makes the call itself, from the one place that the filter lets through. So calls from
 * inside the C library (stdio, the dynamic linker) are met too, which no wrapper of functions can
 * do. x86-64 only; programs that are started by exec are out of bounds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

typedef struct kind {
  const char *name;
  int error;
  long call[4]; /* -1: no more */
} kind;

static const kind kinds[] = {
    {"write", ENOSPC, {SYS_write, SYS_pwrite64, SYS_writev, -1}},
    {"open", EMFILE, {SYS_open, SYS_openat, SYS_creat, -1}},
    {"rename", EIO, {SYS_rename, SYS_renameat, SYS_renameat2, -1}},
    {"fsync", EIO, {SYS_fsync, SYS_fdatasync, -1}},
    {"fork", EAGAIN, {SYS_fork, SYS_clone, -1}},
    {"mkdir", EACCES, {SYS_mkdir, SYS_mkdirat, -1}},
};

static const kind *chosen;
static _Atomic uint64_t *count;
static uint64_t fail_at;

/* The system call as it was asked for; the filter knows where it returns to. */
long plain_call(long number, long a, long b, long c, long d, long e, long f);
extern const char plain_call_end[];
__asm__(
    ".text\n.globl plain_call\n.type plain_call,@function\nplain_call:\n"
    "mov %rdi,%rax\nmov %rsi,%rdi\nmov %rdx,%rsi\nmov %rcx,%rdx\nmov %r8,%r10\nmov %r9,%r8\n"
    "mov 8(%rsp),%r9\nsyscall\n.globl plain_call_end\nplain_call_end:\nret\n"
    ".size plain_call,.-plain_call\n");

static void on_call(int signal_number, siginfo_t *info, void *context) {
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  (void)signal_number;
  if (atomic_fetch_add(count, 1) + 1 == fail_at) {
    r[REG_RAX] = -chosen->error;
    return;
  }
  r[REG_RAX] = plain_call(info->si_syscall, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10],
                          r[REG_R8], r[REG_R9]);
}

#define FIELD(name)        (uint32_t) offsetof(struct seccomp_data, name)
#define STATEMENT(code, k) (struct sock_filter) BPF_STMT((unsigned short)(code), (uint32_t)(k))
#define JUMP(code, k, yes, no) \
  (struct sock_filter) BPF_JUMP((unsigned short)(code), (uint32_t)(k), yes, no)

static int install(void) {
  const uint64_t end = (uint64_t)(uintptr_t)plain_call_end;
  struct sock_filter f[48];
  unsigned short n = 0;
  f[n++] = STATEMENT(BPF_LD | BPF_W | BPF_ABS, FIELD(nr));
  f[n++] = JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
  f[n++] = STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS); /* clone() will do */
  for (int i = 0; chosen->call[i] >= 0; i++) {
    f[n++] = JUMP(BPF_JMP | BPF_JEQ | BPF_K, chosen->call[i], 0, 9);
    f[n++] = STATEMENT(BPF_LD | BPF_W | BPF_ABS, FIELD(instruction_pointer));
    f[n++] = JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)end, 0, 3);
    f[n++] = STATEMENT(BPF_LD | BPF_W | BPF_ABS, FIELD(instruction_pointer) + 4);
    f[n++] = JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(end >> 32), 0, 1);
    f[n++] = STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    f[n++] = STATEMENT(BPF_LD | BPF_W | BPF_ABS, FIELD(args[0]));
    /* threads share memory, and the handler's stack: they are let through */
    f[n++] = JUMP(BPF_JMP | BPF_JSET | BPF_K, chosen->call[i] == SYS_clone ? CLONE_VM : 0, 0, 1);
    f[n++] = STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    f[n++] = STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
  }
  f[n++] = STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {n, f};
  struct sigaction action = {.sa_sigaction = on_call};
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("LASH_FAULT_CALL"), *path = getenv("LASH_FAULT_SHARED");
  const char *at = getenv("LASH_FAULT_AT");
  for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(kinds[i].name, name) == 0) chosen = &kinds[i];
  }
  const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (!chosen || file < 0) return;
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  fail_at = at ? strtoull(at, NULL, 10) : 0;
  if (count == MAP_FAILED || install() != 0) abort();
}
