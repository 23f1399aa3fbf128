/* Reading datasets, from small to large: time per byte, which stays as it is when the work grows
 * linearly. A row of four-bar windows, and texts that are made to be slow.
 *
 *   build/benchmarks/reading [REPEATS] */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lash_model.h"
#include "row.h"

typedef struct text_kind {
  const char *name, *start, *repeat, *end;
} text_kind;

/* Refused ones are timed too: an error must not be slow to find. */
static const text_kind kinds[] = {
    {"windows", NULL, NULL, NULL},
    {"numbers", "t\nARRAY/1, NUMBERS=1", ",1", "\nEND\n"},
    {"continued lines", "t\nARRAY/1, NUMBERS=1", "\n,1", "\nEND\n"},
    {"brackets", "t\nVARIABLE/1, FUNCTION=", "(", "\nEND\n"},
    {"same part", "t\n", "PART/1\n", "END\n"},
    {"unknown statements", "t\n", "XYZZY/1\n", "END\n"},
    {"comments", "t\n", "!\n", "END\n"},
};

static void write_text(FILE *f, const text_kind *kind, int repeats) {
  if (!kind->repeat) {
    row_write(f, repeats / 16 + 1);
    return;
  }
  fputs(kind->start, f);
  for (int k = 0; k < repeats; k++) fputs(kind->repeat, f);
  fputs(kind->end, f);
}

static void measure(const text_kind *kind, int repeats) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f) exit(1);
  write_text(f, kind, repeats);
  fclose(f);
  lash_model model;
  lash_error error;
  const clock_t start = clock();
  const lash_status status = lash_model_parse(&model, "reading", text, size, &error);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  lash_model_free(&model);
  free(text);
  printf("%-20s %9zu %9.2f %9.1f  %s\n", kind->name, size, 1e3 * seconds,
         1e9 * seconds / (double)size, status == LASH_OK ? "read" : "refused");
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 20000;
  printf("%-20s %9s %9s %9s\n", "text", "bytes", "ms", "ns/byte");
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    for (int repeats = most / 4; repeats <= most; repeats *= 2) measure(&kinds[k], repeats);
  return 0;
}
