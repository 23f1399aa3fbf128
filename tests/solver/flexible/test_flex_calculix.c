/* A solid meshed by CalculiX, reduced, run as a FLEX_BODY: the frequencies CalculiX itself finds.
 */
#include <unistd.h>

#include "helper.h"
#include "integrate_helper.h"

enum { MODES = 10, ROOTS = 64 };

static char folder[] = "/tmp/lash_flex_ccx_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static void ten_frequencies(void) {
  double hz[MODES], real[ROOTS], imaginary[ROOTS];
  char statements[512];
  size_t count = ROOTS, seen = 0;
  if (!have_ccx()) TEST_IGNORE_MESSAGE("ccx is not installed");
  solid_bar_by_ccx(folder, "own", false);
  ccx_frequencies(folder, "own", hz, MODES);
  solid_bar_by_ccx(folder, "bar", true);
  reduce_ccx_job(folder, "bar", MODES);
  snprintf(statements, sizeof statements,
           "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nFLEX_BODY/2, FILE=%s/bar.lfx\n"
           "MARKER/10, FLEX_BODY=2, NODE_ID=441\n",
           folder);
  mechanism m = load(statements);
  lash_system_set(m.system, 0, m.y);
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  for (size_t k = 0; k < count; k++) { /* in the order of size; pairs, rigid motion first */
    if (!(imaginary[k] > 1)) continue;
    TEST_ASSERT_TRUE(seen < MODES);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * hz[seen], hz[seen], imaginary[k] / (2 * acos(-1)));
    seen++;
  }
  TEST_ASSERT_EQUAL_size_t(MODES, seen);
  unload(&m);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(ten_frequencies);
  int failed = UNITY_END();
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? failed : 1;
}
