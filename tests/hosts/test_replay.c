/* One law, every host: ten thousand recorded marker motions give the same bits in each. */
#include <stdlib.h>
#include <string.h>

#include "hosts_testing.h"

enum { STATES = 10000, MARKERS = 5, FORCES = 5 };

static lash_sdk_marker recorded[STATES][MARKERS];
static double first[STATES][FORCES][6];

void setUp(void) {}
void tearDown(void) {}

static void record(void) {
  opened o;
  lash_error error;
  open_host(&o, lash_host_at(0), "forces.adm", (lash_host_options){.step = 1e-4});
  TEST_ASSERT_EQUAL_size_t(MARKERS, o.model.marker.count);
  for (int n = 0; n < STATES; n++) {
    advance(&o, 1e-4 * n);
    for (int k = 0; k < MARKERS; k++) {
      const int id = o.model.marker.item[k].head.id;
      TEST_ASSERT_EQUAL_INT(LASH_OK, lash_host_marker(o.host, id, &recorded[n][k], &error));
    }
  }
  close_host(&o);
}

static void same_bits_everywhere(void) {
  if (lash_host_count() == 0) {
    puts("no host in this build: skipped");
    return;
  }
  record();
  for (size_t h = 0; h < lash_host_count(); h++) {
    opened o;
    lash_error error;
    int moving = 0;
    open_host(&o, lash_host_at(h), "forces.adm", (lash_host_options){0});
    if (lash_host_force_count(o.host) == 0) { /* brings forces of its own */
      close_host(&o);
      continue;
    }
    TEST_ASSERT_EQUAL_size_t(FORCES, lash_host_force_count(o.host));
    for (int n = 0; n < STATES; n++) {
      double loads[FORCES][6];
      const lash_status status = lash_host_replay(o.host, 1e-4 * n, recorded[n], loads, &error);
      if (status != LASH_OK) TEST_FAIL_MESSAGE(error.message);
      if (h == 0) memcpy(first[n], loads, sizeof loads);
      TEST_ASSERT_EQUAL_MEMORY(first[n], loads, sizeof loads);
      moving += loads[0][0] != 0;
    }
    TEST_ASSERT_TRUE(moving > STATES / 2);
    close_host(&o);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_bits_everywhere);
  return UNITY_END();
}
