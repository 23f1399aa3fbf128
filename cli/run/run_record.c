#include "run_record.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "paths.h"
#include "program.h"

static const char record_file[] = "record.txt", first_line[] = "lash record 1";

/* ---------------------------------------------------------------------------------------- writing
 */

/* Options that say where to and how loud, not what: with a value of their own, and without. */
static const char *const with_value[] = {"--record", "--out", "-o", "--checkpoint",
                                         "--checkpoint-every", "--resume", "--routine-limit"};
static const char *const without_value[] = {"--json", "--quiet", "-q"};

/* How many of the arguments from here on do not count; 0: this one does. */
static int passed_over(const char *argument) {
  for (size_t i = 0; i < sizeof with_value / sizeof with_value[0]; i++) {
    const size_t length = strlen(with_value[i]);
    if (strcmp(argument, with_value[i]) == 0) return 2;
    if (strncmp(argument, with_value[i], length) == 0 &&
        (argument[length] == '=' || with_value[i][1] != '-'))
      return 1;
  }
  for (size_t i = 0; i < sizeof without_value / sizeof without_value[0]; i++) {
    if (strcmp(argument, without_value[i]) == 0) return 1;
  }
  return 0;
}

lash_status record_write(const char *folder, int argc, char **argv, const char *dataset,
                         lash_error *error) {
  out_file out;
  lash_status status = out_open_in(&out, folder, record_file, error);
  if (status == LASH_OK) fprintf(out.stream, "%s\n", first_line);
  for (int i = 1; i < argc && status == LASH_OK; i++) {
    const int skip = argv[i] == dataset || strcmp(argv[i], "--") == 0 ? 1 : passed_over(argv[i]);
    if (strchr(argv[i], '\n'))
      status = lash_fail(error, LASH_BAD_INPUT, "--record: an argument with a line feed in it");
    else if (!skip)
      fprintf(out.stream, "%s\n", argv[i]);
    else
      i += skip - 1;
  }
  return out_close(&out, status, error);
}

bool record_is(const char *folder) {
  char *path = path_join(folder, record_file);
  const bool is = path && access(path, R_OK) == 0;
  free(path);
  return is;
}

/* -------------------------------------------------------------------------------------- repeating
 */

enum { ARGUMENTS_MAX = 200 };

lash_status record_repeat(const char *record, const char *dataset, const char *folder,
                          lash_error *error) {
  char *path = path_join(record, record_file), *text = NULL;
  const char *argv[ARGUMENTS_MAX + 8] = {"/proc/self/exe", "run", dataset, "--quiet", "--out", folder};
  size_t count = 6;
  lash_status status = file_read(path, &text, NULL, error);
  if (status == LASH_OK && strncmp(text, first_line, strlen(first_line)) != 0)
    status = lash_fail(error, LASH_BAD_INPUT, "%s:1: '%s' is wanted", path, first_line);
  char *rest = status == LASH_OK ? strchr(text, '\n') : NULL;
  for (char *line; rest && (line = strtok_r(rest, "\r\n", &rest));) {
    if (count == ARGUMENTS_MAX) {
      status = lash_fail(error, LASH_BAD_INPUT, "%s has more than %d arguments", path, ARGUMENTS_MAX);
      break;
    }
    argv[count++] = line;
  }
  if (status == LASH_OK) status = program_feed(argv, NULL, "", 0, STDERR_FILENO, error);
  if (status != LASH_OK) lash_error_prefix(error, "running %s as %s was", dataset, record);
  free(text);
  free(path);
  return status;
}

/* --------------------------------------------------------------------------------------- updating
 */

static int is_csv(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot && strcmp(dot, ".csv") == 0;
}

static lash_status copy(const char *from, const char *to, const char *name, lash_error *error) {
  char *source = path_join(from, name), *target = path_join(to, name), *text = NULL;
  size_t size;
  lash_status status = file_read(source, &text, &size, error);
  if (status == LASH_OK) status = file_write(target, text, size, false, error);
  free(text), free(source), free(target);
  return status;
}

/* Removes a table of the record that the new run has not. */
static void drop_if_gone(const char *from, const char *record, const char *name) {
  char *source = path_join(from, name), *target = path_join(record, name);
  if (source && target && access(source, F_OK) != 0) unlink(target);
  free(source), free(target);
}

static lash_status each_table(const char *folder, const char *from, const char *record, bool drop,
                              lash_error *error) {
  struct dirent **entry = NULL;
  const int count = scandir(folder, &entry, is_csv, alphasort);
  lash_status status = LASH_OK;
  if (count < 0)
    return lash_fail(error, LASH_BAD_INPUT, "cannot read the folder %s: %s", folder, strerror(errno));
  for (int i = 0; i < count; i++) {
    if (drop)
      drop_if_gone(from, record, entry[i]->d_name);
    else if (status == LASH_OK)
      status = copy(from, record, entry[i]->d_name, error);
    free(entry[i]);
  }
  free(entry);
  return status;
}

lash_status record_update(const char *record, const char *folder, lash_error *error) {
  if (!record_is(record))
    return lash_fail(error, LASH_BAD_INPUT,
                     "--update: %s is no record; make one with lash run MODEL … --record %s", record,
                     record);
  const lash_status status = each_table(folder, folder, record, false, error);
  return status == LASH_OK ? each_table(record, folder, record, true, error) : status;
}
