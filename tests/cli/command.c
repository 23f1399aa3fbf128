/* Running `lash` from a test. */
#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "unity.h"

const outcome *lash(const char *arguments, ...) {
  static outcome o;
  char text[4096], command[8192];
  va_list args;
  va_start(args, arguments);
  vsnprintf(text, sizeof text, arguments, args);
  va_end(args);
  snprintf(command, sizeof command, "%s %s 2>&1", LASH_COMMAND, text);
  FILE *pipe = popen(command, "r");
  TEST_ASSERT_NOT_NULL(pipe);
  const size_t room = sizeof o.output - 1;
  size_t length = 0, got;
  while ((got = fread(o.output + length, 1, room - length, pipe)) > 0) {
    length += got;
    if (length < room) continue;
    length -= room / 4; /* of very much, the beginning and the end: that says what went wrong */
    memmove(o.output + room / 2, o.output + room - room / 4, room / 4);
  }
  o.output[length] = '\0';
  int code = pclose(pipe);
  o.status = WIFEXITED(code) ? WEXITSTATUS(code) : -1;
  return &o;
}

double json_value(const outcome *o, const char *key) {
  char quoted[128];
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  const char *found = strstr(o->output, quoted);
  TEST_ASSERT_TRUE_MESSAGE(found != NULL, o->output);
  char *end;
  double value = strtod(found + strlen(quoted), &end);
  TEST_ASSERT_TRUE_MESSAGE(end != found + strlen(quoted), o->output);
  return value;
}

void expect(int status, const char *words, const char *arguments) {
  const outcome *o = lash("%s", arguments);
  char told[5000];
  snprintf(told, sizeof told, "lash %.400s\nsaid: %.4000s", arguments, o->output);
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, o->status, told);
  TEST_ASSERT_TRUE_MESSAGE(strstr(o->output, words) != NULL, told);
}

void write_in(const char *folder, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
  fputs(text, file);
  fclose(file);
}
