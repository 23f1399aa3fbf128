#define _GNU_SOURCE /* nftw */
#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "paths.h"

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about, (void)kind, (void)where;
  return remove(path);
}

static void remove_tree(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

static int open_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Ours, and made so long ago that its maker has locked it if it is alive. */
static bool is_left(int file) {
  enum { SECONDS = 60 };
  struct stat about;
  return fstat(file, &about) == 0 && about.st_uid == geteuid() &&
         time(NULL) - about.st_ctime > SECONDS && flock(file, LOCK_EX | LOCK_NB) == 0;
}

static void remove_left(const char *top, const char *start) {
  DIR *folder = opendir(top);
  if (!folder) return;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    if (strncmp(entry->d_name, start, strlen(start)) != 0) continue;
    char *path = path_join(top, entry->d_name);
    const int file = path ? open_folder(path) : -1;
    if (file >= 0 && is_left(file)) remove_tree(path);
    if (file >= 0) close(file);
    free(path);
  }
  closedir(folder);
}

lash_status scratch_make(const char *kind, scratch *made, lash_error *error) {
  const char *top = getenv("TMPDIR");
  if (!top || !*top) top = "/tmp";
  *made = (scratch){.held = -1};
  char *start = path_format("lash-%s-", kind);
  if (start) remove_left(top, start);
  char *path = start ? path_format("%s/%sXXXXXX", top, start) : NULL;
  free(start);
  if (!path) return lash_fail(error, LASH_FAILURE, "out of memory");
  if (mkdtemp(path)) {
    made->path = path;
    made->held = open_folder(path);
    if (made->held >= 0 && flock(made->held, LOCK_EX | LOCK_NB) == 0) return LASH_OK;
  }
  lash_fail(error, LASH_FAILURE, "no folder can be made in %s: %s", top, strerror(errno));
  if (!made->path) free(path);
  scratch_remove(made);
  return LASH_FAILURE;
}

void scratch_remove(scratch *s) {
  if (s->path) {
    remove_tree(s->path);
    if (s->held >= 0) close(s->held);
  }
  free(s->path);
  *s = (scratch){.held = -1};
}
