/* One law, every host: ten thousand recorded marker motions give the same bits in each. */
#include <stdlib.h>
#include <string.h>

#include "hosts_testing.h"

enum { STATES = 10000, MARKERS = 5, FORCES = 5 };

static lash_sdk_marker recorded[STATES][MARKERS];
static double by_routine[STATES][6]; /* GFORCE/1 as the recording host applied it */

void setUp(void) {}
void tearDown(void) {}

static void check(lash_status status, const lash_error *error) {
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error->message);
}

/* Motion of all markers and the force of the user subroutine, along a run. */
static void record(const lash_host_class *host_class) {
  opened o;
  lash_error error;
  open_host(&o, host_class, "forces.adm", (lash_host_options){.step = 1e-4});
  TEST_ASSERT_EQUAL_size_t(MARKERS, o.model.marker.count);
  for (int n = 0; n < STATES; n++) {
    advance(&o, 1e-4 * n);
    for (int k = 0; k < MARKERS; k++) {
      const int id = o.model.marker.item[k].head.id;
      check(lash_host_marker(o.host, id, &recorded[n][k], &error), &error);
    }
    check(lash_host_force(o.host, "GFORCE", 1, false, by_routine[n], &error), &error);
  }
  close_host(&o);
}

static size_t routine_force(const lash_host *host) {
  size_t k = 0;
  while (lash_host_force_at(host, k)->kind != LASH_KIND_GFORCE) k++;
  return k;
}

/* Replays the record; `loads` are the first host's, to be met by all others. */
static void replay(const lash_host_class *host_class, double (*loads)[FORCES][6], bool first) {
  opened o;
  lash_error error;
  int moving = 0;
  open_host(&o, host_class, "forces.adm", (lash_host_options){0});
  TEST_ASSERT_EQUAL_size_t(FORCES, lash_host_force_count(o.host));
  const size_t routine = routine_force(o.host);
  for (int n = 0; n < STATES; n++) {
    double now[FORCES][6];
    check(lash_host_replay(o.host, 1e-4 * n, recorded[n], now, &error), &error);
    if (first) memcpy(loads[n], now, sizeof now);
    TEST_ASSERT_EQUAL_MEMORY(loads[n], now, sizeof now);
    for (int k = 0; k < 6; k++) TEST_ASSERT_TRUE(now[routine][k] == by_routine[n][k]);
    moving += now[routine][0] != 0;
  }
  TEST_ASSERT_TRUE(moving > STATES / 2);
  close_host(&o);
}

static void same_bits_everywhere(void) {
  double(*loads)[FORCES][6] = calloc(STATES, sizeof *loads);
  TEST_ASSERT_NOT_NULL(loads);
  for (size_t source = 0; source < lash_host_count(); source++) {
    bool first = true;
    record(lash_host_at(source));
    for (size_t h = 0; h < lash_host_count(); h++) {
      if (!lash_host_refuses(lash_host_at(h), LASH_KIND_DIFF)) continue; /* it has no replay */
      replay(lash_host_at(h), loads, first);
      first = false;
    }
  }
  free(loads);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_bits_everywhere);
  return UNITY_END();
}
