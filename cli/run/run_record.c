#include "run_record.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "option_keys.h"
#include "paths.h"
#include "program.h"

static const char record_file[] = "record.txt", first_line[] = "lash record 1";

/* -------------------------------------------------------------------------------------- writing */

/* The option of `lash run` that an argument gives, whole ("--record=x") or as much of it as tells
 * it from others ("--rec"), which argp has made sure of; NULL: it gives none. */
static const struct argp_option *option_of(const char *argument) {
  const struct argp_option *begun = NULL;
  const bool is_long = strncmp(argument, "--", 2) == 0;
  const char *name = is_long ? argument + 2 : argument + 1;
  const size_t length = strcspn(name, "=");
  if (argument[0] != '-' || !length) return NULL;
  if (!is_long) return option_of_letter(run_options, *name);
  for (const struct argp_option *o = run_options; o->name || o->key; o++) {
    if (!o->name || strncmp(o->name, name, length) != 0) continue;
    if (!o->name[length]) return o;
    begun = o;
  }
  return begun;
}

/* Its value is the argument behind it. */
static bool has_value_behind(const struct argp_option *o, const char *argument) {
  const bool is_long = argument[1] == '-';
  return o->arg && (is_long ? !strchr(argument, '=') : !argument[2]);
}

/* Options that say where to and how loud, not what. */
static bool does_not_count(const struct argp_option *o) {
  static const char *const names[] = {"record", "out",  "checkpoint", "checkpoint-every",
                                      "resume", "json", "quiet"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(o->name, names[i]) == 0) return true;
  return false;
}

lash_status record_write(const char *folder, int argc, char **argv, const char *dataset,
                         lash_error *error) {
  out_file out;
  lash_status status = out_open_in(&out, folder, record_file, error);
  if (status == LASH_OK) fprintf(out.stream, "%s\n", first_line);
  for (int i = 1; i < argc && status == LASH_OK; i++) {
    const struct argp_option *o = argv[i] == dataset ? NULL : option_of(argv[i]);
    if (!o) continue; /* the dataset, or "--" in front of it */
    const int words = has_value_behind(o, argv[i]) ? 2 : 1;
    for (int k = i; k < i + words && k < argc && !does_not_count(o) && !status; k++) {
      if (strchr(argv[k], '\n'))
        status = lash_fail(error, LASH_BAD_INPUT, "--record: an argument with a line feed in it");
      else
        fprintf(out.stream, "%s\n", argv[k]);
    }
    i += words - 1;
  }
  return out_close(&out, status, error);
}

lash_status record_is(const char *folder, bool *is, lash_error *error) {
  char *path = path_join(folder, record_file);
  *is = path && access(path, R_OK) == 0;
  free(path);
  return path ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
}

char *record_beside(const char *record) {
  size_t length = strlen(record);
  while (length > 1 && record[length - 1] == '/') length--;
  return path_format("%.*s.new", (int)length, record);
}

/* ------------------------------------------------------------------------------------ repeating */

enum { ARGUMENTS_MAX = 200 };

/* What record_write() writes and nothing else: whoever sends a record is not to say where we write.
 */
static lash_status check_arguments(const char *path, const char *const *argument, size_t count,
                                   lash_error *error) {
  for (size_t k = 0; k < count; k++) {
    const struct argp_option *o = option_of(argument[k]);
    if (!o || does_not_count(o))
      return lash_fail(error, LASH_BAD_INPUT, "%s: '%s' does not belong into a record", path,
                       argument[k]);
    k += has_value_behind(o, argument[k]);
  }
  return LASH_OK;
}

