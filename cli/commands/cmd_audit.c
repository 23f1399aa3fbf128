/* lash audit: anybody's results against a dataset. */

#include "cli.h"
#include "json.h"
#include "lash_session.h"
#include "option_keys.h"
#include "output.h"
#include "results_audit.h"

typedef struct arguments {
  const char *file[2];
  size_t files;
  lash_texts_list sets;
  const char *steps;
  double tolerance;
  bool json;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"tolerance", OPTION_POSITIVE(arguments, tolerance), "SHARE", 0,
     "What may be off, as a share of the greatest (default 5e-3: what Adams' own steps leave at "
     "its "
     "default error)",
     0},
    {"set", OPTION_TEXTS(arguments, sets), "STATEMENT/ID.ARG=VALUE", 0,
     "Change the dataset, as often as needed", 0},
    OPTION_LETTER('s'),
    {"steps", OPTION_TEXT(arguments, steps), "TYPE", 0,
     "Steps of the .res (default: those of its last analysis)", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print everything as JSON", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  switch (key) {
    case ARGP_KEY_ARG:
      if (a->files == 2) argp_error(state, "'%s' is too many", arg);
      a->file[a->files++] = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->files < 2) argp_error(state, "give results and the dataset they are said to be of");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "RESULTS MODEL.adm",
    "Check results, Adams' (.res) or a run's folder, against the dataset they are said to be of: "
    "in "
    "the states they show, do joints hold, is F = m a, is energy balanced? It tells when a dataset "
    "is "
    "not the one that was run.\v"
    "Example\n"
    "  lash run model.adm --end 0.05 --dtout 1e-3 --res --out results\n"
    "  lash audit results model.adm\n"
    "Exit status: 0 they belong together, 1 they do not, 2 bad input.\n",
    NULL,
    NULL,
    NULL};

/* ----------------------------------------------------------------------------------------- show */

static void row(table *t, const char *what, const audit_measure *m) {
  table_text(t, what);
  table_format(t, "%.2e", m->worst);
  table_number(t, m->at);
  table_format(t, "%.2e", m->rms);
}

static void name_of(char *text, size_t size, const char *before, const char *statement, int id,
                    const char *name) {
  snprintf(text, size, "%s%s/%d%s%s", before, statement, id, name ? " " : "", name ? name : "");
}

static void print(const audit *a, double allowed, bool good, double worst, const char *what) {
  char text[160];
  table t = table_with("share of the greatest", "worst", "at", "rms", NULL);
  row(&t, "joints and motions, places", &a->places);
  row(&t, "joints and motions, speeds", &a->speeds);
  for (size_t i = 0; i < a->parts && a->accelerations; i++) {
    const lash_element *head = &a->part[i].part->head;
    name_of(text, sizeof text, "F = m a, ", "PART", head->id, head->name);
    row(&t, text, &a->part[i].acceleration);
  }
  row(&t, "energy left over of what was exchanged", &a->energy);
  for (size_t i = 0; i < a->joints; i++) {
    const audit_joint *j = &a->joint[i];
    name_of(text, sizeof text, "reaction, ", j->joint.statement, j->joint.id, j->name);
    row(&t, text, &j->reaction);
  }
  row(&t, "results' velocities against their places", &a->kinematics);
  table_show(&t, stdout);
  if (!a->accelerations)
    puts("the results have no accelerations: F = m a was not looked at, only energy");
  if (a->joints && a->redundant)
    printf("%zu constraints are redundant: single reactions may differ, their sums may not\n",
           a->redundant);
  if (a->states)
    printf("%zu states (DIFF, bristles, …) are not in the results: they were left at their start\n",
           a->states);
  if (good)
    printf("%zu steps: the results are of this dataset, to %.2g\n", a->rows, worst);
  else
    printf("%zu steps: %s, off by %.2g (allowed %.2g): another dataset was run, or another law\n",
           a->rows, what, worst, allowed);
}

static void json_measure(json *j, const char *key, const audit_measure *m) {
  json_object(j, key);
  json_number(j, "worst", m->worst);
  json_number(j, "at", m->at);
  json_number(j, "rms", m->rms);
  json_object_end(j);
}

static void print_json(const audit *a, bool good, double worst, const char *what) {
  json j = json_object_to(stdout);
  json_boolean(&j, "agrees", good);
  json_number(&j, "worst", worst);
  json_string(&j, "what", good ? NULL : what);
  json_integer(&j, "steps", (long long)a->rows);
  json_measure(&j, "places", &a->places);
  json_measure(&j, "speeds", &a->speeds);
  json_measure(&j, "energy", &a->energy);
  json_measure(&j, "kinematics", &a->kinematics);
  json_array(&j, "parts");
  for (size_t i = 0; i < a->parts && a->accelerations; i++) {
    json_object(&j, NULL);
    json_integer(&j, "id", a->part[i].part->head.id);
    json_measure(&j, "acceleration", &a->part[i].acceleration);
    json_object_end(&j);
  }
  json_array_end(&j);
  json_array(&j, "joints");
  for (size_t i = 0; i < a->joints; i++) {
    json_object(&j, NULL);
    json_integer(&j, "id", a->joint[i].joint.id);
    json_measure(&j, "reaction", &a->joint[i].reaction);
    json_object_end(&j);
  }
  json_end(&j);
}

static lash_status look(void *context, lash_error *error) {
  const arguments *args = context;
  lash_session_options open = lash_session_defaults();
  lash_session *session = NULL;
  part_motions motions = {0};
  audit a = {.rows = 0};
  char what[160];
  open.sets = args->sets;
  lash_status status = lash_session_open(args->file[1], &open, &session, error);
  const lash_model *model = status == LASH_OK ? lash_session_model(session) : NULL;
  if (model) status = part_motions_read(&motions, args->file[0], model, args->steps, error);
  if (status == LASH_OK) status = results_audit_make(&a, &motions, model, error);
  bool good = false;
  if (status == LASH_OK) {
    const double worst = results_audit_worst(&a, what, sizeof what);
    good = worst <= args->tolerance;
    if (args->json)
      print_json(&a, good, worst, what);
    else
      print(&a, args->tolerance, good, worst, what);
  }
  results_audit_free(&a);
  part_motions_free(&motions);
  lash_session_free(session);
  return status == LASH_OK && !good ? LASH_FAILURE : status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.tolerance = 5e-3};
  return cli_run(&argp, argc, argv, &a, &a.error, look);
}

const lash_command cmd_audit = {
    .name = "audit",
    .summary = "check anybody's results against a dataset: F = m a, energy",
    .run = run,
    .user_code = true};
