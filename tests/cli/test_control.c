/* CONTROL/FUNCTION=USER: a Consub against the same commands written out in the command file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {
  remove("test_control.adm");
  remove("test_control.acf");
}

static void write_model(void) {
  write_in(".", "test_control.adm",
           "falls into a spring and a drag\n"
           "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nACCGRAV/KGRAV=-9.81\n"
           "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
           "PART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,1\nMARKER/20, PART=2\n"
           "VFORCE/1, I=20, JFLOAT=9, RM=1, FZ=-50*DZ(20)-0.5*VZ(20)\n"
           "REQUEST/1, DISPLACEMENT, I=20, COMMENT=the height\nEND\n");
}

/* f4, the height, in the last row; and how many rows there are. */
static double last_height(const char *file, int *rows) {
  static char text[65536];
  FILE *in = fopen(file, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(in, file);
  const size_t size = fread(text, 1, sizeof text - 1, in);
  fclose(in);
  text[size] = '\0';
  *rows = -1;
  char *line = text, *last = text;
  for (; *line; line = strchr(line, '\n') + 1, ++*rows) last = line;
  for (int k = 0; k < 4; k++) last = strchr(last, ',') + 1;
  return atof(last);
}

static void a_consub_drives_the_run(void) {
  int rows;
  write_model();
  write_in(".", "test_control.acf",
           "test_control\nout\nSIMULATE/DYNAMICS, END=0.4, STEPS=1\nPART/2, MASS=5\n"
           "SIMULATE/DYNAMICS, END=0.8, STEPS=1\n");
  TEST_ASSERT_EQUAL_INT(0, lash("run test_control.acf --out test_control.a")->status);
  const double wanted = last_height("test_control.a/request_1.csv", &rows);
  write_in(".", "test_control.acf",
           "test_control\nout\nCONTROL/FUNCTION=USER(0.8,5)\\ROUTINE=control::Two_halves\n");
  TEST_ASSERT_EQUAL_INT(0, lash("check test_control.acf")->status);
  const outcome *o = lash("run test_control.acf --out test_control.b");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "height -0.9127"), o->output);
  const double found = last_height("test_control.b/request_1.csv", &rows);
  TEST_ASSERT_EQUAL_INT(3, rows); /* as often as it calls c_datout */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, wanted, found);
  TEST_ASSERT_TRUE(fabs(wanted) > 1e-3);
}

static void faults_are_named(void) {
  write_model();
  write_in(".", "test_control.acf",
           "test_control\nout\nCONTROL/FUNCTION=USER(1)\\ROUTINE=nowhere::Two_halves\n");
  expect(2, "test_control.acf:3", "check test_control.acf");
  expect(2, "nowhere", "run test_control.acf --out test_control.c");
  write_in(".", "test_control.acf",
           "test_control\nout\nCONTROL/FUNCTION=USER(0.8,-1)\\ROUTINE=control::Two_halves\n");
  expect(1, "no such mass", "run test_control.acf --out test_control.c");
  write_in(".", "test_control.acf",
           "test_control\nout\nCONTROL/FUNCTION=USER(-1,1)\\ROUTINE=control::Two_halves\n");
  expect(1, "the first half failed", "run test_control.acf --out test_control.c");
}

/* Units behind the headings, and what requests are called in requests.csv. */
static void tables_say_what_is_in_them(void) {
  char text[4096];
  write_model();
  TEST_ASSERT_EQUAL_INT(
      0, lash("run test_control.adm --end 0.1 --steps 2 --out test_control.d/deep")->status);
  static const char *const wanted[][2] = {
      {"request_1.csv", "time (s),f1 (m),f2 (m),f3 (m),f4 (m),f5 (rad),"},
      {"parts.csv", "time (s),PART_2_X (m),"},
      {"parts.csv", ",PART_2_WDZ (rad/s^2)\n"},
      {"energy.csv", "time (s),kinetic (J),"},
      {"forces.csv", "VFORCE_1_FX (N),"},
      {"forces.csv", "VFORCE_1_TZ (N m)\n"},
      {"requests.csv", "table,name,comment\nrequest_1.csv,,the height\n"}};
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
    snprintf(text, sizeof text, "test_control.d/deep/%s", wanted[k][0]);
    FILE *in = fopen(text, "r");
    TEST_ASSERT_NOT_NULL_MESSAGE(in, wanted[k][0]);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, wanted[k][1]), text);
  }
  expect(0, " J exchanged", "run test_control.adm --end 0.1 --out test_control.d");
  expect(0, "to time 0.1 s:", "run test_control.adm --end 0.1 --out test_control.d");
}

static void leaving_out_and_helping(void) {
  int rows;
  write_model();
  TEST_ASSERT_EQUAL_INT(
      0, lash("run test_control.adm --without VFORCE/1 --error 1e-10 --end 0.5 --steps 1 --out "
              "test_control.e")
             ->status);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1 - 0.5 * 9.81 * 0.25,
                            last_height("test_control.e/request_1.csv", &rows)); /* free fall */
  expect(2, "VFORCE/7", "run test_control.adm --without VFORCE/7 --end 1 --out test_control.e");
  expect(0, "--dtout", "help run");
  expect(2, "there is no command 'runn'", "help runn");
  expect(2, "--start-step",
         "run test_control.adm --start-from test_control.e --step 5 --end 1 --out test_control.f");
  /* two letters exchanged are one mistake, "rig" would be two */
  expect(2, "did you mean 'run'?", "rnu");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(a_consub_drives_the_run);
  RUN_TEST(faults_are_named);
  RUN_TEST(tables_say_what_is_in_them);
  RUN_TEST(leaving_out_and_helping);
  return UNITY_END();
}
