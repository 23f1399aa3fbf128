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

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_tape_without_memory_stands_still);
  return UNITY_END();
}
