/* A dataset as an FMU that is C itself: equations printed, compiled here for Linux and, where the
 * compiler is there, for Windows, with the sources inside. */
#define _GNU_SOURCE /* strchrnul */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export_parts.h"
#include "fixed_unit.h"
#include "model_unit.h"
#include "paths.h"
#include "program.h"
#include "record_print.h"
#include "record_request.h"

/* What the mechanism shows, and the text that says so. */
typedef struct showing {
  lash_recording *record;
  lash_term *term;
  size_t count;
  FILE *text;
  size_t left_out;
} showing;

/* ------------------------------------------------------------------------------ what it shows */

/* A column that cannot be had as operations is left out, and counted. */
static lash_status add_output(showing *s, const unit_variable *v, lash_status found,
                              lash_term value) {
  if (found == LASH_UNSUPPORTED) s->left_out++;
  if (found != LASH_OK) return found == LASH_UNSUPPORTED ? LASH_OK : found;
  fprintf(s->text, "output %s\t%s\t%s\n", v->name, v->unit, v->meaning);
  s->term[s->count++] = value;
  return LASH_OK;
}

static lash_status add_outputs(showing *s, const model *m, lash_error *error) {
  const unit_table *table = &m->base.table;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < m->variables.count && status == LASH_OK; i++) {
    const model_variable *v = &m->variables.item[i];
    lash_term value = {0};
    const lash_status found = lash_recording_variable(s->record, v->id, &value, error);
    status = add_output(s, unit_at(table, v->at), found, value);
  }
  for (size_t i = 0; i < m->requests.count && status == LASH_OK; i++) {
    const model_request *r = &m->requests.item[i];
    for (size_t k = 0; k < r->count && status == LASH_OK; k++) {
      lash_term value = {0};
      const lash_status found =
          lash_recording_column(s->record, r->index, r->column[k], &value, error);
      status = add_output(s, unit_at(table, r->at + k), found, value);
    }
  }
  if (status == LASH_OK && !s->count)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%s: no REQUEST or VARIABLE of it can be printed: ask for motions or forces "
                     "of elements",
                     m->dataset);
  return status;
}

static void add_contacts(showing *s) {
  for (size_t k = 0; k < lash_recording_contacts(s->record); k++, s->count += 2)
    lash_recording_contact(s->record, k, &s->term[s->count], &s->term[s->count + 1]);
}

static void write_head(showing *s, const model *m, const export_model *what) {
  char number[LASH_NUMBER_MAX], unit_name[32];
  fprintf(s->text, "step %s\n", lash_write_number(what->step, 17, number));
  if (what->stop > 0) fprintf(s->text, "stop %s\n", lash_write_number(what->stop, 17, number));
  fprintf(s->text, "second %s\n", lash_write_number(m->second, 17, number));
  fprintf(s->text, "speed %s\n",
          lash_unit_text(&m->model.units, "L/T", unit_name, sizeof unit_name));
  fprintf(s->text, "contacts %zu\n", lash_recording_contacts(s->record));
}

/* The C text and the resources' text of a mechanism. */
static lash_status print(showing *s, const model *m, const export_model *what, char **code,
                         lash_error *error) {
  size_t size = 0;
  write_head(s, m, what);
  lash_status status = add_outputs(s, m, error);
  if (status != LASH_OK) return status;
  add_contacts(s);
  const lash_print_options options = {
      .name = path_base(what->dataset), .show = s->term, .shown = s->count};
  lash_print_report unused;
  FILE *file = open_memstream(code, &size);
  if (!file) return export_no_memory(error);
  status = lash_recording_print(s->record, &options, file, &unused, error);
  if (fclose(file) != 0 && status == LASH_OK) status = export_no_memory(error);
  return status;
}

/* ------------------------------------------------------------------------------------ compiling */

static bool on_path(const char *program) {
  const char *path = getenv("PATH");
  for (const char *end; path && *path; path = *end ? end + 1 : end) {
    end = strchrnul(path, ':');
    char *file = path_format("%.*s/%s", (int)(end - path), path, program);
    const bool there = file && access(file, X_OK) == 0;
    free(file);
    if (there) return true;
  }
  return false;
}

/* The files of the sources' folder and the code, which comes by standard input. */
static lash_status compile(const export_job *job, const char *const compiler[], const char *code,
                           const char *out, lash_error *error) {
  static const char *const last[] = {"-x", "c", "-", "-x", "none", "-lm", "-o"};
  enum { MOST = 64 };
  const char *argv[MOST] = {NULL};
  size_t count = 0;
  for (; compiler[count]; count++) argv[count] = compiler[count];
  for (char **name = job->sources; *name && count < MOST - 12; name++)
    if (strcmp(*name, "mechanism.c") != 0) argv[count++] = *name;
  for (size_t k = 0; k < sizeof last / sizeof last[0]; k++) argv[count++] = last[k];
  argv[count++] = out;
  const lash_status status =
      program_feed(argv, job->folder, code, strlen(code), STDERR_FILENO, error);
  if (status != LASH_OK) lash_error_prefix(error, "compiling the mechanism");
  return status;
}

