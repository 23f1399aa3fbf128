/* The log of a sweep. */
#include "log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checksum.h"
#include "files.h"
#include "lash_core.h"
#include "paths.h"

enum { LINE_ROOM = LASH_MEASURES_MAX * 32 + LASH_MESSAGE_MAX + 128 };

struct sweep_log {
  const lash_sweep_options *options;
  int file;
  char *path;
  bool unsaved;
};

static const char *const words[] = {
    [LASH_POINT_DONE] = "ok", [LASH_POINT_FAILED] = "failed", [LASH_POINT_LOST] = "lost"};

static void say(const lash_sweep_options *options, const char *text) {
  if (options->message) options->message(options->context, text);
}

/* ------------------------------------------------------------------------------------- one line */

/* Takes the checksum off; false: the line is not what was written. */
static bool is_whole(char *line, size_t *length) {
  const size_t tail = strlen(" #00000000");
  char *mark = *length > tail ? line + *length - tail : NULL, wanted[32];
  if (!mark) return false;
  /* the text itself: one bit turns 'a' into 'A', the same number */
  snprintf(wanted, sizeof wanted, " #%08x", (unsigned)checksum_crc32(line, (size_t)(mark - line)));
  if (memcmp(mark, wanted, tail) != 0) return false;
  *mark = '\0';
  *length -= tail;
  return true;
}

static bool read_values(const char *text, double *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *end;
    values[i] = lash_read_number(text, &end);
    if (end == text) return false;
    text = end;
  }
  return *text == '\0';
}

/* A whole line into the point it is about. */
static bool take_line(const lash_sweep_options *options, char *line, lash_point *point) {
  char *word, *rest;
  const unsigned long long index = strtoull(line, &word, 10);
  if (word == line || *word != ' ' || index >= options->plan->points) return false;
  rest = strchr(++word, ' ');
  if (!rest) return false;
  *rest++ = '\0';
  lash_point_state state = LASH_POINT_DONE;
  while (state <= LASH_POINT_LOST && strcmp(word, words[state]) != 0) state++;
  if (state > LASH_POINT_LOST) return false;
  lash_point *p = &point[index];
  if (state != LASH_POINT_DONE) {
    if (p->state == LASH_POINT_DONE) return true;
    free(p->reason);
    p->reason = strdup(rest);
    p->state = state;
    return p->reason != NULL;
  }
  const size_t count = options->study->measures.count;
  double *values = calloc(count + 1, sizeof *values);
  if (!values || !read_values(rest, values, count)) {
    free(values);
    return false;
  }
  free(p->values);
  free(p->reason);
  *p = (lash_point){.state = state, .values = values};
  return true;
}

/* ------------------------------------------------------------------------------------- reading */

static lash_status read_log(const lash_sweep_options *options, const char *path, lash_point *point,
                            lash_error *error) {
  FILE *file;
  if (file_open(path, &file, error) != LASH_OK) return LASH_FAILURE;
  char *line = NULL;
  size_t room = 0, number = 0;
  ssize_t got;
  while ((got = getline(&line, &room, file)) > 0) {
    size_t length = (size_t)got;
    const bool ended = line[length - 1] == '\n';
    number++;
    if (ended) line[--length] = '\0';
    if (length == 0) continue; /* what follows a torn line */
    if (ended && is_whole(line, &length) && take_line(options, line, point)) continue;
    char *text =
        path_format("%s:%zu: damaged line left out; its point is computed again", path, number);
    if (text) say(options, text);
    free(text);
  }
  free(line);
  fclose(file);
  return LASH_OK;
}

/* points.log and points.I-of-N.log, in the order of their names. */
static int is_log(const struct dirent *entry) {
  const char *name = entry->d_name;
  const size_t length = strlen(name);
  return strncmp(name, "points.", 7) == 0 && length > 4 && strcmp(name + length - 4, ".log") == 0;
}

