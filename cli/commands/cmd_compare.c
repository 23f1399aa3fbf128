/* lash compare: several laws on one rig or one impact, or one dataset in several hosts. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "compare_hosts.h"
#include "compare_model.h"
#include "json.h"
#include "option_keys.h"
#include "output.h"
#include "output_options.h"
#include "paths.h"
#include "plot.h"
#include "rigging.h"

enum { LAWS_MAX = 24 };

typedef struct arguments {
  const char *experiment;
  const char *law[LAWS_MAX];
  size_t law_count;
  cli_settings settings;
  double mass, speed;
  compare_hosts_options hosts;
  show_options show;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"laws", 'l', "A,B,…", 0, "The laws to compare; the first is the reference", 0},
    {"set", OPTION_SETTING(arguments, settings), "NAME=VALUE", 0,
     "Parameter for every law that has it, or of the rig; hosts: STATEMENT/ID.ARG=VALUE", 0},
    OPTION_LETTER('s'),
    {"hosts", 'H', "A,B,…", 0, "Run a dataset in these hosts instead; the first is the reference",
     0},
    {"without", OPTION_TEXTS(arguments, hosts.without), "STATEMENT/ID", 0,
     "Hosts: switch an element off", 0},
    OPTION_LETTER('w'),
    {"end", OPTION_POSITIVE(arguments, hosts.end), "TIME", 0, "Hosts: until when", 0},
    OPTION_LETTER('e'),
    {"dtout", OPTION_POSITIVE(arguments, hosts.output_step), "TIME", 0,
     "Hosts: time between outputs (default: a hundredth of the end)", 0},
    OPTION_LETTER('d'),
    {"step", OPTION_POSITIVE(arguments, hosts.step), "TIME", 0,
     "Hosts: fixed step (mujoco), largest step (others)", 0},
    OPTION_LETTER('S'),
    {"accuracy", OPTION_POSITIVE(arguments, hosts.accuracy), "NUMBER", 0,
     "Hosts: accuracy of those that choose their step", 0},
    OPTION_LETTER('a'),
    {"out", OPTION_TEXT(arguments, hosts.folder), "FOLDER", 0,
     "Hosts: keep the tables in FOLDER/<host>", 0},
    OPTION_LETTER('o'),
    {"orders", OPTION_TRUE(arguments, hosts.orders), NULL, 0,
     "Hosts: take --step as fixed, halve it twice, show the orders", 0},
    OPTION_LETTER('O'),
    {"mass", OPTION_POSITIVE(arguments, mass), "KG", 0, "Impact: effective mass (default 1)", 0},
    OPTION_LETTER('m'),
    {"speed", OPTION_POSITIVE(arguments, speed), "M/S", 0, "Impact: speed (default 1)", 0},
    OPTION_LETTER('v'),
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (a->error.status != LASH_OK) return 0;
  if (option_word(key, arg, state, &a->experiment, "one experiment at a time")) return 0;
  switch (key) {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &a->show;
      return 0;
    case 'l':
      cli_names_split(arg, a->law, &a->law_count, LAWS_MAX, "laws", &a->error);
      return 0;
    case 'H':
      a->hosts.hosts = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "impact|stick-slip|breakaway|drift|belt|presliding\n--hosts A,B MODEL.adm --end "
    "TIME\nMODEL.adm --laws A,B --end TIME (more: lash compare MODEL.adm --help)",
    "Put several laws through the same experiment: one table with differences from the first law, "
    "one "
    "plot with all curves.\v"
    "Examples:\n"
    "  lash compare impact --laws hertz,lankarani_nikravesh,flores,exact --set K=1e8 --set e=0.7 "
    "\\\n"
    "    --speed 0.3 --plot impact.svg\n"
    "  lash compare stick-slip --laws lugre,elasto_plastic,gms,brown_mcphee --plot "
    "stick-slip.svg\n"
    "  lash compare --hosts mujoco,simbody four_bar.adm --end 0.5 --dtout 0.01\n"
    "  lash compare --hosts reference,mujoco four_bar.adm --end 0.5 --step 2e-3 --orders\n",
    show_children,
    NULL,
    NULL};

/* ---------------------------------------------------------------------------------- experiments */

