/* lash rig: experiments for friction, film and wear laws. */
#include <math.h>

#include "cli.h"
#include "json.h"
#include "option_keys.h"
#include "output.h"
#include "output_options.h"
#include "plot.h"
#include "rigging.h"

typedef struct arguments {
  const char *rig, *law;
  cli_settings settings;
  show_options show;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"law", OPTION_TEXT(arguments, law), "NAME", 0,
     "Friction law (`lash laws --kind friction`, `--kind friction-state`); journal-bearing, whirl: "
     "film law (`--kind film`); wear: wear law (`--kind wear`)",
     0},
    OPTION_LETTER('l'),
    {"set", OPTION_SETTING(arguments, settings), "NAME=VALUE", 0,
     "Parameter of the law or of the rig, as often as needed", 0},
    OPTION_LETTER('s'),
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (option_word(key, arg, state, &a->rig, "one rig at a time")) return 0;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &a->show;
  return 0;
}

static const struct argp argp = {
    options,
    parse,
    "RIG",
    "Put a friction law through a classic experiment: stick-slip, breakaway, drift, belt, "
    "presliding, drilling or rolling; a film law through a journal bearing, or to where its "
    "journal whirls; a wear law through the running-in of a bush.\v"
    "Examples:\n"
    "  lash rig stick-slip --law lugre             the experiment of the 1995 LuGre paper\n"
    "  lash rig breakaway --law lugre --set rate=20\n"
    "  lash rig drift --law elasto_plastic         holds where lugre creeps\n"
    "  lash rig presliding --law gms --plot loop.svg\n"
    "  lash rig drilling --law smooth_tanh --set speed=0.05   spins and slides, stops at once\n"
    "  lash rig journal-bearing --law short --set R=0.01 --set c=20e-6 --set L=0.01 \\\n"
    "    --set viscosity=0.05 --set load=100\n"
    "  lash rig whirl --law short --set R=0.05 --set c=1e-4 --set L=0.03 --set viscosity=0.1 \\\n"
    "    --set load=525 --set mass=53.5\n"
    "  lash rig wear --law archard --set k_i=1e-13 --plot worn.svg\n"
    "Without --law, `lash rig RIG` lists the rig's own parameters.\n",
    show_children,
    NULL,
    NULL};

static void print_rig(const lash_rig *rig) {
  printf("%s: %s\n\n", rig->name, rig->summary);
  table t = table_with("  parameter", "unit", "default", "meaning", NULL);
  for (size_t i = 0; i < rig->param_count; i++) {
    const lash_param *p = &rig->params[i];
    table_format(&t, "  %s", p->name);
    table_text(&t, p->unit);
    if (p->choices)
      table_text(&t, p->choices[(size_t)p->standard]);
    else
      table_number(&t, p->standard);
    table_text(&t, p->meaning);
  }
  table_show(&t, stdout);
}

static void print_json(const lash_rig *rig, const rig_run *r) {
  json j = json_object_to(stdout);
  json_string(&j, "rig", rig->name);
  json_string(&j, "law", r->law);
  for (size_t i = 0; rig->results[i]; i++) json_number(&j, rig->results[i], r->values[i]);
  json_end(&j);
}

static void print_table(const lash_rig *rig, const rig_run *r) {
  printf("%s, %s\n", rig->name, r->law);
  for (size_t i = 0; rig->results[i]; i++) {
    if (isnan(r->values[i])) {
      printf("  %-20s -\n", rig->results[i]);
    } else {
      printf("  %-20s %.8g\n", rig->results[i], r->values[i]);
    }
  }
}

static lash_status run_rig(void *context, lash_error *error) {
  arguments *a = context;
  const lash_rig *rig;
  lash_status status = show_check(&a->show, error);
  if (status == LASH_OK) status = rigging_find(a->rig, &rig, error);
  if (status != LASH_OK) return status;
  if (!a->law) {
    print_rig(rig);
    return LASH_OK;
  }
  rig_run r;
  status = rigging_prepare(rig, a->law, &a->settings, &r, error);
  const lash_params *known[] = {&r.of_law, &r.params};
  if (status == LASH_OK) status = cli_settings_all_used(&a->settings, known, 2, error);
  if (status == LASH_OK) status = rigging_execute(rig, &r, error);
  if (status != LASH_OK) return status;
  if (a->show.plot)
    status =
        plot_curve(&r.curve, r.law, rig->summary, rig->plot_x, rig->plot_y, a->show.plot, error);
  if (status == LASH_OK && a->show.csv)
    curve_print_csv(&r.curve, stdout);
  else if (status == LASH_OK)
    (a->show.json ? print_json : print_table)(rig, &r);
  curve_free(&r.curve);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {0};
  return cli_run(&argp, argc, argv, &a, &a.error, run_rig);
}

const lash_command cmd_rig = {
    .name = "rig",
    .summary = "put a friction, film or wear law through a classic experiment",
    .run = run,
    .laws = true};
