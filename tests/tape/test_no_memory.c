/* A tape whose memory ends, at each place where it asks for some: it says so, gives term 0 from
 * then on, stands still, and makes no program. */
#include "../solver/counting_malloc.h"

#include "tape.h"
#include "tape_program.h"
#include "unity.h"

void setUp(void) {
  if (!COUNTS_MALLOC) TEST_IGNORE_MESSAGE("the sanitizer has malloc's place");
}
void tearDown(void) {}

enum { TERMS = 3000 }; /* by far more than there is room for in the beginning */

/* Gives the number of allocations; the one numbered `fail`, and all after it, fail. */
static long record(long fail) {
  lash_error error = {0};
  lash_program *program;
  lash_tape *tape = lash_tape_new();
  TEST_ASSERT_NOT_NULL(tape);
  lash_term term = 0;
  allocator.calls = 0, allocator.fail = fail, allocator.from = true, allocator.on = true;
  for (uint32_t slot = 0; lash_tape_status(tape, NULL) == LASH_OK && slot < TERMS; slot++)
    term = lash_tape_variable(tape, slot);
  const size_t count = lash_tape_count(tape);
  const lash_term next = lash_tape_mul(tape, lash_tape_variable(tape, 0), term);
  allocator.on = false;
  if (fail) {
    TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_tape_status(tape, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.message, "out of memory"));
    TEST_ASSERT_EQUAL_UINT(0, term);
    TEST_ASSERT_EQUAL_UINT(0, next);
    TEST_ASSERT_EQUAL_size_t(count, lash_tape_count(tape));
    TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_program_make(tape, &next, 1, NULL, &program, &error));
  } else {
    TEST_ASSERT_EQUAL_UINT(TERMS, term);
    TEST_ASSERT_EQUAL_size_t(TERMS + 2, lash_tape_count(tape));
  }
  lash_tape_free(tape);
  return allocator.calls;
}

static void a_tape_without_memory_stands_still(void) {
  const long before = allocator.in_use, calls = record(0);
  TEST_ASSERT_TRUE(calls > 8); /* terms and their index grow by doubling */
  for (long k = 1; k <= calls; k++) record(k);
  TEST_ASSERT_EQUAL_INT((int)before, (int)allocator.in_use);
}

/* The program of a root behind a choice; gives the number of allocations. Where there is no memory
 * for machine code it is interpreted. */
static long program(long fail, bool from) {
  lash_error error = {0};
  lash_program *made = NULL;
  lash_tape_frame *frame;
  lash_tape *tape = lash_tape_new();
  const lash_term x = lash_tape_variable(tape, 0), zero = lash_tape_constant(tape, 0);
  const lash_term root = lash_tape_sqrt(tape, lash_tape_add(tape, x, lash_tape_exp(tape, x)));
  const lash_term choice = lash_tape_select(tape, lash_tape_gt(tape, x, zero), root, zero);
  const lash_program_options options = {.lanes = 1};
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_tape_status(tape, &error));
  allocator.calls = 0, allocator.fail = fail, allocator.from = from, allocator.on = true;
  const lash_status status = lash_program_make(tape, &choice, 1, &options, &made, &error);
  allocator.on = false;
  if (!fail) TEST_ASSERT_EQUAL_INT(LASH_OK, status);
  if (status == LASH_OK) {
    const double at = 2;
    double value;
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_tape_frame_make(made, &frame, &error));
    lash_tape_frame_begin(frame, NULL, NULL);
    TEST_ASSERT_EQUAL_UINT(0, lash_tape_frame_run(frame, &at, &value));
    TEST_ASSERT_EQUAL_DOUBLE(sqrt(2 + exp(2)), value);
    lash_tape_frame_free(frame);
    lash_program_free(made);
  } else {
    TEST_ASSERT_NULL(made);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "memory"), error.message);
  }
  lash_tape_free(tape);
  return allocator.calls;
}

static void a_program_without_memory_says_so(void) {
  const long before = allocator.in_use, calls = program(0, false);
  TEST_ASSERT_TRUE(calls > 12);
  for (long k = 1; k <= calls; k++)
    for (int from = 0; from < 2; from++) program(k, from);
  TEST_ASSERT_EQUAL_INT((int)before, (int)allocator.in_use);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_tape_without_memory_stands_still);
  RUN_TEST(a_program_without_memory_says_so);
  return UNITY_END();
}
