/* Goes through all files of folders as a plain test: replay FOLDER… */
#include <dirent.h>

#include "fuzz.h"

static size_t replay(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  static uint8_t bytes[1 << 20];
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  uint8_t *exact = malloc(size ? size : 1); /* so that reading past the end is found */
  if (!exact) abort();
  memcpy(exact, bytes, size);
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
  return 1;
}

static size_t replay_all(const char *name) {
  size_t count = 0;
  DIR *folder = opendir(name);
  if (!folder) return 0;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    char path[1024];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
    count += replay(path);
  }
  closedir(folder);
  return count;
}

int main(int argc, char **argv) {
  size_t count = 0;
  for (int i = 1; i < argc; i++) {
    const size_t here = replay_all(argv[i]);
    if (here == 0) fprintf(stderr, "replay: nothing in %s\n", argv[i]);
    if (here == 0) return 1; /* a corpus that is not there proves nothing */
    count += here;
  }
  printf("%zu inputs\n", count);
  return count == 0;
}
