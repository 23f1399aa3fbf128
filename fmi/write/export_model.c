/* A dataset as an FMU, with everything it reads. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export_parts.h"
#include "model_unit.h"
#include "paths.h"
#include "readings.h"
#include "record.h"

enum { INPUTS = 256 };

/* ------------------------------------------------------------------------------ what to write */

static void write_number(FILE *out, const char *key, double value) {
  char text[LASH_NUMBER_MAX];
  if (value > 0 && isfinite(value))
    fprintf(out, "%s %s\n", key, lash_write_number(value, 17, text));
}

/* What the FMU is like: inputs with their starts, and, for Model Exchange, its equations. */
typedef struct shape {
  int input[INPUTS];
  double start[INPUTS];
  size_t inputs;
  bool recorded;
  size_t states, indicators;
} shape;

/* The text in the resources. */
static char *text_of(const export_model *what, const shape *like) {
  char *text = NULL, number[LASH_NUMBER_MAX];
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  fprintf(out, "dataset %s\n", path_base(what->dataset));
  for (size_t i = 0; i < what->sets; i++) fprintf(out, "set %s\n", what->set[i]);
  for (size_t i = 0; i < like->inputs; i++)
    fprintf(out, "input %d %s\n", like->input[i], lash_write_number(like->start[i], 17, number));
  if (like->states)
    fprintf(out, "exchange %s %zu %zu\n", like->recorded ? "recorded" : "cartesian", like->states,
            like->indicators);
  if (what->integrator) fprintf(out, "integrator %s\n", what->integrator);
  write_number(out, "error", what->error);
  write_number(out, "stop", what->stop);
  write_number(out, "step", what->step);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

/* Ids that a PINPUT names, and those asked for, none twice. */
static void gather_inputs(const lash_model *m, const export_model *what, shape *like) {
  for (size_t p = 0; p <= m->pinput.count; p++) {
    const lash_refs *refs = p < m->pinput.count ? &m->pinput.item[p].variables : NULL;
    for (size_t k = 0; k < (refs ? refs->count : what->inputs); k++) {
      const int next = refs ? refs->item[k].id : what->input[k];
      bool known = false;
      for (size_t i = 0; i < like->inputs; i++) known |= like->input[i] == next;
      if (!known && like->inputs < INPUTS) like->input[like->inputs++] = next;
    }
  }
}

/* What the inputs' FUNCTIONs say at the start: their values until somebody sets them. */
static lash_status find_starts(const model *m, shape *like, lash_error *error) {
  for (size_t i = 0; i < like->inputs; i++) {
    const int *id = &like->input[i];
    if (lash_model_find(&m->model, LASH_KIND_VARIABLE, *id) < 0)
      return lash_fail(error, LASH_BAD_INPUT, "%s has no VARIABLE/%d to be an input", m->model.file,
                       *id);
    const lash_status status =
        lash_system_measure(m->system, "VARVAL", id, 1, &like->start[i], error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* The coordinates in which others are to integrate it. */
static lash_status choose_equations(const model *m, shape *like, lash_error *error) {
  const lash_system_sizes *n = lash_system_size(m->system);
  lash_recording *record;
  if (n->dof <= 0)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%s has no freedom left to integrate: make it an FMU for Co-Simulation",
                     m->model.file);
  like->states = n->y;
  like->indicators = n->switches;
  if (like->inputs > 0) return LASH_OK;
  /* Where memory ends, there are no other equations either. */
  const lash_status status = lash_recording_make(m->system, false, &record, error);
  if (status != LASH_OK) return status == LASH_FAILURE ? status : LASH_OK;
  const lash_recording_report report = lash_recording_tell(record);
  like->recorded = true;
  like->states = report.coordinates + report.speeds + report.states;
  lash_recording_free(record);
  return LASH_OK;
}

/* ---------------------------------------------------------------------------- what goes along */

/* Where a file that was read belongs in the resources: as the dataset names it, from its own
 * folder. *elsewhere: it does not lie there. NULL: that, or no memory. */
static char *place_of(const char *folder, const char *path, bool *elsewhere) {
  char whole_folder[PATH_MAX], whole[PATH_MAX];
  errno = 0;
  const bool found = realpath(folder, whole_folder) && realpath(path, whole);
  const size_t length = found ? strlen(whole_folder) : 0;
  *elsewhere =
      found ? strncmp(whole, whole_folder, length) != 0 || whole[length] != '/' : errno != ENOMEM;
  return !found || *elsewhere ? NULL : path_format("resources/%s", whole + length + 1);
}

static bool ends_in(const char *text, const char *tail) {
  const size_t a = strlen(text), b = strlen(tail);
  return a >= b && strcmp(text + a - b, tail) == 0;
}

static lash_status add_reading(export_job *job, const char *folder, const reading *r,
                               lash_error *error) {
  const bool library = ends_in(r->name, ".so") || ends_in(r->name, ".law");
  if (!r->path || strcmp(r->name, "liblash_subroutines.so") == 0) return LASH_OK; /* built in */
  bool elsewhere;
  char *name = place_of(folder, r->path, &elsewhere);
  if (elsewhere && library) name = path_format("resources/%s", r->name);
  if (!name && (library || !elsewhere))
    return lash_fail(error, LASH_FAILURE, "out of memory for the files of the FMU");
  lash_status status = LASH_OK;
  if (name)
    export_file(job, name, r->path);
  else
    status = lash_fail(error, LASH_BAD_INPUT,
                       "%s does not lie in the dataset's folder or below it: an FMU could not find "
                       "it; put it there and name it so in the dataset",
                       r->path);
  free(name);
  return status;
}

static const char *words_for(bool exchange, int version) {
  if (exchange)
    return "The importer integrates the states x and must handle events: their indicators are "
           "gaps\n"
           "and branches of expressions, and approach speeds are latched in event mode. An FMU "
           "for\n"
           "Co-Simulation of the same dataset integrates itself and is the better choice where "
           "both\n"
           "are possible.";
#define STEPS                                                                                 \
  "Communication steps do not show in the motion: the mechanism takes steps of its own and\n" \
  "is looked at in between. It starts anew where an input changes or the state is saved.\n"
  return version == 3 ? STEPS
             "With early return allowed a step ends where a contact closes or opens; with event "
             "mode\n"
             "that is an event. Intermediate update is called after each step of its own."
                      : STEPS "A step runs through contacts; contact_events counts them.";
}

static void add_readme(export_job *job, const export_model *what) {
  char *text =
      path_format("The mechanism %s as an FMU for %s, FMI %d.0, made by Lash " LASH_VERSION
                  ".\n\n"
                  "Inputs are VARIABLEs of the dataset, outputs its REQUESTs and its other "
                  "VARIABLEs, parameters\n"
                  "the numbers of its contact and friction laws; all in the dataset's units, those "
                  "of laws in SI.\n"
                  "%s\n",
                  path_base(what->dataset), what->exchange ? "Model Exchange" : "Co-Simulation",
                  job->version, words_for(what->exchange, job->version));
  export_text(job, "documentation/README.txt", text);
  free(text);
}

static lash_status fill(export_job *job, const export_model *what, const char *folder,
                        const readings *read, const char *text, lash_error *error) {
  export_descriptions(job, false);
  export_text(job, what->exchange ? "resources/exchange.txt" : "resources/model.txt", text);
  add_readme(job, what);
  lash_status status = export_binaries(job, "fmu_model", error);
  for (size_t i = 0; i < read->count && status == LASH_OK; i++)
    status = add_reading(job, folder, &read->item[i], error);
  return status;
}

/* ------------------------------------------------------------------------------------- writing */

static lash_status open_unit(const unit_class *class, const char *text, const char *folder,
                             unit **u, lash_error *error) {
  lash_status status =
      text ? unit_open_text(class, text, folder, u, error) : export_no_memory(error);
  if (status == LASH_OK) status = unit_refresh(*u, UNIT_ALL, error);
  return status;
}

/* From a first look at the mechanism as it is. */
static lash_status find_shape(const export_model *what, const char *folder, shape *like,
                              lash_error *error) {
  unit *u = NULL;
  char *text = text_of(what, like);
  lash_status status = open_unit(&model_unit, text, folder, &u, error);
  if (status == LASH_OK) {
    const model *m = (const model *)u;
    gather_inputs(&m->model, what, like);
    status = find_starts(m, like, error);
    if (status == LASH_OK && what->exchange) status = choose_equations(m, like, error);
  }
  unit_free(u);
  free(text);
  return status;
}

/* By the mechanism as it integrates itself, whatever the FMU is for. */
static lash_status add_plot(export_job *job, const export_model *what, const shape *like,
                            const char *folder, lash_error *error) {
  shape runs = *like;
  unit *u = NULL;
  runs.states = 0;
  char *text = text_of(what, &runs);
  lash_status status = open_unit(&model_unit, text, folder, &u, error);
  if (status == LASH_OK) status = export_plot(job, u, error);
  unit_free(u);
  free(text);
  return status;
}

static lash_status write_model(const char *file, int version, const export_model *what,
                               const char *folder, readings *read, export_report *report,
                               lash_error *error) {
  shape like = {.inputs = 0};
  unit *u = NULL;
  export_job job;
  lash_status status = find_shape(what, folder, &like, error);
  char *text = status == LASH_OK ? text_of(what, &like) : NULL;
  if (status == LASH_OK)
    status = open_unit(what->exchange ? &exchange_unit : &model_unit, text, folder, &u, error);
  readings_into(NULL);
  if (status == LASH_OK) {
    status = export_begin(&job, file, version, u, report, error);
    if (status == LASH_OK) status = fill(&job, what, folder, read, text, error);
    if (status == LASH_OK && what->plot) status = add_plot(&job, what, &like, folder, error);
    status = export_end(&job, status, error);
  }
  free(text);
  unit_free(u);
  return status;
}

static lash_status write_fixed(const char *file, int version, const export_model *what,
                               const char *folder, export_report *report, lash_error *error) {
  shape like = {.inputs = 0};
  unit *u = NULL;
  char *text = text_of(what, &like);
  lash_status status = open_unit(&model_unit, text, folder, &u, error);
  const model *m = (const model *)u;
  if (status == LASH_OK) gather_inputs(&m->model, what, &like);
  if (status == LASH_OK && like.inputs)
    status = lash_fail(error, LASH_UNSUPPORTED,
                       "%s: VARIABLE/%d comes from outside, which printed equations do not know",
                       m->model.file, like.input[0]);
  if (status == LASH_OK) status = export_fixed(file, version, what, m, report, error);
  unit_free(u);
  free(text);
  return status;
}

lash_status fmu_export_model(const char *file, int version, const export_model *what,
                             export_report *report, lash_error *error) {
  readings read = {0};
  char *folder = path_parent(what->dataset);
  readings *before = readings_into(&read);
  *report = (export_report){0};
  const lash_status status = !folder ? export_no_memory(error)
                             : what->fixed
                                 ? write_fixed(file, version, what, folder, report, error)
                                 : write_model(file, version, what, folder, &read, report, error);
  readings_into(before);
  readings_free(&read);
  free(folder);
  return status;
}
