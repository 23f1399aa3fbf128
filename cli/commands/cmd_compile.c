/* lash compile: a mechanism as a C file of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "json.h"
#include "lash_model.h"
#include "lash_system.h"
#include "option_keys.h"
#include "paths.h"
#include "record_print.h"
#include "runs.h"

typedef struct arguments {
  const char *what, *out;
  double step, end, between;
  bool json;
  run_setup setup;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"out", OPTION_TEXT(arguments, out), "FILE", 0, "The C file to write; - is standard output", 0},
    OPTION_LETTER('o'),
    {"step", OPTION_POSITIVE(arguments, step), "H", 0, "The program's step (1e-4)", 0},
    {"end", OPTION_POSITIVE(arguments, end), "T", 0, "The program's end (1)", 0},
    {"dtout", OPTION_POSITIVE(arguments, between), "D", 0,
     "Time between its lines (a hundredth of the end)", 0},
    {"set", 's', "STATEMENT/ID.ARG=VALUE", 0, "Change an argument of the dataset", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (option_word(key, arg, state, &a->what, "one mechanism at a time")) return 0;
  switch (key) {
    case 's':
      if (a->error.status == LASH_OK) run_setup_set(&a->setup, arg, &a->error);
      return 0;
    case ARGP_KEY_END:
      if (!a->what) argp_error(state, "which mechanism? Give a dataset (.adm)");
      if (!a->out) argp_error(state, "--out says which C file to write");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm --out FILE",
    "Write a mechanism as a C file of its own: one fixed step as a function without allocation, "
    "for "
    "real time, and a main that prints the motion.\v"
    "Examples:\n"
    "  lash compile validation/rssr/rssr.adm --step 1e-6 --end 0.05 --out rssr.c\n"
    "  cc -O2 rssr.c -o rssr -lm && ./rssr > motion.csv\n",
    NULL,
    NULL,
    NULL};

static void tell(const arguments *a, const lash_print_report *report) {
  if (!a->json) {
    if (strcmp(a->out, "-") != 0)
      printf("%s: %zu numbers, %zu operations per step\n", a->out, report->numbers,
             report->operations);
    return;
  }
  json j = json_object_to(strcmp(a->out, "-") == 0 ? stderr : stdout);
  json_string(&j, "file", a->out);
  json_integer(&j, "numbers", (long long)report->numbers);
  json_integer(&j, "operations", (long long)report->operations);
  json_end(&j);
}

static lash_status write_file(const arguments *a, lash_recording *record, lash_error *error) {
  const lash_print_options how = {.name = path_base(a->what),
                                  .step = a->step,
                                  .end = a->end,
                                  .between = a->between > 0 ? a->between : a->end / 100};
  lash_print_report report;
  lash_status status;
  if (strcmp(a->out, "-") == 0) {
    status = lash_recording_print(record, &how, stdout, &report, error);
  } else {
    out_file out;
    status = out_open(&out, a->out, error);
    if (status == LASH_OK) status = lash_recording_print(record, &how, out.stream, &report, error);
    status = out_close(&out, status, error);
  }
  if (status == LASH_OK) tell(a, &report);
  return status;
}

static lash_status visit(void *context, const lash_model *model, lash_system *system,
                         lash_error *error) {
  (void)model;
  lash_recording *record;
  lash_status status = lash_recording_make(system, false, &record, error);
  if (status != LASH_OK) return status;
  status = write_file(context, record, error);
  lash_recording_free(record);
  return status;
}

static lash_status compile(void *context, lash_error *error) {
  arguments *a = context;
  const lash_status status = out_apart("--out", a->out, a->what, error);
  return status == LASH_OK ? run_visit_file(a->what, &a->setup, NAN, visit, a, error) : status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.step = 1e-4, .end = 1};
  return cli_run(&argp, argc, argv, &a, &a.error, compile);
}

const lash_command cmd_compile = {.name = "compile",
                                  .summary = "a mechanism as a C file of its own",
                                  .run = run,
                                  .user_code = true};
