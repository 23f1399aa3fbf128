/* Opening, writing and cutting back all result files together. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "checksum.h"
#include "files.h"
#include "lash_supervisor.h"
#include "locales.h"
#include "output_table.h"
#include "paths.h"

typedef struct table {
  const table_class *class;
  size_t index; /* which request */
  FILE *file;
  char *path;
  long summed;  /* so far has been read back for the … */
  uint64_t sum; /* … checksum of what a checkpoint relies on */
} table;

struct lash_tables {
  table_state state;
  lash_tables_source source;
  table *table;
  size_t count;
  double *memory;
  double flushed; /* wall clock */
  int held;       /* the folder, against other writers */
  bool untouched; /* opened to be resumed, and nothing changed yet */
};

static lash_status cannot_write(const char *path, lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
}

static lash_status open_table(lash_tables *tables, const lash_tables_options *options,
                              const table_class *class, size_t index, lash_error *error) {
  table *t = &tables->table[tables->count];
  char *name = NULL;
  t->class = class;
  t->index = index;
  if (strstr(class->file, "%d")) {
    name = path_format("request_%d.csv", tables->state.source
                                             ? tables->state.model->request.item[index].head.id
                                             : lash_system_request(tables->state.system, index).id);
  } else if (strchr(class->file, '%')) {
    name = path_format("%s%s", options->name, class->file + 2);
  } else {
    name = strdup(class->file);
  }
  t->path = name ? path_join(options->folder, name) : NULL;
  free(name);
  t->file = t->path ? fopen(t->path, options->resume ? "r+" : "w+") : NULL;
  if (!t->file) {
    const lash_status status =
        t->path ? cannot_write(t->path, error)
                : lash_fail(error, LASH_FAILURE, "out of memory for the results");
    free(t->path);
    return status;
  }
  tables->count++;
  tables->state.index = index;
  t->sum = checksum_fnv("", 0);
  const locale_t before = plain_numbers_begin();
  if (!options->resume) class->head(t->file, &tables->state);
  plain_numbers_end(before);
  return LASH_OK;
}

static lash_status open_all(lash_tables *tables, const lash_tables_options *options,
                            lash_error *error) {
  const table_state *state = &tables->state;
  const size_t requests =
      state->source ? state->model->request.count : lash_system_size(state->system)->requests;
  const table_class *const single[] = {
      &table_parts,
      table_requests_named(state) ? &table_requests : NULL,
      state->source ? NULL : &table_energy,
      state->source ? NULL : &table_forces,
      state->source ? NULL : &table_scene,
      table_surfaces_have(state->surfaces, true) ? &table_oil : NULL,
      table_surfaces_have(state->surfaces, false) ? &table_worn : NULL,
      options->req ? &table_adams_req : NULL,
      options->res ? &table_adams_res : NULL};
  const size_t singles = sizeof single / sizeof single[0];
  tables->table = calloc(requests + singles, sizeof *tables->table);
  if (!tables->table) return lash_fail(error, LASH_FAILURE, "out of memory for the results");
  lash_status status = LASH_OK;
  for (size_t i = 0; i < requests && status == LASH_OK; i++) {
    status = open_table(tables, options, &table_request, i, error);
  }
  for (size_t i = 0; i < singles && status == LASH_OK; i++) {
    if (single[i]) status = open_table(tables, options, single[i], 0, error);
  }
  return status;
}

static int of_a_run(const struct dirent *entry) {
  static const char *const names[] = {"parts.csv",    "energy.csv",   "forces.csv", "scene.txt",
                                      "summary.json", "requests.csv", "oil.csv",    "worn.csv"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(entry->d_name, names[i]) == 0) return 1;
  }
  int id, end = 0;
  return sscanf(entry->d_name, "request_%d.csv%n", &id, &end) == 1 && end > 0 &&
         entry->d_name[end] == '\0';
}

/* Tables of an earlier run: beside this one's they would look like its own. */
static void remove_older(const char *folder) {
  struct dirent **entry;
  const int count = scandir(folder, &entry, of_a_run, NULL);
  for (int i = 0; i < count; i++) {
    char *path = path_join(folder, entry[i]->d_name);
    if (path) unlink(path);
    free(path);
    free(entry[i]);
  }
  if (count >= 0) free(entry);
}

