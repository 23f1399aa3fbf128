/* Hostile routines through every command that runs user code: a message that names the routine, a
 * non-zero exit status, and whole results up to there. Nothing hangs, nothing exits 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* What the message says; NULL: the routine is odd but harms nobody, and all goes well. */
static const struct {
  const char *name, *words;
} routines[] = {
    {"ExitZero", "ended the process by exit(0)"},
    {"ExitSeven", "ended the process by exit(7)"},
    {"UnderExit", "ended the process by exit(0)"},
    {"QuickExit", "ended the process by exit(0)"},
    {"ExitGroup", "ended the process by exit(0)"},
    {"BecomesTrue", "ended the process by exit(0)"},
    {"KillsItself", "SIGKILL"},
    {"TermsItself", ""},
    {"Alarms", "crashed"},
    {"ThreadLeaves", ""},
    {"ReadsNowhere", "bad memory address"},
    {"WritesNowhere", "bad memory address"},
    {"Divides", "division by zero"},
    {"Traps", "illegal instruction"},
    {"Aborts", "abort()"},
    {"Asserts", "abort()"},
    {"CallsNowhere", "bad memory address"},
    {"RaisesBus", "SIGBUS"},
    {"IgnoresCrash", "bad memory address"},
    {"Recurses", "bad memory address"},
    {"ThreadCrashes", "bad memory address"},
    {"ThreadExits", "ended the process by exit(0)"},
    {"LeapsAway", "crashed"},
    {"DamagesHeap", ""},
    {"FreesTwice", ""},
    {"FreesUser", ""},
    {"FreesElement", ""},
    {"FreesResult", ""},
    {"UnmapsItself", "bad memory address"},
    {"SmashesStack", ""}, /* a sanitizer may speak first */
    {"Overruns", "wrote past the end of its result"},
    {"Underruns", "wrote in front of its first result"},
    {"ChangesUser", "changed its USER numbers"},
    {"GivesNan", "nan as number 1"},
    {"GivesInfinity", "inf as number 1"},
    {"StopsRun", "had enough"},
    {"Loops", "did not return within 0.5 s"},
    {"LoopsDeaf", "did not return within 0.5 s"},
    {"Sleeps", "did not return within 0.5 s"},
    {"LocksTwice", "did not return within 0.5 s"},
    {"StopsItself", "did not return within 0.5 s"},
    {"PrintsGigabyte", "printed more than"},
    {"PrintsGigabyteOfErrors", "printed more than"},
};
enum { ROUTINES = sizeof routines / sizeof *routines };

static void meet(size_t index, const char *command, const char *named) {
  const outcome *o = lash("%s", command);
  char told[6000];
  snprintf(told, sizeof told, "%s: lash %.600s\nstatus %d, said: %.4000s", routines[index].name,
           command, o->status, o->output);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, told);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, routines[index].words), told);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, named), told);
}

/* Seconds; who prints is to be stopped for that, however long it takes. */
static double patience(size_t index) {
  return strncmp(routines[index].name, "Prints", 6) == 0 ? 60 : 0.5;
}

static void one_call(void) {
  for (size_t i = 0; i < ROUTINES; i++) {
    char command[600];
    snprintf(command, sizeof command,
             "sub call %s/hostile.so::%s --kind sforce --time 0.3 --user 1,2 --time-limit %g "
             "--marker 1=0,0,0 --marker 2=0,0,1",
             USER_LIBRARIES, routines[i].name, patience(i));
    meet(i, command, routines[i].name);
  }
}

/* ---------------------------------------------------------------------------------- whole runs */

static char folder[] = "/tmp/lash-hostile-XXXXXX";

static void write_model(const char *routine) {
  char text[1000];
  snprintf(text, sizeof text,
           "hostile\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
           "MARKER/20, PART=2\nMARKER/21, PART=2, QP=0,0,1\nJOINT/1, TRANSLATIONAL, I=20, J=1\n"
           "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=USER(1,2)\\ ROUTINE=%s/hostile::%s\n"
           "REQUEST/1, F2=DZ(20,1)\nEND\n",
           USER_LIBRARIES, routine);
  write_in(folder, "m.adm", text);
}

/* What a run leaves: a summary that says it failed, and rows that are whole. */
static void expect_whole_results(const char *name) {
  char command[400], told[600];
  snprintf(command, sizeof command,
           "cd %s/out && grep -q '\"status\": \"failed\"' summary.json && for t in *.csv; do "
           "test -z \"$(tail -c 1 $t)\" || exit 1; done",
           folder);
  snprintf(told, sizeof told, "after %s: %s", name, command);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), told);
}

