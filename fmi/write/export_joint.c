/* A joint as an FMU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export_parts.h"
#include "lash_words.h"
#include "paths.h"

static void add_readme(export_job *job, const char *words) {
  char *text = path_format(
      "A joint with clearance as an FMU for Model Exchange, FMI %d.0, made by Lash " LASH_VERSION
      ".\n\n"
      "Words of the joint:\n  %s\n\n"
      "In go outer.r, outer.R (columns are the axes), outer.v, outer.w of the outer body's frame\n"
      "and the same of the inner body's, all in one system of axes, SI units. Out come force F at\n"
      "and torque T about each frame. Approach speeds are latched in event mode, where `crossing`\n"
      "changes sign; an importer that handles no events needs an FMU made with latch=state.\n"
      "%zu states, %zu event indicators.\n",
      job->version, words, job->u->table.states, job->u->table.indicators);
  export_text(job, "documentation/README.txt", text);
  free(text);
}

/* The file of a law from outside ("shop::press_fit": shop.law or shop.so beside the model). */
static lash_status add_law(export_job *job, const char *word, const char *folder,
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
    if (name) export_file(job, name, path);
    if (there && !name) job->lost = "a law";
    free(name);
    free(path);
    if (there) return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT, "the file of the law %s is not in %s", word, folder);
}

static lash_status add_laws(export_job *job, const char *words, const char *folder,
                            lash_error *error) {
  static const char *const keys[] = {"normal", "stop.normal", "friction"};
  lash_words *cut = malloc(sizeof *cut);
  if (!cut) return lash_fail(error, LASH_FAILURE, "out of memory");
  snprintf(cut->text, sizeof cut->text, "%s", words);
  lash_status status = lash_words_cut(cut, error);
  for (size_t k = 0; k < 3 && status == LASH_OK; k++)
    status = add_law(job, lash_words_find(cut, keys[k]), folder ? folder : ".", error);
  free(cut);
  return status;
}

static lash_status fill(export_job *job, const char *words, const char *folder, lash_error *error) {
  export_sources(job, "fmu_joint_sources");
  export_descriptions(job, true);
  export_text(job, "resources/joint.txt", words);
  add_readme(job, words);
  const lash_status status = export_binaries(job, "fmu_joint", error);
  return status == LASH_OK ? add_laws(job, words, folder, error) : status;
}

lash_status fmu_export_joint(const char *file, int version, const char *words, const char *folder,
                             export_report *report, lash_error *error) {
  unit *u;
  export_job job;
  lash_status status = unit_open_text(&joint_unit, words, folder, &u, error);
  if (status != LASH_OK) return status;
  status = export_begin(&job, file, version, u, report, error);
  if (status == LASH_OK) status = fill(&job, words, folder, error);
  status = export_end(&job, status, error);
  unit_free(u);
  return status;
}
