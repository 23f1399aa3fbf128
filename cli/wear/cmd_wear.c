/* lash wear: what is worn of joints after very many cycles. */
#include <math.h>

#include "cli.h"
#include "files.h"
#include "lash_wear_study.h"
#include "meter.h"
#include "option_keys.h"
#include "run.h"
#include "study_options.h"
#include "wear_show.h"

typedef struct arguments {
  study_options study;
  const char *period, *profile;
  double cycles, settle, first, samples, tolerance, jumps;
  meter meter;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"cycles", OPTION_POSITIVE(arguments, cycles), "N", 0, "How many cycles to wear through", 1},
    {"period", OPTION_TEXT(arguments, period), "T", 0, "Time of one cycle: a number or a formula",
     1},
    {"settle", OPTION_FROM_ZERO(arguments, settle), "N", 0,
     "Cycles run before one is looked at, each time (default 1)", 1},
    {"first", OPTION_FROM_ZERO(arguments, first), "N", 0,
     "... and before the very first (default 3)", 1},
    {"samples", OPTION_COUNT(arguments, samples), "N", 0, "Moments kept of a cycle (default 360)",
     1},
    {"tolerance", OPTION_POSITIVE(arguments, tolerance), "PART", 0,
     "Part of what a jump wears that it may be off (default 0.1)", 1},
    {"jumps", OPTION_COUNT(arguments, jumps), "N", 0, "Jumps at most (default 200)", 1},
    {"profile", OPTION_TEXT(arguments, profile), "FILE", 0,
     "Begin with the last surfaces of a profile.csv", 1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (key == ARGP_KEY_INIT) state->child_inputs[0] = &a->study;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  return key == ARGP_KEY_INIT ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm",
    "Wear of the joints of a mechanism that say wear= in their STRING: a few cycles are run, the "
    "others jumped, with a bound of the error that makes.\v"
    "Example: a million turns of a slider-crank whose pin wears\n"
    "  lash wear worn_pin.adm --cycles 1e6 --period 0.012 --out worn\n",
    study_children,
    NULL,
    NULL};

static lash_status prepare(arguments *a, lash_study *study, lash_wear_plan *plan,
                           lash_error *error) {
  a->study.timed = true;
  lash_status status = study_options_open(&a->study, study, error);
  if (status != LASH_OK) return status;
  if (!(a->cycles > 0) || !a->period)
    return lash_fail(error, LASH_BAD_INPUT,
                     "how far, and how long is a cycle? Give --cycles, for instance 1e6, and "
                     "--period, for instance 60/5000");
  plan->cycles = a->cycles;
  plan->settle = a->settle;
  plan->first = a->first;
  plan->samples = (size_t)a->samples;
  plan->tolerance = a->tolerance;
  plan->jumps = (size_t)a->jumps;
  plan->profile = a->profile;
  status = lash_evaluate(a->period, NULL, &plan->period, error);
  if (status != LASH_OK) {
    lash_error_prefix(error, "--period %s", a->period);
    return status;
  }
  if (!(plan->period > 0) || !isfinite(plan->period))
    return lash_fail(error, LASH_BAD_INPUT, "--period wants a time above zero, not '%s'",
                     a->period);
  study->run.end = plan->period;
  return LASH_OK;
}

/* A study of hours that is killed leaves what it has come to. */
static lash_status keep(void *context, const lash_wear_result *so_far, lash_error *error) {
  arguments *a = context;
  const double done = so_far->joint[0].stage[so_far->stages - 1].cycles;
  meter_show(&a->meter, (size_t)done, 0, (size_t)a->cycles);
  return a->study.out ? lash_wear_write(so_far, a->study.out, error) : LASH_OK;
}

static bool go_on(void *context) {
  (void)context;
  return !run_interrupted();
}

static void tell_how_to_go_on(const arguments *a, const lash_wear_result *result) {
  const double done = result->joint[0].stage[result->stages - 1].cycles;
  if (a->study.out)
    fprintf(stderr, "lash: go on with --profile %s/profile.csv --cycles %.17g and another --out\n",
            a->study.out, a->cycles - done);
}

static lash_status show(arguments *a, lash_study *study, lash_wear_result *result,
                        lash_error *error) {
  lash_wear_plan plan = lash_wear_defaults();
  lash_status status = prepare(a, study, &plan, error);
  if (status == LASH_OK) status = folder_claim(a->study.out, error);
  if (status != LASH_OK) return status;
  plan.jumped = keep;
  plan.proceed = go_on;
  plan.context = a;
  a->meter = meter_begin("cycles", a->study.quiet || a->study.json);
  run_catch_interrupt();
  status = lash_wear_study(study, &plan, result, error);
  meter_end(&a->meter);
  if (result->stages <= 1) return status;
  /* what was done before a layer was through is worth showing */
  (a->study.json ? wear_print_json : wear_print)(result, stdout);
  lash_error ignored;
  const lash_status drawn =
      a->study.out ? wear_draw(result, a->study.out, status == LASH_OK ? error : &ignored)
                   : LASH_OK;
  return status == LASH_OK ? drawn : status;
}

static lash_status wear(void *context, lash_error *error) {
  arguments *a = context;
  static lash_wear_result result; /* large */
  lash_study study = {0};
  lash_status status = show(a, &study, &result, error);
  if (status != LASH_OK && run_interrupted() && result.stages > 1) {
    cli_report(error);
    error->message[0] = '\0'; /* said before how to go on */
    tell_how_to_go_on(a, &result);
  }
  lash_wear_result_free(&result);
  lash_study_close(&study);
  return status;
}

static lash_status run(int argc, char **argv) {
  static arguments a; /* large */
  const lash_wear_plan usual = lash_wear_defaults();
  a.settle = usual.settle, a.first = usual.first, a.samples = (double)usual.samples;
  a.tolerance = usual.tolerance, a.jumps = (double)usual.jumps;
  return cli_run(&argp, argc, argv, &a, &a.error, wear);
}

const lash_command cmd_wear = {
    .name = "wear",
    .summary = "wear of joints over very many cycles",
    .run = run,
    .user_code = true,
};
