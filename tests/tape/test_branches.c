/* What one side of a choice needs is left out where the other is taken: with the same bits as where
 * all is computed, in every way of running it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tape_program_impl.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;

enum { X, Y, Z, VARIABLES };
enum { RESULTS = 5, ALSO = 3 };

typedef struct choices {
  lash_tape *tape;
  lash_term wanted[RESULTS + ALSO]; /* the last: what would otherwise stand in branches */
} choices;

/* Some roots and quotients. */
static lash_term costly(lash_tape *t, lash_term a, lash_term b) {
  lash_term sum = a;
  for (int k = 1; k < 6; k++) {
    const lash_term part = lash_tape_div(t, sum, lash_tape_add(t, b, lash_tape_constant(t, k)));
    sum = lash_tape_add(t, lash_tape_sqrt(t, lash_tape_abs(t, part)), lash_tape_mul(t, part, b));
  }
  return sum;
}

/* A branch, one inside another, one whose choice is a result itself, and one that calls functions.
 */
static choices record(void) {
  choices c = {.tape = lash_tape_new()};
  lash_tape *t = c.tape;
  const lash_term x = lash_tape_variable(t, X), y = lash_tape_variable(t, Y),
                  z = lash_tape_variable(t, Z), zero = lash_tape_constant(t, 0);
  const lash_term before = lash_tape_mul(t, x, lash_tape_add(t, y, z));
  const lash_term inner = costly(t, z, before), outer_part = costly(t, x, y);
  const lash_term nested = lash_tape_select(t, lash_tape_gt(t, z, zero), inner, x);
  const lash_term outer = lash_tape_add(t, lash_tape_mul(t, nested, outer_part), before);
  const lash_term choice = lash_tape_select(t, lash_tape_gt(t, x, y), outer, lash_tape_neg(t, y));
  const lash_term power = lash_tape_exp(t, lash_tape_sin(t, costly(t, y, z)));
  const lash_term other = lash_tape_select(t, lash_tape_lt(t, y, z), power, before);
  const lash_term wanted[RESULTS + ALSO] = {choice,
                                            lash_tape_add(t, lash_tape_mul(t, choice, before), z),
                                            lash_tape_sub(t, other, lash_tape_mul(t, x, before)),
                                            lash_tape_div(t, other, choice),
                                            before,
                                            inner,
                                            outer,
                                            power};
  memcpy(c.wanted, wanted, sizeof wanted);
  return c;
}

static const double numbers[] = {-2.5, -0.0, 0.0, 0.75, 1e-3, 3, NAN, INFINITY};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static bool run(const choices *c, size_t count, const lash_program_options *options,
                double out[][RESULTS]) {
  lash_program *program;
  lash_tape_frame *frame;
  const lash_status status =
      lash_program_make(c->tape, c->wanted, count, options, &program, &error);
  if (status == LASH_UNSUPPORTED) return false;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_tape_frame_make(program, &frame, &error));
  lash_tape_frame_begin(frame, NULL, NULL);
  const unsigned lanes = options->lanes;
  enum { CASES = NUMBERS * NUMBERS * NUMBERS };
  for (unsigned first = 0; first < CASES; first += lanes) {
    _Alignas(32) double x[4 * VARIABLES], y[4 * (RESULTS + ALSO)];
    for (unsigned l = 0; l < lanes; l++) {
      const unsigned k = (first + l) % CASES;
      x[X * lanes + l] = numbers[k % NUMBERS];
      x[Y * lanes + l] = numbers[k / NUMBERS % NUMBERS];
      x[Z * lanes + l] = numbers[k / NUMBERS / NUMBERS];
    }
    TEST_ASSERT_EQUAL_UINT(0, lash_tape_frame_run(frame, x, y));
    for (unsigned l = 0; l < lanes && first + l < CASES; l++)
      for (unsigned r = 0; r < RESULTS; r++) out[first + l][r] = y[r * lanes + l];
  }
  lash_tape_frame_free(frame);
  lash_program_free(program);
  return true;
}

static void branches_change_nothing(void) {
  static double all[NUMBERS * NUMBERS * NUMBERS][RESULTS],
      some[NUMBERS * NUMBERS * NUMBERS][RESULTS];
  const choices c = record();
  const lash_program_options plain = {.lanes = 1, .engine = LASH_TAPE_INTERPRET};
  run(&c, RESULTS + ALSO, &plain, all);
  for (int way = 0; way < 9; way++) {
    const lash_program_options options = {.lanes = 1u << way % 3,
                                          .engine = way < 3 ? LASH_TAPE_INTERPRET : LASH_TAPE_EMIT,
                                          .without_avx = way >= 6};
    if (!run(&c, RESULTS, &options, some)) continue;
    for (int k = 0; k < NUMBERS * NUMBERS * NUMBERS; k++)
      for (int r = 0; r < RESULTS; r++) {
        char where[120];
        const double a = all[k][r], b = some[k][r];
        snprintf(where, sizeof where, "way %d, case %d, result %d: %a, not %a", way, k, r, b, a);
        if (memcmp(&a, &b, sizeof a) && !(isnan(a) && isnan(b))) TEST_FAIL_MESSAGE(where);
      }
  }
  lash_tape_free(c.tape);
}

/* What a branch costs includes the branches inside: a dear one inside another does not make the
 * outer one cheap, and one that is cheap itself is a branch for the sake of what it holds. */
static void inner_branches_count(void) {
  for (int dear_outside = 0; dear_outside < 2; dear_outside++) {
    lash_tape *t = lash_tape_new();
    uint8_t live[200];
    memset(live, 1, sizeof live);
    const lash_term x = lash_tape_variable(t, X), y = lash_tape_variable(t, Y),
                    z = lash_tape_variable(t, Z), zero = lash_tape_constant(t, 0);
    const lash_term around = dear_outside ? costly(t, x, y) : lash_tape_mul(t, x, y);
    const lash_term held = costly(t, z, y);
    const lash_term inner = lash_tape_select(t, lash_tape_gt(t, z, zero), held, zero);
    const lash_term sum = lash_tape_add(t, inner, around);
    const lash_term outer = lash_tape_select(t, lash_tape_gt(t, x, y), sum, zero);
    tape_branches found;
    TEST_ASSERT_TRUE(outer < sizeof live);
    TEST_ASSERT_TRUE(tape_find_branches(t, &outer, 1, live, outer + 1, &found));
    TEST_ASSERT_EQUAL_UINT(TAPE_NO_BRANCH, found.holder[outer]);
    TEST_ASSERT_EQUAL_UINT(outer, found.holder[sum]);
    TEST_ASSERT_EQUAL_UINT(outer, found.holder[around]);
    TEST_ASSERT_EQUAL_UINT(outer, found.holder[inner]);
    TEST_ASSERT_EQUAL_UINT(inner, found.holder[held]);
    tape_branches_free(&found);
    lash_tape_free(t);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(inner_branches_count);
  RUN_TEST(branches_change_nothing);
  return UNITY_END();
}
