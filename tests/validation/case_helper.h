/* Single runs of the cases, for tests. */
#ifndef CASE_HELPER_H
#define CASE_HELPER_H

#include <math.h>
#include <stdio.h>

#include "runs.h"
#include "unity.h"

/* One run of a case; column 0 is time. */
static inline run_result carry_out(const char *name, const char *run) {
  run_list runs;
  run_result result;
  lash_error error = {0};
  char path[512];
  snprintf(path, sizeof path, CASES "/%s/runs.txt", name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, run_list_read(path, &runs, &error), error.message);
  const run_setup *setup = run_list_find(&runs, run);
  TEST_ASSERT_NOT_NULL(setup);
  snprintf(path, sizeof path, CASES "/%s", name);
  run_execute(&runs, setup, path, 0, &result);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, result.failure.status, result.failure.message);
  run_list_free(&runs);
  return result;
}

static inline double greatest(const run_result *r, size_t column, double sign) {
  double top = -INFINITY;
  for (size_t i = 0; i < r->rows; i++) top = fmax(top, sign * r->data[column * r->rows + i]);
  return sign * top;
}

#endif
