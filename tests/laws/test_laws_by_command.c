/* Laws from outside as a user meets them, at the command line: copies of a built-in law give its
 * numbers everywhere, and bad ones are told in words, whatever they do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

#define BALL "STRING/1.STRING=outer=J Ri=0.010 Rj=0.0095 K=1e8 e=0.9 normal="

void setUp(void) { setenv("LASH_LAW_PATH", LAWS ":" EXAMPLES, 1); }
void tearDown(void) {}

static const char *const copies[] = {"my_law::push", "shop::press_fit"};
enum { COPIES = 2 };

/* ------------------------------------------------------------------------------- good laws */

static void an_impact_returns_the_same(void) {
  static const char form[] = "impact --law %s --set K=1e8 --set e=0.5 --mass 1 --speed 0.3 --json";
  const outcome *o = lash(form, "lankarani_nikravesh");
  const double e = json_value(o, "e_out"), depth = json_value(o, "delta_max");
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0.7252, e);
  for (int k = 0; k < COPIES; k++) {
    o = lash(form, copies[k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, e, json_value(o, "e_out"));
    TEST_ASSERT_DOUBLE_WITHIN(1e-11 * depth, depth, json_value(o, "delta_max"));
  }
}

static void they_stand_the_check(void) {
  for (int k = 0; k < COPIES; k++) {
    const outcome *o = lash("law check %s", copies[k]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    TEST_ASSERT_NULL_MESSAGE(strstr(o->output, "NOT MET"), o->output);
  }
}

/* The number behind the variant and the measure. */
static double measured(const outcome *o, const char *variant, const char *measure) {
  const char *at = strstr(o->output, variant);
  if (at) at = strstr(at, measure);
  if (at) at = strstr(at, "\"mean\": ");
  TEST_ASSERT_NOT_NULL_MESSAGE(at, o->output);
  return atof(at + strlen("\"mean\": "));
}

/* Equal steps, so that last bits move no step. */
static void beside_ours_in_a_comparison(void) {
  static const char *const measures[] = {"peak(GFORCE", "rms(GFORCE", "impacts(GFORCE/1)",
                                         "first_impact(GFORCE/1)", "absorbed(GFORCE/1)"};
  const outcome *o =
      lash("compare '%s/rssr/rssr.adm' --laws lankarani_nikravesh,%s,%s,flores --set '" BALL
           "hertz' --param K=1.05847887e10 --integrator rk4 --step 5e-6 --end 0.004 --json --out "
           "test_by_command",
           CASES, copies[0], copies[1]);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  double apart = 0;
  for (size_t m = 0; m < sizeof measures / sizeof *measures; m++) {
    const double ours = measured(o, "\"lankarani_nikravesh\"", measures[m]);
    apart = fmax(apart, fabs(measured(o, "\"flores\"", measures[m]) / ours - 1));
    for (int k = 0; k < COPIES; k++) {
      char name[60];
      snprintf(name, sizeof name, "\"%s\"", copies[k]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * fabs(ours), ours, measured(o, name, measures[m]),
                                        measures[m]);
    }
  }
  TEST_ASSERT_TRUE(apart > 1e-3); /* laws matter here */
  TEST_ASSERT_EQUAL_INT(0, system("rm -r test_by_command"));
}

/* -------------------------------------------------------------------------------- bad laws */

static void what_cannot_be_a_law_is_refused(void) {
  expect(2, "no_table.so offers no laws: it has no table `lash_laws`", "law no_table::x");
  expect(2, "its table is older than what this Lash", "law older_table::x");
  expect(2, "its law is older than what this Lash", "law older_law::spring");
  expect(2, "its table is newer than what this Lash", "law newer_table::x");
  expect(2, "law hollow has no kernel: set .force", "law broken::x");
  expect(2, "'Q' is neither a function nor one of delta, v, v0, K", /* also where it stands */
         "law --formula 'K*delta*Q' --param K=1 --at delta=1e-5");
  expect(2, "build the library again with the headers of this Lash", "laws --from newer_table");
}

static void no_number_is_told_with_its_place(void) {
  expect(1, "harmful::none: force or derivatives are no finite numbers at delta=1e-05",
         "law harmful::none --at delta=1e-5");
  expect(1, "harmful::none: the force is no finite number at delta=",
         "impact --law harmful::none --mass 1 --speed 0.1");
  expect(1, "harmful::no_friction: the force is no finite number at vt=",
         "rig stick-slip --law harmful::no_friction");
  const outcome *o = lash("law check harmful::none");
  TEST_ASSERT_EQUAL_INT(1, o->status);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "NaN or infinity at delta="), o->output);
  o = lash("run '%s/rssr/rssr.adm' --set '" BALL "harmful::none' --end 0.003 --out test_by_command",
           CASES);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "returned nan"), o->output);
  TEST_ASSERT_EQUAL_INT(0, system("rm -rf test_by_command"));
}