static void whole_runs(void) {
  for (size_t i = 0; i < ROUTINES; i++) {
    char command[400];
    write_model(routines[i].name);
    snprintf(command, sizeof command,
             "run %s/m.adm --end 0.5 --steps 50 --out %s/out --quiet --routine-limit %g", folder,
             folder, patience(i));
    meet(i, command, routines[i].name);
    expect_whole_results(routines[i].name);
  }
}

static void points_of_a_sweep(void) {
  for (size_t i = 0; i < ROUTINES; i++) {
    char command[500];
    if (strncmp(routines[i].name, "Prints", 6) == 0) continue; /* points print where they like */
    write_model(routines[i].name);
    snprintf(command, sizeof command,
             "sweep %s/m.adm --vary PART/2.MASS=1:2:2 --measure 'peak(DZ(20,1))' --end 0.5 --out "
             "%s/sweep%zu --quiet --routine-limit 0.5",
             folder, folder, i);
    meet(i, command, strncmp(routines[i].words, "", 1) ? routines[i].name : "point");
  }
}

/* Odd, but nobody's business: the results are those of a routine that behaves. */
static void odd_habits_change_nothing(void) {
  static const char *const odd[] = {"Behaves", "Forks", "SetsLocale", "ChangesFolder"};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    char command[400];
    write_model(odd[i]);
    const outcome *o =
        lash("run %s/m.adm --end 0.5 --steps 50 --out %s/%s --quiet", folder, folder, odd[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    snprintf(command, sizeof command, "cmp %s/Behaves/request_1.csv %s/%s/request_1.csv", folder,
             folder, odd[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), odd[i]);
  }
}

/* Functions offered in place of a routine, called from equations of either kind. */
static void offered_functions(void) {
  static const char *const rows[][2] = {
      {"OffersOverrun", "wrote past the end of its result, which has room for 6 numbers"},
      {"OffersManyGaps", "wrote past the end of its gaps, which has room for 16 numbers"},
      {"OffersCrash", "bad memory address"},
      {"OffersExit", "ended the process by exit(0)"},
      {"OffersLoop", "did not return within 0.5 s"}};
  static const char *const engines[] = {"cartesian", "compiled"};
  for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
    char text[1000];
    const char *const *row = rows[i / 2];
    snprintf(text, sizeof text,
             "hostile\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
             "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
             "GFORCE/7, I=20, JFLOAT=9, RM=1, FUNCTION=USER(1)\\ ROUTINE=%s/hostile::%s\n"
             "REQUEST/1, F2=DZ(20,1)\nEND\n",
             USER_LIBRARIES, row[0]);
    write_in(folder, "m.adm", text);
    const outcome *o = lash(
        "run %s/m.adm --end 0.5 --steps 50 --integrator rk45 --engine %s --out "
        "%s/out --quiet --routine-limit 0.5",
        folder, engines[i % 2], folder);
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, o->output);
    snprintf(text, sizeof text, "%s of hostile.so (GFORCE/7, time ", row[0]);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, text), o->output);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, row[1]), o->output);
    expect_whole_results(row[0]);
  }
}

/* Files that are closed under our feet: an error, not silence. */
static void closed_files_are_noticed(void) {
  static const char *const deeds[] = {"ClosesAll", "ClosesFiles", "LimitsFiles"};
  for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
    write_model(deeds[i]);
    const outcome *o =
        lash("run %s/m.adm --end 0.5 --steps 50 --out %s/closed --quiet", folder, folder);
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, o->status, deeds[i]);
    TEST_ASSERT_TRUE_MESSAGE(o->output[0] != '\0', deeds[i]);
  }
}

/* Two runs into one folder: the second is refused, the first is whole. */
static void one_owner_per_folder(void) {
  write_model("Sleeps");
  char command[700];
  snprintf(
      command, sizeof command,
      "(%s run %s/m.adm --end 0.5 --steps 50 --out %s/one --quiet --routine-limit 8 2>%s/first & "
      "until test -e %s/one/request_1.csv; do sleep 0.1; done; %s run %s/m.adm --end 0.1 --steps 5 "
      "--out %s/one --quiet 2>%s/second; echo $? "
      ">>%s/second; wait)",
      LASH_COMMAND, folder, folder, folder, folder, LASH_COMMAND, folder, folder, folder, folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  snprintf(command, sizeof command,
           "grep -q 'another program is writing' %s/second && grep -q '^1$' %s/second && "
           "grep -q 'did not return' %s/first",
           folder, folder, folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

int main(void) {
  alarm(900); /* a hang is a failure too */
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(one_call);
  RUN_TEST(whole_runs);
  RUN_TEST(points_of_a_sweep);
  RUN_TEST(odd_habits_change_nothing);
  RUN_TEST(offered_functions);
  RUN_TEST(closed_files_are_noticed);
  RUN_TEST(one_owner_per_folder);
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return UNITY_END() || system(command) != 0;
}
