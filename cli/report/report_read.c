/* Reads folders of results: tables, figures, scenes. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "paths.h"
#include "report.h"

/* -------------------------------------------------------------------------------------- folders */

static bool ends_with(const char *name, const char *end) {
  const size_t n = strlen(name), m = strlen(end);
  return n > m && strcmp(name + n - m, end) == 0;
}

static lash_status take_figure(report_section *s, const char *name, lash_error *error) {
  char **more = realloc(s->figure, (s->figures + 1) * sizeof *more);
  if (more) s->figure = more;
  char *copy = more ? strdup(name) : NULL;
  if (!copy) return lash_fail(error, LASH_FAILURE, "out of memory");
  s->figure[s->figures++] = copy;
  return LASH_OK;
}

static const curve_reading as_shown = {.lenient = true};

/* Tables of other programs, looked at where there are none of ours. */
static lash_status take_foreign(report_section *s, const char *name, lash_error *error) {
  static const char *const endings[] = {".res", ".req", ".tsv", ".tab"};
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    if (!ends_with(name, endings[i])) continue;
    char *path = path_join(s->path, name);
    const lash_status status = curve_set_add(&s->curves, path, &as_shown, error);
    free(path);
    return status;
  }
  return LASH_OK;
}

static lash_status take_entry(report_section *s, const char *name, lash_error *error) {
  char *path = path_join(s->path, name);
  lash_status status = LASH_OK;
  if (ends_with(name, ".csv"))
    status = curve_set_add(&s->curves, path, &as_shown, error);
  else if (ends_with(name, ".svg"))
    status = take_figure(s, name, error);
  else if (strcmp(name, "scene.txt") == 0)
    status = file_read(path, &s->scene, NULL, error);
  else if (strcmp(name, "summary.json") == 0)
    status = file_read(path, &s->summary, NULL, error);
  free(path);
  return status;
}

static void section_release(report_section *s) {
  curve_set_free(&s->curves);
  for (size_t i = 0; i < s->figures; i++) free(s->figure[i]);
  free(s->figure), free(s->scene), free(s->summary);
  free(s->path), free(s->name);
}

static lash_status read_section(report *r, const char *path, const char *name,
                                struct dirent **entries, int count, lash_error *error) {
  report_section s = {.path = strdup(path), .name = strdup(name)};
  lash_status status = s.path && s.name ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  for (int i = 0; i < count && status == LASH_OK; i++) {
    status = take_entry(&s, entries[i]->d_name, error);
  }
  const bool ours = s.curves.tables > 0;
  for (int i = 0; i < count && status == LASH_OK && !ours; i++) {
    status = take_foreign(&s, entries[i]->d_name, error);
  }
  report_section *more =
      status == LASH_OK ? realloc(r->section, (r->sections + 1) * sizeof *more) : NULL;
  if (more) r->section = more;
  if (!more || !(s.curves.tables || s.figures || s.scene || s.summary)) {
    section_release(&s);
    return status == LASH_OK && !more ? lash_fail(error, LASH_FAILURE, "out of memory") : status;
  }
  r->section[r->sections++] = s;
  return LASH_OK;
}

static lash_status read_folder(report *r, const char *path, const char *name, bool deeper,
                               lash_error *error) {
  struct dirent **entries = NULL;
  const int count = scandir(path, &entries, NULL, alphasort);
  if (count < 0) {
    return lash_fail(error, LASH_BAD_INPUT, "cannot read the folder %s: %s", path, strerror(errno));
  }
  lash_status status = read_section(r, path, name, entries, count, error);
  for (int i = 0; i < count; i++) {
    struct stat info;
    const char *entry = entries[i]->d_name;
    char *inner = path_join(path, entry);
    if (!inner) status = lash_fail(error, LASH_FAILURE, "out of memory");
    if (deeper && status == LASH_OK && entry[0] != '.' && stat(inner, &info) == 0 &&
        S_ISDIR(info.st_mode)) {
      status = read_folder(r, inner, entry, false, error);
    }
    free(inner);
    free(entries[i]);
  }
  free(entries);
  return status;
}

lash_status report_read(report *r, const char *folder, lash_error *error) {
  *r = (report){.sections = 0};
  lash_status status = read_folder(r, folder, "", true, error);
  if (status == LASH_OK && !r->sections) {
    status = lash_fail(error, LASH_BAD_INPUT,
                       "%s holds no results: no .csv, .svg or summary.json; make some with lash "
                       "run, validate, compare or sweep and --out %s",
                       folder, folder);
  }
  if (status != LASH_OK) report_free(r);
  return status;
}

void report_free(report *r) {
  for (size_t i = 0; i < r->sections; i++) section_release(&r->section[i]);
  free(r->section);
  *r = (report){.sections = 0};
}
