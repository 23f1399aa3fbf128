/* Folders of results: one writer at a time, and a disk that is full is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

#define MODEL CASES "/impact_pendulum/impact_pendulum.adm"
#define RSSR  CASES "/rssr/rssr.adm"

static char folder[] = "/tmp/lash-folders-XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static int shell(const char *format, const char *word) {
  char command[2048], text[4096];
  snprintf(command, sizeof command, format, word);
  snprintf(text, sizeof text, "cd %s && { %s; }", folder, command);
  return system(text);
}

static const char *const writers[] = {
    "run " MODEL " --end 0.01 --out f",
    "compare " RSSR " --laws hertz,flores --measure impacts --end 0.001 --out f",
    "bifurcation " MODEL
    " --vary PART/2.MASS=1:2:2 --column 'DX(21)' --period 0.001 --skip 1 "
    "--keep 2 --out f",
    "portrait " MODEL " --end 0.02 --plane 'DX(21),VX(21)' --out f",
    "validate impact_pendulum --cases " CASES " --quick --no-plots --out f",
    "report f",
};

/* Another program holds the folder. */
static void a_folder_has_one_owner(void) {
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        0,
        shell("mkdir -p f && flock -x f/.lash-lock sh -c \"" LASH_COMMAND
              " %s\" >said 2>&1; [ $? = 1 ] && grep -q 'another program is writing' said || "
              "{ cat said; false; }",
              writers[i]),
        writers[i]);
  }
}

/* What was left by a writer that was killed is removed by the next one. */
static void leftovers_are_removed(void) {
  TEST_ASSERT_EQUAL_INT(0, shell("mkdir -p f && touch f/.lash-1-0.part && " LASH_COMMAND
                                 " %s >/dev/null && [ ! -e f/.lash-1-0.part ]",
                                 writers[1]));
}

/* A file that may not grow behaves as one on a full disk. */
static void a_full_disk_is_told(void) {
  static const char *const fillers[] = {
      "run " MODEL " --end 0.5 --steps 5000 --out big",
      "run " MODEL " --end 0.5 --steps 500 --res --req --out big",
      "run " MODEL " --end 0.1 --steps 10 --checkpoint /dev/full --checkpoint-every 2 --out big",
      "compare " RSSR
      " --laws hertz,flores --measure 'peak(GFORCE(1,0,1,0))' --end 0.002 --out big",
      "portrait " MODEL " --end 0.5 --plane 'DX(21),VX(21)' --out big",
      "validate impact_pendulum --cases " CASES " --quick --no-plots --out big",
      "flex frame " SOURCE_FOLDER "/tests/solver/data/flexible_rod.frame --modes 6 --out big.lfx",
      "sweep " MODEL
      " --vary PART/2.MASS=1:2:200 --measure impacts,dissipated,peak\\(DX\\(21\\)\\) "
      "--end 1e-4 --out big",
      "rig stick-slip --law lugre --csv >/dev/full",
      "laws --json >/dev/full",
      "check " MODEL " --json >/dev/full", /* through its parent */
      "run " MODEL " --end 0.01 --steps 2 --out big --json >/dev/full",
      "--help >/dev/full",
      "run --help >/dev/full",
      "--version >&-",
  };
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(
        0,
        shell("rm -rf big*; sh -c \"trap '' XFSZ; ulimit -f 4; exec " LASH_COMMAND
              " %s\" 2>said >>said; s=$?; [ $s = 1 ] && [ -s said ] || "
              "{ echo status $s; tail -3 said; false; }",
              fillers[i]),
        fillers[i]);
  }
}

/* No routine is blamed for what people wish. */
static void who_is_told_to_end_says_so(void) {
  TEST_ASSERT_EQUAL_INT(
      0, shell("{ " LASH_COMMAND " portrait " MODEL " --end 1e5 --plane 'DX(21),VX(21)' --out %s "
               ">said 2>&1 & until [ -e told/.lash-lock ]; do "
               "sleep 0.02; done; kill -TERM $!; wait $!; [ $? = 1 ] && grep -q '^lash: ended by "
               "SIGTERM$' said || "
               "{ cat said; false; }; }",
               "told"));
}

/* Started without standard files: what is printed does not end in the first files that are opened.
 */
static void closed_files_take_nothing(void) {
  TEST_ASSERT_EQUAL_INT(
      0, shell(LASH_COMMAND " run " MODEL " --end 0.01 --steps 2 --out %s --quiet", "shut"));
  TEST_ASSERT_EQUAL_INT(
      0, shell("{ " LASH_COMMAND " report %s <&- >&-; [ $? = 1 ] && [ ! -s shut/.lash-lock ]; }",
               "shut"));
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(a_folder_has_one_owner);
  RUN_TEST(leftovers_are_removed);
  RUN_TEST(a_full_disk_is_told);
  RUN_TEST(closed_files_take_nothing);
  RUN_TEST(who_is_told_to_end_says_so);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) return 1;
  return UNITY_END();
}
