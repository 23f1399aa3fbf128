/* A validation that is killed half-way goes on where it was, and ends as if nothing had happened.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lash_validation.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { MEMBERS = 12, BEFORE = 4 };

static char folder[] = "/tmp/lash_resume_XXXXXX";

static void write_to(const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/swing/%s", folder, name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(text, file);
  fclose(file);
}

static void make_case(void) {
  char path[256];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/swing", folder);
  TEST_ASSERT_EQUAL_INT(0, mkdir(path, 0700));
  write_to("swing.adm",
           "Pendulum\nPART/1, GROUND\nMARKER/11, PART = 1\n"
           "PART/2, MASS = 1, CM = 21, IP = 1E-3, 1E-3, 1E-3, REULER = -30D, 0, 0\n"
           "MARKER/21, PART = 2, QP = 0, -1, 0\nMARKER/22, PART = 2\n"
           "JOINT/1, REVOLUTE, I = 22, J = 11\nACCGRAV/JGRAV = -9.81\n"
           "REQUEST/1, F2 = AZ(22,11)\nEND\n");
  write_to("runs.txt",
           "run free\nmodel swing.adm\nset PART/2.REULER = ${-30 + u1}D, 0, 0\nend 2\nsteps 200\n"
           "error 1e-9\ncolumn angle_rad = r1.F2\nmembers 12\n");
  write_to("claims.csv",
           "id,quantity,published,unit,kind,measure,rule,expected,source,note\n"
           "A-1,swing,,,value,ptp(free.angle_rad),above 0.1,reproduced,,\n");
}

static bool die_soon(void *context, size_t finished, size_t failed, size_t all) {
  (void)context, (void)failed, (void)all;
  if (finished == BEFORE + 1) raise(SIGKILL);
  return true;
}

static double swing(const char *kept) {
  const lash_validation_options options = {.folder = folder, .jobs = 1, .resume = kept};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
  TEST_ASSERT_EQUAL_INT(0, (int)v->surprises);
  TEST_ASSERT_EQUAL_INT(MEMBERS, (int)v->item[0].claim[0].members);
  const double result = v->item[0].claim[0].computed;
  lash_validation_free(v);
  return result;
}

/* Files of results in the one folder inside `kept`, with the sum of their inode numbers. */
static size_t files_in(const char *kept, unsigned long long *inodes) {
  char place[600] = "";
  size_t count = 0;
  DIR *outer = opendir(kept);
  TEST_ASSERT_NOT_NULL(outer);
  for (struct dirent *e; (e = readdir(outer));)
    if (e->d_name[0] != '.') snprintf(place, sizeof place, "%s/%s", kept, e->d_name);
  closedir(outer);
  DIR *inner = opendir(place);
  TEST_ASSERT_NOT_NULL(inner);
  *inodes = 0;
  for (struct dirent *e; (e = readdir(inner));) {
    if (e->d_name[0] == '.' || strstr(e->d_name, ".part")) continue;
    count++;
    *inodes += e->d_ino;
  }
  closedir(inner);
  return count;
}

static void killed_half_way_and_resumed(void) {
  char kept[256];
  unsigned long long inodes, again;
  make_case();
  const double fresh = swing(NULL);
  snprintf(kept, sizeof kept, "%s/kept", folder);
  const pid_t child = fork();
  if (child == 0) {
    const lash_validation_options options = {
        .folder = folder, .jobs = 1, .resume = kept, .run_done = die_soon};
    lash_validation *v;
    lash_error error;
    lash_validate(&options, &v, &error);
    _exit(0);
  }
  int status = 0;
  TEST_ASSERT_EQUAL_INT(child, waitpid(child, &status, 0));
  TEST_ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  TEST_ASSERT_EQUAL_INT(BEFORE + 1, (int)files_in(kept, &inodes));
  TEST_ASSERT_EQUAL_DOUBLE(fresh, swing(kept));
  TEST_ASSERT_EQUAL_INT(MEMBERS, (int)files_in(kept, &inodes));
  /* nothing is left to do: the same files, the same number */
  TEST_ASSERT_EQUAL_DOUBLE(fresh, swing(kept));
  TEST_ASSERT_EQUAL_INT(MEMBERS, (int)files_in(kept, &again));
  TEST_ASSERT_TRUE(inodes == again);
  /* another dataset is another run */
  write_to("runs.txt",
           "run free\nmodel swing.adm\nset PART/2.REULER = ${-20 + u1}D, 0, 0\nend 2\nsteps 200\n"
           "error 1e-9\ncolumn angle_rad = r1.F2\nmembers 12\n");
  TEST_ASSERT_TRUE(swing(kept) < 0.8 * fresh);
  TEST_ASSERT_EQUAL_INT(2 * MEMBERS, (int)files_in(kept, &inodes));
  char command[300];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(killed_half_way_and_resumed);
  return UNITY_END();
}
