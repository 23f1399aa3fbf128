/* lash sweep: one dataset at many points of its parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "meter.h"
#include "option_keys.h"
#include "paths.h"
#include "run.h"
#include "study_options.h"
#include "sweep.h"

enum { KEY_SLICE = 1000 };

typedef struct arguments {
  study_options study;
  lash_plan plan;
  double points; /* of a hypercube */
  double seed, limit, slurm;
  size_t slice, slices;
  const char *plot;
  bool retry;
  meter meter;
  char **typed; /* the command line */
  int words;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"vary", 'v', "NAME=FROM:TO:COUNT[:log]|LIST", 0,
     "Vary a target of --set, or a name used in --set as ${NAME}; as often as needed", 1},
    {"lhs", OPTION_COUNT(arguments, points), "N", 0,
     "N points of a Latin hypercube instead of the full grid", 1},
    {"seed", OPTION_COUNT(arguments, seed), "S", 0, "Which hypercube (default 1)", 1},
    {"retry-failed", OPTION_TRUE(arguments, retry), NULL, 0,
     "Compute points again that failed before", 2},
    {"limit", OPTION_POSITIVE(arguments, limit), "S", 0,
     "Give a point up after S seconds of processor time", 2},
    {"slice", KEY_SLICE, "I/N", 0, "Only every N-th point, from the I-th on", 2},
    {"emit-slurm", OPTION_COUNT(arguments, slurm), "N", 0,
     "Print a job script for Slurm in N slices; compute nothing", 2},
    {"plot", OPTION_TEXT(arguments, plot), "FILE", 0,
     "Draw to FILE.svg, .pdf or .png (one or two parameters)", 2},
    {0}};