lash_status record_repeat(const char *record, const char *dataset, const char *folder,
                          lash_error *error) {
  enum { OWN = 5 };
  char *path = path_join(record, record_file), *text = NULL;
  const char *argv[OWN + ARGUMENTS_MAX + 3] = {"/proc/self/exe", "run", "--quiet", "--out", folder};
  size_t count = OWN;
  lash_status status = file_read(path, &text, NULL, error);
  if (status == LASH_OK && strncmp(text, first_line, strlen(first_line)) != 0)
    status = lash_fail(error, LASH_BAD_INPUT, "%s:1: '%s' is wanted", path, first_line);
  char *rest = status == LASH_OK ? strchr(text, '\n') : NULL;
  for (char *line; rest && (line = strtok_r(rest, "\r\n", &rest));) {
    if (count == OWN + ARGUMENTS_MAX) {
      status =
          lash_fail(error, LASH_BAD_INPUT, "%s has more than %d arguments", path, ARGUMENTS_MAX);
      break;
    }
    argv[count++] = line;
  }
  if (status == LASH_OK) status = check_arguments(path, argv + OWN, count - OWN, error);
  argv[count] = "--", argv[count + 1] = dataset; /* whose name may begin like an option */
  if (status == LASH_OK) status = program_feed(argv, NULL, "", 0, STDERR_FILENO, error);
  if (status != LASH_OK) lash_error_prefix(error, "running %s as %s was", dataset, record);
  free(text);
  free(path);
  return status;
}

/* ------------------------------------------------------------------------------------- updating */

/* A table goes from a folder into the record that is the context. */
static lash_status copy(void *context, const char *source, const char *name, lash_error *error) {
  char *target = path_join(context, name), *text = NULL;
  size_t size;
  lash_status status = file_read(source, &text, &size, error);
  if (status == LASH_OK) status = file_write(target, text, size, false, error);
  free(text), free(target);
  return status;
}

/* Removes a table of the record that the new run, the context, has not. */
static lash_status drop_if_gone(void *context, const char *target, const char *name,
                                lash_error *error) {
  char *source = path_join(context, name);
  (void)error;
  if (source && access(source, F_OK) != 0) unlink(target);
  free(source);
  return LASH_OK;
}

lash_status record_update(const char *record, const char *folder, lash_error *error) {
  bool is;
  if (record_is(record, &is, error) != LASH_OK) return error->status;
  if (!is)
    return lash_fail(error, LASH_BAD_INPUT,
                     "--update: %s is no record; make one with lash run MODEL … --record %s",
                     record, record);
  int held;
  lash_status status = folder_own(record, &held, error);
  if (status == LASH_OK)
    status = folder_visit(folder, ".csv", copy, (void *)(uintptr_t)record, error);
  if (status == LASH_OK)
    status = folder_visit(record, ".csv", drop_if_gone, (void *)(uintptr_t)folder, error);
  folder_release(held);
  return status;
}

/* ---------------------------------------------------------------------------------- taking over */

static int is_result(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static lash_status move(const char *from, const char *to, const char *name, lash_error *error) {
  char *source = path_join(from, name), *target = path_join(to, name);
  lash_status status = LASH_OK;
  if (!source || !target)
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  else if (rename(source, target) != 0)
    status =
        lash_fail(error, LASH_FAILURE, "cannot move %s to %s: %s", source, target, strerror(errno));
  free(source), free(target);
  return status;
}

/* Nothing is written, so that a full disk does not keep half of it. */
lash_status record_replace(const char *record, const char *beside, lash_error *error) {
  struct dirent **entry = NULL;
  int held;
  char *lock = path_join(beside, FOLDER_LOCK);
  lash_status status = folder_own(record, &held, error);
  if (!lock) status = lash_fail(error, LASH_FAILURE, "out of memory");
  const int count = status == LASH_OK ? scandir(beside, &entry, is_result, alphasort) : 0;
  if (count < 0)
    status = lash_fail(error, LASH_FAILURE, "cannot read %s: %s", beside, strerror(errno));
  if (status == LASH_OK)
    status = folder_visit(record, ".csv", drop_if_gone, (void *)(uintptr_t)beside, error);
  for (int i = 0; i < count; i++) {
    if (status == LASH_OK) status = move(beside, record, entry[i]->d_name, error);
    free(entry[i]);
  }
  if (count >= 0) free(entry);
  if (status == LASH_OK && unlink(lock) == 0) rmdir(beside);
  free(lock);
  folder_release(held);
  return status;
}
