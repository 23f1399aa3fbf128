/* lash check: reads a dataset or a command file and says what it holds and what is wrong with it.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli.h"
#include "json.h"
#include "lash_flex_statement.h"
#include "lash_model.h"
#include "one_file.h"
#include "paths.h"
#include "trial.h"

static const struct argp argp = {
    one_file_options,
    one_file_parse,
    "MODEL",
    "Read a dataset (.adm) or a command file (.acf), count its statements, list every mistake with "
    "its line, name what is not supported; then make the system, load user libraries and compute "
    "the first nanosecond. What passes runs.\v"
    "Exit status: 0 it runs, 2 mistakes, 3 something is not supported, 1 it cannot start (parts "
    "that do not fit together).\n\n"
    "Examples:\n"
    "  lash check pendulum.adm          what the model holds, what is wrong\n"
    "  lash check pendulum.adm --json   the same for programs\n"
    "  lash check pendulum.acf          the commands of a run\n",
    NULL,
    NULL,
    NULL};

/* -------------------------------------------------------------------------------- diagnostics */

static const struct {
  lash_severity severity;
  const char *word, *json_key, *one, *many;
} severities[] = {
    {LASH_ERROR, "error", "errors", "error", "errors"},
    {LASH_NOT_SUPPORTED, "not supported", "unsupported", "unsupported", "unsupported"},
    {LASH_WARNING, "warning", "warnings", "warning", "warnings"},
};
enum { SEVERITY_COUNT = sizeof severities / sizeof severities[0] };

static const char *severity_word(lash_severity severity) {
  for (size_t i = 0; i < SEVERITY_COUNT; i++) {
    if (severities[i].severity == severity) return severities[i].word;
  }
  return "note";
}

static void print_diagnostics(const lash_diagnostics *list) {
  for (size_t i = 0; i < list->count; i++) {
    printf("%s: %s\n", severity_word(list->item[i].severity), list->item[i].message);
  }
  for (size_t i = 0; i < SEVERITY_COUNT; i++) {
    size_t count = list->total[severities[i].severity];
    printf("%s%zu %s", i ? ", " : "", count, count == 1 ? severities[i].one : severities[i].many);
  }
  putchar('\n');
}

static void json_diagnostics(json *j, const lash_diagnostics *list) {
  for (size_t s = 0; s < SEVERITY_COUNT; s++) {
    json_array(j, severities[s].json_key);
    for (size_t i = 0; i < list->count; i++) {
      const lash_diagnostic *d = &list->item[i];
      if (d->severity != severities[s].severity) continue;
      json_object(j, NULL);
      json_integer(j, "line", d->line);
      json_integer(j, "column", d->column);
      json_string(j, "message", d->message);
      json_object_end(j);
    }
    json_array_end(j);
  }
}

/* --------------------------------------------------------------------------------- datasets */

static void print_model(const lash_model *model) {
  const lash_units *u = &model->units;
  printf("%s: %s\n", model->file, model->title);
  bool first = true;
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    size_t count = lash_model_count(model, (lash_kind)kind);
    if (!count) continue;
    printf("%s%zu %s", first ? "statements: " : ", ", count, lash_kind_name((lash_kind)kind));
    first = false;
  }
  if (!first) putchar('\n');
  printf("units: %s, %s, %s, %s\n", u->force ? u->force : "force not given",
         u->mass ? u->mass : "mass not given", u->length ? u->length : "length not given",
         u->time ? u->time : "time not given");
  const size_t flexible = model->fe_part.count + model->flex_body.count;
  printf("degrees of freedom by counting: %d%s\n", lash_model_freedom(model),
         flexible ? " (flexible bodies counted as rigid ones)" : "");
}

static void json_model(json *j, const lash_model *model) {
  json_string(j, "file", model->file);
  json_string(j, "title", model->title);
  json_object(j, "statements");
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    size_t count = lash_model_count(model, (lash_kind)kind);
    if (count) json_integer(j, lash_kind_name((lash_kind)kind), (long long)count);
  }
  json_object_end(j);
  const lash_unit_scale *scale = &model->units.scale;
  json_object(j, "units_to_si");
  json_number(j, "force", scale->force);
  json_number(j, "mass", scale->mass);
  json_number(j, "length", scale->length);
  json_number(j, "time", scale->time);
  json_object_end(j);
  json_integer(j, "degrees_of_freedom", lash_model_freedom(model));
}

/* Which equations a run takes. */
static void print_engine(const trial_engine *engine) {
  if (engine->compiled)
    puts("engine: compiled");
  else
    printf("engine: cartesian; not compiled because of: %s\n", engine->text);
}

