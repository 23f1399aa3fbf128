/* Printed C, compiled by the system's compiler, against the interpreter: the same bits. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "random_tape.h"
#include "tape_print.h"
#include "tape_program.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
enum { LISTS = 10, ROUNDS = 3 };

typedef void begin_function(const double *, double *);
typedef void run_function(const double *, const double *, double *);

static void interpret(const random_tape *r, const double *x, const double *p, double *y) {
  lash_program *program;
  lash_tape_frame *frame;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  TEST_ASSERT_EQUAL(
      LASH_OK, lash_program_make(r->tape, r->wanted, RANDOM_WANTED, &options, &program, &error));
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  lash_tape_frame_begin(frame, p, NULL);
  lash_tape_frame_run(frame, x, y);
  lash_tape_frame_free(frame);
  lash_program_free(program);
}

/* All lists in one file, so that the compiler starts once. */
static void print_all(const char *path, random_tape *lists) {
  FILE *f = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(f);
  lash_tape_print_preamble(f);
  for (int i = 0; i < LISTS; i++) {
    char name[20];
    lists[i] = (random_tape){.seed = (uint64_t)i + 500, .tape = lash_tape_new()};
    random_record(&lists[i], 20 + 20 * (size_t)i, false);
    snprintf(name, sizeof name, "list%d", i);
    TEST_ASSERT_EQUAL(
        LASH_OK, lash_tape_print(lists[i].tape, lists[i].wanted, RANDOM_WANTED, name, f, &error));
  }
  fputs("void (*const begin[])(const double *, double *) = {", f);
  for (int i = 0; i < LISTS; i++) fprintf(f, "list%d_begin, ", i);
  fputs("};\nvoid (*const run[])(const double *, const double *, double *) = {", f);
  for (int i = 0; i < LISTS; i++) fprintf(f, "list%d, ", i);
  fputs("};\n", f);
  TEST_ASSERT_EQUAL(0, fclose(f));
}

static void compare_with(const char *flags) {
  random_tape lists[LISTS];
  char folder[] = "/tmp/lash_printed_XXXXXX", source[100], library[100], command[400];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(source, sizeof source, "%s/lists.c", folder);
  snprintf(library, sizeof library, "%s/lists.so", folder);
  print_all(source, lists);
  snprintf(command, sizeof command, "cc %s -Wall -Wextra -Werror -shared -fPIC %s -o %s -lm", flags,
           source, library);
  TEST_ASSERT_EQUAL(0, system(command));
  void *handle = dlopen(library, RTLD_NOW);
  TEST_ASSERT_NOT_NULL(handle);
  begin_function *const *begin = dlsym(handle, "begin");
  run_function *const *run = dlsym(handle, "run");
  TEST_ASSERT_TRUE(begin && run);
  for (int i = 0; i < LISTS; i++)
    for (int round = 0; round < ROUNDS; round++) {
      double x[RANDOM_VARIABLES], p[RANDOM_PARAMETERS], m[1000], y[RANDOM_WANTED],
          expected[RANDOM_WANTED];
      for (int k = 0; k < RANDOM_VARIABLES; k++) x[k] = random_number(&lists[i].seed);
      for (int k = 0; k < RANDOM_PARAMETERS; k++) p[k] = random_number(&lists[i].seed);
      begin[i](p, m);
      run[i](x, m, y);
      interpret(&lists[i], x, p, expected);
      for (int k = 0; k < RANDOM_WANTED; k++) {
        char where[100];
        snprintf(where, sizeof where, "list %d, result %d: %a, not %a", i, k, y[k], expected[k]);
        if (!agree(expected[k], y[k])) TEST_FAIL_MESSAGE(where);
      }
    }
  for (int i = 0; i < LISTS; i++) lash_tape_free(lists[i].tape);
  dlclose(handle);
  unlink(source);
  unlink(library);
  rmdir(folder);
}

static void test_printed_c_at_o0(void) { compare_with("-std=c99 -O0"); }

/* GNU mode may fuse multiplications and additions: the text forbids it. */
static void test_printed_c_optimised_for_this_processor(void) {
  compare_with("-std=gnu11 -O2 -march=native");
}

static void test_a_call_cannot_be_printed(void) {
  lash_tape *t = lash_tape_new();
  const lash_tape_call call = {
      .name = "SPLINE/3", .function = random_call, .inputs = 3, .outputs = 2};
  lash_term x = lash_tape_variable(t, 0), out[2];
  lash_tape_calls(t, &call, (lash_term[]){x, x, x}, out);
  FILE *f = fopen("/dev/null", "w");
  TEST_ASSERT_NOT_NULL(f);
  TEST_ASSERT_EQUAL(LASH_UNSUPPORTED, lash_tape_print(t, out, 2, "f", f, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "SPLINE/3"));
  fclose(f);
  lash_tape_free(t);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_printed_c_at_o0);
  RUN_TEST(test_printed_c_optimised_for_this_processor);
  RUN_TEST(test_a_call_cannot_be_printed);
  return UNITY_END();
}