/* The outcome of one law. */
typedef struct outcome {
  const char *law;
  double values[LASH_RIG_RESULTS_MAX];
  lash_curve curve;
  lash_params params;
} outcome;

typedef struct comparison {
  const char *const *results; /* names, NULL-terminated */
  const char *title;
  int plot_x, plot_y;
  outcome outcome[LAWS_MAX];
  size_t count;
} comparison;

static const char *const impact_results[] = {"e_out",       "contact_time_s", "delta_max_m",
                                             "force_max_N", "energy_lost_J",  NULL};

static lash_status all_used(const arguments *a, const comparison *c, const lash_params *rig,
                            lash_error *error) {
  const lash_params *known[LAWS_MAX + 1];
  size_t count = 0;
  for (size_t i = 0; i < a->law_count; i++) known[count++] = &c->outcome[i].params;
  if (rig) known[count++] = rig;
  return cli_settings_all_used(&a->settings, known, count, error);
}

static lash_status compare_impacts(arguments *a, comparison *c, lash_error *error) {
  *c = (comparison){.results = impact_results,
                    .title = "Impact: force over penetration",
                    .plot_x = 1,
                    .plot_y = 3};
  lash_contact contact[LAWS_MAX];
  for (size_t i = 0; i < a->law_count; i++) {
    lash_status status = cli_contact(a->law[i], &a->settings, a->mass, &contact[i], error);
    if (status != LASH_OK) return status;
    c->outcome[i].law = contact[i].law->name;
    c->outcome[i].params = contact[i].params;
  }
  lash_status status = all_used(a, c, NULL, error);
  for (size_t i = 0; i < a->law_count && status == LASH_OK; i++) {
    outcome *o = &c->outcome[i];
    lash_impact_result r;
    status = curve_allocate(&o->curve, 20000, error);
    if (status != LASH_OK) break;
    c->count++;
    status = lash_impact_run(&contact[i], a->mass, a->speed, &r, &o->curve, error);
    double values[] = {r.e_out, r.contact_time, r.delta_max, r.force_max, r.energy_lost};
    memcpy(o->values, values, sizeof values);
  }
  return status;
}

static lash_status compare_rigs(arguments *a, comparison *c, lash_error *error) {
  const lash_rig *rig;
  lash_status status = rigging_find(a->experiment, &rig, error);
  if (status != LASH_OK) return status;
  *c = (comparison){
      .results = rig->results, .title = rig->summary, .plot_x = rig->plot_x, .plot_y = rig->plot_y};
  rig_run run[LAWS_MAX];
  for (size_t i = 0; i < a->law_count; i++) {
    status = rigging_prepare(rig, a->law[i], &a->settings, &run[i], error);
    if (status != LASH_OK) return status;
    c->outcome[i].law = run[i].law;
    c->outcome[i].params = run[i].of_law;
  }
  status = all_used(a, c, &run[0].params, error);
  for (size_t i = 0; i < a->law_count && status == LASH_OK; i++) {
    status = rigging_execute(rig, &run[i], error);
    if (status != LASH_OK) break;
    c->count++;
    c->outcome[i].curve = run[i].curve;
    memcpy(c->outcome[i].values, run[i].values, sizeof run[i].values);
  }
  return status;
}

/* --------------------------------------------------------------------------------------- output */

static double relative_difference(double value, double reference) {
  return reference != 0 ? (value - reference) / fabs(reference) : NAN;
}

static void print_table(const comparison *c) {
  size_t results = 0;
  while (c->results[results]) results++;
  table t;
  table_begin(&t, 1 + 2 * results);
  table_text(&t, "law");
  for (size_t k = 0; k < results; k++) {
    table_text(&t, c->results[k]);
    table_text(&t, "diff");
  }
  for (size_t i = 0; i < c->count; i++) {
    table_text(&t, c->outcome[i].law);
    for (size_t k = 0; k < results; k++) {
      double difference = relative_difference(c->outcome[i].values[k], c->outcome[0].values[k]);
      table_number(&t, c->outcome[i].values[k]);
      table_format(&t, !i ? "" : isfinite(difference) ? "%+.2f %%" : "-", 100 * difference);
    }
  }
  table_show(&t, stdout);
}

