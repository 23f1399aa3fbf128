/* Recorded rates against those of the Cartesian equations, dataset by dataset: the state is carried
 * along z' for a short time, seen in Cartesian coordinates, and differenced. */
#include <stdio.h>

#include "datasets.h"
#include "rates_helper.h"

void setUp(void) {}
void tearDown(void) {}

static void check(const dataset *d) {
  lash_recording *r;
  mechanism m = load_dataset(d);
  const lash_status status = lash_recording_make(m.system, false, &r, &error);
  char text[LASH_MESSAGE_MAX + 200];
  snprintf(text, sizeof text, "%s: %s", d->path, status == LASH_OK ? "qualifies" : error.message);
  if (getenv("LASH_RECORD_SHOW") && status != LASH_OK) puts(text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(d->reason ? LASH_UNSUPPORTED : LASH_OK, status, text);
  if (d->reason) {
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, d->reason), text);
    unload(&m);
    return;
  }
  const lash_recording_report report = lash_recording_tell(r);
  const double worst = compare_rates(&m, r);
  snprintf(text, sizeof text,
           "%s: %.1e; %zu + %zu + %zu, rows %zu (-%zu), driven %zu, %zu operations, %zu calls",
           d->path, worst, report.coordinates, report.speeds, report.states, report.rows,
           report.dropped, report.driven, report.operations, report.calls);
  if (getenv("LASH_RECORD_SHOW")) puts(text);
  /* the difference is good to some 1e-9, and contacts enter with an approach speed of their own */
  TEST_ASSERT_TRUE_MESSAGE(worst < 1e-7, text);
  lash_recording_free(r);
  unload(&m);
}

static void test_rates(void) {
  for (int k = 0; k < DATASETS; k++) check(&datasets[k]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_rates);
  return UNITY_END();
}
