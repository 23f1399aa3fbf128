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
    {"SmashesStack", "crashed"},
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

static void one_call(void) {
  for (size_t i = 0; i < ROUTINES; i++) {
    char command[600];
    snprintf(command, sizeof command,
             "sub call %s/hostile.so::%s --kind sforce --time 0.3 --user 1,2 --time-limit 0.5 "
             "--marker 1=0,0,0 --marker 2=0,0,1",
             USER_LIBRARIES, routines[i].name);
    meet(i, command, routines[i].name);
  }
}

int main(void) {
  alarm(600); /* a hang is a failure too */
  UNITY_BEGIN();
  RUN_TEST(one_call);
  return UNITY_END();
}
