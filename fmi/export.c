#include "export.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "describe.h"
#include "files.h"
#include "lash_words.h"
#include "package.h"
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

static void add_text(package *p, const char *name, const unit *u, int version,
                     const char *identifier, export_report *report) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return;
  if (version > 0)
    fmu_describe(out, u, version, identifier, identifier);
  else
    fmu_describe_terminals(out, u);
  if (fclose(out) == 0) package_add(p, name, text, size), report->files++;
  free(text);
}

static void add_readme(package *p, const unit *u, int version, const char *words,
                       export_report *report) {
  char *text = path_format(
      "A joint with clearance as an FMU for Model Exchange, FMI %d.0, made by Lash " LASH_VERSION
      ".\n\n"
      "Words of the joint:\n  %s\n\n"
      "In go outer.r, outer.R (columns are the axes), outer.v, outer.w of the outer body's frame\n"
      "and the same of the inner body's, all in one system of axes, SI units. Out come force F at\n"
      "and torque T about each frame. Approach speeds are latched in event mode, where `crossing`\n"
      "changes sign; an importer that handles no events needs an FMU made with latch=state.\n"
      "%zu states, %zu event indicators.\n",
      version, words, u->table.states, u->table.indicators);
  if (text) package_add(p, "documentation/README.txt", text, strlen(text)), report->files++;
  free(text);
}

static void add_binary(package *p, const char *file, const char *folder, const char *identifier,
                       const char *ending, export_report *report) {
  char *name = path_format("binaries/%s/%s%s", folder, identifier, ending);
  if (name) package_add_file(p, name, file), report->files++;
  free(name);
}

/* The file of a law from outside ("shop::press_fit": shop.law or shop.so beside the model). */
static lash_status add_law(package *p, const char *word, const char *folder, export_report *report,
                           lash_error *error) {
  const char *colons = word ? strstr(word, "::") : NULL;
  if (!colons) return LASH_OK;
  for (int k = 0; k < 3; k++) {
    const int length = (int)(colons - word);
    char *path = k == 0   ? path_format("%s/%.*s.law", folder, length, word)
                 : k == 1 ? path_format("%s/%.*s.so", folder, length, word)
                          : path_format("%s/lib%.*s.so", folder, length, word);
    const bool there = path && access(path, R_OK) == 0;
    char *name = there ? path_format("resources/%s", path_base(path)) : NULL;
    if (name) package_add_file(p, name, path), report->files++;
    free(name);
    free(path);
    if (there) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "the file of the law %s is not in %s", word, folder);
}

static lash_status add_laws(package *p, const char *words, const char *folder,
                            export_report *report, lash_error *error) {
  static const char *const keys[] = {"normal", "stop.normal", "friction"};
  lash_words *cut = malloc(sizeof *cut);
  if (!cut) return lash_fail(error, LASH_FAILURE, "out of memory");
  snprintf(cut->text, sizeof cut->text, "%s", words);
  lash_status status = lash_words_cut(cut, error);
  for (size_t k = 0; k < 3 && status == LASH_OK; k++)
    status = add_law(p, lash_words_find(cut, keys[k]), folder ? folder : ".", report, error);
  free(cut);
  return status;
}

static lash_status fill(package *p, const unit *u, int version, const char *identifier,
                        const char *words, const char *folder, export_report *report,
                        lash_error *error) {
  char *linux_binary = find_binary("fmu_joint.so"), *windows = find_binary("fmu_joint.dll");
  lash_status status = LASH_OK;
  add_text(p, "modelDescription.xml", u, version, identifier, report);
  if (version == 3)
    add_text(p, "terminalsAndIcons/terminalsAndIcons.xml", u, 0, identifier, report);
  package_add(p, "resources/joint.txt", words, strlen(words));
  report->files++;
  add_readme(p, u, version, words, report);
  if (linux_binary)
    add_binary(p, linux_binary, version == 2 ? "linux64" : "x86_64-linux", identifier, ".so",
               report);
  else
    status = lash_fail(error, LASH_FAILURE, "fmu_joint.so is not beside the program");
  if (windows)
    add_binary(p, windows, version == 2 ? "win64" : "x86_64-windows", identifier, ".dll", report);
  report->windows = windows != NULL;
  free(linux_binary);
  free(windows);
  return status == LASH_OK ? add_laws(p, words, folder, report, error) : status;
}

lash_status fmu_export_joint(const char *file, int version, const char *words, const char *folder,
                             export_report *report, lash_error *error) {
  unit *u;
  package *p;
  char identifier[64];
  *report = (export_report){0};
  identifier_of(file, identifier, sizeof identifier);
  lash_status status = unit_open_text(&joint_unit, words, folder, &u, error);
  if (status != LASH_OK) return status;
  report->variables = u->table.count;
  report->numbers = u->table.numbers;
  report->states = u->table.states;
  report->indicators = u->table.indicators;
  status = package_begin(file, &p, error);
  if (status == LASH_OK) status = fill(p, u, version, identifier, words, folder, report, error);
  const lash_status written = package_end(p, status, error);
  unit_free(u);
  return status == LASH_OK ? written : status;
}
