#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "paths.h"
#include "readings.h"

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory");
}

/* The end of a path says most; a long one must not push the reason out of a message. */
static const char *shown(const char *path) {
  enum { SHOWN = LASH_MESSAGE_MAX / 2 };
  const size_t length = strlen(path);
  return length > SHOWN ? path + length - SHOWN : path;
}

static lash_status cannot(const char *what, const char *path, lash_error *error) {
  const int reason = errno;
  return lash_fail(error, LASH_FAILURE, "cannot %s %s%s: %s", what, shown(path) == path ? "" : "…",
                   shown(path), strerror(reason));
}

static lash_status cannot_read(const char *path, const char *why, const char *more,
                               lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT, "cannot read %s%s: %s%s", shown(path) == path ? "" : "…",
                   shown(path), why, more);
}

/* ------------------------------------------------------------------------------------- reading */

static const char *kind_of(mode_t mode) {
  return S_ISDIR(mode)    ? "it is a folder"
         : S_ISFIFO(mode) ? "it is a pipe"
         : S_ISSOCK(mode) ? "it is a socket"
                          : "it is a device";
}

/* No fault of the path: another time it may be read. */
static bool machines_fault(int reason) {
  return reason == EMFILE || reason == ENFILE || reason == ENOMEM || reason == EIO;
}

lash_status file_open(const char *path, FILE **stream, lash_error *error) {
  struct stat about;
  lash_status status;
  *stream = NULL;
  if (!path) return no_memory(error);
  /* a pipe without a writer must not make us wait */
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0 || fstat(file, &about) != 0) {
    status = machines_fault(errno) ? cannot("read", path, error)
                                   : cannot_read(path, strerror(errno), "", error);
  } else if (!S_ISREG(about.st_mode)) {
    status = cannot_read(path, kind_of(about.st_mode), ", not a file", error);
  } else {
    readings_note(path, file);
    *stream = fdopen(file, "rb");
    if (*stream) return LASH_OK;
    status = no_memory(error);
  }
  if (file >= 0) close(file);
  return status;
}

static lash_status read_stream(FILE *file, const char *path, char **text, size_t *size,
                               lash_error *error) {
  size_t room = 1 << 16;
  *size = 0;
  *text = malloc(room);
  while (*text) {
    *size += fread(*text + *size, 1, room - *size - 1, file);
    if (*size < room - 1) break;
    if (*size >= FILE_SIZE_MAX) return cannot_read(path, "it has more than 256 MB", "", error);
    char *more = realloc(*text, room *= 2);
    if (!more) return no_memory(error);
    *text = more;
  }
  if (!*text) return no_memory(error);
  if (ferror(file)) return cannot("read", path, error);
  (*text)[*size] = '\0';
  return LASH_OK;
}

lash_status file_read(const char *path, char **text, size_t *size, lash_error *error) {
  size_t own;
  *text = NULL;
  FILE *file;
  lash_status status = file_open(path, &file, error);
  if (status != LASH_OK) return status;
  status = read_stream(file, path, text, size ? size : &own, error);
  fclose(file);
  if (status == LASH_OK) return LASH_OK;
  free(*text);
  *text = NULL;
  return status;
}

/* ------------------------------------------------------------------------------------- folders */

static bool make_one(const char *folder) {
  struct stat about;
  if (mkdir(folder, 0777) == 0) return true;
  if (errno != EEXIST) return false;
  if (stat(folder, &about) == 0 && S_ISDIR(about.st_mode)) return true;
  errno = ENOTDIR;
  return false;
}

lash_status folder_make(const char *folder, lash_error *error) {
  if (!folder) return no_memory(error);
  if (make_one(folder)) return LASH_OK;
  if (errno == ENOENT && *folder) {
    char *parent = path_parent(folder);
    const lash_status status = strcmp(parent ? parent : folder, folder) == 0
                                   ? cannot("make the folder", folder, error)
                                   : folder_make(parent, error);
    free(parent);
    if (status != LASH_OK) return status;
    if (make_one(folder)) return LASH_OK;
  }
  return cannot("make the folder", folder, error);
}

/* What this process holds, for folders_disown(); more are held all the same. */
enum { HELD_MAX = 64 };
static atomic_int holds[HELD_MAX]; /* file + 1; 0: free */