static void json_engine(json *j, const trial_engine *engine) {
  json_string(j, "engine", engine->compiled ? "compiled" : "cartesian");
  if (!engine->compiled) json_string(j, "not_compiled", engine->text);
}

static lash_status check_model(const one_file *a) {
  lash_model model;
  lash_error error;
  trial_engine engine = {0};
  lash_model_read(&model, a->file, &error);
  lash_model_check_expressions(&model);
  lash_flex_body_check(&model);
  lash_status status = lash_diagnostics_status(&model.diagnostics, NULL);
  if (status == LASH_OK) status = trial_start(&model, &engine, &model.diagnostics);
  if (a->json) {
    json j = json_object_to(stdout);
    json_model(&j, &model);
    if (status == LASH_OK) json_engine(&j, &engine);
    json_diagnostics(&j, &model.diagnostics);
    json_end(&j);
  } else {
    if (*model.title || model.part.count) print_model(&model); /* else there is no file */
    if (status == LASH_OK) print_engine(&engine);
    print_diagnostics(&model.diagnostics);
  }
  lash_model_free(&model);
  return status;
}

/* ----------------------------------------------------------------------------- command files */

/* The dataset a command file names, beside it, to be freed; NULL when it is not there. */
static char *find_dataset(const lash_script *script) {
  static const char *const endings[] = {".adm", ""};
  for (size_t i = 0; i < 2 && script->model_name; i++) {
    char *name = path_format("%s%s", script->model_name, endings[i]);
    char *path = name ? path_beside(script->file, name) : NULL;
    free(name);
    if (path && access(path, R_OK) == 0) return path;
    free(path);
  }
  return NULL;
}

/* Tries the commands on the model, so that ids that do not exist are found before a run; when all
 * of them are good, tries what a run would do with them. */
static lash_status try_on_dataset(lash_script *script, const char *path) {
  lash_model model;
  lash_error error;
  lash_status status = lash_model_read(&model, path, &error);
  if (status == LASH_OK || status == LASH_UNSUPPORTED) lash_script_check(script, &model);
  if (status != LASH_OK) lash_diagnostics_failed(&script->diagnostics, &error);
  lash_model_free(&model);
  status = lash_diagnostics_status(&script->diagnostics, NULL);
  if (status != LASH_OK) return status;
  status = lash_model_read(&model, path, &error);
  if (status == LASH_OK) status = trial_commands(script, &model, &script->diagnostics);
  lash_model_free(&model);
  return status;
}

static lash_status miss_dataset(lash_script *script) {
  lash_error error;
  if (script->model_name)
    lash_fail(&error, LASH_BAD_INPUT, "%s: there is no %s.adm beside it", script->file,
              script->model_name);
  else
    lash_fail(&error, LASH_BAD_INPUT, "%s: no model is named; write FILE/MODEL=name", script->file);
  lash_diagnostics_failed(&script->diagnostics, &error);
  return LASH_BAD_INPUT;
}

static lash_status check_script(const one_file *a) {
  lash_script script;
  lash_error error;
  lash_script_read(&script, a->file, &error);
  char *dataset = find_dataset(&script);
  lash_status status = lash_diagnostics_status(&script.diagnostics, NULL);
  if (dataset)
    status = try_on_dataset(&script, dataset);
  else if (status == LASH_OK || status == LASH_UNSUPPORTED)
    status = miss_dataset(&script);
  if (a->json) {
    json j = json_object_to(stdout);
    json_string(&j, "file", a->file);
    json_string(&j, "model", script.model_name);
    json_string(&j, "dataset", dataset);
    json_string(&j, "output", script.output_name);
    json_integer(&j, "commands", (long long)script.count);
    json_diagnostics(&j, &script.diagnostics);
    json_end(&j);
  } else {
    printf("%s: model %s, output %s, %zu commands\n", a->file,
           script.model_name ? script.model_name : "not named",
           script.output_name ? script.output_name : "not named", script.count);
    if (dataset) printf("tried on %s\n", dataset);
    print_diagnostics(&script.diagnostics);
  }
  free(dataset);
  lash_script_free(&script);
  return status;
}

static lash_status run(int argc, char **argv) {
  one_file a = {.what = "dataset (.adm) or command file (.acf)"};
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  const char *dot = strrchr(a.file, '.');
  return dot && strcasecmp(dot, ".acf") == 0 ? check_script(&a) : check_model(&a);
}

const lash_command cmd_check = {.name = "check",
                                .summary = "read a dataset and list what is wrong with it",
                                .run = run,
                                .user_code = true};
