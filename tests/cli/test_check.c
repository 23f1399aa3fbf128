/* lash check: what it prints and how it exits. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {
  remove("test_check.adm");
  remove("test_check.acf");
}

#define PENDULUM                                                                  \
  "pendulum\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n" \
  "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\n"            \
  "MARKER/2, PART=2, QP=1,0,0\nMARKER/3, PART=2\n"

static void a_good_dataset(void) {
  write_in(".", "test_check.adm", PENDULUM "JOINT/1, REVOLUTE, I=3, J=1\nEND\n");
  expect(0, "2 PART, 3 MARKER, 1 JOINT, 1 UNITS", "check test_check.adm");
  expect(0, "degrees of freedom by counting: 1", "check test_check.adm");
  const outcome *o = lash("check test_check.adm --json");
  TEST_ASSERT_EQUAL_INT(0, o->status);
  TEST_ASSERT_EQUAL_DOUBLE(1, json_value(o, "degrees_of_freedom"));
  TEST_ASSERT_EQUAL_DOUBLE(2, json_value(o, "PART"));
  TEST_ASSERT_EQUAL_DOUBLE(1e-3, json_value(o, "length"));
}

static void mistakes_are_listed_with_their_lines(void) {
  write_in(".", "test_check.adm",
           PENDULUM "JOINT/1, REVOLVE, I=3, J=1\nJOINT/2, FIXED, I=3, J=8\nEND\n");
  expect(2,
         "error: test_check.adm:8: JOINT/1: JOINT has no argument REVOLVE; did you mean REVOLUTE?",
         "check test_check.adm");
  expect(2, "test_check.adm:9: JOINT/2: J = 8: there is no MARKER/8", "check test_check.adm");
  expect(2, "2 errors", "check test_check.adm");
  expect(2, "\"line\": 9", "check test_check.adm --json");
}

static void what_is_not_supported_has_its_own_status(void) {
  write_in(".", "test_check.adm", PENDULUM "NFORCE/1, I=1, J=2\nEND\n");
  expect(3, "not supported: test_check.adm:8: NFORCE is not supported; use BEAM",
         "check test_check.adm");
}

static void command_files(void) {
  write_in(".", "test_check.acf", "model\nout\nSIM/DYN, END=1, STEPS=10\nSTOP\n");
  expect(2, "model model, output out, 2 commands", "check test_check.acf");
  expect(2, "there is no model.adm beside it", "check test_check.acf");
  write_in(".", "test_check.acf", "model\nout\nSIM/DYN, END=1\n");
  expect(2, "test_check.acf:3: SIMULATE: STEPS or DTOUT is missing", "check test_check.acf");
  TEST_ASSERT_EQUAL_DOUBLE(1, json_value(lash("check test_check.acf --json"), "commands"));
}

static void commands_are_tried_on_their_dataset(void) {
  write_in(".", "test_check.adm", PENDULUM "JOINT/1, REVOLUTE, I=3, J=1\nEND\n");
  write_in(".", "test_check.acf",
           "test_check\nout\nJOINT/1, SPHERICAL\nDEACTIVATE/JOINT, ID=1,5\n"
           "PART/9, MASS=2\nPART/2, MAS\nSIM/DYN, END=1, STEPS=10\n");
  expect(2, "tried on test_check.adm", "check test_check.acf");
  expect(2, "test_check.acf:4: DEACTIVATE: the model has no JOINT/5", "check test_check.acf");
  expect(2, "test_check.acf:5: PART/9: the model has no such element", "check test_check.acf");
  expect(2, "3 errors", "check test_check.acf");
}

static void json_is_utf8_whatever_the_file_holds(void) {
  write_in(".", "test_check.adm", "ti\xfftle \xc3\xa9\nPART/1, GROU\xc3\nEND\n");
  const outcome *o = lash("check test_check.adm --json");
  TEST_ASSERT_NOT_NULL(strstr(o->output, "ti\\ufffdtle \xc3\xa9"));
  TEST_ASSERT_NULL(strstr(o->output, "\xff"));
}

static void without_a_file(void) {
  expect(2, "name a dataset", "check");
  expect(2, "No such file", "check no-such.adm");
  expect(2, "No such file", "check no-such.acf");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_good_dataset);
  RUN_TEST(mistakes_are_listed_with_their_lines);
  RUN_TEST(what_is_not_supported_has_its_own_status);
  RUN_TEST(command_files);
  RUN_TEST(commands_are_tried_on_their_dataset);
  RUN_TEST(json_is_utf8_whatever_the_file_holds);
  RUN_TEST(without_a_file);
  return UNITY_END();
}
