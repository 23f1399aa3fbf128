/* Setting models up, from small to large: time per part, which stays nearly as it is when the work
 * grows linearly (trees and sorting have a logarithm).
 *
 *   build/benchmarks/set_up [PARTS] */
#include <string.h>
#include <time.h>

#include "large_models.h"
#include "lash_integrate.h"
#include "lash_model.h"

static void must(lash_status status, const lash_error *error) {
  if (status == LASH_OK) return;
  fprintf(stderr, "set_up: %s\n", error->message);
  exit(1);
}

/* Reading, assembling and what an integration needs before its first step. */
static double seconds_for(const char *statements) {
  const size_t size = strlen(statements) + 32;
  char *dataset = malloc(size);
  if (!dataset) exit(1);
  snprintf(dataset, size, "large\n%sEND\n", statements);
  const clock_t start = clock();
  const lash_integrate_options options = lash_integrate_defaults();
  lash_error error;
  lash_model read;
  lash_system *system;
  lash_integration *run;
  double t;
  must(lash_model_parse(&read, "set_up", dataset, strlen(dataset), &error), &error);
  must(lash_system_create(&read, NULL, &system, &error), &error);
  double *y = malloc(lash_system_size(system)->y * sizeof *y);
  if (!y) exit(1);
  lash_system_initial(system, &t, y);
  must(lash_system_assemble(system, t, y, NULL, &error), &error);
  must(lash_integrate_create(system, &options, t, y, &run, &error), &error);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  lash_integrate_free(run);
  lash_system_free(system);
  lash_model_free(&read);
  free(y);
  free(dataset);
  return seconds;
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 6400;
  printf("%-12s %7s %9s %12s\n", "model", "parts", "ms", "us per part");
  for (size_t k = 0; k < FAMILIES; k++) {
    for (int parts = most / 16; parts <= most; parts *= 4) {
      const double seconds = seconds_for(model(families[k], parts));
      printf("%-12s %7d %9.2f %12.2f\n", names[k], parts, 1e3 * seconds, 1e6 * seconds / parts);
    }
  }
  free(text);
  return 0;
}
