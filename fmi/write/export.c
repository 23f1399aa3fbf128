/* What all FMUs have: descriptions, binaries, a word to the reader. */
#include "export_parts.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "describe.h"
#include "files.h"
#include "paths.h"

/* What the build or the installation put beside the program; NULL: there is none, or it is lost. */
static char *find_binary(export_job *job, const char *name) {
  char *program = path_of_program();
  if (!program) job->lost = "what lies beside the program";
  for (int k = 0; program && k < 2; k++) {
    char *path =
        k ? path_format("%s/../lib/lash/%s", program, name) : path_format("%s/%s", program, name);
    if (!path) job->lost = "what lies beside the program";
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
  if (status == LASH_OK && job->lost)
    status = lash_fail(error, LASH_FAILURE, "%s could not be put in: out of memory, or unreadable",
                       job->lost);
  const lash_status written = package_end(job->p, status, error);
  for (char **name = job->sources; name && *name; name++) free(*name);
  free(job->sources);
  free(job->folder);
  return status == LASH_OK ? written : status;
}

lash_status export_no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory for an FMU");
}

void export_text(export_job *job, const char *name, const char *text) {
  if (!text) {
    job->lost = name;
    return;
  }
  package_add(job->p, name, text, strlen(text));
  job->report->files++;
}

void export_file(export_job *job, const char *name, const char *path) {
  package_add_file(job->p, name, path);
  job->report->files++;
}

static int is_source(const struct dirent *entry) {
  const size_t length = strlen(entry->d_name);
  return length > 2 && entry->d_name[length - 2] == '.' && strchr("ch", entry->d_name[length - 1]);
}

void export_sources(export_job *job, const char *folder) {
  struct dirent **entry = NULL;
  job->folder = find_binary(job, folder);
  const int count = job->folder ? scandir(job->folder, &entry, is_source, alphasort) : 0;
  char **names = count > 0 ? calloc((size_t)count + 2, sizeof *names) : NULL;
  size_t used = 0;
  if (job->folder && !names) job->lost = "the sources";
  for (int i = 0; i < count; i++) {
    char *name = path_format("sources/%s", entry[i]->d_name);
    char *path = path_join(job->folder, entry[i]->d_name);
    if (names && name && path) {
      export_file(job, name, path);
      if (name[strlen(name) - 1] == 'c') names[used++] = strdup(entry[i]->d_name);
      if (used && !names[used - 1]) used--, job->lost = "the sources";
    } else {
      job->lost = "the sources";
    }
    free(name);
    free(path);
    free(entry[i]);
  }
  free(entry);
  job->sources = names;
}

void export_source(export_job *job, const char *name, const char *text) {
  size_t count = 0; /* there is room for one */
  char *place = path_format("sources/%s", name);
  while (job->sources[count]) count++;
  job->sources[count] = strdup(name);
  if (place && job->sources[count])
    export_text(job, place, text);
  else
    job->lost = "the sources";
  free(place);
}

enum { DESCRIPTION, TERMINALS, BUILD };

static void add_description(export_job *job, const char *name, int kind) {
  const char *const *sources = (const char *const *)job->sources;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) {
    job->lost = name;
    return;
  }
  if (kind == TERMINALS) fmu_describe_terminals(out, job->u);
  if (kind == BUILD) fmu_describe_build(out, job->identifier, sources);
  if (kind == DESCRIPTION) fmu_describe(out, job->u, job->version, job->identifier, sources);
  if (fclose(out) == 0)
    export_text(job, name, text);
  else
    job->lost = name;
  free(text);
}

void export_descriptions(export_job *job, bool terminals) {
  add_description(job, "modelDescription.xml", DESCRIPTION);
  if (terminals && job->version == 3)
    add_description(job, "terminalsAndIcons/terminalsAndIcons.xml", TERMINALS);
  if (job->sources && job->version == 3)
    add_description(job, "sources/buildDescription.xml", BUILD);
  job->report->sources = job->sources != NULL;
}

void export_binary(export_job *job, const char *file, bool windows) {
  const char *folder = job->version == 2 ? windows ? "win64" : "linux64"
                       : windows         ? "x86_64-windows"
                                         : "x86_64-linux";
  char *name = path_format("binaries/%s/%s%s", folder, job->identifier, windows ? ".dll" : ".so");
  if (name)
    export_file(job, name, file);
  else
    job->lost = "a binary";
  job->report->windows |= windows;
  free(name);
}

lash_status export_binaries(export_job *job, const char *binary, lash_error *error) {
  char *so = path_format("%s.so", binary), *dll = path_format("%s.dll", binary);
  char *linux_binary = so ? find_binary(job, so) : NULL;
  char *windows = dll ? find_binary(job, dll) : NULL;
  if (!dll) job->lost = "a binary";
  if (linux_binary) export_binary(job, linux_binary, false);
  if (windows) export_binary(job, windows, true);
  const lash_status status =
      linux_binary ? LASH_OK
                   : lash_fail(error, LASH_FAILURE, "%s.so is not beside the program", binary);
  free(linux_binary);
  free(windows);
  free(so);
  free(dll);
  return status;
}
