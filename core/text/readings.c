#define _GNU_SOURCE /* dladdr */
#include "readings.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checksum.h"
#include "paths.h"

static _Thread_local readings *current;

readings *readings_into(readings *list) {
  readings *before = current;
  current = list;
  return before;
}

static int order(const reading *a, const char *name, uint64_t checksum) {
  const int names = strcmp(a->name, name);
  if (names != 0) return names;
  return a->checksum < checksum ? -1 : a->checksum > checksum;
}

static void keep(readings *list, const char *name, const char *path, uint64_t checksum) {
  size_t place = 0;
  while (place < list->count && order(&list->item[place], name, checksum) < 0) place++;
  if (place < list->count && order(&list->item[place], name, checksum) == 0) return;
  reading *grown = realloc(list->item, (list->count + 1) * sizeof *grown);
  char *copy = strdup(name), *place_of = path ? strdup(path) : NULL;
  if (grown) list->item = grown;
  if (!grown || !copy || (path && !place_of)) {
    free(copy);
    free(place_of);
    list->incomplete = true;
    return;
  }
  for (char *c = copy; *c; c++) {
    if ((unsigned char)*c < ' ') *c = '?'; /* a name must not end the line it stands in */
  }
  memmove(grown + place + 1, grown + place, (list->count - place) * sizeof *grown);
  grown[place] = (reading){copy, place_of, checksum};
  list->count++;
}

/* Leaves the place where the file is read next alone. */
void readings_note(const char *path, int file) {
  readings *list = current;
  char block[1 << 15];
  off_t at = 0;
  ssize_t got = 0;
  if (!list) return;
  uint64_t checksum = checksum_fnv("", 0);
  while ((got = pread(file, block, sizeof block, at)) > 0 || (got < 0 && errno == EINTR)) {
    if (got < 0) continue;
    checksum = checksum_fnv_more(checksum, block, (size_t)got);
    at += got;
  }
  if (got < 0) list->incomplete = true;
  keep(list, path_base(path), path, checksum);
}

void readings_note_path(const char *path) {
  if (!current) return;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) {
    current->incomplete = true;
    return;
  }
  readings_note(path, file);
  close(file);
}

static readings program; /* it does not change while it runs: read once */

static void read_program(void) {
  Dl_info info;
  readings *before = readings_into(&program);
  readings_note_path("/proc/self/exe");
  /* of a program without libraries of ours this is the program again, under the name it was called
   * by, which may be no path at all */
  if (dladdr((const void *)(uintptr_t)read_program, &info) && info.dli_fname &&
      strstr(info.dli_fname, ".so") && access(info.dli_fname, R_OK) == 0)
    readings_note_path(info.dli_fname);
  readings_into(before);
}

void readings_note_program(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (!current) return;
  pthread_once(&once, read_program);
  for (size_t i = 0; i < program.count; i++)
    keep(current, program.item[i].name, program.item[i].path, program.item[i].checksum);
  current->incomplete |= program.incomplete;
}

uint64_t readings_checksum(const readings *list) {
  uint64_t sum = checksum_fnv(&list->incomplete, sizeof list->incomplete);
  for (size_t i = 0; i < list->count; i++) {
    const reading *r = &list->item[i];
    sum = checksum_fnv_more(sum, r->name, strlen(r->name) + 1);
    sum = checksum_fnv_more(sum, &r->checksum, sizeof r->checksum);
  }
  return sum;
}

void readings_write(const readings *list, FILE *out) {
  for (size_t i = 0; i < list->count; i++)
    fprintf(out, "reads %016llx %s\n", (unsigned long long)list->item[i].checksum,
            list->item[i].name);
  if (list->incomplete) fputs("reads more than could be noted\n", out);
}

void readings_take(readings *list, const char *text) {
  unsigned long long checksum;
  for (const char *line = text; line && *line;) {
    const char *end = strchr(line, '\n');
    int name = 0;
    if (sscanf(line, "reads %16llx %n", &checksum, &name) == 1 && name > 0 && end) {
      char *copy = strndup(line + name, (size_t)(end - line) - (size_t)name);
      if (copy) keep(list, copy, NULL, checksum);
      list->incomplete |= !copy;
      free(copy);
    } else {
      list->incomplete = true;
    }
    line = end ? end + 1 : NULL;
  }
}

void readings_free(readings *list) {
  for (size_t i = 0; i < list->count; i++) {
    free(list->item[i].name);
    free(list->item[i].path);
  }
  free(list->item);
  *list = (readings){0};
}
