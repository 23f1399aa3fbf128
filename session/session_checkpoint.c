/* Checkpoint files: all that a run needs to go on where it was, written so that a file is always
 * whole: to a neighbour first, then renamed over the old one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static const char magic[16] = "lash checkpoint";

/* ---------------------------------------------------------------------------------- fingerprint */

static uint64_t mix(uint64_t hash, const void *data, size_t size) { /* FNV-1a */
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 1099511628211u;
  return hash;
}

static uint64_t mix_text(uint64_t hash, const char *text) {
  return text ? mix(hash, text, strlen(text) + 1) : mix(hash, "", 1);
}

static uint64_t mix_file(uint64_t hash, const char *path) {
  FILE *file = path ? fopen(path, "rb") : NULL;
  char block[4096];
  size_t size;
  while (file && (size = fread(block, 1, sizeof block, file)) > 0) hash = mix(hash, block, size);
  if (file) fclose(file);
  return hash;
}

static uint64_t fingerprint(const lash_session *session) {
  const lash_session_options *o = &session->options;
  const double numbers[] = {
      o->end,  o->output_step, (double)o->steps, o->step, o->error,
      o->hmax, o->radius,      o->alpha,         o->beta, (double)o->checkpoint_every};
  uint64_t hash = 14695981039346656037u;
  hash = mix_file(hash, session->file);
  hash = mix_file(hash, session->model->file);
  hash = mix_text(hash, o->integrator);
  hash = mix_text(hash, o->engine);
  hash = mix_text(hash, o->analysis);
  for (size_t i = 0; i < o->sets.count; i++) hash = mix_text(hash, o->sets.item[i]);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    /* NAN stands for "not given" and has many bit patterns */
    const double number = numbers[i] == numbers[i] ? numbers[i] : -1;
    hash = mix(hash, &number, sizeof number);
  }
  const bool flags[] = {o->req, o->res, o->no_audit};
  return mix(hash, flags, sizeof flags);
}

/* ------------------------------------------------------------------------------------- writing */

static void write_parts(FILE *file, const header *h, const long *marks, const void *memory) {
  fwrite(h, sizeof *h, 1, file);
  fwrite(marks, sizeof *marks, h->marks, file);
  fwrite(memory, 1, h->memory, file);
}

lash_status checkpoint_save(const lash_session *session, lash_error *error) {
  header h;
  memset(&h, 0, sizeof h); /* padding too */
  memcpy(h.magic, magic, sizeof magic);
  h.fingerprint = fingerprint(session);
  h.command = session->command;
  h.marks = lash_tables_marks(session->tables, NULL, 0);
  h.memory = lash_integrate_memory_size(session->run);
  h.start = session->from;
  h.totals = session->totals;
  h.totals.analysis = NULL; /* the command says it again */
  long *marks = calloc(h.marks + 1, sizeof *marks);
  void *memory = malloc(h.memory + 1);
  lash_status status = LASH_OK;
  if (!marks || !memory) status = lash_fail(error, LASH_FAILURE, "out of memory for a checkpoint");
  if (status == LASH_OK) {
    lash_tables_marks(session->tables, marks, h.marks);
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
  if (size < sizeof h || memcmp(data, magic, sizeof magic) != 0) {
    return lash_fail(error, LASH_BAD_INPUT, "%s is not a checkpoint of this program", path);
  }
  memcpy(&h, data, sizeof h);
  if (h.marks > size || h.memory > size || size != sizeof h + h.marks * sizeof(long) + h.memory) {
    return lash_fail(error, LASH_BAD_INPUT, "the checkpoint %s is damaged", path);
  }
  if (h.fingerprint != fingerprint(session)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "the checkpoint %s belongs to another model or other options; repeat the "
                     "command as it was, with --resume added",
                     path);
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
