/* A dataset inside a program of one's own: read, run, look at arrays, step by hand with a force of
 * the program's, save and go back. Installed headers only; C and C++. */
#include <lash_integrate.h>
#include <lash_model.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lash_error error;
static void must(lash_status status) {
  if (status == LASH_OK) return;
  fprintf(stderr, "%s\n", error.message);
  exit((int)status);
}

static double speed[101]; /* at the outputs */
static size_t outputs;

static lash_status look(void *context, lash_system *system, double t, lash_error *trouble) {
  const int markers[] = {21, 1};
  (void)context, (void)t;
  return lash_system_measure(system, "VZ", markers, 2, &speed[outputs++], trouble);
}

/* From the present time on for 0.1 s, pushing with 6 N/s; gives the speed at the end. */
static double push(lash_system *system, lash_integration *run, const lash_watcher *watcher) {
  const double start = lash_integrate_time(run);
  for (int step = 0; step < 100; step++) {
    lash_input force = {lash_integrate_time(run), 6e-3 * step, 6, 0}; /* time, value, rate, … */
    must(lash_system_input(system, 1, &force, &error));
    must(lash_integrate_restart(run, &error));
    outputs = 0;
    must(lash_integrate_to(run, start + 1e-3 * (step + 1), watcher, &error));
  }
  return speed[outputs - 1];
}

int main(int argc, char **argv) {
  lash_model model;
  lash_system *system;
  lash_integration *run;
  must(lash_model_read(&model, argc > 1 ? argv[1] : "embedding.adm", &error));
  must(lash_system_create(&model, NULL, &system, &error));
  double t, *y = (double *)malloc(lash_system_size(system)->y * sizeof(double));
  lash_system_initial(system, &t, y);
  must(lash_system_assemble(system, t, y, NULL, &error));
  lash_integrate_options options = lash_integrate_dataset(&model);
  options.output_step = 1e-3;
  must(lash_integrate_create(system, &options, t, y, &run, &error));
  lash_watcher watcher = {NULL, look, NULL, NULL, NULL};
  must(lash_integrate_to(run, 0.1, &watcher, &error));
  printf("thrown at %.6f m/s, back at %.6f m/s\n", speed[0], speed[outputs - 1]);

  const size_t size = lash_integrate_memory_size(run);
  void *saved = malloc(size);
  must(lash_integrate_restart(run, &error)); /* what comes now depends on the state alone */
  lash_integrate_save(run, saved);
  const double first = push(system, run, &watcher);
  must(lash_integrate_restore(run, saved, size, &error));
  const double second = push(system, run, &watcher);
  printf("pushed to %.6f m/s, again the same: %s\n", first,
         memcmp(&first, &second, sizeof first) ? "no" : "yes");
  free(saved);
  free(y);
  lash_integrate_free(run);
  lash_system_free(system);
  lash_model_free(&model);
  return 0;
}
