/* lash run: simulate a dataset, or carry out a command file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "option_keys.h"
#include "part_motions.h"
#include "paths.h"
#include "run.h"
#include "run_record.h"

enum { KEY_RADIUS = 256, KEY_BAUMGARTE, KEY_HOST };

typedef struct arguments {
  const char *file, *record, *start_from;
  lash_session_options run;
  run_fmu fmu;
  double steps, checkpoint_every, start_step; /* NAN: not given */
  bool json, quiet;
  run_progress progress;
  lash_error error;
} arguments;

const struct argp_option run_options[] = {
    {"end", OPTION_POSITIVE(arguments, run.end), "T", 0, "Simulate up to this time", 0},
    {"dtout", OPTION_POSITIVE(arguments, run.output_step), "H", 0, "Time between outputs", 0},
    {"steps", OPTION_POSITIVE(arguments, steps), "N", 0, "Number of outputs (default 100)", 0},
    {"analysis", OPTION_TEXT(arguments, run.analysis), "NAME", 0,
     "dynamics, kinematics, statics, quasistatics or linear (default: dynamics, or kinematics when "
     "no freedom is left)",
     0},
    {"integrator", OPTION_TEXT(arguments, run.integrator), "NAME", 0,
     "bdf (default), genalpha (default with flexible bodies), rk45, rk8, rk4 or abam", 0},
    OPTION_LETTER('i'),
    {"engine", OPTION_TEXT(arguments, run.engine), "NAME", 0,
     "Equations of explicit methods: auto (default: compiled where it pays), compiled, cartesian",
     0},
    {"host", KEY_HOST, "NAME", 0,
     "reference (default) or another engine of `lash hosts`; takes --step, --hmax and --error too",
     0},
    {"step", OPTION_POSITIVE(arguments, run.step), "H", 0,
     "Fixed step of rk4; also fixes that of genalpha", 0},
    {"error", OPTION_POSITIVE(arguments, run.error), "TOL", 0,
     "Local error allowed, relative (default 1e-6)", 0},
    {"hmax", OPTION_POSITIVE(arguments, run.hmax), "H", 0, "Longest step", 0},
    {"radius", KEY_RADIUS, "R", 0, "Spectral radius of genalpha, 0 to 1 (default 0.8)", 0},
    {"baumgarte", KEY_BAUMGARTE, "ALPHA,BETA", 0,
     "Stabilise rk4 and rk45 this way instead of by projection", 0},
    {"set", OPTION_TEXTS(arguments, run.sets), "STATEMENT/ID.ARG=VALUE", 0,
     "Change the dataset, as often as needed", 0},
    OPTION_LETTER('s'),
    {"without", OPTION_TEXTS(arguments, run.without), "STATEMENT/ID", 0,
     "Leave an element out, as often as needed", 0},
    {"fmu", OPTION_TEXT(arguments, fmu.file), "FILE.fmu", 0,
     "Beside the mechanism: an FMU for Co-Simulation, a controller for instance", 0},
    {"connect", OPTION_TEXTS(arguments, fmu.connect), "TO=FROM", 0,
     "With --fmu: VARIABLE/ID=OUTPUT or INPUT=VARIABLE/ID, as often as needed; exchanged at "
     "outputs",
     0},
    {"out", OPTION_TEXT(arguments, run.folder), "DIR", 0,
     "Folder of results (default NAME.results)", 0},
    OPTION_LETTER('o'),
    {"record", OPTION_TEXT(arguments, record), "DIR", 0,
     "Folder of results that is kept, for `lash diff MODEL DIR` to hold later runs against", 0},
    {"req", OPTION_TRUE(arguments, run.req), NULL, 0, "Also write Adams' request file (.req)", 0},
    {"res", OPTION_TRUE(arguments, run.res), NULL, 0, "Also write Adams' XML results file (.res)",
     0},
    {"start-from", OPTION_TEXT(arguments, start_from), "RESULTS", 0,
     "Start from a state of these results, Adams' (.res) or a run's folder", 0},
    {"start-step", OPTION_POSITIVE(arguments, start_step), "N", 0,
     "Which step of them, from 1 on (default: the last)", 0},
    {"checkpoint", OPTION_TEXT(arguments, run.checkpoint), "FILE", 0,
     "Save the run there from time to time", 0},
    {"checkpoint-every", OPTION_POSITIVE(arguments, checkpoint_every), "N", 0,
     "Outputs between two savings (default 100)", 0},
    {"resume", OPTION_TEXT(arguments, run.resume), "FILE", 0,
     "Go on from a checkpoint, bit for bit", 0},
    {"no-audit", OPTION_TRUE(arguments, run.no_audit), NULL, 0,
     "Do not integrate powers: faster, no energy balance", 0},
    {"quiet", OPTION_TRUE(arguments, quiet), NULL, 0, "No messages", 0},
    OPTION_LETTER('q'),
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print the summary as JSON", 0},
    {0}};

