/* README's tour: every row of its table is typed as it is printed, in a folder that looks like the
 * project's; what it names is there. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

enum { LIMIT = 240 }; /* seconds for a command, on a busy machine */

static char folder[] = "/tmp/lash_tour_XXXXXX", readme[1 << 17], hosts[1 << 12];
static size_t commands, headers;

void setUp(void) {}
void tearDown(void) {}

static size_t read_whole(FILE *file, char *text, size_t room) {
  const size_t size = fread(text, 1, room - 1, file);
  text[size] = '\0';
  return size;
}

/* Links to what a clone has, so that paths are as printed and results go elsewhere. */
static void make_folder(void) {
  static const char *const names[] = {"validation", "tests", "examples", "docs"};
  char target[400], name[64];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(name, sizeof name, "%s/build", folder);
  TEST_ASSERT_EQUAL_INT(0, symlink(LIBRARIES, name));
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(target, sizeof target, SOURCE_FOLDER "/%s", names[i]);
    snprintf(name, sizeof name, "%s/%s", folder, names[i]);
    TEST_ASSERT_EQUAL_INT(0, symlink(target, name));
  }
  FILE *file = fopen(SOURCE_FOLDER "/README.md", "r");
  TEST_ASSERT_NOT_NULL(file);
  TEST_ASSERT_TRUE(read_whole(file, readme, sizeof readme) < sizeof readme - 1);
  fclose(file);
  snprintf(hosts, sizeof hosts, "%.4095s", lash("hosts")->output);
}

/* An engine that is not installed may be asked for in vain: 3 says so. */
static bool host_is_missing(const char *command) {
  return strstr(command, "mujoco") && !strstr(hosts, "mujoco");
}

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* The Python package is built where Python's headers are; the sanitizers' library would have to be
 * loaded before Python. */
static bool python_is_missing(const char *command) {
#ifdef __SANITIZE_ADDRESS__
  return begins(command, "PYTHONPATH=");
#else
  return begins(command, "PYTHONPATH=") &&
         access(LIBRARIES "/python/lash/_lash.abi3.so", R_OK) != 0;
#endif
}

static void type_in(const char *command) {
  static char line[4096], said[1 << 16], message[(1 << 16) + 4096];
  TEST_ASSERT_NULL_MESSAGE(strstr(command, "…"), command);
  if (python_is_missing(command)) return;
  snprintf(line, sizeof line, "cd %s && timeout %d sh -c ", folder, LIMIT);
  size_t used = strlen(line);
  line[used++] = '\'';
  for (const char *p = command; *p && used + 8 < sizeof line; p++) {
    if (*p == '\'')
      used += (size_t)sprintf(line + used, "'\\''");
    else
      line[used++] = *p;
  }
  snprintf(line + used, sizeof line - used, "' 2>&1");
  FILE *pipe = popen(line, "r");
  TEST_ASSERT_NOT_NULL(pipe);
  read_whole(pipe, said, sizeof said);
  for (char rest[4096]; fread(rest, 1, sizeof rest, pipe) > 0;) continue;
  const int code = pclose(pipe), status = WIFEXITED(code) ? WEXITSTATUS(code) : -1;
  snprintf(message, sizeof message, "%s\n%s", command, said);
  if (status == 3 && host_is_missing(command)) return;
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, status, message);
  commands++;
}

static void expect_in_tree(const char *name) {
  char line[1024];
  snprintf(line, sizeof line,
           "find %s -path '*/build*' -prune -o -path '*%s' -print 2>/dev/null | grep -q .",
           SOURCE_FOLDER, name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, system(line), name);
  headers++;
}

/* A script is there to be called; what it does is for a test of its own. */
static void expect_script(const char *word) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", SOURCE_FOLDER, word);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, access(path, X_OK), path);
}

/* A word between backquotes: something to type, a file, or a line for a dataset or CMake. */
static void try_word(const char *word) {
  const size_t length = strlen(word);
  if (begins(word, "scripts/"))
    expect_script(word);
  else if (begins(word, "build/") || strstr(word, " build/") || begins(word, "PYTHONPATH=build/"))
    type_in(word);
  else if (word[length - 1] == '/' || strcmp(word + length - 2, ".h") == 0 ||
           strcmp(word + length - 2, ".c") == 0)
    expect_in_tree(length && word[length - 1] == '/' ? "/examples" : word);
  else
    TEST_ASSERT_TRUE_MESSAGE(begins(word, "GFORCE/") || begins(word, "find_package("), word);
}

static void try_cell(char *cell) {
  for (char *open = strchr(cell, '`'); open;) {
    char *close = strchr(open + 1, '`');
    TEST_ASSERT_NOT_NULL_MESSAGE(close, cell);
    *close = '\0';
    try_word(open + 1);
    open = strchr(close + 1, '`');
  }
}

static void links_lead_somewhere(const char *cell) {
  for (const char *at = strstr(cell, "]("); at; at = strstr(at + 1, "](")) {
    char path[400];
    snprintf(path, sizeof path, "%s/%.*s", SOURCE_FOLDER, (int)strcspn(at + 2, ")#"), at + 2);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, access(path, R_OK), path);
  }
}

static void each_row_of_the_tour(void) {
  char *row = strstr(readme, "| you want to |");
  TEST_ASSERT_NOT_NULL(row);
  row = strchr(strchr(row, '\n') + 1, '\n') + 1; /* behind the line of dashes */
  size_t rows = 0;
  while (*row == '|') {
    char *end = strchr(row, '\n');
    TEST_ASSERT_NOT_NULL(end);
    *end = '\0';
    const time_t begun = time(NULL);
    char *first = strstr(row + 1, " | "), *last = strrchr(row, '|');
    TEST_ASSERT_NOT_NULL_MESSAGE(first, row);
    while (last > row && *--last != '|') continue; /* the bar before the last cell */
    links_lead_somewhere(last);
    *last = '\0';
    printf("%.60s\n", row);
    try_cell(first);
    printf("  %d s\n", (int)(time(NULL) - begun));
    fflush(stdout);
    rows++;
    row = end + 1;
  }
  TEST_ASSERT_TRUE_MESSAGE(rows >= 25 && commands >= 22 && headers >= 6, "the tour is short");
}

int main(void) {
  UNITY_BEGIN();
  make_folder();
  RUN_TEST(each_row_of_the_tour);
  char remove_all[80];
  snprintf(remove_all, sizeof remove_all, "rm -r %s", folder);
  if (system(remove_all) != 0) puts(folder);
  return UNITY_END();
}
