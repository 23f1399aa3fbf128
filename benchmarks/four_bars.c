/* Rows of four-bar windows, from one loop to many: time per step against the number of loops.
 *
 *   build/benchmarks/four_bars [LOOPS]
 *
 * Rods of 1 m and 1 kg, all uprights in step, so that the row swings like one pendulum whatever its
 * length: that gives the angle to compare with. A solver whose work grows linearly shows a constant
 * time per step and loop. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lash_integrate.h"
#include "lash_model.h"

static const double end_time = 0.1, step = 1e-3, gravity = 9.81;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* what other programs do must not count */
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(lash_status status, const lash_error *error) {
  if (status == LASH_OK) return;
  fprintf(stderr, "four_bars: %s\n", error->message);
  exit(1);
}

/* ------------------------------------------------------------------------------------- the model
 */

/* Parts and their markers are numbered in tens: upright k is 10 (k + 1), crossbar k is
 * 10 (loops + 2 + k); markers + 1 and + 2 are at the ends. */
static void write_rod(FILE *f, int id, const char *inertia, const char *middle, const char *end,
                      double x, double y, const char *motion) {
  fprintf(f, "PART/%d, MASS=1, CM=%d, IP=%s, QG=%g, %g, 0, %s\n", id, id, inertia, x, y, motion);
  fprintf(f, "MARKER/%d, PART=%d, QP=%s\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=%s\n", id, id,
          middle, id + 1, id, id + 2, id, end);
}

static void write_row(FILE *f, int loops) {
  fprintf(f, "A row of %d four-bar windows\nUNITS/SYSTEM=MKS\nPART/1, GROUND\n", loops);
  int joint = 0;
  for (int k = 0; k <= loops; k++) {
    const int upright = 10 * (k + 1);
    fprintf(f, "MARKER/%d, PART=1, QP=%d, 0, 0\n", upright + 5, k);
    write_rod(f, upright, "0.0833333333333333, 1E-4, 0.0833333333333333", "0, 0.5, 0", "0, 1, 0", k,
              0, "VX=0.5, WZ=-1");
    fprintf(f, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joint, upright + 1, upright + 5);
  }
  for (int k = 0; k < loops; k++) {
    const int bar = 10 * (loops + 2 + k), left = 10 * (k + 1), right = left + 10;
    write_rod(f, bar, "1E-4, 0.0833333333333333, 0.0833333333333333", "0.5, 0, 0", "1, 0, 0", k, 1,
              "VX=1");
    fprintf(f, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joint, bar + 1, left + 2);
    fprintf(f, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joint, bar + 2, right + 2);
  }
  fprintf(f, "ACCGRAV/JGRAV=%g\nEND\n", -gravity);
}

/* (uprights / 3 + loops) w' = -(uprights / 2 + loops) g cos(angle), by small Stoermer-Verlet steps.
 */
static double pendulum_angle(int loops, double t) {
  const int steps = 100000;
  const double uprights = loops + 1, h = t / steps;
  const double c = -(uprights / 2 + loops) * gravity / (uprights / 3 + loops);
  double q = 2 * atan(1), w = -1;
  for (int k = 0; k < steps; k++) {
    w += 0.5 * h * c * cos(q);
    q += h * w;
    w += 0.5 * h * c * cos(q);
  }
  return q;
}

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
  write_row(f, loops);
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
               .error = fabs(atan2(state[1], state[0]) - pendulum_angle(loops, end_time)),
               .steps = lash_integrate_statistics_of(integration)->steps,
               .bodies = n->bodies};
  lash_integrate_free(integration);
  lash_system_free(system);
  lash_model_free(&model);
  free(y);
  free(text);
  return o;
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 256;
  printf("%-8s %6s %7s %9s %6s %9s %14s %10s\n", "method", "loops", "bodies", "set-up s", "steps",
         "us/step", "us/step/loop", "error rad");
  for (int method = 0; method < 2; method++) {
    const char *integrator = method == 0 ? "rk4" : NULL;
    for (int loops = 1; loops <= most; loops *= 4) {
      const outcome o = run(loops, integrator);
      const double each = o.seconds / (double)o.steps * 1e6;
      printf("%-8s %6d %7zu %9.3f %6zu %9.1f %14.2f %10.1e\n", integrator ? integrator : "default",
             loops, o.bodies, o.set_up, o.steps, each, each / loops, o.error);
      fflush(stdout);
    }
  }
  return 0;
}
