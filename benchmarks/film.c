/* What oil costs: a film evaluation as a multiple of the dry revolute joint's, in one run, with and
 * without partial derivatives.
 *
 *   build/benchmarks/film */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>

#include "lash_joint.h"
#include "stopwatch.h"

enum { CALLS = 200000, REPEATS = 5 };

#define DRY                                                                           \
  "joint=revolute Ri=0.01002 Rj=0.01 L=0.012 normal=lankarani_nikravesh K=1e9 e=0.9 " \
  "friction=ambrosio mu=0.1 friction.v0=1e-3 v1=1e-2 "

static const lash_frame outer = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
static volatile double sink;

/* The journal at work: on the wall, so that contact and friction have to be computed, too. */
static lash_frame inner_at(int call) {
  return (lash_frame){.position = {20.4e-6 + 1e-12 * call, 3e-6, 0},
                      .velocity = {1e-3, 2e-3, 0},
                      .axis = {0, 0, 1},
                      .side = {1, 0, 0},
                      .spin = {0, 0, 100}};
}

static void dry(const lash_joint *joint, bool partials, int call) {
  static const lash_joint_memory memory;
  const lash_frame inner = inner_at(call);
  lash_joint_points points;
  lash_joint_state state;
  lash_joint_force force;
  lash_joint_begin(joint, 0, &state);
  if (lash_joint_find_points(joint, &memory, &outer, &inner, partials, &points, state.site, NULL))
    abort();
  lash_joint_force_at(joint, &memory, &points, &state, partials, &force);
  sink = force.on_inner.force[0];
}

static void oil(const lash_joint *joint, bool partials, int call) {
  const lash_frame inner = inner_at(call);
  lash_joint_film film;
  if (lash_joint_find_film(joint, &outer, &inner, partials, &film, NULL)) abort();
  sink = film.on_inner.force[0];
}

static double time_of(void (*pass)(const lash_joint *, bool, int), const lash_joint *joint,
                      bool partials) {
  double best = 1e9;
  for (int r = 0; r < REPEATS; r++) {
    const double start = now();
    for (int k = 0; k < CALLS; k++) pass(joint, partials, k);
    const double took = now() - start;
    if (took < best) best = took;
  }
  return best / CALLS;
}

static lash_joint made(const char *text) {
  lash_joint joint;
  lash_error error;
  if (lash_joint_make(&joint, text, &error) == LASH_OK) return joint;
  fprintf(stderr, "%s\n", error.message);
  exit(1);
}

int main(void) {
  static const char *const films[] = {"film=short viscosity=0.05", "film=long viscosity=0.05",
                                      "film=finite viscosity=0.05",
                                      "film=short viscosity=0.05 stations=1"};
  const lash_joint joint = made(DRY);
  const double plain = time_of(dry, &joint, false), exact = time_of(dry, &joint, true);
  printf("dry revolute: %.0f ns, with partials %.0f ns\n", plain * 1e9, exact * 1e9);
  for (size_t k = 0; k < sizeof films / sizeof *films; k++) {
    char text[512];
    snprintf(text, sizeof text, DRY "%s", films[k]);
    const lash_joint wet = made(text);
    printf("%-40s %.2f of it, with partials %.2f\n", films[k], time_of(oil, &wet, false) / plain,
           time_of(oil, &wet, true) / exact);
  }
  return 0;
}
