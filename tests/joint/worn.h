/* For tests of joints that wear: made from words, looked at, compared, differenced. */
#ifndef LASH_TEST_WORN_H
#define LASH_TEST_WORN_H

#include <math.h>
#include <string.h>

#include "lash_joint.h"
#include "turning.h"
#include "unity.h"

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

static inline lash_joint made(const char *text) {
  lash_joint joint;
  OK(lash_joint_make(&joint, text, &error));
  return joint;
}

static inline void refuse(const char *text, const char *word) {
  lash_joint joint;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_joint_make(&joint, text, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
}

/* Whether all sites touch. */
static inline bool force_at(const lash_joint *joint, const lash_joint_memory *memory,
                            const lash_frame *i, const lash_frame *j, bool partials,
                            lash_joint_points *points, lash_joint_state *state,
                            lash_joint_force *force) {
  bool all = true;
  lash_joint_begin(joint, 1, state);
  OK(lash_joint_find_points(joint, memory, i, j, partials, points, state->site, &error));
  lash_joint_force_at(joint, memory, points, state, partials, force);
  for (size_t s = 0; s < joint->site_count; s++) all = all && state->site[s].delta > 0;
  return all;
}

/* Bodies somewhere, overlapping; surfaces worn somehow. */
typedef void placing(uint64_t *seed, lash_frame *i, lash_frame *j);
typedef void waving(const lash_joint *joint, uint64_t *seed, lash_joint_memory *memory);

static inline void same_to_the_bit(const lash_joint *dry, const lash_joint *worn, placing *place) {
  static lash_joint_worn nothing;
  const lash_joint_memory fresh = {.worn = &nothing};
  uint64_t seed = 1;
  for (int n = 0; n < 100; n++) {
    lash_frame i, j;
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force a, b;
    place(&seed, &i, &j);
    force_at(dry, &fresh, &i, &j, true, &points, &state, &a);
    force_at(worn, &fresh, &i, &j, true, &points, &state, &b);
    TEST_ASSERT_EQUAL_MEMORY(&a.on_inner, &b.on_inner, sizeof a.on_inner);
    TEST_ASSERT_EQUAL_MEMORY(&a.on_outer, &b.on_outer, sizeof a.on_outer);
    TEST_ASSERT_EQUAL_MEMORY(a.inner_by, b.inner_by, sizeof a.inner_by);
  }
}

/* By how much a column of both wrenches is off differences of fourth order with the step h; torques
 * over `arm`; relative to the greatest of the column and the force. */
static inline double column_off(const lash_joint *joint, const lash_joint_memory *memory,
                                const lash_frame *i, const lash_frame *j,
                                const lash_joint_force *at, int c, double h, double arm) {
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force to[4];
  double most = 0, off = 0;
  for (int k = 0; k < 4; k++) {
    lash_frame i2 = *i, j2 = *j;
    move(&i2, &j2, c, h * (double[]){-2, -1, 1, 2}[k]);
    force_at(joint, memory, &i2, &j2, false, &points, &state, &to[k]);
  }
  for (int r = 0; r < 12; r++) {
    double f[4];
    const int row = r % 6;
    const double per = row < 3 ? 1 : arm;
    for (int k = 0; k < 4; k++) {
      const lash_wrench *w = r < 6 ? &to[k].on_inner : &to[k].on_outer;
      f[k] = (row < 3 ? w->force[row] : w->torque[row - 3]) / per;
    }
    const double slope = (8 * (f[2] - f[1]) - (f[3] - f[0])) / (12 * h);
    most = fmax(most, fabs(slope));
    off = fmax(off, fabs(slope - (r < 6 ? at->inner_by : at->outer_by)[row][c] / per));
  }
  return off / (most + norm3(at->on_inner.force));
}

/* The worst of all eighteen columns over 1,000 states; `size`: steps of the six blocks; the
 * surfaces change with every `alike`th state. */
static inline double partials_off(const lash_joint *joint, waving *wave, placing *place,
                                  const double size[6], int alike) {
  static lash_joint_memory memory;
  uint64_t seed = 7;
  double worst = 0;
  for (int looked = 0, again = 1; looked < 1000;) {
    lash_frame i, j;
    lash_joint_points points;
    lash_joint_state state;
    lash_joint_force at;
    if (again && looked % alike == 0) wave(joint, &seed, &memory);
    place(&seed, &i, &j);
    again = force_at(joint, &memory, &i, &j, true, &points, &state, &at);
    if (!again) continue;
    looked++;
    for (int c = 0; c < LASH_D_COUNT; c++)
      worst = fmax(worst, column_off(joint, &memory, &i, &j, &at, c, size[c / 3], 0.01));
  }
  return worst;
}

#endif
