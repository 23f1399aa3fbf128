/* Ways of running one mechanism, side by side: the Cartesian solver, compiled equations
 * (interpreted and as machine code), whole steps as one list (also printed as C, and four members
 * at once), other programs where this build has them, and C written by hand.
 *
 *   LASH_SUBROUTINE_PATH=build build/benchmarks/engines [ROUNDS]
 *   valgrind --tool=callgrind build/benchmarks/engines --only NAME STEPS     one way, for counting
 *   build/benchmarks/engines --only NAME STEPS ROUNDS                        its processor time
 *
 * All take fixed steps of the classical Runge-Kutta method (Simbody: its own, at the accuracy
 * given). Rounds go through all ways in turn; a time is the median of the rounds, and ratios are to
 * the first way of the case. `off` is how far the mass centre of the last part is from where the
 * Cartesian solver puts it with a quarter of the step. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hand_written.h"
#include "lash_host.h"
#include "lash_integrate.h"
#include "lash_model.h"
#include "lash_study.h"
#include "record_step.h"
#include "row.h"
#include "stopwatch.h"
#include "tape_print.h"
#include "tape_program.h"
#ifdef WITH_MUJOCO
#include "rssr_mujoco.h"
#endif

enum { MOST_ROUNDS = 99, MEMBERS = 4 };

/* A mechanism, and how far it goes. */
typedef struct task {
  const char *name;
  lash_model model;
  double step;
  size_t steps;
  bool is_rssr;
  const char *file, *measure; /* of an ensemble, scattered by so much; NULL: none */
  double scatter;
  lash_step_list list;
  lash_system *system; /* behind the list */
  lash_recording *record;
  /* with somebody's routine in place of ours, called and offered; NULL: none */
  const lash_model *foreign, *offered;
} task;

typedef struct outcome {
  double seconds; /* per member; NAN: cannot be done */
  double place[3];
} outcome;

static const outcome cannot = {.seconds = NAN};

/* ----------------------------------------------------------------------------------- the solver */

static lash_system *assembled(const task *b, double **y, double *t) {
  lash_error error;
  lash_system *system;
  check(lash_system_create(&b->model, NULL, &system, &error), &error);
  *y = malloc((lash_system_size(system)->y + 1) * sizeof **y);
  if (!*y) exit(1);
  lash_system_initial(system, t, *y);
  check(lash_system_assemble(system, *t, *y, NULL, &error), &error);
  return system;
}

/* By `integrator` with fixed steps, or (NULL) as a run goes where nothing is asked for. */
static outcome integrate_by(const task *b, const char *integrator, lash_equations_kind engine,
                            double step, size_t steps) {
  lash_error error;
  lash_integration *run;
  outcome o = cannot;
  double *y, t;
  lash_system *system = assembled(b, &y, &t);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = integrator;
  if (integrator) options.step = step;
  if (!integrator) options.error = 0;
  options.audit = !integrator;
  options.engine = engine;
  if (lash_integrate_create(system, &options, t, y, &run, &error) == LASH_OK) {
    const lash_watcher watcher = {0};
    const double begun = now();
    check(lash_integrate_to(run, step * (double)steps, &watcher, &error), &error);
    o.seconds = now() - begun;
    const size_t last = lash_system_size(system)->bodies - 1;
    memcpy(o.place, lash_integrate_state(run) + 7 * last, sizeof o.place);
    lash_integrate_free(run);
  }
  lash_system_free(system);
  free(y);
  return o;
}

static outcome integrate(const task *b, lash_equations_kind engine, double step, size_t steps) {
  return integrate_by(b, "rk4", engine, step, steps);
}

static outcome by_default(const task *b) {
  return integrate_by(b, NULL, LASH_EQUATIONS_AUTO, b->step, b->steps);
}

static outcome cartesian(const task *b) {
  return integrate(b, LASH_EQUATIONS_CARTESIAN, b->step, b->steps);
}

static outcome compiled(const task *b) {
  return integrate(b, LASH_EQUATIONS_COMPILED, b->step, b->steps);
}

/* The joint by foreign_ball.c, which Lash knows nothing of. */
static outcome with_foreign(const task *b, const lash_model *model, lash_equations_kind engine) {
  if (!model) return cannot;
  task other = *b;
  other.model = *model;
  return integrate(&other, engine, b->step, b->steps);
}

