#include "session_testing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char falling_ball[] =
    "a ball that falls\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "PART/2, MASS = 2, CM = 21, IP = 0.02, 0.03, 0.04\n"
    "MARKER/21, PART = 2\n"
    "ACCGRAV/JGRAV = -9.81\n"
    "VARIABLE/7, FUNCTION = 0\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 21, J = 11, FUNCTION = VARVAL(7)\n"
    "MARKER/11, PART = 1, REULER = 0, -90D, 0\n" /* z along y */
    "REQUEST/1, F2 = DY(21,1)\\, F3 = VY(21,1)\\\n"
    "REQUEST/2, FUNCTION = USER(21)\\, ROUTINE = watch::Reqsub\n";

static char folder[] = "/tmp/lash_session_XXXXXX";

void make_folder(void) {
  strcpy(folder + strlen(folder) - 6, "XXXXXX");
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
}

void remove_folder(void) {
  char command[100];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

const char *in_folder(const char *name) {
  static char path[64][200];
  static int turn;
  char *here = path[turn++ % 64];
  snprintf(here, sizeof path[0], "%s/%s", folder, name);
  return here;
}

const char *write_file(const char *name, const char *text) {
  const char *path = in_folder(name);
  FILE *file = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs(text, file);
  fclose(file);
  return path;
}

size_t engine_count(void) { return 1 + lash_host_count(); }

const char *engine_at(size_t index) {
  return index ? lash_host_name(lash_host_at(index - 1)) : NULL;
}

lash_session_options options_for(const char *engine) {
  lash_session_options options = lash_session_defaults();
  options.host = engine;
  options.hmax = 1e-3;
  options.error = 1e-9;
  options.requests = true;
  return options;
}

lash_record run_file(const char *path, const lash_session_options *options) {
  lash_session *session;
  lash_record record;
  lash_error error = {0};
  const char *engine = options->host ? options->host : "solver";
  char words[sizeof error.message + 40];
  lash_status status = lash_session_open(path, options, &session, &error);
  if (status == LASH_OK) status = lash_session_run(session, &error);
  if (status == LASH_OK) status = lash_session_take_record(session, &record, &error);
  snprintf(words, sizeof words, "%s: %s", engine, error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, words);
  lash_session_free(session);
  return record;
}

void refuse_file(const char *path, const lash_session_options *options, lash_status status,
                 const char *words) {
  lash_session *session;
  lash_error error = {0};
  lash_status got = lash_session_open(path, options, &session, &error);
  if (got == LASH_OK) got = lash_session_run(session, &error);
  lash_session_free(session);
  TEST_ASSERT_EQUAL_INT_MESSAGE(status, got, error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
}

double value_at(const lash_record *record, size_t request, size_t place, long row) {
  const size_t at = row < 0 ? record->rows - (size_t)-row : (size_t)row;
  TEST_ASSERT_TRUE(at < record->rows);
  return lash_record_column(record, LASH_REQUEST_COLUMNS * request + place)[at];
}
