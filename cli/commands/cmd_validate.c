/* lash validate: published mechanisms, claim by claim. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "lash_validation.h"
#include "meter.h"
#include "option_keys.h"
#include "output.h"
#include "run.h"

enum { NAMES_MAX = 64, KEY_NO_PLOTS = 1000, KEY_MUTATE, KEY_SUITE };

typedef struct arguments {
  lash_validation_options v;
  const char *names[NAMES_MAX];
  bool json, markdown;
  meter meter;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"quick", OPTION_TRUE(arguments, v.quick), NULL, 0, "Small ensembles, long runs left out", 0},
    {"out", OPTION_TEXT(arguments, v.out), "DIR", 0,
     "Write curves, claims and plots there, and index.html", 0},
    OPTION_LETTER('o'),
    {"no-plots", KEY_NO_PLOTS, NULL, 0, "Do not draw", 0},
    {"jobs", 'j', "N", 0, "Runs side by side (one per processor)", 0},
    {"resume", OPTION_TEXT(arguments, v.resume), "DIR", 0,
     "Keep the result of every run there, and take those that are there: what was ended goes on",
     0},
    {"mutate", KEY_MUTATE, "WHAT", 0,
     "Judge other curves: 'ideal', those without clearance, or 'doubled', twice as far from them; "
     "shows which claims can fail",
     0},
    {"suite", KEY_SUITE, "NAME", 0,
     "'papers' (as without), 'benchmarks', the library of public problems with numbers, or 'all'",
     0},
    {"host", OPTION_TEXT(arguments, v.host), "NAME", 0,
     "Run everything in this engine (lash hosts)", 0},
    {"cases", OPTION_TEXT(arguments, v.folder), "DIR", 0, "Where the cases are (validation)", 0},
    {"update", OPTION_TRUE(arguments, v.update), NULL, 0,
     "Put the verdicts into each claims.csv as those on record; look at the difference before you "
     "keep it",
     0},
    {"markdown", OPTION_TRUE(arguments, markdown), NULL, 0, "Print the verdicts as Markdown", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static void read_suite(const char *word, lash_suite *suite, lash_error *error) {
  static const char *const words[] = {[LASH_SUITE_PAPERS] = "papers",
                                      [LASH_SUITE_LIBRARY] = "benchmarks",
                                      [LASH_SUITE_ALL] = "all"};
  lash_suite s = LASH_SUITE_PAPERS;
  while (s <= LASH_SUITE_ALL && strcmp(word, words[s]) != 0) s++;
  if (s <= LASH_SUITE_ALL)
    *suite = s;
  else
    lash_fail(error, LASH_BAD_INPUT, "--suite is papers, benchmarks or all, not '%s'", word);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  double number;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  switch (key) {
    case KEY_NO_PLOTS:
      a->v.plots = false;
      return 0;
    case KEY_MUTATE:
      if (strcmp(arg, "ideal") == 0)
        a->v.mutation = LASH_IDEAL;
      else if (strcmp(arg, "doubled") == 0)
        a->v.mutation = LASH_DOUBLED;
      else
        lash_fail(&a->error, LASH_BAD_INPUT, "--mutate: '%s' is neither ideal nor doubled", arg);
      return 0;
    case KEY_SUITE:
      read_suite(arg, &a->v.suite, &a->error);
      return 0;
    case 'j':
      if (lash_parse_number(arg, &number) && number >= 1 && number <= 1024)
        a->v.jobs = (int)number;
      else
        lash_fail(&a->error, LASH_BAD_INPUT, "--jobs: '%s' is not a count", arg);
      return 0;
    case ARGP_KEY_ARG:
      if (a->v.name_count == NAMES_MAX) argp_error(state, "too many cases");
      a->names[a->v.name_count++] = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "[CASE...]",
    "Run published mechanisms and judge, claim by claim, what is reproduced.\v"
    "Exit status: 0 when no run failed and every verdict is the one on record in the case's "
    "claims.csv (with --host: when no run failed); 2 when something is wrong with a case's "
    "files.\n\n"
    "Examples:\n"
    "  lash validate --quick                  everything, in a few minutes\n"
    "  lash validate --suite benchmarks       the library of public problems\n"
    "  lash validate rssr --out results       one case, with curves and plots\n"
    "  lash validate --resume kept            all of it; after an interruption the same again goes "
    "on\n",
    NULL,
    NULL,
    NULL};

/* ------------------------------------------------------------------------------------- printing */

static bool show_progress(void *context, size_t finished, size_t failed, size_t all) {
  arguments *a = context;
  meter_show(&a->meter, finished, failed, all);
  return !run_interrupted();
}

