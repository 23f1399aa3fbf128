/* lash bifurcation: what a mechanism's motion settles on, over a parameter. */

#include "bifurcation.h"
#include "cli.h"
#include "files.h"
#include "law_settings.h"
#include "meter.h"
#include "option_keys.h"
#include "run.h"
#include "study_options.h"

enum { KEY_SKIP = 1000 };

typedef struct arguments {
  study_options study;
  lash_plan plan;
  const char *period, *columns;
  double skip, keep;
  bool carry, lyapunov;
  meter meter;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"vary", 'v', "NAME=FROM:TO:COUNT[:log]|LIST", 0,
     "The parameter: a target of --set, or a name used in --set as ${NAME}", 1},
    {"period", OPTION_TEXT(arguments, period), "T", 0,
     "Look once per T: a number, or a formula of NAME (60/rpm)", 1},
    {"column", OPTION_TEXT(arguments, columns), "COLUMN[,COLUMN]", 0, "What to look at", 1},
    {"skip", KEY_SKIP, "N", 0, "Periods left out at first (default 50)", 1},
    {"keep", OPTION_COUNT(arguments, keep), "M", 0, "Periods kept (default 60)", 1},
    {"lyapunov", OPTION_TRUE(arguments, lyapunov), NULL, 0, "The largest Lyapunov exponent too", 1},
    {"carry", OPTION_TRUE(arguments, carry), NULL, 0,
     "Start each value where the one before ended, one after the other", 1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (key == ARGP_KEY_INIT) state->child_inputs[0] = &a->study;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (a->error.status != LASH_OK) return 0;
  switch (key) {
    case 'v':
      lash_plan_add(&a->plan, arg, &a->error);
      return 0;
    case KEY_SKIP:
      cli_count("--skip", arg, 0, &a->skip, &a->error);
      return 0;
    default:
      return key == ARGP_KEY_INIT ? 0 : ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm",
    "What a driven mechanism's motion settles on, over a parameter: looked at once per period, a "
    "motion that repeats leaves a few dots, chaos a cloud.\v"
    "Example: a slider-crank with clearance over its speed\n"
    "  lash bifurcation slider_crank_clearance.adm --without JPRIM/1 --vary rpm=500:5000:50 \\\n"
    "    --set 'MOTION/1.FUNCTION=${rpm*pi/30}*TIME' --period 60/rpm --column 'DX(33,41,41)' \\\n"
    "    --lyapunov --out diagram\n"
    "The time to run follows from --period, --skip and --keep.\n",
    study_children,
    NULL,
    NULL};

/* ------------------------------------------------------------------------------------------ run */

static lash_status refuse_what_has_no_use(const arguments *a, lash_error *error) {
  const struct {
    bool given;
    const char *name;
  } strange[] = {{a->study.end != NULL, "--end"},
                 {a->study.from != NULL, "--from"},
                 {a->study.dtout != NULL, "--dtout"},
                 {a->study.measures.count > 0, "--measure"}};
  for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
    if (!strange[i].given) continue;
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s has no use here: --period, --skip and --keep say how long to run, --column "
        "what to look at",
        strange[i].name);
  }
  if (!a->period) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "how long is a period of the drive? Give --period, for instance 60/rpm");
  }
  if (!a->columns) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "what to look at? Give --column, for instance request/1.f2");
  }
  if (a->plan.parameters == 0) {
    return lash_fail(error, LASH_BAD_INPUT, "nothing varies: give --vary NAME=FROM:TO:COUNT");
  }
  return LASH_OK;
}

static lash_status prepare(arguments *a, lash_study *study, lash_bifurcation *b,
                           lash_error *error) {
  size_t places[LASH_COLUMNS_MAX], count;
  lash_status status = study_options_open(&a->study, study, error);
  if (status == LASH_OK) status = refuse_what_has_no_use(a, error);
  if (status != LASH_OK) return status;
  status = lash_columns_parse(&study->measures.columns, a->columns, &study->model, places,
                              LASH_COLUMNS_MAX, &count, error);
  if (status == LASH_OK) status = lash_plan_finish(&a->plan, study, 0, 1, error);
  if (status == LASH_OK) status = lash_plan_check(&a->plan, study, error);
  *b = (lash_bifurcation){.study = study,
                          .plan = &a->plan,
                          .period = a->period,
                          .skip = (size_t)a->skip,
                          .keep = (size_t)a->keep,
                          .carry = a->carry,
                          .lyapunov = a->lyapunov,
                          .side_by_side = (int)a->study.threads};
  return status == LASH_OK ? lash_bifurcation_check(b, error) : status;
}

static bool show_progress(void *context, size_t done, size_t failed) {
  arguments *a = context;
  meter_show(&a->meter, done, failed, a->plan.points);
  return !run_interrupted();
}

static lash_status show(arguments *a, lash_study *study, lash_bifurcation *b, lash_error *error) {
  lash_status status = prepare(a, study, b, error);
  if (status == LASH_OK) status = folder_claim(a->study.out, error);
  if (status != LASH_OK) return status;
  a->meter = meter_begin("points", a->study.quiet);
  run_catch_interrupt();
  status = lash_bifurcation_run(b, show_progress, a, error);
  meter_end(&a->meter);
  if (status != LASH_OK) return status;
  (a->study.json ? bifurcation_print_json : bifurcation_print)(b, stdout);
  if (a->study.out) status = bifurcation_write(b, a->study.out, error);
  size_t done = 0;
  for (size_t i = 0; i < b->plan->points; i++) done += b->point[i].done;
  if (status == LASH_OK && done == 0 && !run_interrupted())
    status = lash_fail(error, LASH_FAILURE, "every point failed; the reasons are above");
  if (status == LASH_OK && run_interrupted()) {
    status = lash_fail(error, LASH_FAILURE, "interrupted; only points that were done are shown");
  }
  return status;
}

static lash_status draw_diagram(void *arguments_of, lash_error *error) {
  arguments *a = arguments_of;
  lash_study study = {0};
  lash_bifurcation b = {.study = NULL};
  const lash_status status = show(a, &study, &b, error);
  lash_bifurcation_free(&b);
  lash_study_close(&study);
  return status;
}

static lash_status run(int argc, char **argv) {
  static arguments a = {.study = {.timed = true}, .skip = 50, .keep = 60}; /* large */
  const lash_status status = cli_run(&argp, argc, argv, &a, &a.error, draw_diagram);
  lash_plan_free(&a.plan);
  return status;
}

const lash_command cmd_bifurcation = {.name = "bifurcation",
                                      .summary = "what a motion settles on, over a parameter",
                                      .run = run,
                                      .jobs = true};