static lash_status open_for(const lash_model *model, lash_system *system,
                            const lash_tables_source *source, const lash_tables_options *options,
                            lash_tables **made, lash_error *error) {
  int held;
  const lash_status owned = folder_own(options->folder, &held, error);
  if (owned != LASH_OK) return owned;
  folder_tidy(options->folder);
  if (!options->resume) remove_older(options->folder);
  lash_watch_folder(options->folder);
  lash_tables *tables = calloc(1, sizeof *tables);
  double *memory = calloc((system ? lash_system_size(system)->v : 0) + 1, sizeof *memory);
  if (!tables || !memory) {
    free(tables), free(memory);
    folder_release(held);
    return lash_fail(error, LASH_FAILURE, "out of memory for the results");
  }
  tables->memory = memory;
  tables->held = held;
  tables->untouched = options->resume;
  tables->state =
      (table_state){.model = model, .system = system, .vdot = memory, .name = options->name};
  lash_status status = LASH_OK;
  if (source) {
    tables->source = *source;
    tables->state.source = &tables->source;
  } else {
    status = table_surfaces_find(system, &tables->state.surfaces, error);
  }
  if (status == LASH_OK) status = open_all(tables, options, error);
  if (status != LASH_OK)
    lash_tables_close(tables, false, NULL);
  else
    *made = tables;
  return status;
}

lash_status lash_tables_open(const lash_model *model, lash_system *system,
                             const lash_tables_options *options, lash_tables **tables,
                             lash_error *error) {
  return open_for(model, system, NULL, options, tables, error);
}

lash_status lash_tables_open_source(const lash_model *model, const lash_tables_source *source,
                                    const lash_tables_options *options, lash_tables **tables,
                                    lash_error *error) {
  return open_for(model, NULL, source, options, tables, error);
}

void lash_tables_system(lash_tables *tables, lash_system *system) { tables->state.system = system; }

static lash_status flush_all(const lash_tables *tables, lash_error *error) {
  for (size_t i = 0; i < tables->count; i++) {
    const table *t = &tables->table[i];
    if (fflush(t->file) == 0 && !ferror(t->file)) continue;
    return cannot_write(t->path, error);
  }
  return LASH_OK;
}

static bool time_to_flush(lash_tables *tables) {
  const double interval = 0.02; /* what a crash of user code may cost */
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  if (seconds - tables->flushed < interval) return false;
  tables->flushed = seconds;
  return true;
}

/* The balance at this row. Works and energies count from the same start. */
static void note_works(table_state *state, const lash_integration *run) {
  const lash_energy start = lash_integrate_energy_start(run);
  double forces, motions;
  lash_energy e;
  lash_system_energy(state->system, &e);
  lash_integrate_works(run, state->t, &forces, &motions);
  state->audit.forces = forces, state->audit.motions = motions;
  state->audit.dissipated = 0 - forces - (e.springs - start.springs);
  state->audit.imbalance = (e.kinetic + e.gravity + e.strain) -
                           (start.kinetic + start.gravity + start.strain) - forces - motions;
}

lash_status lash_tables_row(lash_tables *tables, double t, const lash_integration *run,
                            lash_error *error) {
  table_state *state = &tables->state;
  lash_status status = LASH_OK;
  if (state->system) status = lash_system_accelerations(state->system, state->vdot, NULL, error);
  state->t = t;
  lash_watch_reached(t);
  if (run) note_works(state, run);
  const locale_t before = plain_numbers_begin();
  for (size_t i = 0; i < tables->count && status == LASH_OK; i++) {
    table *one = &tables->table[i];
    state->index = one->index;
    if (one->class->row) status = one->class->row(one->file, state, error);
  }
  plain_numbers_end(before);
  state->row++;
  return status == LASH_OK && time_to_flush(tables) ? flush_all(tables, error) : status;
}