static void read_slice(arguments *a, const char *text) {
  char first[32];
  double slice, slices;
  const char *slash = strchr(text, '/');
  snprintf(first, sizeof first, "%.*s", slash ? (int)(slash - text) : 0, text);
  if (!slash || !lash_parse_number(first, &slice) || !lash_parse_number(slash + 1, &slices) ||
      slice < 1 || slice > slices || slices > 1e6 || slice != floor(slice) ||
      slices != floor(slices)) {
    lash_fail(&a->error, LASH_BAD_INPUT, "--slice wants I/N with 1 <= I <= N, not '%s'", text);
  } else {
    a->slice = (size_t)slice - 1;
    a->slices = (size_t)slices;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (key == ARGP_KEY_INIT) state->child_inputs[0] = &a->study;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (a->error.status != LASH_OK) return 0;
  switch (key) {
    case 'v':
      lash_plan_add(&a->plan, arg, &a->error);
      return 0;
    case KEY_SLICE:
      read_slice(a, arg);
      return 0;
    case ARGP_KEY_INIT:
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm",
    "Run a dataset at many points of its parameters and keep measures of each run.\v"
    "Examples: the peak of a request over the mass of a part, and over that and a stiffness\n"
    "  lash sweep model.adm --vary PART/2.MASS=1:5:9 --measure 'peak(request/1.f2)' --end 2\n"
    "  lash sweep model.adm --vary PART/2.MASS=1:5:9 --vary STRING/1.K=1e6:1e9:4:log \\\n"
    "    --measure 'peak(request/1.f2),impacts' --end 2 --out study --plot map.svg\n"
    "On a cluster: mpirun -np 64 lash sweep …, or lash sweep … --emit-slurm 16 > job.sh.\n",
    study_children,
    study_help,
    NULL};

/* ------------------------------------------------------------------------------------------ run */

static void show_progress(void *context, const lash_sweep_progress *progress) {
  arguments *a = context;
  meter_show(&a->meter, progress->finished, progress->failed, progress->points);
}

static bool is_interrupted(void *context) {
  (void)context;
  return run_interrupted();
}

static void show_message(void *context, const char *text) {
  const arguments *a = context;
  if (!a->study.quiet) fprintf(stderr, "lash: %s\n", text);
}

static char *default_folder(const char *model) {
  const char *name = path_base(model), *dot = strrchr(name, '.');
  return path_format("%.*s.sweep", dot ? (int)(dot - name) : (int)strlen(name), name);
}

static lash_status prepare(arguments *a, lash_study *study, lash_error *error) {
  lash_status status = study_options_open(&a->study, study, error);
  if (status == LASH_OK && a->plan.parameters == 0) {
    status = lash_fail(error, LASH_BAD_INPUT, "nothing varies: give --vary NAME=FROM:TO:COUNT");
  }
  if (status == LASH_OK) {
    status = lash_plan_finish(&a->plan, study, (size_t)a->points, (uint64_t)a->seed, error);
  }
  if (status == LASH_OK) status = lash_plan_check(&a->plan, study, error);
  if (status == LASH_OK && a->plot) status = sweep_plot_check(&a->plan, a->plot, error);
  return status;
}

/* Shows the sweep; what counts as success is that every point of it was tried and none was lost. */
static lash_status show(arguments *a, const lash_sweep *sweep, lash_error *error) {
  lash_status status = LASH_OK;
  meter_end(&a->meter);
  if (sweep->assistant) return LASH_OK;
  (a->study.json ? sweep_print_json : sweep_print)(sweep, stdout);
  if (a->plot && sweep->count[LASH_POINT_DONE]) status = sweep_plot(sweep, a->plot, error);
  const size_t failed = sweep->count[LASH_POINT_FAILED] + sweep->count[LASH_POINT_LOST];
  if (status == LASH_OK && failed == a->plan.points) {
    return lash_fail(error, LASH_FAILURE,
                     "every point failed; the reasons are above and in the log");
  }
  const size_t lost = sweep->count[LASH_POINT_LOST];
  if (status == LASH_OK && lost && !sweep->interrupted) {
    return lash_fail(error, LASH_FAILURE,
                     "%zu point%s lost for no fault of %s own; repeat the command to compute %s",
                     lost, lost == 1 ? " was" : "s were", lost == 1 ? "its" : "their",
                     lost == 1 ? "it" : "them");
  }
  if (sweep->interrupted) {
    return lash_fail(error, LASH_FAILURE,
                     "interrupted; all finished points are kept, repeat the command to go on");
  }
  return status;
}

static lash_status sweep(arguments *a, lash_study *study, lash_error *error) {
  lash_status status = prepare(a, study, error);
  if (status != LASH_OK) return status;
  char *folder = a->study.out ? strdup(a->study.out) : default_folder(a->study.model);
  if (!folder) return lash_fail(error, LASH_FAILURE, "out of memory");
  const lash_sweep_options sweep_options = {.study = study,
                                            .plan = &a->plan,
                                            .folder = folder,
                                            .slice = a->slice,
                                            .slices = a->slices,
                                            .side_by_side = (int)a->study.threads,
                                            .processor_limit = a->limit,
                                            .retry_failed = a->retry,
                                            .context = a,
                                            .progress = show_progress,
                                            .stop = is_interrupted,
                                            .message = show_message};
  lash_sweep *done;
  a->meter = meter_begin("points", a->study.quiet);
  run_catch_interrupt();
  status = lash_sweep_run(&sweep_options, &done, error);
  if (status == LASH_OK) {
    status = show(a, done, error);
    lash_sweep_free(done);
  }
  free(folder);
  return status;
}

/* The command line without --emit-slurm, for the script. */
static void emit(const arguments *a) {
  int count = 0;
  for (int i = 0; i < a->words; i++) {
    const size_t length = strlen("--emit-slurm");
    if (strncmp(a->typed[i], "--emit-slurm", length) == 0) {
      i += a->typed[i][length] != '='; /* its value is the next word */
      continue;
    }
    a->typed[count++] = a->typed[i];
  }
  sweep_emit_slurm(count, a->typed, (size_t)a->slurm, stdout);
}

static lash_status sweep_or_emit(void *context, lash_error *error) {
  arguments *a = context;
  lash_study study = {0};
  lash_status status = a->slurm > 0 ? prepare(a, &study, error) : sweep(a, &study, error);
  if (status == LASH_OK && a->slurm > 0) emit(a);
  if (status != LASH_OK) meter_end(&a->meter);
  lash_study_close(&study);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.seed = 1, .slices = 1, .words = argc};
  lash_error error;
  a.typed = calloc((size_t)argc + 1, sizeof *a.typed); /* argp sorts argv */
  if (!a.typed) {
    lash_fail(&error, LASH_FAILURE, "out of memory");
    return cli_report(&error);
  }
  memcpy(a.typed, argv, (size_t)argc * sizeof *a.typed);
  const lash_status status = cli_run(&argp, argc, argv, &a, &a.error, sweep_or_emit);
  lash_plan_free(&a.plan);
  free(a.typed);
  return status;
}

const lash_command cmd_sweep = {.name = "sweep",
                                .summary = "a dataset at many points of its parameters",
                                .run = run,
                                .jobs = true};
