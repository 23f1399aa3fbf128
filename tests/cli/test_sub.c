/* lash sub: libraries looked at and routines called, and what is refused. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

#define LIB(name) USER_LIBRARIES "/" name ".so"

void setUp(void) {}
void tearDown(void) {}

static void says(const outcome *o, const char *words) {
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, words), o->output);
}

static void check_lists_routines_and_needs(void) {
  const outcome *o = lash("sub check " LIB("values"));
  TEST_ASSERT_EQUAL_INT(0, o->status);
  says(o, "Sfosub         C        sforce");
  says(o, "c_forcos");
  o = lash("sub check --json " LIB("port"));
  TEST_ASSERT_EQUAL_INT(0, o->status);
  says(o, "\"symbol\": \"gse_samp_\"");
  says(o, "\"form\": \"Fortran\"");
  says(o, "\"loadable\": true");
}

/* The library is only read: one that cannot be loaded is described all the same. */
static void check_names_what_is_missing(void) {
  const outcome *o = lash("sub check --json " LIB("undefined"));
  TEST_ASSERT_EQUAL_INT(3, o->status);
  says(o, "\"loadable\": false");
  says(o, "\"c_no_such_function\"");
}

static void check_sees_a_forgotten_extern_c(void) {
  if (access(LIB("mangled"), F_OK) != 0) TEST_IGNORE_MESSAGE("no C++ compiler");
  expect(0, "write extern \"C\"", "sub check " LIB("mangled"));
  expect(2, "has no routine 'Gfosub'", "sub call " LIB("mangled") "::Gfosub");
}

static void check_refuses_other_files(void) {
  expect(2, "not an ELF file", "sub check " __FILE__);
  expect(2, "No such file", "sub check /nowhere/lib.so");
  expect(2, "not a file", "sub check /tmp");
  expect(2, "name a library", "sub check");
  expect(2, "'check' or 'call'", "sub chekc x.so");
}

static void call_shows_results_and_partials(void) {
  const outcome *o = lash("sub call " LIB(
      "spring_gforce") "::Gfosub --user 1000,20 "
                       "--marker 11=0.1,0,0,0,0,0,0,2,0 --marker 21=0,0,0 --json");
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  says(o, "-100,");
  says(o, "-40,");
  says(o, "\"DISP(11,21,21)\"");
  says(o, "\"by\": \"VEL(11,21,21,21)\"");
  says(o, "-1000,");
}

/* Forms and kinds: contact, Fortran by its own name, states, texts, a motion's derivative. */
static void call_takes_every_kind_of_input(void) {
  expect(0, "332.8427",
         "sub call " LIB("contact") "::Cnfsub --user 1e5,1.5,100,0.01 --gap=-0.02 --gapdot=-0.5");
  expect(0, "force y    -10.33196",
         "sub call " LIB("contact") "::Cffsub --user 0.3,0.1,0.2,1 --xdot 0.3,0.4 --nforce 50");
  expect(0, "result 2   4.08",
         "sub call " LIB("gse") "::Gse_deriv --user 2,0.1 --states 0.3,-0.7 --inputs 5");
  expect(0, "result 1   15.5", "sub call " LIB("values") "::Varsub --user 4,50,9 --set 'VARVAL(4)=3' "
                               "--array 50=1,2.5 --string 9=hello");
  expect(0, "result 1   -3",
         "sub call " LIB("values") "::Motsub --user 2,0,1.5 --order 1 --time 0.785398163397448");
  expect(0, "result 1   1.15", "sub call " LIB("geometry") "::Cousub --user 3 --disp 0.4,-0.5");
  expect(0, "-107", "sub call " LIB("geometry") "::Fiesub --user 100,7,3 --disp 1,0,0,0,0,0");
  expect(0, "result 1   900000033",
         "sub call " LIB("older") "::Gse_deriv --states 1 --release 2017 --discrete 1,2,3");
  expect(0, "STATIC 'settle'", "sub call " LIB("control") "::Consub --user 3");
  expect(0, "13", "sub call " LIB("values") "::Reqsub --user 11,21 --marker 11=1,2,3 --marker 21=0,0,0 "
                  "--set 'FORCE(11,21)=3,4,12,0,0,0'");
}