lash_status lash_tables_close(lash_tables *tables, bool finished, lash_error *error) {
  if (!tables) return LASH_OK;
  lash_status status = LASH_OK;
  tables->state.finished = finished;
  for (size_t i = 0; i < tables->count; i++) {
    table *t = &tables->table[i];
    if (t->class->tail && !tables->untouched) t->class->tail(t->file, &tables->state);
    const bool lost = ferror(t->file) != 0; /* of a row before, which closing does not tell */
    const bool shut = fclose(t->file) == 0;
    if (!shut || lost)
      status = lash_fail(error, LASH_FAILURE, "cannot write %s: %s", t->path,
                         shut ? "rows are missing; is the disk full?" : strerror(errno));
    free(t->path);
  }
  folder_release(tables->held);
  table_surfaces_free(tables->state.surfaces);
  free(tables->table);
  free(tables->memory);
  free(tables);
  return status;
}

/* --------------------------------------------------------------------------------- going back */

/* The first three marks are not files: rows, and the energies they started from. Then, of each
 * table, how long it is and a checksum of that. */
enum { EXTRA_MARKS = 1, PER_TABLE = 2 };
_Static_assert(sizeof(long) == sizeof(uint64_t), "a checksum is a mark");

/* Brings the checksum of a table up to what is written so far, or up to `end`. */
static lash_status sum_up(table *t, long end, lash_error *error) {
  char block[1 << 14];
  while (t->summed < end) {
    const long left = end - t->summed, room = (long)sizeof block;
    const ssize_t got =
        pread(fileno(t->file), block, (size_t)(left < room ? left : room), (off_t)t->summed);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return lash_fail(error, LASH_FAILURE, "cannot read %s back: %s", t->path,
                       got < 0 ? strerror(errno) : "it is shorter than what was written");
    t->sum = checksum_fnv_more(t->sum, block, (size_t)got);
    t->summed += (long)got;
  }
  return LASH_OK;
}

/* A checkpoint on the disk must not tell of rows that are not. */
lash_status lash_tables_marks(lash_tables *tables, long *marks, size_t *count, lash_error *error) {
  *count = PER_TABLE * tables->count + EXTRA_MARKS;
  if (!marks) return LASH_OK;
  lash_status status = flush_all(tables, error);
  marks[0] = (long)tables->state.row;
  for (size_t i = 0; i < tables->count && status == LASH_OK; i++) {
    table *t = &tables->table[i];
    long *mark = marks + EXTRA_MARKS + PER_TABLE * i;
    mark[0] = ftell(t->file);
    if (fdatasync(fileno(t->file)) != 0 && errno != EINVAL) status = cannot_write(t->path, error);
    if (status == LASH_OK) status = sum_up(t, mark[0], error);
    memcpy(&mark[1], &t->sum, sizeof t->sum);
  }
  return status;
}

static lash_status compare(table *t, const long *mark, lash_error *error) {
  uint64_t sum;
  memcpy(&sum, &mark[1], sizeof sum);
  t->summed = 0;
  t->sum = checksum_fnv("", 0);
  fseek(t->file, 0, SEEK_END);
  if (ftell(t->file) < mark[0])
    return lash_fail(error, LASH_BAD_INPUT, "%s is shorter than when the run was saved", t->path);
  const lash_status status = sum_up(t, mark[0], error);
  if (status != LASH_OK || t->sum == sum) return status;
  return lash_fail(error, LASH_BAD_INPUT, "%s is not what it was when the run was saved", t->path);
}

lash_status lash_tables_rewind(lash_tables *tables, const long *marks, size_t count,
                               lash_error *error) {
  if (count != PER_TABLE * tables->count + EXTRA_MARKS) {
    return lash_fail(error, LASH_BAD_INPUT, "the saved run wrote other result files");
  }
  lash_status status = LASH_OK;
  for (size_t i = 0; i < tables->count && status == LASH_OK; i++)
    status = compare(&tables->table[i], marks + EXTRA_MARKS + PER_TABLE * i, error);
  if (status != LASH_OK) return status;
  tables->untouched = false;
  tables->state.row = (size_t)marks[0];
  for (size_t i = 0; i < tables->count; i++) {
    table *t = &tables->table[i];
    const long mark = marks[EXTRA_MARKS + PER_TABLE * i];
    if (ftruncate(fileno(t->file), mark) != 0 || fseek(t->file, mark, SEEK_SET) != 0) {
      return lash_fail(error, LASH_FAILURE, "cannot cut %s back: %s", t->path, strerror(errno));
    }
  }
  return LASH_OK;
}
