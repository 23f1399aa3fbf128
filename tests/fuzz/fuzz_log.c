/* The log of a sweep. Every second input has its checksums made good, so that what stands behind
 * them is tried too. */
#include "checksum.h"
#include "files.h"
#include "fuzz.h"
#include "log.h"
#include "paths.h"

static const char dataset[] =
    "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
    "MARKER/20, PART=2\nREQUEST/1, F2=DX(20)\nEND\n";

static lash_study study;
static lash_plan plan;

static void prepare(void) {
  lash_error error;
  if (study.measures.count) return;
  const char *path = fuzz_file(".adm", (const uint8_t *)dataset, sizeof dataset - 1);
  if (lash_study_open(&study, path, &error) != LASH_OK ||
      lash_measures_parse("impacts,peak(request/1.f2)", &study.model, &study.measures, &error) !=
          LASH_OK ||
      lash_plan_add(&plan, "PART/2.MASS=1:2:7", &error) != LASH_OK ||
      lash_plan_finish(&plan, &study, 0, 1, &error) != LASH_OK)
    abort();
}

static char *with_checksums(const uint8_t *data, size_t size, size_t *made) {
  char *text = NULL;
  FILE *out = open_memstream(&text, made);
  if (!out) abort();
  for (size_t at = 0; at < size;) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    const size_t length = end ? (size_t)(end - data) - at : size - at;
    fwrite(data + at, 1, length, out);
    fprintf(out, " #%08x\n", (unsigned)checksum_crc32(data + at, length));
    at += length + 1;
  }
  if (fclose(out) != 0) abort();
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  prepare();
  char *text = NULL;
  size_t length = size - 1;
  if (data[0] & 1) text = with_checksums(data + 1, size - 1, &length);
  char *folder = path_join(fuzz_folder(), "sweep"), *path = path_join(folder, "points.log");
  lash_error error = {.message = ""};
  const lash_sweep_options options = {
      .study = &study, .plan = &plan, .folder = folder, .slices = 1};
  const readings none = {0};
  lash_point point[8] = {{0}};
  sweep_log *log = NULL;
  if (file_write(path, text ? text : (const char *)data + 1, length, false, &error) != LASH_OK)
    abort();
  const lash_status status = log_open(&options, &none, point, &log, &error);
  fuzz_told(status, &error);
  for (size_t i = 0; i < plan.points; i++) {
    if (point[i].state == LASH_POINT_DONE && !point[i].values) abort();
    if (point[i].state > LASH_POINT_DONE && !point[i].reason) abort();
    free(point[i].values);
    free(point[i].reason);
  }
  if (status == LASH_OK) log_close(log);
  free(path);
  free(folder);
  free(text);
  return 0;
}