static outcome cartesian_foreign(const task *b) {
  return with_foreign(b, b->foreign, LASH_EQUATIONS_CARTESIAN);
}

static outcome compiled_foreign(const task *b) {
  return with_foreign(b, b->foreign, LASH_EQUATIONS_COMPILED);
}

static outcome compiled_offered(const task *b) {
  return with_foreign(b, b->offered, LASH_EQUATIONS_COMPILED);
}

static outcome interpreted(const task *b) {
  lash_tape_prefer(LASH_TAPE_INTERPRET);
  const outcome o = compiled(b);
  lash_tape_prefer(LASH_TAPE_AUTO);
  return o;
}

/* ------------------------------------------------------------------------------ whole steps as
 * lists */

/* The mass centre of the last part, from what the list shows of all. */
static void last_place(const task *b, const double *numbers, double place[3]) {
  lash_error error;
  lash_program *program;
  lash_tape_frame *frame;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  double *shown = malloc(b->list.shown * sizeof *shown);
  if (!shown) exit(1);
  check(lash_program_make(b->list.tape, b->list.show, b->list.shown, &options, &program, &error),
        &error);
  check(lash_tape_frame_make(program, &frame, &error), &error);
  lash_tape_frame_begin(frame, &b->step, NULL);
  lash_tape_frame_run(frame, numbers, shown);
  /* a body with axes of its own shows 18 numbers, one with Euler parameters 9: the last has 18 in
   * all mechanisms of this file */
  memcpy(place, shown + b->list.shown - 18, 3 * sizeof *place);
  lash_tape_frame_free(frame);
  lash_program_free(program);
  free(shown);
}

static outcome run_list(const task *b, lash_tape_engine engine, unsigned lanes) {
  if (!b->list.tape) return cannot;
  lash_error error;
  lash_program *program;
  lash_tape_frame *frame;
  const size_t n = b->list.count;
  const lash_program_options options = {.lanes = lanes, .engine = engine};
  double *x = aligned_alloc(32, (2 * n * lanes + 8) / 4 * 4 * sizeof *x), *y = x + n * lanes;
  if (!x) exit(1);
  double h[MEMBERS];
  if (lash_program_make(b->list.tape, b->list.next, n, &options, &program, &error) != LASH_OK) {
    free(x);
    return cannot;
  }
  check(lash_tape_frame_make(program, &frame, &error), &error);
  for (unsigned l = 0; l < lanes; l++) {
    h[l] = b->step;
    for (size_t i = 0; i < n; i++) x[i * lanes + l] = b->list.start[i];
  }
  lash_tape_frame_begin(frame, h, NULL);
  const double begun = now();
  for (size_t i = 0; i < b->steps; i++) {
    lash_tape_frame_run(frame, x, y);
    double *swap = x;
    x = y, y = swap;
  }
  outcome o = {.seconds = (now() - begun) / lanes};
  double *one = malloc(n * sizeof *one);
  if (!one) exit(1);
  for (size_t i = 0; i < n; i++) one[i] = x[i * lanes];
  last_place(b, one, o.place);
  free(one);
  free(x < y ? x : y);
  lash_tape_frame_free(frame);
  lash_program_free(program);
  return o;
}

static outcome list_interpreted(const task *b) { return run_list(b, LASH_TAPE_INTERPRET, 1); }
static outcome list_emitted(const task *b) { return run_list(b, LASH_TAPE_EMIT, 1); }
static outcome list_lanes(const task *b) { return run_list(b, LASH_TAPE_EMIT, MEMBERS); }

typedef void begin_function(const double *, double *);
typedef void step_function(const double *, const double *, double *);

