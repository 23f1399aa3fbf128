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
  lash_status status;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"out", 'o', "FILE", 0, "The C file to write; - is standard output", 0},
    {"step", OPTION_POSITIVE(arguments, step), "H", 0, "The program's step (1e-4)", 0},
    {"end", OPTION_POSITIVE(arguments, end), "T", 0, "The program's end (1)", 0},
    {"dtout", OPTION_POSITIVE(arguments, between), "D", 0,
     "Time between its lines (a hundredth of the end)", 0},
    {"set", 's', "STATEMENT/ID.ARG=VALUE", 0, "Change an argument of the dataset", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->status, &a->error)) return 0;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case 's':
      if (a->status == LASH_OK) a->status = run_setup_set(&a->setup, arg, &a->error);
      return 0;
    case ARGP_KEY_ARG:
      if (state->arg_num) argp_error(state, "one mechanism at a time");
      a->what = arg;
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

static lash_status run(int argc, char **argv) {
  arguments a = {.step = 1e-4, .end = 1};
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  if (a.status != LASH_OK) return cli_report(&a.error);
  lash_error error = {.message = ""};
  const run_list none = {0};
  const char *name = path_base(a.what);
  char *folder = path_parent(a.what);
  if (strlen(name) >= RUN_NAME_MAX) {
    status = lash_fail(&error, LASH_BAD_INPUT, "%s: the file's name is too long", a.what);
  } else if (!folder) {
    status = lash_fail(&error, LASH_FAILURE, "out of memory");
  } else {
    status = out_apart("--out", a.out, a.what, &error);
  }
  if (status == LASH_OK) {
    snprintf(a.setup.model, sizeof a.setup.model, "%s", name);
    status = run_visit(&none, &a.setup, folder, NAN, visit, &a, &error);
  }
  free(folder);
  return status == LASH_OK ? LASH_OK : cli_report(&error);
}

const lash_command cmd_compile = {.name = "compile",
                                  .summary = "a mechanism as a C file of its own",
                                  .run = run,
                                  .user_code = true};
