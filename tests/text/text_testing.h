/* A folder of its own for each test of files. */
#ifndef LASH_TEST_TEXT_H
#define LASH_TEST_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "paths.h"
#include "unity.h"

static char *folder;
static lash_error error;

static inline void enter_folder(void) {
  char name[] = "/tmp/lash_text_XXXXXX";
  TEST_ASSERT_NOT_NULL(mkdtemp(name));
  folder = strdup(name);
  error.message[0] = '\0';
}

/* The shell walks trees that no path could name whole. */
static inline void leave_folder(void) {
  char *command = path_format("rm -rf %s", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  free(command);
  free(folder);
}

static inline void expect_file(const char *path, const char *wanted) {
  char *text = NULL;
  const lash_status status = file_read(path, &text, NULL, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_EQUAL_STRING(wanted, text);
  free(text);
}

#endif