static void keep_baumgarte(arguments *a, const char *text) {
  char first[64];
  const char *comma = strchr(text, ',');
  snprintf(first, sizeof first, "%.*s", comma ? (int)(comma - text) : 0, text);
  if (!comma || !lash_parse_number(first, &a->run.alpha) ||
      !lash_parse_number(comma + 1, &a->run.beta) || a->run.alpha < 0 || a->run.beta < 0) {
    lash_fail(&a->error, LASH_BAD_INPUT, "--baumgarte takes two numbers, ALPHA,BETA, not '%s'",
              text);
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  lash_session_options *r = &a->run;
  if (a->error.status != LASH_OK) return 0;
  if (option_take(run_options, key, arg, a, &a->error)) return 0;
  switch (key) {
    case KEY_RADIUS:
      if (!lash_parse_number(arg, &r->radius))
        lash_fail(&a->error, LASH_BAD_INPUT, "--radius: '%s' is not a number", arg);
      return 0;
    case KEY_BAUMGARTE:
      keep_baumgarte(a, arg);
      return 0;
    case KEY_HOST:
      r->host = lash_same_name(arg, "reference") ? NULL : arg;
      return 0;
    case ARGP_KEY_ARG:
      if (a->file)
        lash_fail(&a->error, LASH_BAD_INPUT, "one file at a time: '%s' is too many", arg);
      a->file = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    run_options,
    parse,
    "MODEL.adm|COMMANDS.acf",
    "Simulate a mechanism, or carry out a command file, in the reference solver or another host.\v"
    "Example: five seconds of a model, an output every hundredth\n"
    "  lash run model.adm --end 5 --dtout 0.01 --out results\n"
    "The same, saved as it goes; after a crash, add --resume run.ckpt\n"
    "  lash run model.adm --end 5 --dtout 0.01 --out results --checkpoint run.ckpt\n"
    "The same model in MuJoCo, steps of 1e-5\n"
    "  lash run model.adm --host mujoco --end 5 --dtout 0.01 --step 1e-5\n"
    "Results: request_<id>.csv, parts.csv, energy.csv and summary.json in the folder.\n",
    NULL,
    NULL,
    NULL};

static lash_status check(const arguments *a, lash_error *error) {
  const lash_session_options *r = &a->run;
  if (!a->file) return lash_fail(error, LASH_BAD_INPUT, "which model? Give a .adm or .acf file");
  if (a->record && r->folder) {
    return lash_fail(error, LASH_BAD_INPUT, "--record and --out exclude each other");
  }
  if (out_apart("--checkpoint", r->checkpoint, a->file, error) != LASH_OK) return error->status;
  if (a->start_from && r->resume) {
    return lash_fail(error, LASH_BAD_INPUT, "--start-from and --resume exclude each other");
  }
  if (isfinite(a->start_step) && !a->start_from) {
    return lash_fail(error, LASH_BAD_INPUT, "--start-step of what? Give --start-from RESULTS");
  }
  if (a->start_from && r->step > 0 && !r->integrator && !r->host) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--step is the length of fixed steps: name their --integrator (rk4 or "
                     "genalpha). Which step of %s to start from is said by --start-step",
                     a->start_from);
  }
  if (r->output_step > 0 && isfinite(a->steps)) {
    return lash_fail(error, LASH_BAD_INPUT, "--dtout and --steps exclude each other");
  }
  if (isfinite(a->steps) && !(a->steps >= 1 && a->steps <= 1e9 && a->steps == floor(a->steps))) {
    return lash_fail(error, LASH_BAD_INPUT, "--steps wants a whole number from 1 to 1e9, not %.17g",
                     a->steps);
  }
  if (a->fmu.file && (r->checkpoint || r->resume || r->analysis)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--fmu does not go with --checkpoint, --resume and --analysis");
  }
  if (a->fmu.connect.count > 0 && !a->fmu.file)
    return lash_fail(error, LASH_BAD_INPUT, "--connect goes with --fmu FILE.fmu");
  const bool script = path_ends_in(a->file, ".acf");
  if (script && a->fmu.file)
    return lash_fail(error, LASH_BAD_INPUT, "--fmu goes with a dataset, not with a command file");
  if (script && (isfinite(r->end) || r->output_step > 0 || isfinite(a->steps) || r->analysis)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the command file says what to simulate and for how long: --end, --dtout, "
                     "--steps and --analysis do not go with it");
  }
  return LASH_OK;
}

