#include "paths.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *path_format(const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int length = vsnprintf(NULL, 0, format, list);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(list);
  return text;
}

char *path_join(const char *folder, const char *name) {
  const size_t length = strlen(folder);
  const bool ended = length && folder[length - 1] == '/';
  return path_format("%s%s%s", folder, ended ? "" : "/", name);
}

char *path_parent(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return strdup(".");
  return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

const char *path_base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool path_ends_in(const char *path, const char *tail) {
  const size_t length = strlen(path), size = strlen(tail);
  return length > size && lash_same_name(path + length - size, tail);
}

char *path_beside(const char *file, const char *name) {
  const char *slash = strrchr(file, '/');
  if (name[0] == '/' || !slash) return strdup(name);
  return path_format("%.*s%s", (int)(slash + 1 - file), file, name);
}

char *path_of_program(void) {
  for (size_t room = 256; room < 1 << 20; room *= 2) {
    char *program = malloc(room);
    const ssize_t length = program ? readlink("/proc/self/exe", program, room) : -1;
    if (length > 0 && (size_t)length < room) {
      program[length] = '\0';
      char *slash = strrchr(program, '/');
      if (slash) *slash = '\0';
      return program;
    }
    free(program);
    if (length <= 0) return NULL;
  }
  return NULL;
}

void path_plain(const char *text, char *name, size_t size) {
  size_t used = 0;
  for (; *text && used + 1 < size; text++) {
    const bool plain =
        strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_", *text) != NULL;
    if (plain)
      name[used++] = *text;
    else if (used && name[used - 1] != '_')
      name[used++] = '_';
  }
  while (used && name[used - 1] == '_') used--;
  name[used] = '\0';
}