static lash_status add_binaries(export_job *job, const char *code, const char *place,
                                lash_error *error) {
  static const char *const for_linux[] = {"cc",    "-std=gnu11", "-O2", "-ffp-contract=off",
                                          "-fPIC", "-shared",    "-s",  "-fvisibility=hidden",
                                          "-w",    NULL};
  static const char *const for_windows[] = {"x86_64-w64-mingw32-gcc",
                                            "-std=gnu11",
                                            "-O2",
                                            "-ffp-contract=off",
                                            "-shared",
                                            "-s",
                                            "-static-libgcc",
                                            "-D__USE_MINGW_ANSI_STDIO=1",
                                            "-Wl,--no-insert-timestamp", /* made again: the same */
                                            "-Wl,--disable-auto-image-base",
                                            "-w",
                                            NULL};
  char *so = path_format("%s/fixed.so", place), *dll = path_format("%s/fixed.dll", place);
  lash_status status =
      so && dll ? compile(job, for_linux, code, so, error) : export_no_memory(error);
  const bool windows = on_path(for_windows[0]);
  if (status == LASH_OK) export_binary(job, so, false);
  if (status == LASH_OK && windows) {
    status = compile(job, for_windows, code, dll, error);
    if (status == LASH_OK) export_binary(job, dll, true);
  }
  if (so) remove(so);
  if (dll) remove(dll);
  free(so);
  free(dll);
  return status;
}

/* ------------------------------------------------------------------------------------- writing */

static void add_readme(export_job *job, const export_model *what, const showing *s) {
  char *text = path_format(
      "The mechanism %s as an FMU for Co-Simulation, FMI %d.0, made by Lash " LASH_VERSION
      ".\n\n"
      "Its equations are printed as C: sources/mechanism.c, one fixed step of the classical\n"
      "Runge-Kutta method, of the size `step`. Whole steps are taken from the start on, and what "
      "is\n"
      "asked for in between is a part of one: communication steps leave no trace in the motion.\n"
      "Touches are not located: a contact is announced at the end of the step in which it closes.\n"
      "Outputs are those of the dataset's REQUESTs and VARIABLEs that can be printed (%zu columns\n"
      "cannot: reactions of joints, splines, routines), in the dataset's units.\n",
      path_base(what->dataset), job->version, s->left_out);
  export_text(job, "documentation/README.txt", text);
  free(text);
}

static lash_status fill(export_job *job, const export_model *what, const showing *s,
                        const char *text, const char *code, lash_error *error) {
  char *place = path_format("%s/lash-fmu-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  export_sources(job, "fmu_fixed_sources");
  lash_status status =
      job->sources ? LASH_OK
                   : lash_fail(error, LASH_FAILURE, "fmu_fixed_sources is not beside the program");
  if (status == LASH_OK && (!place || !mkdtemp(place)))
    status = lash_fail(error, LASH_FAILURE, "there is no room for binaries under %s",
                       place ? place : "TMPDIR");
  if (status == LASH_OK) {
    export_source(job, "mechanism.c", code);
    export_descriptions(job, false);
    export_text(job, "resources/fixed.txt", text);
    add_readme(job, what, s);
    status = add_binaries(job, code, place, error);
    rmdir(place);
  }
  free(place);
  return status;
}

static lash_status write_file(const char *file, int version, const export_model *what,
                              const model *m, showing *s, export_report *report,
                              lash_error *error) {
  char *text = NULL, *code = NULL;
  size_t size = 0;
  unit *u = NULL;
  export_job job;
  s->text = open_memstream(&text, &size);
  lash_status status = s->text ? print(s, m, what, &code, error) : export_no_memory(error);
  if (s->text && fclose(s->text) != 0 && status == LASH_OK) status = export_no_memory(error);
  if (status == LASH_OK) status = unit_open_text(&fixed_unit, text, NULL, &u, error);
  if (status == LASH_OK) {
    status = export_begin(&job, file, version, u, report, error);
    if (status == LASH_OK) status = fill(&job, what, s, text, code, error);
    status = export_end(&job, status, error);
  }
  unit_free(u);
  free(text);
  free(code);
  return status;
}

lash_status export_fixed(const char *file, int version, const export_model *what, const model *m,
                         export_report *report, lash_error *error) {
  showing s = {.count = 0};
  if (!(what->step > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "the mechanism's own step is not said: --step 1e-6 or the like");
  lash_status status = lash_recording_make(m->system, false, &s.record, error);
  if (status != LASH_OK) return status;
  s.term =
      calloc(m->base.table.numbers + 2 * lash_recording_contacts(s.record) + 1, sizeof *s.term);
  status = s.term ? write_file(file, version, what, m, &s, report, error) : export_no_memory(error);
  lash_recording_free(s.record);
  free(s.term);
  return status;
}