/* ----------------------------------------------------------------------------------- start from */

/* A state of the model's system from a step of results; to be freed. */
static lash_status take_state(const arguments *a, const lash_model *model, double **state,
                              double *t, lash_error *error) {
  part_motions motions;
  lash_system *system = NULL;
  lash_status status = part_motions_read(&motions, a->start_from, model, NULL, error);
  if (status == LASH_OK) status = lash_system_create(model, NULL, &system, error);
  const double step = isfinite(a->start_step) ? a->start_step : (double)motions.rows;
  if (status == LASH_OK && !(step >= 1 && step <= (double)motions.rows && step == floor(step)))
    status = lash_fail(error, LASH_BAD_INPUT, "--start-step %g: %s has %zu steps", step,
                       a->start_from, motions.rows);
  if (status == LASH_OK) *state = calloc(lash_system_size(system)->y + 1, sizeof **state);
  if (status == LASH_OK && !*state) status = lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) {
    lash_system_initial(system, t, *state);
    *t = part_motions_state(&motions, (size_t)step - 1, system, *state, NULL);
  }
  lash_system_free(system);
  part_motions_free(&motions);
  return status;
}

/* Results that are gone on from are not written over, not by the folder that is usual either. */
static lash_status keep_results(const arguments *a, lash_error *error) {
  const char *name = path_base(a->file);
  const int length = (int)strcspn(name, ".");
  char *usual = a->run.folder ? NULL : path_format("%.*s.results", length, name);
  const lash_status status =
      out_apart("--out", a->run.folder ? a->run.folder : usual, a->start_from, error);
  free(usual);
  return status;
}

/* Reads the dataset once more, with its changes, for the state to be put together. */
static lash_status find_start(arguments *a, double **state, lash_error *error) {
  lash_session_options quiet = a->run;
  lash_session *session = NULL;
  quiet.watcher = (lash_session_watcher){.context = NULL};
  lash_status status = lash_session_open(a->file, &quiet, &session, error);
  if (status == LASH_OK)
    status = take_state(a, lash_session_model(session), state, &a->run.start_time, error);
  lash_session_free(session);
  a->run.start_state = *state;
  if (status == LASH_OK && isfinite(a->run.end) && !(a->run.end > a->run.start_time))
    status = lash_fail(error, LASH_BAD_INPUT, "--end %g is not behind the start, which is at %g",
                       a->run.end, a->run.start_time);
  return status;
}

/* ----------------------------------------------------------------------------------- on the way */

static void on_message(void *context, bool fault, const char *text) {
  arguments *a = context;
  if (a->quiet && !fault) return;
  run_progress_clear(&a->progress);
  fprintf(stderr, "lash: %s\n", text);
}

static bool on_step(void *context, double from, double to,
                    const lash_integrate_statistics *statistics) {
  return run_progress_step(&((arguments *)context)->progress, from, to, statistics);
}

/* Only where there is something to tell: a dataset that is refused leaves no folder. */
static lash_status write_summary_file(const run_outcome *outcome, lash_error *error) {
  const char *folder = lash_session_folder(outcome->session);
  out_file out;
  if (!folder || lash_session_over(outcome->session)) return LASH_OK;
  const lash_status status = out_open_in(&out, folder, "summary.json", error);
  if (status == LASH_OK) run_write_summary(outcome, out.stream);
  return out_close(&out, status, error);
}