static void print_json(const comparison *c) {
  json j = json_array_to(stdout);
  for (size_t i = 0; i < c->count; i++) {
    const outcome *o = &c->outcome[i];
    json_object(&j, NULL);
    json_string(&j, "law", o->law);
    for (size_t k = 0; c->results[k]; k++) json_number(&j, c->results[k], o->values[k]);
    json_object(&j, "relative_difference");
    for (size_t k = 0; c->results[k]; k++) {
      json_number(&j, c->results[k], relative_difference(o->values[k], c->outcome[0].values[k]));
    }
    json_object_end(&j);
    json_object_end(&j);
  }
  json_end(&j);
}

/* All curves below each other, with the law in front of each row. */
static void print_csv(const comparison *c) {
  const lash_curve *first = &c->outcome[0].curve;
  fputs("law", stdout);
  for (size_t k = 0; k < first->columns; k++) printf(",%s", first->names[k]);
  putchar('\n');
  for (size_t i = 0; i < c->count; i++) {
    const lash_curve *curve = &c->outcome[i].curve;
    for (size_t r = 0; r < curve->rows; r++) {
      fputs(c->outcome[i].law, stdout);
      for (size_t k = 0; k < curve->columns; k++) {
        printf(",%.17g", curve->data[r * curve->columns + k]);
      }
      putchar('\n');
    }
  }
}

static lash_status draw(const comparison *c, const char *file, lash_error *error) {
  plot_line lines[LAWS_MAX];
  for (size_t i = 0; i < c->count; i++) {
    lines[i] = (plot_line){c->outcome[i].law, &c->outcome[i].curve};
  }
  plot p = {c->title, c->plot_x, c->plot_y, lines, c->count};
  return plot_draw(&p, file, error);
}

/* -------------------------------------------------------------------------------------- command */

static lash_status compare_in_hosts(arguments *a, lash_error *error) {
  lash_status status = show_check(&a->show, error);
  if (status != LASH_OK) return status;
  if (a->law_count) {
    return lash_fail(error, LASH_BAD_INPUT, "--hosts and --laws exclude each other");
  }
  compare_hosts_options *o = &a->hosts;
  if (!(o->end > 0)) {
    return lash_fail(error, LASH_BAD_INPUT, "--hosts needs --end: until when to run");
  }
  if (!(o->output_step > 0)) o->output_step = o->end / 100;
  o->model = a->experiment;
  o->json = a->show.json;
  o->csv = a->show.csv;
  o->plot = a->show.plot;
  o->set = a->settings.item;
  o->set_count = a->settings.count;
  return compare_hosts(o, error);
}

static lash_status put_beside(arguments *a, comparison *c, lash_error *error) {
  if (a->hosts.hosts) return compare_in_hosts(a, error);
  if (!a->experiment || a->law_count == 0) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "name an experiment and laws: lash compare impact --laws hertz,exact --set K=1e8");
  }
  lash_status status = show_check(&a->show, error);
  if (status != LASH_OK) return status;
  status = strcmp(a->experiment, "impact") == 0 ? compare_impacts(a, c, error)
                                                : compare_rigs(a, c, error);
  if (status == LASH_OK && a->show.plot) status = draw(c, a->show.plot, error);
  if (status != LASH_OK) return status;
  (a->show.csv ? print_csv : a->show.json ? print_json : print_table)(c);
  return LASH_OK;
}

/* A dataset, and not in several hosts: a comparison of its own. */
static bool is_about_model(int argc, char **argv) {
  bool model = false;
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], "--host", 6) == 0 || strncmp(argv[i], "-H", 2) == 0) return false;
    if (path_ends_in(argv[i], ".adm")) model = true;
  }
  return model;
}

static lash_status compare(void *arguments_of, lash_error *error) {
  comparison c = {0};
  const lash_status status = put_beside(arguments_of, &c, error);
  for (size_t i = 0; i < c.count; i++) curve_free(&c.outcome[i].curve);
  return status;
}

static lash_status run(int argc, char **argv) {
  if (is_about_model(argc, argv)) return compare_model(argc, argv);
  arguments a = {.mass = 1, .speed = 1};
  return cli_run(&argp, argc, argv, &a, &a.error, compare);
}

const lash_command cmd_compare = {
    .name = "compare",
    .summary = "several laws in one experiment or model, or one model in several hosts",
    .run = run,
    .user_code = true};
