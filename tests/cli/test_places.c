/* Where things may come from and go to: libraries from known places, files into their folder, pipes
 * from nowhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

static char folder[] = "/tmp/lash-places-XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static const char model[] =
    "places\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
    "MARKER/21, PART=2, QP=0,0,1\nJOINT/1, TRANSLATIONAL, I=20, J=1\n"
    "SFORCE/1, I=21, J=1, TRANSLATION, FUNCTION=USER(1,2)\\, ROUTINE=hostile::Behaves\n"
    "REQUEST/1, F2=DZ(20,1)\nEND\n";

/* In the working directory WHERE, below the folder; fails unless it ends and says so. */
static void here(const char *where, const char *before, int status, const char *words,
                 const char *arguments) {
  char command[1024], said[8192] = "";
  snprintf(command, sizeof command,
           "cd %s/%s && %s timeout 20 " LASH_COMMAND " %s 2>&1; echo \"status $?\"", folder, where,
           before, arguments);
  FILE *pipe = popen(command, "r");
  TEST_ASSERT_NOT_NULL(pipe);
  said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
  pclose(pipe);
  char wanted[32];
  snprintf(wanted, sizeof wanted, "status %d\n", status);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(said, wanted), said);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(said, words), said);
}

static void shell(const char *text) {
  char command[1024];
  snprintf(command, sizeof command, "cd %s && { %s; }", folder, text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(command), text);
}

static void libraries_come_from_known_places(void) {
  shell("mkdir -p models here && cp " USER_LIBRARIES "/hostile.so here/hostile.so");
  write_in(folder, "models/m.adm", model);
  const char *run = "run ../models/m.adm --end 0.1 --out ../out";
  here("here", "LD_LIBRARY_PATH=.", 2, "set LASH_SUBROUTINE_PATH=.", run);
  here("here", "LASH_SUBROUTINE_PATH=.", 0, "outputs", run);
  here("here", "", 0, "Behaves", "sub call hostile.so::Behaves --kind sforce --user 1,2");
  shell("cp here/hostile.so models");
  here("here", "", 0, "outputs", run);
}

static void command_files_choose_no_libraries(void) {
  static const char *const names[] = {"LASH_SUBROUTINE_PATH", "LD_PRELOAD", "PATH"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[200];
    snprintf(text, sizeof text, "FILE/MODEL=m\nENVIRONMENT/NAME=%s, VALUE=/tmp\nSTOP\n", names[i]);
    write_in(folder, "models/e.acf", text);
    here("models", "", 2, names[i], "run e.acf --out e");
  }
}

static void a_state_stays_in_its_folder(void) {
  static const char *const files[] = {"../../x", "/tmp/lash-places-x", "a/../../x", ".."};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "FILE/MODEL=m\nSIMULATE/DYNAMICS, END=0.1, STEPS=2\nSAVE/FILE=%s\nSTOP\n", files[i]);
    write_in(folder, "models/s.acf", text);
    here("models", "", 2, "leads out of the folder", "run s.acf --out s");
  }
  write_in(folder, "models/s.acf",
           "FILE/MODEL=m\nSIMULATE/DYNAMICS, END=0.1, STEPS=2\nSAVE/FILE=a/b.sav\nSTOP\n");
  here("models", "", 0, "outputs", "run s.acf --out s");
  shell("[ -e models/s/a/b.sav ]");
}

static void pipes_are_no_files(void) {
  shell("mkfifo models/pipe.so models/pipe.adm");
  here("models", "", 2, "it is a pipe", "sub check pipe.so");
  here("models", "", 2, "no subroutine library", "sub call pipe.so::X --kind sforce");
  here("models", "", 2, "it is a pipe", "run pipe.adm --end 1");
  here("models", "", 2, "it is a pipe", "run m.adm --end 1 --resume pipe.adm --out r");
  here("models", "", 2, "it is a device", "check /dev/zero");
}

/* What is read is not written over, by whatever name. */
static void inputs_stay(void) {
  static const char *const commands[][2] = {
      {"compile i.adm --step 1e-3 --out ./i.adm", "--out would write over i.adm"},
      {"fmu model i.adm --out ../inputs/i.adm", "--out would write over i.adm"},
      {"run i.adm --end 0.1 --checkpoint link --out r", "--checkpoint would write over i.adm"},
      {"graph i.adm --time 0 --dot i.adm", "--dot would write over i.adm"},
      {"flex frame i.frame --out i.frame", "--out would write over i.frame"},
      {"report r --out r/energy.csv", "--out wants a file that ends in .html"}};
  shell("mkdir inputs && cp " SOURCE_FOLDER "/tests/solver/data/flexible_rod.frame inputs/i.frame");
  write_in(folder, "inputs/i.adm", model);
  shell("cd inputs && ln i.adm link && cp i.adm adm && cp i.frame frame");
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
    here("inputs", "LASH_SUBROUTINE_PATH=../here", 2, commands[k][1], commands[k][0]);
  shell("cd inputs && cmp i.adm adm && cmp i.frame frame");
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(libraries_come_from_known_places);
  RUN_TEST(command_files_choose_no_libraries);
  RUN_TEST(a_state_stays_in_its_folder);
  RUN_TEST(pipes_are_no_files);
  RUN_TEST(inputs_stay);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) return 1;
  return UNITY_END();
}
