/* FMUs made by the program and unpacked, as an importer has them. */
#ifndef LASH_TEST_UNPACKED_H
#define LASH_TEST_UNPACKED_H

#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "package.h"
#include "unity.h"

/* Runs `lash ARGUMENTS`; the exit status. */
static inline int lash(const char *arguments) {
  char command[1000];
  snprintf(command, sizeof command, "%s %s > /dev/null 2>&1", LASH_PROGRAM, arguments);
  const int status = system(command);
  return status < 0 ? status : status >> 8;
}

static inline int unpacked_remove(const char *path, const struct stat *about, int kind,
                                  struct FTW *where) {
  (void)about, (void)kind, (void)where;
  return remove(path);
}

/* `lash fmu ARGUMENTS --out FOLDER/NAME.fmu`, unpacked into FOLDER/NAME. */
static inline void make_fmu(const char *folder, const char *name, const char *arguments) {
  char text[900], file[200], place[200];
  lash_error error;
  snprintf(file, sizeof file, "%s/%s.fmu", folder, name);
  snprintf(place, sizeof place, "%s/%s", folder, name);
  snprintf(text, sizeof text, "fmu %s --out %s", arguments, file);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, lash(text), text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, package_unpack(file, place, &error), error.message);
}

static inline void remove_folder(const char *folder) {
  nftw(folder, unpacked_remove, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
