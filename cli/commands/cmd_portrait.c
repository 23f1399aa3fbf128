/* lash portrait: one run, looked at the way nonlinear dynamics does. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "option_keys.h"
#include "portrait.h"
#include "study_options.h"

typedef struct arguments {
  study_options study;
  const char *period, *plane, *section;
  bool lyapunov;
  /* measures that belong to the verdict: from here on in the study's */
  size_t repeats_at, lyapunov_at;
} arguments;

static const struct argp_option options[] = {
    {"plane", OPTION_TEXT(arguments, plane), "COLUMN,COLUMN", 0, "The phase plane: what over what",
     1},
    {"period", OPTION_TEXT(arguments, period), "T", 0,
     "Poincare section once per T: the period of the drive", 1},
    {"section", OPTION_TEXT(arguments, section), "COLUMN=LEVEL", 0,
     "Poincare section where a column rises through a level", 1},
    {"lyapunov", OPTION_TRUE(arguments, lyapunov), NULL, 0, "The largest Lyapunov exponent too", 1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, NULL)) return 0;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &a->study;
  return 0;
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm",
    "One run, several views: phase portrait with Poincare section, orbits of journals and balls in "
    "their clearance, where they touch, spectra, order or chaos.\v"
    "Example: fifty turns of a slider-crank with clearance, the first ten left out\n"
    "  lash portrait slider_crank_clearance.adm --without JPRIM/1 --end 0.6 --from 0.12 \\\n"
    "    --period 0.012 --plane 'DX(33,41),VX(33,41)' --lyapunov --out portrait\n",
    study_children,
    study_help,
    NULL};

/* ------------------------------------------------------------------------------------ preparing */

/* Times as numbers: nothing varies here. */
static lash_status settle_times(const arguments *a, lash_study *study, portrait *p,
                                lash_error *error) {
  enum { PER_PERIOD = 128, OUTPUTS = 8192 };
  const struct {
    const char *option, *formula;
    double *value;
  } times[] = {{"--end", study->end_formula, &study->run.end},
               {"--from", study->from_formula, &study->from},
               {"--dtout", study->output_formula, &study->run.output_step},
               {"--period", a->period, &p->period}};
  for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
    if (!times[i].formula) continue;
    const lash_status status = lash_evaluate(times[i].formula, NULL, times[i].value, error);
    if (status == LASH_OK) continue;
    lash_error_prefix(error, "%s %s", times[i].option, times[i].formula);
    return status;
  }
  study->end_formula = study->from_formula = study->output_formula = NULL;
  p->from = study->from;
  if (!(study->run.end > study->from) || !isfinite(study->run.end)) {
    return lash_fail(error, LASH_BAD_INPUT, "the end, %g, is not behind --from %g", study->run.end,
                     study->from);
  }
  if (a->period && !(p->period > 0 && isfinite(p->period))) {
    return lash_fail(error, LASH_BAD_INPUT, "--period wants a time above zero, not '%s'",
                     a->period);
  }
  if (!(study->run.output_step > 0)) {
    study->run.output_step = p->period > 0 ? p->period / PER_PERIOD : study->run.end / OUTPUTS;
  }
  return LASH_OK;
}

static lash_status read_plane(const arguments *a, lash_study *study, portrait *p,
                              lash_error *error) {
  size_t count = 0;
  lash_status status = LASH_OK;
  if (a->plane) {
    status = lash_columns_parse(&study->measures.columns, a->plane, &study->model, p->plane, 2,
                                &count, error);
    if (status != LASH_OK) lash_error_prefix(error, "--plane");
  }
  if (status != LASH_OK || count == 2) return status;
  return lash_fail(error, LASH_BAD_INPUT,
                   "a phase portrait has two columns: give --plane COLUMN,COLUMN, for instance "
                   "DX(3,1),VX(3,1)");
}