/* Printed, compiled by the system's compiler and loaded; only the steps are timed. */
static outcome list_printed(const task *b) {
  if (!b->list.tape || b->list.count > 400) return cannot; /* compilers take long over the large */
  char folder[] = "/tmp/lash_engines_XXXXXX", source[80], library[80], command[300];
  lash_error error;
  if (!mkdtemp(folder)) return cannot;
  snprintf(source, sizeof source, "%s/step.c", folder);
  snprintf(library, sizeof library, "%s/step.so", folder);
  FILE *f = fopen(source, "w");
  if (!f) exit(1);
  lash_tape_print_preamble(f);
  check(lash_tape_print(b->list.tape, b->list.next, b->list.count, "step", f, &error), &error);
  fputs("void (*const step_is)(const double *, const double *, double *) = step;\n", f);
  fputs("void (*const begin_is)(const double *, double *) = step_begin;\n", f);
  fclose(f);
  snprintf(command, sizeof command, "cc -O2 -march=native -shared -fPIC %s -o %s -lm", source,
           library);
  outcome o = cannot;
  void *handle = system(command) == 0 ? dlopen(library, RTLD_NOW) : NULL;
  if (handle) {
    begin_function *const *begin = dlsym(handle, "begin_is");
    step_function *const *step = dlsym(handle, "step_is");
    const size_t n = b->list.count;
    double *x = malloc((2 * n + 1000) * sizeof *x), *y = x + n, *m = y + n;
    memcpy(x, b->list.start, n * sizeof *x);
    (*begin)(&b->step, m);
    double *const block = x;
    const double begun = now();
    for (size_t i = 0; i < b->steps; i++) {
      (*step)(x, m, y);
      double *swap = x;
      x = y, y = swap;
    }
    o.seconds = now() - begun;
    last_place(b, x, o.place);
    free(block);
    dlclose(handle);
  }
  unlink(source);
  unlink(library);
  rmdir(folder);
  return o;
}

/* ---------------------------------------------------------------------------------- an ensemble */

/* Scattered starts as `lash compare --ensemble` runs them, everything included: reading, recording,
 * outputs (100 each), peaks. `place` is that of member 0, which is not moved. */
static outcome ensemble_by(const task *b, const char *integrator) {
  enum { STARTS = 64, AT_ONCE = 4 };
  lash_study study, copy[AT_ONCE];
  lash_study_member member[AT_ONCE];
  lash_error error;
  outcome o = cannot;
  if (!b->file) return cannot;
  check(lash_study_open(&study, b->file, &error), &error);
  study.run.integrator = integrator;
  if (integrator) study.run.step = b->step;
  study.run.end = b->step * (double)b->steps;
  study.run.output_step = study.run.end / 100;
  study.run.scatter = b->scatter;
  check(lash_measures_parse(b->measure, &study.model, &study.measures, &error), &error);
  const double begun = now();
  for (size_t first = 0; first < STARTS; first += AT_ONCE) {
    for (size_t k = 0; k < AT_ONCE; k++) {
      copy[k] = study;
      copy[k].run.member = first + k;
      member[k] = (lash_study_member){.study = &copy[k]};
    }
    check(lash_study_points(member, AT_ONCE, false, &error), &error);
    for (size_t k = 0; k < AT_ONCE; k++) {
      check(member[k].status, &member[k].error);
      const lash_record *r = &member[k].record;
      const size_t last = lash_system_size(b->system)->bodies - 1;
      if (first + k == 0) memcpy(o.place, r->state + 7 * last, sizeof o.place);
      lash_record_free(&member[k].record);
    }
  }
  o.seconds = (now() - begun) / STARTS;
  lash_study_close(&study);
  return o;
}

static outcome ensemble_fixed(const task *b) { return ensemble_by(b, "rk4"); }
static outcome ensemble_by_default(const task *b) { return ensemble_by(b, NULL); }

/* ------------------------------------------------------------------------------------ other
 * programs */

static outcome in_host(const task *b, const char *name) {
  const lash_host_class *host_class = lash_host_find(name);
  lash_error error;
  lash_host *host;
  const lash_host_options options = {.step = b->step, .fixed = true};
  if (!host_class || lash_host_create(host_class, &b->model, &options, &host, &error) != LASH_OK)
    return cannot;
  lash_host_body *bodies = malloc((lash_host_body_count(host) + 1) * sizeof *bodies);
  if (!bodies) exit(1);
  const double begun = now();
  check(lash_host_advance(host, b->step * (double)b->steps, &error), &error);
  outcome o = {.seconds = now() - begun};
  check(lash_host_bodies(host, bodies, &error), &error);
  memcpy(o.place, bodies[lash_host_body_count(host) - 1].r, sizeof o.place);
  lash_host_free(host);
  free(bodies);
  return o;
}

