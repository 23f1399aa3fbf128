/* Every example that --help shows can be pasted: its words are taken, and it runs. Those that would
 * compute long are given a few seconds and stopped; a wrong word would have ended them at once. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static char folder[] = "/tmp/lash_help_XXXXXX";

enum { STOPPED = 124, KILLED = 137 };

/* Status of a shell command in the folder, stopped after some seconds; `lash` is ours. */
static int shell(const char *command, int seconds) {
  static char whole[8192];
  snprintf(whole, sizeof whole,
           "cd %s && PATH=%s/bin:$PATH LASH_SUBROUTINE_PATH=%s:%s timeout -k 2 %d sh -c '%s' "
           ">said 2>&1 </dev/null",
           folder, folder, LIBRARIES, USER_LIBRARIES, seconds, command);
  const int status = system(whole);
  return status < 0 ? status : status >> 8;
}

static const char *said(void) {
  static char text[4096];
  char path[200];
  snprintf(path, sizeof path, "%s/said", folder);
  FILE *in = fopen(path, "r");
  text[in ? fread(text, 1, sizeof text - 1, in) : 0] = '\0';
  if (in) fclose(in);
  return text;
}

static const char *const pendulum =
    "pendulum\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
    "PART/1, GROUND\nMARKER/1, PART=1, REULER=0D, 90D, 0D\n"
    "PART/2, MASS=1.2, CM=20, IP=0.1, 0.1, 0.001\nMARKER/20, PART=2, QP=0.5, 0, 0, REULER=90D, "
    "90D, 0D\n"
    "MARKER/21, PART=2, REULER=0D, 90D, 0D\nJOINT/1, REVOLUTE, I=21, J=1\n"
    "STRING/1, STRING=K=1e6\nREQUEST/1, DISPLACEMENT, I=20, J=1\nACCGRAV/KGRAV=-9.80665\nEND\n";

/* The files that examples name. */
static void furnish(void) {
  char command[4096];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  write_in(folder, "pendulum.adm", pendulum);
  write_in(folder, "model.adm", pendulum);
  write_in(folder, "pendulum.acf", "pendulum\nout\nSIMULATE/DYNAMICS, END=0.1, STEPS=10\n");
  write_in(folder, "crank.frame",
           "name crank\nmaterial steel E 2.1e11 nu 0.3 rho 7850\nsection s rectangle 0.02 0.03\n"
           "node 1 0 0 0\nnode 2 1 0 0\nbeam 1 2 s steel divide 4\ninterface 1 2\nmodes 2\n");
  snprintf(
      command, sizeof command,
      "mkdir bin && ln -s %s bin/lash && ln -s %s/validation validation && "
      "ln -s %s/examples examples && "
      "cp %s/four_bar.adm %s/validation/slider_crank_clearance/slider_crank_clearance.adm . && "
      "cp %s/spring_gforce.so spring.so",
      LASH_COMMAND, SOURCE_FOLDER, SOURCE_FOLDER, MODELS, SOURCE_FOLDER, USER_LIBRARIES);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, shell(command, 60), said());
}

/* Examples of engines that this build may lack, and of runs that need minutes. */
static bool left_out(const char *example) {
  return strstr(example, "mujoco") || strstr(example, "simbody") || strstr(example, "validate");
}

/* One example: from "  lash" over lines that end in '\', without the words behind it. */
static const char *take(const char *at, char *example, size_t size) {
  size_t used = 0;
  for (at += strspn(at, " "); *at && *at != '\n' && used + 1 < size; at++) {
    if (at[0] == '\\' && at[1] == '\n') {
      at += 1 + strspn(at + 2, " ");
      example[used++] = ' ';
      continue;
    }
    if (strncmp(at, "   ", 3) == 0) break;
    if (*at == '\'') { /* inside the quotes of sh -c */
      used += (size_t)snprintf(example + used, size - used, "'\\''");
      continue;
    }
    example[used++] = *at;
  }
  example[used] = '\0';
  return at;
}

static void examples_of(const char *command, size_t *count) {
  static char help[65536];
  const outcome *o = lash("%s --help", command);
  TEST_ASSERT_EQUAL_INT(0, o->status);
  snprintf(help, sizeof help, "%.65535s", o->output);
  for (const char *at = help; (at = strstr(at, "\n  lash "));) {
    char example[2000];
    at = take(at + 1, example, sizeof example);
    if (left_out(example)) continue;
    /* others show what a run leaves behind */
    const int status = shell(example, strncmp(example, "lash run", 8) == 0 ? 60 : 3);
    const bool fine = status == 0 || status == STOPPED || status == KILLED;
    if (!fine) printf("%s\nsays %d:\n%s\n", example, status, said());
    TEST_ASSERT_TRUE_MESSAGE(fine, example);
    ++*count;
  }
}

static void examples_can_be_pasted(void) {
  static const char *const commands[] = {
      "law",  "laws",  "impact",  "rig",  "fit",    "check", "run",      "graph",      "sub",
      "flex", "sweep", "compare", "plot", "report", "hosts", "portrait", "bifurcation"};
  size_t count = 0;
  furnish();
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) examples_of(commands[k], &count);
  printf("  %zu examples\n", count);
  TEST_ASSERT_TRUE(count > 25);
  char command[200];
  snprintf(command, sizeof command, "rm -rf %s || (sleep 1; rm -rf %s)", folder, folder);
  TEST_ASSERT_EQUAL_INT(0, system(command)); /* what was stopped may still be writing */
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(examples_can_be_pasted);
  return UNITY_END();
}