static lash_status read_logs(const lash_sweep_options *options, lash_point *point,
                             lash_error *error) {
  struct dirent **entry;
  lash_status status = LASH_OK;
  const int count = scandir(options->folder, &entry, is_log, alphasort);
  if (count < 0) {
    return lash_fail(error, LASH_FAILURE, "cannot look into %s: %s", options->folder,
                     strerror(errno));
  }
  for (int i = 0; i < count; i++) {
    char *path = path_join(options->folder, entry[i]->d_name);
    if (status == LASH_OK) status = read_log(options, path, point, error);
    free(path);
    free(entry[i]);
  }
  free(entry);
  return status;
}

/* ------------------------------------------------------------------------------------- writing */

static lash_status cannot_write(const char *path, lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
}

static lash_status write_whole(const sweep_log *log, const char *text, size_t size,
                               lash_error *error) {
  return file_put(log->file, text, size) ? LASH_OK : cannot_write(log->path, error);
}

/* A line that was cut off in the middle must not swallow the next one. */
static lash_status end_last_line(sweep_log *log, lash_error *error) {
  struct stat about;
  char last = '\n';
  if (fstat(log->file, &about) != 0) return cannot_write(log->path, error);
  if (about.st_size > 0 && pread(log->file, &last, 1, about.st_size - 1) != 1) {
    return cannot_write(log->path, error);
  }
  return last == '\n' ? LASH_OK : write_whole(log, "\n", 1, error);
}

lash_status log_open(const lash_sweep_options *options, const readings *reads, lash_point *point,
                     sweep_log **made, lash_error *error) {
  lash_status status = folder_make(options->folder, error);
  if (status == LASH_OK) status = manifest_check(options, reads, error);
  if (status != LASH_OK) return status;
  sweep_log *log = calloc(1, sizeof *log);
  if (!log) return lash_fail(error, LASH_FAILURE, "out of memory");
  log->options = options;
  log->path = options->slices > 1 ? path_format("%s/points.%zu-of-%zu.log", options->folder,
                                                options->slice + 1, options->slices)
                                  : path_join(options->folder, "points.log");
  log->file = log->path ? open(log->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (!log->path) {
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  } else if (log->file < 0) {
    status = cannot_write(log->path, error);
  } else if (flock(log->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    status = lash_fail(error, LASH_FAILURE,
                       "%s is in use: another sweep runs in this folder; wait for it, or take "
                       "another with --out",
                       log->path);
  } else {
    folder_tidy(options->folder);
  }
  if (status == LASH_OK) status = read_logs(options, point, error);
  if (status == LASH_OK) status = end_last_line(log, error);
  if (status == LASH_OK)
    *made = log;
  else
    log_close(log);
  return status;
}

lash_status log_add(sweep_log *log, size_t index, const lash_point *point, lash_error *error) {
  char line[LINE_ROOM];
  size_t used = (size_t)snprintf(line, sizeof line, "%zu %s", index, words[point->state]);
  if (point->state == LASH_POINT_DONE) {
    for (size_t i = 0; i < log->options->study->measures.count; i++) {
      char number[LASH_NUMBER_MAX];
      used += (size_t)snprintf(line + used, sizeof line - used, " %s",
                               lash_write_number(point->values[i], 17, number));
    }
  } else {
    used +=
        (size_t)snprintf(line + used, sizeof line - used, " %.*s", LASH_MESSAGE_MAX, point->reason);
  }
  used += (size_t)snprintf(line + used, sizeof line - used, " #%08x\n",
                           (unsigned)checksum_crc32(line, used));
  log->unsaved = true;
  return write_whole(log, line, used, error);
}

lash_status log_sync(sweep_log *log, lash_error *error) {
  if (!log->unsaved) return LASH_OK;
  log->unsaved = false;
  return fdatasync(log->file) == 0 ? LASH_OK : cannot_write(log->path, error);
}

void log_close(sweep_log *log) {
  if (!log) return;
  if (log->file >= 0) close(log->file);
  free(log->path);
  free(log);
}
