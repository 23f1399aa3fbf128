/* A run beside its partner: two carriages on a rail joined by a spring, cut at the spring. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define RAIL                                                       \
  "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n" \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/99, PART=1, FLOATING\n"
#define FIRST                                                \
  "PART/2, MASS=1, CM=2, IP=1,1,1, VZ=1\nMARKER/2, PART=2\n" \
  "JOINT/2, TRANSLATIONAL, I=2, J=1\n"                       \
  "SFORCE/2, TRANSLATION, I=2, J=1, ACTIONONLY, FUNCTION=-30*DZ(2,1)\n"
#define SECOND                                         \
  "PART/3, MASS=2, CM=3, IP=1,1,1\nMARKER/3, PART=3\n" \
  "JOINT/3, TRANSLATIONAL, I=3, J=1\n"
#define FORCE(body, value) \
  "VFORCE/" #body ", I=" #body ", JFLOAT=99, RM=1, FX=0\\FY=0\\FZ=" value "\n"

static char folder[] = "/tmp/lash_partner_XXXXXX";

static void write_to(const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(text, file);
  fclose(file);
}

static double end_of(const run_list *runs, const char *name) {
  run_result result;
  const run_setup *setup = run_list_find(runs, name);
  TEST_ASSERT_NOT_NULL(setup);
  run_execute(runs, setup, folder, 0, &result);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, result.failure.status, result.failure.message);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, result.data[result.rows - 1]);
  const double place = result.data[2 * result.rows - 1];
  run_result_free(&result);
  return place;
}

static void halves_meet_the_whole(void) {
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  write_to("whole.adm",
           "whole\n" RAIL FIRST SECOND
           "SFORCE/1, TRANSLATION, I=3, J=2, ACTIONONLY, FUNCTION=-50*(DZ(3,1)-DZ(2,1))\n"
           "SFORCE/3, TRANSLATION, I=2, J=3, ACTIONONLY, FUNCTION=50*(DZ(3,1)-DZ(2,1))\n"
           "REQUEST/1, F2=DZ(3,1)\nEND\n");
  write_to("first.adm",
           "first\n" RAIL FIRST
           "VARIABLE/1, FUNCTION=0\nVARIABLE/2, FUNCTION=50*(VARVAL(1)-DZ(2,1))\n" FORCE(
               2, "VARVAL(2)") "END\n");
  write_to("second.adm",
           "second\n" RAIL SECOND "VARIABLE/3, FUNCTION=DZ(3,1)\nVARIABLE/4, FUNCTION=0\n" FORCE(
               3, "-VARVAL(4)") "REQUEST/1, F2=DZ(3,1)\nEND\n");
  write_to("runs.txt",
           "run whole\nmodel whole.adm\nend 1\nsteps 10\nintegrator rk45\nerror 1e-11\n"
           "column z = r1.F2\n"
           "run first\nmodel first.adm\nend 1\nintegrator rk45\nerror 1e-10\n"
           "run coarse\nmodel second.adm\nend 1\nintegrator rk45\nerror 1e-10\n"
           "partner first\nexchange 0.01\ntake 4 = 2\ngive 1 = 3\ncolumn z = r1.F2\n"
           "run fine\nlike coarse\nexchange 0.005\n"
           "run alone\nlike coarse\npartner nobody\n");
  run_list runs;
  lash_error error;
  char path[256];
  snprintf(path, sizeof path, "%s/runs.txt", folder);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, run_list_read(path, &runs, &error), error.message);
  const double whole = end_of(&runs, "whole");
  const double coarse = end_of(&runs, "coarse") - whole, fine = end_of(&runs, "fine") - whole;
  TEST_ASSERT_TRUE(fabs(fine) < 1e-3 * fabs(whole));
  TEST_ASSERT_DOUBLE_WITHIN(0.5, 4, coarse / fine); /* of second order */
  run_result result;
  run_execute(&runs, run_list_find(&runs, "alone"), folder, 0, &result);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, result.failure.status);
  TEST_ASSERT_NOT_NULL(strstr(result.failure.message, "partner nobody"));
  run_result_free(&result);
  run_list_free(&runs);
  static const char *const files[] = {"whole.adm", "first.adm", "second.adm", "runs.txt"};
  for (size_t i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    unlink(path);
  }
  rmdir(folder);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(halves_meet_the_whole);
  return UNITY_END();
}
