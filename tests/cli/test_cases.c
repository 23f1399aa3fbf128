/* The validation cases as files for any host: each dataset is understood whole, each command file
 * runs as it stands, and the routines they call work from another copy of the library, compiled by
 * itself. */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

#define OUT "test_cases.out"

static void for_each(const char *pattern, void (*check)(const char *path)) {
  glob_t found;
  TEST_ASSERT_EQUAL_INT(0, glob(pattern, 0, NULL, &found));
  TEST_ASSERT_TRUE(found.gl_pathc >= 7);
  for (size_t i = 0; i < found.gl_pathc; i++) check(found.gl_pathv[i]);
  globfree(&found);
}

static void passes_check(const char *path) {
  const outcome *o = lash("check %s", path);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(o->output, "0 errors"), o->output);
}

static void understood(const char *path) {
  passes_check(path);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(lash("check %s", path)->output, "0 unsupported"), path);
}

static void datasets(void) { for_each(CASES "/*/*.adm", understood); }
static void command_files(void) { for_each(CASES "/*/*.acf", passes_check); }

/* ----------------------------------------------------------------------------------------- runs */

/* Small enough to be run here. */
static const char *const runs[] = {"slider_crank/slider_crank",
                                   "three_ups_s/three_ups_s",
                                   "three_ups_s/three_ups_s_platform",
                                   "rssr/rssr",
                                   "rssr/rssr_driven",
                                   "press/press",
                                   "press/press_slider_crank",
                                   "press/press_host_states",
                                   "press/press_flexible",
                                   "mobile_five_bar/mobile_five_bar",
                                   "impact_pendulum/impact_pendulum",
                                   "slider_crank_clearance/slider_crank_clearance"};
enum { RUNS = sizeof runs / sizeof runs[0] };

static char *text_of(const char *path) {
  FILE *file = fopen(path, "r");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  struct stat info;
  TEST_ASSERT_EQUAL_INT(0, stat(path, &info));
  char *text = malloc((size_t)info.st_size + 1);
  text[fread(text, 1, (size_t)info.st_size, file)] = '\0';
  fclose(file);
  return text;
}

/* A copy of a file with the library's name replaced by one. */
static bool rename_library(const char *from, const char *to) {
  static const char old[] = "lash_subroutines::", new[] = "lash_copy::";
  char *text = text_of(from);
  FILE *out = fopen(to, "w");
  TEST_ASSERT_NOT_NULL_MESSAGE(out, to);
  bool any = false;
  for (const char *at = text; *at;) {
    const bool here = strncmp(at, old, strlen(old)) == 0;
    any |= here;
    if (here)
      fputs(new, out);
    else
      fputc(*at, out);
    at += here ? strlen(old) : 1;
  }
  fclose(out);
  free(text);
  return any;
}

/* All requests' columns, number by number. */
static void same_results(const char *a, const char *b) {
  for (int id = 1; id < 9; id++) {
    char path[2][256];
    struct stat info;
    snprintf(path[0], sizeof path[0], "%s/request_%d.csv", a, id);
    snprintf(path[1], sizeof path[1], "%s/request_%d.csv", b, id);
    if (stat(path[0], &info) != 0) break;
    char *text[2] = {text_of(path[0]), text_of(path[1])};
    TEST_ASSERT_TRUE_MESSAGE(strcmp(text[0], text[1]) == 0, path[1]);
    TEST_ASSERT_TRUE(strlen(text[0]) > 10000);
    free(text[0]);
    free(text[1]);
  }
}

static void runs_as_it_stands_and_from_a_copy(void) {
  mkdir(OUT, 0777);
  TEST_ASSERT_EQUAL_INT(0, system("cp " CASES "/press/*.frame " OUT)); /* flexible bodies */
  size_t with_routines = 0;
  for (size_t i = 0; i < RUNS; i++) {
    char path[2][300], from[300];
    const char *name = strrchr(runs[i], '/') + 1;
    const outcome *o =
        lash("run " CASES "/%s.acf --quiet --engine cartesian --out " OUT "/own", runs[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
    snprintf(path[0], sizeof path[0], OUT "/%s.adm", name);
    snprintf(path[1], sizeof path[1], OUT "/%s.acf", name);
    snprintf(from, sizeof from, CASES "/%s.adm", runs[i]);
    const bool any = rename_library(from, path[0]);
    snprintf(from, sizeof from, CASES "/%s.acf", runs[i]);
    rename_library(from, path[1]);
    with_routines += any;
    if (any) {
      o = lash("run %s --quiet --engine cartesian --out " OUT "/copy", path[1]);
      TEST_ASSERT_EQUAL_INT_MESSAGE(0, o->status, o->output);
      same_results(OUT "/own", OUT "/copy");
    }
    TEST_ASSERT_EQUAL_INT(0, system("rm -rf " OUT "/own " OUT "/copy"));
  }
  TEST_ASSERT_EQUAL_INT(9, (int)with_routines);
  TEST_ASSERT_EQUAL_INT(0, system("rm -rf " OUT));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(datasets);
  RUN_TEST(command_files);
  RUN_TEST(runs_as_it_stands_and_from_a_copy);
  return UNITY_END();
}
