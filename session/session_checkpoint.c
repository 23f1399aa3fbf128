/* Checkpoint files: all that a run needs to go on where it was, written so that a file is always
 * whole: to a neighbour first, then renamed over the old one. A checksum of everything before it
 * stands at the end: what was damaged since is refused. */
#include <stdlib.h>
#include <string.h>

#include "checksum.h"
#include "files.h"
#include "session_impl.h"

typedef struct header {
  char magic[16];
  uint64_t fingerprint;       /* of model, commands and options */
  uint64_t command;           /* being carried out */
  uint64_t marks, memory;     /* numbers and bytes that follow */
  double start;               /* time at which that command began */
  lash_session_totals totals; /* of the commands before */
} header;

static const char magic[16] = "lash checkpt 2";

/* ---------------------------------------------------------------------------------- fingerprint */

static uint64_t mix_text(uint64_t hash, const char *text) {
  return text ? checksum_fnv_more(hash, text, strlen(text) + 1) : checksum_fnv_more(hash, "", 1);
}

/* The content of everything that was read counts, and so do the options: results depend on both. */
uint64_t lash_session_fingerprint(const lash_session *session) {
  const lash_session_options *o = &session->options;
  if (!o->checkpoint && !o->resume) return 0;
  const double numbers[] = {
      o->end,  o->output_step, (double)o->steps, o->step, o->error,
      o->hmax, o->radius,      o->alpha,         o->beta, (double)o->checkpoint_every};
  uint64_t hash = readings_checksum(&session->readings);
  hash = mix_text(hash, o->host);
  hash = mix_text(hash, o->integrator);
  hash = mix_text(hash, o->engine);
  hash = mix_text(hash, o->analysis);
  for (size_t i = 0; i < o->sets.count; i++) hash = mix_text(hash, o->sets.item[i]);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    /* NAN stands for "not given" and has many bit patterns */
    const double number = numbers[i] == numbers[i] ? numbers[i] : -1;
    hash = checksum_fnv_more(hash, &number, sizeof number);
  }
  const bool flags[] = {o->req, o->res, o->no_audit};
  return checksum_fnv_more(hash, flags, sizeof flags);
}

/* ------------------------------------------------------------------------------------- writing */

static uint64_t write_part(FILE *file, uint64_t checksum, const void *data, size_t size) {
  fwrite(data, 1, size, file); /* a failure shows in the end */
  return checksum_fnv_more(checksum, data, size);
}

static void write_parts(FILE *file, const header *h, const long *marks, const void *memory) {
  uint64_t checksum = write_part(file, checksum_fnv("", 0), h, sizeof *h);
  checksum = write_part(file, checksum, marks, h->marks * sizeof *marks);
  checksum = write_part(file, checksum, memory, h->memory);
  fwrite(&checksum, sizeof checksum, 1, file);
}

lash_status checkpoint_save(const lash_session *session, lash_error *error) {
  header h;
  memset(&h, 0, sizeof h); /* padding too */
  memcpy(h.magic, magic, sizeof magic);
  h.fingerprint = lash_session_fingerprint(session);
  h.command = session->command;
  lash_status status = lash_tables_marks(session->tables, NULL, &h.marks, error);
  if (status != LASH_OK) return status;
  h.memory = lash_integrate_memory_size(session->run);
  h.start = session->from;
  h.totals = session->totals;
  h.totals.analysis = NULL; /* the command says it again */
  long *marks = calloc(h.marks + 1, sizeof *marks);
  void *memory = malloc(h.memory + 1);
  if (!marks || !memory) status = lash_fail(error, LASH_FAILURE, "out of memory for a checkpoint");
  if (status == LASH_OK) status = lash_tables_marks(session->tables, marks, &h.marks, error);
  if (status == LASH_OK) {
    lash_integrate_save(session->run, memory);
    out_file out;
    status = out_open(&out, session->options.checkpoint, error);
    if (status == LASH_OK) write_parts(out.stream, &h, marks, memory);
    status = out_close(&out, status, error);
    if (status != LASH_OK) lash_error_prefix(error, "the checkpoint");
  }
  free(marks);
  free(memory);
  return status;
}

/* ------------------------------------------------------------------------------------- reading */

lash_status checkpoint_load(lash_session *session, lash_error *error) {
  const char *path = session->options.resume;
  char *data;
  size_t size;
  const lash_status status = file_read(path, &data, &size, error);
  if (status != LASH_OK) {
    lash_error_prefix(error, "the checkpoint");
    return status;
  }
  session->saved = data;
  header h;
  if (size < sizeof h + sizeof(uint64_t) || memcmp(data, magic, sizeof magic) != 0) {
    return lash_fail(error, LASH_BAD_INPUT, "%s is not a checkpoint of this program", path);
  }
  memcpy(&h, data, sizeof h);
  const size_t whole = size - sizeof(uint64_t);
  uint64_t checksum;
  memcpy(&checksum, data + whole, sizeof checksum);
  if (h.marks > size || h.memory > size || whole != sizeof h + h.marks * sizeof(long) + h.memory ||
      checksum != checksum_fnv(data, whole)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the checkpoint %s is damaged; take an older one, or run from the start",
                     path);
  }
  return LASH_OK;
}

lash_status checkpoint_check(lash_session *session, lash_error *error) {
  header h;
  memcpy(&h, session->saved, sizeof h);
  if (h.fingerprint != lash_session_fingerprint(session)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the checkpoint %s belongs to another model or other options, or a file or "
                     "library that the model reads, or the program, has changed since; repeat the "
                     "command as it was, with --resume added",
                     session->options.resume);
  }
  session->totals = h.totals;
  session->totals.simulations--;
  return LASH_OK;
}

size_t checkpoint_command(const lash_session *session, double *start) {
  header h;
  memcpy(&h, session->saved, sizeof h);
  *start = h.start;
  return (size_t)h.command;
}

lash_status checkpoint_continue(lash_session *session, lash_error *error) {
  header h;
  const unsigned char *data = session->saved;
  memcpy(&h, data, sizeof h);
  long *marks = calloc(h.marks + 1, sizeof *marks);
  if (!marks) return lash_fail(error, LASH_FAILURE, "out of memory for the checkpoint");
  memcpy(marks, data + sizeof h, h.marks * sizeof *marks);
  lash_status status = lash_tables_rewind(session->tables, marks, h.marks, error);
  if (status == LASH_OK) {
    status = lash_integrate_restore(session->run, data + sizeof h + h.marks * sizeof *marks,
                                    h.memory, error);
  }
  free(marks);
  free(session->saved);
  session->saved = NULL;
  return status;
}
