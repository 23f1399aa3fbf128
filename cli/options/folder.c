/* Folders of results. */
#include "folder.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

lash_status folder_make(const char *folder, lash_error *error) {
  if (mkdir(folder, 0777) == 0 || errno == EEXIST) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "cannot make the folder %s: %s", folder, strerror(errno));
}

void folder_name(const char *text, char *name, size_t size) {
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

FILE *folder_open(const char *folder, const char *name, char *path, size_t size,
                  lash_error *error) {
  snprintf(path, size, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
  return file;
}

lash_status folder_close(FILE *file, const char *path, lash_error *error) {
  if (fclose(file) == 0) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
}

void folder_number(FILE *out, double value) {
  fputc(',', out);
  if (isfinite(value)) fprintf(out, "%.12g", value);
}