static lash_status read_section(const arguments *a, lash_study *study, portrait *p,
                                lash_error *error) {
  char column[128];
  if (!a->section) return LASH_OK;
  if (a->period) {
    return lash_fail(error, LASH_BAD_INPUT, "one section at a time: --period or --section");
  }
  const char *equals = strrchr(a->section, '=');
  if (!equals || !lash_parse_number(equals + 1, &p->level)) {
    return lash_fail(error, LASH_BAD_INPUT, "--section wants COLUMN=LEVEL, not '%s'", a->section);
  }
  snprintf(column, sizeof column, "%.*s", (int)(equals - a->section), a->section);
  p->crossing = true;
  return lash_columns_add(&study->measures.columns, column, &study->model, &p->crossing_column,
                          error);
}

/* Measures for the verdict, behind those that the user asked for. */
static lash_status add_measures(arguments *a, lash_study *study, const portrait *p,
                                lash_error *error) {
  enum { INTERVALS = 100 };
  lash_measures *m = &study->measures;
  char text[300];
  lash_status status = LASH_OK;
  a->repeats_at = m->count;
  for (size_t k = 0; k < 2 && p->period > 0 && status == LASH_OK; k++) {
    snprintf(text, sizeof text, "repeats(%s,%.15g)", m->columns.item[p->plane[k]].text, p->period);
    status = lash_measures_parse(text, &study->model, m, error);
  }
  a->lyapunov_at = m->count;
  if (!a->lyapunov || status != LASH_OK) return status;
  const double interval = p->period > 0 ? p->period : (study->run.end - study->from) / INTERVALS;
  snprintf(text, sizeof text, "lyapunov(%.15g),lyapunov_error(%.15g)", interval, interval);
  return lash_measures_parse(text, &study->model, m, error);
}

static lash_status prepare(arguments *a, lash_study *study, portrait *p, lash_error *error) {
  lash_status status = study_options_open(&a->study, study, error);
  if (status == LASH_OK) status = settle_times(a, study, p, error);
  if (status == LASH_OK) status = read_plane(a, study, p, error);
  if (status == LASH_OK) status = read_section(a, study, p, error);
  if (status == LASH_OK) {
    lash_model model;
    status = lash_study_model(study, NULL, NULL, &model, error);
    if (status == LASH_OK) status = portrait_find_joints(p, &model, study, error);
    lash_model_free(&model);
  }
  return status == LASH_OK ? add_measures(a, study, p, error) : status;
}

/* ------------------------------------------------------------------------------------------ run */

/* A motion repeats when both columns do. */
static void read_verdict(const arguments *a, portrait *p) {
  const double *v = p->values;
  if (p->period > 0 && v[a->repeats_at] > 0 && v[a->repeats_at + 1] > 0) {
    p->repeats = (size_t)fmax(v[a->repeats_at], v[a->repeats_at + 1]);
  }
  p->has_lyapunov = a->lyapunov;
  if (a->lyapunov) p->lyapunov = (lash_lyapunov){v[a->lyapunov_at], v[a->lyapunov_at + 1], 0};
}

static lash_status show(arguments *a, lash_study *study, portrait *p, lash_record *record,
                        lash_error *error) {
  static double values[LASH_MEASURES_MAX];
  lash_status status = prepare(a, study, p, error);
  if (status == LASH_OK) status = folder_claim(a->study.out, error);
  if (status == LASH_OK) status = lash_study_point(study, NULL, NULL, values, record, error);
  if (status != LASH_OK) return status;
  p->study = study;
  p->record = record;
  p->values = values;
  read_verdict(a, p);
  status = portrait_look(p, error);
  if (status != LASH_OK) return status;
  (a->study.json ? portrait_print_json : portrait_print)(p, stdout);
  return a->study.out ? portrait_write(p, a->study.out, error) : LASH_OK;
}

static lash_status look(void *a, lash_error *error) {
  static portrait p; /* large */
  lash_study study = {0};
  lash_record record = {0};
  const lash_status status = show(a, &study, &p, &record, error);
  portrait_free(&p);
  lash_record_free(&record);
  lash_study_close(&study);
  return status;
}

static lash_status run(int argc, char **argv) {
  static arguments a; /* large */
  return cli_run(&argp, argc, argv, &a, NULL, look);
}

const lash_command cmd_portrait = {.name = "portrait",
                                   .summary = "one run in phase space: sections, orbits, spectra",
                                   .run = run,
                                   .user_code = true};