/* The summary of a run that was finished before. */
static void show_older(const lash_session *session) {
  char *path = path_join(lash_session_folder(session), "summary.json"), *text;
  lash_error error;
  if (file_read(path, &text, NULL, &error) == LASH_OK) fputs(text, stdout);
  free(text);
  free(path);
}

static void show(const arguments *a, const run_outcome *outcome) {
  if (lash_session_over(outcome->session)) {
    if (a->json) show_older(outcome->session);
    return;
  }
  const size_t outputs = lash_session_totals_of(outcome->session)->outputs;
  if (a->json)
    run_write_summary(outcome, stdout);
  else if (!outcome->failure && !a->quiet)
    run_print_summary(outcome, stdout);
  if (outcome->failure && outputs > 0) {
    fprintf(stderr, "lash: %zu outputs up to the failure are in %s\n", outputs,
            lash_session_folder(outcome->session));
  }
}

/* A record that is there stays until the new one is whole. *beside: to be freed; NULL: none. */
static lash_status choose_folder(arguments *a, char **beside, lash_error *error) {
  *beside = NULL;
  if (!a->record) return LASH_OK;
  a->run.folder = a->record;
  bool is;
  const lash_status status = record_is(a->record, &is, error);
  if (status != LASH_OK || !is) return status;
  *beside = record_beside(a->record);
  if (!*beside) return lash_fail(error, LASH_FAILURE, "out of memory");
  if (!a->run.resume || access(*beside, F_OK) == 0) {
    a->run.folder = *beside;
  } else { /* a record that was finished is resumed */
    free(*beside);
    *beside = NULL;
  }
  return LASH_OK;
}

static lash_status run(int argc, char **argv) {
  arguments a = {
      .run = lash_session_defaults(), .steps = NAN, .checkpoint_every = NAN, .start_step = NAN};
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  lash_error error = a.error;
  if (error.status == LASH_OK) status = check(&a, &error);
  if (error.status != LASH_OK) return cli_report(&error);
  if (isfinite(a.steps)) a.run.steps = (size_t)a.steps;
  if (isfinite(a.checkpoint_every)) a.run.checkpoint_every = (size_t)a.checkpoint_every;
  a.run.tables = true;
  a.run.watcher = (lash_session_watcher){.context = &a, .proceed = on_step, .message = on_message};

  const double begun = run_clock();
  run_outcome outcome = {.file = a.file, .host = a.run.host};
  run_catch_interrupt();
  double *state = NULL;
  char *beside;
  status = choose_folder(&a, &beside, &error);
  if (status == LASH_OK && a.start_from) status = keep_results(&a, &error);
  if (status == LASH_OK && a.start_from) status = find_start(&a, &state, &error);
  if (status == LASH_OK) status = lash_session_open(a.file, &a.run, &outcome.session, &error);
  if (status == LASH_OK)
    status = a.fmu.file ? run_with_fmu(outcome.session, &a.run, &a.fmu, &error)
                        : lash_session_run(outcome.session, &error);
  run_progress_clear(&a.progress);
  outcome.wall = run_clock() - begun;
  if (status != LASH_OK) outcome.failure = &error;
  if (status == LASH_OK) outcome.folder = a.record;
  lash_error unwritten;
  const lash_status summary = outcome.session ? write_summary_file(&outcome, &unwritten) : LASH_OK;
  if (outcome.session) show(&a, &outcome);
  lash_session_free(outcome.session);
  free(state);
  if (status == LASH_OK && a.record)
    status = record_write(a.run.folder, argc, argv, a.file, &error);
  if (status == LASH_OK && summary == LASH_OK && beside)
    status = record_replace(a.record, beside, &error);
  free(beside);
  if (status != LASH_OK) cli_report(&error);
  if (summary != LASH_OK) cli_report(&unwritten);
  return status != LASH_OK ? status : summary;
}

const lash_command cmd_run = {.name = "run",
                              .summary = "simulate a mechanism or carry out a command file",
                              .run = run,
                              .user_code = true};