static void call_survives_bad_routines(void) {
  expect(1, "a bad memory address", "sub call " LIB("bad") "::Strays --kind variable");
  expect(1, "division by zero", "sub call " LIB("bad") "::Divides --kind variable");
  expect(1, "within 0.1 s", "sub call " LIB("bad") "::Loops --kind variable --time-limit 0.1");
  expect(1, "nan", "sub call " LIB("bad") "::WritesNan --kind variable");
  expect(1, "no MARKER/99", "sub call " LIB("bad") "::Stops --kind variable");
}

static void call_refuses_bad_input(void) {
  expect(2, "is not a default name", "sub call " LIB("bad") "::Strays");
  expect(2, "is not one of gforce", "sub call " LIB("bad") "::Strays --kind varaible");
  expect(2, "has no routine 'Gfosub'", "sub call " LIB("bad") "::Gfosub");
  expect(2, "no subroutine library", "sub call nothing::Gfosub");
  expect(2, "nobody offers c_no_such_function", "sub call " LIB("undefined") "::Varsub");
  expect(2, "write LIBRARY::ROUTINE", "sub call " LIB("values"));
  expect(2, "three numbers each", "sub call " LIB("values") "::Sfosub --marker 11=1,2");
  expect(2, "whole number ID", "sub call " LIB("values") "::Sfosub --marker x=1,2,3");
  expect(2, "not a finite number", "sub call " LIB("values") "::Sfosub --user 1,nan");
  expect(2, "at most 1 number", "sub call " LIB("values") "::Sfosub --time 1,2");
  expect(2, "NAME(id", "sub call " LIB("values") "::Sfosub --set VARVAL=3");
  expect(2, "not mks", "sub call " LIB("values") "::Sfosub --units furlongs");
  expect(2, "2 or 3 displacements", "sub call " LIB("geometry") "::Cousub --user 1");
  expect(2, "at least 4", "sub call " LIB("values") "::Sfosub --spline 1=0,0,1,1");
  expect(3, "does not call", "sub call " LIB("control") "::Usrmsgflt");
}

/* Each trap misses its own demand; an honest spring and our own joint miss none. */
static void test_finds_the_traps(void) {
#define AT " --kind gforce --user 1000,20 --marker 11=0.1,0.02,0 --marker 21=0,0,0"
  expect(1, "not met  purity", "sub test " LIB("traps") "::Counts" AT);
  expect(1, "not met  dependencies", "sub test " LIB("traps") "::Hides" AT);
  expect(1, "not met  partials", "sub test " LIB("traps") "::Lies" AT);
  expect(1, "not met  action = reaction", "sub test " LIB("traps") "::Anchored" AT);
  expect(1, "not met  passive", "sub test " LIB("traps") "::Gives" AT);
  expect(0, "met      partials", "sub test " LIB("spring_gforce") "::Gfosub" AT);
  expect(0, "met      save and restore",
         "sub test " LIBRARIES
         "/liblash_subroutines.so::Lash_spherical --kind gforce --user "
         "1,11,21,21 --string '1=outer=J normal=hertz K=1e8 Ri=0.0105 Rj=0.01' "
         "--marker 11=0.0006,0,0 --marker 21=0,0,0");
  expect(3, "GFORCE, VFORCE and SFORCE", "sub test " LIB("bad") "::Strays --kind variable");
  expect(2, "two markers", "sub test " LIB("spring_gforce") "::Gfosub --user 1,2");
#undef AT
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(check_lists_routines_and_needs);
  RUN_TEST(check_names_what_is_missing);
  RUN_TEST(check_sees_a_forgotten_extern_c);
  RUN_TEST(check_refuses_other_files);
  RUN_TEST(call_shows_results_and_partials);
  RUN_TEST(call_takes_every_kind_of_input);
  RUN_TEST(call_survives_bad_routines);
  RUN_TEST(call_refuses_bad_input);
  RUN_TEST(test_finds_the_traps);
  return UNITY_END();
}
