/* Goes through all files of a folder as a plain test: replay FOLDER. */
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

int main(int argc, char **argv) {
  size_t count = 0;
  DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
  if (!folder) {
    fprintf(stderr, "replay: no folder of inputs\n");
    return 1;
  }
  for (const struct dirent *entry; (entry = readdir(folder));) {
    char path[1024];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
    count += replay(path);
  }
  closedir(folder);
  printf("%zu inputs\n", count);
  return count == 0; /* a corpus that is not there proves nothing */
}
