/* lash hosts and lash compare --hosts. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) { remove("test_hosts.adm"); }

static void write_model(const char *more) {
  FILE *file = fopen("test_hosts.adm", "w");
  TEST_ASSERT_NOT_NULL(file);
  fprintf(file,
          "pendulum\nPART/1, GROUND\nMARKER/1, PART = 1\n"
          "PART/2, MASS = 1, CM = 2, IP = 1, 1, 1\nMARKER/2, PART = 2, QP = 1, 0, 0\n"
          "MARKER/3, PART = 2\nJOINT/1, REVOLUTE, I = 3, J = 1\nACCGRAV/JGRAV = -9.81\n%sEND\n",
          more);
  fclose(file);
}

static bool have(const char *host) { return strstr(lash("hosts")->output, host) != NULL; }

static void hosts_are_listed(void) {
  const outcome *o = lash("hosts --json");
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_EQUAL_INT('[', o->output[0]);
  expect(0, have("joints:") ? "refuses:" : "no hosts", "hosts");
}

static void unknown_hosts_are_named(void) {
  write_model("REQUEST/1, F1 = AZ(3,1)\n");
  expect(3, "there is no host 'adams'", "compare --hosts adams test_hosts.adm --end 1");
  expect(2, "needs --end", "compare --hosts mujoco test_hosts.adm");
  expect(2, "name the dataset", "compare --hosts mujoco --end 1");
}

static void two_hosts_agree(void) {
  if (!have("mujoco") || !have("simbody")) {
    puts("mujoco or simbody is not in this build: skipped");
    return;
  }
  write_model("REQUEST/1, F1 = AZ(3,1)\n");
  const outcome *o =
      lash("compare --hosts mujoco,simbody test_hosts.adm --end 1 --dtout 0.1 --step 1e-3 --csv");
  TEST_ASSERT_EQUAL_INT(0, o->status);
  double one = 0, two = 1;
  const char *first = strstr(o->output, "mujoco,1,1,"), *second = strstr(o->output, "simbody,1,1,");
  TEST_ASSERT_TRUE(first && second);
  TEST_ASSERT_EQUAL_INT(1, sscanf(first, "mujoco,1,1,%lf", &one));
  TEST_ASSERT_EQUAL_INT(1, sscanf(second, "simbody,1,1,%lf", &two));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, one, two);
  expect(0, "simbody differs by", "compare --hosts mujoco,simbody test_hosts.adm --end 0.1");
  write_model("DIFF/1, IC = 0, FUNCTION = 1\nREQUEST/1, F1 = AZ(3,1)\n");
  expect(3, "test_hosts.adm:9: DIFF/1", "compare --hosts mujoco,simbody test_hosts.adm --end 1");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(hosts_are_listed);
  RUN_TEST(unknown_hosts_are_named);
  RUN_TEST(two_hosts_agree);
  return UNITY_END();
}
