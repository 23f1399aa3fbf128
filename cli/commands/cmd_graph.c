/* lash graph: the screw bond graph of a mechanism and the power balance at every junction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "graph.h"
#include "json.h"
#include "lash_validation.h"
#include "option_keys.h"
#include "output.h"
#include "paths.h"
#include "runs.h"

enum { KEY_WITHOUT = 1000 };

typedef struct arguments {
  const char *what, *run, *dot, *svg, *cases;
  double time;
  bool json;
  run_setup setup; /* of a dataset given by its file */
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"time", 't', "T", 0, "Look at this time (the start)", 0},
    {"svg", OPTION_TEXT(arguments, svg), "FILE", 0, "Draw the graph (graphviz)", 0},
    {"dot", OPTION_TEXT(arguments, dot), "FILE", 0,
     "Write the graph in the DOT language; - is standard output", 0},
    {"set", 's', "STATEMENT/ID.ARG=VALUE", 0, "Change an argument of the dataset", 0},
    {"without", KEY_WITHOUT, "STATEMENT/ID", 0, "Leave an element out", 0},
    {"run", OPTION_TEXT(arguments, run), "NAME", 0, "Which run of a case (the first)", 0},
    {"cases", OPTION_TEXT(arguments, cases), "DIR", 0, "Where the cases are (validation)", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static void take_without(run_setup *setup, const char *text, lash_error *error) {
  if (setup->withouts == RUN_WITHOUTS_MAX || strlen(text) >= RUN_NAME_MAX || !strchr(text, '/'))
    lash_fail(error, LASH_BAD_INPUT, "--without %s: STATEMENT/ID is wanted, %d times at most", text,
              RUN_WITHOUTS_MAX);
  else
    snprintf(setup->without[setup->withouts++].name, RUN_NAME_MAX, "%s", text);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (option_word(key, arg, state, &a->what, "one mechanism at a time")) return 0;
  switch (key) {
    case 't':
      if (!lash_parse_number(arg, &a->time)) argp_error(state, "--time: '%s' is no number", arg);
      return 0;
    case 's':
      if (a->error.status == LASH_OK) run_setup_set(&a->setup, arg, &a->error);
      return 0;
    case KEY_WITHOUT:
      if (a->error.status == LASH_OK) take_without(&a->setup, arg, &a->error);
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error(state, "which mechanism? Give a dataset (.adm) or the name of a validation case");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "MODEL|CASE",
    "Show the screw bond graph of a mechanism: bodies as 1-junctions with their inertia, joints "
    "and "
    "forces as 0-junctions, transformers between them, the power in every bond and what is left "
    "over at every junction.\v"
    "Examples:\n"
    "  lash graph slider_crank --time 3 --svg slider_crank.svg\n"
    "  lash graph rssr --run ideal_1200 --time 0.01\n"
    "  lash graph pendulum.adm --dot - | dot -Tpng -o pendulum.png\n",
    NULL,
    NULL,
    NULL};

/* ------------------------------------------------------------------------------------- printing */

static const char *kind_of(const lash_bond *bond) {
  static const char *const names[] = {"inertia", "gravity", "transfer", "motion", "force"};
  return names[bond->kind];
}

static void print_tables(const lash_bond_graph *g, const lash_model *model, double t) {
  char name[256];
  table junctions = table_with("junction", "", "power through", "left over", "relative",
                               "wrenches left over", NULL);
  for (size_t k = 0; k < g->junction_count; k++) {
    const lash_junction *j = &g->junction[k];
    graph_name(model, j, name, sizeof name);
    table_text(&junctions, name);
    table_text(&junctions, j->body ? "1" : "0");
    table_number(&junctions, j->exchanged / 2);
    table_number(&junctions, j->residual);
    table_number(&junctions, g->exchanged > 0 ? fabs(j->residual) / g->exchanged : 0);
    table_number(&junctions, j->body && k ? j->imbalance : (double)NAN);
  }
  printf("time %g: %zu bodies, %zu elements, %zu bonds\n\n", t, g->body_count - 1,
         g->junction_count - g->body_count, g->bond_count);
  table_show(&junctions, stdout);
  putchar('\n');

  table bonds = table_with("power", "", "from", "to", NULL);
  for (size_t k = 0; k < g->bond_count; k++) {
    const lash_bond *b = &g->bond[k];
    char at_body[256] = "", at_element[256] = "", source[64] = "gravity";
    if (b->body != LASH_NO_JUNCTION)
      graph_name(model, &g->junction[b->body], at_body, sizeof at_body);
    if (b->element != LASH_NO_JUNCTION)
      graph_name(model, &g->junction[b->element], at_element, sizeof at_element);
    if (b->statement) snprintf(source, sizeof source, "%s/%d", b->statement, b->id);
    table_number(&bonds, b->power);
    table_text(&bonds, lash_bond_letters(b));
    table_text(&bonds, b->kind == LASH_BOND_INERTIA    ? at_body
                       : b->kind == LASH_BOND_TRANSFER ? at_element
                                                       : source);
    table_text(&bonds, b->kind == LASH_BOND_INERTIA  ? "inertia"
                       : b->body != LASH_NO_JUNCTION ? at_body
                                                     : at_element);
  }
  table_show(&bonds, stdout);
  printf("\nleft over at most %.3g of %.6g\n", g->worst, g->exchanged);
}

static void json_index(json *j, const char *key, size_t junction) {
  if (junction == LASH_NO_JUNCTION)
    json_string(j, key, NULL);
  else
    json_integer(j, key, (long long)junction);
}

static void print_json(const lash_bond_graph *g, const lash_model *model, double t) {
  char name[256];
  json j = json_object_to(stdout);
  json_number(&j, "time", t);
  json_array(&j, "junctions");
  for (size_t k = 0; k < g->junction_count; k++) {
    const lash_junction *n = &g->junction[k];
    graph_name(model, n, name, sizeof name);
    json_object(&j, NULL);
    json_string(&j, "name", name);
    json_integer(&j, "kind", n->body ? 1 : 0);
    json_string(&j, "statement", n->statement);
    json_integer(&j, "id", n->id);
    json_number(&j, "exchanged", n->exchanged);
    json_number(&j, "residual", n->residual);
    json_number(&j, "imbalance", n->imbalance);
    json_object_end(&j);
  }
  json_array_end(&j);
  json_array(&j, "bonds");
  for (size_t k = 0; k < g->bond_count; k++) {
    const lash_bond *b = &g->bond[k];
    json_object(&j, NULL);
    json_string(&j, "kind", kind_of(b));
    json_string(&j, "letters", lash_bond_letters(b));
    json_index(&j, "body", b->body);
    json_index(&j, "element", b->element);
    json_string(&j, "statement", b->statement);
    json_integer(&j, "id", b->id);
    json_number(&j, "power", b->power);
    json_number(&j, "sent", b->sent);
    json_numbers(&j, "wrench", b->wrench, 6);
    json_object_end(&j);
  }
  json_array_end(&j);
  json_number(&j, "exchanged", g->exchanged);
  json_number(&j, "worst", g->worst);
  json_end(&j);
}

/* ------------------------------------------------------------------------------------------ run */

static lash_status write_dot(const arguments *a, const lash_bond_graph *graph,
                             const lash_model *model, const char *title, lash_error *error) {
  if (strcmp(a->dot, "-") == 0) {
    graph_write_dot(graph, model, title, stdout);
    return LASH_OK;
  }
  out_file out;
  const lash_status status = out_open(&out, a->dot, error);
  if (status == LASH_OK) graph_write_dot(graph, model, title, out.stream);
  return out_close(&out, status, error);
}

static lash_status show(void *context, const lash_model *model, lash_system *system,
                        lash_error *error) {
  const arguments *a = context;
  lash_bond_graph graph;
  lash_status status = lash_bond_graph_make(system, &graph, error);
  if (status != LASH_OK) return status;
  char title[512];
  const double t = lash_system_time(system);
  snprintf(title, sizeof title, "%s, time %g: power in every bond, at most %.1e left over of %.3g",
           a->what, t, graph.worst, graph.exchanged);
  if (a->dot) status = write_dot(a, &graph, model, title, error);
  if (status == LASH_OK && a->svg) status = graph_draw(&graph, model, title, a->svg, error);
  if (status == LASH_OK && a->json)
    print_json(&graph, model, t);
  else if (status == LASH_OK && !(a->dot && strcmp(a->dot, "-") == 0))
    print_tables(&graph, model, t);
  lash_bond_graph_free(&graph);
  return status;
}

static lash_status show_dataset(arguments *a, lash_error *error) {
  lash_status status = out_apart("--dot", a->dot, a->what, error);
  if (status == LASH_OK) status = out_apart("--svg", a->svg, a->what, error);
  return status == LASH_OK ? run_visit_file(a->what, &a->setup, a->time, show, a, error) : status;
}

/* A case's run; what --set and --without say comes on top. */
static lash_status show_case_in(arguments *a, const char *folder, lash_error *error) {
  char *path = path_join(folder, "runs.txt");
  run_list list;
  lash_status status =
      path ? run_list_read(path, &list, error) : lash_fail(error, LASH_FAILURE, "out of memory");
  free(path);
  if (status != LASH_OK) {
    lash_error_prefix(error, "%s is neither a dataset (.adm) nor a case", a->what);
    return status;
  }
  const run_setup *found = a->run ? run_list_find(&list, a->run) : NULL;
  for (size_t k = 0; !a->run && !found && k < list.count; k++) {
    if (list.item[k].members) found = &list.item[k];
  }
  if (!found) {
    status = lash_fail(error, LASH_BAD_INPUT, "%s has no run %s", a->what, a->run ? a->run : "");
  } else {
    run_setup setup = *found;
    for (size_t k = 0; k < a->setup.sets && setup.sets < RUN_SETS_MAX; k++)
      setup.set[setup.sets++] = a->setup.set[k];
    for (size_t k = 0; k < a->setup.withouts && setup.withouts < RUN_WITHOUTS_MAX; k++)
      setup.without[setup.withouts++] = a->setup.without[k];
    status = run_visit(&list, &setup, folder, a->time, show, a, error);
  }
  run_list_free(&list);
  return status;
}

static lash_status show_case(arguments *a, lash_error *error) {
  char *cases = a->cases ? strdup(a->cases) : lash_validation_folder();
  char *folder = cases ? path_join(cases, a->what) : NULL;
  const lash_status status =
      folder ? show_case_in(a, folder, error) : lash_fail(error, LASH_FAILURE, "out of memory");
  free(cases);
  free(folder);
  return status;
}

static lash_status show_what(void *context, lash_error *error) {
  arguments *a = context;
  return path_ends_in(a->what, ".adm") ? show_dataset(a, error) : show_case(a, error);
}

static lash_status run(int argc, char **argv) {
  arguments a = {.time = NAN};
  return cli_run(&argp, argc, argv, &a, &a.error, show_what);
}

const lash_command cmd_graph = {.name = "graph",
                                .summary = "screw bond graph and power balance of a mechanism",
                                .run = run,
                                .user_code = true};
