/* Which rows that close loops are kept: the choice from S = G G' alone against the same rule on G
 * itself, by Gram and Schmidt. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record_impl.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { BLOCKS = 100, PER_BLOCK = 5, ROWS = BLOCKS * PER_BLOCK, WIDTH = 3 * BLOCKS + 1 };

/* A block: a joint of two rows and one of zeros, a joint of two rows; all in three directions, so
 * that one row of the four depends on the others. Its first row also meets the block before. */
static double row[ROWS][WIDTH];

static double noise(unsigned *seed) {
  *seed = (1103515245u * *seed + 12345u) & 0x7fffffffu;
  return *seed / 1073741824.0 - 1;
}

static void fill(void) {
  unsigned seed = 7;
  memset(row, 0, sizeof row);
  for (size_t b = 0; b < BLOCKS; b++)
    for (size_t i = 0; i < PER_BLOCK; i++) {
      double *g = row[b * PER_BLOCK + i];
      const double size = pow(10, 2 * noise(&seed));
      if (i == 2) continue;
      for (size_t k = 0; k < 3; k++) g[3 * b + k] = size * noise(&seed);
      if (i == 0 && b > 0) g[3 * b - 1] = size * noise(&seed);
    }
}

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (size_t k = 0; k < WIDTH; k++) sum += a[k] * b[k];
  return sum;
}

/* Of rows `from` to `to`, one after the other, that of which most is left beside those kept. */
static size_t choose(size_t from, size_t to, bool *kept, double (*base)[WIDTH], size_t count) {
  for (;;) {
    size_t best = to;
    double share = 1e-9, left[WIDTH], own[WIDTH];
    for (size_t i = from; i < to; i++) {
      const double size = dot(row[i], row[i]);
      if (kept[i] || !(size > 1e-20)) continue;
      memcpy(left, row[i], sizeof left);
      for (int again = 0; again < 2; again++)
        for (size_t j = 0; j < count; j++) {
          const double along = dot(left, base[j]);
          for (size_t k = 0; k < WIDTH; k++) left[k] -= along * base[j][k];
        }
      const double part = dot(left, left) / size;
      if (part > share) best = i, share = part, memcpy(own, left, sizeof own);
    }
    if (best == to) return count;
    const double length = sqrt(dot(own, own));
    for (size_t k = 0; k < WIDTH; k++) base[count][k] = own[k] / length;
    kept[best] = true;
    count++;
  }
}

/* Of `blocks` of them, `rank` rows: joint by joint or all alike. */
static void check(size_t blocks, size_t rank, bool by_joints) {
  const size_t rows = blocks * PER_BLOCK;
  static double base[WIDTH][WIDTH], S[ROWS * ROWS];
  bool expected[ROWS] = {0};
  size_t kept[ROWS], count = 0, of_second = 0;
  lash_group *group = calloc(rows, sizeof *group);
  sym_row *of = calloc(rows, sizeof *of);
  lash_system system = {.group = group};
  const lash_recording record = {.system = &system, .row = of, .row_count = rows};
  for (size_t i = 0; i < rows; i++) {
    group[i].owner = 2 * (int)(i / PER_BLOCK) + (i % PER_BLOCK > 2);
    of[i].group = (int)i;
    for (size_t j = 0; j < rows; j++) S[i * rows + j] = dot(row[i], row[j]);
  }
  for (size_t b = 0; by_joints && b < blocks; b++) {
    count = choose(b * PER_BLOCK, b * PER_BLOCK + 3, expected, base, count);
    count = choose(b * PER_BLOCK + 3, (b + 1) * PER_BLOCK, expected, base, count);
    of_second += expected[(b + 1) * PER_BLOCK - 1];
  }
  if (!by_joints) count = choose(0, rows, expected, base, 0);
  TEST_ASSERT_EQUAL_size_t(rank, count);
  if (by_joints) TEST_ASSERT_TRUE(of_second > blocks / 4 && of_second < 3 * blocks / 4);
  lash_error error;
  lash_status status;
  size_t found = 0;
  LASH_GUARDED(status, (found = record_choose_rows(&record, S, rank, kept), LASH_OK), &error);
  TEST_ASSERT_EQUAL_INT(LASH_OK, status);
  TEST_ASSERT_EQUAL_size_t(rank, found);
  for (size_t i = 0, at = 0; i < rows; i++) /* in their own order */
    if (expected[i]) TEST_ASSERT_EQUAL_size_t(i, kept[at++]);
  free(group);
  free(of);
}

/* More than 300 rows: those of earlier joints first, though later ones may have more of their own.
 */
static void many_rows_joint_by_joint(void) {
  fill();
  check(BLOCKS, 3 * BLOCKS, true);
}

/* Fewer: the most independent of all first. What is nothing beside the greatest row is none, though
 * it depends on no other. */
static void few_rows_all_alike(void) {
  fill();
  row[2][WIDTH - 1] = 1e-11;
  check(20, 60, false);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(many_rows_joint_by_joint);
  RUN_TEST(few_rows_all_alike);
  return UNITY_END();
}
