/* lash diff: anything against anything, column by column. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "diff.h"
#include "files.h"
#include "gnuplot.h"
#include "option_keys.h"
#include "paths.h"
#include "run_record.h"

enum { LIST_MAX = 64, KEY_MAP = 1000 };

typedef struct arguments {
  diff_options diff;
  const char *file[2], *column[LIST_MAX], *map[LIST_MAX];
  size_t files;
  const char *plot, *out;
  bool update, json;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"column", 'c', "COLUMN", 0,
     "Compare this one, as often as needed (default: all that both have)", 0},
    {"map", KEY_MAP, "RESULT=REFERENCE", 0, "Compare a column with one of another name", 0},
    {"value", OPTION_FROM_ZERO(arguments, diff.tolerance.value), "SHARE", 0,
     "Half the height of the tube, as a share of the reference's range (default 1e-3)", 0},
    {"time", OPTION_FROM_ZERO(arguments, diff.tolerance.time), "T", 0,
     "Half its width in time (default: a tenth of the time between the reference's points)", 0},
    {"noise", OPTION_FROM_ZERO(arguments, diff.tolerance.noise), "SHARE", 0,
     "Differences below this share of the greatest number in the same unit count for nothing "
     "(default 1e-9)",
     0},
    {"from", OPTION_NUMBER(arguments, diff.from), "T", 0, "Leave out what is before", 0},
    {"to", OPTION_NUMBER(arguments, diff.to), "T", 0, "Leave out what is behind", 0},
    {"chaotic", OPTION_TRUE(arguments, diff.chaotic), NULL, 0,
     "Compare what the curves are like: distribution, spectrum, impacts, with intervals", 0},
    {"steps", OPTION_TEXT(arguments, diff.steps), "TYPE", 0,
     "Steps of a .res: static, input, … (default: those of its last analysis)", 0},
    {"all", OPTION_TRUE(arguments, diff.all), NULL, 0, "Show the columns that are the same too", 0},
    {"plot", OPTION_TEXT(arguments, plot), "FILE", 0,
     "Picture of the worst columns in their tubes: .svg, .pdf, .png", 0},
    {"out", OPTION_TEXT(arguments, out), "DIR", 0,
     "Where a dataset is run to (default: RECORD.new)", 0},
    OPTION_LETTER('o'),
    {"update", OPTION_TRUE(arguments, update), NULL, 0, "Put the result in place of the record", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print everything as JSON", 0},
    {0}};

static void keep_text(struct argp_state *state, const char **list, size_t *count,
                      const char *text) {
  if (*count == LIST_MAX) argp_error(state, "at most %d columns", LIST_MAX);
  list[(*count)++] = text;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  switch (key) {
    case 'c':
      keep_text(state, a->column, &a->diff.wishes.columns, arg);
      return 0;
    case KEY_MAP:
      keep_text(state, a->map, &a->diff.wishes.maps, arg);
      return 0;
    case ARGP_KEY_ARG:
      if (a->files == 2) argp_error(state, "two at a time: '%s' is too many", arg);
      a->file[a->files++] = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->files < 2) argp_error(state, "what with what? Give a result and its reference");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "RESULT REFERENCE",
    "Compare curves: RESULT and REFERENCE are the folder of a run, a record, a table (CSV and its "
    "kin), or results of Adams (.res, .req, .tab). RESULT may be a dataset: it is then run as the "
    "record was.\v"
    "Example: a model under regression in two commands\n"
    "  lash run model.adm --end 0.05 --record reference\n"
    "  lash diff model.adm reference\n"
    "A column of a run against points read from a figure\n"
    "  lash diff results fig12.csv --column kinetic --value 0.02\n"
    "Exit status: 0 the same, 1 different, 2 bad input.\n",
    NULL,
    NULL,
    NULL};

static bool is_dataset(const char *path) {
  return path_ends_in(path, ".adm") || path_ends_in(path, ".acf");
}

/* The result's folder, run anew where a dataset is given. To be freed. */
static lash_status make_result(const arguments *a, char **folder, lash_error *error) {
  bool recorded;
  *folder = NULL;
  if (record_is(a->file[1], &recorded, error) != LASH_OK) return error->status;
  if (!is_dataset(a->file[0])) {
    *folder = strdup(a->file[0]);
  } else if (!recorded) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s is no record, so how is %s to be run? Make one: lash run %s … --record %s",
                     a->file[1], a->file[0], a->file[0], a->file[1]);
  } else {
    *folder = a->out ? strdup(a->out) : record_beside(a->file[1]);
    if (*folder && out_apart("--out", *folder, a->file[1], error) != LASH_OK) return error->status;
    if (*folder) return record_repeat(a->file[1], a->file[0], *folder, error);
  }
  return *folder ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
}

static lash_status compare(void *context, lash_error *error) {
  arguments *a = context;
  diff d = {.count = 0};
  char *result = NULL;
  lash_status status = a->plot ? gnuplot_check_name("--plot", a->plot, error) : LASH_OK;
  if (status == LASH_OK) status = make_result(a, &result, error);
  a->diff.wishes.column = a->column, a->diff.wishes.map = a->map;
  a->diff.result = result, a->diff.reference = a->file[1];
  if (status == LASH_OK) status = diff_make(&d, &a->diff, error);
  if (status == LASH_OK && a->plot) status = diff_draw(&d, &a->diff, a->plot, error);
  if (status == LASH_OK && a->update) status = record_update(a->file[1], result, error);
  if (status == LASH_OK) (a->json ? diff_json : diff_print)(&d, &a->diff, stdout);
  if (status == LASH_OK && a->update && !a->json) printf("%s now holds this result\n", a->file[1]);
  if (status == LASH_OK && !a->update && !diff_same(&d)) status = LASH_FAILURE;
  diff_free(&d);
  free(result);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.diff = {.tolerance = {.time = NAN, .value = 1e-3, .noise = 1e-9},
                          .from = -INFINITY,
                          .to = INFINITY}};
  return cli_run(&argp, argc, argv, &a, &a.error, compare);
}

const lash_command cmd_diff = {
    .name = "diff", .summary = "compare runs, results and curves column by column", .run = run};