static outcome host_mujoco(const task *b) { return in_host(b, "mujoco"); }
static outcome host_simbody(const task *b) { return in_host(b, "simbody"); }

static void rocker_place(double angle, double place[3]) {
  place[0] = 0.037 * cos(angle);
  place[1] = -0.04;
  place[2] = 0.037 * sin(angle);
}

static outcome own_mujoco(const task *b) {
  outcome o = cannot;
#ifdef WITH_MUJOCO
  if (b->is_rssr) {
    const rssr_outcome r = rssr_mujoco(b->steps, b->step);
    o.seconds = r.seconds;
    rocker_place(r.rocker_angle, o.place);
  }
#else
  (void)b;
#endif
  return o;
}

static outcome by_hand(const task *b) {
  if (!b->is_rssr) return cannot;
  const double begun = now();
  const hand_outcome r = hand_written(b->steps, b->step);
  outcome o = {.seconds = now() - begun};
  rocker_place(r.rocker_angle, o.place);
  return o;
}

/* --------------------------------------------------------------------------------------- report */

static const struct way {
  const char *name;
  outcome (*run)(const task *);
} ways[] = {
    {"MuJoCo, law in a callback", own_mujoco},
    {"MuJoCo as a host", host_mujoco},
    {"Simbody as a host", host_simbody},
    {"Cartesian rk4", cartesian},
    {"compiled rk4, interpreted", interpreted},
    {"compiled rk4, machine code", compiled},
    {"Cartesian rk4, foreign routine", cartesian_foreign},
    {"compiled rk4, foreign routine", compiled_foreign},
    {"compiled rk4, foreign, offered", compiled_offered},
    {"as a run goes by default", by_default},
    {"step as a list, interpreted", list_interpreted},
    {"step as a list, printed C", list_printed},
    {"step as a list, machine code", list_emitted},
    {"step as a list, 4 lanes, each", list_lanes},
    {"ensemble of 64, each", ensemble_fixed},
    {"ensemble of 64, default, each", ensemble_by_default},
    {"C written by hand", by_hand},
};
enum { WAYS = sizeof ways / sizeof *ways };

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void prepare(task *b) {
  lash_error error;
  double *y, t;
  b->system = assembled(b, &y, &t);
  lash_system_set(b->system, t, y);
  free(y);
  if (lash_recording_make(b->system, false, &b->record, &error) != LASH_OK ||
      lash_recording_step(b->record, &b->list, &error) != LASH_OK) {
    printf("  no list of a whole step: %s\n", error.message);
    b->list = (lash_step_list){0};
  }
}

static void finish(task *b) {
  lash_step_list_free(&b->list);
  lash_recording_free(b->record);
  lash_system_free(b->system);
  lash_model_free(&b->model);
}

static void compare(task *b, int rounds) {
  static double seconds[WAYS][MOST_ROUNDS];
  double off[WAYS] = {0}, first = NAN;
  printf("%s: %zu steps of %g s\n", b->name, b->steps, b->step);
  prepare(b);
  const outcome fine = integrate(b, LASH_EQUATIONS_CARTESIAN, b->step / 4, 4 * b->steps);
  for (int r = 0; r < rounds; r++)
    for (int w = 0; w < WAYS; w++) {
      if (r > 0 && isnan(seconds[w][0])) continue;
      const outcome o = ways[w].run(b);
      seconds[w][r] = o.seconds;
      off[w] = 0;
      for (int k = 0; k < 3; k++) off[w] = fmax(off[w], fabs(o.place[k] - fine.place[k]));
    }
  for (int w = 0; w < WAYS; w++) {
    if (isnan(seconds[w][0])) continue;
    qsort(seconds[w], (size_t)rounds, sizeof(double), by_size);
    const double median = seconds[w][rounds / 2];
    if (isnan(first)) first = median;
    printf("  %-30s %9.4f us/step  ratio %7.4f (%.4f to %.4f)  off %.1e m\n", ways[w].name,
           1e6 * median / (double)b->steps, median / first, seconds[w][0] / first,
           seconds[w][rounds - 1] / first, off[w]);
    fflush(stdout);
  }
  finish(b);
}

