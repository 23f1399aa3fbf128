/* lash plot: columns of finished runs, drawn over each other. */
#include <math.h>

#include "cli.h"
#include "columns_of_runs.h"
#include "json.h"
#include "option_keys.h"
#include "plot.h"

enum { RUNS_MAX = 32, PANELS_MAX = 8, KEY_LABEL = 1000 };

typedef struct arguments {
  const char *run[RUNS_MAX], *label[RUNS_MAX];
  size_t runs, labels;
  const char *column[PANELS_MAX];
  size_t panels;
  const char *against, *out, *title;
  double from, to;
  bool json;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"column", 'c', "COLUMN[,COLUMN]", 0,
     "What to draw; columns joined by a comma share a panel, each further --column adds one", 0},
    {"against", OPTION_TEXT(arguments, against), "COLUMN", 0,
     "What lies along (default: the table's first, time)", 0},
    {"label", KEY_LABEL, "TEXT", 0,
     "Name of a run in the legend, once per run in their order (default: what tells their paths "
     "apart)",
     0},
    {"from", OPTION_NUMBER(arguments, from), "X", 0,
     "Leave out rows whose first column, time, is before this", 0},
    {"to", OPTION_NUMBER(arguments, to), "X", 0, "Leave out rows behind this", 0},
    {"out", OPTION_TEXT(arguments, out), "FILE", 0, "Picture: FILE.svg, .pdf or .png", 0},
    OPTION_LETTER('o'),
    {"title", OPTION_TEXT(arguments, title), "TEXT", 0, "Line above the picture (default: none)",
     0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0,
     "Say as JSON what was drawn, or which columns there are", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  switch (key) {
    case 'c':
      if (a->panels == PANELS_MAX) argp_error(state, "at most %d panels", PANELS_MAX);
      a->column[a->panels++] = arg;
      return 0;
    case KEY_LABEL:
      if (a->labels == RUNS_MAX) argp_error(state, "at most %d labels", RUNS_MAX);
      a->label[a->labels++] = arg;
      return 0;
    case ARGP_KEY_ARG:
      if (a->runs == RUNS_MAX) argp_error(state, "at most %d runs", RUNS_MAX);
      a->run[a->runs++] = arg;
      return 0;
    case ARGP_KEY_END:
      if (!a->runs) argp_error(state, "which run? Name the folder of one, or a table");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "RUN...",
    "Draw columns of one or several runs over each other. RUN is the folder that run, compare or "
    "validate wrote, one table of it, or a results file of another program (.res, .req, .tab).\v"
    "Examples: the path of a part, then the energy in two panels\n"
    "  lash run validation/rssr/rssr.adm --end 0.05 --dtout 1e-4 --out out/rssr\n"
    "  lash plot out/rssr                                      lists the columns\n"
    "  lash plot out/rssr --column PART_3_Y --against PART_3_X --out path.svg\n"
    "  lash plot out/rssr --column kinetic --column dissipated --out energy.pdf\n"
    "A column is found in whichever table has it; TABLE.COLUMN (request_1.f2, or request/1.f2) "
    "says which.\n",
    NULL,
    NULL,
    NULL};

/* ----------------------------------------------------------------------------------------- list */

static void list_columns(const arguments *a, const run_tables *runs) {
  json j = {.depth = 0};
  if (a->json) j = json_object_to(stdout);
  for (size_t i = 0; i < runs->run[0].curves.tables; i++) {
    const curve_table *t = &runs->run[0].curves.table[i];
    if (!curve_table_is_curve(t)) continue;
    if (a->json)
      json_array(&j, t->name);
    else
      printf("%s, %zu rows:", t->name, t->rows);
    for (size_t c = 0; c < t->columns; c++) {
      if (!t->number[c]) continue;
      if (a->json)
        json_string(&j, NULL, t->heading[c]);
      else
        printf(" %s", t->heading[c]);
    }
    if (a->json)
      json_array_end(&j);
    else
      putchar('\n');
  }
  if (a->json) json_end(&j);
}

/* ----------------------------------------------------------------------------------------- draw */

static void say(const arguments *a, const plot_panel *panel, size_t count) {
  size_t lines = 0;
  for (size_t k = 0; k < count; k++) lines += panel[k].count;
  if (!a->json) {
    printf("%s: %zu panel%s, %zu line%s\n", a->out, count, count == 1 ? "" : "s", lines,
           lines == 1 ? "" : "s");
    return;
  }
  json j = json_object_to(stdout);
  json_string(&j, "picture", a->out);
  json_array(&j, "panels");
  for (size_t k = 0; k < count; k++) {
    json_object(&j, NULL);
    json_string(&j, "x", panel[k].x.label);
    json_string(&j, "y", panel[k].y.label);
    json_array(&j, "lines");
    for (size_t i = 0; i < panel[k].count; i++) json_string(&j, NULL, panel[k].series[i].title);
    json_array_end(&j);
    json_object_end(&j);
  }
  json_end(&j);
}

static lash_status draw(const arguments *a, const run_tables *runs, lash_error *error) {
  run_lines lines[PANELS_MAX] = {{.count = 0}};
  plot_panel panel[PANELS_MAX];
  lash_status status = LASH_OK;
  for (size_t k = 0; k < a->panels && status == LASH_OK; k++) {
    status = run_lines_find(runs, a->column[k], a->against, a->from, a->to, &lines[k], error);
    panel[k] = (plot_panel){lines[k].x, lines[k].y, lines[k].series, lines[k].count};
  }
  if (status == LASH_OK)
    status = plot_panels(a->out, a->title ? a->title : "", panel, a->panels, error);
  if (status == LASH_OK) say(a, panel, a->panels);
  for (size_t k = 0; k < a->panels; k++) run_lines_free(&lines[k]);
  return status;
}

static lash_status check(const arguments *a, lash_error *error) {
  if (a->panels && !a->out)
    return lash_fail(error, LASH_BAD_INPUT, "where to? Give --out FILE.svg, .pdf or .png");
  const lash_status status = a->out ? gnuplot_check_name("--out", a->out, error) : LASH_OK;
  if (status != LASH_OK) return status;
  if (a->out && !a->panels)
    return lash_fail(error, LASH_BAD_INPUT,
                     "what to draw? Give --column; `lash plot %s` lists the columns", a->run[0]);
  if (a->labels && a->labels != a->runs)
    return lash_fail(error, LASH_BAD_INPUT, "%zu runs, but %zu --label: give one for each", a->runs,
                     a->labels);
  return LASH_OK;
}

static lash_status draw_or_list(void *context, lash_error *error) {
  const arguments *a = context;
  run_tables runs = {0};
  lash_status status = check(a, error);
  if (status == LASH_OK)
    status = run_tables_read(&runs, a->run, a->labels ? a->label : NULL, a->runs, error);
  if (status == LASH_OK && a->panels)
    status = draw(a, &runs, error);
  else if (status == LASH_OK)
    list_columns(a, &runs);
  run_tables_free(&runs);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.from = -INFINITY, .to = INFINITY};
  return cli_run(&argp, argc, argv, &a, &a.error, draw_or_list);
}

const lash_command cmd_plot = {
    .name = "plot", .summary = "draw columns of runs over each other", .run = run};
