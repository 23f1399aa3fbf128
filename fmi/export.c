/* What all FMUs have: descriptions, binaries, a word to the reader. */
#include "export_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "describe.h"
#include "files.h"
#include "paths.h"

/* The binary that the build or the installation put beside the program; NULL: there is none. */
static char *find_binary(const char *name) {
  char *program = path_of_program();
  for (int k = 0; program && k < 2; k++) {
    char *path =
        k ? path_format("%s/../lib/lash/%s", program, name) : path_format("%s/%s", program, name);
    if (path && access(path, R_OK) == 0) {
      free(program);
      return path;
    }
    free(path);
  }
  free(program);
  return NULL;
}

/* An identifier of C from the file's name. */
static void identifier_of(const char *file, char *name, size_t size) {
  size_t used = 0;
  const char *base = path_base(file);
  if (!isalpha((unsigned char)*base) && size > 1) name[used++] = 'J';
  for (; *base && *base != '.' && used + 1 < size; base++)
    name[used++] = isalnum((unsigned char)*base) ? *base : '_';
  name[used] = '\0';
}

lash_status export_begin(export_job *job, const char *file, int version, const unit *u,
                         export_report *report, lash_error *error) {
  *report = (export_report){.variables = u->table.count,
                            .numbers = u->table.numbers,
                            .states = u->table.states,
                            .indicators = u->table.indicators};
  *job = (export_job){.u = u, .version = version, .report = report};
  identifier_of(file, job->identifier, sizeof job->identifier);
  return package_begin(file, &job->p, error);
}

lash_status export_end(export_job *job, lash_status status, lash_error *error) {
  const lash_status written = package_end(job->p, status, error);
  return status == LASH_OK ? written : status;
}

void export_text(export_job *job, const char *name, const char *text) {
  package_add(job->p, name, text, strlen(text));
  job->report->files++;
}

void export_file(export_job *job, const char *name, const char *path) {
  package_add_file(job->p, name, path);
  job->report->files++;
}

static void add_description(export_job *job, const char *name, bool terminals) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return;
  if (terminals)
    fmu_describe_terminals(out, job->u);
  else
    fmu_describe(out, job->u, job->version, job->identifier, job->identifier);
  if (fclose(out) == 0) export_text(job, name, text);
  free(text);
}

void export_descriptions(export_job *job, bool terminals) {
  add_description(job, "modelDescription.xml", false);
  if (terminals && job->version == 3)
    add_description(job, "terminalsAndIcons/terminalsAndIcons.xml", true);
}

static void add_binary(export_job *job, const char *file, const char *folder, const char *ending) {
  char *name = path_format("binaries/%s/%s%s", folder, job->identifier, ending);
  if (name) export_file(job, name, file);
  free(name);
}

lash_status export_binaries(export_job *job, const char *binary, lash_error *error) {
  char *so = path_format("%s.so", binary), *dll = path_format("%s.dll", binary);
  char *linux_binary = so ? find_binary(so) : NULL, *windows = dll ? find_binary(dll) : NULL;
  if (linux_binary)
    add_binary(job, linux_binary, job->version == 2 ? "linux64" : "x86_64-linux", ".so");
  if (windows) add_binary(job, windows, job->version == 2 ? "win64" : "x86_64-windows", ".dll");
  job->report->windows = windows != NULL;
  const lash_status status =
      linux_binary ? LASH_OK
                   : lash_fail(error, LASH_FAILURE, "%s.so is not beside the program", binary);
  free(linux_binary);
  free(windows);
  free(so);
  free(dll);
  return status;
}
