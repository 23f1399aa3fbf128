/* A picture that was cut off, as on a full disk, is told and not kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gnuplot.h"
#include "unity.h"

static char folder[] = "/tmp/lash_gnuplot_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static void one_line(const void *context, FILE *out) {
  (void)context;
  fputs("plot x\n", out);
}

/* In the place of gnuplot: reads all, prints `text` and is content. */
static void stand_in(const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/gnuplot", folder);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fprintf(file, "#!/bin/sh\ncat >/dev/null\nprintf '%s'\n", text);
  fclose(file);
  TEST_ASSERT_EQUAL_INT(0, chmod(path, 0755));
}

static lash_status draw(const char *name, lash_error *error) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return gnuplot_draw(path, (gnuplot_sheet){1, 1, false}, one_line, NULL, error);
}

static bool exists(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const bool there = access(path, F_OK) == 0;
  unlink(path);
  return there;
}

static void a_whole_picture_is_kept(void) {
  static const char *const whole[][2] = {
      {"a.svg", "<svg>................................</svg>\\n"},
      {"a.png", "PNG.................................IEND...."},
      {"a.pdf", "%%%%PDF................................%%%%%%%%EOF\\n"}};
  lash_error error;
  for (size_t i = 0; i < 3; i++) {
    stand_in(whole[i][1]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, draw(whole[i][0], &error), error.message);
    TEST_ASSERT_TRUE(exists(whole[i][0]));
  }
}

static void a_picture_without_its_end_is_refused(void) {
  static const char *const cut[] = {"", "<svg>", "<svg>......................................<g>"};
  lash_error error;
  for (size_t i = 0; i < 3; i++) {
    stand_in(cut[i]);
    TEST_ASSERT_EQUAL_INT(LASH_FAILURE, draw("a.svg", &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "is the disk full?"), error.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "a.svg"), error.message);
    TEST_ASSERT_FALSE(exists("a.svg"));
  }
}

int main(void) {
  char path[4200];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s:%.4000s", folder, getenv("PATH"));
  setenv("PATH", path, 1);
  UNITY_BEGIN();
  RUN_TEST(a_whole_picture_is_kept);
  RUN_TEST(a_picture_without_its_end_is_refused);
  exists("gnuplot");
  rmdir(folder);
  return UNITY_END();
}
