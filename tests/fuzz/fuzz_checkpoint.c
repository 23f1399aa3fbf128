/* Checkpoints whose checksum is good and whose content is not: pieces of a real one are written
 * over, then it is resumed. Three bytes say where (two) and how much, the bytes themselves follow.
 */
#include "checksum.h"
#include "files.h"
#include "fuzz.h"
#include "lash_session.h"
#include "paths.h"

static const char dataset[] =
    "title\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
    "MARKER/20, PART=2\nMARKER/21, PART=2, QP=0,0,1.5\nJOINT/1, TRANSLATIONAL, I=20, J=1\n"
    "SPRINGDAMPER/1, I=21, J=1, TRANSLATION, K=100, C=1, LENGTH=1\n"
    "REQUEST/1, F2=DZ(20,1)\nEND\n";

static char *model, *checkpoint, *folder, *good;
static size_t good_size;

enum { ENOUGH = 2000 };
static size_t steps;

/* A forged time can be a long way off. */
static bool proceed(void *context, double from, double to, const lash_integrate_statistics *s) {
  (void)context, (void)from, (void)to, (void)s;
  return ++steps < ENOUGH;
}

static lash_status run(bool resume, lash_error *error) {
  lash_session_options options = lash_session_defaults();
  lash_session *session;
  options.end = 0.01;
  options.steps = 4;
  options.tables = true;
  options.folder = folder;
  options.checkpoint = checkpoint;
  options.checkpoint_every = 2;
  if (resume) options.resume = checkpoint;
  options.watcher.proceed = proceed;
  steps = 0;
  lash_status status = lash_session_open(model, &options, &session, error);
  if (status == LASH_OK) status = lash_session_run(session, error);
  lash_session_free(session);
  return status;
}

static void prepare(void) {
  lash_error error;
  if (good) return;
  model = strdup(fuzz_file(".adm", (const uint8_t *)dataset, sizeof dataset - 1));
  checkpoint = path_join(fuzz_folder(), "c.ckpt");
  folder = path_join(fuzz_folder(), "out");
  if (run(false, &error) != LASH_OK) fprintf(stderr, "%s\n", error.message);
  if (file_read(checkpoint, &good, &good_size, &error) != LASH_OK) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  prepare();
  lash_error error = {.message = ""};
  const size_t whole = good_size - sizeof(uint64_t);
  const size_t keep = size > 1 && (data[0] & 1) ? 24 : 0; /* word and fingerprint stay */
  char *bad = malloc(good_size);
  if (!bad) abort();
  memcpy(bad, good, good_size);
  for (size_t at = 1; at + 3 < size;) {
    const size_t place = keep + (data[at] | (size_t)data[at + 1] << 8) % (whole - keep);
    size_t count = data[at + 2];
    if (count > size - at - 3) count = size - at - 3;
    if (count > whole - place) count = whole - place;
    memcpy(bad + place, data + at + 3, count);
    at += 3 + (count ? count : 1);
  }
  const uint64_t sum = checksum_fnv(bad, whole);
  memcpy(bad + whole, &sum, sizeof sum);
  if (file_write(checkpoint, bad, good_size, false, &error) != LASH_OK) abort();
  fuzz_told(run(true, &error), &error);
  free(bad);
  return 0;
}
