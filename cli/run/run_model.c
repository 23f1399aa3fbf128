#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "paths.h"
#include "run.h"

/* The string behind "model": in summary.json. To be freed. */
static char *model_path(const char *folder) {
  static const char key[] = "\"model\": \"";
  char *path = path_join(folder, "summary.json"), *text = NULL, *name = NULL;
  lash_error ignored;
  if (path && file_read(path, &text, NULL, &ignored) == LASH_OK) {
    const char *at = strstr(text, key), *end = at ? strchr(at + sizeof key - 1, '"') : NULL;
    at = at ? at + sizeof key - 1 : NULL;
    if (end && !memchr(at, '\\', (size_t)(end - at))) name = strndup(at, (size_t)(end - at));
  }
  free(path);
  free(text);
  return name;
}

lash_model *run_model(const char *folder) {
  char *path = model_path(folder);
  lash_error ignored;
  lash_model *model = path ? calloc(1, sizeof *model) : NULL;
  if (model && lash_model_read(model, path, &ignored) != LASH_OK) {
    free(model);
    model = NULL;
  }
  free(path);
  return model;
}

void run_model_free(lash_model *model) {
  if (model) lash_model_free(model);
  free(model);
}
