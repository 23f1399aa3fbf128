/* A beam of n ANCF elements under generalised-alpha: time per step against n.
 *
 *   build/benchmarks/flex [ELEMENTS]
 *
 * A soft beam of 1 m on a ball joint, thrown sideways with 8 rad/s and falling: 200 steps of 1 ms
 * (the pendulum of Chrono's own benchmark of these elements). A solver whose work grows linearly
 * shows a constant time per step and element. With Project Chrono at hand the same beam runs there
 * too, in the same run (ANCF 3243 elements, HHT). */
#define _POSIX_C_SOURCE 200809L
#include "flex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lash_integrate.h"
#include "lash_model.h"
#include "stopwatch.h"

static char *write_beam(int elements, size_t *size) {
  char *text = NULL;
  FILE *f = open_memstream(&text, size);
  fprintf(f,
          "A beam of %d elements\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"
          "MATERIAL/1, YOUNGS_MODULUS=%g, POISSONS_RATIO=%g, DENSITY=%g\n"
          "SECTION/1, RECT_BASE=%g, RECT_HEIGHT=%g\n"
          "FE_PART/1, MATERIAL=1, SECTION=1, ELEMENTS=%d, COORDINATES=1,0,0,0,0,0,0, "
          "2,%g,0,0,0,0,0, WZ=%g\n"
          "MARKER/10, FE_PART=1, NODE_LABEL=1\nMARKER/20, FE_PART=1, NODE_LABEL=2\n"
          "JOINT/1, SPHERICAL, I=10, J=1\nACCGRAV/KGRAV=%g\nEND\n",
          elements, flex_young, flex_poisson, flex_density, flex_side, flex_side, elements,
          flex_length, flex_spin, -flex_gravity);
  fclose(f);
  return text;
}

typedef struct outcome {
  double seconds, set_up, tip;
  lash_integrate_statistics count;
} outcome;

static outcome run(int elements) {
  lash_error error = {.message = ""};
  lash_model model;
  lash_system *system = NULL;
  lash_integration *integration = NULL;
  size_t size;
  char *text = write_beam(elements, &size);
  outcome out = {.seconds = 0};
  double t, start = now();
  check(lash_model_parse(&model, "beam.adm", text, size, &error), &error);
  check(lash_system_create(&model, NULL, &system, &error), &error);
  double *y = malloc(lash_system_size(system)->y * sizeof *y);
  lash_system_initial(system, &t, y);
  check(lash_system_assemble(system, t, y, NULL, &error), &error);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = "genalpha";
  options.step = flex_step;
  options.error = 1e-5;
  options.audit = false;
  check(lash_integrate_create(system, &options, t, y, &integration, &error), &error);
  out.set_up = now() - start;
  start = now();
  check(lash_integrate_to(integration, flex_step * flex_steps, NULL, &error), &error);
  out.seconds = now() - start;
  out.count = *lash_integrate_statistics_of(integration);
  double tip[3];
  lash_system_marker(system, 20, tip, NULL, NULL, NULL);
  out.tip = tip[2];
  lash_integrate_free(integration);
  lash_system_free(system);
  lash_model_free(&model);
  free(text);
  free(y);
  return out;
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : 0;
  const int most = 256;
  printf("%8s %12s %14s %12s %10s %10s %12s", "elements", "steps/s", "us/step/elem", "residuals",
         "jacobians", "tip z", "set-up ms");
#ifdef LASH_CHRONO
  printf(" %14s %10s %8s", "Chrono steps/s", "tip z", "ratio");
#endif
  printf("\n");
  for (int n = only ? only : 4; n <= (only ? only : most); n *= 2) {
    const outcome o = run(n);
    const double per_step = o.seconds / (double)o.count.steps;
    printf("%8d %12.0f %14.3f %12.2f %10.2f %10.6f %12.1f", n, 1 / per_step,
           1e6 * per_step / (double)n, (double)o.count.evaluations / (double)o.count.steps,
           (double)o.count.jacobians / (double)o.count.steps, o.tip, 1e3 * o.set_up);
#ifdef LASH_CHRONO
    double tip;
    const double chrono = flex_chrono(n, &tip);
    printf(" %14.0f %10.6f %8.2f", 1 / chrono, tip, per_step / chrono);
#endif
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