static task file_task(const char *name, const char *file, double step, size_t steps) {
  task b = {.name = name,
            .file = file,
            .step = step,
            .steps = steps,
            .scatter = 1e-4,
            .measure = "impacts,contact_fraction",
            .is_rssr = strstr(file, "rssr") != NULL};
  lash_error error;
  check(lash_model_read(&b.model, file, &error), &error);
  return b;
}

/* The RSSR with the same joint by foreign_ball.c. */
static void read_foreign(const char *file, const char *routine, lash_model *model) {
  static const char ours[] = "USER(1, 33, 43, 43)\\\n, ROUTINE = lash_subroutines::Lash_spherical";
  const double play = 0.5e-3, radius = 0.010 * 0.0095 / (0.010 + 0.0095);
  const double K = 4 * sqrt(radius) / (3 * 2 * (1 - 0.3 * 0.3) / 207e9);
  static char text[20000];
  char theirs[160];
  lash_error error;
  FILE *f = fopen(file, "r");
  if (!f) exit(1);
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  char *at = strstr(text, ours), *callback = strstr(text, "CBKSUB");
  if (!at || !callback) exit(1);
  *callback = '!';
  const int n =
      snprintf(theirs, sizeof theirs, "USER(%.17g, 0.9, %.17g)\\\n, ROUTINE = foreign_ball::%s", K,
               play, routine);
  memmove(at + n, at + strlen(ours), strlen(at + strlen(ours)) + 1);
  memcpy(at, theirs, (size_t)n);
  check(lash_model_parse(model, file, text, strlen(text), &error), &error);
}

static task row_task(int loops) {
  static char name[80];
  /* over before the row lies flat, where compiled equations are left */
  task b = {.name = name, .step = 5e-4, .steps = loops < 16 ? 1000 : loops < 256 ? 200 : 50};
  char *text = NULL;
  size_t size = 0;
  lash_error error;
  FILE *f = open_memstream(&text, &size);
  if (!f) exit(1);
  row_write(f, loops);
  fclose(f);
  snprintf(name, sizeof name, "%d four-bar window%s", loops, loops > 1 ? "s in a row" : "");
  check(lash_model_parse(&b.model, "row", text, size, &error), &error);
  free(text);
  return b;
}

#define RSSR SOURCES "/validation/rssr/rssr.adm"

static int only(const char *name, size_t steps, int rounds) {
  lash_model foreign, offered;
  task b = file_task("RSSR with clearance", RSSR, 1e-6, steps);
  double seconds[MOST_ROUNDS];
  read_foreign(RSSR, "Gfosub", &foreign);
  read_foreign(RSSR, "Offered", &offered);
  b.foreign = &foreign, b.offered = &offered;
  prepare(&b);
  for (int w = 0; w < WAYS; w++) {
    if (strcmp(ways[w].name, name) != 0) continue;
    for (int r = 0; r < rounds; r++) seconds[r] = ways[w].run(&b).seconds;
    qsort(seconds, (size_t)rounds, sizeof *seconds, by_size);
    printf("%.4f ms\n", 1e3 * seconds[rounds / 2]);
  }
  lash_model_free(&foreign);
  lash_model_free(&offered);
  finish(&b);
  return 0;
}

static int rounds_of(const char *text) {
  const int rounds = atoi(text);
  return rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
}

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "--only") == 0)
    return only(argv[2], strtoul(argv[3], NULL, 10), argc > 4 ? rounds_of(argv[4]) : 1);
  const int rounds = argc > 1 ? rounds_of(argv[1]) : 5;
  lash_model foreign, offered;
  task b = file_task("RSSR with clearance", RSSR, 1e-6, 20000);
  read_foreign(RSSR, "Gfosub", &foreign);
  read_foreign(RSSR, "Offered", &offered);
  b.foreign = &foreign, b.offered = &offered;
  compare(&b, rounds);
  lash_model_free(&foreign);
  lash_model_free(&offered);
  b = file_task("slider-crank with clearance",
                SOURCES "/tests/hosts/models/slider_crank_clearance.adm", 1e-6, 1000);
  compare(&b, rounds);
  for (int loops = 1; loops <= 256; loops *= 4) {
    b = row_task(loops);
    compare(&b, rounds);
  }
  return 0;
}