static void note_held(int from, int to) {
  for (size_t i = 0; i < HELD_MAX; i++) {
    int expected = from;
    if (atomic_compare_exchange_strong(&holds[i], &expected, to)) return;
  }
}

void folders_disown(void) {
  for (size_t i = 0; i < HELD_MAX; i++) {
    const int file = atomic_exchange(&holds[i], 0) - 1;
    if (file >= 0) close(file); /* the parent's lock stays */
  }
}

/* A program that was just killed takes a moment to let go. */
static bool lock(int file) {
  const struct timespec moment = {.tv_nsec = 30 * 1000 * 1000};
  for (int tries = 0; tries < 10; tries++) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    nanosleep(&moment, NULL);
  }
  return false;
}

lash_status folder_own(const char *folder, int *held, lash_error *error) {
  *held = -1;
  const lash_status status = folder_make(folder, error);
  if (status != LASH_OK) return status;
  char *path = path_join(folder, FOLDER_LOCK);
  if (!path) return no_memory(error);
  const int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
  free(path);
  if (file < 0) return cannot("write into", folder, error);
  if (lock(file)) {
    *held = file;
    note_held(0, file + 1);
    return LASH_OK;
  }
  close(file);
  return lash_fail(error, LASH_FAILURE,
                   "another program is writing into %s; wait for it or choose another folder",
                   folder);
}

void folder_release(int held) {
  if (held < 0) return;
  note_held(held + 1, 0);
  close(held);
}

lash_status folder_claim(const char *folder, lash_error *error) {
  int held;
  const lash_status status = folder ? folder_own(folder, &held, error) : LASH_OK;
  if (folder && status == LASH_OK) folder_tidy(folder);
  return status;
}

/* Names of files in the making, in the folder they are made for. */
#define BESIDE_START ".lash-"
#define BESIDE_END   ".part"

static int is_beside(const struct dirent *entry) {
  const size_t length = strlen(entry->d_name), end = strlen(BESIDE_END);
  return strncmp(entry->d_name, BESIDE_START, strlen(BESIDE_START)) == 0 && length > end &&
         strcmp(entry->d_name + length - end, BESIDE_END) == 0;
}

