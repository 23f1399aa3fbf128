/* SAVE and RELOAD of a command file: the state of the mechanism, to go back to in the same run or
 * to start another run of the same model from. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

typedef struct header {
  char magic[16];
  uint64_t numbers, memory; /* of the state, and bytes of what the system remembers */
  double time;
} header;

static const char magic[16] = "lash state 1";

static void path_of(const run_session *session, const lash_script_command *command, char *path,
                    size_t size) {
  if (command->file && *command->file)
    snprintf(path, size, "%s/%s", session->folder, command->file);
  else
    snprintf(path, size, "%s/%s.sav", session->folder, session->name);
}

lash_status run_save_state(const run_session *session, const lash_script_command *command,
                           lash_error *error) {
  const size_t numbers = lash_system_size(session->system)->y;
  const size_t memory = lash_system_memory_size(session->system);
  header head = {.numbers = numbers, .memory = memory, .time = session->t};
  char path[1400];
  path_of(session, command, path, sizeof path);
  memcpy(head.magic, magic, sizeof magic);
  void *buffer = calloc(memory + 1, 1);
  if (!buffer) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_system_save(session->system, buffer);
  FILE *file = fopen(path, "wb");
  bool written = file && fwrite(&head, sizeof head, 1, file) == 1 &&
                 fwrite(session->y, sizeof(double), numbers, file) == numbers &&
                 fwrite(buffer, 1, memory, file) == memory;
  if (file && fclose(file) != 0) written = false;
  free(buffer);
  if (written) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
}

/* The numbers and the memory behind a header; false when the file ends too early. */
static bool read_rest(FILE *file, const header *head, double *y, char *memory) {
  return fread(y, sizeof *y, head->numbers, file) == head->numbers &&
         fread(memory, 1, head->memory, file) == head->memory;
}

lash_status run_reload_state(run_session *session, const lash_script_command *command,
                             lash_error *error) {
  const size_t numbers = lash_system_size(session->system)->y;
  const size_t most = lash_system_memory_size(session->system);
  header head;
  char path[1400];
  path_of(session, command, path, sizeof path);
  FILE *file = fopen(path, "rb");
  if (!file) return lash_fail(error, LASH_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
  double *y = calloc(numbers + 1, sizeof *y);
  char *memory = calloc(most + 1, 1);
  const bool fits = y && memory && fread(&head, sizeof head, 1, file) == 1 &&
                    !memcmp(head.magic, magic, sizeof magic) && head.numbers == numbers &&
                    head.memory == most && read_rest(file, &head, y, memory);
  fclose(file);
  lash_status status = LASH_OK;
  if (!fits)
    status = lash_fail(error, LASH_BAD_INPUT,
                       "%s is not the saved state of this model as it is now; SAVE it again", path);
  if (status == LASH_OK) status = lash_system_restore(session->system, memory, most, error);
  if (status == LASH_OK) {
    memcpy(session->y, y, numbers * sizeof *y);
    session->t = head.time;
    lash_system_set(session->system, session->t, session->y);
  }
  free(y);
  free(memory);
  return status;
}