static void print_case(void *context, const lash_validation_case *c) {
  arguments *a = context;
  if (a->json || a->markdown) return;
  meter_end(&a->meter);
  printf("%s (%.1f s)\n", c->name, c->seconds);
  table t =
      table_with("row", "reading", "quantity", "published", "computed", "unit", "verdict", NULL);
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    table_text(&t, k->id);
    table_text(&t, lash_claim_counts(k) ? k->reading : k->kind);
    table_text(&t, k->quantity);
    table_text(&t, k->published);
    if (isfinite(k->computed) && k->members > 1)
      table_format(&t, "%.4g [%.4g, %.4g]", k->computed, k->low, k->high);
    else
      table_format(&t, isfinite(k->computed) ? "%.10g" : "-", k->computed);
    table_text(&t, k->unit);
    table_format(&t, "%s%s%s%s%s", lash_verdict_name(k->verdict),
                 k->surprise ? "; on record: " : "", k->surprise ? k->expected : "",
                 k->failure[0] ? ": " : "", k->failure);
  }
  table_fit(&t, 2);
  table_show(&t, stdout);
  if (c->failed[0]) printf("%s\n", c->failed);
  putchar('\n');
  fflush(stdout);
}

static void print_summary(const lash_validation *v) {
  size_t claims[LASH_NOT_RUN + 1] = {0}, met = 0, checks = 0;
  const char *comma = "";
  for (size_t i = 0; i < v->count; i++) {
    lash_validation_count(&v->item[i], claims);
    lash_validation_checks(&v->item[i], &met, &checks);
  }
  printf("claims: ");
  for (lash_verdict i = LASH_REPRODUCED; i <= LASH_NOT_RUN; i++) {
    if (!claims[i]) continue;
    printf("%s%zu %s", comma, claims[i], lash_verdict_name(i));
    comma = ", ";
  }
  printf("\nchecks: %zu of %zu met\n", met, checks);
  if (v->failures) printf("%zu runs failed\n", v->failures);
  printf("%zu of the verdicts differ from those on record\n", v->surprises);
}

static void json_claim(json *j, const lash_claim *k) {
  json_object(j, NULL);
  json_string(j, "id", k->id);
  json_string(j, "reading", k->reading);
  json_string(j, "quantity", k->quantity);
  json_string(j, "published", k->published);
  json_string(j, "unit", k->unit);
  json_string(j, "kind", k->kind);
  json_string(j, "rule", k->rule);
  json_number(j, "computed", k->computed);
  json_number(j, "error", k->error);
  json_number(j, "low", k->low);
  json_number(j, "high", k->high);
  json_integer(j, "members", (long long)k->members);
  json_string(j, "verdict", lash_verdict_name(k->verdict));
  json_string(j, "expected", k->expected);
  json_boolean(j, "as_expected", !k->surprise);
  json_string(j, "failure", k->failure[0] ? k->failure : NULL);
  json_object_end(j);
}

static void print_json(const lash_validation *v) {
  json j = json_object_to(stdout);
  json_array(&j, "cases");
  for (size_t i = 0; i < v->count; i++) {
    json_object(&j, NULL);
    json_string(&j, "name", v->item[i].name);
    json_number(&j, "seconds", v->item[i].seconds);
    json_string(&j, "failed", v->item[i].failed[0] ? v->item[i].failed : NULL);
    json_array(&j, "claims");
    for (size_t k = 0; k < v->item[i].claim_count; k++) json_claim(&j, &v->item[i].claim[k]);
    json_array_end(&j);
    json_object_end(&j);
  }
  json_array_end(&j);
  json_integer(&j, "failures", (long long)v->failures);
  json_integer(&j, "surprises", (long long)v->surprises);
  json_end(&j);
}

/* ------------------------------------------------------------------------------------------ run */

static lash_status validate(void *context, lash_error *error) {
  arguments *a = context;
  if (a->v.update && (a->v.quick || a->v.mutation || a->v.host))
    return lash_fail(
        error, LASH_BAD_INPUT,
        "--update records what the full runs find: neither --quick nor --mutate, nor --host");
  char *cases = a->v.folder ? NULL : lash_validation_folder();
  if (cases) a->v.folder = cases;
  a->v.names = a->names;
  a->v.progress = print_case;
  a->v.run_done = show_progress;
  a->v.context = a;
  a->meter = meter_begin("runs", false);
  run_catch_interrupt();
  lash_validation *v;
  const lash_status status = lash_validate(&a->v, &v, error);
  meter_end(&a->meter);
  free(cases);
  if (status != LASH_OK) return status;
  if (a->json)
    print_json(v);
  else if (a->markdown)
    lash_validation_markdown(v, stdout);
  else
    print_summary(v);
  const bool as_recorded = v->failures == 0 && (v->surprises == 0 || a->v.update);
  lash_validation_free(v);
  return as_recorded ? LASH_OK : LASH_FAILURE;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.v = {.plots = true}};
  return cli_run(&argp, argc, argv, &a, &a.error, validate);
}

const lash_command cmd_validate = {.name = "validate",
                                   .summary = "judge published mechanisms claim by claim",
                                   .run = run,
                                   .jobs = true};
