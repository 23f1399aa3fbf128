/* lash run: simulate a dataset, or carry out a command file. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli.h"
#include "law_settings.h"
#include "run.h"

enum {
  KEY_END = 256,
  KEY_DTOUT,
  KEY_STEPS,
  KEY_STEP,
  KEY_ERROR,
  KEY_HMAX,
  KEY_RADIUS,
  KEY_BAUMGARTE,
  KEY_ANALYSIS,
  KEY_CHECKPOINT,
  KEY_EVERY,
  KEY_RESUME,
  KEY_REQ,
  KEY_RES,
  KEY_NO_AUDIT,
  KEY_HOST,
  KEY_JSON
};

static const struct argp_option options[] = {
    {"end", KEY_END, "T", 0, "Simulate up to this time", 0},
    {"dtout", KEY_DTOUT, "H", 0, "Time between outputs", 0},
    {"steps", KEY_STEPS, "N", 0, "Number of outputs (default 100)", 0},
    {"analysis", KEY_ANALYSIS, "NAME", 0,
     "dynamics, kinematics, statics, quasistatics or linear (default: dynamics, or kinematics when "
     "no freedom is left)",
     0},
    {"integrator", 'i', "NAME", 0,
     "bdf (default), genalpha (default with flexible bodies), rk45, rk4 or abam", 0},
    {"host", KEY_HOST, "NAME", 0,
     "reference (default) or another engine of `lash hosts`; takes --step, --hmax and --error too",
     0},
    {"step", KEY_STEP, "H", 0, "Fixed step of rk4; also fixes that of genalpha", 0},
    {"error", KEY_ERROR, "TOL", 0, "Local error allowed, relative (default 1e-6)", 0},
    {"hmax", KEY_HMAX, "H", 0, "Longest step", 0},
    {"radius", KEY_RADIUS, "R", 0, "Spectral radius of genalpha, 0 to 1 (default 0.8)", 0},
    {"baumgarte", KEY_BAUMGARTE, "ALPHA,BETA", 0,
     "Stabilise rk4 and rk45 this way instead of by projection", 0},
    {"set", 's', "STATEMENT/ID.ARG=VALUE", 0, "Change the dataset, as often as needed", 0},
    {"out", 'o', "DIR", 0, "Folder of results (default NAME.results)", 0},
    {"req", KEY_REQ, NULL, 0, "Also write Adams' request file (.req)", 0},
    {"res", KEY_RES, NULL, 0, "Also write Adams' XML results file (.res)", 0},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0, "Save the run there from time to time", 0},
    {"checkpoint-every", KEY_EVERY, "N", 0, "Outputs between two savings (default 100)", 0},
    {"resume", KEY_RESUME, "FILE", 0, "Go on from a checkpoint, bit for bit", 0},
    {"no-audit", KEY_NO_AUDIT, NULL, 0, "Do not integrate powers: faster, no energy balance", 0},
    {"quiet", 'q', NULL, 0, "No messages", 0},
    {"json", KEY_JSON, NULL, 0, "Print the summary as JSON", 0},
    {0}};

typedef struct arguments {
  run_options run;
  lash_status status;
  lash_error error;
} arguments;

static void keep_set(arguments *a, const char *text) {
  if (a->run.set_count == RUN_SETS_MAX) {
    a->status = lash_fail(&a->error, LASH_BAD_INPUT, "more than %d --set", RUN_SETS_MAX);
  } else {
    a->run.sets[a->run.set_count++] = text;
  }
}

static void keep_baumgarte(arguments *a, const char *text) {
  char first[64];
  const char *comma = strchr(text, ',');
  snprintf(first, sizeof first, "%.*s", comma ? (int)(comma - text) : 0, text);
  if (!comma || !lash_parse_number(first, &a->run.alpha) ||
      !lash_parse_number(comma + 1, &a->run.beta) || a->run.alpha < 0 || a->run.beta < 0) {
    a->status = lash_fail(&a->error, LASH_BAD_INPUT,
                          "--baumgarte takes two numbers, ALPHA,BETA, not '%s'", text);
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  run_options *r = &a->run;
  if (a->status != LASH_OK) return 0;
  const struct {
    int key;
    const char *name;
    double *value;
  } numbers[] = {{KEY_END, "--end", &r->end},
                 {KEY_DTOUT, "--dtout", &r->dtout},
                 {KEY_STEPS, "--steps", &r->steps},
                 {KEY_STEP, "--step", &r->step},
                 {KEY_ERROR, "--error", &r->error},
                 {KEY_HMAX, "--hmax", &r->hmax},
                 {KEY_EVERY, "--checkpoint-every", &r->checkpoint_every}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (numbers[i].key != key) continue;
    a->status = cli_positive(numbers[i].name, arg, numbers[i].value, &a->error);
    return 0;
  }
  switch (key) {
    case KEY_RADIUS:
      if (!lash_parse_number(arg, &r->radius)) {
        a->status = lash_fail(&a->error, LASH_BAD_INPUT, "--radius: '%s' is not a number", arg);
      }
      return 0;
    case KEY_BAUMGARTE:
      keep_baumgarte(a, arg);
      return 0;
    case 's':
      keep_set(a, arg);
      return 0;
    case 'i':
      r->integrator = arg;
      return 0;
    case KEY_HOST:
      r->host = lash_same_name(arg, "reference") ? NULL : arg;
      return 0;
    case KEY_ANALYSIS:
      r->analysis = arg;
      return 0;
    case 'o':
      r->out = arg;
      return 0;
    case KEY_CHECKPOINT:
      r->checkpoint = arg;
      return 0;
    case KEY_RESUME:
      r->resume = arg;
      return 0;
    case KEY_REQ:
      r->req = true;
      return 0;
    case KEY_RES:
      r->res = true;
      return 0;
    case KEY_NO_AUDIT:
      r->no_audit = true;
      return 0;
    case KEY_JSON:
      r->json = true;
      return 0;
    case 'q':
      r->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      if (r->file) {
        a->status =
            lash_fail(&a->error, LASH_BAD_INPUT, "one file at a time: '%s' is too many", arg);
      }
      r->file = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm|COMMANDS.acf",
    "Simulate a mechanism with the reference solver, or carry out a command file.\v"
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

static lash_status check(const run_options *r, lash_error *error) {
  if (!r->file) return lash_fail(error, LASH_BAD_INPUT, "which model? Give a .adm or .acf file");
  if (isfinite(r->dtout) && isfinite(r->steps)) {
    return lash_fail(error, LASH_BAD_INPUT, "--dtout and --steps exclude each other");
  }
  const size_t length = strlen(r->file);
  const bool script = length > 4 && lash_same_name(r->file + length - 4, ".acf");
  if (script && (isfinite(r->end) || isfinite(r->dtout) || isfinite(r->steps) || r->analysis)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the command file says what to simulate and for how long: --end, --dtout, "
                     "--steps and --analysis do not go with it");
  }
  return LASH_OK;
}

static void write_summary_file(run_session *session, const lash_error *failure) {
  char path[1100];
  if (!session->folder[0]) return;
  snprintf(path, sizeof path, "%s/summary.json", session->folder);
  FILE *file = fopen(path, "w");
  if (!file) {
    fprintf(stderr, "lash: cannot write %s: %s\n", path, strerror(errno));
    return;
  }
  run_write_summary(session, failure, file);
  fclose(file);
}

static lash_status run(int argc, char **argv) {
  arguments a = {.run = {.end = NAN,
                         .dtout = NAN,
                         .steps = NAN,
                         .step = NAN,
                         .error = NAN,
                         .hmax = NAN,
                         .radius = NAN,
                         .alpha = NAN,
                         .beta = NAN,
                         .checkpoint_every = NAN}};
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  if (a.status != LASH_OK) return cli_report(&a.error);
  lash_error error;
  status = check(&a.run, &error);
  if (status != LASH_OK) return cli_report(&error);

  run_session session = {0};
  run_catch_interrupt();
  if (a.run.host) {
    status = run_in_host(&session, &a.run, &error);
    run_free(&session);
    return status == LASH_OK ? LASH_OK : cli_report(&error);
  }
  status = run_all(&session, &a.run, &error);
  const lash_error *failure = status == LASH_OK ? NULL : &error;
  write_summary_file(&session, failure);
  if (a.run.json)
    run_write_summary(&session, failure, stdout);
  else if (status == LASH_OK && !a.run.quiet)
    run_print_summary(&session, stdout);
  if (failure && session.totals.outputs > 0) {
    fprintf(stderr, "lash: %zu outputs up to the failure are in %s\n", session.totals.outputs,
            session.folder);
  }
  run_free(&session);
  return status == LASH_OK ? LASH_OK : cli_report(&error);
}

const lash_command cmd_run = {.name = "run",
                              .summary = "simulate a mechanism or carry out a command file",
                              .run = run,
                              .user_code = true};
