/* Rows of four-bar windows, from one loop to many: time per step against the number of loops.
 *
 *   build/benchmarks/four_bars [LOOPS]
 *
 * Rods of 1 m and 1 kg, all uprights in step, so that the row swings like one pendulum whatever its
 * length: that gives the angle to compare with. A solver whose work grows linearly shows a constant
 * time per step and loop. Where this build has MuJoCo, its time per step of the same size stands
 * beside that of rk4. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lash_host.h"
#include "lash_integrate.h"
#include "lash_model.h"
#include "row.h"
#include "stopwatch.h"

static const double end_time = 0.1, step = 1e-3;

/* ----------------------------------------------------------------------------------------- runs */

typedef struct outcome {
  double seconds, set_up, error; /* error of the angle, rad */
  size_t steps, bodies;
} outcome;

static outcome run(int loops, const char *integrator) {
  lash_error error = {.message = ""};
  lash_model model;
  lash_system *system = NULL;
  lash_integration *integration = NULL;
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f) exit(1);
  row_write(f, loops);
  fclose(f);

  const double begun = now();
  check(lash_model_parse(&model, "four_bars", text, size, &error), &error);
  check(lash_system_create(&model, NULL, &system, &error), &error);
  const lash_system_sizes *n = lash_system_size(system);
  double *y = malloc(n->y * sizeof *y), t;
  if (!y) exit(1);
  lash_system_initial(system, &t, y);
  check(lash_system_assemble(system, t, y, NULL, &error), &error);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = integrator;
  options.step = integrator ? step : 0;
  options.audit = false;
  check(lash_integrate_create(system, &options, t, y, &integration, &error), &error);

  const double start = now();
  check(lash_integrate_to(integration, end_time, NULL, &error), &error);
  const double *state = lash_integrate_state(integration); /* first the middle of an upright */
  outcome o = {.seconds = now() - start,
               .set_up = start - begun,
               .error = fabs(atan2(state[1], state[0]) - row_angle(loops, end_time)),
               .steps = lash_integrate_statistics_of(integration)->steps,
               .bodies = n->bodies};
  lash_integrate_free(integration);
  lash_system_free(system);
  lash_model_free(&model);
  free(y);
  free(text);
  return o;
}

/* Seconds per step of MuJoCo's RK4 with the same loops as equality constraints; NAN: not here. */
static double mujoco_step(int loops) {
  const lash_host_class *host_class = lash_host_find("mujoco");
  const lash_host_options options = {.step = step, .fixed = true};
  const int steps = loops < 64 ? 100 : 10;
  lash_error error;
  lash_model model;
  lash_host *host = NULL;
  char *text = NULL;
  size_t size = 0;
  double seconds = NAN;
  FILE *f = open_memstream(&text, &size);
  if (!f) exit(1);
  row_write(f, loops);
  fclose(f);
  check(lash_model_parse(&model, "four_bars", text, size, &error), &error);
  if (host_class && lash_host_create(host_class, &model, &options, &host, &error) == LASH_OK) {
    const double begun = now();
    /* beyond some hundred rows there is no room in the host's buffer */
    if (lash_host_advance(host, step * steps, &error) == LASH_OK) seconds = (now() - begun) / steps;
    lash_host_free(host);
  }
  lash_model_free(&model);
  free(text);
  return seconds;
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 256;
  printf("%-8s %6s %7s %9s %6s %9s %14s %10s %9s\n", "method", "loops", "bodies", "set-up s",
         "steps", "us/step", "us/step/loop", "error rad", "/ MuJoCo");
  for (int method = 0; method < 2; method++) {
    const char *integrator = method == 0 ? "rk4" : NULL;
    for (int loops = 1; loops <= most; loops *= 4) {
      const outcome o = run(loops, integrator);
      const double each = o.seconds / (double)o.steps * 1e6;
      const double ratio = integrator ? 1e-6 * each / mujoco_step(loops) : NAN;
      printf("%-8s %6d %7zu %9.3f %6zu %9.1f %14.2f %10.1e", integrator ? integrator : "default",
             loops, o.bodies, o.set_up, o.steps, each, each / loops, o.error);
      printf(isnan(ratio) ? "\n" : " %9.4f\n", ratio);
      fflush(stdout);
    }
  }
  return 0;
}
