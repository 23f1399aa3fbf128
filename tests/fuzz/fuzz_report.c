/* A folder of results that somebody sent: a table, a scene and a summary, 0xff between them, read
 * and written as both kinds of page. */
#include "files.h"
#include "fuzz.h"
#include "paths.h"
#include "report.h"

const char report_css[] = "", report_js[] = "";

static const char *take(const char *text, const char *end, const char *folder, const char *name) {
  const char *stop = memchr(text, 0xff, (size_t)(end - text));
  char *path = path_join(folder, name);
  lash_error error;
  if (!stop) stop = end;
  if (file_write(path, text, (size_t)(stop - text), false, &error) != LASH_OK) abort();
  free(path);
  return stop < end ? stop + 1 : end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FILE *nowhere;
  const char *at = (const char *)data, *end = at + size;
  lash_error error = {.message = ""};
  report r;
  if (size == 0) return 0;
  if (!nowhere) nowhere = fopen("/dev/null", "w");
  if (!nowhere) abort();
  char *folder = path_join(fuzz_folder(), "results");
  at = take(at, end, folder, "parts.csv");
  at = take(at, end, folder, "scene.txt");
  take(at, end, folder, "summary.json");
  lash_status status = report_read(&r, folder, &error);
  fuzz_told(status, &error);
  for (int still = 0; still < 2 && status == LASH_OK; still++)
    fuzz_told(report_write(&r, "<title>", still, nowhere, &error), &error);
  if (status == LASH_OK) report_free(&r);
  free(folder);
  return 0;
}
