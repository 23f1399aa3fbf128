/* The case written out in docs/validation.md works as it stands there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lash_validation.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static char page[200000], folder[] = "/tmp/lash_documented_XXXXXX";
static const char *const names[] = {"swing.adm", "runs.txt", "claims.csv"};

/* Writes the block that follows "`mine/swing/NAME`" to the folder. */
static void paste(const char *name) {
  char heading[64], path[128];
  snprintf(heading, sizeof heading, "`mine/swing/%s`\n```\n", name);
  const char *from = strstr(page, heading);
  TEST_ASSERT_NOT_NULL_MESSAGE(from, heading);
  from += strlen(heading);
  const char *to = strstr(from, "```\n");
  TEST_ASSERT_NOT_NULL_MESSAGE(to, heading);
  snprintf(path, sizeof path, "%s/swing/%s", folder, name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  TEST_ASSERT_EQUAL_INT((int)(to - from), (int)fwrite(from, 1, (size_t)(to - from), file));
  fclose(file);
}

static void the_example_is_reproduced(void) {
  FILE *file = fopen(CASES "/../docs/validation.md", "r");
  TEST_ASSERT_NOT_NULL(file);
  page[fread(page, 1, sizeof page - 1, file)] = '\0';
  fclose(file);
  char path[128];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/swing", folder);
  TEST_ASSERT_EQUAL_INT(0, mkdir(path, 0700));
  for (size_t i = 0; i < 3; i++) paste(names[i]);

  const lash_validation_options options = {.folder = folder, .jobs = 1};
  lash_validation *v = NULL;
  lash_error error = {0};
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_validate(&options, &v, &error), error.message);
  TEST_ASSERT_EQUAL_INT(2, (int)v->item[0].claim_count);
  for (size_t i = 0; i < 2; i++) {
    TEST_ASSERT_EQUAL_INT(LASH_REPRODUCED, v->item[0].claim[i].verdict);
  }
  TEST_ASSERT_EQUAL_INT(0, (int)v->surprises);
  const char *shown = strstr(page, "  yes        "); /* in the table the page shows */
  TEST_ASSERT_NOT_NULL(shown);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, strtod(shown + strlen("  yes"), NULL),
                            v->item[0].claim[0].computed);
  lash_validation_free(v);

  for (size_t i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/swing/%s", folder, names[i]);
    remove(path);
  }
  snprintf(path, sizeof path, "%s/swing", folder);
  rmdir(path);
  rmdir(folder);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(the_example_is_reproduced);
  return UNITY_END();
}
