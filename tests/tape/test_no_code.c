/* Memory is never writable and executable at once; where the system forbids executable memory
 * (a seccomp filter plays that system) the interpreter runs, with the same bits. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "random_tape.h"
#include "tape_program.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

static lash_program *make(const random_tape *r, lash_tape_engine engine) {
  lash_program *program;
  const lash_program_options options = {.engine = engine};
  return lash_program_make(r->tape, r->wanted, RANDOM_WANTED, &options, &program, &error) == LASH_OK
             ? program
             : NULL;
}

static void run(const lash_program *program, const double *x, const double *p, double *y) {
  lash_tape_frame *frame;
  if (lash_tape_frame_make(program, &frame, &error) != LASH_OK) abort();
  lash_tape_frame_begin(frame, p, NULL);
  lash_tape_frame_run(frame, x, y);
  lash_tape_frame_free(frame);
}

static void test_no_memory_is_writable_and_executable(void) {
  random_tape r = {.seed = 5, .tape = lash_tape_new()};
  random_record(&r, 500, true);
  lash_program *program = make(&r, LASH_TAPE_AUTO);
  TEST_ASSERT_NOT_NULL(program);
  FILE *maps = fopen("/proc/self/maps", "r");
  TEST_ASSERT_NOT_NULL(maps);
  char line[1000];
  size_t nameless = 0;
  while (fgets(line, sizeof line, maps)) {
    TEST_ASSERT_NULL_MESSAGE(strstr(line, " rwx"), line);
    char rest[1000];
    if (strstr(line, " r-xp") && sscanf(line, "%*s %*s %*s %*s 0 %999s", rest) < 1) nameless++;
  }
  fclose(maps);
  if (lash_program_tell(program).engine == LASH_TAPE_EMIT) TEST_ASSERT_TRUE(nameless >= 1);
  lash_program_free(program);
  lash_tape_free(r.tape);
}

/* mprotect and mmap with PROT_EXEC fail with EPERM from now on. */
static bool forbid_code(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

enum { CANNOT_FORBID = 77 };

/* In the child: 0 when all is as it should be, else a number that says what is not. */
static int child(const random_tape *r, const double *x, const double *p, const double *expected) {
  if (!forbid_code()) return CANNOT_FORBID;
  if (make(r, LASH_TAPE_EMIT)) return 1;
  if (error.status != LASH_UNSUPPORTED || !strstr(error.message, "forbids executable")) return 2;
  lash_program *program = make(r, LASH_TAPE_AUTO);
  if (!program) return 3;
  const lash_program_report report = lash_program_tell(program);
  if (report.engine != LASH_TAPE_INTERPRET || !strstr(report.reason, "forbids")) return 4;
  double y[RANDOM_WANTED];
  run(program, x, p, y);
  for (int i = 0; i < RANDOM_WANTED; i++)
    if (!agree(expected[i], y[i])) return 5;
  lash_program_free(program);
  return 0;
}

static void test_interpreter_where_code_is_forbidden(void) {
  random_tape r = {.seed = 6, .tape = lash_tape_new()};
  random_record(&r, 300, false);
  double x[RANDOM_VARIABLES], p[RANDOM_PARAMETERS], expected[RANDOM_WANTED];
  for (int i = 0; i < RANDOM_VARIABLES; i++) x[i] = random_number(&r.seed);
  for (int i = 0; i < RANDOM_PARAMETERS; i++) p[i] = random_number(&r.seed);
  lash_program *program = make(&r, LASH_TAPE_AUTO);
  TEST_ASSERT_NOT_NULL(program);
#if defined(__x86_64__)
  TEST_ASSERT_EQUAL(LASH_TAPE_EMIT, lash_program_tell(program).engine);
#endif
  run(program, x, p, expected);
  const pid_t pid = fork();
  TEST_ASSERT_TRUE(pid >= 0);
  if (pid == 0) _exit(child(&r, x, p, expected));
  int status;
  TEST_ASSERT_EQUAL(pid, waitpid(pid, &status, 0));
  TEST_ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == CANNOT_FORBID) TEST_IGNORE_MESSAGE("no seccomp filters here");
  TEST_ASSERT_EQUAL(0, WEXITSTATUS(status));
  lash_program_free(program);
  lash_tape_free(r.tape);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_no_memory_is_writable_and_executable);
  RUN_TEST(test_interpreter_where_code_is_forbidden);
  return UNITY_END();
}
