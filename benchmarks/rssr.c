/* The RSSR mechanism with a clearance ball joint: the reference solver against MuJoCo, in one run.
 *
 *   LASH_SUBROUTINE_PATH=build build/benchmarks/rssr [validation/rssr/rssr.adm]
 *
 * Both take 50,000 steps of RK4 at 1e-6 s with the same Lankarani-Nikravesh law; in MuJoCo the law
 * sits in mjcb_passive, in ours it is the GFORCE user subroutine of the dataset. Then the reference
 * solver's default integrator covers the same time, at its default error and at one that still does
 * for the peak force: all must meet it within 1 %, which the exit status tells. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_integrate.h"
#include "lash_model.h"
#include "lash_space.h"
#include "rssr_mujoco.h"
#include "stopwatch.h"

static const double end_time = 0.05, step = 1e-6;

typedef rssr_outcome outcome;

static void fail(const char *who, const char *why) {
  fprintf(stderr, "%s: %s\n", who, why);
  exit(1);
}

/* ----------------------------------------------------------------------------- reference solver */

typedef struct watch {
  double peak;
} watch;

static lash_status note_force(void *context, lash_system *system, double t, lash_error *error) {
  (void)t;
  watch *w = context;
  double wrench[6];
  size_t forces = lash_system_size(system)->forces;
  for (size_t i = 0; i < forces; i++) {
    if (strcmp(lash_system_force(system, i).statement, "GFORCE") != 0) continue;
    lash_status status = lash_system_force_wrench(system, i, false, 0, wrench, error);
    if (status != LASH_OK) return status;
    double force = norm3(wrench);
    if (force > w->peak) w->peak = force;
  }
  return LASH_OK;
}

static outcome run_lash(const char *file, const char *integrator, double h, double error_asked) {
  lash_error error = {.message = ""};
  lash_model model;
  lash_system *system = NULL;
  lash_integration *run = NULL;
  if (lash_model_read(&model, file, &error) != LASH_OK) fail("lash", error.message);
  if (lash_system_create(&model, NULL, &system, &error) != LASH_OK) fail("lash", error.message);
  double *y = malloc(lash_system_size(system)->y * sizeof *y), t;
  lash_system_initial(system, &t, y);
  if (lash_system_assemble(system, t, y, NULL, &error) != LASH_OK) fail("lash", error.message);

  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = integrator;
  options.step = h;
  options.audit = false;
  options.output_step = 1e-5;
  options.error = error_asked;
  if (lash_integrate_create(system, &options, t, y, &run, &error) != LASH_OK) {
    fail("lash", error.message);
  }
  watch w = {0};
  lash_watcher watcher = {.context = &w, .output = note_force};
  double start = now();
  if (lash_integrate_to(run, end_time, &watcher, &error) != LASH_OK) fail("lash", error.message);
  outcome o = {.seconds = now() - start,
               .peak_force = w.peak,
               .steps = lash_integrate_statistics_of(run)->steps};
  double position[3], axes[9];
  lash_system_marker(system, 42, position, axes, NULL, NULL);
  o.rocker_angle = atan2(axes[6], axes[0]); /* x axis of the rocker in the x-z plane */
  lash_integrate_free(run);
  lash_system_free(system);
  lash_model_free(&model);
  free(y);
  return o;
}

/* --------------------------------------------------------------------------------------- report */

static void report(const char *name, const outcome *o, const outcome *peer) {
  printf(
      "%-28s %8zu steps %9.4f s %9.3f us/step  peak %10.3f N  rocker %.9f rad  time/MuJoCo %.3f\n",
      name, o->steps, o->seconds, o->seconds / (double)o->steps * 1e6, o->peak_force,
      o->rocker_angle, o->seconds / peer->seconds);
}

/* Faster is no merit without the same force. */
static bool same_peak(const outcome *o, const outcome *peer) {
  const double off = o->peak_force / peer->peak_force - 1;
  if (fabs(off) <= 0.01) return true;
  printf("the peak force is off by %.2g %%\n", 100 * off);
  return false;
}

int main(int argc, char **argv) {
  const char *file = argc > 1 ? argv[1] : "validation/rssr/rssr.adm";
  printf("RSSR with clearance, %g s\n", end_time);
  outcome mujoco = rssr_mujoco((size_t)(end_time / step + 0.5), step);
  report("MuJoCo RK4, 1e-6 s", &mujoco, &mujoco);
  outcome rk4 = run_lash(file, "rk4", step, 1e-6);
  report("lash rk4, 1e-6 s", &rk4, &mujoco);
  outcome standard = run_lash(file, NULL, 0, 1e-6);
  report("lash default, error 1e-6", &standard, &mujoco);
  outcome loose = run_lash(file, NULL, 0, 1e-4);
  report("lash default, error 1e-4", &loose, &mujoco);
  const bool same = same_peak(&rk4, &mujoco) && same_peak(&standard, &mujoco);
  return same && same_peak(&loose, &mujoco) ? 0 : 1;
}
