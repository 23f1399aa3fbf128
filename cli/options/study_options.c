/* Options of commands that study a dataset. */
#include "study_options.h"

#include <stdio.h>

#include "option_keys.h"

static const struct argp_option options[] = {
    {"measure", OPTION_TEXTS(study_options, measures), "NAME[(COLUMN)],...", 0,
     "What to keep of a run, see below", 0},
    OPTION_LETTER('m'),
    {"set", OPTION_TEXTS(study_options, sets), "STATEMENT/ID.ARG=VALUE", 0,
     "Change the dataset; ${formula} in the value uses names that are varied", 0},
    OPTION_LETTER('s'),
    {"without", OPTION_TEXTS(study_options, without), "STATEMENT/ID", 0, "Leave an element out", 0},
    {"end", OPTION_TEXT(study_options, end), "T", 0,
     "Simulate up to this time: a number, or a formula of names that are varied", 0},
    {"from", OPTION_TEXT(study_options, from), "T", 0, "Measure from this time on", 0},
    {"dtout", OPTION_TEXT(study_options, dtout), "H", 0,
     "Time between outputs (default a thousandth of the run)", 0},
    {"integrator", OPTION_TEXT(study_options, integrator), "NAME", 0,
     "bdf, genalpha, rk45, rk8, rk4 or abam", 0},
    OPTION_LETTER('i'),
    {"engine", OPTION_TEXT(study_options, engine), "NAME", 0,
     "auto (default), compiled or cartesian", 0},
    {"error", OPTION_POSITIVE(study_options, error_allowed), "TOL", 0,
     "Local error allowed, relative (default 1e-6)", 0},
    {"step", OPTION_POSITIVE(study_options, step), "H", 0,
     "Fixed step of rk4; also fixes that of genalpha", 0},
    {"hmax", OPTION_POSITIVE(study_options, hmax), "H", 0, "Longest step", 0},
    {"ideal-without", OPTION_TEXTS(study_options, ideal_without), "STATEMENT/ID", 0,
     "The ideal mechanism: left out there, instead of what --without says", 0},
    {"ideal-set", OPTION_TEXTS(study_options, ideal_sets), "STATEMENT/ID.ARG=VALUE", 0,
     "The ideal mechanism: set there, on top of the other settings", 0},
    {"out", OPTION_TEXT(study_options, out), "DIR", 0, "Write results there, for lash report too",
     0},
    OPTION_LETTER('o'),
    {"threads", OPTION_COUNT(study_options, threads), "N", 0,
     "Runs side by side (default: one per processor)", 0},
    OPTION_LETTER('j'),
    {"json", OPTION_TRUE(study_options, json), NULL, 0, "Print the results as JSON", 0},
    {"quiet", OPTION_TRUE(study_options, quiet), NULL, 0, "No progress, no messages", 0},
    OPTION_LETTER('q'),
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  study_options *o = state->input;
  if (option_take(options, key, arg, o, &o->error)) return 0;
  if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
  if (o->model && o->error.status == LASH_OK)
    lash_fail(&o->error, LASH_BAD_INPUT, "one model at a time: '%s' is too many", arg);
  o->model = arg;
  return 0;
}

static const struct argp study_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
const struct argp_child study_children[] = {{&study_argp, 0, NULL, 0}, {0}};

static lash_status read_measures(const study_options *o, lash_study *study, lash_error *error) {
  for (size_t i = 0; i < o->measures.count; i++) {
    const lash_status status =
        lash_measures_parse(o->measures.item[i], &study->model, &study->measures, error);
    if (status == LASH_OK) continue;
    lash_error_prefix(error, "--measure %s", o->measures.item[i]);
    return status;
  }
  return LASH_OK;
}

/* A number, or a formula to be evaluated at each point. */
static void read_time(const char *text, double *number, const char **formula) {
  if (text && !lash_parse_number(text, number)) *formula = text;
}

lash_status study_options_open(const study_options *o, lash_study *study, lash_error *error) {
  *study = (lash_study){0};
  if (o->error.status != LASH_OK) return *error = o->error, error->status;
  if (!o->model) return lash_fail(error, LASH_BAD_INPUT, "which model? Give a .adm file");
  lash_status status = lash_study_open(study, o->model, error);
  if (status == LASH_OK) status = read_measures(o, study, error);
  if (status != LASH_OK) return status;
  if (!o->end && !o->timed) {
    return lash_fail(error, LASH_BAD_INPUT, "until when? Give --end T");
  }
  read_time(o->end, &study->run.end, &study->end_formula);
  read_time(o->from, &study->from, &study->from_formula);
  read_time(o->dtout, &study->run.output_step, &study->output_formula);
  study->sets = o->sets;
  study->run.without = o->without;
  study->ideal_sets = o->ideal_sets;
  study->ideal_without = o->ideal_without;
  study->run.integrator = o->integrator;
  study->run.engine = o->engine;
  study->run.error = o->error_allowed;
  study->run.step = o->step;
  study->run.hmax = o->hmax;
  if (study->measures.need_ideal && o->ideal_sets.count + o->ideal_without.count == 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "a deviation needs the ideal mechanism: say with --ideal-without or "
                     "--ideal-set what makes this dataset ideal");
  }
  return LASH_OK;
}

char *study_help(int key, const char *text, void *input) {
  static const char *const arguments[] = {[LASH_TAKES_NOTHING] = "",
                                          [LASH_TAKES_COLUMN] = "(COLUMN)",
                                          [LASH_TAKES_CONTACT] = "[(ID)]",
                                          [LASH_TAKES_TIME] = "(T)",
                                          [LASH_TAKES_COLUMN_AND_TIME] = "(COLUMN,T)"};
  char *help = NULL;
  size_t size = 0;
  (void)input;
  if (key != ARGP_KEY_HELP_POST_DOC) return (char *)(uintptr_t)text;
  FILE *out = open_memstream(&help, &size);
  if (!out) return (char *)(uintptr_t)text;
  if (text) fprintf(out, "%s\n", text);
  fputs(
      "Measures. COLUMN is request/ID.f1 to f8, or a function such as DX(41,11).\n"
      "ID is CONTACT/1, or GFORCE/1 of a routine that reports its gap. T is a time.\n",
      out);
  for (size_t i = 0; i < lash_measure_kinds(); i++) {
    const lash_measure_kind *k = lash_measure_kind_at(i);
    char name[64];
    snprintf(name, sizeof name, "%s%s", k->name, arguments[k->argument]);
    fprintf(out, "  %-24s %s [%s]\n", name, k->meaning, k->unit);
  }
  fclose(out);
  return help;
}