/* By now the name may be that of another file. */
static bool still_named(int file, const char *path) {
  struct stat held, named;
  return fstat(file, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

lash_status folder_visit(const char *folder, const char *ending, file_visitor visit, void *context,
                         lash_error *error) {
  struct dirent **entry = NULL;
  const int count = scandir(folder, &entry, NULL, alphasort);
  lash_status status = LASH_OK;
  if (count < 0)
    return lash_fail(error, LASH_BAD_INPUT, "cannot read the folder %s: %s", folder,
                     strerror(errno));
  for (int i = 0; i < count; i++) {
    const char *name = entry[i]->d_name, *dot = strrchr(name, '.');
    char *path = path_join(folder, name);
    const bool meant = !ending || (dot && strcmp(dot, ending) == 0);
    if (!path && status == LASH_OK) status = lash_fail(error, LASH_FAILURE, "out of memory");
    if (meant && status == LASH_OK) status = visit(context, path, name, error);
    free(path);
    free(entry[i]);
  }
  free(entry);
  return status;
}

/* A writer at work holds a lock on its file; so does, for a moment, what a killed one had started.
 */
void folder_tidy(const char *folder) {
  struct dirent **entry;
  const int count = scandir(folder, &entry, is_beside, NULL);
  for (int i = 0; i < count; i++) {
    char *path = path_join(folder, entry[i]->d_name);
    const int file = path ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    if (file >= 0 && lock(file) && still_named(file, path)) unlink(path);
    if (file >= 0) close(file);
    free(path);
    free(entry[i]);
  }
  if (count >= 0) free(entry);
}

/* ------------------------------------------------------------------------------------- writing */

static lash_status open_in_place(out_file *out, lash_error *error) {
  const int file = open(out->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  out->stream = file >= 0 ? fdopen(file, "w") : NULL;
  if (out->stream) return LASH_OK;
  const lash_status status = cannot("write", out->path, error);
  if (file >= 0) close(file);
  return status;
}

/* folder_tidy() of another program looks at the lock; one that came between making and locking has
 * taken the file, or is about to. */
static bool lock_or_lost(int file) {
  struct stat about;
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return fstat(file, &about) != 0 || about.st_nlink > 0;
}

static lash_status open_beside(out_file *out, lash_error *error) {
  enum { TRIES = 1000 };
  char *folder = path_parent(out->path);
  lash_status status = folder_make(folder, error);
  int file = -1;
  for (int n = 0; n < TRIES && status == LASH_OK && file < 0; n++) {
    free(out->beside);
    out->beside = path_format("%s/" BESIDE_START "%ld-%d" BESIDE_END, folder, (long)getpid(), n);
    if (!out->beside)
      status = no_memory(error);
    else
      file = open(out->beside, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) break;
    if (file >= 0 && !lock_or_lost(file)) close(file), file = -1;
  }
  free(folder);
  if (status != LASH_OK) return status;
  out->stream = file >= 0 ? fdopen(file, "w") : NULL;
  if (out->stream) return LASH_OK;
  status = cannot("write", out->path, error);
  if (file >= 0) {
    close(file);
    unlink(out->beside);
  }
  return status;
}

lash_status out_open(out_file *out, const char *path, lash_error *error) {
  struct stat about;
  *out = (out_file){.path = path ? strdup(path) : NULL};
  if (!out->path) return no_memory(error);
  const bool there = stat(path, &about) == 0;
  if (there && S_ISDIR(about.st_mode))
    return lash_fail(error, LASH_FAILURE, "cannot write %s: it is a folder", path);
  return there && !S_ISREG(about.st_mode) ? open_in_place(out, error) : open_beside(out, error);
}

lash_status out_open_in(out_file *out, const char *folder, const char *name, lash_error *error) {
  char *path = path_join(folder, name);
  const lash_status status = out_open(out, path, error);
  free(path);
  return status;
}

lash_status out_apart(const char *option, const char *path, const char *input, lash_error *error) {
  struct stat own, other;
  if (!path || strcmp(path, "-") == 0 || stat(path, &own) != 0 || stat(input, &other) != 0)
    return LASH_OK;
  const bool folder = S_ISDIR(own.st_mode);
  if (own.st_dev != other.st_dev || own.st_ino != other.st_ino || !(folder || S_ISREG(own.st_mode)))
    return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s would write over %s, which is read; name another %s",
                   option, shown(input), folder ? "folder" : "file");
}

static lash_status finish(out_file *out, bool keep, lash_error *error) {
  bool good = fflush(out->stream) == 0 && !ferror(out->stream);
  if (good && out->beside) good = fsync(fileno(out->stream)) == 0 || errno == EINVAL;
  int reason = errno;
  const int held = out->beside ? fcntl(fileno(out->stream), F_DUPFD_CLOEXEC, 0) : -1; /* its lock */
  if (fclose(out->stream) != 0 && good) good = false, reason = errno;
  if (good && out->beside) {
    /* a link is made only where nothing is */
    good = keep ? link(out->beside, out->path) == 0 || errno == EEXIST
                : rename(out->beside, out->path) == 0;
    reason = errno;
  }
  if (out->beside && (keep || !good)) unlink(out->beside);
  if (held >= 0) close(held);
  errno = reason;
  return good ? LASH_OK : cannot("write", out->path, error);
}

static lash_status close_as(out_file *out, bool keep, lash_status so_far, lash_error *error) {
  if (out->stream && so_far == LASH_OK) {
    so_far = finish(out, keep, error);
  } else if (out->stream) {
    fclose(out->stream);
    if (out->beside) unlink(out->beside);
  }
  free(out->path);
  free(out->beside);
  *out = (out_file){0};
  return so_far;
}

lash_status out_close(out_file *out, lash_status so_far, lash_error *error) {
  return close_as(out, false, so_far, error);
}

bool file_put(int file, const void *data, size_t size) {
  for (const char *at = data; size > 0;) {
    const ssize_t done = write(file, at, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    size -= (size_t)done;
  }
  return true;
}

lash_status file_write(const char *path, const char *text, size_t size, bool keep,
                       lash_error *error) {
  out_file out;
  const lash_status status = out_open(&out, path, error);
  if (status == LASH_OK) fwrite(text, 1, size, out.stream); /* a failure shows in the end */
  return close_as(&out, keep, status, error);
}
