/* Bytes as files, for readers that take names of files. */
#include "fuzz.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void remove_folder(void) {
  char command[96];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) perror(folder);
}

const char *fuzz_folder(void) {
  if (folder[0]) return folder;
  snprintf(folder, sizeof folder, "%s/lash-fuzz-XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!mkdtemp(folder)) abort();
  atexit(remove_folder);
  return folder;
}

const char *fuzz_file(const char *ending, const uint8_t *data, size_t size) {
  static char path[160];
  snprintf(path, sizeof path, "%s/file%s", fuzz_folder(), ending);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
  return path;
}
