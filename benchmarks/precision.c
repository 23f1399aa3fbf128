/* Work-precision diagrams: how far each method ends from the resolved motion, against what it
 * costs.
 *
 *   LASH_SUBROUTINE_PATH=build build/benchmarks/precision [FOLDER]
 *
 * Every integrator of the solver and every other host of this build runs two mechanisms at a row of
 * errors or steps. FOLDER (default: here) gets precision.csv, a line per run, and precision.svg.
 * The error is the greatest over all parts at the end: of places relative to the size of the
 * mechanism, of velocities relative to the fastest. Time is the processor's, from a model that
 * stands to the end of the run (lists and machine code are made in it), relative to that of a peer
 * that is named. A way ends behind the first run that takes more than LONGEST times the peer's
 * time. */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gnuplot.h"
#include "lash_host.h"
#include "lash_integrate.h"
#include "lash_model.h"
#include "paths.h"
#include "stopwatch.h"

#define KNOWN 1e-11 /* so well the resolved motion is known */

enum { PARTS = 8, LEVELS = 16, LONGEST = 4 };

/* A way to run a mechanism: an integrator of the solver, or (`host`) another program. With `fixed`
 * steps are halved from level to level, else errors go down by tens. */
typedef struct way {
  const char *name, *integrator, *host;
  bool fixed, cartesian;
} way;

static const way ways[] = {
    {"default", .integrator = NULL},
    {"rk45", .integrator = "rk45"},
    {"rk45, Cartesian", .integrator = "rk45", .cartesian = true},
    {"rk8", .integrator = "rk8"},
    {"bdf", .integrator = "bdf"},
    {"abam", .integrator = "abam"},
    {"genalpha", .integrator = "genalpha"},
    {"genalpha, fixed step", .integrator = "genalpha", .fixed = true},
    {"rk4, fixed step", .integrator = "rk4", .fixed = true},
    {"MuJoCo, RK4, fixed step", .host = "mujoco", .fixed = true},
    {"Simbody, Merson", .host = "simbody"},
    {"Chrono, HHT, fixed step", .host = "chrono", .fixed = true},
};
enum { WAYS = sizeof ways / sizeof *ways };

typedef struct motion {
  size_t parts;
  double r[PARTS][3], v[PARTS][3];
} motion;

typedef struct outcome {
  double setting, error, seconds;
  size_t steps, evaluations, jacobians;
} outcome;

typedef struct problem {
  const char *name, *file;
  double end, longest; /* step to begin with */
  double peer;         /* step of the run that times are relative to */
  lash_model model;
  motion truth;
  double size, fastest;
  size_t count[WAYS];
  outcome run[WAYS][LEVELS];
  double unit; /* seconds of the peer */
} problem;

