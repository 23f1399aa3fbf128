/* Targets without libFuzzer, as plain tests:
 *
 *   fuzz_NAME [--seconds S --words FILE] FOLDER…
 *
 * goes through all files of the folders and then, for S seconds of processor time, through random
 * changes of them: the same ones each time, as far as it comes, 50,000 at most. Where the processor
 * time of an input has no end, or one breaks something, that input is kept in fuzz_NAME.input. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "mutate.h"

static void try(const uint8_t *bytes, size_t size) {
  uint8_t *exact = malloc(size ? size : 1); /* so that reading past the end is found */
  if (!exact) abort();
  if (size) memcpy(exact, bytes, size);
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
}

/* ------------------------------------------------------------------------------------- replay */

static bool take_file(inputs *seeds, const char *path) {
  static uint8_t bytes[1 << 20];
  struct stat about;
  if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  inputs_add(seeds, bytes, size);
  return true;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name); /* in any folder the same order */
}

static size_t take_folder(inputs *seeds, const char *name) {
  struct dirent **entry;
  size_t taken = 0;
  const int count = scandir(name, &entry, NULL, by_name);
  for (int i = 0; i < count; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", name, entry[i]->d_name);
    if (entry[i]->d_name[0] != '.') taken += take_file(seeds, path);
    free(entry[i]);
  }
  if (count >= 0) free(entry);
  return taken;
}

/* ------------------------------------------------------------------------------------ mutants */

/* A file that holds the input under way, whatever becomes of this process. */
typedef struct keeper {
  char path[1024];
  int file;
  uint8_t *bytes;
} keeper;

static keeper keep_at(const char *program) {
  keeper k;
  snprintf(k.path, sizeof k.path, "%s.input", program);
  k.file = open(k.path, O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (k.file < 0 || ftruncate(k.file, MUTANT_MAX) != 0) abort();
  k.bytes = mmap(NULL, MUTANT_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, k.file, 0);
  if (k.bytes == MAP_FAILED) abort();
  return k;
}

static void no_end(int number) {
  static const char said[] = "replay: an input takes more than 20 s of processor time\n";
  (void)number;
  if (write(STDERR_FILENO, said, sizeof said - 1) < 0) _exit(2);
  _exit(1);
}

enum { ENOUGH = 50000 }; /* what is new to a faster machine should not be a surprise there */

static double processor_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static size_t try_mutants(const inputs *seeds, const inputs *words, double seconds,
                          const char *program) {
  const struct itimerval patience = {.it_value = {.tv_sec = 20}};
  uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
  size_t count = 0;
  keeper k = keep_at(program);
  signal(SIGPROF, no_end);
  const double end = processor_seconds() + seconds;
  for (; count < ENOUGH && processor_seconds() < end; count++) {
    const size_t size = mutate(seeds, words, &state, k.bytes);
    if (ftruncate(k.file, (off_t)size) != 0 || setitimer(ITIMER_PROF, &patience, NULL) != 0)
      abort();
    try(k.bytes, size);
    if (ftruncate(k.file, MUTANT_MAX) != 0) abort();
  }
  setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
  munmap(k.bytes, MUTANT_MAX);
  close(k.file);
  remove(k.path);
  return count;
}

int main(int argc, char **argv) {
  inputs seeds = {0}, words = {0};
  double seconds = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
      seconds = atof(argv[++i]);
    } else if (strcmp(argv[i], "--words") == 0 && i + 1 < argc) {
      if (words_read(&words, argv[++i])) continue;
      fprintf(stderr, "replay: no words in %s\n", argv[i]);
      return 1;
    } else if (take_folder(&seeds, argv[i]) == 0) {
      fprintf(stderr, "replay: nothing in %s\n", argv[i]);
      return 1; /* a corpus that is not there proves nothing */
    }
  }
  for (size_t i = 0; i < seeds.count; i++) try(seeds.item[i].bytes, seeds.item[i].size);
  printf("%zu inputs", seeds.count);
  if (seconds > 0 && words.count > 0)
    printf(", %zu changed ones", try_mutants(&seeds, &words, seconds, argv[0]));
  putchar('\n');
  const bool any = seeds.count > 0;
  inputs_free(&seeds);
  inputs_free(&words);
  return !any;
}
