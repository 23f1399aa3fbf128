/* Random lists through every way of running them: interpreter and machine code, with AVX and
 * without, in 1, 2 and 4 lanes. All must give the same bits, whatever the neighbours do. */
#include <stdio.h>
#include <string.h>

#include "random_tape.h"
#include "tape_program.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

typedef struct way {
  lash_program_options options;
  const char *name;
} way;

static const way ways[] = {
    {{.lanes = 1, .engine = LASH_TAPE_EMIT}, "emitted"},
    {{.lanes = 1, .engine = LASH_TAPE_EMIT, .without_avx = true}, "emitted without AVX"},
    {{.lanes = 2, .engine = LASH_TAPE_INTERPRET}, "interpreted, 2 lanes"},
    {{.lanes = 2, .engine = LASH_TAPE_EMIT}, "emitted, 2 lanes"},
    {{.lanes = 2, .engine = LASH_TAPE_EMIT, .without_avx = true}, "emitted without AVX, 2 lanes"},
    {{.lanes = 4, .engine = LASH_TAPE_INTERPRET}, "interpreted, 4 lanes"},
    {{.lanes = 4, .engine = LASH_TAPE_EMIT}, "emitted, 4 lanes"},
};

enum { MEMBERS = 4, ROUNDS = 3 };

typedef struct work {
  double parameters[MEMBERS][RANDOM_PARAMETERS];
  double variables[ROUNDS][MEMBERS][RANDOM_VARIABLES];
  double expected[ROUNDS][MEMBERS][RANDOM_WANTED];
  double shift[MEMBERS];
} work;

/* Runs members in groups of as many as there are lanes; `out` gets their results. */
static bool run(const random_tape *r, const lash_program_options *options, work *w,
                double out[ROUNDS][MEMBERS][RANDOM_WANTED]) {
  lash_program *program;
  lash_tape_frame *frame;
  const lash_status status =
      lash_program_make(r->tape, r->wanted, RANDOM_WANTED, options, &program, &error);
  if (status == LASH_UNSUPPORTED) return false;
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  const unsigned lanes = options->lanes;
  for (unsigned first = 0; first < MEMBERS; first += lanes) {
    double p[4 * RANDOM_PARAMETERS], x[4 * RANDOM_VARIABLES], y[4 * RANDOM_WANTED];
    void *members[4];
    for (unsigned l = 0; l < lanes; l++) {
      members[l] = &w->shift[first + l];
      for (unsigned i = 0; i < RANDOM_PARAMETERS; i++)
        p[i * lanes + l] = w->parameters[first + l][i];
    }
    lash_tape_frame_begin(frame, p, members);
    for (int round = 0; round < ROUNDS; round++) {
      for (unsigned l = 0; l < lanes; l++)
        for (unsigned i = 0; i < RANDOM_VARIABLES; i++)
          x[i * lanes + l] = w->variables[round][first + l][i];
      TEST_ASSERT_EQUAL(0, lash_tape_frame_run(frame, x, y));
      for (unsigned l = 0; l < lanes; l++)
        for (unsigned i = 0; i < RANDOM_WANTED; i++) out[round][first + l][i] = y[i * lanes + l];
    }
  }
  lash_tape_frame_free(frame);
  lash_program_free(program);
  return true;
}

static unsigned ran;

static void compare(uint64_t seed, size_t count, bool with_calls) {
  random_tape r = {.seed = seed, .tape = lash_tape_new()};
  work w;
  double out[ROUNDS][MEMBERS][RANDOM_WANTED];
  random_record(&r, count, with_calls);
  TEST_ASSERT_EQUAL(LASH_OK, lash_tape_status(r.tape, &error));
  for (int m = 0; m < MEMBERS; m++) {
    w.shift[m] = m;
    for (int i = 0; i < RANDOM_PARAMETERS; i++) w.parameters[m][i] = random_number(&r.seed);
    for (int k = 0; k < ROUNDS; k++)
      for (int i = 0; i < RANDOM_VARIABLES; i++) w.variables[k][m][i] = random_number(&r.seed);
  }
  const lash_program_options reference = {.lanes = 1, .engine = LASH_TAPE_INTERPRET};
  run(&r, &reference, &w, w.expected);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    if (!run(&r, &ways[i].options, &w, out)) continue;
    ran |= 1u << i;
    for (int k = 0; k < ROUNDS; k++)
      for (int m = 0; m < MEMBERS; m++)
        for (int j = 0; j < RANDOM_WANTED; j++) {
          char where[200];
          snprintf(where, sizeof where, "seed %llu, %s, member %d, result %d: %a, not %a",
                   (unsigned long long)seed, ways[i].name, m, j, out[k][m][j], w.expected[k][m][j]);
          if (!agree(w.expected[k][m][j], out[k][m][j])) TEST_FAIL_MESSAGE(where);
        }
  }
  lash_tape_free(r.tape);
}

static void test_short_lists(void) {
  for (uint64_t seed = 1; seed <= 1200; seed++) compare(seed, 3 + seed % 40, seed % 3 == 0);
}

static void test_middling_lists(void) {
  for (uint64_t seed = 1; seed <= 120; seed++) compare(seed + 10000, 200, seed % 2 == 0);
}

static void test_long_lists(void) {
  for (uint64_t seed = 1; seed <= 6; seed++) compare(seed + 20000, 3000, seed % 2 == 0);
}

/* A processor without AVX2 or another kind of processor runs fewer ways; none may be silent. */
static void test_ways_that_ran(void) {
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    printf("%s: %s\n", ways[i].name, ran >> i & 1 ? "compared" : "not offered here");
  TEST_ASSERT_TRUE(ran & (1u << 2 | 1u << 5));
#if defined(__x86_64__)
  TEST_ASSERT_TRUE(ran & 1u);
  TEST_ASSERT_TRUE(ran & 1u << 1);
#endif
}

/* Four lanes take AVX2: without it the reason is given, and an unasked-for engine interprets. */
static void test_four_lanes_need_avx(void) {
  random_tape r = {.seed = 3, .tape = lash_tape_new()};
  lash_program *program = NULL;
  random_record(&r, 40, false);
  const lash_program_options options = {.lanes = 4, .engine = LASH_TAPE_EMIT, .without_avx = true};
  TEST_ASSERT_EQUAL(LASH_UNSUPPORTED,
                    lash_program_make(r.tape, r.wanted, RANDOM_WANTED, &options, &program, &error));
#if defined(__x86_64__)
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "AVX2"), error.message);
#endif
  lash_tape_free(r.tape);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_four_lanes_need_avx);
  RUN_TEST(test_short_lists);
  RUN_TEST(test_middling_lists);
  RUN_TEST(test_long_lists);
  RUN_TEST(test_ways_that_ran);
  return UNITY_END();
}
