/* A dataset as an FMU, with everything it reads. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export_parts.h"
#include "model_unit.h"
#include "paths.h"
#include "readings.h"

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for an FMU");
}

/* ------------------------------------------------------------------------------ what to write */

static void write_number(FILE *out, const char *key, double value) {
  char text[LASH_NUMBER_MAX];
  if (value > 0 && isfinite(value))
    fprintf(out, "%s %s\n", key, lash_write_number(value, 17, text));
}

/* The text in the resources; inputs, `count` of them, with their starts. */
static char *text_of(const export_model *what, const int *input, const double *start,
                     size_t count) {
  char *text = NULL, number[LASH_NUMBER_MAX];
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  fprintf(out, "dataset %s\n", path_base(what->dataset));
  for (size_t i = 0; i < what->sets; i++) fprintf(out, "set %s\n", what->set[i]);
  for (size_t i = 0; i < count; i++)
    fprintf(out, "input %d %s\n", input[i], lash_write_number(start[i], 17, number));
  if (what->integrator) fprintf(out, "integrator %s\n", what->integrator);
  write_number(out, "error", what->error);
  write_number(out, "stop", what->stop);
  write_number(out, "step", what->step);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

/* Ids that a PINPUT names, and those asked for, none twice. */
static size_t gather_inputs(const lash_model *m, const export_model *what, int *id, size_t room) {
  size_t count = 0;
  for (size_t p = 0; p <= m->pinput.count; p++) {
    const lash_refs *refs = p < m->pinput.count ? &m->pinput.item[p].variables : NULL;
    for (size_t k = 0; k < (refs ? refs->count : what->inputs); k++) {
      const int next = refs ? refs->item[k].id : what->input[k];
      bool known = false;
      for (size_t i = 0; i < count; i++) known |= id[i] == next;
      if (!known && count < room) id[count++] = next;
    }
  }
  return count;
}

/* What the inputs' FUNCTIONs say at the start: their values until somebody sets them. */
static lash_status starts_of(unit *plain, const int *id, size_t count, double *start,
                             lash_error *error) {
  const model *m = (const model *)plain;
  for (size_t i = 0; i < count; i++) {
    if (lash_model_find(&m->model, LASH_KIND_VARIABLE, id[i]) < 0)
      return lash_fail(error, LASH_BAD_INPUT, "%s has no VARIABLE/%d to be an input", m->model.file,
                       id[i]);
    const lash_status status =
        lash_system_measure(m->system, "VARVAL", &id[i], 1, &start[i], error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* ---------------------------------------------------------------------------- what goes along */

/* Where a file that was read belongs in the resources: as the dataset names it, from its own
 * folder. NULL: it lies elsewhere. */
static char *place_of(const char *folder, const char *path) {
  char whole_folder[PATH_MAX], whole[PATH_MAX];
  if (!realpath(folder, whole_folder) || !realpath(path, whole)) return NULL;
  const size_t length = strlen(whole_folder);
  if (strncmp(whole, whole_folder, length) != 0 || whole[length] != '/') return NULL;
  return path_format("resources/%s", whole + length + 1);
}

static bool ends_in(const char *text, const char *tail) {
  const size_t a = strlen(text), b = strlen(tail);
  return a >= b && strcmp(text + a - b, tail) == 0;
}

static lash_status add_reading(export_job *job, const char *folder, const reading *r,
                               lash_error *error) {
  const bool library = ends_in(r->name, ".so") || ends_in(r->name, ".law");
  if (!r->path || strcmp(r->name, "liblash_subroutines.so") == 0) return LASH_OK; /* built in */
  char *name = place_of(folder, r->path);
  if (!name && library) name = path_format("resources/%s", r->name);
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

static void add_readme(export_job *job, const export_model *what) {
  char *text = path_format(
      "The mechanism %s as an FMU for Co-Simulation, FMI %d.0, made by Lash " LASH_VERSION
      ".\n\n"
      "Inputs are VARIABLEs of the dataset, outputs its REQUESTs and its other VARIABLEs, "
      "parameters\n"
      "the numbers of its contact and friction laws; all in the dataset's units, those of laws in "
      "SI.\n"
      "Communication steps do not show in the motion: the mechanism is integrated with steps of "
      "its\n"
      "own and looked at in between. It starts anew where an input changes or the state is saved.\n"
      "%s\n",
      path_base(what->dataset), job->version,
      job->version == 3
          ? "With early return allowed a step ends where a contact closes or opens; with event "
            "mode\n"
            "that is an event. Intermediate update is called after each step of its own."
          : "A step runs through contacts; contact_events counts them.");
  if (text) export_text(job, "documentation/README.txt", text);
  free(text);
}

static lash_status fill(export_job *job, const export_model *what, const char *folder,
                        const readings *read, const char *text, lash_error *error) {
  export_descriptions(job, false);
  export_text(job, "resources/model.txt", text);
  add_readme(job, what);
  lash_status status = export_binaries(job, "fmu_model", error);
  for (size_t i = 0; i < read->count && status == LASH_OK; i++)
    status = add_reading(job, folder, &read->item[i], error);
  return status;
}

/* ------------------------------------------------------------------------------------- writing */

static lash_status open_unit(const char *text, const char *folder, unit **u, lash_error *error) {
  lash_status status =
      text ? unit_open_text(&model_unit, text, folder, u, error) : no_memory(error);
  if (status == LASH_OK) status = unit_refresh(*u, UNIT_ALL, error);
  return status;
}

static lash_status write_model(const char *file, int version, const export_model *what,
                               const char *folder, readings *read, export_report *report,
                               lash_error *error) {
  enum { INPUTS = 256 };
  int id[INPUTS];
  double start[INPUTS];
  size_t count = 0;
  unit *plain = NULL, *u = NULL;
  export_job job;
  char *text = text_of(what, NULL, NULL, 0);
  lash_status status = open_unit(text, folder, &plain, error);
  free(text);
  text = NULL;
  if (status == LASH_OK) {
    count = gather_inputs(&((model *)plain)->model, what, id, INPUTS);
    status = starts_of(plain, id, count, start, error);
  }
  if (status == LASH_OK)
    status = open_unit(text = text_of(what, id, start, count), folder, &u, error);
  readings_into(NULL);
  if (status == LASH_OK) {
    status = export_begin(&job, file, version, u, report, error);
    if (status == LASH_OK) status = fill(&job, what, folder, read, text, error);
    status = export_end(&job, status, error);
  }
  free(text);
  unit_free(u);
  unit_free(plain);
  return status;
}

lash_status fmu_export_model(const char *file, int version, const export_model *what,
                             export_report *report, lash_error *error) {
  readings read = {0};
  char *folder = path_parent(what->dataset);
  readings *before = readings_into(&read);
  *report = (export_report){0};
  const lash_status status =
      folder ? write_model(file, version, what, folder, &read, report, error) : no_memory(error);
  readings_into(before);
  readings_free(&read);
  free(folder);
  return status;
}