static problem problems[] = {
    {.name = "RSSR with clearance",
     .file = "rssr_clearance.adm",
     .end = 0.005,
     .longest = 3.2e-5,
     .peer = 1e-6},
    {.name = "four-bar, smooth",
     .file = "four_bar.adm",
     .end = 0.5,
     .longest = 3.2e-2,
     .peer = 1e-4},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

/* ------------------------------------------------------------------------------------ one run */

static bool by_solver(const problem *p, const way *w, double setting, motion *end, outcome *o) {
  lash_error error;
  lash_system *system;
  lash_integration *run;
  double t;
  check(lash_system_create(&p->model, NULL, &system, &error), &error);
  const lash_system_sizes n = *lash_system_size(system);
  double *y = malloc((n.y + 1) * sizeof *y);
  if (!y || n.bodies > PARTS) exit(1);
  lash_system_initial(system, &t, y);
  check(lash_system_assemble(system, t, y, NULL, &error), &error);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = w->integrator;
  options.step = w->fixed ? setting : 0;
  options.error = w->fixed ? 1e-10 : setting; /* of iterations, where steps are fixed */
  options.audit = false;
  options.engine = w->cartesian ? LASH_EQUATIONS_CARTESIAN : LASH_EQUATIONS_AUTO;
  const lash_watcher watcher = {0};
  const double begun = now();
  lash_status status = lash_integrate_create(system, &options, t, y, &run, &error);
  const bool made = status == LASH_OK;
  if (made) status = lash_integrate_to(run, p->end, &watcher, &error);
  o->seconds = now() - begun;
  if (status == LASH_OK) {
    const lash_integrate_statistics *s = lash_integrate_statistics_of(run);
    const double *state = lash_integrate_state(run);
    o->steps = s->steps, o->evaluations = s->evaluations, o->jacobians = s->jacobians;
    end->parts = n.bodies;
    for (size_t b = 0; b < n.bodies; b++) {
      memcpy(end->r[b], state + 7 * b, sizeof end->r[b]);
      memcpy(end->v[b], state + n.q + 6 * b, sizeof end->v[b]);
    }
  }
  if (made) lash_integrate_free(run);
  lash_system_free(system);
  free(y);
  return status == LASH_OK;
}

/* A force of nothing, which counts how often forces are asked for. */
static lash_status counting(void *context, const lash_own_call *at, double wrench[6],
                            lash_error *error) {
  (void)at, (void)wrench, (void)error;
  ++*(size_t *)context;
  return LASH_OK;
}

static bool in_host(const problem *p, const way *w, double setting, bool count, motion *end,
                    outcome *o) {
  lash_error error;
  lash_host *host;
  size_t calls = 0;
  const lash_own_force counter = {.i = 21, .j = 0, .function = counting, .context = &calls};
  lash_host_options options = {.own = count ? &counter : NULL, .owns = count};
  if (w->fixed)
    options.step = setting;
  else
    options.accuracy = setting, options.step = p->end;
  lash_status status =
      lash_host_create(lash_host_find(w->host), &p->model, &options, &host, &error);
  if (status != LASH_OK) return false;
  lash_host_body *body = malloc((lash_host_body_count(host) + 1) * sizeof *body);
  if (!body || lash_host_body_count(host) > PARTS) exit(1);
  calls = 0;
  const double begun = now();
  status = lash_host_advance(host, p->end, &error);
  o->seconds = now() - begun;
  o->steps = lash_host_steps(host);
  if (count) o->evaluations = calls;
  if (status == LASH_OK) status = lash_host_bodies(host, body, &error);
  end->parts = lash_host_body_count(host);
  for (size_t b = 0; status == LASH_OK && b < end->parts; b++) {
    memcpy(end->r[b], body[b].r, sizeof end->r[b]);
    memcpy(end->v[b], body[b].v, sizeof end->v[b]);
  }
  lash_host_free(host);
  free(body);
  return status == LASH_OK;
}

/* The least time of a few runs: of many where they are short. */
static bool run(const problem *p, const way *w, double setting, motion *end, outcome *o) {
  enum { TIMES = 20 };
  double least = DBL_MAX, sum = 0;
  *o = (outcome){.setting = setting};
  if (w->host && !in_host(p, w, setting, true, end, o)) return false;
  for (int k = 0; k < TIMES && sum < 0.03; k++) {
    if (!(w->host ? in_host(p, w, setting, false, end, o) : by_solver(p, w, setting, end, o)))
      return false;
    least = fmin(least, o->seconds);
    sum += o->seconds;
  }
  o->seconds = least;
  return true;
}

/* -------------------------------------------------------------------------------- how far off */

static double size_of(const double a[3]) { return hypot(hypot(a[0], a[1]), a[2]); }

static double apart(const double a[3], const double b[3]) {
  return size_of((const double[3]){a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

static double error_of(const problem *p, const motion *m) {
  double most = 0;
  for (size_t b = 0; b < m->parts; b++) {
    most = fmax(most, apart(m->r[b], p->truth.r[b]) / p->size);
    most = fmax(most, apart(m->v[b], p->truth.v[b]) / p->fastest);
  }
  return most;
}

/* By two methods at their tightest, which must agree. */
static void resolve(problem *p) {
  const way first = {.integrator = "rk8"}, second = {.integrator = "rk45", .cartesian = true};
  motion other;
  outcome o = {0};
  if (!by_solver(p, &first, 1e-12, &p->truth, &o) || !by_solver(p, &second, 1e-12, &other, &o)) {
    fprintf(stderr, "%s cannot be resolved\n", p->name);
    exit(1);
  }
  for (size_t a = 0; a < p->truth.parts; a++) {
    p->fastest = fmax(p->fastest, size_of(p->truth.v[a]));
    for (size_t b = 0; b < a; b++) p->size = fmax(p->size, apart(p->truth.r[a], p->truth.r[b]));
  }
  const double off = error_of(p, &other);
  printf("%s, %g s: rk8 and Cartesian rk45, both at 1e-12, are %.1e apart\n", p->name, p->end, off);
  if (!(off < 10 * KNOWN)) exit(1);
}

/* ---------------------------------------------------------------------------------- all of them */

static double setting_of(const problem *p, const way *w, int level) {
  return w->fixed ? ldexp(p->longest, -level) : pow(10, -2 - level);
}

static void measure(problem *p, size_t index) {
  const way *w = &ways[index];
  if (w->host && !lash_host_find(w->host)) return;
  for (int level = 0; level < LEVELS && (w->fixed || level < 11); level++) {
    motion end;
    outcome o;
    if (!run(p, w, setting_of(p, w, level), &end, &o)) continue;
    o.error = error_of(p, &end);
    if (o.error < KNOWN) break;
    if (o.error < 1) p->run[index][p->count[index]++] = o;
    if (o.seconds > LONGEST * p->unit) break;
  }
}

/* MuJoCo where it is here, else the solver's rk4. */
static void measure_peer(problem *p, const char **name) {
  const way *w = &ways[8];
  motion end;
  outcome o;
  if (lash_host_find("mujoco")) w = &ways[9];
  if (!run(p, w, p->peer, &end, &o)) exit(1);
  *name = w->name;
  p->unit = o.seconds;
}

static void write_table(const char *folder, const char *peer) {
  char *file = path_join(folder, "precision.csv");
  FILE *f = file ? fopen(file, "w") : NULL;
  if (!f) exit(1);
  fprintf(f, "problem,method,setting,error,time (of %s),evaluations,jacobians,steps\n",
          strtok(strdupa(peer), ","));
  for (const problem *p = problems; p < problems + PROBLEMS; p++)
    for (size_t w = 0; w < WAYS; w++)
      for (size_t k = 0; k < p->count[w]; k++) {
        const outcome *o = &p->run[w][k];
        fprintf(f, "\"%s\",\"%s\",%.3g,%.3g,%.4g,%zu,%zu,%zu\n", p->name, ways[w].name, o->setting,
                o->error, o->seconds / p->unit, o->evaluations, o->jacobians, o->steps);
      }
  fclose(f);
  free(file);
}

/* What a method costs for an error of a thousandth, a millionth, …: by lines between its runs. */
static double cost_at(const outcome *o, size_t count, double error, double unit) {
  for (size_t k = 1; k < count; k++) {
    if (o[k - 1].error < error || o[k].error > error) continue;
    const double part = log(o[k - 1].error / error) / log(o[k - 1].error / o[k].error);
    return exp((1 - part) * log(o[k - 1].seconds) + part * log(o[k].seconds)) / unit;
  }
  return count && o[0].error < error ? o[0].seconds / unit : NAN;
}

static void report(const problem *p, const char *peer) {
  static const double wanted[] = {1e-3, 1e-5, 1e-7, 1e-9};
  printf("  time for an error of        1e-3      1e-5      1e-7      1e-9   of %s at %g s\n", peer,
         p->peer);
  for (size_t w = 0; w < WAYS; w++) {
    if (!p->count[w]) continue;
    printf("  %-24s", ways[w].name);
    for (int k = 0; k < 4; k++) {
      const double cost = cost_at(p->run[w], p->count[w], wanted[k], p->unit);
      if (isnan(cost))
        printf("%10s", "-");
      else
        printf("%10.4f", cost);
    }
    printf("\n");
  }
}

/* -------------------------------------------------------------------------------------- picture */

static void curve(const problem *p, size_t w, bool time, FILE *out) {
  for (size_t k = 0; k < p->count[w]; k++) {
    const outcome *o = &p->run[w][k];
    fprintf(out, "%.6g %.6g\n", o->error, time ? o->seconds / p->unit : (double)o->evaluations);
  }
  fputs("e\n", out);
}

static void panel(const problem *p, bool time, const char *peer, FILE *out) {
  static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73",
                                       "#cc79a7", "#e69f00", "#56b4e9"};
  char short_name[40];
  snprintf(short_name, sizeof short_name, "%.*s", (int)strcspn(peer, ","), peer);
  fprintf(out, "set title '%s, %g s'\nset xlabel 'error at the end'\n", p->name, p->end);
  if (time)
    fprintf(out, "set ylabel 'time / %s at %g s'\n", short_name, p->peer);
  else
    fputs("set ylabel 'evaluations'\n", out);
  const char *join = "plot ";
  for (size_t w = 0; w < WAYS; w++) {
    if (!p->count[w]) continue;
    fprintf(out, "%s'-' using 1:2 with linespoints lc rgb '%s' dt %d pt %zu ps 0.6 title '%s'",
            join, ways[w].host ? "black" : colour[w % 6], ways[w].host ? 2 : 1 + (w >= 6) * 3,
            w + 1, ways[w].name);
    join = ", ";
  }
  fputs("\n", out);
  for (size_t w = 0; w < WAYS; w++)
    if (p->count[w]) curve(p, w, time, out);
}

/* One legend for all panels, below them. */
static void draw(const void *context, FILE *out) {
  const char *peer = context;
  fprintf(out,
          "set multiplot layout %d,2 margins 0.08,0.98,0.19,0.95 spacing 0.09,0.13\n"
          "set logscale xy\nset format xy '1e%%T'\nset xrange [1:1e-11]\n"
          "set ytics 10\nset xtics ('1' 1, '1e-2' 1e-2, '1e-4' 1e-4, '1e-6' 1e-6, '1e-8' 1e-8, "
          "'1e-10' 1e-10)\n"
          "set key at screen 0.5,0.01 center bottom maxrows 3 Left reverse samplen 2.5\n",
          PROBLEMS);
  for (const problem *p = problems; p < problems + PROBLEMS; p++) {
    panel(p, true, peer, out);
    fputs("unset key\n", out);
    panel(p, false, peer, out);
  }
  fputs("unset multiplot\n", out);
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".", *peer = NULL;
  lash_error error;
  for (problem *p = problems; p < problems + PROBLEMS; p++) {
    char *path = path_join(MODELS, p->file);
    check(lash_model_read(&p->model, path, &error), &error);
    free(path);
    resolve(p);
    measure_peer(p, &peer);
    for (size_t w = 0; w < WAYS; w++) measure(p, w);
    report(p, peer);
    fflush(stdout);
  }
  write_table(folder, peer);
  char *picture = path_join(folder, "precision.svg");
  if (picture)
    check(gnuplot_draw(picture, (gnuplot_sheet){2, PROBLEMS + 1, false}, draw, peer, &error),
          &error);
  free(picture);
  for (problem *p = problems; p < problems + PROBLEMS; p++) lash_model_free(&p->model);
  return 0;
}