/* The command outlives the law and says what it did. */
static void crashes_and_exits_are_told(void) {
  static const char *const commands[] = {"law harmful::%s --at delta=1e-4,v=0.1,v0=0.2",
                                         "law check harmful::%s",
                                         "impact --law harmful::%s --mass 1 --speed 0.1"};
  char line[200];
  for (size_t i = 0; i < 3; i++) {
    snprintf(line, sizeof line, commands[i], "crash");
    expect(1, "harmful::crash: crashed: a bad memory address (SIGSEGV), in harmful.so", line);
    snprintf(line, sizeof line, commands[i], "leave");
    expect(1, "harmful::leave: ended the process by exit(7)", line);
  }
  const outcome *o = lash("run '%s/rssr/rssr.adm' --set '" BALL
                          "harmful::crash' --end 0.003 --out test_by_command",
                          CASES);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "crashed: a bad memory address (SIGSEGV)"),
                               o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "in harmful.so"), o->output);
  TEST_ASSERT_EQUAL_INT(0, system("rm -rf test_by_command"));
}

/* A law has the time that a routine has, by kernel or as a whole descriptor. */
static void loops_are_given_up(void) {
  static const char *const commands[] = {"law harmful::%s --at delta=1e-4,v=0.1,v0=0.2",
                                         "law check harmful::%s",
                                         "impact --law harmful::%s --mass 1 --speed 0.1"};
  static const char *const law[] = {"never", "whole"};
  char line[200], words[80];
  for (size_t i = 0; i < 6; i++) {
    snprintf(line, sizeof line, commands[i % 3], law[i / 3]);
    strcat(line, " --routine-limit 0.3");
    snprintf(words, sizeof words, "harmful::%s: did not return within 0.3 s", law[i / 3]);
    expect(1, words, line);
  }
  expect(0, "", "law harmful::whole --at delta=1e-5,v=0.1,v0=0.2");
}

static void lies_and_units_are_found(void) {
  expect(1, "d force/d delta differs from differences by 6.0e-03 of the force at delta=",
         "law check plain::lies");
  write_in(".", "test_units.law",
           "law power\n formula K*delta^2\n param K N/m^1.5 1e8 (0,inf) stiffness\n"
           "law foreign\n formula K*delta\n param K lbf/in 1e5 (0,inf) stiffness\n");
  expect(1, "the parameters' units and the formula do not agree", "law check ./test_units::power");
  expect(1, "'lbf/in' of K is not made of the units N, Pa, kg", "law check ./test_units::foreign");
  remove("test_units.law");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(an_impact_returns_the_same);
  RUN_TEST(they_stand_the_check);
  RUN_TEST(beside_ours_in_a_comparison);
  RUN_TEST(what_cannot_be_a_law_is_refused);
  RUN_TEST(no_number_is_told_with_its_place);
  RUN_TEST(crashes_and_exits_are_told);
  RUN_TEST(loops_are_given_up);
  RUN_TEST(lies_and_units_are_found);
  return UNITY_END();
}
