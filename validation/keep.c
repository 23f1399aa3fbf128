#include "keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"
#include "files.h"
#include "paths.h"

/* --------------------------------------------------------------------- what a result depends on */

static uint64_t mix(uint64_t sum, const void *data, size_t size) {
  const uint64_t both[2] = {sum, checksum_fnv(data, size)};
  return checksum_fnv(both, sizeof both);
}

/* A file that is not there counts as empty. */
static uint64_t mix_file(uint64_t sum, const char *path) {
  FILE *file = fopen(path, "rb");
  char block[1 << 16];
  size_t got;
  while (file && (got = fread(block, 1, sizeof block, file)) > 0) sum = mix(sum, block, got);
  if (file) fclose(file);
  return sum;
}

static uint64_t mix_lines(uint64_t sum, const run_line *lines, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sum = mix(sum, lines[i].name, strlen(lines[i].name));
    sum = mix(sum, lines[i].text, strlen(lines[i].text));
  }
  return mix(sum, &count, sizeof count);
}

/* How many members there are, and what is drawn or replaced afterwards, does not matter. */
static uint64_t mix_setup(uint64_t sum, const run_list *list, const run_setup *s) {
  const char *const texts[] = {s->name, s->model, s->integrator, s->engine, s->end, s->host};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    sum = mix(sum, texts[i], strlen(texts[i]));
  sum = mix_lines(sum, s->let, s->lets);
  sum = mix_lines(sum, s->set, s->sets);
  sum = mix_lines(sum, s->column, s->columns);
  for (size_t i = 0; i < s->withouts; i++)
    sum = mix(sum, s->without[i].name, strlen(s->without[i].name));
  sum = mix_lines(sum, s->spline, s->splines);
  sum = mix_lines(sum, s->take, s->takes);
  sum = mix_lines(sum, s->give, s->gives);
  if (s->host[0]) sum = mix_lines(sum, s->engine_step, s->engine_steps);
  const double numbers[] = {s->exchange,      (double)s->steps, (double)s->kinematics,
                            (double)s->audit, (double)s->modes, s->error,
                            s->step,          s->hmax,          s->radius,
                            s->alpha,         s->beta};
  sum = mix(sum, numbers, sizeof numbers);
  for (size_t i = 0; i < s->splines; i++) {
    char run[RUN_NAME_MAX];
    snprintf(run, sizeof run, "%.*s", (int)strcspn(s->spline[i].text, "."), s->spline[i].text);
    const run_setup *source = run_list_find(list, run);
    if (source && source != s && !source->splines) sum = mix_setup(sum, list, source);
  }
  const run_setup *partner = s->partner[0] ? run_list_find(list, s->partner) : NULL;
  return partner && !partner->partner[0] ? mix_setup(sum, list, partner) : sum;
}

/* Datasets, bodies, meshes, libraries: all but what is only read when runs are planned or judged.
 */
static bool is_data(const char *name) {
  static const char *const others[] = {".md", ".gp", ".csv", ".txt", ".acf", ".sh", ".png", ".svg"};
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot && i < sizeof others / sizeof *others; i++) {
    if (strcmp(dot, others[i]) == 0) return false;
  }
  return dot && name[0] != '.';
}

static lash_status mix_data(void *context, const char *path, const char *name, lash_error *error) {
  uint64_t *sum = context;
  (void)error;
  if (is_data(name)) *sum = mix_file(*sum, path);
  return LASH_OK;
}

/* NULL: out of memory. */
static char *path_of(const char *place, const run_job *job) {
  uint64_t sum = 0;
  if (folder_visit(job->folder, NULL, mix_data, &sum, NULL) != LASH_OK) return NULL;
  sum = mix_setup(sum, job->list, job->setup);
  return path_format("%s/%s_%zu_%016" PRIx64, place, job->setup->name, job->member, sum);
}

/* ------------------------------------------------------------------------------------ the files */

lash_status keep_open(const char *folder, char **place, lash_error *error) {
  char *programs = path_of_program();
  char *library = programs ? path_join(programs, "liblash_subroutines.so") : NULL;
  free(programs);
  *place = NULL;
  if (!library) return lash_fail(error, LASH_FAILURE, "out of memory, or without /proc");
  const uint64_t sum = mix_file(mix_file(0, "/proc/self/exe"), library);
  free(library);
  *place = path_format("%s/%016" PRIx64, folder, sum);
  const lash_status status = folder_make(*place, error);
  if (status == LASH_OK) folder_tidy(*place);
  return status;
}

/* What goes before the curves. */
typedef struct head {
  char word[8];
  uint64_t checksum; /* of all that follows */
  uint64_t rows, columns;
  double audit, exchanged, contacts, rank, seconds;
} head;

static const char word[8] = "lashrn2";

static uint64_t checksum_of(const head *h, const double *data) {
  const size_t before = offsetof(head, rows);
  const uint64_t sum = checksum_fnv((const char *)h + before, sizeof *h - before);
  return checksum_fnv_more(sum, data, h->rows * h->columns * sizeof *data);
}

bool keep_take(const char *place, run_job *job) {
  char *path = path_of(place, job);
  FILE *file = path ? fopen(path, "rb") : NULL;
  head h;
  free(path);
  if (!file) return false;
  run_result *r = &job->result;
  bool good = fread(&h, sizeof h, 1, file) == 1 && memcmp(h.word, word, sizeof word) == 0 &&
              h.columns == job->setup->columns + 1 && h.rows < (uint64_t)1 << 32;
  double *data = good ? malloc((h.rows * h.columns + 1) * sizeof *data) : NULL;
  good = data && fread(data, sizeof *data, h.rows * h.columns, file) == h.rows * h.columns &&
         h.checksum == checksum_of(&h, data);
  fclose(file);
  if (!good) {
    free(data);
    return false;
  }
  *r = (run_result){.rows = h.rows,
                    .columns = h.columns,
                    .data = data,
                    .audit = h.audit,
                    .exchanged = h.exchanged,
                    .contacts = h.contacts,
                    .rank = h.rank,
                    .seconds = h.seconds};
  return true;
}

lash_status keep_put(const char *place, const run_job *job, lash_error *error) {
  const run_result *r = &job->result;
  if (r->failure.status != LASH_OK) return LASH_OK;
  char *path = path_of(place, job);
  out_file out;
  lash_status status = out_open(&out, path, error);
  free(path);
  head h = {.rows = r->rows,
            .columns = r->columns,
            .audit = r->audit,
            .exchanged = r->exchanged,
            .contacts = r->contacts,
            .rank = r->rank,
            .seconds = r->seconds};
  memcpy(h.word, word, sizeof word);
  h.checksum = checksum_of(&h, r->data);
  const size_t count = r->rows * r->columns;
  if (status == LASH_OK) { /* what does not fit is found when it is closed */
    fwrite(&h, sizeof h, 1, out.stream);
    fwrite(r->data, sizeof *r->data, count, out.stream);
  }
  return out_close(&out, status, error);
}
